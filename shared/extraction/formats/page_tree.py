"""Cycle detection in the page tree of a PDF. PDFium follows a cycle until it has as many pages as the file declares."""

import re
import zlib
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress

_OBJECT = re.compile(rb"(\d{1,10})\s{1,9}\d{1,5}\s{1,9}obj\b")
_KIDS = re.compile(rb"/Kids\s{0,9}\[([\d\sR]*)\]")
_KID = re.compile(rb"(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R")
_PAGES = re.compile(rb"/Pages\s{1,9}(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R")
_OBJECT_STREAM = re.compile(rb"/Type\s{0,9}/ObjStm\b")
_FIRST = re.compile(rb"/First\s{1,9}(\d{1,10})")
_NUMBER = re.compile(rb"\d{1,10}")
_STREAM = re.compile(rb"stream\r?\n")
_LONGEST_DICTIONARY = 2_000
_MOST_UNPACKED = 64 << 20

type _Tree = dict[int, list[int]]


def is_circular(data: bytes) -> bool:
    """Whether a node of the page tree is its own descendant."""
    tree: _Tree = {}
    roots: list[int] = []
    objects = list(_OBJECT.finditer(data))
    _add(data, [each.end() for each in objects], [int(each[1]) for each in objects], tree, roots)
    left = _MOST_UNPACKED
    for found in _OBJECT_STREAM.finditer(data):
        head = data.rfind(b"obj", max(0, found.start() - _LONGEST_DICTIONARY), found.start())
        stream = _STREAM.search(data, found.end(), found.end() + _LONGEST_DICTIONARY)
        first = _FIRST.search(data, head, stream.start()) if stream and head >= 0 else None
        if stream is None or first is None or left <= 0:
            continue
        with suppress(zlib.error):
            packed = data[stream.end() : data.find(b"endstream", stream.end())]
            body = zlib.decompressobj().decompress(packed, left)
            left -= len(body)
            begin = int(first[1])
            pairs = [int(number[0]) for number in _NUMBER.finditer(body[:begin])]  # an object's number and offset
            _add(body, [begin + offset for offset in pairs[1::2]], pairs[::2], tree, roots)
    for root in dict.fromkeys(roots):  # depth first: a kid that is on the current path closes a cycle
        within = {root}
        done: set[int] = set()
        walk = [(root, iter(tree.get(root, ())))]
        while walk:
            node, kids = walk[-1]
            kid = next(kids, None)
            if kid is None:
                walk.pop()
                within.discard(node)
                done.add(node)
            elif kid in within:
                return True
            elif kid in tree and kid not in done:
                within.add(kid)
                walk.append((kid, iter(tree[kid])))
    return False


def _add(data: bytes, starts: Sequence[int], numbers: Sequence[int], tree: _Tree, roots: list[int]) -> None:
    """Adds the nodes and roots among these objects, which begin at starts. The last object of a number counts."""
    for kids in _KIDS.finditer(data):
        if at := bisect_right(starts, kids.start()):
            tree[numbers[at - 1]] = [int(kid[1]) for kid in _KID.finditer(kids[1])]
    roots += [int(root[1]) for root in _PAGES.finditer(data)]
