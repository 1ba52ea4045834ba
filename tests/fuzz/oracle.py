"""Who may change what of a table by what he sent: told from the update's own JSON, with nothing of the bot that reads updates.

Only what is necessary is asked for, so that the oracle stays far simpler than the game: the right sender, seated where he
claims to be, at the present moment of the right table. What a move comes to is judged by `outcome.py`.
"""

import json
import re
from collections.abc import Container
from typing import Any

from tests.fuzz.parts import LEAVE, OPEN, PLAY, changed, of_others, seats, settled
from tgbot.game.state import Announcing, Answering, Lobby, Over, Rolling
from tgbot.table.intents.inquiry import Informed, Purpose
from tgbot.table.intents.intent import Intent
from tgbot.table.intents.inward import CupRefused, Forget
from tgbot.table.state.table import Table

ANONYMOUS = 1087968824
_DATA = re.compile(r"([A-Za-z])([1-6]*)\.(-?\w+)\.(\w+)\.(\w+)\.(\w+)(?:\.([\w-]+))?", re.ASCII)
_MOVES = frozenset("bdaPTucqQLrwnpk")
_MENU = frozenset("mMNCxv")
_NONE: frozenset[str] = frozenset()
_HEARD = frozenset({"muted"})
"""What anybody may change: who is heard at a silenced table has the bot try again."""
_BY_ITSELF = frozenset({"muted", "evening", "reminders", "chat", "asleep"})
"""What delivery and time may change."""


def permitted(body: bytes, before: Table, after: Table, names: Container[Any]) -> bool:
    """Whether an update gives its sender any right to what became of a table.

    `names` are the ids under which the table's group was ever known.
    """
    if after.id.private:
        bodies = json.loads(body).values()
        return after.game is None and any(_get(part, "from", "id") == after.id.home for part in bodies)
    touched = changed(before, after)
    if not touched:
        return True
    update = json.loads(body)
    may = (
        _pressed(update.get("callback_query"), before)
        | _said(update.get("message"), before, names)
        | _changed(update.get("chat_member"), before, names)
        | _moved_bot(update.get("my_chat_member"), names)
    )
    meant = _meant(update, before)
    return (
        touched <= may
        and not of_others(before, after, meant)
        and settled(before, after) <= _payers(touched, meant, before)
    )


def found_out(intent: Intent | None, before: Table, after: Table, admins: frozenset[int]) -> bool:
    """Whether Telegram's word, or what delivery met, allows what was done."""
    touched = changed(before, after)
    if isinstance(intent, CupRefused | Forget):
        return touched <= LEAVE | {"reminders"} and not of_others(before, after, {intent.player})
    if not isinstance(intent, Informed):
        return touched <= _BY_ITSELF
    asked = intent.inquiry
    may = _asked(asked.purpose, asked.who.id, before, admins, asked.rest)
    return touched <= may and not of_others(before, after, {asked.who.id, _number(asked.rest)})


def _asked(purpose: Purpose, who: int, table: Table, admins: frozenset[int], rest: str) -> frozenset[str]:
    rules = who in admins or who == table.host
    sits = who in seats(table)
    match purpose:
        case Purpose.SEAT:
            return PLAY | {"reminders"}
        case Purpose.REMIND:
            return frozenset({"reminders"})
        case Purpose.EVENING if table.game is None or isinstance(table.game, Over | Lobby):
            return PLAY - {"game"}
        case Purpose.END:
            enough = sits and len(table.end_votes) >= min(2, len(seats(table)) - 1)
            return PLAY if rules or enough else frozenset({"end_votes"} if sits else ())
        case Purpose.KICK:
            enough = sits and _enough_votes(table, who, _number(rest))
            return LEAVE if rules or enough else frozenset({"ballot"} if sits else ())
        case _:
            return _RULED.get(purpose, _NONE) if rules else _NONE


_RULED = {
    Purpose.START: PLAY,
    Purpose.START_ANYWAY: PLAY,
    Purpose.EVENING: PLAY,
    Purpose.HOST: frozenset({"host"}),
    Purpose.PAUSE: frozenset({"paused", "asleep"}),
    Purpose.MENU_TAP: frozenset({"rules", "game"}),
}
"""What the host's or an admin's word may change."""


def _enough_votes(table: Table, who: int, against: int | None) -> bool:
    """Whether two thirds of the others have asked him to get up, this one among them, or one of them had to be asked no more."""
    votes = () if table.ballot is None else table.ballot.votes
    for_it = {vote.by for vote in votes if vote.against == against} | {who}
    others = [seat.player for seat in getattr(table.game, "seats", ()) if seat.active and seat.player != against]
    return 3 * len(for_it) >= 2 * len(others or seats(table))


def _pressed(query: Any, table: Table) -> frozenset[str]:
    """Name what a press may change."""
    who, data, chat = _get(query, "from", "id"), _get(query, "data"), _get(query, "message", "chat", "id")
    found = _DATA.fullmatch(data) if isinstance(data, str) else None
    if not _human(_get(query, "from")) or found is None:
        return _NONE
    action, _, home, thread, game, step, detail = found.groups()
    if (int(home, 36), int(thread, 36)) != (table.id.home, table.id.thread) and int(home, 36) != table.chat:
        return _NONE
    if chat not in (table.chat, table.id.home, who):
        return _NONE
    may = _may_press(table, who, action, int(game, 36), int(step, 36)) | _about_people(table, who, action, detail)
    return may | _HEARD


def _may_press(table: Table, who: int, action: str, game: int, step: int) -> frozenset[str]:
    now, sitting = table.game, seats(table)
    if action in _MENU:  # the menu asks Telegram who is an admin; the host need not be asked
        rules = who == table.host or (table.menu is not None and table.menu.editor == who)
        return frozenset({"rules", "game"}) if rules else _NONE
    if action == "e":
        return PLAY
    if now is None or isinstance(now, Over):
        return OPEN if action == "o" else _NONE
    if isinstance(now, Lobby):
        rights = {"j": True, "o": True, "l": who in sitting, "s": who == table.host, "S": who == table.host}
        right = (game == table.games or action == "o") and rights.get(action, action in "yzE" and who in sitting)
        return LEAVE | ({"rules"} if action in "yz" else _NONE) if right else _NONE
    if action in _MOVES:
        claimer = [now.round.chain[-1].player] if isinstance(now, Answering) and now.asked else []
        acting = [now.holder] if isinstance(now, Rolling | Announcing | Answering) else []
        right = who in claimer if action == "Q" else who in acting and (game, step) == (now.number, now.step)
        return PLAY if right else _NONE
    if action in "jlo":  # a lobby's buttons count while its game runs: come and go at any time
        return LEAVE if game == table.games and (who in sitting) == (action == "l") else _NONE
    if who not in sitting:
        return _NONE
    ends = len(table.end_votes) >= min(2, len(sitting) - 1)
    of_seats = {"B": PLAY, "O": {"breaks"}, "W": {"asleep", "paused"}, "E": PLAY if ends else {"end_votes"}}
    return frozenset(of_seats.get(action, _NONE))


def _about_people(table: Table, who: int, action: str, detail: str | None) -> frozenset[str]:
    """Boards and wishes: the host decides at once, everybody else's press is asked about first."""
    match action:
        case "J":
            return frozenset({"reminders"})
        case "K" if who == table.host and _number(detail) in seats(table):
            return LEAVE
        case "H" if who == table.host and _number(detail) in seats(table):
            return frozenset({"host"})
        case _:
            return _NONE


def _said(message: Any, table: Table, names: Container[Any]) -> frozenset[str]:
    """Name what a message may change."""
    here, who = _get(message, "chat", "id"), _get(message, "from", "id")
    if _get(message, "chat", "type") not in ("group", "supergroup"):
        return PLAY if _repeats(message, who, table) else _NONE
    new, old = _get(message, "migrate_to_chat_id"), _get(message, "migrate_from_chat_id")
    if new or old:
        return frozenset({"chat", "muted"}) if old in names or here in names else _NONE
    gone = _get(message, "left_chat_member", "id")
    if gone is not None:
        return LEAVE | {"reminders"} if _sits(gone, table) or _wishes(gone, table) else _NONE
    if here not in names:
        return _NONE
    anonymous: bool = who == ANONYMOUS and _get(message, "sender_chat", "id") == here
    if not (anonymous or _human(_get(message, "from"))):
        return _NONE
    return _HEARD | _commanded(message, table, who, rules=anonymous or who == table.host)


def _commanded(message: Any, table: Table, who: Any, *, rules: bool) -> frozenset[str]:
    said = re.match(r"/(\w+)(?:@\w+)?\s*(.*)", str(_get(message, "text")), re.DOTALL)
    word, rest = ("", "") if said is None else (said[1].lower(), said[2].strip().lower())
    to, sits = _get(message, "reply_to_message", "from", "id"), who in seats(table)
    match word:
        case "neu" | "new" if table.game is None or isinstance(table.game, Over):
            return OPEN
        case "ende" | "end" | "abend" | "evening" if rules:
            return PLAY
        case "abend" | "evening" if table.game is None or isinstance(table.game, Over | Lobby):
            return PLAY - {"game"}  # between games anybody may
        case "pause" if rest in ("tisch", "table"):
            return frozenset({"paused", "asleep"}) if rules else _NONE
        case "pause" | "raus" | "leave" if sits:
            return LEAVE
        case "dabei" | "joinin":
            return LEAVE
        case "rauswurf" | "kick":
            return LEAVE if rules and to in seats(table) else frozenset({"ballot"} if rules or sits else ())
        case "gastgeber" | "host" if rules and to in seats(table):
            return frozenset({"host"})
        case "erinnern" | "remind":
            return frozenset({"reminders"})
        case _:
            return _NONE


def _repeats(message: Any, who: Any, table: Table) -> bool:
    """Whether somebody who was asked what he said says it once more, in private."""
    asked = isinstance(table.game, Answering) and table.game.asked
    return bool(asked and str(_get(message, "text")).strip().isdigit() and _sits(who, table))


def _changed(change: Any, table: Table, names: Container[Any]) -> frozenset[str]:
    gone = _get(change, "new_chat_member", "user", "id")
    there = _get(change, "chat", "id") in names
    return LEAVE | {"reminders"} if there and (_sits(gone, table) or _wishes(gone, table)) else _NONE


def _moved_bot(change: Any, names: Container[Any]) -> frozenset[str]:
    return frozenset({"muted", "asleep", "paused"}) if _get(change, "chat", "id") in names else _NONE


def _meant(update: Any, table: Table) -> set[Any]:
    """List whom an update is about: its sender, who is gone, and whom somebody who may has named."""
    query, message = update.get("callback_query"), update.get("message")
    found = _DATA.fullmatch(data) if isinstance(data := _get(query, "data"), str) else None
    named = (
        _get(query, "from", "id"),
        _get(message, "from", "id"),
        _get(message, "left_chat_member", "id"),
        _get(update.get("chat_member"), "new_chat_member", "user", "id"),
        _number(found[7]) if found and found[1] == "K" and _get(query, "from", "id") == table.host else None,
        _get(message, "reply_to_message", "from", "id") if "/" in str(_get(message, "text"))[:1] else None,
    )
    return {who for who in named if isinstance(who, int)}


def _payers(touched: frozenset[str], meant: set[Any], table: Table) -> set[Any]:
    """List whose debts may be gone: one's own; with the game's end, or a new one, everybody's."""
    return meant | ({debt.player for debt in table.debts} if "game" in touched or "evening" in touched else set())


def _sits(who: Any, table: Table) -> bool:
    game = table.game
    players = game.players if isinstance(game, Lobby) else [] if game is None else [seat.player for seat in game.seats]
    return isinstance(who, int) and (who in players or any(debt.player == who for debt in table.debts))


def _wishes(who: Any, table: Table) -> bool:
    return any(reminder.player == who for reminder in table.reminders)


def _human(user: Any) -> bool:
    return isinstance(user, dict) and type(user.get("id")) is int and not user.get("is_bot")


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None


def _get(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
