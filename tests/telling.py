"""A turn played and told without a desk, for tests that look at the rules alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from gm.core.asking import open_turn
from gm.core.dice import Dice
from gm.core.game import Game
from gm.core.play import Book, Event, Json, Seat, Step
from gm.core.turn import run_turn
from gm.reports.call import chosen
from gm.reports.model import Model, Own, Report, Seen, own_orders, view_of
from gm.reports.render import tell

ALL: Seat = "*"  # the reader who may know everything: the game master


def play_turn(game: Game[Any, Any], state: Any, books: Mapping[Seat, Book], dice: Dice | None = None) -> Step[Any]:
    """The open turn."""
    return run_turn(game, state, open_turn(game, state), books, dice or Dice(""))


def story(
    game: Game[Any, Any], state: Any, events: Sequence[Event], viewer: Seat | None, past: Sequence[Event] = ()
) -> Json:
    """All that is told of a turn to one viewer: the chapters, the call and the bare result."""
    seen = Seen(events)
    view = dict(game.whole(state)) if viewer == ALL else view_of(game, state, viewer)
    visible = events if viewer == ALL else seen.public if viewer is None else seen.by(viewer)
    before = [event for event in past if event.audience is None]
    beats, counts = chosen(game.name, *game.call(view, seen.public, before))
    return {
        **game.chapters(view, visible, before),
        "result": game.result(view, visible),
        "case": game.case_of(view),
        "beats": beats,
        "beats_before": counts,
        "view": view,
    }


def report_of(game: Game[Any, Any], step: Step[Any], names: Mapping[Seat, str], seat: Seat | None) -> Report:
    """One reader's report of a turn, with nothing of a zine around it; receipts are left out."""
    seen, view = Seen(step.events), view_of(game, step.state, None)
    over = not game.pending(step.state)
    model = Model(
        rules=game.name, result=game.result(view, seen.public), story=game.chapters(view, seen.public), zine="Z",
        editor="E", game="g", title="T", next_turn=None if over else 2, over=over, players=names, entries=names,
        seats={each: each for each in names}, case=game.case_of(view),
    )  # fmt: skip
    public = Report(model)
    if seat is None:
        return public
    mine, own = game.mine(step.state, seat), seen.own(seat)
    me = Own(
        player=seat, name=seat, entry=mine.get("horse", seat), view=mine, awaited=not over,
        chapters=game.own_chapters(model.story, mine, own), orders=own_orders(own, seat),
    )  # fmt: skip
    whole = view | {"me": mine}
    report = Report(model, me, public, result=game.result(whole, seen.by(seat)), case=game.case_of(whole))
    asked = not over and game.agenda(step.state, seat, open_turn(game, step.state))
    form = game.form(step.state, seat) if asked else None
    page = "" if over else tell(report, "page.yaml", None, form=form or {"groups": []})
    return Report(model, Own(**{**vars(me), "page": page}), public, form=form, result=report.result, case=report.case)
