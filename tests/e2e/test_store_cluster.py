"""Two workers on a cluster of three: a whole game, while its slots move from node to node."""

from pathlib import Path

import pytest

from tests.e2e.playing import Players, RandomCup
from tests.e2e.readiness import readiness, until_ready
from tests.e2e.stage import evening, swift
from tests.store.fleets import SLOTS, Cluster, cluster_of_three, eventually, slots_of
from tgbot.store import keys
from tgbot.table.identity import TableId

pytestmark = pytest.mark.redis


async def test_a_whole_game_while_slots_move(tmp_path: Path) -> None:
    """Every post once and every press answered once, though half of the tables change their node."""
    with cluster_of_three(tmp_path / "cluster") as cluster:
        async with evening(tmp_path, store_url=cluster.url) as on:
            await on.bot(chance=swift(RandomCup(21)))
            await on.bot(chance=swift(RandomCup(22)), registers=False)
            await on.gather(3)
            await on.begin(*on.people)
            players = Players(on)
            await players.play(3)
            await _move_all_to_the_first(cluster)
            await players.play()

            over = await on.tg.wait_button(on.group, "Nochmal!")
            assert "🏆 Das war's" in over.text
            posts = [message.text for message in await on.shown() if "hebt den Becher" in message.text]
            assert len(posts) == sum("Becher geht hoch" in toast for toast in players.toasts)
            assert await readiness(on) == 200


async def _move_all_to_the_first(cluster: Cluster) -> None:
    first, *others = cluster.ids()
    for number, _ in enumerate(others, start=1):
        cluster.nodes[number].ask("CLUSTER MIGRATESLOTS", "SLOTSRANGE", *slots_of(number), "NODE", first)
    await eventually(lambda: _owns_all(cluster), "all moved")


def _owns_all(cluster: Cluster) -> bool:
    return [[0, SLOTS - 1]] == [[first, last] for first, last, *_ in cluster.nodes[2].ask("CLUSTER SLOTS")]


async def test_a_whole_game_over_the_failover_of_a_node(tmp_path: Path) -> None:
    """The node that holds the table dies, its replica takes its place, and not one answered move is missing."""
    with cluster_of_three(tmp_path / "cluster", replicas=True) as cluster:
        async with evening(tmp_path, store_url=cluster.url, refused=("not modified",)) as on:
            await on.bot(chance=swift(RandomCup(24)))
            await on.gather(3)
            await on.begin(*on.people)
            players = Players(on)
            await players.play(3)
            cluster.node_of(keys.state(TableId(on.group.id))).kill()
            await players.play(within=30)

            await on.tg.wait_button(on.group, "Nochmal!")
            posts = [message.text for message in await on.shown() if "hebt den Becher" in message.text]
            assert len(posts) == sum("Becher geht hoch" in toast for toast in players.toasts)
            assert not [message for message in await on.shown() if "einen Zug zurück" in message.text]


async def test_readiness_fails_with_any_node(tmp_path: Path) -> None:
    """A node that is away takes its tables with it; when it is back, all goes on without a restart."""
    with cluster_of_three(tmp_path / "cluster") as cluster:
        async with evening(tmp_path, store_url=cluster.url) as on:
            await on.bot(chance=swift(RandomCup(23)))
            await on.gather(2)
            cluster.nodes[2].kill()
            await until_ready(on, ready=False)
            cluster.nodes[2].start()
            await until_ready(on)
            await on.begin(*on.people)
            await Players(on).play(2)
