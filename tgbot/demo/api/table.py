"""Every method the stand-in knows. A new group of methods is one file and one name in this list."""

from tgbot.demo.api import answering, chats, deleting, editing, fetching, files, forwarding, marking, profile, sending
from tgbot.demo.api.call import Methods

_GROUPS: tuple[Methods, ...] = (
    answering.METHODS,
    chats.METHODS,
    deleting.METHODS,
    editing.METHODS,
    fetching.METHODS,
    files.METHODS,
    forwarding.METHODS,
    marking.METHODS,
    profile.METHODS,
    sending.METHODS,
)

# The Bot API does not care about upper and lower case in the name of a method.
METHODS: Methods = {name.lower(): method for group in _GROUPS for name, method in group.items()}
