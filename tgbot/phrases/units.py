"""Strokes, lives, tokens, points: what somebody pays, and where everybody stands."""

from collections.abc import Iterable

from tgbot.game.events import Paid
from tgbot.game.rules.payment import Payment, is_due
from tgbot.game.rules.penalty import PenaltyMode, left
from tgbot.game.seats import PlayerId
from tgbot.phrases.decks import decks
from tgbot.phrases.language import Texts
from tgbot.phrases.voice import Voice
from tgbot.table.state.terms import sips_are_played

CROWD = 8
"""From so many seats on, the line of strokes names only those who have any."""

_LONGEST_BAR = 6
_COUNTED_DOWN = (PenaltyMode.LIVES, PenaltyMode.TOKENS)


def pays(voice: Voice, paid: Paid) -> str:
    """Say what somebody pays, as what follows his name: "bekommt einen Strich (2 von 3)"."""
    mode, payment = voice.rules.penalty_mode, voice.rules.payment
    unit = voice.count(f"units.pays.{mode.value}", paid.units, units=numeral(voice.texts, paid.units))
    due = ""
    if is_due(payment):
        key = f"units.due.{_seen(voice, payment)}"
        due = voice.count(key, paid.units, units=numeral(voice.texts, paid.units), amount=_sips(voice, paid.units))
    return f"{unit}{so_far(voice, paid)}{due}"


def all_due(voice: Voice) -> str:
    """Say what all the others owe beside the count."""
    payment = voice.rules.payment
    return voice.say(f"units.all_due.{_seen(voice, payment)}", amount=_sips(voice, 1)) if is_due(payment) else ""


def rounds_alone(voice: Voice) -> bool:
    """Whether units would only tell who drank how much: then nobody's are listed, and lost rounds stand instead.

    With a limit the game ends by them, so while it runs they stand on the card.
    """
    return sips_come_up(voice) and voice.rules.limit is None


def sips_come_up(voice: Voice) -> bool:
    """Whether sips are played here: then standings are lost rounds, and nothing ranks."""
    return sips_are_played(voice.rules.payment, voice.paying, decks())


def so_far(voice: Voice, paid: Paid) -> str:
    """Say in brackets where somebody stands after a payment."""
    return "" if rounds_alone(voice) else f" ({standing(voice, paid.total, paid.limit)})"


def _seen(voice: Voice, payment: Payment) -> str:
    """Name what the group sees of a payment; nothing in it depends on who pays."""
    return "secret" if payment is Payment.SIPS and voice.paying.secret else payment.value


def _sips(voice: Voice, units: int) -> str:
    number = units * voice.paying.sips
    return voice.count(f"coin.{voice.paying.coin.value}", number, units=numeral(voice.texts, number))


def standing(voice: Voice, total: int, limit: int | None) -> str:
    """Say where somebody stands: "2 von 3", "noch 2", "keins mehr"."""
    if limit is None:
        return voice.say("units.standing.unlimited", total=total)
    mode, remaining = voice.rules.penalty_mode, left(units=total, limit=limit)
    none = "no_" if mode in _COUNTED_DOWN and not remaining else ""
    return voice.say(f"units.standing.{none}{mode.value}", total=total, limit=limit, left=remaining)


def amount(voice: Voice, total: int) -> str:
    """Say how much somebody has: "2 Striche", "noch 1 Leben"."""
    mode, counted = voice.rules.penalty_mode.value, _counted(voice, total)
    return voice.count(f"units.amount.{mode}", counted) if counted else voice.say(f"units.amount.nothing.{mode}")


def tally(voice: Voice, units: Iterable[tuple[PlayerId, int]]) -> str:
    """Say how everybody stands at the end, in digits; after sips, how many rounds each has lost tonight."""
    if sips_come_up(voice):
        return _rounds(voice, [player for player, _ in units])
    stands = (f"{voice.roster.bare(player)} {_counted(voice, total)}" for player, total in units)
    return voice.say(f"units.line.{voice.rules.penalty_mode.value}", stands=" · ".join(stands))


def strokes(voice: Voice, units: tuple[tuple[PlayerId, int], ...]) -> str | None:
    """Draw how everybody stands in one line; None where a crowd has nothing to show yet."""
    if rounds_alone(voice):
        lost = any(voice.lost.get(player) for player, _ in units)
        return _rounds(voice, [player for player, _ in units]) if lost else None
    shown = [(player, total) for player, total in units if total or len(units) < CROWD]
    if not shown:
        return None
    stands = (f"{voice.roster.bare(player)} {_bar(voice, total)}" for player, total in shown)
    return voice.say(f"units.line.{voice.rules.penalty_mode.value}", stands=" · ".join(stands))


def _rounds(voice: Voice, players: Iterable[PlayerId]) -> str:
    """Say who has lost how many rounds tonight, in seat order: no ranking, and nothing of what was drunk."""
    stands = (f"{voice.roster.bare(player)} {voice.lost.get(player, 0)}" for player in players)
    return voice.say("units.rounds", stands=" · ".join(stands))


def numeral(texts: Texts, number: int) -> str:
    """Write a small number as a word."""
    words = texts.pool("units.numerals")
    return words[number] if number < len(words) else str(number)


def _bar(voice: Voice, total: int) -> str:
    limit, full = voice.rules.limit, _counted(voice, total)
    if limit is None:
        return str(full)
    if limit > _LONGEST_BAR:
        return f"{full}/{limit}"
    full = min(full, limit)
    return "▮" * full + "▯" * (limit - full)


def _counted(voice: Voice, total: int) -> int:
    """Count up what is collected (strokes, points) and down what is lost (lives, tokens)."""
    remaining = left(units=total, limit=voice.rules.limit)
    return remaining if remaining is not None and voice.rules.penalty_mode in _COUNTED_DOWN else total
