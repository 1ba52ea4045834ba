"""Secrets and people never reach a log."""

import logging
import re
import traceback
from collections.abc import Iterable, MutableMapping
from typing import Any, Final

HIDDEN: Final = "[hidden]"

# A bot token's own shape, with its colon as it stands or as a URL writes it: also a wrong or an older token is one.
_TOKEN: Final = re.compile(r"\d{6,}(?::|%3A)[A-Za-z0-9_-]{20,}", re.IGNORECASE)

CHATTY: Final = ("telegram", "httpx", "httpcore", "aiohttp", "asyncio", "uvicorn.access")
"""Loggers that below WARNING write URLs, calls with their parameters, or whole answers."""


class Redactor(logging.Filter):
    """Takes secrets out of everything that is logged: as a filter on a handler, and as structlog's last processor."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        known = sorted({secret for secret in secrets if secret}, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def clean(self, text: str) -> str:
        """Replace every secret in a text."""
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        return _TOKEN.sub(HIDDEN, text)

    def filter(self, record: logging.LogRecord) -> bool:
        """Clean a record in place, its traceback included. Lets every record pass."""
        record.msg, record.args = self.clean(record.getMessage()), None
        if record.exc_info:
            record.exc_text = "".join(traceback.format_exception(*record.exc_info)).rstrip()
            record.exc_info = None
        if record.exc_text:
            record.exc_text = self.clean(record.exc_text)
        if record.stack_info:
            record.stack_info = self.clean(record.stack_info)
        return True

    def __call__(self, _logger: object, _method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Clean a structlog entry; stands after whatever turns exceptions into text."""
        for key, value in entry.items():
            entry[key] = self._cleaned(value)
        return entry

    def _cleaned(self, value: object) -> object:
        match value:
            case None | bool() | int() | float():
                return value
            case dict():
                return {key: self._cleaned(part) for key, part in value.items()}
            case list() | tuple():
                return [self._cleaned(part) for part in value]
            case BaseException():
                return type(value).__name__
            case _:
                return self.clean(str(value))


def hush() -> None:
    """Keep the libraries from logging URLs and contents, whatever level the bot itself logs at."""
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
