"""All control routes. Bodies and answers are JSON; a refusal is ``{"error": …}`` with 400, 404 or 409.

=========================================== ============================================================================
GET    /control/state                       bot, users, chats with their messages
GET    /control/events                      server-sent events: message, edit, delete, press, answer, members, chat …
GET    /control/users                       everybody
POST   /control/users                       first_name, last_name?, username?, language_code?, id?, is_bot?
PATCH  /control/users/{id}                  any of these, and blocked?, deactivated?, known?, started?
POST   /control/users/{id}/start            payload?: press Start in the private chat
GET    /control/chats · /control/chats/{id} chats with members and topics; a private chat has its person's id
POST   /control/chats                       title, members (first is creator), type?, id?, username?, is_forum?, bot?
PATCH  /control/chats/{id}                  title?, username?, writable?, slow_mode?, deleted?, is_forum?
PUT    /control/chats/{id}/members/{user}   status?, rights?, by?, is_anonymous?, stays?; ``user`` may be "bot"
POST   /control/chats/{id}/topics           title, by?; then PATCH …/topics/{id} closed, or DELETE it
POST   /control/chats/{id}/upgrade          make a supergroup of a basic group; answers the new chat
GET    /control/chats/{id}/messages         after?, deleted?=true
POST   /control/chats/{id}/messages         user, text, thread?, reply_to?, mask? (self anonymous channel relay), channel?
PATCH  /control/chats/{id}/messages/{id}    text (the author edits); GET shows it; DELETE deletes it
POST   /control/chats/{id}/presses          user, label (part of it; newest button wins) or data (forged), message?
GET    /control/queries/{id}                a press with all its answers
GET    /control/uploads/{id}                a stored file
GET    /control/calls                       method?: every Bot API call with params and answer
GET    /control/deliveries                  every try to deliver an update
GET    /control/updates                     what is pending; POST kind, body, queue?: any update at all
GET    /control/faults                      rules that spoil calls; POST adds one (see ``Fault``), DELETE drops all
POST   /control/twists                      rules that twist deliveries (see ``Twist``), DELETE drops all
PUT    /control/limits                      any of ``FloodLimits``; unlimited? starts from none
POST   /control/clock                       advance: that many seconds pass
PATCH  /control/token                       revoked
DELETE /control/connections                 reset every other TCP connection
=========================================== ============================================================================
"""

from starlette.routing import Mount, Route

from tgbot.demo.control.chats import Chats
from tgbot.demo.control.desk import Desk
from tgbot.demo.control.messages import Messages
from tgbot.demo.control.people import People
from tgbot.demo.control.stream import Stream
from tgbot.demo.control.traffic import Traffic


def control_routes(desk: Desk) -> Mount:
    """Everything below ``/control``."""
    groups: list[list[Route]] = [part(desk).routes() for part in (Stream, People, Chats, Messages, Traffic)]
    return Mount("/control", routes=[route for group in groups for route in group])
