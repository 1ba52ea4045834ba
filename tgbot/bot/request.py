"""python-telegram-bot's HTTP client on aiohttp: its own costs several times the CPU per call.

What matters to the game is told apart here: a request that certainly did not arrive (`NotReached`, safe to repeat), and
one that perhaps did (any other `NetworkError`).
"""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import orjson
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECT = 5.0
ANSWER = 20.0  # Telegram itself may hold a message back for 8 s and then deliver it
POLL_ANSWER = 10.0  # on top of the time a poll itself waits
IDLE = 15.0  # shorter than any server in between keeps an idle connection, so a dead one is rarely written to


class NotReached(NetworkError):  # noqa: N818 -- reads as what became of the request
    """No connection could be had: the request was certainly not sent."""


class AiohttpRequest(BaseRequest):
    """One pool of keep-alive connections. Times are seconds; `connect` includes waiting for a free connection."""

    __slots__ = ("_answer", "_connect", "_connections", "_dated", "_session")

    def __init__(self, *, connections: int = 256, connect: float = CONNECT, answer: float = ANSWER) -> None:
        self._connections = connections
        self._connect = connect
        self._answer = answer
        self._session: aiohttp.ClientSession | None = None
        self._dated: tuple[str, datetime] | None = None

    @property
    def fast(self) -> timedelta | None:
        """How far this host's clock was ahead of the server's at the last answer; None: it has told no time."""
        if self._dated is None:
            return None
        told, at = self._dated
        try:
            return at - parsedate_to_datetime(told)
        except (ValueError, TypeError):  # no date, or one without a zone
            return None

    @property
    def read_timeout(self) -> float:
        """Seconds an answer may take."""
        return self._answer

    async def initialize(self) -> None:
        """Open the pool; it belongs to the running event loop."""
        if self._session is None:
            connector = aiohttp.TCPConnector(limit=self._connections, keepalive_timeout=IDLE)
            self._session = aiohttp.ClientSession(connector=connector, headers={"User-Agent": self.USER_AGENT})

    async def shutdown(self) -> None:
        """Close the pool."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(  # noqa: PLR0917 -- the library's own signature
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 -- the total bounds writing too
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,  # noqa: ARG002 -- part of connecting
    ) -> tuple[int, bytes]:
        """Make one request and return its status and body.

        Raises:
            NotReached: certainly not sent.
            TimedOut: no answer in time; perhaps executed.
            NetworkError: the connection broke; perhaps executed.

        """
        connect = _seconds(connect_timeout, self._connect)
        total = connect + _seconds(read_timeout, self._answer)
        try:
            return await self._exchange(url, method, request_data, aiohttp.ClientTimeout(total=total, connect=connect))
        # The causes are cut off ("from None"): they may hold the URL, and the URL holds the token.
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.InvalidURL) as error:
            raise NotReached(type(error).__name__) from None
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None

    async def _exchange(
        self, url: str, method: str, request_data: RequestData | None, patience: aiohttp.ClientTimeout
    ) -> tuple[int, bytes]:
        if self._session is None:
            raise NotReached("closed")
        body, headers = _encoded(request_data)
        async with self._session.request(method, url, data=body, headers=headers, timeout=patience) as response:
            if told := response.headers.get("Date"):
                self._dated = told, datetime.now(UTC)
            return response.status, await response.read()

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Read an answer. The library's own reader logs what it cannot read; names and texts belong in no log.

        Raises:
            TelegramError: the answer is cut off or none of Telegram's.

        """
        try:
            answer = orjson.loads(payload)
        except orjson.JSONDecodeError:
            raise TelegramError("Invalid server response") from None
        if not isinstance(answer, dict):
            raise TelegramError("Invalid server response")
        return answer


def _seconds(given: object, usual: float) -> float:
    return float(given) if isinstance(given, int | float) else usual


def _encoded(data: RequestData | None) -> tuple[bytes | aiohttp.FormData | None, dict[str, str]]:
    """JSON where there are no files; nested values stay JSON instead of text within text."""
    if data is None:
        return None, {}
    if not data.contains_files:
        return orjson.dumps(data.parameters), {"Content-Type": "application/json"}
    form = aiohttp.FormData()
    for name, text in data.json_parameters.items():
        form.add_field(name, text)
    for name, (filename, content, kind) in _files(data).items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, {}


def _files(data: RequestData) -> dict[str, tuple[str, Any, str]]:
    return dict(data.multipart_data)
