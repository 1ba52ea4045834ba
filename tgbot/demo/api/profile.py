"""The bot about itself: getMe, its names, descriptions and commands, per language and scope."""

import re
from typing import Any

from tgbot.demo.api.call import Call, Method, Methods
from tgbot.demo.errors import bad_request
from tgbot.demo.wire import Json, dumps

_TEXTS = {"Name": 64, "Description": 512, "ShortDescription": 120}
_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LONGEST_COMMAND_TEXT = 256
_MOST_COMMANDS = 100
_SCOPES = frozenset(
    {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}
    | {"chat", "chat_administrators", "chat_member"}
)


async def get_me(call: Call) -> Any:
    """Who the bot is."""
    config = call.world.config
    return call.world.bot.card() | {
        "can_join_groups": config.can_join_groups,
        "can_read_all_group_messages": not config.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


async def set_my_commands(call: Call) -> Any:
    """Replace the command list of one scope and language."""
    commands = call.json("commands", "can't parse commands JSON object")
    if not isinstance(commands, list):
        raise bad_request("expected an Array of BotCommand")
    if len(commands) > _MOST_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    call.world.commands[_commands_key(call)] = [_checked(command) for command in commands]
    return True


async def get_my_commands(call: Call) -> Any:
    """Read the command list of exactly this scope and language."""
    return call.world.commands.get(_commands_key(call), [])


async def delete_my_commands(call: Call) -> Any:
    """Drop the command list of one scope and language."""
    call.world.commands.pop(_commands_key(call), None)
    return True


async def set_chat_menu_button(call: Call) -> Any:
    """Choose what the button beside the input field does."""
    call.world.profile["menu_button"] = call.text("menu_button")
    return True


def _commands_key(call: Call) -> str:
    scope = call.json("scope", "can't parse BotCommandScope JSON object") or {"type": "default"}
    if not isinstance(scope, dict) or scope.get("type") not in _SCOPES:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    return f"{dumps(dict(sorted(scope.items()))).decode()} {call.text('language_code')}"


def _checked(command: Any) -> Json:
    if not isinstance(command, dict):
        raise bad_request("expected an Object as BotCommand")
    name, text = str(command.get("command", "")).removeprefix("/"), str(command.get("description", ""))
    if not _COMMAND.fullmatch(name):
        raise bad_request("BOT_COMMAND_INVALID")
    if not text:
        raise bad_request("command description must be non-empty")
    if len(text) > _LONGEST_COMMAND_TEXT:
        raise bad_request("command description length must not exceed 256")
    return command | {"command": name}


def _key(what: str, call: Call) -> str:
    return f"{what} {call.text('language_code')}"


def _field(what: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", what).lower()


def _setter(what: str, longest: int) -> Method:
    async def setter(call: Call) -> Any:
        text = call.text(_field(what))
        if len(text) > longest:
            raise bad_request(f"{_field(what).replace('_', ' ')} is too long")
        call.world.profile[_key(what, call)] = text
        return True

    return setter


def _getter(what: str) -> Method:
    async def getter(call: Call) -> Any:
        standard = call.world.bot.first_name if what == "Name" else ""
        fallback = call.world.profile.get(f"{what} ", standard)
        return {_field(what): call.world.profile.get(_key(what, call)) or fallback}

    return getter


METHODS: Methods = {
    "getMe": get_me,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setChatMenuButton": set_chat_menu_button,
    **{f"setMy{what}": _setter(what, longest) for what, longest in _TEXTS.items()},
    **{f"getMy{what}": _getter(what) for what in _TEXTS},
}
