"""Trials, asked for: what would this course do to this field?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gm.core.play import Json, Raw
from gm.core.problems import GmError
from gm.core.trials import Plan, Tally
from gm.core.words import counted, sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome, line
from gm.desk.simulating import BACKENDS as BACKENDS

MOST_GAMES, MOST_ENTRANTS = 100_000_000, 500
_BESIDE = 4_096  # games without a kind of fence, to compare


@dataclass(frozen=True)
class Simulate(Command):
    """Play a game by the thousand, and say what came of it."""

    game: str | None = None  # one of the zine's files; else the rules, and so many entrants
    rules: str | None = None
    entrants: int | None = None
    course: str = ""
    options: Sequence[str] = ()  # KEY=VALUE
    riders: str = ""  # their tempers
    games: int = 1_000
    seed: str = ""
    picture: Path | None = None
    cores: int = 0
    backend: str = BACKENDS[0]
    cluster: str = ""
    language: str = ""

    def carry_out(self, at: Place) -> Outcome:
        from gm import games

        if self.backend == "dask" and not self.cluster:
            raise Misuse(sentence("say where the engine listens: --cluster ADDRESS"))
        if self.picture and self.picture.exists():
            raise GmError(sentence("{file} is there already", file=str(self.picture)), sentence("choose another name"))
        rules, plan = self._plan(at)
        game = games.load(rules)
        unknown = [each for each in plan.tempers if each not in game.tempers]
        if unknown:
            known = list(game.tempers)
            none = sentence("{game} knows no riders called {name}", game=rules, name=unknown[0])
            raise GmError(none, sentence("it knows {names}", names=known) if known else "")
        tally = self._tried(at, rules, plan, self.games)
        without = {
            kind: self._tried(at, rules, other, min(self.games, _BESIDE)) for kind, other in game.without(plan).items()
        }
        outcome = Simulated(rules, plan, tally, without, str(self.picture or ""))
        if self.picture:
            self._draw(self.picture, outcome)
        return outcome

    def _tried(self, at: Place, rules: str, plan: Plan, many: int) -> Tally:
        from gm.desk.simulating import Crew, cuts, simulate, total

        crew = Crew(self.cores, self.backend, self.cluster)
        label = sentence("Trying it out")
        with at.watch.progress(simulate(rules, plan, many, crew), len(cuts(rules, many)), label) as done:
            return total(done)

    def _plan(self, at: Place) -> tuple[str, Plan]:
        if self.game:
            return self._of_file(at, self.game)
        if not self.rules or not self.entrants:
            raise Misuse(sentence("name a game's file, or --rules and --entrants"))
        from gm import games

        game = games.load(self.rules)
        settings: dict[str, Raw] = {"options": self._options()}
        course = self.course or game.propose(self.entrants).get("written", "")
        settings |= {"course": course} if course else {}
        self._refuse(game, settings)
        return game.name, Plan(self.entrants, settings, self._tempers, self.seed)

    @property
    def _tempers(self) -> tuple[str, ...]:
        return tuple(each.strip().casefold() for each in self.riders.split(",") if each.strip())

    def _refuse(self, game: Any, settings: Mapping[str, Raw]) -> None:
        """What is wrong with it, in the words that a game's file would be refused with."""
        from gm.core.play import Entrant

        field = [Entrant(str(number), str(number)) for number in range(1, (self.entrants or 0) + 1)]
        for remark in game.survey(field, settings):
            if remark.level == "error":
                raise GmError(remark.message, remark.hint)

    def _options(self) -> dict[str, str]:
        from gm.desk.amending import options_in

        return dict(options_in(self.options))

    def _of_file(self, at: Place, name: str) -> tuple[str, Plan]:
        from gm.desk.simulating import bare
        from gm.pages.gamefile import read_game_file
        from gm.pages.zine import find_zine, read_zine

        file = read_game_file(read_zine(find_zine(at.folder)), name)
        settings: dict[str, Raw] = {key: bare(raw) for key, raw in file.settings.items()}
        settings |= {"course": self.course} if self.course else {}
        if self.options:
            own = settings.get("options")
            settings["options"] = {**(own if isinstance(own, Mapping) else {}), **self._options()}
        return file.game.name, Plan(len(file.entrants), settings, self._tempers, self.seed)

    def _draw(self, path: Path, outcome: "Simulated") -> None:
        from gm.reports.render import fill
        from gm.store.files import READABLE, write_file

        picture = fill("any/trials.svg", outcome.as_json() | {"charts": outcome.charts()}, None, self.language or "en")
        write_file(path, picture.encode(), READABLE)


@dataclass(frozen=True)
class Simulated(Outcome):
    rules: str
    plan: Plan
    tally: Tally
    without: Mapping[str, Tally]
    picture: str = ""

    def charts(self) -> list[Any]:
        from gm import games
        from gm.desk.trialcharts import charts

        return [each.as_json() for each in charts(games.load(self.rules), self.tally)]

    def notes(self) -> Iterator[Note]:
        from gm.desk.trialcharts import bar

        values = {"entrants": self.plan.entrants, "course": self.plan.settings.get("course", "")}
        yield Note(
            counted("{n} race with {entrants}", "{n} races with {entrants}", self.tally.games, **values), "title"
        )
        if values["course"]:
            yield Note(line("course: {course}", course=values["course"]), "quiet")
        for chart in self.charts():
            yield Note("")
            yield Note(chart["title"], "title")
            wide = max((len(str(row["label"])) for row in chart["rows"]), default=0)
            for row in chart["rows"]:
                pad = " " * (wide - len(str(row["label"])))
                shown = line(
                    "{pad}{label} {bar} {figure}",
                    pad=pad,
                    label=row["label"],
                    bar=bar(row["part"]),
                    figure=row["shown"],
                )
                yield Note(shown, toned={"bar": "good"}, under=1)
        yield from self._differences()
        if self.picture:
            yield Note(sentence("{file} is written.", file=self.picture), "good")

    def _differences(self) -> Iterator[Note]:
        """Does a special fence matter?"""
        for number, (kind, other) in enumerate(self.without.items()):
            means = {"left": round(other.mean("finishers"), 1), "now": round(self.tally.mean("finishers"), 1)}
            told = sentence(
                "With plain fences in place of {kind} {left} would finish on average, not {now}.", kind=kind, **means
            )
            yield from ([] if number else [Note("")])
            yield Note(told)

    def as_json(self) -> Json:
        return {
            "rules": self.rules,
            "entrants": self.plan.entrants,
            "settings": dict(self.plan.settings),
            "seed": self.plan.seed,
            "games": self.tally.games,
            "counts": {
                what: {str(key): many for key, many in found.items()} for what, found in self.tally.counts.items()
            },
            "without": {kind: {"finishers": round(each.mean("finishers"), 3)} for kind, each in self.without.items()},
        }
