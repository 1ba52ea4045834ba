"""Updates as Telegram sends them, with people who do not exist."""

import time
from typing import Any

Json = dict[str, Any]

BOT: Json = {"id": 8123456789, "is_bot": True, "first_name": "Maexchen", "username": "maexchen_test_bot"}
ANNA: Json = {"id": 7000000001, "is_bot": False, "first_name": "Anna", "language_code": "de"}
BEN: Json = {"id": 7000000002, "is_bot": False, "first_name": "Ben"}
CEM: Json = {"id": 4503599627370495, "is_bot": False, "first_name": "Cem"}
OTHER_BOT: Json = {"id": 9000000001, "is_bot": True, "first_name": "OtherBot"}
ANONYMOUS: Json = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
CHANNEL_BOT: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
TELEGRAM: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}

GROUP: Json = {"id": -1001234567890, "type": "supergroup", "title": "Stammtisch"}
SMALL_GROUP: Json = {"id": -4012345678, "type": "group", "title": "Stammtisch"}
FORUM: Json = {**GROUP, "is_forum": True}
CHANNEL: Json = {"id": -1005550001111, "type": "channel", "title": "Rundfunk"}
PRIVATE: Json = {"id": ANNA["id"], "type": "private", "first_name": "Anna"}

QUERY = "1022421917380556503"
NUMBER = 881_000_001
NOW = int(time.time())
"""When they are said: just now, or the bot would let them be."""


def update(kind: str, body: Json, number: int = NUMBER) -> Json:
    """Wrap a body into an update."""
    return {"update_id": number, kind: body}


def message(chat: Json, sender: Json | None, **fields: Any) -> Json:
    """Write a message; give `text`, or a service field."""
    sent = {} if sender is None else {"from": sender}
    return {"message_id": 4711, **sent, "chat": chat, "date": NOW, **fields}


def command(text: str, sender: Json | None = ANNA, chat: Json = GROUP, **fields: Any) -> Json:
    """Write an update with a command at the start of a message."""
    length = len(text.split(maxsplit=1)[0])
    entities = [{"type": "bot_command", "offset": 0, "length": length}]
    return update("message", message(chat, sender, text=text, entities=entities, **fields))


def talk(text: str, sender: Json = ANNA, chat: Json = PRIVATE) -> Json:
    """Write an update with plain talk."""
    return update("message", message(chat, sender, text=text))


def press(data: str | None, sender: Json = ANNA, **fields: Any) -> Json:
    """Write an update with a pressed button of a message in the group."""
    body = {
        "id": QUERY,
        "from": sender,
        "chat_instance": "-3762349473594986056",
        "message": message(GROUP, BOT, text="Karte"),
        **fields,
    }
    if data is not None:
        body["data"] = data
    return update("callback_query", {name: value for name, value in body.items() if value is not None})


def member(status: str, user: Json = BOT, **rights: Any) -> Json:
    """Write a chat member."""
    extra: Json = {}
    if status == "restricted":
        names = (
            "can_send_messages can_send_audios can_send_documents can_send_photos can_send_videos can_send_video_notes "
            "can_send_voice_notes can_send_polls can_send_other_messages can_add_web_page_previews can_change_info "
            "can_invite_users can_pin_messages can_manage_topics can_edit_tag can_react_to_messages"
        )
        extra = {**dict.fromkeys(names.split(), False), "is_member": True, "until_date": 0}
    if status == "kicked":
        extra = {"until_date": 0}
    if status == "administrator":
        names = (
            "can_be_edited is_anonymous can_manage_chat can_delete_messages can_manage_video_chats "
            "can_restrict_members can_promote_members can_change_info can_invite_users can_post_stories "
            "can_edit_stories can_delete_stories"
        )
        extra = dict.fromkeys(names.split(), False)
    return {"status": status, "user": user, **extra, **rights}


def change(old: Json, new: Json, chat: Json = GROUP, sender: Json = ANNA, kind: str = "my_chat_member") -> Json:
    """Write an update about a changed membership."""
    body = {"chat": chat, "from": sender, "date": NOW, "old_chat_member": old, "new_chat_member": new}
    return update(kind, body)
