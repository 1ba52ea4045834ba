"""Why a game refuses a command. A refusal is a value and changes nothing; each has one text per language."""

from enum import Enum


class Refusal(Enum):
    """One member per reason, with the moment it happens."""

    NOT_SEATED = "not_seated"  # the command comes from somebody without a seat
    ALREADY_SEATED = "already_seated"  # joins twice
    TABLE_FULL = "table_full"  # joins beyond the rules' or the product's maximum
    TOO_FEW = "too_few"  # starts below min_players
    NOT_STARTED = "not_started"  # plays while the lobby is open
    GAME_OVER = "game_over"  # plays after the end
    GAME_WAITS = "game_waits"  # plays while fewer than two are present
    NOT_YOUR_TURN = "not_your_turn"  # somebody else holds the cup
    YOU_ARE_OUT = "you_are_out"  # an eliminated player acts
    WRONG_MOMENT = "wrong_moment"  # the action does not belong to this phase
    NOT_IN_THE_RULES = "not_in_the_rules"  # the table's house rules have no such action
    NO_SUCH_ROLL = "no_such_roll"  # a value these dice cannot show
    TOO_LOW = "too_low"  # does not beat the announcement
    ALREADY_LOOKED = "already_looked"  # looks twice
    NO_LOOKING = "no_looking"  # looks where it is forbidden, or at a second roll
    LOOK_FIRST = "look_first"  # re-rolls before looking
    ALREADY_REROLLED = "already_rerolled"  # re-rolls twice
    NOTHING_TO_SHOW = "nothing_to_show"  # shows without a seen top at the opening
    MUST_DOUBT = "must_doubt"  # the announced top leaves only lifting
    LAST_SEAT = "last_seat"  # the seat before the first announcer cannot pass the top on
    ALREADY_ASKED = "already_asked"  # asks twice about one announcement
    NOT_THE_CLAIMER = "not_the_claimer"  # repeats somebody else's announcement
    ALREADY_AWAY = "already_away"  # pauses twice
    NOT_AWAY = "not_away"  # comes back without having been away
