"""The picture of the rooms in docs/architecture.md, drawn from that page: python docs/pictures/rooms.py

Lanes are the rooms of its table, and dots are the steps of its walk. A test draws it again and compares.
"""

import re
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE, PICTURE = HERE.parent / "architecture.md", HERE / "rooms.svg"

LEFT, STEP, LANE, TOP, RADIUS = 92, 21, 40, 34, 9.5
ROOM = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
COMMAND = re.compile(r"^### `([^`]+)`.*$", re.MULTILINE)
WALKED = re.compile(r"^\| (\d+) \| (\w+) \| `([\w.]+)` \|", re.MULTILINE)
STYLE = """
    text { font: 14px system-ui, sans-serif; fill: #1f2328 }
    .number { font-size: 10.5px; fill: #ffffff; text-anchor: middle }
    .command { font: 13px ui-monospace, monospace; fill: #57606a }
    .ground { fill: #ffffff } .lane { fill: #f3f5f7 } .other { fill: #e9edf1 }
    .way { fill: none; stroke: #8c959f; stroke-width: 1.5 } .parting { stroke: #afb8c1; stroke-dasharray: 3 4 }
    .dot { fill: #0a5cad }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 } .number { fill: #0d1117 } .command { fill: #9da7b3 }
      .ground { fill: #0d1117 } .lane { fill: #161b22 } .other { fill: #1c2430 }
      .way { stroke: #7d8590 } .parting { stroke: #484f58 } .dot { fill: #79b8ff }
    }
  """


class Walked(NamedTuple):
    number: int
    room: str
    function: str


def rooms(page: str) -> list[str]:
    """As its table has them, from the top."""
    return ROOM.findall(page)


def walk(page: str) -> dict[str, list[Walked]]:
    """The steps of each command."""
    _, *parts = COMMAND.split(page)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {command: [Walked(int(n), *rest) for n, *rest in WALKED.findall(text)] for command, text in pairs}


def picture(page: str) -> str:
    lanes, commands = rooms(page), walk(page)
    steps = [step for part in commands.values() for step in part]
    width, height = LEFT + STEP * len(steps) + 12, TOP + LANE * len(lanes) + 6
    drawn = [f'<rect class="ground" width="{width}" height="{height}"/>']
    for number, room in enumerate(lanes):
        y = TOP + LANE * number
        kind = "other" if number % 2 else "lane"
        drawn.append(f'<rect class="{kind}" y="{y}" width="{width}" height="{LANE}"/>')
        drawn.append(f'<text x="12" y="{y + LANE / 2 + 5:g}">{room}</text>')
    for command, part in commands.items():
        x = _x(part[0].number) - STEP / 2
        drawn.append(f'<text class="command" x="{x + 2:g}" y="22">{command}</text>')
        drawn.append(f'<path class="parting" d="M{x:g} 10V{height - 6}"/>')
        drawn.append(f'<path class="way" d="{_way(part, lanes)}"/>')
    for step in steps:
        x, y = _x(step.number), _y(step.room, lanes)
        drawn.append(f'<circle class="dot" cx="{x:g}" cy="{y:g}" r="{RADIUS}"><title>{step.function}</title></circle>')
        drawn.append(f'<text class="number" x="{x:g}" y="{y + 3.7:g}">{step.number}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    return "\n  ".join([head, f"<style>{STYLE}</style>", *drawn]) + "\n</svg>\n"


def _x(number: int) -> float:
    return LEFT + STEP * (number - 0.5)


def _y(room: str, lanes: list[str]) -> float:
    return TOP + LANE * (lanes.index(room) + 0.5)


def _way(part: list[Walked], lanes: list[str]) -> str:
    return "M" + "L".join(f"{_x(step.number):g} {_y(step.room, lanes):g}" for step in part)


if __name__ == "__main__":
    PICTURE.write_text(picture(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
