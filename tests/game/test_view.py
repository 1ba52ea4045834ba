"""The only door to hidden dice (`docs/rules.md` R51, R57)."""

from dataclasses import replace

import pytest

from tests.game.script import played
from tgbot.game.events import CupLifted, GameEnded, LapEnded, TopShown
from tgbot.game.rules.ranking import ladder
from tgbot.game.seats import PlayerId
from tgbot.game.state import Announcing, Answering, Game, Over
from tgbot.game.view import Move, Phase, view

ANNA, BERT, CLARA = PlayerId(1), PlayerId(2), PlayerId(3)


def after(script: str) -> Game:
    """Play a script."""
    return played(script).game


COVERED = [
    "rules wirtshaus\nanna rolls 4-2\n",
    "rules wirtshaus opening_top_show=may\nanna rolls 2-1\n",
    "rules wirtshaus\nanna rolls 4-2\nanna says 42\n",
    "rules trinkspiel\nanna rolls 4-2\n",
    "rules trinkspiel\nanna rolls 4-2\nanna looks\nanna rerolls 6-1\n",
    "rules maexle\nplayers anna bert clara dora\nanna rolls 4-2\nanna says 42\nbert passes 43\n",
    "rules wirtshaus top_rule=blind_push\nanna rolls 4-2\nanna says 21\nbert pushes 2-1\n",
    "rules wirtshaus ranking=schocken\nanna rolls 4-2-1\nanna says 421\n",
]


@pytest.mark.parametrize("script", COVERED)
def test_r51_who_has_not_looked_sees_the_same_for_every_roll(script: str) -> None:
    """The view of everybody but the roller is byte-equal, whatever lies under the cup."""
    game = after(script)
    assert isinstance(game, Announcing | Answering)
    sees = game.cup.roller if game.cup.looked and not game.cup.rerolled else None
    for viewer in (None, ANNA, BERT, CLARA):
        rolls = ladder(game.rules.ranking)
        seen = {repr(view(replace(game, cup=replace(game.cup, roll=roll)), viewer)).encode() for roll in rolls}

        assert (len(rolls) if viewer is not None and viewer == sees else 1) == len(seen)


def test_r51_the_roller_sees_his_dice_until_they_are_gone() -> None:
    """While his cup covers them, also after handing it on; not after somebody threw again."""
    script = "rules wirtshaus\nanna rolls 4-2\n"
    seen = [
        view(after(script), ANNA).dice,
        view(after(script + "anna says 42\n"), ANNA).dice,
        view(after(script + "anna says 42\nbert believes 6-1\n"), ANNA).dice,
        view(after(script + "anna says 42\nbert believes 6-1\n"), BERT).dice,
    ]

    assert [str(dice) for dice in seen] == ["42", "42", "None", "61"]


def test_r51_a_blind_announcer_cannot_learn_the_value() -> None:
    """After announcing blind there is no look any more."""
    done = played("rules trinkspiel\nanna rolls 4-2\nanna says 61\nanna looks\n")

    assert done.text.endswith("anna looks\n> refused not_your_turn\n")
    assert view(done.game, ANNA).dice is None


def test_r51_only_reveals_carry_dice() -> None:
    """A whole game's events name lifted and shown dice, and no others."""
    script = (
        "rules wirtshaus limit=5\nanna rolls 2-1\nanna rolls 6-5\nanna says 31\nbert believes 4-4\nbert says 41\n"
        "clara leaves\nanna believes 6-3\nanna says 62\nbert lifts\n"
    )
    for event in played(script).happened:
        if not isinstance(event, CupLifted | LapEnded | TopShown):
            assert not {"dice", "roll"} & set(type(event).__dataclass_fields__)
            assert not any(f"({high}, {low})" in repr(event) for high, low in ((6, 5), (4, 4), (6, 3)))


def test_r51_void_and_accepted_dice_are_forgotten() -> None:
    """The state after an accepted or a void round has no roll any more."""
    accepted = "rules lizumo\nanna rolls 6-3\nanna says 21\nbert accepts\n"
    void = "rules wirtshaus\nanna rolls 6-3\nanna says 31\nanna leaves\n"

    assert ["(6, 3)" in repr(after(script)) for script in (accepted, void)] == [False, False]


@pytest.mark.parametrize(
    ("script", "phase", "holder"),
    [
        ("rules wirtshaus\nstop\n", Phase.OVER, None),
        ("rules wirtshaus\nbert sleeps 3-1\n", Phase.OPEN, ANNA),
        ("rules wirtshaus\nanna rolls 3-1\n", Phase.ROLLED, ANNA),
        ("rules wirtshaus\nanna rolls 3-1\nanna says 31\n", Phase.RESPOND, BERT),
        ("rules wirtshaus\nanna pauses\nbert pauses\n", Phase.WAITING, None),
    ],
)
def test_phases(script: str, phase: Phase, holder: PlayerId | None) -> None:
    """Each state has one phase, and a holder only while somebody has the cup."""
    seen = view(after(script), None)

    assert (phase, holder) == (seen.phase, seen.holder)


TRAP = "rules trinkspiel repeat_penalty=true pass_unseen=true opening_top_show=may\n"


@pytest.mark.parametrize(
    ("script", "player", "expected"),
    [
        (TRAP + "bert sleeps 3-1\n", ANNA, {Move.THROW}),
        (TRAP + "anna rolls 2-1\n", ANNA, {Move.ANNOUNCE, Move.LOOK}),
        (TRAP + "anna rolls 2-1\nanna looks\n", ANNA, {Move.ANNOUNCE, Move.REROLL, Move.SHOW}),
        (TRAP + "anna rolls 3-1\nanna looks\n", ANNA, {Move.ANNOUNCE, Move.REROLL}),
        (TRAP + "anna rolls 2-1\nanna looks\nanna rerolls 2-1\n", ANNA, {Move.ANNOUNCE}),
        (TRAP + "anna rolls 2-1\nanna says 31\n", BERT, {Move.BELIEVE, Move.DOUBT, Move.PASS, Move.ASK}),
        (TRAP + "anna rolls 2-1\nanna says 31\nbert asks\n", BERT, {Move.BELIEVE, Move.DOUBT, Move.PASS}),
        (TRAP + "anna rolls 2-1\nanna says 31\n", ANNA, {Move.REPEAT}),
        (TRAP + "anna rolls 2-1\nanna says 31\n", CLARA, set()),
        (TRAP + "anna rolls 2-1\nanna says 31\n", None, set()),
        (TRAP + "anna rolls 2-1\nanna says 21\n", BERT, {Move.PASS_TOP, Move.DOUBT, Move.ASK}),
        (TRAP + "anna rolls 2-1\nanna says 21\nbert passes\n", CLARA, {Move.ACCEPT, Move.DOUBT, Move.ASK}),
        ("rules wirtshaus\nanna rolls 3-1\nanna says 21\n", BERT, {Move.DOUBT}),
        ("rules lizumo\nanna rolls 3-1\nanna says 21\n", BERT, {Move.DOUBT, Move.ACCEPT}),
        ("rules wirtshaus top_rule=blind_push\nanna rolls 3-1\nanna says 21\n", BERT, {Move.DOUBT, Move.PUSH}),
    ],
)
def test_moves(script: str, player: PlayerId | None, expected: set[Move]) -> None:
    """The buttons of each moment."""
    assert expected == view(after(script), player).moves


def test_announcements_are_what_may_be_said_now() -> None:
    """Nothing before the throw; then all from the lowest legal value; for a receiver only where passing is played."""
    scripts = (
        "rules wirtshaus\nbert sleeps 3-1\n",
        "rules wirtshaus\nanna rolls 3-1\n",
        "rules wirtshaus\nanna rolls 3-1\nanna says 55\n",
        "rules maexle\nplayers anna bert clara dora\nanna rolls 3-1\nanna says 55\n",
        "rules maexle\nplayers anna bert clara dora\nanna rolls 3-1\nanna says 21\n",
    )

    assert [" ".join(map(str, view(after(script), None).announcements)) for script in scripts] == [
        "",
        "31 32 41 42 43 51 52 53 54 61 62 63 64 65 11 22 33 44 55 66 21",
        "",
        "66 21",
        "",
    ]


def test_r57_step_rises_when_the_turn_moves_on() -> None:
    """A look, a second roll, a question or a bystander leaves the buttons as they are."""
    lines = [
        ("anna rolls 4-2", 2),
        ("anna looks", 2),
        ("anna rerolls 3-1", 2),
        ("anna says 42", 3),
        ("bert asks", 3),
        ("anna repeats", 3),
        ("dora leaves", 3),
        ("emil joins", 3),
        ("bert believes 6-1", 4),
        ("bert says 61", 5),
        ("clara leaves", 6),
        ("anna lifts", 7),
        ("anna pauses", 8),
        ("bert pauses", 9),
        ("bert returns", 10),
        ("stop", 11),
    ]
    script = "rules trinkspiel repeat_penalty=true\nplayers anna bert clara dora\n"
    steps = []
    for line, _ in lines:
        script += line + "\n"
        steps.append(view(after(script), None).step)

    assert [step for _, step in lines] == steps


def test_r57_a_new_round_with_the_same_opener_is_a_new_step() -> None:
    """Two players left the opener alone; a latecomer makes it a new round."""
    script = "rules lizumo\nplayers anna bert\nclara joins\n"

    assert view(after(script), None).step == 1
    assert (
        view(after(script + "bert leaves\n"), None).step,
        view(after(script + "bert leaves\n"), None).round_number,
        view(after(script + "bert leaves\n"), None).holder,
    ) == (2, 2, ANNA)


BELIEVED = (
    "anna rolls 3-1\nanna says 51\nbert believes 3-1\nbert says 66\nclara believes 6-5\nclara says 21\nanna lifts\n"
)


@pytest.mark.parametrize(
    ("disclose", "expected"), [("after_game", (BERT, "66", 19)), ("after_round", (BERT, "66", 19)), ("never", None)]
)
def test_r55_the_end_tells_the_boldest_believed_bluff(disclose: str, expected: tuple[int, str, int] | None) -> None:
    """Ranks between what lay there and what was said; a lie that was caught is not among them."""
    end = played(f"rules wirtshaus limit=1 disclose={disclose}\n{BELIEVED}").happened[-1]
    assert isinstance(end, GameEnded)
    told = end.boldest and (end.boldest.player, str(end.boldest.value), end.boldest.gap)

    assert (expected, 3) == (told, end.longest_chain)


def test_r55_the_first_of_equally_bold_bluffs_is_remembered() -> None:
    """Who lied as boldly later is not told."""
    script = (
        "rules wirtshaus limit=1\nanna rolls 3-1\nanna says 32\nbert believes 3-2\nbert says 41\nclara believes 4-1\n"
        "clara says 42\nanna believes 3-1\nanna says 43\nbert lifts\n"
    )
    end = played(script).happened[-1]
    assert isinstance(end, GameEnded)
    assert end.boldest is not None

    assert (end.boldest.player, end.boldest.gap) == (ANNA, 1)


def test_r55_under_exact_truth_too_low_is_a_bluff_as_well() -> None:
    """The gap counts the ranks, upwards or downwards."""
    script = "rules trinkspiel\nanna rolls 6-6\nanna says 31\nbert believes 3-1\nstop\n"
    end = played(script).happened[-1]
    assert isinstance(end, GameEnded)
    assert end.boldest is not None

    assert (end.boldest.player, end.boldest.gap) == (ANNA, 19)


def test_r55_nothing_of_it_is_seen_while_the_game_runs() -> None:
    """The view has no such field."""
    assert "boldest" not in repr(view(after(f"rules wirtshaus limit=5\n{BELIEVED}"), None))


@pytest.mark.parametrize(
    ("disclose", "expected"), [("after_game", ((ANNA, 1, 0), (BERT, 1, 1), (CLARA, 0, 1))), ("never", ())]
)
def test_r55_the_end_knows_who_lied_and_who_believed_it(
    disclose: str, expected: tuple[tuple[int, int, int], ...]
) -> None:
    """Anna's 51 and Bert's 66 were believed; Clara's 21 was caught, so it is no lie that lived."""
    game = after(f"rules wirtshaus limit=1 disclose={disclose}\n{BELIEVED}")
    assert isinstance(game, Over)

    assert expected == tuple((lies.player, lies.lived, lies.believed) for lies in game.highlights.lies)


def test_r55_nobody_sees_the_count_of_lies_while_the_game_runs() -> None:
    """The view has no such field either."""
    assert "lies" not in repr(view(after(f"rules wirtshaus limit=5\n{BELIEVED}"), None))
