"""Who may change a game by what he sent: told from the update's own JSON, with nothing of the bot that reads updates.

Only what is necessary is asked for, so that the oracle stays far simpler than the game: the right sender, seated where he
claims to be, at the present moment of the right table.
"""

import json
import re
from collections.abc import Container
from typing import Any

from tgbot.game.seats import Presence
from tgbot.game.state import Announcing, Answering, Lobby, Over, Rolling
from tgbot.table.state.table import Table

ANONYMOUS = 1087968824
_DATA = re.compile(r"([A-Za-z])([1-6]*)\.(-?\w+)\.(\w+)\.(\w+)\.(\w+)(?:\.([\w-]+))?", re.ASCII)
_MOVES = frozenset("bdaPTucqQLrwnpk")
_MENU = frozenset("mMNCxv")


def permitted(body: bytes, before: Table, after: Table, names: Container[Any]) -> bool:
    """Whether an update gives its sender any right to what became of a table's game.

    `names` are the ids under which the table's group was ever known.
    """
    if after.id.private:
        bodies = json.loads(body).values()
        return after.game is None and any(_get(part, "from", "id") == after.id.home for part in bodies)
    if _facts(before) == _facts(after):
        return True
    update = json.loads(body)
    return any(
        (
            _pressed(update.get("callback_query"), before),
            _said(update.get("message"), before, names),
            _changed(update.get("chat_member"), before, names),
            _moved_bot(update.get("my_chat_member"), before, after, names),
        )
    )


def _facts(table: Table) -> tuple[object, ...]:
    return (table.game, table.games, table.host, table.rules, table.chat, table.muted_since is None, table.asleep)


def _pressed(query: Any, table: Table) -> bool:
    who, data, chat = _get(query, "from", "id"), _get(query, "data"), _get(query, "message", "chat", "id")
    found = _DATA.fullmatch(data) if isinstance(data, str) else None
    if not _human(_get(query, "from")) or found is None:
        return False
    action, _, home, thread, game, step, _ = found.groups()
    if (int(home, 36), int(thread, 36)) != (table.id.home, table.id.thread) and int(home, 36) != table.chat:
        return False
    if chat not in (table.chat, table.id.home, who):
        return False
    return _may_press(table, who, action, int(game, 36), int(step, 36))


def _may_press(table: Table, who: int, action: str, game: int, step: int) -> bool:
    now = table.game
    if now is None or isinstance(now, Over):
        return action in _MENU | {"o"}
    seats = now.players if isinstance(now, Lobby) else [s.player for s in now.seats if s.presence is not Presence.LEFT]
    if action in _MENU:  # the menu asks Telegram who is an admin; the host need not be asked
        return who == table.host or (table.menu is not None and table.menu.editor == who)
    if isinstance(now, Lobby):
        rights = {"j": True, "o": True, "l": who in seats, "s": who == table.host, "S": who == table.host}
        return (game == table.games or action == "o") and rights.get(action, action in "yz" and who in seats)
    if action in _MOVES:
        claimer = [now.round.chain[-1].player] if isinstance(now, Answering) and now.asked else []
        acting = [now.holder] if isinstance(now, Rolling | Announcing | Answering) else []
        return who in claimer if action == "Q" else who in acting and (game, step) == (now.number, now.step)
    if action in "jl":  # a lobby's buttons count while its game runs: come and go at any time
        return game == table.games and (who in seats) == (action == "l")
    return who in seats and action in "BWEe"


def _said(message: Any, table: Table, names: Container[Any]) -> bool:
    here, who = _get(message, "chat", "id"), _get(message, "from", "id")
    if _get(message, "chat", "type") not in ("group", "supergroup"):
        return _repeats(message, who, table)
    new, old = _get(message, "migrate_to_chat_id"), _get(message, "migrate_from_chat_id")
    if new or old:
        return old in names or here in names
    gone = _get(message, "left_chat_member", "id")
    if gone is not None:
        return _sits(gone, table)
    if here not in names:
        return False
    anonymous: bool = who == ANONYMOUS and _get(message, "sender_chat", "id") == here
    if not (anonymous or _human(_get(message, "from"))):
        return False
    if table.muted_since is not None:  # whoever is heard in a group shows that the bot may be there
        return True
    word = re.match(r"/(\w+)", str(_get(message, "text")))
    match "" if word is None else word[1].lower():
        case "neu" | "new":
            return table.game is None or isinstance(table.game, Over)
        case "ende" | "end" | "abend" | "evening":
            return anonymous or bool(who == table.host)
        case _:
            return False


def _repeats(message: Any, who: Any, table: Table) -> bool:
    """Whether somebody who was asked what he said says it once more, in private."""
    asked = isinstance(table.game, Answering) and table.game.asked
    return bool(asked and str(_get(message, "text")).strip().isdigit() and _sits(who, table))


def _changed(change: Any, table: Table, names: Container[Any]) -> bool:
    return _get(change, "chat", "id") in names and _sits(_get(change, "new_chat_member", "user", "id"), table)


def _moved_bot(change: Any, before: Table, after: Table, names: Container[Any]) -> bool:
    same = (before.game, before.games, before.host, before.rules) == (after.game, after.games, after.host, after.rules)
    return same and _get(change, "chat", "id") in names


def _sits(who: Any, table: Table) -> bool:
    game = table.game
    players = game.players if isinstance(game, Lobby) else [] if game is None else [seat.player for seat in game.seats]
    return isinstance(who, int) and (who in players or any(debt.player == who for debt in table.debts))


def _human(user: Any) -> bool:
    return isinstance(user, dict) and type(user.get("id")) is int and not user.get("is_bot")


def _get(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
