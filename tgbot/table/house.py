"""The house rules of a group: the menu, what a tap in it changes, and the log of the changes.

Every button names what it sets, never "the other value", so taps cannot mix; and only the menu's editor turns its pages.
"""

from dataclasses import replace

from tgbot.game.rules.catalogue import BY_NAME, word_of
from tgbot.game.rules.house import HouseRules, clash
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.share import CodeFault, decode_rules, encode_rules
from tgbot.game.seats import PlayerId
from tgbot.game.state import Lobby
from tgbot.table.decision import Decision, Moment
from tgbot.table.identity import Person
from tgbot.table.intents import Finding, Inquiry, Purpose
from tgbot.table.lobby import refused
from tgbot.table.notices import CodeRefused, MenuForAdmins, RulesChanged
from tgbot.table.replies import Barred, Note, Told
from tgbot.table.surfaces import HouseMenu
from tgbot.table.table import Menu, Table
from tgbot.table.taps import Action, Tap
from tgbot.table.telling import playing, tell

_LOG = 20
"""So many changes stay readable."""


def ask_for_menu(table: Table, who: Person | None, code: str, moment: Moment) -> Decision:
    """Hear `/hausordnung`, with or without a share code. The host may change rules; of others it is asked."""
    if code:
        read = decode_rules(code)
        if isinstance(read, CodeFault):
            return tell(table, CodeRefused(read), moment)
        code = encode_rules(read)
    if who is None or (who.id == table.host and playing(table)):
        return _open(table, who, code)
    return Decision(table=table, inquiries=(Inquiry(Purpose.MENU, who, table.games, rest=code),))


def menu_if_admin(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Open the menu for an admin; others are told what holds."""
    if finding is Finding.YES:
        return _open(table, inquiry.who, inquiry.rest)
    return tell(table, MenuForAdmins(), moment)


def _open(table: Table, who: Person | None, code: str) -> Decision:
    number = table.boards + 1
    if who is not None:
        table = table.knowing(who)
    menu = Menu(number, None if who is None else who.id, "code" if code else "presets", code)
    return Decision(table=replace(table, boards=number, menu=menu), dirty=(HouseMenu(),), actor=who)


def take_over(table: Table, inquiry: Inquiry, finding: Finding) -> Decision:
    """Hand a menu an anonymous admin opened to the first admin who pressed one of its buttons."""
    if table.menu is None or finding is not Finding.YES:
        return refused(table, Barred.ADMIN_ONLY)
    taken = replace(table.knowing(inquiry.who), menu=replace(table.menu, editor=inquiry.who.id))
    return Decision(table=taken, reply=Told(Note.MENU_YOURS, table.language))


def press_menu(table: Table, who: Person, tap: Tap, query: str, moment: Moment) -> Decision:
    """Turn a page or set a rule, if the menu is the presser's."""
    menu = table.menu
    if menu is None or tap.step != menu.number:
        return refused(table, Barred.OLD_MENU)
    if menu.editor is None and who.id != table.host:
        return Decision(table=table, inquiries=(Inquiry(Purpose.MENU_TAP, who, table.games, query),))
    if menu.editor not in (None, who.id):
        return _somebody_elses(table, menu)
    table = replace(table.knowing(who), menu=replace(menu, editor=who.id))
    return _pressed(table, who.id, tap, moment)


def _somebody_elses(table: Table, menu: Menu) -> Decision:
    editor = None if menu.editor is None else table.member(menu.editor)
    return Decision(
        table=table, reply=Told(Barred.MENU_OTHERS, table.language, name=None if editor is None else editor.name)
    )


def _pressed(table: Table, who: PlayerId, tap: Tap, moment: Moment) -> Decision:
    assert table.menu is not None
    match tap.action:
        case Action.MENU_PAGE:
            turned = replace(table.menu, page=tap.detail)
            return _shown(replace(table, menu=turned))
        case Action.MENU_CLOSE:
            return _shown(replace(table, menu=None))
        case Action.MENU_PRESET:
            return _take(table, who, "preset", tap.detail, moment)
        case Action.MENU_CODE:
            return _take(table, who, "code", table.menu.code, moment)
        case _:
            return _set(table, who, tap.detail, moment)


def _shown(table: Table) -> Decision:
    return Decision(table=table, dirty=(HouseMenu(),), reply=Told(Note.DONE, table.language))


def _set(table: Table, who: PlayerId, detail: str, moment: Moment) -> Decision:
    name, _, word = detail.partition("-")
    setting = BY_NAME.get(name)
    if setting is None or word not in {word_of(choice) for choice in setting.choices}:
        return refused(table, Barred.NO_SUCH_BUTTON)
    return set_rules(table, who, setting.put(table.rules, setting.choice(word)), name, moment)


def _take(table: Table, who: PlayerId, source: str, word: str, moment: Moment) -> Decision:
    rules = PRESETS.get(word) if source == "preset" else decode_rules(word)
    if not isinstance(rules, HouseRules):
        return refused(table, Barred.NO_SUCH_BUTTON)
    assert table.menu is not None
    table = replace(table, menu=replace(table.menu, page="presets", code=""))
    return set_rules(table, who, rules, source, moment)


def set_rules(
    table: Table,
    by: PlayerId | None,
    rules: HouseRules,
    setting: str,
    moment: Moment,
    *,
    vote: tuple[int, int] | None = None,
) -> Decision:
    """Make these the group's rules: at once in a lobby, else from the next game on. Contradictions are refused by name.

    `setting` is a setting's name, or `preset` or `code` for all of them at once.
    """
    contradiction = clash(rules)
    if contradiction is not None:
        names = tuple(filter(None, (contradiction.setting, contradiction.other)))
        return Decision(table=table, reply=Told(Barred.CLASH, table.language, details=names), dirty=(HouseMenu(),))
    change = RulesChanged(by, setting, _word(table.rules, setting), _word(rules, setting), moment.now, vote)
    if rules != table.rules:
        table = replace(table, changes=(*table.changes, change)[-_LOG:])
    later = playing(table) and not isinstance(table.game, Lobby)
    game = replace(table.game, rules=rules) if isinstance(table.game, Lobby) else table.game
    note = Note.RULE_SET_LATER if later else Note.RULE_SET
    told = Told(note, table.language, details=(setting,))
    return Decision(table=replace(table, rules=rules, game=game), reply=told, dirty=(HouseMenu(),))


def _word(rules: HouseRules, setting: str) -> str:
    """Write down what a setting is, or all of them as a code."""
    return word_of(BY_NAME[setting].of(rules)) if setting in BY_NAME else encode_rules(rules)
