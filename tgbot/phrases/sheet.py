"""`/regeln`: what holds here on one screen, and the full sheet by buttons; in a group and in the private chat."""

from dataclasses import replace

from tgbot.game.rules.catalogue import differences
from tgbot.game.rules.ranking import top
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.message import Button, Keyboard, Message
from tgbot.phrases.rulesheet import SECTIONS, section, short, title, whose
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene

SHORT = "short"
_PER_ROW = 3


def sheet(scene: Scene) -> Message:
    """Show the sheet's page; an unknown one is the first."""
    voice, page = _voice(scene), SHORT if scene.sheet is None else scene.sheet.page
    if page in SECTIONS:
        return Message("\n".join([_headed(voice, page), *section(voice, page)]), _keyboard(voice, scene, page))
    lines = [_title(voice, scene), *short(voice), *_around(voice, scene)]
    return Message("\n".join(lines), _keyboard(voice, scene, SHORT))


def closing(scene: Scene) -> str:
    """Say in one line what the sheet was about."""
    voice = _voice(scene)
    return voice.say("sheet.closed", rules=whose(voice.texts, voice.rules))


def section_name(voice: Voice, name: str) -> str:
    """Call a section by its name."""
    return voice.say(f"section.{name}", top=voice.spoken(top(voice.rules.ranking)))


def _voice(scene: Scene) -> Voice:
    return replace(Voice.of(scene), rules=scene.in_force)


def _title(voice: Voice, scene: Scene) -> str:
    key = "sheet.title_private" if scene.table.private else "sheet.title"
    return voice.say(key, rules=whose(voice.texts, voice.rules))


def _headed(voice: Voice, name: str) -> str:
    return voice.say("sheet.section", name=section_name(voice, name))


def _around(voice: Voice, scene: Scene) -> list[str]:
    """Say where the rules are changed, or what changes with the next game."""
    if scene.table.private:
        return [voice.say("sheet.elsewhere")]
    later = [title(voice.texts, scene.rules, one.name) for one in differences(scene.rules, scene.in_force)]
    return [voice.say("sheet.later", settings=", ".join(later))] if later else [voice.say("sheet.change")]


def _keyboard(voice: Voice, scene: Scene, page: str) -> Keyboard:
    number = 0 if scene.sheet is None else scene.sheet.number
    buttons = replace(Buttons.of(voice, scene), step=number)
    named = [(name, section_name(voice, name)) for name in SECTIONS if name != page]
    turns = [buttons.detailed(name, Action.SHEET_PAGE, word) for word, name in named]
    rows: list[tuple[Button, ...]] = [tuple(turns[at : at + _PER_ROW]) for at in range(0, len(turns), _PER_ROW)]
    if page != SHORT:
        rows.append((buttons.detailed(voice.say("buttons.back"), Action.SHEET_PAGE, SHORT),))
    return tuple(rows)
