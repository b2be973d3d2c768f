"""What is made of the whole zine, asked for: issues, and the site."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gm.core.play import Json
from gm.core.words import sentence
from gm.desk.commands import Command, Misuse, Place
from gm.desk.outcome import Note, Outcome

if TYPE_CHECKING:
    from gm.desk.articles import LeftOut

PAPERS = ("a5", "a4")


@dataclass(frozen=True)
class Issue(Command):
    """Make an issue of the zine from everything that is new."""

    number: int | None = None  # write that one again, just as it was
    preview: bool = False  # without a number; nothing is kept
    pdf: bool = False
    paper: str | None = None  # of the PDF
    booklet: bool = False  # to be folded and stapled

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import issues

        self._refuse_misuse()
        extras = issues.Extras(self.pdf or self.booklet, self.paper or PAPERS[0], self.booklet)
        with at.desk(create=True) as desk:
            if self.number is not None:
                made = issues.again(desk, self.number, extras, at.watch.doing)
            else:
                made = (issues.preview if self.preview else issues.make)(desk, extras, at.watch.doing)
            files = [desk.zine.show(path) for path in made.files]
            at.shown(desk, made.placed)
            return IssueWritten(made.number, self.preview, files, made.left_out)

    def _refuse_misuse(self) -> None:
        if self.preview and self.number is not None:
            raise Misuse(sentence("issue N has its number already; leave out --preview or --number"))
        if self.paper and not (self.pdf or self.booklet):
            raise Misuse(sentence("--paper is for the PDF; add --pdf or --booklet"))
        if self.paper and self.paper not in PAPERS:
            raise Misuse(sentence("there is no paper {name}; write one of {papers}", name=self.paper, papers=PAPERS))


@dataclass(frozen=True)
class IssueWritten(Outcome):
    number: int
    preview: bool
    files: Sequence[str]
    left_out: "Sequence[LeftOut]"

    def notes(self) -> Iterator[Note]:
        yield from (Note(_left_out(each), "odd") for each in self.left_out)
        if self.preview:
            yield Note(sentence("A preview of issue {number} is written.", number=self.number), "good")
        else:
            yield Note(sentence("Issue {number} is written.", number=self.number), "good")
        yield from (Note(file, under=1) for file in self.files)
        if self.preview:
            yield Note(sentence("It has no number yet, and nothing is kept. To make it: gm issue"))

    def as_json(self) -> Json:
        return {**vars(self), "left_out": [each.file for each in self.left_out]}


def _left_out(each: "LeftOut") -> str:
    if not each.issue:
        return sentence("{file} is no Markdown file (.md); it is left out.", file=each.file)
    return sentence("{file} is unchanged since issue {issue} printed it; it is left out.", **each._asdict())


@dataclass(frozen=True)
class Site(Command):
    """Write a web site of all that is public."""

    to: Path | None = None  # the folder; site/ in the zine, if it is left out
    pdf: bool = False  # every issue as a PDF, too

    def carry_out(self, at: Place) -> Outcome:
        from gm.desk import site

        with at.desk() as desk:
            folder, files = site.write(desk, self.to, self.pdf, at.watch.doing)
            return SiteWritten(desk.zine.show(folder), files)


@dataclass(frozen=True)
class SiteWritten(Outcome):
    folder: str
    files: Sequence[str]

    def notes(self) -> Iterator[Note]:
        done = sentence("The site is in {folder}/: {files} files.", folder=self.folder, files=len(self.files))
        yield Note(done, "good")
        yield Note(sentence("Open {folder}/index.html, or put the folder on a web host.", folder=self.folder))
