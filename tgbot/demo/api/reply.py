"""A call hidden in the answer to a webhook post: carried out, and its result told to nobody."""

from urllib.parse import parse_qsl

from tgbot.demo.api.gateway import Gateway
from tgbot.demo.api.params import Params, from_json
from tgbot.demo.delivery.postman import Execute
from tgbot.demo.errors import ApiError

_NEVER = frozenset({"setwebhook", "deletewebhook", "close", "logout"})


def executor(gateway: Gateway) -> Execute:
    """Make the function that the postman hands every 2xx answer to."""

    async def execute(body: bytes, content_type: str) -> None:
        fields = _fields(body, content_type)
        method = fields.pop("method", "")
        forbidden = method.lower() in _NEVER or method.lower().startswith("get")
        if method and not forbidden:
            await gateway.perform(method, Params(fields, {}), via="webhook")

    return execute


def _fields(body: bytes, content_type: str) -> dict[str, str]:
    if content_type == "application/x-www-form-urlencoded":
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    try:
        return from_json(body) if body else {}
    except ApiError:
        return {}
