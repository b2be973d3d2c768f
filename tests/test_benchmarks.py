"""The benchmarks themselves: one table, whose lines all have a floor and a wanted ratio, and a runner that is fair."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks import __main__ as runner
from benchmarks import history
from benchmarks.alone import alone
from benchmarks.table import Measurement, Round, timed

ROOT = Path(__file__).parent.parent
BENCHMARKS = {path.name: path.read_text() for path in sorted((ROOT / "benchmarks").glob("*.py"))}


def numbers(*pairs: tuple[float, float]) -> Callable[[], Iterator[Round]]:
    """A setting whose rounds answer with these, one after the other."""

    def setting() -> Iterator[Round]:
        yield iter(pairs).__next__

    return setting


def line(what: str = "a trot", most: float = 2.0, **more: object) -> Measurement:
    return Measurement(what, "a walk", most, **{"setting": numbers((3.0, 2.0)), "rounds": 1} | more)  # type: ignore[arg-type]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A table of its own, in place of that of the house."""
    return lambda *lines: monkeypatch.setattr(runner, "all_lines", lambda: {"gaits": list(lines)})


def test_every_line_is_named_once_has_a_floor_and_says_what_is_wanted():
    lines = [line for each in runner.all_lines().values() for line in each]
    assert len(lines) > 30
    assert [what for what, times in Counter(line.what for line in lines).items() if times > 1] == []
    assert [
        line.what for line in lines if not (line.what and line.beside and line.wanted > 0 and line.rounds > 0)
    ] == []
    assert [line.what for line in lines if len(line.what) > 48 or len(line.beside) > 44] == []  # a screen is so wide
    assert [line.what for line in lines if "|" in line.what + line.beside] == []  # cells of a page, too


def test_every_file_has_lines_or_helps_those_that_have():
    helpers = {"__init__", "__main__", "alone", "history", "screen", "table", "zines"}
    assert {name.removesuffix(".py") for name in BENCHMARKS} - set(runner.all_lines()) == helpers


def test_what_commands_say_is_not_printed_by_a_benchmark():
    """Ten thousand mails are ten thousand lines; zines.quiet types a command without a word."""
    assert [name for name, text in BENCHMARKS.items() if "gm.cli" in text] == ["zines.py"]
    assert {name for name, text in BENCHMARKS.items() if "print(" in text} == {"__main__.py", "alone.py", "screen.py"}


def test_both_are_done_in_turn_and_neither_is_always_first():
    done = list[str]()
    one = timed(
        lambda: done.append("ours"),
        lambda: done.append("floor"),
        ready=lambda: done.append("ready"),
        clock=iter(range(100)).__next__,
    )
    assert [one(), one()] == [(1, 1), (1, 1)]
    assert done == ["floor", "ready", "ours", "ready", "ours", "floor"]


def test_preparation_is_not_timed():
    now = [0.0]

    def passes(seconds: float) -> Callable[[], None]:
        return lambda: now.__setitem__(0, now[0] + seconds)

    one = timed(passes(3), passes(2), ready=passes(50), floor_ready=passes(70), clock=lambda: now[0])
    assert one() == one() == (3, 2)


def test_what_is_told_is_the_median_of_the_ratios_round_by_round():
    found = line(setting=numbers((30, 10), (2, 2), (8, 2), (5, 1), (100, 1)), rounds=5).found()
    assert found.ratios == (3, 1, 4, 5, 100)
    assert (found.ratio, found.spread) == (4, (3, 5))


@pytest.mark.parametrize(
    ("found", "at_least", "good"),
    [((2, 1), False, True), ((2.1, 1), False, False), ((2, 1), True, True), ((1.9, 1), True, False)],
)
def test_what_is_wanted_is_the_most_or_the_least(found, at_least, good):
    assert line(setting=numbers(found), at_least=at_least).found().good is good


def test_a_setting_is_tidied_up_after_its_last_round():
    done = list[str]()

    def setting() -> Iterator[Round]:
        done.append("set up")
        yield lambda: (done.append("round") or 1.0, 1.0)
        done.append("tidied up")

    line(setting=setting, rounds=2).found()
    assert done == ["set up", "round", "round", "tidied up"]


def test_the_table_is_all_that_is_on_the_screen(table, capfd):
    def loud() -> Iterator[Round]:
        print("Clop, clop.")
        yield lambda: (3.0, 2.0)

    table(line(setting=loud), line("a gallop", setting=numbers((9, 1), (9, 1), (8, 1)), rounds=3))
    assert runner.main([]) == 1
    out, err = capfd.readouterr()
    assert [each.split() for each in out.splitlines()] == [
        ["what", "beside", "ratio", "(spread)", "wanted"],
        ["a", "trot", "a", "walk", "1.50", "≤", "2", "good"],
        ["a", "gallop", "a", "walk", "9.00", "(8.00–9.00)", "≤", "2", "TOO", "MUCH"],
    ]
    assert err == ""


def test_all_good_is_exit_code_0_and_what_breaks_is_1_and_stops_no_other_line(table, capsys):
    table(line())
    assert runner.main([]) == 0
    table(line("a fall", setting=numbers()), line())
    assert runner.main([]) == 1
    out, err = capsys.readouterr()
    assert "BROKEN" in out.splitlines()[-2]
    assert out.splitlines()[-1].endswith("good")
    assert err.startswith("a fall:\nTraceback")


def test_whoever_stops_it_has_the_lines_so_far_and_their_records(table, tmp_path, capsys):
    def stopped() -> Iterator[Round]:
        raise KeyboardInterrupt
        yield

    table(line(), line("a fall", setting=stopped))
    assert runner.main(["--json", "--history", str(tmp_path / "history.jsonl")]) == 130
    out, err = capsys.readouterr()
    assert (len(out.splitlines()), err) == (2, "")
    assert [each["what"] for record in history.read(tmp_path / "history.jsonl") for each in record["lines"]] == [
        "a trot"
    ]


def test_a_run_in_parts_makes_one_table_and_the_newest_figure_counts(table, tmp_path, capsys):
    kept, later = tmp_path / "history.jsonl", line("a gallop", setting=numbers((3.0, 1.0)))
    whole_run = {
        "as": "quiet",
        "cores": 2,
        "memory": 24,
        "lines": [{"what": "a trot", "ratio": 9.0, "spread": [9, 9], "rounds": 1, "good": False}],
    }
    kept.write_text(json.dumps(whole_run) + "\n")
    for part in ([later], [line(setting=numbers((1.0, 1.0))), later]):
        table(*part)
        runner.main(["--json", "--history", str(kept)])
    records = [record | {"cores": 2, "memory": 24} for record in history.read(kept)]
    assert history.markdown([line(), later], records).splitlines()[2:] == [
        "| a trot | a walk | ≤ 2 | 1.00 |",
        "| a gallop | a walk | ≤ 2 | **3.00** |",
    ]


def test_words_pick_lines_and_one_that_picks_none_is_refused(table, capsys):
    table(line("a trot of 1,000"), line("a gallop of 40"), line("a canter of 40"))
    assert runner.main(["--list", "1,000", "gal"]) == 0
    assert [each.split(",")[0] for each in capsys.readouterr().out.splitlines()] == ["a trot of 1", "a gallop of 40"]
    with pytest.raises(
        SystemExit, match=re.escape('No line has a word that begins with "pace". Files with lines: gaits.')
    ):
        runner.main(["gallop", "pace"])


def test_json_adds_a_record_for_each_line_to_the_history_and_markdown_tells_it(table, tmp_path, capsys):
    table(line(), line("a gallop", setting=numbers((9, 1), (9, 1), (8, 1)), rounds=3))
    kept = tmp_path / "history.jsonl"
    for name, code in (("quiet", 1), ("loaded", 1)):
        assert runner.main(["--json", "--as", name, "--history", str(kept)]) == code
    records = [json.loads(each) for each in kept.read_text().splitlines()]
    assert [(each["as"], each["cores"] > 0) for each in records] == [
        (name, True) for name in ("quiet", "quiet", "loaded", "loaded")
    ]
    second = [each for record in records[2:] for each in record["lines"]]
    assert [(each["what"], each["ratio"], each["wanted"], each["good"]) for each in second] == [
        ("a trot", 1.5, 2.0, True),
        ("a gallop", 9.0, 2.0, False),
    ]
    assert second[1]["spread"] == [8, 9]
    capsys.readouterr()
    assert runner.main(["--markdown", "--history", str(kept)]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith("| what | beside | wanted | quiet: ")
    assert rows == [
        "| a trot | a walk | ≤ 2 | 1.50 | 1.50 |",
        "| a gallop | a walk | ≤ 2 | **9.00** (8.00–9.00) | **9.00** (8.00–9.00) |",
    ]


def test_a_history_that_is_not_there_is_said(table, tmp_path):
    table(line())
    with pytest.raises(SystemExit, match="There is no history yet"):
        history.read(tmp_path / "none.jsonl")


def test_a_process_of_its_own_answers_with_what_it_took():
    took = alone("builtins:sorted", "ba")
    assert took.answer == ["a", "b"]
    assert 0 <= took.seconds < 60
    assert took.megabytes > 1


def test_a_process_of_its_own_that_fails_says_why():
    with pytest.raises(RuntimeError, match="No such file"):
        alone("os:listdir", "/no/such/folder")
