"""The shape of the database, in numbered steps. A step that has landed is never edited."""

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from gm.core.problems import GmError
from gm.core.words import sentence

if TYPE_CHECKING:
    from sqlite_utils import Database


class TooNew(GmError):
    """The database was written by a later version"""


class TooOld(GmError):
    """The database was written by an earlier version, and cannot be changed"""


def _1_the_first_shape(db: "Database") -> None:
    db.table("games").create(
        {
            "name": str, "rules": str, "title": str, "file": str, "settings": str, "roster": str,
            "secret": str, "seed": str, "every": str, "head": int, "started_at": str,
        },
        pk="name",
    )  # fmt: skip
    turns = {
        "id": int, "game": str, "turn": int, "parent": int, "ran_at": str, "undone_at": str,
        "inputs": str, "position": str,
    }  # fmt: skip
    db.table("turns").create(turns, pk="id").create_index(["parent"])
    events = {"turn_id": int, "n": int, "kind": str, "ruling": str, "audience": str, "data": str}
    db.table("events").create(events, pk=("turn_id", "n"))
    pages = {
        "id": int, "digest": str, "source": str, "content": bytes, "arrived_at": str, "taken_at": str,
        "game": str, "turn": int, "player": str, "verdict": str, "late": int, "problems": str,
        "orders": int, "standing": int, "canonical": str, "nonce": str, "receipt": str, "press": str,
        "checked_at": int,
    }  # fmt: skip
    db.table("pages").create(pages, pk="id").create_index(["digest"]).create_index(["game", "turn"])
    deadlines = {"id": int, "game": str, "turn": int, "at": str, "set_at": str}
    db.table("deadlines").create(deadlines, pk="id")
    db.table("journal").create({"id": int, "at": str, "command": str, "game": str, "detail": str}, pk="id")


def _2_entry_calls(db: "Database") -> None:
    """Fair play, point 1: the secret is drawn when a game is called, before anybody sends a lucky word."""
    db.table("calls").create({"game": str, "secret": str, "called_at": str}, pk="game")


def _3_the_post(db: "Database") -> None:
    """Mail as it came, players' tokens, and when an order counts as received."""
    letters = {
        "id": int, "digest": str, "message_id": str, "sender": str, "subject": str, "source": str, "content": bytes,
        "sent_at": str, "received_at": str, "taken_at": str, "outcome": str,
    }  # fmt: skip
    db.table("letters").create(letters, pk="id").create_index(["digest"], unique=True)
    db.table("tokens").create({"player": str, "token": str}, pk="player")
    pages = db.table("pages")
    for column, kind in {"letter": int, "sender": str, "counts_at": str, "held": str}.items():
        pages.add_column(column, kind)
    pages.create_index(["game", "turn", "player"])
    db.execute("UPDATE pages SET counts_at = taken_at, letter = 0, sender = '', held = ''")


def _4_the_outbox(db: "Database") -> None:
    """Mail to be sent, each message once: ready, then sending, then sent (or failed)."""
    outbox = {
        "id": int, "kind": str, "game": str, "turn": int, "turn_id": int, "player": str, "address": str,
        "message_id": str, "content": bytes, "made_at": str, "state": str, "error": str, "sent_at": str,
    }  # fmt: skip
    db.table("outbox").create(outbox, pk="id").create_index(["state"]).create_index(["address", "made_at"])


def _5_absences(db: "Database") -> None:
    db.table("away").create({"id": int, "player": str, "until": str, "noted_at": str}, pk="id")


def _6_press_under_a_name(db: "Database") -> None:
    db.table("pages").add_column("press_name", str)
    db.execute("UPDATE pages SET press_name = ''")


def _7_issues(db: "Database") -> None:
    """Issues of the zine, each with all that it was made of, and what of that is not to be printed again."""
    issues = {"number": int, "made_at": str, "day": str, "turns": str, "pages": str, "content": str}
    db.table("issues").create(issues, pk="number")


def _8_versions_and_reports(db: "Database") -> None:
    """The version of the rules that each game was started under; and every report as it was published."""
    db.table("games").add_column("version", int)
    db.execute("UPDATE games SET version = 1")
    reports = {"turn_id": int, "seat": str, "format": str, "made_at": str, "content": bytes}
    db.table("reports").create(reports, pk=("turn_id", "seat", "format"))


def _9_the_version_of_each_position(db: "Database") -> None:
    """A game that outlives a change of its rules has positions of both: each says under which it was written."""
    db.table("turns").add_column("version", int)
    db.execute("UPDATE turns SET version = (SELECT version FROM games WHERE name = turns.game)")


def _10_mail_by_player(db: "Database") -> None:
    """The mail to one player is found without looking through everybody's."""
    db.table("outbox").create_index(["player", "game"])


def _11_blind_games(db: "Database") -> None:
    """What is sealed until its turn is opened, with what, and when each turn was opened."""
    for table in ("pages", "letters", "outbox"):
        db.table(table).add_column("sealed", int, not_null_default=0)
    db.table("sealing").create({"id": int, "key": bytes}, pk="id")
    openings = {"id": int, "game": str, "turn": int, "opened_at": str}
    db.table("openings").create(openings, pk="id").create_index(["game", "turn"])


def _12_people(db: "Database") -> None:
    """Who took over a seat, or left; and the addresses that were noted beside the players' file."""
    changes = {
        "id": int, "game": str, "turn": int, "seat": str, "kind": str, "before": str, "after": str, "name": str,
        "because": str, "at": str,
    }  # fmt: skip
    db.table("changes").create(changes, pk="id").create_index(["game"])
    db.table("addresses").create({"id": int, "player": str, "address": str, "instead_of": str, "at": str}, pk="id")


def _13_who_sends(db: "Database") -> None:
    """A message is claimed by one sender before it leaves; when, so that several keep the server's pace together."""
    outbox = db.table("outbox")
    for column, kind in {"claim": str, "claimed_at": float}.items():
        if column not in outbox.columns_dict:
            outbox.add_column(column, kind)
    db.execute("UPDATE outbox SET claim = '', claimed_at = 0")
    outbox.create_index(["claimed_at"], if_not_exists=True)


def _14_what_counts(db: "Database") -> None:
    """Pages in one order of time, none from a moment to come; and which very file each one was."""
    pages = db.table("pages")
    if "file" not in pages.columns_dict:
        pages.add_column("file", str)
    db.execute("UPDATE pages SET file = ''")
    whole_second = "substr(counts_at, 20, 1) = '+'"
    db.execute(f"UPDATE pages SET counts_at = substr(counts_at, 1, 19) || '.000000+00:00' WHERE {whole_second}")
    db.execute("UPDATE pages SET counts_at = taken_at WHERE counts_at > taken_at")
    for columns in (["counts_at"], ["game", "player"]):
        pages.create_index(columns, if_not_exists=True)


def _15_mail_by_seat(db: "Database") -> None:
    """A message about one seat is for whoever sits there: it says which. So far, seats were called after players."""
    if "seat" not in db.table("outbox").columns_dict:
        db.table("outbox").add_column("seat", str)
    db.execute("UPDATE outbox SET seat = player")


def _16_files_and_chores(db: "Database") -> None:
    """What gm wrote where, so that nothing else is replaced; and what is to be done with files after a change."""
    db.table("files").create({"path": str, "digest": str}, pk=("path", "digest"))
    db.table("chores").create({"kind": str, "game": str, "number": int, "detail": str}, pk=("kind", "game", "number"))
    db.table("journal").add_column("stored_at", str)
    db.execute("UPDATE journal SET stored_at = ''")


def _17_corrections(db: "Database") -> None:
    """From which version of a game's last turn to which, and why; nothing of before is lost."""
    corrections = {
        "id": int, "game": str, "turn": int, "because": str, "what": str, "at": str, "old_head": int, "new_head": int,
        "undone_at": str,
    }  # fmt: skip
    table = db.table("corrections").create(corrections, pk="id")
    table.create_index(["game"]).create_index(["new_head"]).create_index(["old_head"])
    db.table("turns").create_index(["game", "turn"])


def _18_the_last_order_of_a_seat(db: "Database") -> None:
    """However many orders somebody sends, the last one is found at once."""
    db.table("pages").create_index(["game", "turn", "player", "counts_at"], if_not_exists=True)


def _19_letters(db: "Database") -> None:
    """What the game master did about a letter that is no order; counted without looking through all mail."""
    db.table("letters").add_column("settled", str, not_null_default="")
    db.table("letters").create_index(["settled", "outcome"])


def _20_notes(db: "Database") -> None:
    """What the game master has to say in the next report of a game, and to whom."""
    notes = {
        "id": int, "game": str, "seat": str, "player": str, "name": str, "text": str, "at": str, "withdrawn_at": str,
    }  # fmt: skip
    db.table("notes").create(notes, pk="id").create_index(["game"])


def _21_bounces(db: "Database") -> None:
    """Addresses from which mail came back, and when somebody last wrote from there."""
    bounces = {"id": int, "address": str, "message": int, "why": str, "at": str}
    db.table("bounces").create(bounces, pk="id")
    db.table("letters").create_index(["sender", "received_at"], if_not_exists=True)
    db.table("outbox").create_index(["message_id"], if_not_exists=True)


def _22_once(db: "Database") -> None:
    """A deadline that was moved for one turn alone; so far the later ones moved along."""
    db.table("deadlines").add_column("once", int, not_null_default=0)


def _23_keyed_twice(db: "Database") -> None:
    """Orders that were keyed a second time in the same way."""
    db.table("pages").add_column("keyed_again", int, not_null_default=0)


def _24_players_help_themselves(db: "Database") -> None:
    """What players ask for by mail: what waits for a word, new addresses that wait to be confirmed, and absences."""
    db.table("pages").add_column("request", str, not_null_default="")
    moves = {
        "id": int, "player": str, "address": str, "old": str, "code": str, "old_code": str, "known": str,
        "asked_at": str, "confirmed": str, "old_confirmed": str, "settled": str,
    }  # fmt: skip
    db.table("moves").create(moves, pk="id").create_index(["player"])
    db.table("away").add_column("instead_of", str, not_null_default="")


def _25_pictures_in_mails(db: "Database") -> None:
    """What many messages share is kept once, by its SHA-256."""
    db.table("enclosures").create({"digest": str, "lines": bytes}, pk="digest")


def _26_seasons(db: "Database") -> None:
    """Games that count together: who is in, what was drawn, what was keyed and ruled; a game knows its place in it."""
    db.table("seasons").create({"name": str, "secret": str, "deals": str, "made_at": str}, pk="name")
    entries = {
        "id": int, "season": str, "player": str, "name": str, "what": str, "round": int, "seat_at": int,
        "horse": str, "lucky_word": str, "at": str, "superseded_at": str,
    }  # fmt: skip
    draws = {
        "id": int, "season": str, "round": int, "attempt": int, "secret": str, "word": str, "rests_on": str,
        "answer": str, "by_hand": str, "insisted": int, "file": str, "at": str, "superseded_at": str,
    }  # fmt: skip
    results = {
        "id": int, "season": str, "round": int, "number": int, "result": str, "at": str, "superseded_at": str,
    }  # fmt: skip
    rulings = {
        "id": int, "season": str, "kind": str, "round": int, "number": int, "player": str, "points": str,
        "reason": str, "printed": int, "at": str, "superseded_at": str,
    }  # fmt: skip
    for name, columns in (("entries", entries), ("draws", draws), ("results", results), ("rulings", rulings)):
        db.table(f"season_{name}").create(columns, pk="id").create_index(["season"])
    for name, type in (("season", str), ("round", int), ("number", int), ("superseded_at", str)):
        db.table("games").add_column(name, type)
    db.table("games").create_index(["season"])


def _27_fewer_indexes(db: "Database") -> None:
    """Every page that is stored pays for each index: no two begin alike, and what few pages have, only they pay for."""
    for columns in ("game_turn", "game_turn_player", "game_player"):
        db.execute(f"DROP INDEX IF EXISTS idx_pages_{columns}")
    few = {
        "standing": "(game, player) WHERE standing", "held": "(counts_at) WHERE verdict = 'held'",
        "late": "(letter) WHERE late", "sealed": "(game, turn) WHERE sealed",
    }  # fmt: skip
    for name, which in few.items():
        db.execute(f"CREATE INDEX IF NOT EXISTS idx_pages_{name} ON pages {which}")


def _28_press_by_itself(db: "Database") -> None:
    """Few pages have press: whoever looks for it goes through no others. (And large positions stand by column.)"""
    db.execute("CREATE INDEX IF NOT EXISTS idx_pages_press ON pages (game, turn) WHERE press != ''")


def _29_rosters_by_themselves(db: "Database") -> None:
    """A roster never changes, and of a large field it is long: a game's head moves without its being written again.

    From now on that of a large field stands column by column.
    """
    db.table("rosters").create({"game": str, "many": int, "roster": str}, pk="game")
    many = "CASE WHEN json_valid(roster) THEN json_array_length(roster) ELSE 0 END"
    db.execute(f"INSERT INTO rosters SELECT name, {many}, roster FROM games")
    db.execute("UPDATE games SET roster = ''")


STEPS = (
    _1_the_first_shape,
    _2_entry_calls,
    _3_the_post,
    _4_the_outbox,
    _5_absences,
    _6_press_under_a_name,
    _7_issues,
    _8_versions_and_reports,
    _9_the_version_of_each_position,
    _10_mail_by_player,
    _11_blind_games,
    _12_people,
    _13_who_sends,
    _14_what_counts,
    _15_mail_by_seat,
    _16_files_and_chores,
    _17_corrections,
    _18_the_last_order_of_a_seat,
    _19_letters,
    _20_notes,
    _21_bounces,
    _22_once,
    _23_keyed_twice,
    _24_players_help_themselves,
    _25_pictures_in_mails,
    _26_seasons,
    _27_fewer_indexes,
    _28_press_by_itself,
    _29_rosters_by_themselves,
)


Keep = Callable[[], Callable[[], None]]  # keeps what there is, and answers with how to take that back


def keep_nothing() -> Callable[[], None]:
    return lambda: None


def refuse_old(connection: sqlite3.Connection) -> None:
    """Where nothing can be written, only a database of today can be read."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    refuse_later(version)
    if version < len(STEPS):
        old = sentence("this zine was written by an earlier version of gm, and here it can only be read")
        raise TooOld(old, sentence("run gm status once where it can be written"))


def refuse_later(version: int) -> None:
    if version > len(STEPS):
        later = sentence("this zine was written by a later version of gm")
        raise TooNew(later, sentence("update Under Orders, then try again"))


def bring_up_to_date(
    connection: sqlite3.Connection, database: Callable[[], "Database"], keep: Keep, shared: bool = True
) -> None:
    """Every step that this file has not seen yet, all in one transaction; what was there before is kept."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    refuse_later(version)
    if version == len(STEPS):
        return
    db = database()
    if shared:
        db.enable_wal()  # readers need not wait for a writer
    connection.execute("BEGIN IMMEDIATE")
    take_back = keep_nothing()
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()  # somebody may have been quicker
        if 0 < version < len(STEPS):
            take_back = keep()
        take_steps(db)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        take_back()
        raise


def take_steps(db: "Database") -> None:
    """Those that the database has not seen yet; within the caller's transaction."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    for step in STEPS[version:]:
        step(db)
    db.execute(f"PRAGMA user_version = {len(STEPS)}")
