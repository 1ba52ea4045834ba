"""What the roller does: throw, look, throw again, show, announce (`rules.md` §4.1, §4.2)."""

from dataclasses import replace

from tgbot.game.events import DiceThrown, Event, Looked, Rerolled
from tgbot.game.handing import hand_on
from tgbot.game.phases import Turn, announcing
from tgbot.game.refusals import Refusal
from tgbot.game.reveal import show_top
from tgbot.game.roll import Dice, Roll
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.look import LookMode, mode_for, refuse_look
from tgbot.game.rules.opening_top import OpeningTop, showable
from tgbot.game.rules.raise_rule import sayable
from tgbot.game.rules.ranking import dice_count, holds, top
from tgbot.game.rules.second_roll import refuse_reroll
from tgbot.game.state import Announcement, Announcing, Cup, How, Rolling
from tgbot.game.step import Outcome, Step


def roll_of(rules: HouseRules, dice: Dice) -> Roll:
    """Read what the cup of this table holds after a throw.

    Raises:
        ValueError: the caller threw another number of dice than the rules play with.

    """
    if len(dice) != dice_count(rules.ranking):
        raise ValueError(f"this table plays with {dice_count(rules.ranking)} dice")
    return Roll.of(dice)


def look_mode(game: Turn) -> LookMode:
    """Tell how the next or present roll of this round may be seen."""
    rules = game.rules
    return mode_for(opener=rules.opener_look, follower=rules.follower_look, opening=not game.round.chain)


def throw_cup(game: Turn, dice: Dice) -> Announcing:
    """Give the holder fresh dice, seen at once where the look is part of the roll."""
    looked = look_mode(game) is LookMode.ALWAYS
    return announcing(game, cup=Cup(roll_of(game.rules, dice), game.holder, looked))


def throw(game: Rolling, dice: Dice) -> Step:
    """Open the round with a roll."""
    return _shown_at_once(throw_cup(game, dice), (DiceThrown(game.holder),))


def look(game: Announcing) -> Outcome:
    """Look under the own cup; that it was done is public (A2)."""
    refusal = refuse_look(look_mode(game), looked=game.cup.looked, rerolled=game.cup.rerolled)
    if refusal is not None:
        return refusal
    seen = replace(game, cup=replace(game.cup, looked=True))
    return _shown_at_once(seen, (Looked(game.holder),))


def reroll(game: Announcing, dice: Dice) -> Outcome:
    """Throw a second time; nobody ever sees these dice before they are lifted (A3)."""
    cup = game.cup
    refusal = refuse_reroll(allowed=game.rules.second_roll, looked=cup.looked, rerolled=cup.rerolled)
    if refusal is not None:
        return refusal
    again = replace(cup, roll=roll_of(game.rules, dice), rerolled=True)
    return Step(replace(game, cup=again), (Rerolled(game.holder),))


def show(game: Announcing) -> Outcome:
    """Show a real top at the opening."""
    if game.rules.opening_top_show is not OpeningTop.MAY:
        return Refusal.NOT_IN_THE_RULES
    return show_top(game) if can_show(game) else Refusal.NOTHING_TO_SHOW


def announce(game: Announcing, value: Roll) -> Outcome:
    """Say a value, true or not, and hand the cup on."""
    refusal = refuse_value(game, value)
    return refusal or say(game, value)


def say(game: Announcing, value: Roll) -> Step:
    """Hand the cup on with a value that may be said."""
    how = How.LOOKED if sees_dice(game.cup) else How.BLIND
    return hand_on(game, game.cup, Announcement(game.holder, value, how))


def refuse_value(game: Turn, value: Roll) -> Refusal | None:
    """Why a value cannot be said over the announcement that stands."""
    ranking = game.rules.ranking
    if not holds(ranking, value):
        return Refusal.NO_SUCH_ROLL
    return None if value in sayable(game.rules.raise_rule, ranking, bar(game)) else Refusal.TOO_LOW


def bar(game: Turn) -> Roll | None:
    """Name the announcement to beat or to answer."""
    return game.round.chain[-1].value if game.round.chain else None


def sees_dice(cup: Cup) -> bool:
    """Tell whether the roller knows what lies under the cup."""
    return cup.looked and not cup.rerolled


def can_show(game: Announcing) -> bool:
    """Tell whether the roller holds a top that ends the round when shown."""
    return showable(
        opening=not game.round.chain,
        looked=game.cup.looked,
        rerolled=game.cup.rerolled,
        is_top=game.cup.roll == top(game.rules.ranking),
    )


def _shown_at_once(game: Announcing, events: tuple[Event, ...]) -> Step:
    if game.rules.opening_top_show is not OpeningTop.AUTO or not can_show(game):
        return Step(game, events)
    shown = show_top(game)
    return Step(shown.game, (*events, *shown.events))
