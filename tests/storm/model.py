"""What must hold, whatever happened to a command: of the database, the files, the orders, the mail, and the words."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.storm.portrait import Portrait
from tests.storm.process import HANGS, Ran

NOTHING = re.compile("nothing (was|is) (changed|stored)")
UNSURE = re.compile("may be there, or not")
IN_PART = re.compile("not in their place yet|may be written in part")
OF_ONE_GAME = re.compile("^\\S+-r[0-9]+-t[0-9]+: .*", re.MULTILINE)  # what is said of it is said of no other game
BAD_WORDS = re.compile("Traceback|unforeseen|hangs")


@dataclass(frozen=True)
class Course:
    """A command that nothing happened to, and the zine before and after it."""

    before: Portrait
    after: Portrait
    ran: Ran
    done: str  # what it says, as a pattern, once it has done what it was told
    in_parts: bool = False  # its effect is stored in parts, each of them whole
    in_any_order: bool = False  # of the parts: what is stored may have other numbers in the end

    def took(self, now: Portrait) -> bool | None:
        """Did it take effect? None if in part. Where the database is not concerned, the files tell."""
        if self.before.stored == self.after.stored == now.stored:
            return True if now.files == self.after.files else False if now.files == self.before.files else None
        if now.stored == self.after.stored:
            return True
        return False if now.stored == self.before.stored else None

    def untouched(self, now: Portrait) -> bool:
        return now.stored == self.before.stored and now.files == self.before.files


# Right after the fault


def wrong_at_once(course: Course, now: Portrait, ran: Ran) -> Iterator[str]:
    if ran.code == HANGS:
        yield "it hangs"
    if now.damage:
        yield f"the database is damaged: {now.damage}"
        return
    if course.took(now) is None and not course.in_parts and now.stored != course.after.stored:
        yield f"half an effect in {_names(now.tables, course.before.tables, course.after.tables)}"
    yield from lost(course.before, now)
    yield from _half_files(course, now)
    if ran.lived:
        yield from _untrue(course, now, ran)


def lost(before: Portrait, now: Portrait) -> Iterator[str]:
    """Every page that lay in the inbox lies there still, or is stored; and what is stored stays."""
    for page in before.inbox:
        if page not in now.inbox and page not in now.pages:
            yield f"an order is lost: {page[:60]!r}"
    for page in before.pages - now.pages:
        yield f"a stored page is gone: {page[:60]!r}"


def _half_files(course: Course, now: Portrait) -> Iterator[str]:
    """Every file is as it was, or as it was to be."""
    before, after = course.before.files, course.after.files
    for name, content in now.files.items():
        if content not in (before.get(name), after.get(name)):
            yield f"{name} is {'half a file' if name in after or name in before else 'a file that nobody asked for'}"
    for name in before.keys() & after.keys():
        if name not in now.files:
            yield f"{name} is gone"


def _untrue(course: Course, now: Portrait, ran: Ran) -> Iterator[str]:
    """Sentences that are not so."""
    took, done = course.took(now), re.search(course.done, ran.said)
    yield from bad_words(ran)
    if NOTHING.search(OF_ONE_GAME.sub("", ran.said)) and not course.untouched(now):
        yield f"something was changed, but it says: {short(ran)}"
    files_to_come = now.stored == course.after.stored and IN_PART.search(ran.said)
    if done and not took and not course.in_parts and not files_to_come:
        yield f"it did nothing of the kind, but says: {short(ran)}"
    if ran.code == course.ran.code == 0 and not took:
        yield f"it did not do it, but exits with 0 and says: {short(ran)}"
    if ran.code and took and not done and not course.untouched(now) and not UNSURE.search(ran.said):
        yield f"it did it, but says only: {short(ran)}"


def bad_words(ran: Ran) -> Iterator[str]:
    if BAD_WORDS.search(ran.said) or ran.code not in (0, 1):
        yield f"gm {' '.join(ran.args)} exits with {ran.code} and says: {short(ran)}"
    if ran.code == 1 and not ran.said.strip():
        yield f"gm {' '.join(ran.args)} exits with 1 and says nothing"


# Once the command was given again


def wrong_in_the_end(course: Course, now: Portrait, ran: Ran) -> Iterator[str]:
    if now.damage:
        yield f"in the end the database is damaged: {now.damage}"
        return
    after = course.after
    if now.chores:
        yield f"in the end something is still to be done: {now.chores}"
    mine, other = (_ended(course, each) for each in (now, after))
    if mine != other:
        names = _names(mine, other)
        yield f"in the end there is something else in {names}; gm {' '.join(ran.args)} said: {short(ran)}"
    files = now.files_but_of("sending")  # whoever is in doubt may want to look at it
    if files != after.files:
        differ = differing(files, after.files)
        yield f"in the end files are not as they should be ({differ}); gm {' '.join(ran.args)} said: {short(ran)}"
    if now.drafts:
        yield f"in the end drafts are left: {', '.join(now.drafts[:3])}"
    yield from bad_words(ran)


def _ended(course: Course, seen: Portrait) -> Mapping[str, Any]:
    """What the tables say in the end; or only how much, where the parts may come in any order, and their files tell."""
    tables = seen.without_fates.tables
    return {name: len(rows) for name, rows in tables.items()} if course.in_any_order else tables


# The mail


def wrong_mail(now: Portrait, taken: Sequence[str], last: Ran | None = None) -> Iterator[str]:
    """No message leaves twice, what the outbox says of each is so, and who is in doubt is named in the end."""
    came = Counter(taken)
    for number, state, player, _ in now.outbox:
        if came[number] > 1:
            yield f"{player} was mailed {came[number]} times"
        if state == "sent" and not came[number]:
            yield f"the message to {player} is marked as sent, but it never came"
        if came[number] and state not in ("sent", "sending"):
            yield f"the message to {player} has come, but is marked {state}"
        if last and state == "ready":
            yield f"the message to {player} waits still; gm {' '.join(last.args)} said: {short(last)}"
        if last and state == "sending" and f"{player}@" not in last.said:
            yield f"the message to {player} is in doubt, but nobody says so: {short(last)}"


def differing(now: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    """Which files are missing, too many, or others."""
    kinds = {
        "missing": after.keys() - now.keys(),
        "too many": now.keys() - after.keys(),
        "others": {name for name in now.keys() & after.keys() if now[name] != after[name]},
    }
    return "; ".join(f"{kind}: {', '.join(sorted(names)[:3])}" for kind, names in kinds.items() if names)


def _names(now: Mapping[str, Any], *others: Mapping[str, Any]) -> str:
    names = sorted({name for each in (now, *others) for name in each})
    differ = [name for name in names if all(now.get(name) != other.get(name) for other in others)]
    return ", ".join(differ) or "how the tables go together"


def short(ran: Ran) -> str:
    return " ".join(ran.said.split())[-200:]
