"""From a decision to the one atomic write: version, posts, dirty surfaces, deadlines."""

from dataclasses import replace

from tgbot.game.events import (
    Announced,
    Asked,
    Believed,
    CameBack,
    DiceThrown,
    Event,
    GameStarted,
    Looked,
    Rerolled,
    RoundOpened,
    SeatLeft,
    SeatTaken,
)
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Lobby, Over, Playing
from tgbot.table.clock.clockwork import after_lap, deadlines, night_of, nights, stands_still, step_of
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.identity import Reach, is_guest
from tgbot.table.intents.deadline import Deadline
from tgbot.table.intents.updates import UpdateMark
from tgbot.table.limits import MOST_MEMBERS
from tgbot.table.news.evening import RecapPictured
from tgbot.table.news.notices import Notice, Post
from tgbot.table.news.seats import StillAway
from tgbot.table.news.surfaces import Card, PrivateCup, Surface
from tgbot.table.people.breaks import counted_breaks
from tgbot.table.people.comings import calmed
from tgbot.table.people.seat_boards import kept_up
from tgbot.table.people.standstill import halted
from tgbot.table.play.setback import dated
from tgbot.table.ports.effects import Played, Seated
from tgbot.table.ports.tables import Change
from tgbot.table.state.debts import open_debt
from tgbot.table.state.mentions import without_strangers
from tgbot.table.state.table import Table

_ON_THE_CARD = (Announced, Asked, Believed, CameBack, DiceThrown, GameStarted, Looked, Rerolled, RoundOpened, SeatTaken)
"""Events the card shows by itself. A post is made when something else happened; it then tells these too, in order."""

_ALONE = (RecapPictured, StillAway)
"""What is a message of its own: a picture, or a question that rings somebody's phone."""


def settle(before: Table, decision: Decision, mark: UpdateMark | None, moment: Moment) -> Change:
    """Complete a decision: who slept, what the step's change resets, which version and posts it makes."""
    stored, before = before, decision.seen or before
    mover = None if decision.actor is None else decision.actor.id
    table, notices = after_lap(before, decision.table, mover)
    if stands_still(table) and not isinstance(table.game, Playing):
        table = replace(table, asleep=False, paused=False)
    table, asked = counted_breaks(table, decision.items)
    table, boards = kept_up(before, table)
    table, told = calmed(table, (*decision.items, *notices), moment)
    table = halted(before, table, told, moment)
    items = (*told, *asked)
    table = _moved_on(before, table, mover, moment)
    if len(table.members) > MOST_MEMBERS:
        table = without_strangers(table)
    posts = _posts(table, items, moment.now)
    table = replace(table, posts=table.posts + len(posts))
    if table != stored:
        table = replace(table, version=before.version + 1)
    return Change(
        table=table,
        expected=before.version,
        mark=mark,
        posts=posts,
        dirty=tuple(dict.fromkeys((*_dirty(before, table), *decision.dirty, *boards))),
        deadlines=_deadlines(before, table, moment),
        inquiries=tuple(replace(inquiry, asked_by=mark.id if mark else 0) for inquiry in decision.inquiries),
        effects=(*decision.effects, *_seat_effects(before, table), *_played_effects(before, table)),
        nights=nights(table, moment.now, moment.timing) if night_of(before) != night_of(table) else None,
    )


def _moved(before: Table, after: Table) -> bool:
    """Whether another step has come: what a turn's buttons belong to, or the phase of it."""
    return step_of(before.game) != step_of(after.game) or type(before.game) is not type(after.game)


def _moved_on(before: Table, after: Table, mover: PlayerId | None, moment: Moment) -> Table:
    """Give a step that has just come its number and time, and end what held for the last one."""
    if _moved(before, after):
        game = dated(after.game, moment.now - after.opened_at)
        after = replace(after, game=game, mover=mover, moved_from=step_of(before.game)[1], moved_at=moment.now)
        after = replace(after, keyboard_open=_unreached(after), reminded=False, doorbell=None)
    elif _stopped(before) and not _stopped(after):
        after = replace(after, moved_at=moment.now)
    return replace(after, ended_at=moment.now) if _ends(before, after) else after


def _ends(before: Table, after: Table) -> bool:
    return isinstance(after.game, Over) and not isinstance(before.game, Over)


def _stopped(table: Table) -> bool:
    return stands_still(table) or table.muted_since is not None


def _posts(table: Table, items: tuple[Event | Notice, ...], now: int) -> tuple[Post, ...]:
    # With the moment, or a post that a setback of the store took back could be sent, or noted as sent, in another's place.
    number, step = step_of(table.game) if table.game else (table.games, 0)
    told = tuple(item for item in items if not isinstance(item, _ALONE))
    silent = all(map(_on_the_card, told)) or _only_lobby_seats(table, told)
    alone = tuple((item,) for item in items if isinstance(item, _ALONE))
    return tuple(
        Post(id=f"{now}.p{table.posts + place}", game=number, step=step, items=together)
        for place, together in enumerate(alone if silent else (told, *alone), start=1)
    )


def _on_the_card(item: Event | Notice) -> bool:
    """Whether the card is enough: who sits down while a game runs is announced to everybody."""
    return isinstance(item, _ON_THE_CARD) and not (isinstance(item, SeatTaken) and item.waiting)


def _only_lobby_seats(table: Table, items: tuple[Event | Notice, ...]) -> bool:
    return isinstance(table.game, Lobby) and all(isinstance(item, SeatTaken | SeatLeft) for item in items)


def _dirty(before: Table, after: Table) -> tuple[Surface, ...]:
    if after == before or after.id.private:
        return ()
    had, has = _private_cup(before), _private_cup(after)
    cups = [PrivateCup(player) for player in (had, has) if player is not None]
    if (had, step_of(before.game)) == (has, step_of(after.game)) and not _reached(before, after, has):
        cups = []
    return (*cups, Card())


def _private_cup(table: Table) -> PlayerId | None:
    """Name whose private chat shows something of this moment: the roller's dice, or the question to the claimer."""
    match table.game:
        case Announcing(holder=holder):
            return holder
        case Answering(asked=True, round=playing):
            return playing.chain[-1].player
        case _:
            return None


def _unreached(table: Table) -> bool:
    """Whether the roller has no private chat: then the buttons are on the card from the start."""
    roller = table.game.holder if isinstance(table.game, Announcing) else None
    member = None if roller is None else table.member(roller)
    return member is not None and member.reach is Reach.CLOSED


def _reached(before: Table, after: Table, player: PlayerId | None) -> bool:
    """Whether a player's private chat has just opened, or his cup changed within the same step (a look)."""
    if player is None:
        return False
    was, now = before.member(player), after.member(player)
    opened = now is not None and now.reach is Reach.OPEN and (was is None or was.reach is not Reach.OPEN)
    return opened or before.game != after.game


def _deadlines(before: Table, after: Table, moment: Moment) -> tuple[Deadline, ...] | None:
    lobby_touched = isinstance(after.game, Lobby) and after.game != before.game
    stopped = (stands_still(before), before.muted_since is None) != (stands_still(after), after.muted_since is None)
    changed = (
        _moved(before, after)
        or lobby_touched
        or stopped
        or before.unmet != after.unmet
        or _owed(before) != _owed(after)
    )
    return deadlines(after, moment.now, moment.timing) if changed else None


def _owed(table: Table) -> tuple[int, str] | None:
    debt = open_debt(table.game, table.debts)
    return None if debt is None else (debt.number, debt.task)


def _seat_effects(before: Table, after: Table) -> tuple[Seated, ...]:
    """Note at which tables somebody sits, or is only known: his seat is gone, or he never had one."""
    was, now = _seated(before), _seated(after)
    met = {member.player for member in after.members} - {member.player for member in before.members}
    return (
        *(Seated(player) for player in sorted(now - was) if not is_guest(player)),
        *(Seated(player, seated=False) for player in sorted((was | met) - now) if not is_guest(player)),
    )


def _played_effects(before: Table, after: Table) -> tuple[Played, ...]:
    """Let a game that has just ended count in the statistics of who played it and wants them."""
    if not _ends(before, after) or after.counted is None:
        return ()
    players = (score.player for score in after.counted.scores)
    return tuple(Played(player, after.counted.game) for player in players if not is_guest(player))


def _seated(table: Table) -> set[PlayerId]:
    if table.game is None:
        return set()
    if isinstance(table.game, Lobby):
        return set(table.game.players)
    return {seat.player for seat in table.game.seats}
