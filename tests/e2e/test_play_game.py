"""Whole games, as everybody in the chat sees them."""

import re
from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.stage import Stage, evening, swift
from tests.table.fakes import ScriptedCup
from tests.telegram_client import Message
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis

SLY = (6, 5, 3, 1)
"""Anna throws 65, Bert 31."""


async def ended(on: Stage) -> Message:
    """Wait for the post that ends a game."""
    return await on.tg.wait_button(on.group, "Nochmal!")


@pytest.mark.parametrize("polling", [False, True], ids=["webhook", "polling"])
@pytest.mark.parametrize("private", [True, False], ids=["private", "nobody ever started the bot"])
async def test_a_whole_game_ends_with_verdict_tally_and_nochmal(tmp_path: Path, polling: bool, private: bool) -> None:
    """Opened by the greeting's button, without a single command, in privacy mode."""
    async with evening(tmp_path, refused=() if private else ("initiate conversation",)) as on:
        await on.bot(chance=swift(RandomCup(3)), polling=polling)
        await on.gather(4, started=4 if private else 0)
        anna, *guests = on.people
        await on.press(anna, "Tisch eröffnen")
        await on.tg.wait_button(on.group, "Mitspielen")
        for guest in guests:
            await on.press(guest, "Mitspielen")
        await on.tg.wait_button(on.group, "Los geht's")
        await on.press(anna, "Los geht's")
        players = Players(on, private=private)
        await players.play()
        over = await ended(on)

        assert "🏆 Das war's: " in over.text
        assert all(f"\u2068{person.name}\u2069" in over.text for person in on.people)
        assert "Längste Kette: " in over.text
        assert over.labels == ("🎲 Nochmal!",)
        posts = [message.text for message in await on.shown() if "hebt den Becher" in message.text]
        assert len(posts) == len(set(posts)) == sum("Becher geht hoch" in toast for toast in players.toasts)


async def test_from_neu_to_the_first_announcement_the_host_taps_twice(tmp_path: Path) -> None:
    """Los geht's and the announcement: opening and believing throw at once."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((4, 2, 3, 1))))
        await on.gather(3)
        anna, bert, _ = on.people
        await on.begin(*on.people)
        await on.announce(anna, "42")
        assert await on.tap(bert, "Glauben") == "Du glaubst es und hast neu gewürfelt. Schau auf Mein Wurf."
        await on.announce(bert, "43")
        presses = [query.data[0] for query in on.telegram.world.queries.values() if query.user_id == anna.id]
        assert presses == ["s", "a"]


async def test_the_card_mentions_who_acts_shows_the_bar_and_becomes_a_line_when_the_turn_passes(tmp_path: Path) -> None:
    """One mention, everybody's strokes, the two buttons; the fresh card stands at the bottom."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((6, 6, 5, 3))))
        await on.gather(3)
        anna, bert, _ = on.people
        await on.begin(*on.people)
        opening = await on.turn(anna, "Mein Wurf")
        await on.announce(anna, "53")
        card = await on.turn(bert, "Glauben")
        assert card.labels == ("👍 Glauben", "🔍 Aufdecken")
        assert card.html.count("tg://user?id=") == 1
        assert "<b>53</b>" in card.html
        assert "Striche: \u2068Anna\u2069 ▯▯▯ · \u2068Bert\u2069 ▯▯▯ · \u2068Clara\u2069 ▯▯▯" in card.text
        assert card.id == max(message.id for message in await on.tg.messages(on.group))
        assert not card.raw["silent"]

        async def closed() -> Message | None:
            old = next(message for message in await on.shown() if message.id == opening.id)
            return None if old.labels else old

        line = await on.tg.until(closed, "the old card's line")
        assert line.text == "🎲 \u2068Anna\u2069 fängt Runde 1 an."
        await on.tap(bert, "Glauben")
        throwing = await on.turn(bert, "Ansagen")
        assert throwing.id == card.id
        assert "Zu überbieten: 53" in throwing.text
        assert throwing.labels[:2] == ("👀 Mein Wurf", "📣 Ansagen")


async def test_a_caught_bluff_names_dice_claim_payer_chain_and_the_next_opener(tmp_path: Path) -> None:
    """The post comes silently; the card after it rings."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((*SLY, 4, 1))))
        await on.gather(3)
        anna, bert, clara = on.people
        await on.begin(*on.people)
        await on.announce(anna, "65")
        await on.tap(bert, "Glauben")
        await on.announce(bert, "66")
        assert await on.tap(clara, "Aufdecken") == "Der Becher geht hoch …"
        post = await on.tg.wait_for(on.group, "hebt den Becher")
        lifted, verdict, chain, _, following = post.text.splitlines()
        assert lifted == "🔍 \u2068Clara\u2069 hebt den Becher: ⚂⚀ 31."
        assert verdict.startswith("🤥 Angesagt war 66 · Sechserpasch.")
        assert "\u2068Bert\u2069" in verdict
        assert verdict.endswith("bekommt einen Strich (1 von 3).")
        assert chain == "Die Kette: \u2068Anna\u2069 65 · \u2068Bert\u2069 66 ✗"
        assert following == "\u2068Bert\u2069 fängt die nächste Runde an."
        assert post.raw["silent"]
        assert "\u2068Bert\u2069 ▮▯▯" in (await on.turn(bert, "Ansagen")).text


async def test_a_wrong_doubt_costs_the_doubter(tmp_path: Path) -> None:
    """The truth is shown, and who doubted opens the next round."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(ScriptedCup((*SLY[:2], 4, 1))))
        await on.gather(3)
        anna, bert, _ = on.people
        await on.begin(*on.people)
        await on.announce(anna, "65")
        await on.tap(bert, "Aufdecken")
        post = await on.tg.wait_for(on.group, "hebt den Becher: ⚅⚄ 65.")
        assert "😇 Angesagt war 65" in post.text
        assert "\u2068Bert\u2069" in post.text.splitlines()[1]
        await on.turn(bert, "Ansagen")


@pytest.mark.parametrize("late", [False, True])
async def test_nochmal_opens_a_lobby_with_the_same_seats_unless_it_is_too_late(tmp_path: Path, late: bool) -> None:
    """Whoever taps it is host; half an hour later everybody sits down anew."""
    async with evening(tmp_path) as on:
        timing = Timing(rematch=0) if late else Timing()
        await on.bot(chance=swift(ScriptedCup((6, 5, 6, 5)), timing))
        await on.gather(3)
        anna, bert, _ = on.people
        await on.begin(*on.people)
        await on.turn(anna, "Ansagen")
        await on.tg.say(anna, on.group, "/ende")
        await ended(on)
        assert await on.press(bert, "Nochmal") == "Der Tisch ist offen."
        lobby = await on.tg.wait_for(on.group, "\u2068Bert\u2069 gibt das Zeichen.")
        assert ("Am Tisch (1)" if late else "Am Tisch (3)") in lobby.text
        if not late:
            await on.press(bert, "Los geht's")
            await on.announce(bert, "65")


async def test_a_whole_game_in_english(tmp_path: Path) -> None:
    """After /sprache nothing German is seen any more: group, toasts and private cups."""
    async with evening(tmp_path) as on:
        await on.bot(chance=swift(RandomCup(5)))
        await on.gather(2)
        anna, bert = on.people
        await on.seat(anna, bert)
        await on.tg.say(anna, on.group, "/sprache")
        await on.tg.wait_button(on.group, "English")
        await on.press(anna, "English")
        await on.tg.wait_button(on.group, "Play anyway")
        since = max(message.id for message in await on.shown())
        players = Players(on, words=("Believe", "Lift", "Call", "Again"))
        players.toasts.append(await on.press(anna, "Play anyway"))
        await players.play()
        seen = [message for message in await on.shown() if message.id > since]
        for person in on.people:
            seen += [message for message in await on.tg.messages(person) if "⚀" <= message.text[:1] <= "⚅"]
        words = " ".join([*players.toasts, *(" ".join((message.text, *message.labels)) for message in seen)])
        german = {"Glauben", "Becher", "Strich", "Striche", "Wurf", "Ansagen", "sagt", "und", "Tisch", "ist", "du"}
        assert german & set(re.findall(r"\w+", words)) == set()
        assert "Strikes: " in words
