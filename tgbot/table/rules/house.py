"""The menu of the house rules: who may use it, what a press in it does.

Every button names what it sets, never "the other value", so taps cannot mix; and only the menu's editor presses them.
"""

from dataclasses import replace

from tgbot.game.rules.catalogue import BY_NAME, Choice, Setting, word_of
from tgbot.game.rules.house import HouseRules
from tgbot.game.rules.presets import PRESETS
from tgbot.game.rules.share import CodeFault, decode_rules, encode_rules
from tgbot.game.seats import PlayerId
from tgbot.table.decisions.authority import ask, denied, is_host
from tgbot.table.decisions.boards import numbered
from tgbot.table.decisions.decision import Decision, Moment
from tgbot.table.decisions.refusing import refused
from tgbot.table.decisions.telling import chosen, tell
from tgbot.table.identity import Person
from tgbot.table.intents.inquiry import Finding, Inquiry, Purpose
from tgbot.table.intents.taps import Action, Tap
from tgbot.table.news.notices import CodeRefused, MenuForAdmins
from tgbot.table.news.replies import Barred, Note, Told
from tgbot.table.news.surfaces import HouseMenu
from tgbot.table.rules.ruling import set_rules
from tgbot.table.state.boards import Menu
from tgbot.table.state.table import Table


def ask_for_menu(table: Table, who: Person | None, code: str, moment: Moment) -> Decision:
    """Hear `/hausordnung`, with or without a share code. The host may change rules; of others it is asked.

    An anonymous admin (None) is an admin by nature.
    """
    if code:
        read = decode_rules(code)
        if isinstance(read, CodeFault):
            return tell(table, CodeRefused(read), moment)
        code = encode_rules(read)
    if who is None or is_host(table, who):
        return _open(table, who, code)
    return ask(table, Purpose.MENU, who, rest=code)


def menu_if_admin(table: Table, inquiry: Inquiry, finding: Finding, moment: Moment) -> Decision:
    """Open the menu for an admin; others are told what holds."""
    if finding is Finding.YES:
        return _open(table, inquiry.who, inquiry.rest, moment.now + moment.timing.trust)
    return denied(table, finding, MenuForAdmins(), moment)


def _open(table: Table, who: Person | None, code: str, trusted: int = 0) -> Decision:
    table = numbered(table)
    page = "code" if code else "presets"
    if who is None:
        return _shown(replace(table, menu=Menu(table.boards, None, page, code, nameless=True)))
    opened = replace(table.knowing(who), menu=Menu(table.boards, who.id, page, code, trusted))
    return replace(_shown(opened), actor=who)


def press_menu(table: Table, who: Person, tap: Tap, query: str, moment: Moment) -> Decision:
    """Do what a button says for the menu's editor, if he is still the host, or was an admin a moment ago; or ask."""
    barred = _barred(table, who, tap)
    if barred is not None:
        return barred
    if is_host(table, who) or (table.menu is not None and moment.now < table.menu.trusted):
        return _pressed(table, who, tap, moment)
    return ask(table, Purpose.MENU_TAP, who, query, tap=tap)


def press_as_admin(table: Table, inquiry: Inquiry, moment: Moment) -> Decision:
    """Carry out the press of an admin; the first to press a button of an anonymous admin's menu becomes its editor."""
    who, tap = inquiry.who, inquiry.tap
    assert tap is not None
    barred = _barred(table, who, tap)
    if barred is not None:
        return barred
    assert table.menu is not None
    trusting = replace(table.menu, trusted=moment.now + moment.timing.trust)
    return _pressed(replace(table, menu=trusting), who, tap, moment)


def _barred(table: Table, who: Person, tap: Tap) -> Decision | None:
    menu = table.menu
    if menu is None or tap.step != menu.number:
        return refused(table, Barred.OLD_MENU)
    if menu.editor in (None, who.id):
        return None
    editor = None if menu.nameless else table.member(menu.editor)
    name = None if editor is None else editor.name
    return Decision(table=table, reply=Told(Barred.MENU_OTHERS, table.language, name=name))


def _pressed(table: Table, who: Person, tap: Tap, moment: Moment) -> Decision:
    assert table.menu is not None
    menu = replace(table.menu, editor=who.id)
    table = replace(table, menu=menu) if menu.nameless else replace(table.knowing(who), menu=menu)
    by = None if menu.nameless and not is_host(table, who) else who.id
    match tap.action:
        case Action.MENU_PAGE:
            return _shown(replace(table, menu=replace(menu, page=tap.detail)))
        case Action.MENU_CLOSE:
            return _shown(replace(table, menu=None))
        case Action.MENU_PRESET:
            return _take(table, by, "preset", PRESETS.get(tap.detail), moment)
        case Action.MENU_CODE:
            return _take(table, by, "code", decode_rules(menu.code), moment)
        case _:
            return _set(table, by, tap.detail, moment)


def _shown(table: Table) -> Decision:
    return Decision(table=table, dirty=(HouseMenu(),), reply=Told(Note.DONE, table.language))


def _set(table: Table, by: PlayerId | None, detail: str, moment: Moment) -> Decision:
    found = choice_of(detail)
    if found is None:
        return refused(table, Barred.NO_SUCH_BUTTON)
    setting, choice = found
    return set_rules(table, by, setting.put(table.rules, choice), setting.name, moment)


def _take(
    table: Table, by: PlayerId | None, source: str, rules: HouseRules | CodeFault | None, moment: Moment
) -> Decision:
    """Take over a whole set of rules, which the group is told: so much at once should surprise nobody."""
    if not isinstance(rules, HouseRules) or table.menu is None:
        return refused(table, Barred.NO_SUCH_BUTTON)
    taking = replace(table, menu=replace(table.menu, page="presets", code=""))
    decision = set_rules(taking, by, rules, source, moment)
    if decision.table.rules == table.rules:
        return decision
    counted = chosen(decision.table, moment)
    if counted is None:
        return refused(table, Barred.SLOWLY)
    return replace(decision, table=counted).telling(counted.changes[-1])


def choice_of(detail: str) -> tuple[Setting, Choice] | None:
    """Read a button's setting and choice, `limit-5`; None: there is no such choice."""
    name, _, word = detail.partition("-")
    setting = BY_NAME.get(name)
    if setting is None or word not in map(word_of, setting.choices):
        return None
    return setting, setting.choice(word)
