"""A real browser for the tests: Debian's Chromium, which never reaches the network.

    from tests.browser import Browser, page_of

    def test_the_page_has_a_heading(browser: Browser) -> None:
        with page_of(browser, path, width=360) as page:
            assert page.locator("h1").count() == 1

The fixture comes with conftest.py. While it lives, an event loop runs in the tests' own thread: asyncio.run wants another.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser as Browser
from playwright.sync_api import Page as Page
from playwright.sync_api import Route, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
OWN = ("file:", "about:", "data:", "blob:")  # a page that is one file needs no more

Media = Literal["screen", "print"]


def chromium() -> str | None:
    """Where this machine keeps its Chromium, if it has one."""
    named = os.environ.get("GM_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def demand(tool: str | None, missing: str) -> str:
    """Where that tool is; a test that lacks it is skipped, or fails where the tests were told that it must be there."""
    if tool:
        return tool
    if os.environ.get("GM_DEMAND_BROWSER"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all the tests of a worker."""
    path = demand(chromium(), "no Chromium here: install Debian's chromium package")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@contextmanager
def page_of(
    browser: Browser,
    shown: str | Path,
    *,
    width: int = 1024,
    height: int = 800,
    media: Media = "screen",
    dark: bool = False,
    **context: Any,
) -> Iterator[Page]:
    """A page as a reader has it before them: a file, or the HTML itself; it fails if the page asks for anything else."""
    with window(browser, **context) as opened:
        opened.show(shown, width=width, height=height, media=media, dark=dark)
        yield opened.page
        opened.be_content()


@contextmanager
def window(browser: Browser, **context: Any) -> Iterator["Window"]:
    """A window of its own, for one page after another."""
    opened = browser.new_context(**context)
    try:
        yield Window(opened.new_page())
    finally:
        opened.close()


class Window:
    """A page that gets nothing from the network; what it asks for and what breaks in it is kept."""

    def __init__(self, page: Page):
        self.page = page
        self.asked: list[str] = []
        self.broken: list[str] = []
        page.route(lambda url: not url.startswith(OWN), self._refuse)
        page.on("pageerror", lambda error: self.broken.append(str(error)))

    def _refuse(self, route: Route) -> None:
        self.asked.append(route.request.url)
        route.abort()

    def show(
        self, shown: str | Path, width: int = 1024, height: int = 800, media: Media = "screen", dark: bool = False
    ) -> Page:
        self.asked.clear()
        self.broken.clear()
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(media=media, color_scheme="dark" if dark else "light")
        if isinstance(shown, Path):
            self.page.goto(shown.resolve().as_uri())
        else:
            self.page.set_content(shown)
        return self.page

    def be_content(self) -> None:
        assert not self.asked, f"the page asks for {self.asked}"
        assert not self.broken, f"the page's script broke: {self.broken}"
