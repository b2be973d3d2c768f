"""Who goes on, and the tables of a stage, on one page."""

from collections.abc import Callable, Mapping

from gm.core.casepage import CaseReader
from gm.core.options import choice
from gm.core.play import Json, Raw, Refusal
from gm.core.words import sentence, write
from gm.season.drawcase import piece_of, read_secret
from gm.season.lots import Lots
from gm.season.results import Player
from gm.season.stages import Dealt, Heat, Mark, deal_bracket, deal_heats, go_on
from gm.season.tablecase import number, piece, read_game


def read_stage(reader: CaseReader) -> Callable[[], Json]:
    lots = _lots(reader)
    through, losers = reader.read(_stage, reader.page["stage"], default=(1, 0))
    heats = reader.each(_heat, reader.items("games"))

    def told() -> Json:
        went = go_on(heats, through, losers, lots)
        return {"through": list(went.through), "losers": list(went.losers), "plate": list(went.plate)}

    return told


def read_deal(reader: CaseReader) -> Callable[[], Json]:
    lots = _lots(reader)
    seeds = {str(player): reader.read(_mark, raw, default=Mark()) for player, raw in reader.map("seeds").items()}
    reader.want(bool(seeds), sentence("nobody is entered"), "seeds", write("seeds: {ann: 1610, bob: 0}"))
    deal = reader.read(_deal, reader.page["deal"], default=None)

    def told() -> Json:
        dealt = deal(seeds, lots) if deal else Dealt(())
        tables = [{"table": i, "players": list(each)} for i, each in enumerate(dealt.tables, start=1)]
        return {"tables": tables, "byes": list(dealt.byes)}

    return told


def _lots(reader: CaseReader) -> Lots:
    words = {str(player): str(word) for player, word in reader.map("words").items()}
    return Lots(read_secret(reader), str(reader.page.get("word", "")), words)


def _stage(raw: Raw) -> tuple[int, int]:
    page = piece(raw, ("through", "losers"), "stage: {through: 2, losers: 1}")
    return number("through", page.get("through"), 1), number("losers", page.get("losers", "0"), 0)


def _heat(raw: Raw) -> Heat:
    places = raw.get("places") if isinstance(raw, Mapping) else None
    everybody = list(map(str, places)) if isinstance(places, Mapping) else []
    game = read_game(raw, everybody)
    if game is None:
        return Heat(0, {}, {})
    marks = {str(player): _mark(mark) for player, mark in piece_of(raw.get("marks")).items()}
    order = {game.walk_over: 1} if game.walk_over else game.order
    return Heat(game.table, order, marks)


def _mark(raw: Raw) -> Mark:
    return tuple(number("marks", each, 0) for each in (raw if isinstance(raw, list) else [raw]))


def _deal(raw: Raw) -> Callable[[Mapping[Player, Mark], Lots], Dealt] | None:
    page = piece(raw, ("format", "of", "best", "through"), "deal: {format: heats, of: 5}")
    try:
        format = choice("heats", "knockout")(page.get("format"))
    except ValueError as wrong:
        raise Refusal(sentence("a stage is dealt as heats or as a knock-out"), wrong.args[0], raw) from None
    if format == "heats":
        of = number("of", page.get("of"), 1)
        return lambda seeds, lots: deal_heats(seeds, of, lots)
    best, through = number("best", page.get("best", "2"), 2), number("through", page.get("through", "1"), 1)
    if best % through or best < 2 * through:  # S18
        raise Refusal(sentence("who goes on has to divide the table, and be at most half of it"), "", raw)
    return lambda seeds, lots: deal_bracket(seeds, best, through, lots)
