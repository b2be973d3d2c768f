"""Mails that somebody wrote to stop the others: of any size, each made of the same thing over and over."""

from collections.abc import Callable

HEAD = (
    "Received: from a by mx.example.org; Mon, 16 Nov 2026 12:00:00 +0000\n"
    "To: orders@example.org\nMessage-ID: <1@example.org>\nMIME-Version: 1.0\n"
)
ALICE = "From: alice@example.org\n"
PLAIN = "Content-Type: text/plain; charset=utf-8\n"
HTML = "Content-Type: text/html; charset=utf-8\n"
FLOWED = "Content-Type: text/plain; format=flowed; delsp=yes\n"


def filled(piece: str, size: int) -> str:
    return piece * (size // len(piece.encode()) + 1)


def in_header(name: str, piece: str, start: str = "", end: str = "") -> Callable[[int], str]:
    sender = "" if name == "From" else ALICE
    return lambda size: f"{HEAD}{sender}{name}: {start}{filled(piece, size)}{end}\n{PLAIN}\nhello\n"


def in_text(piece: str, kind: str = PLAIN, start: str = "", end: str = "") -> Callable[[int], str]:
    return lambda size: f"{HEAD}{ALICE}Subject: x\n{kind}\n{start}{filled(piece, size)}{end}\n"


def headers(piece: str) -> Callable[[int], str]:
    return lambda size: f"{HEAD}{ALICE}{filled(piece, size)}{PLAIN}\nhello\n"


def nested(container: str) -> Callable[[int], str]:
    def made(size: int) -> str:
        levels = size // (2 * len(container) + 8)
        opened = "".join(f"{container.format(n=n)}\n\n--{n}\n" for n in range(levels))
        return f"{HEAD}{ALICE}{opened}\nhello\n"

    return made


_PAGE = "game: race\nturn: 1\nplayer: alice\norders: {1: 2}\n"
HOSTILE: dict[str, Callable[[int], str]] = {
    "brackets-in-from": in_header("From", "(", end=" alice@example.org"),
    "closed-brackets-in-from": in_header("From", "()", end=" alice@example.org"),
    "quotes-in-from": in_header("From", '"', end=" <alice@example.org>"),
    "escapes-in-from": in_header("From", '"\\', end=" <alice@example.org>"),
    "commas-in-from": in_header("From", "alice@example.org, ", end="alice@example.org"),
    "angles-in-from": in_header("From", "<", end="alice@example.org>"),
    "spaces-in-from": in_header("From", " ", end="alice@example.org"),
    "words-in-from": in_header("From", "=?utf-8?q?", end="?= <alice@example.org>"),
    "words-in-subject": in_header("Subject", "=?utf-8?q?a"),
    "open-words-in-subject": in_header("Subject", "=?"),
    "base64-in-subject": in_header("Subject", "=?utf-8?b?####?= "),
    "brackets-in-received": in_header("Received", "(", end="; Mon, 16 Nov 2026 12:00:00 +0000"),
    "semicolons-in-received": in_header("Received", ";"),
    "digits-in-date": in_header("Date", "9"),
    "colons-in-date": in_header("Date", "1:"),
    "brackets-in-authentication": in_header("Authentication-Results", "(", start="mx.example.org; "),
    "results-in-authentication": in_header("Authentication-Results", "dkim=pass header.d=a.b; ", start="mx.example.org; "),
    "quotes-in-authentication": in_header("Authentication-Results", '"\\', start="mx.example.org; "),
    "parameters": in_header("Content-Type", ';a="', start="text/plain"),
    "continuations": in_header("Content-Type", "; name*1*=x", start="text/plain"),
    "long-boundary": in_header("Content-Type", "a", start="multipart/mixed; boundary="),
    "long-charset": in_header("Content-Type", "a", start="text/plain; charset="),
    "many-headers": headers("a:\n"),
    "many-froms": headers("From: alice@example.org\n"),
    "many-authentications": headers("Authentication-Results: mx.example.org; dkim=pass\n"),
    "folded-header": headers("X: a\n" + " b\n" * 50),
    "no-headers-end": headers("X: y\n"),
    "nested-multiparts": nested("Content-Type: multipart/mixed; boundary={n}"),
    "nested-same-boundary": nested("Content-Type: multipart/mixed; boundary=0"),
    "nested-messages": in_text("Content-Type: message/rfc822\n\n", "Content-Type: message/rfc822\n"),
    "many-parts": in_text("--b\n\n", "Content-Type: multipart/mixed; boundary=b\n"),
    "many-html-parts": in_text("--b\nContent-Type: text/html\n\n<p>", "Content-Type: multipart/mixed; boundary=b\n"),
    "almost-boundaries": in_text("--b \t\t\tx\n", "Content-Type: multipart/mixed; boundary=b\n"),
    "boundary-and-spaces": in_text(" ", "Content-Type: multipart/mixed; boundary=b\n", "--b", "x"),
    "spaces": in_text(" ", start="game", end="x"),
    "spaces-on-lines": in_text("game" + " " * 500 + "x\n"),
    "unclosed-brackets": in_text("game: [\n"),
    "unclosed-braces": in_text("{\n"),
    "braces-and-turns": in_text("{turn\n"),
    "keys-and-brackets": in_text("turn: 1\norders: [\n"),
    "stairs": in_text("".join(" " * n + "game: x\n" for n in range(60))),
    "hyphens": in_text("orders:\n- 1\n"),
    "many-pages": in_text("game: race\nturn: 1\nplayer: alice\norders: {1: 1}\n\n"),
    "blank-pages": in_text("game: race\nturn: 1\nplayer: alice\n\n"),
    "page-of-brackets": in_text("[", start="game: race\nturn: 1\nplayer: alice\norders: "),
    "page-of-lines-in-brackets": in_text("1,\n", start="game: race\nturn: 1\nplayer: alice\norders: [\n"),
    "page-of-orders": in_text("  1: 5\n", start="game: race\nturn: 1\nplayer: alice\norders:\n"),
    "page-of-quotes": in_text('"', start="game: race\nturn: 1\nplayer: alice\norders: "),
    "page-of-keys": in_text("a: ", start="game: race\nturn: 1\nplayer: alice\norders: "),
    "page-of-press": in_text("x\n", start="game: race\nturn: 1\nplayer: alice\npress: |\n  a\n"),
    "page-of-conditions": in_text("{when: {fell: x}, play: 1}, ", start="game: race\nturn: 1\nplayer: alice\norders: {1: [", end="]}"),
    "wrote": in_text("wrote: ", start="On 2026 "),
    "wrote-and-spaces": in_text(" ", start="game: x\n 2026 wrote" + ":" * 80, end="x"),
    "many-wrote": in_text("x 2026\ny 2026\nz 2026\nwrote:\n", end=_PAGE),
    "many-from": in_text("From: a@b.org\n", end=_PAGE),
    "many-to": in_text("a: x@y\n", end=_PAGE),
    "many-farewells": in_text("  Cheers, Eve\n", start=f"{_PAGE}press: |\n  x\n"),
    "many-names": in_text("- " + "a.'" * 18 + "1\n", start=f"{_PAGE}press: |\n  x\n"),
    "many-requests": in_text("gm: status\n"),
    "many-slips-of-the-pen": in_text("gm: stats\n", end=_PAGE),
    "many-words-to-the-editor": in_text("gm: abcdefgh\n" + "gm: zzzz\n"),
    "spaces-behind-gm": in_text(" ", start="gm:", end="x\n"),
    "many-rules": in_text("-----\n", end=_PAGE),
    "many-keys": in_text("foo: bar\n", start=_PAGE),
    "addresses-in-press": in_text("a" * 64 + "@", start=f"{_PAGE}press: "),
    "html-quotations": in_text('<div class="gmail_quote">', HTML),
    "quote-marks": in_text("> "),
    "quote-marks-close": in_text(">"),
    "quoted-lines": in_text("> game: x\n> turn: [\n"),
    "flowed": in_text("a \n", FLOWED),
    "flowed-quotes": in_text("> a \n", FLOWED),
    "flowed-marks": in_text(">", FLOWED),
    "html-unclosed-tags": in_text("<a ", HTML),
    "html-open": in_text("<", HTML),
    "html-quotes": in_text("<a \"<a' '<a\" ", HTML),
    "html-comments": in_text("<!--", HTML),
    "html-declarations": in_text("<![", HTML),
    "html-inline": in_text("<b>x", HTML),
    "html-blockquotes": in_text("<blockquote>x", HTML),
    "html-blocks": in_text("<p>", HTML),
    "html-scripts": in_text("<script>", HTML),
    "html-ampersands": in_text("&", HTML),
    "html-references": in_text("9", HTML, "&#"),
    "html-names": in_text("&notit;", HTML),
    "html-breaks": in_text("<br>", HTML),
    "html-pre": in_text("x\n", HTML, "<pre>"),
    "html-spaces": in_text(" \n", HTML),
    "base64": in_text("A", PLAIN + "Content-Transfer-Encoding: base64\n"),
    "base64-rubbish": in_text("=\n", PLAIN + "Content-Transfer-Encoding: base64\n"),
    "quoted-printable": in_text("=3", PLAIN + "Content-Transfer-Encoding: quoted-printable\n"),
    "uuencoded": in_text("begin 666 x\n", PLAIN + "Content-Transfer-Encoding: x-uuencode\n"),
    "punycode": in_text("a-", "Content-Type: text/plain; charset=punycode\n"),
    "idna": in_text("xn--a.", "Content-Type: text/plain; charset=idna\n"),
    "utf-7": in_text("+AGE-", "Content-Type: text/plain; charset=utf-7\n"),
    "unicode-escape": in_text("\\N{DIGIT ONE}", "Content-Type: text/plain; charset=unicode_escape\n"),
    "iso-2022": in_text("\x1b$B", "Content-Type: text/plain; charset=iso-2022-jp\n"),
    "hz": in_text("~{", "Content-Type: text/plain; charset=hz\n"),
    "clearsigned": in_text("- - ", start="-----BEGIN PGP SIGNED MESSAGE-----\n"),
    "carriage-returns": in_text("\r"),
    "nulls": in_text("\0"),
    "words-that-are-keys": in_text("player "),
    "ever-deeper-quotes": lambda size: f"{HEAD}{ALICE}{PLAIN}\n" + "".join(">" * n + " x\n" for n in range(int((2 * size) ** 0.5))),
    "one-line-of-press": in_text("x", start=f"{_PAGE}press: "),
    "words-of-press": in_text("word ", start=f"{_PAGE}press: "),
    "orders-in-press": in_text("  1: 22\n", start=f"{_PAGE}press: |\n"),
    "combining-marks": in_text("\u0301", start=f"{_PAGE}press: a"),
    "combining-marks-in-a-name": in_text("\u0301", start="game: race\nturn: 1\nplayer: a", end="\norders: {1: 2}\n"),
    "no-width": in_text("\u200b\u200c\u200d\ufeff", end=f"\n{_PAGE}"),
    "no-width-in-a-name": in_text("\u200b", start="game: race\nturn: 1\nplayer: al", end="ice\norders: {1: 2}\n"),
    "no-width-on-lines": in_text("\u200b\n", start=_PAGE),
    "a-player-of-many-words": in_text("a ", start="game: race\nturn: 1\nplayer: ", end="\norders: {1: 2}\n"),
    "many-names-fell": in_text("Zzz, ", start="game: race\nturn: 1\nplayer: alice\norders: {1: 2, 2: [{when: {fell: [", end="]}, play: 3}, 4]}"),
    "not-not": in_text("{not: ", start="game: race\nturn: 1\nplayer: alice\norders: {1: 2, 2: [{when: "),
    "rich-text": in_text("{\\rtf1\\ansi{\\fonttbl\\f0 Helv;}\\pard ", end=_PAGE),
    "html-tags-in-tags": lambda size: f"{HEAD}{ALICE}{HTML}\n" + "<div>" * (size // 11) + "x" + "</div>" * (size // 11),
    "html-tables": in_text("<table><tr><td>", HTML, end=_PAGE.replace("\n", "<br>")),
    "html-attributes": in_text(" a=b", HTML, "<p", ">"),
    "original-messages": in_text(f"-----Original Message-----\n{_PAGE}", start=_PAGE),
    "ends": in_text("end\n", start=_PAGE),
    "attached-pages": in_text(f"--b\nContent-Type: text/yaml\n\n{_PAGE}", "Content-Type: multipart/mixed; boundary=b\n"),
    "attached-mails": in_text(f"--b\nContent-Type: message/rfc822\n\nFrom: a@b.c\n\n{_PAGE}", "Content-Type: multipart/mixed; boundary=b\n"),
    "bounced-for-many": in_text("Final-Recipient: rfc822; a@b.org\nAction: failed\nStatus: 5.1.1\n\n", "Content-Type: message/delivery-status\n"),
    "bounced-in-words": in_text("<a@b.org>: 550 user unknown\n", "Auto-Submitted: auto-replied\n"),
    "names-in-pieces": lambda size: f"{HEAD}{ALICE}Content-Type: text/plain" + "".join(f";\n name*{n}=a" for n in range(size // 13)) + "\n\nhello\n",
}  # fmt: skip
