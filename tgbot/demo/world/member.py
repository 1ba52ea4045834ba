"""Somebody's standing in a chat."""

from dataclasses import dataclass, field
from enum import StrEnum

from tgbot.demo.wire import Json

ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
    "can_manage_tags",
)
CHANNEL_RIGHTS = ("can_post_messages", "can_edit_messages")
SEND_RIGHTS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
)
QUIET_RIGHTS = (
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
    "can_edit_tag",
    "can_react_to_messages",
)


class Status(StrEnum):
    """The six standings the Bot API knows."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"


@dataclass(slots=True)
class Member:
    """A standing. ``rights`` lists what an administrator or a restricted member may do."""

    user_id: int
    status: Status = Status.MEMBER
    rights: frozenset[str] = field(default_factory=frozenset)
    stays: bool = True
    is_anonymous: bool = False

    @property
    def inside(self) -> bool:
        """Whether the account is in the chat."""
        if self.status is Status.RESTRICTED:
            return self.stays
        return self.status not in {Status.LEFT, Status.KICKED}

    @property
    def leads(self) -> bool:
        """Whether the account administers the chat."""
        return self.status in {Status.CREATOR, Status.ADMINISTRATOR}

    def may(self, right: str) -> bool:
        """Whether the standing itself grants or leaves that right."""
        match self.status:
            case Status.CREATOR:
                return True
            case Status.ADMINISTRATOR | Status.RESTRICTED:
                return right in self.rights
            case Status.MEMBER:
                return right in SEND_RIGHTS
            case Status.LEFT | Status.KICKED:
                return False

    def card(self, user: Json) -> Json:
        """Return the ``ChatMember`` object of the Bot API."""
        card: Json = {"user": user, "status": self.status}
        match self.status:
            case Status.CREATOR:
                return card | {"is_anonymous": self.is_anonymous}
            case Status.ADMINISTRATOR:
                granted = {right: right in self.rights for right in ADMIN_RIGHTS}
                return card | {"can_be_edited": False, "is_anonymous": self.is_anonymous} | granted
            case Status.RESTRICTED:
                left = {right: right in self.rights for right in (*SEND_RIGHTS, *QUIET_RIGHTS)}
                return card | {"is_member": self.stays, "until_date": 0} | left
            case Status.KICKED:
                return card | {"until_date": 0}
            case Status.MEMBER | Status.LEFT:
                return card
