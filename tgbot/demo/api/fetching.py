"""getUpdates, setWebhook, deleteWebhook, getWebhookInfo: how the bot asks for its updates."""

import re
from typing import Any
from urllib.parse import urlsplit

from tgbot.demo.api.call import Call, Methods
from tgbot.demo.delivery.backlog import DEFAULT_TYPES
from tgbot.demo.delivery.subscription import MAX_CONNECTIONS, Webhook
from tgbot.demo.errors import bad_request, conflict, restarting, too_many_requests
from tgbot.demo.wire import Json

_MOST_CONNECTIONS = 100
_MOST_UPDATES = 100
_LONGEST_SECRET = 256
_LONGEST_POLL = 50
_SECRET = re.compile(r"[A-Za-z0-9_-]*")


async def get_updates(call: Call) -> Any:
    """Long polling. A newer poll ends an older one with 409, and a webhook forbids it."""
    backlog, subscription = call.world.backlog, call.subscription
    if subscription.webhook is not None:
        raise conflict(
            "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
        )
    _choose_types(call)
    offset = call.number("offset")
    if offset > 0:
        backlog.confirm_before(offset)
    elif len(backlog.pending) > -offset > 0:
        backlog.confirm_before(list(backlog.pending)[offset])
    mine = subscription.begin_poll()
    backlog.bell.ring()
    limit = min(max(call.number("limit", _MOST_UPDATES), 1), _MOST_UPDATES)
    until = call.world.clock.now() + min(call.number("timeout"), _LONGEST_POLL)
    while not (found := backlog.fresh()) and (left := until - call.world.clock.now()) > 0:
        await backlog.bell.wait(left)
        if subscription.stopped:
            raise restarting()
        if subscription.poll != mine:
            raise conflict(f"terminated by {subscription.terminator}")
    return [update.wire() for update in found[:limit]]


async def set_webhook(call: Call) -> Any:
    """Post updates to a URL from now on; an empty URL is a deleteWebhook. As a local server does, http is taken too."""
    subscription, world = call.subscription, call.world
    secret = call.text("secret_token")
    if len(secret) > _LONGEST_SECRET:
        raise bad_request("secret token is too long")
    if not _SECRET.fullmatch(secret):
        raise bad_request("secret token contains unallowed characters")
    url = call.text("url")
    if not url:
        return await delete_webhook(call)
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise bad_request("invalid webhook URL specified")
    if world.clock.now() - subscription.set_at < 1:
        raise too_many_requests(1)
    _choose_types(call)
    if call.flag("drop_pending_updates"):
        world.backlog.clear()
    subscription.set_at = world.clock.now()
    connections = min(max(call.number("max_connections", MAX_CONNECTIONS), 1), _MOST_CONNECTIONS)
    subscription.change(Webhook(url, secret, connections))
    world.backlog.bell.ring()
    return True


async def delete_webhook(call: Call) -> Any:
    """Stop posting updates; what is pending waits for the next way of fetching."""
    if call.flag("drop_pending_updates"):
        call.world.backlog.clear()
    call.subscription.change(None)
    return True


async def get_webhook_info(call: Call) -> Any:
    """How delivery stands."""
    subscription, backlog = call.subscription, call.world.backlog
    webhook = subscription.webhook
    info: Json = {
        "url": webhook.url if webhook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(backlog.fresh()),
    }
    if webhook is not None:
        info["max_connections"] = webhook.max_connections
    if subscription.last_error is not None:
        info["last_error_date"] = int(subscription.last_error[0])
        info["last_error_message"] = subscription.last_error[1]
    if backlog.allowed != DEFAULT_TYPES:
        info["allowed_updates"] = sorted(backlog.allowed)
    return info


def _choose_types(call: Call) -> None:
    """Note the wanted types: an empty list means the default ones, no parameter leaves the old choice."""
    chosen = call.json("allowed_updates", "can't parse allowed updates JSON object")
    if isinstance(chosen, list):
        call.world.backlog.allowed = frozenset(str(kind) for kind in chosen) or DEFAULT_TYPES


METHODS: Methods = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
