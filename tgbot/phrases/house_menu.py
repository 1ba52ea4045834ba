"""The menu of the house rules: one message with pages. Presets first, then every rule with its choices, and the log."""

from dataclasses import dataclass, replace

from tgbot.game.rules.catalogue import BY_NAME, Choice, Setting, differences, nearest_preset, word_of
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.ranking import top
from tgbot.game.rules.share import decode_rules, encode_rules
from tgbot.game.view import Phase
from tgbot.phrases.buttons import Buttons
from tgbot.phrases.house_log import log
from tgbot.phrases.links import house_link
from tgbot.phrases.message import Button, Keyboard, Message, Row
from tgbot.phrases.rulesheet import (
    MOST_DIFFERENCES,
    SECTIONS,
    chosen,
    label,
    matters,
    meaning,
    stated,
    title,
    whose,
)
from tgbot.phrases.voice import Voice
from tgbot.table.intents.taps import Action
from tgbot.table.scene import Scene
from tgbot.table.state.boards import Menu

_VOTE = "vote-"
_LETTERS = 34
"""What a row of buttons holds on a phone before their labels are cut off."""


def menu(scene: Scene) -> Message:
    """Show the menu's page; an unknown one is the first."""
    if scene.menu is None:
        return Message(closing(scene))
    leaf = _Leaf.of(scene, scene.menu)
    page = scene.menu.page
    match page:
        case "settings":
            return _settings(leaf)
        case "log":
            return Message("\n".join(log(scene, leaf.voice)), (leaf.to("presets"),))
        case "code":
            return _code(leaf)
        case _ if page in BY_NAME:
            return _setting(leaf, BY_NAME[page])
        case _ if page.removeprefix(_VOTE) in BY_NAME:
            return _vote(leaf, BY_NAME[page.removeprefix(_VOTE)])
        case _:
            return _presets(leaf)


def closing(scene: Scene) -> str:
    """Say in one line what the menu was about: the rules it left behind."""
    voice = Voice.of(scene)
    return voice.say("menu.closed", rules=whose(voice.texts, scene.rules))


@dataclass(frozen=True, slots=True)
class _Leaf:
    """What every page needs: the group's rules for the next game, in its voice, and the menu's own buttons."""

    scene: Scene
    menu: Menu
    voice: Voice
    buttons: Buttons

    @classmethod
    def of(cls, scene: Scene, menu: Menu) -> "_Leaf":
        voice = replace(Voice.of(scene), rules=scene.rules)
        return cls(scene, menu, voice, replace(Buttons.of(voice, scene), step=menu.number))

    @property
    def rules(self) -> HouseRules:
        return self.voice.rules

    def page(self, key: str, name: str) -> Button:
        """Make a button that turns to a page."""
        return self.buttons.detailed(self.voice.say(key), Action.MENU_PAGE, name)

    def to(self, name: str) -> Row:
        """Make the row that leads back."""
        return (self.page("buttons.back", name),)

    def later(self) -> list[str]:
        """Warn while a game runs: its own rules stay as they are."""
        view = self.scene.view
        running = view is not None and view.phase not in (Phase.LOBBY, Phase.OVER)
        return [self.voice.say("menu.later")] if running else []


def _presets(leaf: _Leaf) -> Message:
    voice, rules = leaf.voice, leaf.rules
    code = encode_rules(rules)
    lines = [
        voice.say("menu.title", rules=whose(voice.texts, rules)),
        *_different(leaf),
        *leaf.later(),
        *(voice.say(f"menu.preset.{name}") for name in PRESETS),
        voice.say("menu.share", code=code),
    ]
    presets = [_preset(leaf, name) for name in PRESETS]
    keyboard = (
        tuple(presets[:2]),
        tuple(presets[2:]),
        (leaf.page("buttons.rule_by_rule", "settings"), leaf.page("buttons.changes", "log")),
        (Button(voice.say("buttons.take_along"), url=house_link(leaf.scene.bot, code)),),
        (leaf.buttons.press(Action.MENU_CLOSE),),
    )
    return Message("\n".join(lines), keyboard)


def _preset(leaf: _Leaf, name: str) -> Button:
    said = leaf.voice.say(f"menu.name.{name}")
    return leaf.buttons.detailed(_marked(leaf, said, now=leaf.rules == PRESETS[name]), Action.MENU_PRESET, name)


def _different(leaf: _Leaf) -> list[str]:
    voice, preset = leaf.voice, nearest_preset(leaf.rules)
    different = differences(leaf.rules, PRESETS[preset])
    if not different:
        return []
    said = [stated(voice.texts, leaf.rules, one.name) for one in different]
    shown = " · ".join(said if len(said) <= MOST_DIFFERENCES else [*said[:MOST_DIFFERENCES], "…"])
    return [voice.say("menu.different", preset=voice.say(f"lobby.preset.{preset}"), settings=shown)]


def _settings(leaf: _Leaf) -> Message:
    voice = leaf.voice
    lines = [voice.say("menu.settings"), *leaf.later(), voice.say("menu.pick")]
    rows: list[Row] = []
    for names in SECTIONS.values():
        said = [(name, stated(voice.texts, leaf.rules, name)) for name in names]
        rows += _rows([leaf.buttons.detailed(rule, Action.MENU_PAGE, name) for name, rule in said], 2)
    return Message("\n".join(lines), (*rows, leaf.to("presets")))


def _setting(leaf: _Leaf, setting: Setting) -> Message:
    voice = leaf.voice
    lines = [
        voice.say("menu.setting", rule=stated(voice.texts, leaf.rules, setting.name)),
        voice.say(f"about.{setting.name}", top=voice.spoken(top(leaf.rules.ranking))),
        *filter(None, (_explained(leaf, setting, choice) for choice in setting.choices)),
        *([] if matters(leaf.rules, setting.name) else [voice.say("menu.idle")]),
        *leaf.later(),
    ]
    choices = [_choice(leaf, setting, choice, Action.MENU_SET) for choice in _in_order(setting)]
    vote = ((leaf.page("buttons.put_to_vote", f"{_VOTE}{setting.name}"),),) if _may_vote(leaf) else ()
    return Message("\n".join(lines), (*_rows(choices), *vote, leaf.to("settings")))


def _explained(leaf: _Leaf, setting: Setting, choice: Choice) -> str:
    """Say what a choice means. Numbers speak for themselves, so only the present one is explained."""
    number = isinstance(choice, int) and not isinstance(choice, bool)
    means = "" if number and choice != setting.of(leaf.rules) else meaning(leaf.voice, setting, choice)
    said = label(leaf.voice.texts, setting, choice)
    return leaf.voice.say("rules.line", setting=said, meaning=means) if means else ""


def _vote(leaf: _Leaf, setting: Setting) -> Message:
    voice, now = leaf.voice, setting.of(leaf.rules)
    text = voice.say("menu.vote", rule=chosen(voice.texts, leaf.rules, setting, now))
    others = [_choice(leaf, setting, choice, Action.VOTE_ON) for choice in _in_order(setting) if choice != now]
    return Message(text, (*_rows(others), leaf.to(setting.name)))


def _code(leaf: _Leaf) -> Message:
    voice, rules = leaf.voice, decode_rules(leaf.menu.code)
    if not isinstance(rules, HouseRules):
        return _presets(leaf)
    lines = [voice.say("menu.code", rules=whose(voice.texts, rules))]
    back = leaf.page("buttons.not_now", "presets")
    changes = differences(leaf.rules, rules)
    if not changes:
        return Message("\n".join([*lines, voice.say("menu.same")]), ((back,),))
    lines += [voice.say("menu.would_change"), *leaf.later(), *(_changed(leaf, one, rules) for one in changes)]
    return Message("\n".join(lines), ((leaf.buttons.press(Action.MENU_CODE), back),))


def _changed(leaf: _Leaf, setting: Setting, rules: HouseRules) -> str:
    texts = leaf.voice.texts
    before, after = (label(texts, setting, setting.of(one)) for one in (leaf.rules, rules))
    return leaf.voice.say("menu.change", setting=title(texts, rules, setting.name), before=before, after=after)


def _may_vote(leaf: _Leaf) -> bool:
    view, host = leaf.scene.view, leaf.scene.host
    return view is not None and view.phase is Phase.LOBBY and host is not None and leaf.menu.editor == host


def _choice(leaf: _Leaf, setting: Setting, choice: Choice, action: Action) -> Button:
    said = label(leaf.voice.texts, setting, choice)
    now = choice == setting.of(leaf.rules)
    return leaf.buttons.detailed(_marked(leaf, said, now=now), action, f"{setting.name}-{word_of(choice)}")


def _marked(leaf: _Leaf, said: str, *, now: bool) -> str:
    return leaf.voice.say("buttons.true_value", value=said) if now else said


def _in_order(setting: Setting) -> list[Choice]:
    """Sort numbers, which stand in the order of share codes; "none" comes last."""
    numbers = [choice for choice in setting.choices if isinstance(choice, int) and not isinstance(choice, bool)]
    if not numbers:
        return list(setting.choices)
    return [*sorted(numbers), *(choice for choice in setting.choices if choice is None)]


def _rows(buttons: list[Button], width: int = 0) -> Keyboard:
    longest = max(len(button.label) for button in buttons)
    width = width or max(1, min(5, _LETTERS // (longest + 3)))
    return tuple(tuple(buttons[at : at + width]) for at in range(0, len(buttons), width))
