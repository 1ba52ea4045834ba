"""Boards: the messages with pages and buttons that a table keeps the newest of, each of its kind."""

from dataclasses import dataclass

from tgbot.game.seats import PlayerId


@dataclass(frozen=True, slots=True)
class Menu:
    """The open house rules menu. `number` tells its message from earlier ones; `page` is a page's or a setting's name.

    Only `editor` turns its pages, so that two people's choices never mix; None: an anonymous admin opened it, and the
    first host or admin to press a button takes it over. Until `trusted` Telegram need not be asked again whether the
    editor is an admin. `code` is a share code waiting to be taken over. `nameless`: opened by an anonymous admin, whom
    nobody names.
    """

    number: int
    editor: PlayerId | None
    page: str = "presets"
    code: str = ""
    trusted: int = 0
    nameless: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was last asked for of one kind, and its page: the rule sheet, stakes, tasks, a purse, the host's office.

    `number` tells its message from earlier ones.
    """

    number: int
    page: str = "short"
