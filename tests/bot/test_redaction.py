"""Secrets and people never reach a log, whoever writes it and however."""

import ast
import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from tests.bot.fakes import TOKEN
from tgbot.bot.faults import fault
from tgbot.bot.redaction import CHATTY, HIDDEN, Redactor, hush

SECRET = "webhook-secret-0123456789"
TGBOT = Path(__file__).parents[2] / "tgbot"
LEVELS = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
NAMED = frozenset(
    {"age_seconds", "count", "directory", "fault", "file", "kind", "kinds", "line", "method", "outcome", "partition", "port",
     "reason", "remedy", "retry_in", "target_nodes", "updates", "username"}
)  # fmt: skip
"""What entries tell; the user name is the bot's own."""
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


def test_a_log_tells_what_happened_and_never_to_whom() -> None:
    """`docs/privacy.md`: no entry has a field for a person, a chat or a table; a new field is thought about here."""
    named: set[str | None] = set()
    for path in TGBOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=level), keywords=[*given]) if level in LEVELS:
                    named |= {keyword.arg for keyword in given}

    assert named - {None} == NAMED


def test_a_fault_is_told_by_kind_and_place_alone() -> None:
    """The text of an exception can hold whatever the failing code had in its hands."""
    with pytest.raises(KeyError) as raised:
        fail(KeyError("Anna hat 64"), None)

    told = fault(raised.value)

    assert "KeyError" == told["error"]
    assert "test_redaction.py" in told["at"]
    assert "Anna" not in str(told)
