"""Whoever goes on playing amid the noise: the next legal move of a table, as the update Telegram would send for it."""

import time
from random import Random
from typing import Any

from tests.telegram_client import Json
from tgbot.game.rules.raise_rule import sayable
from tgbot.game.state import Announcing, Answering, Lobby, Over, Waiting
from tgbot.game.turn import bar
from tgbot.phrases.press import encode
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.state.debts import open_debt
from tgbot.table.state.table import Table

People = list[Json]


def next_move(table: Table, people: People, rng: Random) -> Json:
    """Write the update (without its number) of a move that the table must take."""
    if table.muted_since is not None:
        return _said(table, people, "/tisch") if table.id.thread else _unmuting(table, people[0])
    if table.asleep or table.paused:
        return _press(table, _any_seat(table, people), Action.WAKE)
    game = table.game
    if game is None or isinstance(game, Over):
        return _press(table, rng.choice(people), Action.OPEN)
    if isinstance(game, Lobby):
        return _in_lobby(table, game, people)
    debt = open_debt(game, table.debts)
    if debt is not None or isinstance(game, Waiting):
        return _said(table, people, "/ende")
    if isinstance(game, Announcing):
        values = sayable(game.rules.raise_rule, game.rules.ranking, bar(game))
        return _press(table, _who(game.holder, people), Action.ANNOUNCE, value=rng.choice(values[:6]))
    assert isinstance(game, Answering), game
    if game.asked:
        return _press(table, _who(game.round.chain[-1].player, people), Action.REPEAT)
    top = bar(game) == sayable(game.rules.raise_rule, game.rules.ranking, None)[-1]
    action = Action.BELIEVE if rng.random() < 0.6 and not top else Action.DOUBT
    return _press(table, _who(game.holder, people), action)


def _in_lobby(table: Table, lobby: Lobby, people: People) -> Json:
    outside = [person for person in people if person["id"] not in lobby.players]
    if len(lobby.players) < lobby.rules.min_players + 1 and outside:
        return _press(table, outside[0], Action.JOIN)
    host = table.host
    return _press(table, _who(lobby.players[0] if host is None else host, people), Action.START_ANYWAY)


def _press(table: Table, who: Json, action: Action, value: Any = None) -> Json:
    step = getattr(table.game, "step", 0)
    data = encode(Tap(table.id, table.games, step, action, value))
    chat = {"id": table.chat, "type": "supergroup", "title": "Stammtisch"}
    message = {"message_id": 7, "date": 1_764_460_800, "chat": chat, "text": "Karte"}
    return {"callback_query": {"id": "1", "from": who, "chat_instance": "1", "message": message, "data": data}}


def _said(table: Table, people: People, text: str) -> Json:
    who = people[0] if table.host is None else _who(table.host, people)
    # Said to be a forum, or the games of its topics would be meant in the chat itself.
    chat: Json = {"id": table.chat, "type": "supergroup", "title": "Stammtisch", "is_forum": True}
    entities = [{"type": "bot_command", "offset": 0, "length": len(text)}]
    topic = {"message_thread_id": table.id.thread, "is_topic_message": True} if table.id.thread else {}
    now = int(time.time())  # what was typed before a game was opened is not meant for it
    return {
        "message": {
            "message_id": 7,
            "date": now,
            "from": who,
            "chat": chat,
            "text": text,
            "entities": entities,
            **topic,
        }
    }


def _unmuting(table: Table, who: Json) -> Json:
    bot = {"id": 8123456789, "is_bot": True, "first_name": "Mäxchen", "username": "maexchen_test_bot"}
    chat = {"id": table.chat, "type": "supergroup", "title": "Stammtisch"}
    old, new = {"status": "left", "user": bot}, {"status": "member", "user": bot}
    return {"my_chat_member": {"chat": chat, "from": who, "date": 1, "old_chat_member": old, "new_chat_member": new}}


def _any_seat(table: Table, people: People) -> Json:
    game = table.game
    return _who(next(seat.player for seat in getattr(game, "seats", ()) if seat.active), people)


def _who(player: int, people: People) -> Json:
    known = next((person for person in people if person["id"] == player), None)
    return known or {"id": player, "is_bot": False, "first_name": "Gast"}
