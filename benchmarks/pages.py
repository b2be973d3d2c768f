"""Reading order pages: the strict reader beside PyYAML's own C loader, on the sample pages."""

import random
from pathlib import Path

import yaml
from compare import compare

from gm.pages.page import read_page
from gm.pages.text import as_meant, cut_press, decode
from gm.pages.tree import documents

SAMPLES = Path(__file__).parent.parent / "sample_orders"


def main() -> None:
    pages = [path.read_bytes() for path in sorted(SAMPLES.rglob("turn-*/*.yaml"))] * 20
    random.Random(1).shuffle(pages)
    texts = [as_meant(cut_press(decode(page))[0]).expandtabs(4) for page in pages]
    compare(
        f"Reading {len(pages)} order pages",
        {
            "PyYAML's CSafeLoader, text to values": lambda: [yaml.load(text, yaml.CSafeLoader) for text in texts],
            "strict tree from libyaml's events": lambda: [list(documents(text)) for text in texts],
            "whole page: decode, press, tree": lambda: [read_page(page, "page") for page in pages],
        },
        rounds=7,
    )


if __name__ == "__main__":
    main()
