"""Reports: what each reader may know of a turn, made once, kept, and written to the zine's issues folder."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from gm.core.chapters import Told, of_kind
from gm.core.dice import commitment
from gm.core.each import Each
from gm.core.play import Event, Json, Seat
from gm.core.problems import GmError
from gm.core.remedies import RULING
from gm.core.words import counted, few, sentence, unpack
from gm.desk import speaking
from gm.desk.aloud import conditions
from gm.desk.deadlines import of_grace
from gm.desk.desk import Desk, Match, deadline, match_after, match_of, match_with
from gm.desk.kept import as_then, for_another, kept_texts, settings_now, templates_now
from gm.desk.placing import Aim, Placed, written
from gm.desk.ranking import Ranking
from gm.desk.recording import final_hash
from gm.desk.replay import receipts, shown, used_slips, words_of
from gm.desk.turnfolder import FORM as FORM
from gm.desk.turnfolder import aim_at, claim, write_report
from gm.desk.turnfolder import folder_of as folder_of
from gm.mail.settings import orders_to
from gm.reports.call import bank, call, chosen
from gm.reports.forms import awaits, ended, no_form, order_form
from gm.reports.languages import Speaker, speaker_of
from gm.reports.model import Model, Own, Report, Seen, conditional, is_printed, own_orders, view_of
from gm.reports.render import FORMATS, parts_of, render, tell
from gm.store.corrections import Corrections
from gm.store.database import NoSuchTurn, StoreError
from gm.store.reports import PUBLIC, Reports, Shared

AT_ONCE = 1_000  # entrants: in a larger field a private report is made when it is first asked for


class NoSuchPlayer(GmError):
    """Nobody of that name plays in this game"""


# Making


class Maker:
    """Makes the reports of one turn: the public part once, and a small part for each seat."""

    def __init__(
        self,
        desk: Desk,
        at: Match,
        events: Sequence[Event],
        due: datetime | None = None,
        templates: Path | None = None,
        notice: bool = True,  # does it say that it was corrected?
    ):
        self.notice = notice
        self.desk, self.at, self.inputs = desk, at, at.head.inputs
        self.seen, self.ranking = Seen(events), Ranking(desk, at)
        self.templates: Path | None = templates or desk.zine.templates
        due = due or deadline(desk, at.name, at.turn)
        self.due = None if at.over else due
        self._public: dict[str, Report] = {}

    @cached_property
    def _view(self) -> Json:
        return view_of(self.at.game, self.at.state, None)

    @cached_property
    def _past(self) -> Told:
        """What everybody may know of all turns before this one."""
        kinds = () if is_printed(len(self.at.seats)) else self.at.game.recalled
        before = self.desk.store.events_up_to(self.at.head.parent, kinds) if self.at.head.parent else []
        return Told(event for event in before if event.audience is None)

    @cached_property
    def _model(self) -> Model:
        """All but what depends on the language."""
        game, row, zine = self.at.game, self.at.row, self.desk.zine
        return Model(
            rules=row.rules,
            result=game.result(self._view, self.seen.public),
            story=game.chapters(self._view, self.seen.public, self._past),
            zine=zine.title,
            editor=zine.editor,
            game=row.name,
            title=row.title,
            turn=self.at.head.turn,
            next_turn=None if self.at.over else self.at.turn,
            deadline=self.due.isoformat() if self.due else None,
            over=self.at.ended,
            closed=self.at.closed,
            people=self.at.told_of_people(),
            seats=self.at.players,
            players=self.at.names,
            entries=self.at.seats,
            silks=self.at.silks,
            receipts=receipts(self.inputs, self.at.seats),
            press=self._press(),
            corrected=self.inputs.get("corrected", []) if self.notice else [],
            rulings=of_kind(self.seen.public, RULING),
            commitment=commitment(row.secret),
            deals=game.deals,
            revealed=self._revealed(),
            case=game.case_of(self._view),
            mail_to=orders_to(zine.mail),
            pictures=game.pictures,
            listed=zine.listed,
            notes=speaking.to_everybody(self.inputs),
        )

    def public(self, language: str) -> Report:
        """The same for everybody who reads that language."""
        if language not in self._public:
            speaker = speaker_of(language)
            due, opened = self._due(speaker), speaker.say(self._opened())
            players = Each(self.at.names, lambda _, name: speaker.say(name))
            press = [said | {"name": speaker.say(said["name"])} for said in self._model.press]
            told: Json = {"call": self._call(language), "standings": self.ranking.told(self._view, speaker)}
            model = replace(self._model, due=due, opened=opened, players=players, press=press, **told)
            self._public[language] = Report(model, language=language)
        return self._public[language]

    def report(self, seat: Seat | None) -> Report:
        player = self.at.players[seat] if seat else None
        public = self.public(self.desk.zine.language_of(player))
        return public if seat is None else self._private(seat, public)

    def _private(self, seat: Seat, public: Report) -> Report:
        """A small part beside the public one; what scripts read of it is whole, while the field can be listed."""
        game, state, mine = self.at.game, self.at.state, self.at.game.mine(self.at.state, seat)
        report = replace(public, me=self.own(seat), public=public, bodies={})
        if awaits(report):
            form = game.form(state, seat)
            page = ended(tell(report, "page.yaml", self.templates, form=form))
            report = replace(report, me=replace(_me(report), page=page), form=form)
        if report.brief:
            return report
        view = self._view | {"me": mine}
        return replace(report, result=game.result(view, self.seen.by(seat)), case=game.case_of(view))

    def shared(self, seat: Seat | None) -> Shared:
        """Parts of that reader's report which others have word for word."""
        language = self.desk.zine.language_of(self.at.players[seat]) if seat else ""
        return parts_of(self.public(language), self.templates) if seat else {}

    def own(self, seat: Seat) -> Own:
        """What a seat may know beside what is public, without its next order page."""
        at, events, mine = self.at, self.seen.own(seat), self.at.game.mine(self.at.state, seat)
        public = self.public(self.desk.zine.language_of(at.players[seat])).model
        slips = [shown(slip) for slip in used_slips(self.inputs, seat)]
        return Own(
            player=seat,
            name=public.players[seat],
            entry=at.seats[seat],
            token=self.desk.store.token(at.players[seat]),
            view=mine,
            chapters=at.game.own_chapters(public.story, mine, events),
            orders=(orders := own_orders(events, seat)),
            said=conditions(at, seat) if conditional(orders) else {},
            fallen=[unpack(each) for each in self.inputs.get("fallen", {}).get(seat, [])],
            receipt=slips[0]["receipt"] if slips else None,
            nonce=slips[0]["nonce"] if slips else None,
            canonical=slips[0]["canonical"] if slips else None,
            rulings=[event for event in events if event.kind == RULING],
            slips=slips,
            awaited=self._asks and at.owes(seat),
            notes=speaking.to_one(self.inputs, seat, at.players[seat]),
        )

    @cached_property
    def _asks(self) -> bool:
        """For the next order; but a turn that was corrected later on does not: the next one has been run."""
        as_published = self.notice and "corrected" not in self.inputs
        return as_published or self.at.head.turn >= self.desk.store.turn_at(self.at.row.head).turn

    def _call(self, language: str) -> list[str]:
        """The race call, the same for everybody; its seed is what everybody may know."""
        zine, row = self.desk.zine, self.at.row
        moments, before = self._moments
        phrases = bank(row.rules, self.templates, language, zine.languages[0])
        seed = f"{commitment(row.secret)}:{row.name}"
        return call(moments, before, phrases, seed, speaker_of(language), self.at.names)

    @cached_property
    def _moments(self) -> tuple[list[Json], dict[str, int]]:
        return chosen(self.at.row.rules, *self.at.game.call(self._view, self.seen.public, self._past))

    def _revealed(self) -> Json | None:
        """Fair play, point 5: once the game is over, everybody can check the deal."""
        row = self.at.row
        if not self.at.over:
            return None
        opened = {"secret": row.secret, "words": words_of(row.roster), "seed": row.seed}
        return opened | {"record": final_hash(self.desk, self.at)}

    def _due(self, speaker: Speaker) -> str:
        """The next deadline, and until when orders are in time if there are days of grace."""
        called = of_grace(self.desk, self.at, self.due) if self.due else None
        if called:
            return speaker.say(sentence("{called} (with days of grace until {due})", called=called, due=self.due))
        return speaker.moment(self.due) if self.due else ""

    def _opened(self) -> str:
        """Of a blind game: until when nobody could read an order, and whose came after that."""
        opened = self.inputs.get("opened")
        if not opened:
            return ""
        moment = datetime.fromisoformat(opened["at"]).astimezone(self.desk.zine.zone)
        if not opened["after"]:
            return sentence("All orders were sealed until {moment}.", moment=moment)
        values = {"moment": moment, "names": opened["after"]}
        return sentence("The orders were opened on {moment}; ordered after that: {names}.", **values)

    def _press(self) -> list[Json]:
        said = self.inputs.get("press", {})
        theirs = ({"name": each["name"] or self.at.names[seat], "text": each["text"]} for seat, each in said.items())
        return [*theirs, *speaking.editors_press(self.inputs)]


def _me(report: Report) -> Own:
    assert report.me is not None
    return report.me


def match_at(desk: Desk, name: str, turn: int | None) -> Match:
    """A game as it stood after that turn, or after the last one."""
    return match_of(desk, name) if turn is None else match_after(desk, name, turn)


def version_of(desk: Desk, at: Match, version: int) -> Match:
    """The same turn as it was told the first time, or the second: all versions are kept."""
    versions = Corrections(desk.store).versions(at.name, at.head.turn)
    if version > len(versions):
        values = {"turn": at.head.turn, "game": at.name, "version": version}
        none = sentence("there is no version {version} of turn {turn} of {game}", **values)
        raise NoSuchTurn(none, counted("there is {n}", "there are {n}", len(versions)))
    return match_with(desk, at.row, desk.store.turn_at(versions[version - 1]))


def maker_of(desk: Desk, name: str, turn: int | None = None) -> Maker:
    at = match_at(desk, name, turn)
    return Maker(desk, at, desk.store.events(at.head.id))


def stored_report(desk: Desk, name: str, turn: int | None, reader: str | None) -> Report:
    """What any report is made of, as things stand now."""
    maker = maker_of(desk, name, turn)
    return maker.report(seat_of_reader(maker.at, reader) if reader else None)


def seat_of_reader(at: Match, reader: str) -> Seat:
    seat = at.seat_called(reader)
    if seat is None:
        nobody = sentence("nobody called {name} plays in {game}", name=reader, game=at.name)
        raise NoSuchPlayer(nobody, sentence("there are {names}", names=few(list(at.seats))))
    return seat


# Keeping


def texts(report: Report, templates: Path | None) -> dict[str, str]:
    """A report in all its formats, with the order form that goes with it."""
    made = {format: render(report, format, templates) for format in FORMATS}
    return made | ({FORM: order_form(report, templates)} if awaits(report) else {})


def kept_text(desk: Desk, at: Match, reader: str | None, format: str) -> str:
    """A report as it was published; one from before reports were kept, or of a large field, is made now, and kept."""
    seat = seat_of_reader(at, reader) if reader else None
    kept = Reports(desk.store).get(at.head.id, seat or PUBLIC, format)
    if kept is not None and not (seat and for_another(Reports(desk.store), at, seat)):
        return kept
    with Kept(desk, at) as reports:
        made = reports.read(seat)
    if format not in made:
        raise no_form(at.names[seat] if seat else None)
    return made[format]


class Kept(ExitStack):
    """The reports of one turn as they were published; what was not made then is made now, and kept.

    However many are asked for, what they share is made once.
    """

    def __init__(self, desk: Desk, at: Match):
        super().__init__()
        self.desk, self.at, self.reports = desk, at, Reports(desk.store)

    def texts(self, seat: Seat | None) -> dict[str, str]:
        """One reader's, in every format; within the caller's transaction."""
        return kept_texts(self.reports, self.at, seat) or self._keep(seat, self._made(seat))

    def read(self, seat: Seat | None) -> dict[str, str]:
        """The same to look at: that waits for nobody and needs no room, and what cannot be kept now is made again."""
        made = kept_texts(self.reports, self.at, seat)
        if not made:
            made = self._made(seat)
            with suppress(StoreError), self.desk.store.writing(patient=False):
                self._keep(seat, made)
        return made

    def _made(self, seat: Seat | None) -> dict[str, str]:
        return texts(self._maker.report(seat), self._maker.templates)

    def _keep(self, seat: Seat | None, made: dict[str, str]) -> dict[str, str]:
        self.reports.keep(self.at.head.id, seat or PUBLIC, made, self.desk.stamp, self._maker.shared(seat))
        return made

    @cached_property
    def _maker(self) -> Maker:
        then = replace(self.desk, zine=as_then(self.desk.zine, self.reports.settings(self.at.head.id)))
        maker = Maker(then, self.at, self.desk.store.events(self.at.head.id))
        maker.templates = self._templates_then()
        return maker

    def _templates_then(self) -> Path | None:
        """The zine's own templates as they were when the turn was run, if they were kept; else as they are."""
        kept = self.reports.templates(self.at.head.id)
        if not kept:
            return self.desk.zine.templates if kept is None else None
        folder = Path(self.enter_context(TemporaryDirectory(prefix="gm-templates-")))
        for name, text in kept.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
        return folder


# Publishing


def publish(desk: Desk, change: Callable[[], Maker], anew: bool = True) -> Placed:
    """Store a change, and keep and write the reports that it answers with: all of it, or nothing.

    The files are written to a folder that nobody looks at, and take their place once the change is stored. Reports that
    were published before stay as they were, unless they are to be made anew.
    """

    def write(draft: Path, maker: Maker) -> Aim:
        claim(desk, maker.at)
        digests: dict[str, str] = {}
        for reader, made in _published(desk, maker, anew):
            digests |= write_report(draft, reader, made)
        desk.deeds.to_do(not_in_place(maker.at.name, maker.at.head.turn))
        return aim_at(desk, maker.at)._replace(digests=digests)

    return written(desk, desk.zine.issues, change, write)


def as_it_stands(desk: Desk, name: str, turn: int) -> Maker:
    """No change but to the reports, which are made anew."""
    desk.deeds.will(sentence("the reports of turn {turn} have been made anew", turn=turn))
    return maker_of(desk, name, turn)


def not_in_place(name: str, turn: int) -> str:
    return sentence(
        "its reports are not in their place yet: the next gm command puts them there, or"
        " gm report {game} --turn {turn} --save",
        game=name,
        turn=turn,
    )


def published_again(desk: Desk, name: str, turn: int, draft: Path) -> Aim:
    """The files of a turn from what was kept of it; within the caller's transaction."""
    maker = maker_of(desk, name, turn)
    for reader, made in _published(desk, maker, anew=False):
        write_report(draft, reader, made)
    return aim_at(desk, maker.at)


def keep_reports(desk: Desk, maker: Maker) -> None:
    """Of a turn whose files follow later; within the caller's transaction."""
    for _ in _published(desk, maker, anew=True):
        pass


def _published(desk: Desk, maker: Maker, anew: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """One reader's report after the other, each kept before the next is made; within the caller's transaction."""
    at, reports = maker.at, Reports(desk.store)
    if anew:
        reports.forget(at.head.id)
    everybody = len(at.seats) <= AT_ONCE
    for seat in (None, *(at.seats if everybody else ())):
        made = {} if anew else kept_texts(reports, at, seat)
        if not made:
            made = texts(maker.report(seat), maker.templates)
            reports.keep(at.head.id, seat or PUBLIC, made, desk.stamp, maker.shared(seat))
        yield seat or "public", made
    if anew and not everybody:
        now = templates_now(desk.zine.templates), settings_now(desk.zine)
        reports.keep_for_later(at.head.id, *now, desk.stamp)
