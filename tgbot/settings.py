"""The one settings object, read from the environment and `.env`. A wrong configuration lists every fault at once."""

import re
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from pydantic import SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from tgbot.store.address import parse_address

TELEGRAM = "https://api.telegram.org"
WEBHOOK_PORTS = (443, 80, 88, 8443)
_LAST_PORT = 65535


class Settings(BaseSettings):
    """Where the bot runs and what it may use. Frozen; secrets never print themselves."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", frozen=True, extra="ignore", env_ignore_empty=True
    )

    telegram_bot_token: SecretStr | None = None
    telegram_api_url: str = TELEGRAM
    public_url: str | None = None
    webhook_secret: SecretStr | None = None
    listen_host: str = "127.0.0.1"
    listen_port: int = 8080
    redis_url: SecretStr | None = None
    data_dir: Path = Path("data")
    timezone: str = "Europe/Berlin"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @field_validator("telegram_bot_token")
    @classmethod
    def _token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not re.fullmatch(r"\d+:[A-Za-z0-9_-]+", token.get_secret_value()):
            raise ValueError("does not look like a token; copy it whole from @BotFather, as in 123456789:AAE…")
        return token

    @field_validator("webhook_secret")
    @classmethod
    def _secret(cls, secret: SecretStr | None) -> SecretStr | None:
        if secret is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret.get_secret_value()):
            raise ValueError("use 1 to 256 of A-Z, a-z, 0-9, _ and -; or leave it out and one is made for you")
        return secret

    @field_validator("redis_url")
    @classmethod
    def _redis(cls, url: SecretStr | None) -> SecretStr | None:
        if url is None:
            return None
        parse_address(url.get_secret_value())  # its complaint is the remedy
        return url

    @field_validator("telegram_api_url", "public_url")
    @classmethod
    def _address(cls, url: str | None) -> str | None:
        if url is None:
            return None
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
            raise ValueError("write a whole address, as in https://bot.example.org")
        return url.rstrip("/")

    @field_validator("public_url")
    @classmethod
    def _reachable(cls, url: str | None, info: ValidationInfo) -> str | None:
        if url is None or _local(str(info.data.get("telegram_api_url", TELEGRAM))):
            return url
        parts = urlsplit(url)
        if parts.scheme != "https":
            raise ValueError("Telegram calls https addresses only; put TLS in front (see deploy/Caddyfile)")
        if (parts.port or 443) not in WEBHOOK_PORTS:
            raise ValueError("Telegram calls the ports 443, 80, 88 and 8443 only; use one of them")
        return url

    @field_validator("listen_port", mode="before")
    @classmethod
    def _port(cls, port: object) -> object:
        if not re.fullmatch(r"[0-9]{1,5}", str(port).strip()) or int(str(port)) > _LAST_PORT:
            raise ValueError("is no port; write a number from 1 to 65535, as in 8080")
        return port

    @field_validator("timezone")
    @classmethod
    def _zone(cls, zone: str) -> str:
        if zone not in available_timezones():
            raise ValueError("is no time zone; write one like Europe/Berlin")
        return zone

    @field_validator("log_level", mode="before")
    @classmethod
    def _level(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @property
    def webhook_url(self) -> str | None:
        """The address Telegram is to call; None for long polling."""
        return None if self.public_url is None else f"{self.public_url}/telegram"


def _local(api: str) -> bool:
    return urlsplit(api).scheme == "http"


class SettingsFault(Exception):  # noqa: N818 -- reads as what it is
    """The configuration is wrong; the text names every fault with its remedy."""


def load_settings() -> Settings:
    """Read the settings.

    Raises:
        SettingsFault: something is wrong.

    """
    try:
        return Settings()
    except ValidationError as error:
        raise SettingsFault(_explained(error)) from None


def _explained(error: ValidationError) -> str:
    lines = ["The configuration has faults:"]
    for fault in error.errors(include_input=False, include_url=False):
        name = "_".join(str(part) for part in fault["loc"]).upper()
        text = fault["msg"].removeprefix("Value error, ")
        lines.append(f"  {name}: {text}" if name else f"  {text}")
    return "\n".join(lines)
