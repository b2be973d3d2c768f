"""Reading order pages: the strict reader beside PyYAML's own C loader, on the sample pages."""

import random
from collections.abc import Iterator
from pathlib import Path

import yaml

from benchmarks.table import Measurement, Round, timed
from gm.pages.page import read_page
from gm.pages.text import as_meant, cut_press, decode

SAMPLES = Path(__file__).parent.parent / "sample_orders"


def measurements() -> Iterator[Measurement]:
    yield Measurement("order pages read: decoded, press, tree", "PyYAML's C loader, text to values", 3, samples, 7)


def samples() -> Iterator[Round]:
    pages = [path.read_bytes() for path in sorted(SAMPLES.rglob("turn-*/*.yaml"))] * 20
    random.Random(1).shuffle(pages)
    texts = [as_meant(cut_press(decode(page))[0]).expandtabs(4) for page in pages]
    yield timed(
        lambda: [read_page(page, "page") for page in pages],
        lambda: [yaml.load(text, yaml.CSafeLoader) for text in texts],
    )
