"""Queue keys: what Telegram delivers in order, and what may overtake what."""

_KIND = 1 << 33


def of_chat(chat_id: int) -> int:
    """Messages, edits and posts: in order within their chat."""
    return chat_id


def of_callbacks(user_id: int) -> int:
    """Presses: in order per person over all chats, so two people's presses may overtake each other."""
    return user_id + 3 * _KIND


def of_bot_membership(chat_id: int) -> int:
    """Return the bot's own standing: in order per chat, but beside the chat's messages."""
    return chat_id + 5 * _KIND


def of_membership(user_id: int) -> int:
    """Other people's standing: in order per person."""
    return user_id + 6 * _KIND
