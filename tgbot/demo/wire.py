"""JSON as it crosses the wire."""

from typing import Any, TypeAlias

import orjson

Json: TypeAlias = dict[str, Any]


def dumps(value: object) -> bytes:
    """Encode a value as compact UTF-8 JSON."""
    return orjson.dumps(value)


def loads(text: str | bytes) -> Any:
    """Decode JSON. Raises ValueError when the text is none."""
    return orjson.loads(text)
