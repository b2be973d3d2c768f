"""What a booklet leaves out of reports that were made to stand alone, and what it gathers on its last page."""

from collections.abc import Sequence
from typing import Any

from gm.print import htmltree
from gm.print.htmltree import Node

STANDING = "standing"  # the class of what tells how things stand: the next turn tells it anew
PROOF = "proof"  # the class of receipts and commitments, which few read


def current(nodes: Sequence[Node]) -> list[Node]:
    """A turn of which a later one stands in the same issue: without what that one tells anew."""
    kept = [node for node in nodes if isinstance(node, str) or STANDING not in node["class"]]
    return [_current(node) for node in kept]


def _current(node: Node) -> Node:
    if isinstance(node, str) or node["tag"] != "section":
        return node
    return node | {"children": current(node["children"])}


def parted(nodes: Sequence[Node]) -> tuple[list[Node], list[dict[str, Any]]]:
    """What is read, and the proofs."""
    proofs = [node for node in nodes if not isinstance(node, str) and _is_proof(node)]
    return [node for node in nodes if node not in proofs], proofs


def _is_proof(node: dict[str, Any]) -> bool:
    """Issues that were kept before they were marked have them too."""
    if node["tag"] != "section":
        return False
    return PROOF in node["class"] or any("receipts" in child["class"] for child in elements(node))


def elements(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [child for child in node["children"] if not isinstance(child, str)]


def pairs(proofs: Sequence[dict[str, Any]]) -> list[list[str]]:
    """Whose receipt is which, or whose lucky word."""
    lists = [child for proof in proofs for child in elements(proof) if "receipts" in child["class"]]
    return [_pair(item) for each in lists for item in elements(each)]


def _pair(item: dict[str, Any]) -> list[str]:
    codes = [child for child in elements(item) if child["tag"] == "code"]
    rest = [child for child in item["children"] if child not in codes]
    return [htmltree.words(rest), htmltree.words(list(codes))]


def notes(proofs: Sequence[dict[str, Any]]) -> list[Node]:
    """What is said besides: a commitment, a secret, the last hash of a record."""
    said = [child for proof in proofs for child in elements(proof) if child["tag"] == "p"]
    return [node for node in said if _has_code(node)]


def _has_code(node: dict[str, Any]) -> bool:
    return any(child["tag"] == "code" for child in elements(node))


def first_picture(nodes: Sequence[Node], wanted: str = "cover") -> dict[str, Any] | None:
    """The picture that asks to be on the cover, or else the first."""
    found = list(_pictures(nodes, ()))
    asking = (picture for picture, around in found if wanted in around)
    return next(asking, next((picture for picture, _ in found), None))


def _pictures(nodes: Sequence[Node], around: tuple[str, ...]) -> "list[tuple[dict[str, Any], tuple[str, ...]]]":
    found: list[tuple[dict[str, Any], tuple[str, ...]]] = []
    for node in nodes:
        if not isinstance(node, str):
            classes = (*around, *node["class"])
            found += [(node, classes)] if node["tag"] == "svg" else _pictures(node["children"], classes)
    return found
