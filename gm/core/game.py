"""What a game is: six things to write, and many that have a default. All of it is pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, cast

from gm.core.play import (
    NO_FACTS,
    C,
    Case,
    Decision,
    Entrant,
    Event,
    Facts,
    Finish,
    Flaw,
    Json,
    Key,
    Line,
    Raw,
    Refusal,
    Remark,
    S,
    Seat,
    Section,
    Standings,
    Step,
    View,
)
from gm.core.words import sentence

if TYPE_CHECKING:
    from gm.core.dice import Dice
    from gm.core.moments import Scene
    from gm.core.remedies import Remedy
    from gm.core.trials import Plan, Tally

ORDERS = "orders"
MUST = ("setup", "pending", "read", "default", "resolve", "public")  # what only the game itself can say

USUAL = {  # where a game of several modules keeps what, as far as it does not say otherwise in its `parts`
    "rules": "default resolve",
    "pages": "lines read facts review",
    "form": "form",
    "case": "case",
    "telling": "public whole mine finish chapters own_chapters result case_of",
    "call": "call",
}


class _Part:
    """A method that is a function of the same name in another module of the game; asked for, it takes this place."""

    def __init__(self, owner: type, module: str, name: str):
        self.owner, self.module, self.name = owner, module, name

    def __get__(self, game: object, kind: type) -> Any:
        if game is None:
            return self
        function = getattr(import_module(self.module), self.name)
        setattr(self.owner, self.name, staticmethod(function))
        return function


class Game(Generic[S, C]):
    """The rules of one game. Chance comes in, nothing goes out but values."""

    name: ClassVar[str]
    version: ClassVar[int] = 1  # of the rules: a game that was started keeps the one it was started under
    state: type[S]
    page: ClassVar[Sequence[Section]] = (Section(ORDERS),)  # the first is the one that people are told to fill in
    words: ClassVar[Mapping[str, str]] = {}  # of its pages in other languages: {"red": "rouge, rosso, rot"}
    entry: ClassVar[str] = ""  # what an entrant enters: "horse"; "" if players sit there in person
    settings: ClassVar[Sequence[str]] = ("options",)  # the game file's keys that are this game's own
    options: ClassVar[Any] = None  # the house rules, a frozen dataclass (see gm/core/options.py)
    seats: ClassVar[tuple[int, int]] = (2, 1_000_000)  # how few and how many can play
    alike: ClassVar[bool] = False  # is a line without a condition the same choice, whoever wrote it?
    optional: ClassVar[bool] = False  # are there decisions that nobody has to make?
    several: ClassVar[bool] = False  # may one player have several seats, as an owner has several horses?
    recalled: ClassVar[Sequence[str]] = ()  # of a huge field, what events of past turns are looked at again; (): all
    deals: ClassVar[bool] = True  # does chance decide anything? Then reports show the commitment that seals it
    pictures: ClassVar[Sequence[str]] = ()  # templates/NAME/PICTURE.svg and .txt, for a game without a body of its own
    tempers: ClassVar[Mapping[str, str]] = {}  # of riders that `trial` knows, each with what people call it
    parts: ClassVar[Mapping[str, str]] = {}  # other modules of the game, and which of the functions below they hold

    def __init_subclass__(cls) -> None:
        """What stands in other modules is loaded when it is asked for: most commands ask a game for very little."""
        for module, names in vars(cls).get("parts", {}).items():
            for name in names.split():
                setattr(cls, name, _Part(cls, f"{cls.__module__}.{module}", name))
        unsaid = [name for name in MUST if getattr(cls, name) is getattr(Game, name)]
        if unsaid:
            raise TypeError(f"the game {cls.__name__} does not say: {', '.join(unsaid)} (see docs/writing-a-game.md)")

    # What a game must say

    def setup(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw], dice: "Dice") -> Step[S]:
        """The first position."""
        raise NotImplementedError

    def pending(self, state: S) -> Sequence[Decision]:
        """Whom do we await, and for what? One decision is a game in turns, none is the end."""
        raise NotImplementedError

    def read(self, state: S, decision: Decision, say: Raw) -> C:
        """What a line says, as a choice; or a Refusal if it never can be one, a NotNow if it cannot be one now."""
        raise NotImplementedError

    def default(self, state: S, decision: Decision) -> C:
        """What is done where no order fits."""
        raise NotImplementedError

    def resolve(self, state: S, choices: Mapping[Decision, C], dice: "Dice") -> Step[S]:
        """The next position, and what happened."""
        raise NotImplementedError

    def public(self, state: S) -> View:
        """What everybody may know."""
        raise NotImplementedError

    # What it may say: secrets, and the end

    def mine(self, state: S, seat: Seat) -> View:
        """What this seat alone may know: the one private door beside an event's audience."""
        return {}

    def whole(self, state: S) -> View:
        """All that there is, for rules questions."""
        return self.public(state)

    def finish(self, view: View) -> Sequence[Finish]:
        """Places, from the public view; none where the game does not count them."""
        return []

    def standings(self, view: View) -> Standings:
        """The table that issues, reports and the site print, from the public view."""
        return Standings.of(self.finish(view), sentence("Points"))

    def retire(self, state: S, seats: Sequence[Seat]) -> Step[S]:
        """Players have left, and nobody took their seats; asked before every turn from then on.

        Unless a game does something about it, these seats play on as those do who send no orders.
        """
        return Step(state)

    # Setting up

    def propose(self, entrants: int) -> Json:
        """What `gm new` puts into a game's file; under `lines` what `gm course` says: one for it, then remarks."""
        return {}

    def survey(self, entrants: Sequence[Entrant], settings: Mapping[str, Raw]) -> list[Remark]:
        """All that is wrong, or odd, with a game's file."""
        from gm.core.options import read_options

        remarks = read_options(self.options, settings.get("options"))[1] if self.options else []
        fewest, most = self.seats
        return remarks if fewest <= len(entrants) <= most else [*remarks, self.no_field(len(entrants))]

    def no_field(self, many: int) -> Remark:
        """What is said of a field that is too small or too large."""
        fewest, most = self.seats
        hint = sentence("it takes {fewest} to {most}", fewest=fewest, most=most)
        return Remark(sentence("it cannot be played by {many}", many=many), hint)

    def house_rules(self, settings: Mapping[str, Raw]) -> Any:
        """The options that a game's file gives; what is left out has its default."""
        from gm.core.options import read_options

        return read_options(self.options, settings.get("options"))[0]

    def case(self, page: Mapping[str, Raw]) -> "Case[S] | list[Remark]":
        """A position on one page, for rules questions."""
        return [Remark(sentence("{game} has no case pages", game=self.name), about=page.get("rules"))]

    def puzzle(self, dice: "Dice") -> Json | None:
        """A case page made up by chance, to think about: templates/NAME/puzzle.html asks, and puzzle.txt answers."""
        return None

    def upgrade(self, position: Json, version: int) -> Json:
        """A stored position that was written under an older version of the rules, as this one reads it."""
        return position

    def under(self, version: int) -> "Game[Any, Any]":
        """These rules as they were in that version: games begun under it and records of it are played by them.

        Whoever makes a new version that does something else, tells it otherwise, or writes positions of another shape
        keeps the old rules and answers with them.
        """
        return self

    # Corrections

    def remedies(self) -> "Sequence[Remedy[S]]":
        """The rulings of the game master's own that `gm correct` can make."""
        return ()

    def amended(self, state: S, options: Mapping[str, Raw]) -> S:
        """The position under house rules that are changed from now on; a Refusal where one cannot be."""
        from gm.core.options import change_options

        if self.options is None:
            raise Refusal(sentence("{game} has no options", game=self.name))
        house: Any = state
        return cast(S, replace(house, options=change_options(house.options, options)))

    def fates(self, state: S, seats: Sequence[Seat], events: Sequence[Event]) -> Mapping[Seat, View]:
        """Each seat's own numbers and what befell it on a turn: whom does a correction concern, and in what?"""
        scores = {each.seat: each.score for each in self.finish(self.public(state))}
        own: dict[Seat, list[Json]] = {seat: [] for seat in seats}
        for event in events:
            for seat in event.audience or () if event.kind != "order" else ():
                own[seat].append(event.data)
        return {seat: {**self.mine(state, seat), "score": scores.get(seat), "events": own[seat]} for seat in seats}

    # Reading orders

    def agenda(self, state: S, seat: Seat, turn: int) -> Sequence[Decision]:
        """What this seat owes on that turn; what will be asked on a later one is what is asked now, if nobody says."""
        asked = [decision for decision in self.pending(state) if decision.seat == seat]
        return [decision if decision.turn == turn else decision._replace(turn=turn) for decision in asked]

    def owing(self, state: S, seats: Iterable[Seat], turn: int) -> Mapping[Seat, Sequence[Decision]]:
        """The same of several, as far as they owe anything."""
        return {seat: owed for seat in seats if (owed := self.agenda(state, seat, turn))}

    def lines(self, state: S, part: Mapping[str, Raw]) -> tuple[list[Line], list[Remark]]:
        """The page's own part as lines, each with the key of what it answers."""
        from gm.core.sections import keyed_lines

        return keyed_lines(part, self.page)

    def keyed(self, state: S, seat: Seat, turn: int, words: str) -> Mapping[str, Raw]:
        """The page's own part from what is typed after a name: answers in the order of the agenda."""
        from gm.core.asking import answers_in_turn

        return answers_in_turn(self, self.agenda(state, seat, turn), words)

    def facts(self, state: S, seat: Seat) -> Facts:
        """What a `when` may read: declared once, for the check, the words of a refusal, and the form."""
        return NO_FACTS

    def review(self, state: S, seat: Seat, turn: int, lines: Sequence[Line]) -> list[Remark]:
        """What is wrong, or odd, with an order as a whole; that each line can be read is seen to."""
        asked = {key for decision in self.agenda(state, seat, turn) for key in decision.keys}
        return [
            Remark(_nothing_asked(line.key, asked, turn), about=line.say, flaw=Flaw.UNKNOWN)
            for line in lines
            if line.key not in asked
        ]

    def sound(self, state: S, seat: Seat, turn: int, part: Mapping[str, Raw]) -> bool:
        """Is the page's own part an order for that turn of which, at a glance, nothing is to be said?

        Most are, and of many thousands each waits for the one before. No is no verdict: then it is read and reviewed.
        """
        return False

    def legal(self, state: S, decision: Decision) -> Sequence[Raw]:
        """What may be written at a decision: a range of numbers, or a list; nothing where it cannot be listed."""
        return ()

    def foresee(self, state: S, seat: Seat, lines: Sequence[Line]) -> list[str]:
        """Sentences: what each line would do, as things stand."""
        return []

    def called(self, key: Key) -> str:
        """What people call a decision, when an order is read back to them: Fence 5."""
        return key

    def form(self, state: S, seat: Seat) -> Json:
        """What the order form asks of this seat; gm/reports/forms.py says how."""
        from gm.core.asking import plain_form

        return plain_form(self, state, seat)

    def improvise(self, state: S, seat: Seat, dice: "Dice") -> Json:
        """A page's part by a simple player: something legal at every decision."""
        from gm.core.asking import plain_orders

        return plain_orders(self, state, seat, dice)

    # Trying out

    def trial(self, plan: "Plan", games: range) -> "Tally | None":
        """So many games at once, quicker than by these rules one by one, to the same end; None if there is no way."""
        return None

    def without(self, plan: "Plan") -> "Mapping[str, Plan]":
        """The same plan without what is special in it, thing by thing: does it matter?"""
        return {}

    def tuned(self, entrants: int, finishers: int, tried: "Callable[[Plan], Tally]") -> Json:
        """What `propose` would say of a course that leaves so many at the end when it is tried."""
        return {}

    # Telling

    def chapters(self, view: View, events: Sequence[Event], past: Sequence[Event] = ()) -> Json:
        """What the templates of the public report tell of a turn."""
        return {"view": view, "events": events, "places": self.finish(view)}

    def own_chapters(self, story: Json, me: View, events: Sequence[Event]) -> Json:
        """What a seat's own page tells beside that, from what only this seat has seen."""
        return {"events": events}

    def result(self, view: View, events: Sequence[Event]) -> Json:
        """The turn for scripts."""
        return dict(view)

    def case_of(self, view: View) -> Json | None:
        """The position as a case page, for checks away from the zine; None if this viewer knows too little."""
        return None

    def call(self, view: View, events: Sequence[Event], past: Sequence[Event]) -> "tuple[list[Scene], list[Scene]]":
        """The moments worth telling of this turn, scene by scene, and those of earlier turns."""
        return [], []


def _nothing_asked(key: str, asked: set[str], turn: int) -> str:
    if not asked:
        return sentence("there is nothing to order on turn {turn}", turn=turn)
    return sentence("{key} is not asked on turn {turn}: it asks for {keys}", key=key, turn=turn, keys=sorted(asked))
