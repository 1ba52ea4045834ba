"""Who has a seat, and who of them is there."""

from tgbot.game.seats import PlayerId, Presence
from tgbot.game.state import Game, Lobby


def seated(game: Game | None) -> tuple[PlayerId, ...]:
    """List who has a seat and has not left it, in seat order."""
    if game is None:
        return ()
    if isinstance(game, Lobby):
        return game.players
    return tuple(seat.player for seat in game.seats if seat.presence is not Presence.LEFT)


def ready(game: Game | None) -> tuple[PlayerId, ...]:
    """List who is there: seats that play, or will from the next round on."""
    if game is None or isinstance(game, Lobby):
        return seated(game)
    return tuple(seat.player for seat in game.seats if seat.ready)


def including(players: tuple[PlayerId, ...], player: PlayerId) -> tuple[PlayerId, ...]:
    """Add a player to these, once."""
    return players if player in players else (*players, player)
