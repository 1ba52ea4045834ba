"""Opening a table, taking a seat, giving the sign."""

from dataclasses import replace

from tgbot.game.commands import Join, Leave, Start
from tgbot.game.lobby import new_lobby
from tgbot.game.refusals import Refusal
from tgbot.game.rules.players import capacity
from tgbot.game.seats import PlayerId, Presence, find, put
from tgbot.game.state import Game, Lobby, Over
from tgbot.table.books.books import excused, paid_up, postponed
from tgbot.table.decisions.authority import ask, is_host
from tgbot.table.decisions.decision import Decision, Moment, act
from tgbot.table.decisions.refusing import refused
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Purpose
from tgbot.table.news.notices import HostChanged
from tgbot.table.news.paying import FairplayTold
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import HouseMenu
from tgbot.table.people.comings import starts_too_often
from tgbot.table.people.reminders import calling
from tgbot.table.play.belated import belated
from tgbot.table.rules.vote import recount
from tgbot.table.state.mentions import without_strangers
from tgbot.table.state.seats import ready, seated
from tgbot.table.state.table import Lap, Table
from tgbot.table.state.terms import sips_are_played


def open_lobby(table: Table, who: Person | None, moment: Moment, *, again: bool = False) -> Decision:
    """Open the next game's lobby. Its opener is host and seated; an anonymous admin (None) leaves both to the first to join.

    `again` keeps the seats of the game that has just ended, unless that is too long ago.
    """
    table = postponed(table, table.debts, moment.now)
    number = table.games + 1
    lobby = new_lobby(number, table.rules)
    kept = again and moment.now - table.ended_at <= moment.timing.rematch
    players = _invited(table, who, kept=kept)
    opened = replace(
        table if who is None else table.knowing(who),
        game=replace(lobby, players=players),
        games=number,
        host=None if who is None else who.id if who.id in players else players[0],
        opened_at=moment.now,
        asleep=False,
        paused=False,
        end_votes=(),
        comings=(),
        vote=None,
        lap=Lap(),
    )
    decision = calling(Decision(table=opened, reply=Told(Note.OPENED, table.language), actor=who), who, moment)
    return replace(decision, table=without_strangers(decision.table))


def _invited(table: Table, who: Person | None, *, kept: bool) -> tuple[PlayerId, ...]:
    """Seat who played last (`kept`), and behind them who opens the lobby, as far as there is room."""
    players = _last_players(table.game) if kept else ()
    if who is not None and who.id not in players:
        players = (*players, who.id)
    return players[: capacity(table.rules.max_players)]


def _last_players(game: Game | None) -> tuple[PlayerId, ...]:
    if not isinstance(game, Over):
        return ()
    return tuple(seat.player for seat in game.seats if seat.presence is not Presence.LEFT)


def join(table: Table, who: Person, moment: Moment) -> Decision:
    """Take a seat; the first one at a table without a host becomes host."""
    late = not isinstance(table.game, Lobby)
    if starts_too_often(table, who.id, moment):
        return refused(table, Barred.SLOWLY)
    decision = act(table.knowing(who), Join(who.id, owing=late and who.id in table.fled), moment)
    if isinstance(decision, Refusal):
        return refused(table, decision)
    joined = paid_up(decision.table, (who.id,)) if late else decision.table
    if joined.host is None:
        joined = replace(joined, host=who.id)
    return replace(decision, table=joined, reply=Told(Note.SEATED_LATER if late else Note.SEATED, table.language))


def leave(table: Table, player: PlayerId, moment: Moment, *, sent: bool = False) -> Decision:
    """Give a seat up, at any moment, of one's own will or `sent`; its vote is gone with it.

    A host's office goes to the first seat that is there.
    """
    owing = any(debt.player == player for debt in table.debts)
    decision = act(table, Leave(player, owing=owing, sent=sent), moment)
    if isinstance(decision, Refusal):
        return refused(table, decision)
    if table.host == player:
        decision = _hand_over(decision)
    return recount(decision, moment).replying(Told(Note.UNSEATED, table.language))


def gone(table: Table, player: PlayerId, moment: Moment, *, sent: bool = False) -> Decision:
    """Give up the seat of somebody who is no longer there, if he has one, and put off what he owes.

    A game that is over keeps no seat for him either: Nochmal! is for those who are there.
    """
    if isinstance(table.game, Over):
        decision = Decision(table=replace(table, game=_vacated(table.game, player)))
    else:
        decision = leave(table, player, moment, sent=sent) if player in seated(table.game) else Decision(table=table)
    left = excused(decision.table, player, moment.now)
    return replace(decision, table=replace(left, host=None) if left.host == player else left)


def _vacated(game: Over, player: PlayerId) -> Over:
    seat = find(game.seats, player)
    return game if seat is None else replace(game, seats=put(game.seats, replace(seat, presence=Presence.LEFT)))


def _hand_over(decision: Decision) -> Decision:
    table = decision.table
    heir = next(iter((*ready(table.game), *seated(table.game))), None)
    decision = replace(decision, table=replace(table, host=heir))
    running = table.game is not None and not isinstance(table.game, Lobby | Over)
    return decision.telling(HostChanged(heir)) if running and heir is not None else decision


def ask_to_start(table: Table, who: Person, query: str, moment: Moment, *, anyway: bool) -> Decision:
    """Give the sign: the host may, after a minute any seated player; of others it is asked whether they are admins."""
    if not isinstance(table.game, Lobby):
        return refused(table, belated(table, who.id, 0))
    patient = moment.now - table.opened_at >= moment.timing.open_start
    if is_host(table, who) or (patient and who.id in table.game.players):
        return start(table, moment, anyway=anyway)
    return ask(table, Purpose.START_ANYWAY if anyway else Purpose.START, who, query)


def start(table: Table, moment: Moment, *, anyway: bool) -> Decision:
    """Begin the game; the host opens, or whoever sits first."""
    if not isinstance(table.game, Lobby):
        return refused(table, Barred.OLD_BUTTON)
    players = table.game.players
    if not players:
        return refused(table, Refusal.TOO_FEW)
    opener = table.host if table.host in players else players[0]
    owing = tuple(player for player in table.fled if player in players)
    decision = act(table, Start(opener, anyway=anyway, owing=owing), moment)
    if isinstance(decision, Refusal):
        return refused(table, decision)
    started = paid_up(replace(decision.table, vote=None, menu=None), players)
    closed = (HouseMenu(),) if table.menu is not None else ()
    if sips_are_played(table.in_force.payment, table.paying, moment.decks) and not table.fairplay:
        started, decision = replace(started, fairplay=True), decision.telling(FairplayTold())
    return replace(decision, table=started, dirty=closed, reply=Told(Note.STARTED, table.language))
