"""Where the templates and sample orders lie: in the wheel, or at the top of a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def folder(name: str) -> Path:
    shipped = _PACKAGE / name
    return shipped if shipped.is_dir() else _PACKAGE.parent / name


def templates() -> Path:
    return folder("templates")


def sample_orders() -> Path:
    return folder("sample_orders")
