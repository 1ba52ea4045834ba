"""A backup as a file: gzipped lines of JSON, the first about the backup, each other one a key with its type and value.

Types and values are spelled out, so a file made of one server can be read into any other, whatever either is called and
whichever is newer. A file that was cut short is told by its checksum.
"""

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Literal, TypeAlias

import orjson

Kind: TypeAlias = Literal["string", "hash", "set", "zset"]

_FORMAT: Final = 1
_MAGIC: Final = "tgbot backup"


class NoBackup(Exception):  # noqa: N818 -- reads as what the file is
    """The file is no backup, or was damaged, or was made by a newer release; the text says which."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key. `expires` is a moment in ms, None for never; a string has one part, a hash and a sorted set have pairs."""

    key: str
    kind: Kind
    expires: int | None
    parts: tuple[str, ...]

    @property
    def pairs(self) -> dict[str, str]:
        """Fields and values of a hash, or members and scores of a sorted set."""
        return dict(zip(self.parts[::2], self.parts[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup of the moment `at` (ms), as the bytes of its file."""

    at: int
    packed: bytes

    @classmethod
    def read(cls, packed: bytes) -> "Archive":
        """Take up a file.

        Raises:
            NoBackup: it is none, it is damaged, or a newer release made it.

        """
        lines = _lines(packed)
        try:
            head = orjson.loads(next(lines, b""))
        except orjson.JSONDecodeError:
            raise NoBackup("is no backup") from None
        if not isinstance(head, dict) or head.get("what") != _MAGIC:
            raise NoBackup("is no backup")
        if head["f"] > _FORMAT:
            raise NoBackup("was made by a newer release")
        for _ in lines:  # to the end, where the checksum is
            pass
        return cls(head["at"], packed)

    def entries(self) -> Iterator[Entry]:
        """Read the entries."""
        lines = _lines(self.packed)
        next(lines)
        for line in lines:
            key, kind, expires, parts = orjson.loads(line)
            yield Entry(key, kind, expires, tuple(parts))


class Packer:
    """Makes a backup of the moment `at` (ms), entry by entry."""

    def __init__(self, at: int) -> None:
        self._at = at
        self._packed = BytesIO()
        self._file = gzip.GzipFile(fileobj=self._packed, mode="wb", mtime=0)
        self._write({"what": _MAGIC, "f": _FORMAT, "at": at})

    def add(self, entry: Entry) -> None:
        """Put an entry in."""
        self._write([entry.key, entry.kind, entry.expires, entry.parts])

    def archive(self) -> Archive:
        """Close the file; nothing can be added any more."""
        self._file.close()
        return Archive(self._at, self._packed.getvalue())

    def _write(self, line: object) -> None:
        self._file.write(orjson.dumps(line) + b"\n")


def _lines(packed: bytes) -> Iterator[bytes]:
    try:
        with gzip.GzipFile(fileobj=BytesIO(packed)) as file:
            yield from file
    except (EOFError, zlib.error):
        raise NoBackup("is damaged: it is not whole") from None
    except gzip.BadGzipFile as error:
        raise NoBackup("is damaged" if "CRC" in str(error) or "length" in str(error) else "is no backup") from None
