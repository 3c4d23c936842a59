"""Blob paths with the same meaning in every blob store: `container/part/.../name`, of plain parts."""

_MAX_PART_BYTES = 255


def parts_of(path: str) -> tuple[str, ...]:
    """The parts of a blob's path: two or more plain ones, the last without a leading dot. Raises ValueError
    otherwise."""
    *folders, name = path.split("/")
    if not folders or not all(map(is_part, folders)) or not is_name(name):
        raise ValueError("a blob path is container/part/.../name, of plain parts")
    return (*folders, name)


def prefix_parts_of(prefix: str) -> tuple[str, ...]:
    """The parts of a prefix, all plain. Raises ValueError otherwise."""
    parts = tuple(prefix.removesuffix("/").split("/"))
    if not all(map(is_part, parts)):
        raise ValueError("a prefix is container/part/..., of plain parts")
    return parts


def is_name(part: str) -> bool:
    """Whether the part is plain and has no leading dot."""
    return is_part(part) and not part.startswith(".")


def is_part(part: str) -> bool:
    """Whether the part is plain: a name of one directory entry in at most 255 bytes of UTF-8."""
    if part in ("", ".", "..") or "\0" in part or "\\" in part:
        return False
    try:
        return len(part.encode()) <= _MAX_PART_BYTES
    except UnicodeEncodeError:
        return False
