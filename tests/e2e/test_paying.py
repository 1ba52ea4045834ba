"""What losing costs, over HTTP: tasks and sips, the group's own tasks, and what each player keeps to himself."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.e2e.paying import ENGLISH, GERMAN, Paying, Words
from tests.e2e.stage import Stage, stage
from tgbot.game.rules.payment import Payment
from tgbot.game.seats import PlayerId
from tgbot.store import keys
from tgbot.table.clock.timing import Timing

pytestmark = pytest.mark.redis
both = pytest.mark.parametrize("words", [GERMAN, ENGLISH], ids=["de", "en"])


async def seated(on: Stage, payment: Payment, words: Words = GERMAN, timing: Timing | None = None) -> Paying:
    """Seat Anna and Bert at a table that plays for this."""
    table = Paying(on, words, payment)
    await table.sit_down(timing)
    await table.next_round()
    return table


async def holding(on: Stage, secret: str) -> list[str]:
    """List the hashes of the store, state and queues alike, that hold a word; there is more than one to look at."""
    async with Redis.from_url(on.store_url, decode_responses=True) as redis:
        hashes = {key: str(await redis.hgetall(key)) async for key in redis.scan_iter(_type="hash")}
    assert len(hashes) > 3
    return [key for key, held in hashes.items() if secret in held]


@both
async def test_a_declined_task_gets_no_comment(tmp_path: Path, words: Words) -> None:
    """No message more than the next card, and not a word of it."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS, words)
        await table.lose()
        await table.debt()
        before = len(await on.shown())
        await table.press(table.anna, words.skip)
        await table.next_round()
        await on.turn(table.anna, "👀")
        after = await on.shown()
        assert len(after) == before + 1
        assert not any(words.skip in message.text for message in after)


async def test_a_paused_table_says_who_owes_what(tmp_path: Path) -> None:
    """While a task is open nobody else is next; after the pause the same task is still there to be done."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS)
        await table.lose()
        task = (await table.debt()).text.splitlines()[1]
        await on.tg.say(table.anna, on.group, "/pause tisch")
        stopped = await on.tg.wait_for(on.group, "Der Tisch macht Pause.")
        assert stopped.text.splitlines()[1] == f"🎭 Danach ist \u2068Anna\u2069 mit einer Aufgabe dran: {task}"
        await table.press(table.bert, "Weiter geht's")
        assert task in (await table.debt()).text


async def test_a_task_nobody_does_is_put_off(tmp_path: Path) -> None:
    """After its time the next round begins, without a word."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS, timing=Timing(debt=1000, tell=0))
        await table.lose()
        await table.debt()
        before = len(await on.shown())
        await table.next_round()
        await on.turn(table.anna, "👀")
        assert len(await on.shown()) == before + 1


async def test_a_secret_currency_and_a_limit_stay_secret(tmp_path: Path) -> None:
    """The group reads the same sentence each time; Anna alone reads of peanuts, and of water when her limit is reached."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.SIPS)
        await on.tg.say(table.anna, table.anna, "/ich")
        await table.own(table.anna, "Mein Limit")
        await on.tg.wait_for(table.anna, "Wie viele Schlucke")
        await table.own(table.anna, "2")
        await on.tg.wait_for(table.anna, "Mein Limit: noch 2 Schlucke")
        for told in ("einen Schluck", "einen Schluck", "einen Schluck Wasser"):
            seen = len([text for text in await table.told_privately(table.anna) if "Du zahlst" in text])
            await table.lose()

            async def billed(seen: int = seen) -> str | None:
                bills = [text for text in await table.told_privately(table.anna) if "Du zahlst" in text]
                return bills[-1] if len(bills) > seen else None

            assert f"Du zahlst {told}." in await on.tg.until(billed, "the bill")
        await table.own(table.anna, "Meine Währung")
        await table.own(table.anna, "Eigenes")
        await on.tg.wait_for(table.anna, "Schreib mir")
        await on.tg.say(table.anna, table.anna, "Zimtschnecke")
        await on.tg.wait_for(table.anna, "Eine Einheit ist für dich: \u2068Zimtschnecke")
        await table.lose()
        await on.tg.wait_for(table.anna, "1 × \u2068Zimtschnecke")
        group = "\n".join(message.text for message in await on.shown())
        assert group.count("und zahlt ✔") == 4
        assert not any(word in group for word in ("Zimtschnecke", "Wasser.", "Limit ist"))
        assert "Zimtschnecke" not in "\n".join(await table.told_privately(table.bert))
        assert await holding(on, "Zimtschnecke") == [keys.purse(PlayerId(table.anna.id))]


@both
async def test_own_tasks_come_and_go(tmp_path: Path, words: Words) -> None:
    """Added by command and by reply, undone, listed, deleted, brought back, written out, and brought in again."""
    task, tasks, *_ = words.commands
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS, words)
        await on.tg.say(table.anna, on.group, f"{task} Sing <b>loud</b> & long")
        await table.press(table.anna, words.undo)
        await on.tg.say(table.anna, on.group, task)
        asked = await on.tg.wait_for(on.group, "140")
        await on.tg.say(table.anna, on.group, "Count the <lamps> & bow", reply_to=asked.id)
        await on.tg.wait_for(on.group, "🎭")
        await on.tg.say(table.bert, on.group, tasks)
        await on.tg.wait_for(on.group, "2. \u2068Count the <lamps> & bow")
        await table.press(table.anna, "🗑 2")
        await on.tg.wait_button(on.group, "2")
        await table.press(table.anna, "2 zurückholen" if words is GERMAN else "no. 2")
        await on.tg.wait_button(on.group, "🗑 2")
        await on.tg.say(table.bert, on.group, f"{tasks} text")
        copied = await on.tg.wait_for(on.group, f"{task}\nCount the <lamps> & bow")
        assert copied.text.endswith("bow")
        await on.tg.say(table.bert, on.group, copied.text[copied.text.index(task) :])
        await on.tg.wait_for(on.group, "schon" if words is GERMAN else "already")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x" * 141, "Kürze die Aufgabe auf 140"),
        ("\u202e\u2066", "Schreib einen Satz"),
        ("…", "Schreib einen Satz"),
        ("geh auf https://example.org", "Schreib sie ohne"),
        ("tippe /ende", "Schreib sie ohne"),
        ("Z\u0336\u0337\u0338\u0339algo <a href='x'>\u202etanzt</a>", "Aufgenommen"),
    ],
)
async def test_what_is_typed_is_refused_or_harmless(tmp_path: Path, text: str, told: str) -> None:
    """Each with a sentence that says what to do; what is taken is shown as plain text."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS)
        await on.tg.say(table.anna, on.group, f"/aufgabe {text}")
        await on.tg.wait_for(on.group, told)
        await on.tg.say(table.anna, on.group, "/aufgaben")
        listed = await on.tg.wait_for(on.group, "Eure Aufgabe" if told == "Aufgenommen" else "Noch habt ihr keine")
        assert "<a " not in listed.html
        assert "\u202e" not in listed.text


async def test_the_two_hundredth_task_finds_no_room(tmp_path: Path) -> None:
    """A hundred are taken, the others are refused with what to do; deleting one, by an admin too, makes room."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS)
        await on.tg.say(table.bert, on.group, "/aufgabe " + "\n".join(f"Nr. {number}: Sing!" for number in range(200)))
        added = await on.tg.wait_for(on.group, "100 Aufgaben aufgenommen")
        assert "Mehr als 100 Aufgaben passen nicht in die Kiste. Lösche mit /aufgaben erst eine alte." in added.text
        await on.tg.say(table.anna, on.group, "/aufgaben")
        await on.tg.wait_for(on.group, "Eure Aufgaben (100)")
        assert "Gelöscht" in await table.press(table.anna, "🗑 1")
        await on.tg.wait_for(on.group, "Eure Aufgaben (99)")
        await on.tg.say(table.anna, on.group, "/aufgabe Tanz!")
        await on.tg.wait_for(on.group, "Aufgenommen")


async def test_thumbs_down_and_the_stakes(tmp_path: Path) -> None:
    """A banned task may come back, under the task or from the list; the host sets how many sips a unit is."""
    async with stage(tmp_path) as on:
        table = await seated(on, Payment.TASKS)
        await table.lose()
        await table.debt()
        task = (await table.debt()).text.splitlines()[1]
        assert "nicht wieder" in await table.press(table.bert, "👎")
        assert "wieder da" in await table.press(table.bert, "↩️ Doch wieder")
        assert "nicht wieder" in await table.press(table.bert, "👎")
        await on.tg.wait_button(on.group, "↩️ Doch wieder")
        await on.tg.say(table.bert, on.group, "/aufgaben")
        await on.tg.wait_for(on.group, f"Kommt nicht wieder: {task}")
        assert "wieder da" in await table.press(table.anna, "↩️ Doch wieder")
        await on.tg.wait_button(on.group, "👎 Nie wieder")
        await on.tg.say(table.bert, on.group, "/einsatz")
        await table.press(table.anna, "3")
        await on.tg.wait_for(on.group, "Schlucke für eine Einheit: 3")
