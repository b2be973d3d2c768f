"""The benchmarks themselves: all of them are run, and they say what they measured and nothing else."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
BENCHMARKS = {path.name: path.read_text() for path in sorted((ROOT / "benchmarks").glob("*.py"))}


def test_make_bench_runs_every_benchmark_there_is():
    runs = (ROOT / "Makefile").read_text()
    measuring = {name for name, text in BENCHMARKS.items() if "__main__" in text}
    assert len(measuring) > 10
    assert {name for name in measuring if f"benchmarks/{name}" in runs} == measuring


def test_what_commands_say_is_not_printed_by_a_benchmark():
    """Ten thousand mails are ten thousand lines; zines.quiet types a command without a word."""
    assert [name for name, text in BENCHMARKS.items() if "gm.cli" in text] == ["zines.py"]
