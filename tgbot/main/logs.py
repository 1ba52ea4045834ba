"""Where logs go: structured, as text or JSON, every line, tracebacks included, through the one redaction step."""

import logging
import sys
from typing import Any

import structlog

from tgbot.bot.redaction import Redactor, hush
from tgbot.settings import Settings


def configure_logs(settings: Settings, *more_secrets: str) -> None:
    """Send all logs to standard error at the chosen level. `more_secrets` are those made at run time."""
    configured = (settings.telegram_bot_token, settings.webhook_secret, settings.redis_url)
    redactor = Redactor([*(secret.get_secret_value() for secret in configured if secret is not None), *more_secrets])
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    render = structlog.processors.JSONRenderer() if settings.log_format == "json" else _text()

    def cleaned(_logger: object, _method: str, line: Any) -> str:
        return redactor.clean(str(line))

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, render, cleaned],
        )
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    logging.basicConfig(handlers=[handler], level=settings.log_level, force=True)
    hush()
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # its starts and stops are told by ours


def _text() -> structlog.dev.ConsoleRenderer:
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
