"""What of a table may not change by itself, part by part, and who is meant by a change of it."""

from collections.abc import Iterable
from typing import Any

from tgbot.game.seats import Presence
from tgbot.game.state import Lobby
from tgbot.table.state.table import Table

PLAY = frozenset({"game", "asleep", "paused", "breaks", "debts", "evening", "end_votes", "ballot", "fled"})
LEAVE = PLAY | {"host"}
OPEN = LEAVE | {"games", "reminders"}


def parts(table: Table) -> dict[str, object]:
    """List what is watched."""
    return {
        "game": table.game,
        "games": table.games,
        "host": table.host,
        "rules": table.rules,
        "chat": table.chat,
        "muted": table.muted_since is not None,
        "asleep": table.asleep,
        "paused": table.paused,
        "breaks": table.breaks,
        "debts": table.debts,
        "fled": table.fled,
        "ballot": table.ballot,
        "end_votes": table.end_votes,
        "reminders": table.reminders,
        "evening": table.evening,
    }


def changed(before: Table, after: Table) -> frozenset[str]:
    """Name what has changed."""
    was, now = parts(before), parts(after)
    return frozenset(name for name in was if was[name] != now[name])


def seats(table: Table) -> tuple[int, ...]:
    """List who sits there."""
    game = table.game
    if game is None:
        return ()
    if isinstance(game, Lobby):
        return tuple(game.players)
    return tuple(seat.player for seat in game.seats if seat.presence is not Presence.LEFT)


def of_others(before: Table, after: Table, meant: Iterable[Any]) -> list[str]:
    """Name what was done in the name of somebody who is not `meant` by the update: seats, pauses, votes, wishes, debts."""
    own, new_game = set(meant), after.games != before.games
    found: dict[str, set[Any]] = {
        "sat down": set(seats(after)) - set(seats(before)) - ({*seats(before), *_known(before)} if new_game else set()),
        "got up": set() if new_game or after.game is None else set(seats(before)) - set(seats(after)),
        "pauses": {one.player for one in after.breaks} - {one.player for one in before.breaks},
        "fled": set(after.fled) - set(before.fled) - _liable(before),  # noted when their game is over
        "agreed to the end": set(after.end_votes) - set(before.end_votes),
        "voted": _voters(after) - _voters(before),
        "wishes": set() if new_game else {one.player for one in {*before.reminders} ^ {*after.reminders}},
    }
    return [what for what, who in found.items() if who - own]


def settled(before: Table, after: Table) -> set[int]:
    """Name whose debts are gone."""
    left = {debt.number for debt in after.debts}
    return {debt.player for debt in before.debts if debt.number not in left}


def _voters(table: Table) -> set[Any]:
    votes = () if table.ballot is None else table.ballot.votes
    return {vote.by for vote in votes}


def _liable(table: Table) -> set[int]:
    return {seat.player for seat in getattr(table.game, "seats", ()) if seat.presence is Presence.LEFT and seat.liable}


def _known(table: Table) -> set[int]:
    return {seat.player for seat in getattr(table.game, "seats", ())}
