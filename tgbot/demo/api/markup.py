"""The keyboard below a message: parsed strictly, stored as it will be shown."""

from typing import Any

from tgbot.demo.api.call import Call, Markup
from tgbot.demo.errors import ApiError, bad_request
from tgbot.demo.wire import Json, dumps

CALLBACK_DATA_BYTES = 64
MOST_BUTTONS = 100
_MOST_BYTES = 10_240
_ACTIONS = frozenset(
    {"url", "callback_data", "web_app", "login_url", "switch_inline_query", "switch_inline_query_current_chat"}
    | {"switch_inline_query_chosen_chat", "copy_text", "callback_game", "pay", "disabled"}
)
_MAY_BE_EMPTY = frozenset({"switch_inline_query", "switch_inline_query_current_chat", "callback_game", "disabled"})
_OTHER_KEYBOARDS = ("keyboard", "remove_keyboard", "force_reply")


def markup_for(call: Call, *, inline_only: bool = False) -> Markup:
    """Return the markup of a call, None when there is none or it is empty. Raises ApiError as the Bot API words it."""
    value = call.json("reply_markup", "can't parse reply keyboard markup JSON object")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    if "inline_keyboard" in value:
        return _inline(value["inline_keyboard"])
    if inline_only and any(name in value for name in _OTHER_KEYBOARDS):
        raise bad_request("inline keyboard expected")
    return value or None


def _inline(rows: Any) -> Markup:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    keyboard = [[_button(button) for button in row] for row in rows if row]
    markup: Json = {"inline_keyboard": keyboard}
    if sum(len(row) for row in keyboard) > MOST_BUTTONS or len(dumps(markup)) > _MOST_BYTES:
        raise bad_request("reply markup is too long")
    return markup if keyboard else None


def _button(button: Any) -> Json:
    if not isinstance(button, dict):
        raise _unparsed("expected an Object")
    if not isinstance(button.get("text"), str):
        raise _unparsed('Field "text" must be of type String' if "text" in button else 'Can\'t find field "text"')
    if not any(button.get(action) or (action in button and action in _MAY_BE_EMPTY) for action in _ACTIONS):
        raise _unparsed("Text buttons are unallowed in the inline keyboard")
    if not button["text"]:
        raise bad_request("inline keyboard button text must be non-empty")
    if "url" in button and not _is_link(button["url"]):
        raise bad_request(f"inline keyboard button URL '{button['url']}' is invalid: Wrong HTTP URL")
    return button


def _unparsed(text: str) -> ApiError:
    return bad_request(f"can't parse inline keyboard button: {text}")


def _is_link(url: object) -> bool:
    return isinstance(url, str) and url.startswith(("https://", "http://", "tg://")) and " " not in url


def check_buttons(markup: Markup) -> None:
    """Check what only the server finds wrong with a keyboard. Raises ApiError."""
    for row in (markup or {}).get("inline_keyboard", []):
        for button in row:
            if len(str(button.get("callback_data", "")).encode("utf-8", "surrogatepass")) > CALLBACK_DATA_BYTES:
                raise bad_request("BUTTON_DATA_INVALID")
