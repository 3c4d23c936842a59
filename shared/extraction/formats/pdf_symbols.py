"""Bullets and arrows of symbol fonts, which a PDF often has as private-use characters (D-516)."""

import re

_PRIVATE = re.compile(r"[\uf020-\uf0ff]")
# Of Wingdings and Symbol, as word processors use them.
_SYMBOLS = str.maketrans(
    {
        "\uf02d": "-",
        "\uf06c": "●",
        "\uf06d": "○",
        "\uf06e": "■",
        "\uf06f": "□",
        "\uf071": "□",
        "\uf075": "◆",
        "\uf076": "◆",
        "\uf0a1": "○",
        "\uf0a7": "▪",
        "\uf0a8": "□",
        "\uf0b7": "•",
        "\uf0d8": "➢",
        "\uf0df": "←",
        "\uf0e0": "→",
        "\uf0e8": "➔",
        "\uf0f0": "⇨",
        "\uf0fc": "✓",
        "\uf0fe": "☑",
    }
)


def with_symbols(text: str) -> str:
    """The text with the character that each known sign of a symbol font stands for, one for one."""
    return text.translate(_SYMBOLS) if not text.isascii() and _PRIVATE.search(text) else text
