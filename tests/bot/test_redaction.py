"""Secrets and people never reach a log, whoever writes it and however."""

import io
import logging
from collections.abc import Iterator

import pytest
import structlog

from tests.bot.fakes import TOKEN
from tgbot.bot.faults import fault
from tgbot.bot.redaction import CHATTY, HIDDEN, Pseudonyms, Redactor, hush

SECRET = "webhook-secret-0123456789"
OTHER_TOKEN = "123456789:AAabcdefghijklmnopqrstuvwxyz012345"


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    """A logger whose handler is redacted, and what it wrote."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(Redactor([TOKEN, SECRET, ""]))
    logger = logging.getLogger("tests.redaction")
    logger.setLevel(logging.DEBUG)
    logger.addHandler(handler)
    yield logger, written
    logger.removeHandler(handler)


def fail(error: Exception, cause: Exception | None) -> None:
    """Fail like this."""
    raise error from cause


@pytest.mark.parametrize("secret", [TOKEN, SECRET, OTHER_TOKEN, TOKEN.replace(":", "%3A")])
def test_a_secret_is_hidden_wherever_it_stands(log: tuple[logging.Logger, io.StringIO], secret: str) -> None:
    """In the text, in arguments, in an exception, in its cause, in a stack."""
    logger, written = log
    logger.info("calling https://api.telegram.org/bot%s/getMe", secret)
    logger.warning(f"calling {secret}")  # noqa: G004 -- as a careless library might
    try:
        fail(RuntimeError(f"no way to {secret}"), ValueError(secret))
    except RuntimeError:
        logger.exception("failed with %r", {"url": secret}, stack_info=True)

    assert secret not in written.getvalue()
    assert HIDDEN in written.getvalue()
    assert "RuntimeError" in written.getvalue(), "what happened is still told"


@pytest.mark.parametrize(
    "value", [TOKEN, {"url": [f"x{TOKEN}y"]}, (SECRET,), ValueError(SECRET), f"Traceback … {OTHER_TOKEN}"]
)
def test_structured_entries_are_cleaned_too(value: object) -> None:
    """Whatever a value is made of."""
    cleaned = str(Redactor([TOKEN, SECRET])(None, "info", {"event": "x", "value": value, "count": 3, "none": None}))

    assert not any(secret in cleaned for secret in (TOKEN, SECRET, OTHER_TOKEN))
    assert "'count': 3" in cleaned


def test_structlogs_exceptions_are_cleaned_once_they_are_text() -> None:
    """The redactor stands last before the renderer."""
    written = io.StringIO()
    logger = structlog.wrap_logger(
        structlog.PrintLogger(written),
        processors=[structlog.processors.format_exc_info, Redactor([TOKEN]), structlog.processors.KeyValueRenderer()],
    )
    try:
        fail(RuntimeError(TOKEN), None)
    except RuntimeError:
        logger.exception("failed")

    assert TOKEN not in written.getvalue()
    assert "RuntimeError" in written.getvalue()


def test_libraries_that_log_urls_and_contents_are_kept_quiet() -> None:
    """Whatever level the bot itself logs at."""
    before = {name: logging.getLogger(name).level for name in CHATTY}
    try:
        hush()
        assert not any(logging.getLogger(name).isEnabledFor(logging.INFO) for name in (*CHATTY, "telegram.ext.ExtBot"))
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)


def test_people_are_named_by_a_keyed_hash() -> None:
    """The same person alike, others otherwise, and another key tells nothing."""
    ours, theirs = Pseudonyms(b"one key"), Pseudonyms(b"another")

    assert ours.of(7) == ours.of(7)
    assert 3 == len({ours.of(7), ours.of(8), theirs.of(7)})
    assert "7000000001" not in ours.of(7000000001)


def test_a_fault_is_told_by_kind_and_place_alone() -> None:
    """The text of an exception can hold whatever the failing code had in its hands."""
    with pytest.raises(KeyError) as raised:
        fail(KeyError("Anna hat 64"), None)

    told = fault(raised.value)

    assert "KeyError" == told["error"]
    assert "test_redaction.py" in told["at"]
    assert "Anna" not in str(told)
