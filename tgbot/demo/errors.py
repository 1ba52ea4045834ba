"""How the Bot API refuses: one exception, made by a small constructor per kind of refusal."""

from typing import Final

from tgbot.demo.wire import Json


class ApiError(Exception):
    """A refused call: HTTP status, description, and parameters for the caller's next try."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code: Final = code
        self.description: Final = description
        self.parameters: Final = parameters

    def body(self) -> Json:
        """Return the JSON answer; ``parameters`` only when there are any."""
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        return body | {"parameters": self.parameters} if self.parameters else body


def bad_request(text: str, **parameters: int) -> ApiError:
    """400: the call cannot be carried out as it stands."""
    return ApiError(400, f"Bad Request: {text}", **parameters)


def forbidden(text: str) -> ApiError:
    """403: the bot is not allowed there."""
    return ApiError(403, f"Forbidden: {text}")


def conflict(text: str) -> ApiError:
    """409: another request stands in the way."""
    return ApiError(409, f"Conflict: {text}")


def too_many_requests(retry_after: int) -> ApiError:
    """429: wait that many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", retry_after=retry_after)


def unauthorized(text: str = "") -> ApiError:
    """401: the token opens nothing."""
    return ApiError(401, f"Unauthorized: {text}" if text else "Unauthorized")


def not_found(text: str = "") -> ApiError:
    """404: no such method."""
    return ApiError(404, f"Not Found: {text}" if text else "Not Found")


def restarting() -> ApiError:
    """500: the server goes down while the call waits."""
    return ApiError(500, "Internal Server Error: restart")
