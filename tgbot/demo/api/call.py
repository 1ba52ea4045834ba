"""One call of a Bot API method, with its parameters read as the method needs them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from tgbot.demo.api.flood import Flood
from tgbot.demo.api.params import File, Params
from tgbot.demo.delivery.subscription import Subscription
from tgbot.demo.errors import bad_request
from tgbot.demo.wire import Json, loads
from tgbot.demo.world.world import World


@dataclass(frozen=True, slots=True)
class Call:
    """A call in the middle of its execution."""

    world: World
    flood: Flood
    subscription: Subscription
    params: Params

    def text(self, name: str, default: str = "") -> str:
        """Return the parameter as it was sent."""
        return self.params.values.get(name, default)

    def flag(self, name: str) -> bool:
        """Whether the parameter is set to true; Telegram also takes yes and 1."""
        return self.text(name).lower() in {"true", "yes", "1"}

    def number(self, name: str, default: int = 0) -> int:
        """Return the parameter as a whole number, the default when it is none."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def file(self, name: str) -> File | None:
        """Return the file uploaded under that name, or under the name that an ``attach://`` value gives."""
        return self.params.files.get(self.text(name).removeprefix("attach://") or name)

    def json(self, name: str, otherwise: str) -> Any:
        """Return the parameter decoded from JSON, None when missing. Raises ApiError with the given words when broken."""
        raw = self.text(name)
        if not raw:
            return None
        try:
            return loads(raw)
        except ValueError:
            raise bad_request(otherwise) from None

    def ids(self, name: str) -> list[int]:
        """Return the parameter as a list of whole numbers."""
        value = self.json(name, "can't parse message identifiers JSON object")
        if not isinstance(value, list) or not value:
            raise bad_request("message identifiers are not specified")
        return [int(item) for item in value]


Method: TypeAlias = Callable[[Call], Awaitable[Any]]
Methods: TypeAlias = dict[str, Method]
Markup: TypeAlias = Json | None
