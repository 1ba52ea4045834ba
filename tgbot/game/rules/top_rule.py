"""What the receiver of an announced top may do besides lifting (`rules.md` §5, A4, A5; all four seeds)."""

from enum import Enum


class TopRule(Enum):
    """The top is Mäxchen, or Schock aus with three dice. Lifting is always allowed."""

    MUST_DOUBT = "must_doubt"  # seed 000
    ACCEPT_OR_DOUBT = "accept_or_doubt"  # seed 001
    BLIND_PUSH = "blind_push"  # seed 000 "blind weiterschieben": fresh dice, unseen
    CIRCULATE_RETURN = "circulate_return"  # seed 002: the same dice, until the first announcer lifts
    CIRCULATE_BEFORE = "circulate_before"  # seed 003: the same dice, until the seat before the first announcer


class TopAnswer(Enum):
    """What there is besides lifting the cup."""

    ACCEPT = "accept"
    PUSH = "push"
    PASS = "pass"  # noqa: S105 - handing on, not a password


def top_answers(rule: TopRule, *, back: bool, last: bool) -> frozenset[TopAnswer]:
    """List what the holder may do: `back`, he said it first himself; `last`, he sits directly before who did."""
    match rule:
        case TopRule.MUST_DOUBT:
            return frozenset()
        case TopRule.ACCEPT_OR_DOUBT:
            return frozenset({TopAnswer.ACCEPT})
        case TopRule.BLIND_PUSH:
            return frozenset() if back else frozenset({TopAnswer.PUSH})
        case TopRule.CIRCULATE_RETURN:
            return frozenset() if back else frozenset({TopAnswer.PASS})
        case TopRule.CIRCULATE_BEFORE:
            return frozenset({TopAnswer.ACCEPT}) if last else frozenset({TopAnswer.PASS})


def knows(rule: TopRule, answer: TopAnswer) -> bool:
    """Whether the answer exists at this table at all, for whichever seat."""
    return any(answer in top_answers(rule, back=False, last=last) for last in (False, True))


def stops_at_last(rule: TopRule, *, auto: bool, last: bool) -> bool:
    """Whether the cup's arrival alone makes the last seat pay (`top_last_auto`, the literal seed 003)."""
    return rule is TopRule.CIRCULATE_BEFORE and auto and last


def ends_lap(rule: TopRule, *, back: bool) -> bool:
    """Whether lifting now ends a lap instead of doubting the predecessor (seed 002: all the others may pay)."""
    return rule is TopRule.CIRCULATE_RETURN and back
