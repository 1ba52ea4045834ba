"""Buttons: the right ones, in the right order, with the right step, and silent about the dice."""

from dataclasses import replace

import pytest

from tests.phrases.gallery import BLIND, CALLED, GAMES, LONG, MAY_SHOW, SCHOCKEN, TOP
from tests.phrases.scenes import (
    ANNA,
    BERT,
    CLARA,
    FOUR,
    announcing,
    answering,
    lobby,
    posted,
    said,
    see,
    waiting,
)
from tests.phrases.stories import STORIES
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import LIZUMO, MAEXLE, TRINKSPIEL, WIRTSHAUS
from tgbot.game.rules.ranking import Ranking, ladder
from tgbot.game.state import Announcement, Game
from tgbot.game.view import view
from tgbot.phrases.card import card
from tgbot.phrases.cup import closed_cup, cup
from tgbot.phrases.message import Message
from tgbot.phrases.posts import post
from tgbot.phrases.recap import recap_buttons
from tgbot.table.identity import Language
from tgbot.table.intents.taps import Action
from tgbot.table.state.evening import Recap


def actions(message: Message) -> list[Action]:
    """List a message's actions in reading order."""
    return [button.tap.action for row in message.keyboard for button in row if button.tap is not None]


def values(message: Message, action: Action = Action.ANNOUNCE) -> list[str]:
    """List the announcements offered, in reading order."""
    taps = [button.tap for row in message.keyboard for button in row if button.tap is not None]
    return [str(tap.value) for tap in taps if tap.action is action and tap.value is not None]


@pytest.mark.parametrize(
    "rules",
    [WIRTSHAUS, BLIND, TRINKSPIEL, MAY_SHOW, SCHOCKEN],
    ids=["wirtshaus", "blind", "trinkspiel", "may show", "schocken"],
)
@pytest.mark.parametrize("looked", [True, False])
@pytest.mark.parametrize("chain", [(), CALLED], ids=["opening", "following"])
def test_the_group_sees_the_same_for_every_roll(
    rules: HouseRules, looked: bool, chain: tuple[Announcement, ...]
) -> None:
    """The card, its announcement buttons included, is byte-equal whatever lies under the cup."""
    if rules is SCHOCKEN and chain:
        chain = said((ANNA, "421"))
    shown = {
        repr(
            card(
                see(
                    announcing(BERT, str(dice), chain=chain, looked=looked, rules=rules),
                    keyboard_open=True,
                )
            )
        )
        for dice in ladder(rules.ranking)
    }
    assert len(shown) == 1
    assert "✔" not in shown.pop()


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game is not None])
def test_the_card_offers_what_the_game_takes(name: str) -> None:
    """The holder's moves on the card are the moves the game would accept from him."""
    game = GAMES[name]
    assert game is not None
    scene = see(game)
    assert scene.view is not None
    if scene.view.holder is None:
        return
    accepted = {move.name for move in view(game, scene.view.holder).moves}
    beside = {"THROW", "ANNOUNCE", "LOOK", "REPEAT"}  # thrown by the table; opened by Ansagen; peeking looks
    offered = {action.name for action in actions(card(scene))} - {"PEEK", "KEYBOARD", "COME_BACK"}
    assert offered == accepted - beside


def test_the_announcements_follow_the_ranking() -> None:
    """Numbers, then doubles, then the top; only what beats the bar."""
    own = cup(see(announcing(BERT, "64", chain=CALLED), BERT))
    assert values(own) == ["54", "61", "62", "63", "64", "65", "11", "22", "33", "44", "55", "66", "21"]


def test_reversed_doubles_stand_reversed() -> None:
    """The keyboard shows the order the table plays by."""
    rules = replace(WIRTSHAUS, ranking=Ranking.PASCH_REVERSED)
    own = cup(see(announcing(BERT, "64", chain=said((ANNA, "65")), rules=rules), BERT))
    assert values(own) == ["66", "55", "44", "33", "22", "11", "21"]


@pytest.mark.parametrize("ranking", Ranking)
def test_a_full_keyboard_fits_a_phone(ranking: Ranking) -> None:
    """All of a ranking's rolls are one tap away, six in a row at most, each button showing its digits."""
    message = cup(see(announcing(ANNA, str(ladder(ranking)[0]), rules=replace(WIRTSHAUS, ranking=ranking)), ANNA))
    assert values(message) == [str(roll) for roll in ladder(ranking)]
    assert max(map(len, message.keyboard)) <= 6
    for row in message.keyboard:
        for button in row:
            assert button.tap is not None
            assert str(button.tap.value) in button.label


@pytest.mark.parametrize("dice", ["54", "64", "66", "21"])
def test_the_true_one_is_marked_for_who_has_seen_it(dice: str) -> None:
    """One tick, on the button that tells the truth."""
    message = cup(see(announcing(BERT, dice, chain=CALLED), BERT))
    ticked = [button for row in message.keyboard for button in row if "✔" in button.label]
    assert [str(button.tap.value) for button in ticked if button.tap is not None] == [dice]


@pytest.mark.parametrize(
    "game",
    [
        announcing(BERT, "31", chain=CALLED),
        announcing(BERT, "64", chain=CALLED, looked=False, rules=TRINKSPIEL),
        announcing(BERT, "64", chain=CALLED, looked=False, rules=BLIND),
        announcing(BERT, "64", chain=CALLED, rerolled=True, rules=TRINKSPIEL),
    ],
    ids=["too low", "not looked", "never looks", "rolled again"],
)
def test_nothing_is_marked_without_reason(game: Game) -> None:
    """What was not seen, or may not be said, has no tick; unseen dice stand nowhere in the message."""
    message = cup(see(game, BERT))
    assert "✔" not in repr(message)
    assert ("64" not in message.text) or "31" in message.text


def test_only_the_roller_has_a_cup() -> None:
    """Anybody else's cup is closed: no dice, no buttons."""
    game = announcing(BERT, "64", chain=CALLED)
    assert "64" not in cup(see(game, CLARA)).text
    assert cup(see(game, CLARA)).keyboard == ()
    assert closed_cup(see(answering(CLARA, CALLED), ANNA)).keyboard == ()


def test_a_closed_cup_says_what_was_said() -> None:
    """After announcing, the private chat shows the announcement, never the dice."""
    text = closed_cup(see(answering(CLARA, LONG[:2], dice="31"), BERT)).text
    assert "53" in text
    assert "31" not in text


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (answering(CLARA, TOP), [Action.DOUBT]),
        (answering(CLARA, TOP, rules=LIZUMO), [Action.ACCEPT, Action.DOUBT]),
        (answering(CLARA, TOP, rules=MAEXLE), [Action.PASS_TOP, Action.DOUBT]),
        (answering(CLARA, LONG[:2]), [Action.BELIEVE, Action.DOUBT]),
        (announcing(BERT, "31", chain=CALLED), [Action.PEEK, Action.KEYBOARD]),
        (announcing(BERT, "31", looked=False, rules=BLIND), [Action.KEYBOARD]),
        (lobby(), [Action.JOIN, Action.LEAVE, Action.RULES]),
        (lobby(ANNA), [Action.JOIN, Action.LEAVE, Action.RULES]),
        (lobby(ANNA, BERT), [Action.JOIN, Action.LEAVE, Action.START_ANYWAY, Action.RULES]),
        (lobby(ANNA, BERT, CLARA), [Action.JOIN, Action.LEAVE, Action.START, Action.RULES]),
        (waiting(), [Action.JOIN, Action.COME_BACK]),
        (None, [Action.OPEN]),
    ],
)
def test_a_card_has_these_buttons(game: Game | None, expected: list[Action]) -> None:
    """The next move is always there, and nothing that would be refused."""
    assert actions(card(see(game))) == expected


def test_a_sleeping_table_can_be_woken() -> None:
    """While the table sleeps nothing else is offered."""
    assert actions(card(see(answering(CLARA, LONG), asleep=True))) == [Action.WAKE]


@pytest.mark.parametrize(
    "game", [announcing(BERT, "31", chain=CALLED), answering(CLARA, LONG), lobby(*FOUR), waiting()]
)
def test_buttons_carry_where_they_belong(game: Game) -> None:
    """A turn's buttons carry its step, a table's own carry none; all carry table and game."""
    scene = see(game, keyboard_open=True)
    assert scene.view is not None
    for row in card(scene).keyboard:
        for button in row:
            assert button.tap is not None
            assert (button.tap.table, button.tap.game) == (scene.table, 3)
            lasting = button.tap.action in (Action.COME_BACK, Action.JOIN, Action.LEAVE, Action.START, Action.RULES)
            assert button.tap.step == (0 if lasting else scene.view.step)


def test_passing_opens_its_own_buttons() -> None:
    """Handing the cup on unseen announces too, but by its own action."""
    scene = see(answering(CLARA, said((BERT, "64")), rules=MAEXLE), keyboard_open=True)
    assert values(card(scene), Action.PASS) == ["65", "11", "22", "33", "44", "55", "66", "21"]
    assert values(card(scene)) == []


def test_the_doorbell_leads_to_the_private_chat() -> None:
    """Who cannot be written to finds the way on the card."""
    message = card(see(announcing(BERT, "31"), doorbell=BERT))
    urls = [button.url for row in message.keyboard for button in row if button.url is not None]
    assert urls == ["https://t.me/maexchen_bot?start=t-cryl7kya"]
    assert "Bert" in message.text.splitlines()[-1]


@pytest.mark.parametrize(
    ("story", "expected"),
    [
        ("game over", [Action.OPEN]),
        ("greeting", [Action.OPEN]),
        ("no table", [Action.OPEN]),
        ("lobby expired", [Action.OPEN]),
        ("end proposed", [Action.CONFIRM_END]),
        ("language asked", [Action.LANGUAGE_DE, Action.LANGUAGE_EN]),
        ("caught", []),
    ],
)
def test_posts_bring_their_buttons(story: str, expected: list[Action]) -> None:
    """Where something can be done about a post, its button hangs below."""
    message = post(see(None), posted(*STORIES[story].items))
    assert message is not None
    assert actions(message) == expected


def test_the_desk_leads_to_groups() -> None:
    """In private the bot offers the way to a group, one's own settings, or the way back to the table."""
    labels = {}
    for story in ("desk, greeting", "desk, seated", "desk, seated in a small group"):
        message = post(see(None), posted(*STORIES[story].items))
        assert message is not None
        labels[story] = [(button.label, button.url) for row in message.keyboard for button in row]
    assert labels == {
        "desk, greeting": [
            ("In eine Gruppe holen", "https://t.me/maexchen_bot?startgroup=true"),
            ("🤫 Nur für mich", None),
        ],
        "desk, seated": [("Zurück zum Tisch", "https://t.me/c/1234567890/815")],
        "desk, seated in a small group": [],
    }


@pytest.mark.parametrize(
    ("language", "off", "on"),
    [
        (Language.DE, "☕ Um elf noch mal", "✔ Um elf kommt's noch mal"),
        (Language.EN, "☕ Again at eleven", "✔ Coming again at eleven"),
    ],
)
def test_a_recaps_button_shows_whether_it_comes_again(language: Language, off: str, on: str) -> None:
    """Where it was pressed; the button of an evening that is no longer the last one is taken away."""
    recap = Recap(number=4, day="2026-12-04", games=1, scores=(), message=77)
    scene = see(None, language=language)
    pressed = [recap_buttons(scene, replace(recap, morning=moment), 77) for moment in (0, 1)]

    assert [[button.label for row in keyboard for button in row] for keyboard in pressed] == [[off], [on]]
    assert {button.tap and (button.tap.action, button.tap.step) for ((button,),) in pressed} == {(Action.MORNING, 4)}
    assert recap_buttons(scene, replace(recap, message=0), 77) == ()
    assert recap_buttons(scene, None, 77) == ()
