"""The lobby: taking places, and starting a game (`rules.md` §1 `min_players`, A18)."""

from dataclasses import replace

from tgbot.game.commands import Join, Leave, Start
from tgbot.game.events import GameStarted, Reason, RoundOpened, SeatLeft, SeatTaken
from tgbot.game.penalty import Due, book
from tgbot.game.refusals import Refusal
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.rules.penalty import RETURN_COST, starting_units
from tgbot.game.rules.players import FEWEST, capacity, enough
from tgbot.game.seats import Seat
from tgbot.game.state import Lobby, Rolling, Round
from tgbot.game.step import Outcome, Step


def new_lobby(number: int, rules: HouseRules) -> Lobby:
    """Open a table for the chat's game `number`.

    Raises:
        ValueError: the rules contradict each other; `clash` names the settings.

    """
    found = clash(rules)
    if found is not None:
        raise ValueError(f"house rules contradict each other: {found.setting}, {found.other}")
    return Lobby(number=number, rules=rules)


def join_lobby(game: Lobby, command: Join) -> Outcome:
    """Take a place."""
    if command.player in game.players:
        return Refusal.ALREADY_SEATED
    if len(game.players) >= capacity(game.rules.max_players):
        return Refusal.TABLE_FULL
    return Step(replace(game, players=(*game.players, command.player)), (SeatTaken(command.player),))


def leave_lobby(game: Lobby, command: Leave) -> Outcome:
    """Free the place again."""
    if command.player not in game.players:
        return Refusal.NOT_SEATED
    rest = tuple(player for player in game.players if player != command.player)
    return Step(replace(game, players=rest), (SeatLeft(command.player),))


def start(game: Lobby, command: Start) -> Outcome:
    """Close the lobby and open round 1; `anyway` plays below the table's minimum and says so.

    Who fled from an earlier game pays first, but keeps one unit to lose.
    """
    if command.opener not in game.players:
        return Refusal.NOT_SEATED
    usual = enough(len(game.players), game.rules.min_players)
    if not usual and not (command.anyway and enough(len(game.players), FEWEST)):
        return Refusal.TOO_FEW
    opened = Rolling(
        number=game.number,
        rules=game.rules if usual else replace(game.rules, min_players=FEWEST),
        seats=tuple(map(Seat, game.players)),
        round=Round(1, command.opener),
        step=1,
        holder=command.opener,
    )
    cost = starting_units(highest=RETURN_COST, limit=game.rules.limit)
    dues = [Due(player, cost) for player in command.owing if cost]
    booked = book(opened, dues, Reason.RETURNED)
    began = GameStarted(game.players, anyway=not usual)
    return Step(booked.game, (began, *booked.events, RoundOpened(1, command.opener)))
