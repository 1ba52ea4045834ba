"""The evening that the demo opens with."""

from tgbot.demo.world.chat import Chat, ChatType
from tgbot.demo.world.member import Member, Status
from tgbot.demo.world.membership import join
from tgbot.demo.world.user import User
from tgbot.demo.world.world import World

TITLE = "Stammtisch Freitag"
NAMES = ("Anna", "Bert", "Clara", "Dieter")


def seed(world: World) -> Chat:
    """Put four people into a group and let the first of them add the bot."""
    people = [
        world.add_user(User(world.new_id(ChatType.PRIVATE), name, username=f"{name.lower()}_demo", language_code="de"))
        for name in NAMES
    ]
    group = Chat(world.new_id(ChatType.GROUP), ChatType.GROUP, TITLE)
    group.members = {person.id: Member(person.id) for person in people}
    group.members[people[0].id].status = Status.CREATOR
    world.add_chat(group)
    join(world, group, world.bot.id, by=people[0].id)
    return group
