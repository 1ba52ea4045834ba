// What the page knows of the server: a copy of the world, kept fresh by the event stream.

export const world = { bot: null, users: new Map(), chats: new Map() };

/** Send one control request; throws with the server's words when it is refused. */
export async function send(verb, path, body) {
  const response = await fetch(`/control${path}`, {
    method: verb,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** The people one can play, in the order they came. */
export function seats() {
  return [...world.users.values()].filter((user) => user.is_person);
}

/** The groups that are still in use. */
export function groups() {
  return [...world.chats.values()].filter((chat) => chat.type !== "private" && !chat.migrated_to);
}

/** Whether somebody sits in a group. */
export function isIn(group, user) {
  return Boolean(group?.members.some((member) => member.id === user.id));
}

/** Take over everything, as after (re)connecting. */
async function loadAll() {
  const state = await send("GET", "/state");
  world.bot = state.bot;
  world.users = new Map(state.users.map((user) => [user.id, user]));
  world.chats = new Map(
    state.chats.map((chat) => [chat.id, { ...chat, messages: new Map(chat.messages.map((m) => [m.id, m])) }]),
  );
}

async function loadChat(id) {
  const chat = await send("GET", `/chats/${id}`);
  world.chats.set(id, { ...chat, messages: world.chats.get(id)?.messages ?? new Map() });
}

async function loadUser(id) {
  const users = await send("GET", "/users");
  world.users = new Map(users.map((user) => [user.id, user]));
  if (!world.chats.has(id)) await loadChat(id);
}

async function loadMessage(event) {
  const message = await send("GET", `/chats/${event.chat}/messages/${event.message}`).catch(() => null);
  const messages = world.chats.get(event.chat)?.messages;
  if (message) messages?.set(message.id, message);
  else messages?.delete(event.message);
}

/** Bring the copy up to date with one event; events are taken one after the other. */
async function follow(event) {
  if (event.kind === "hello") await loadAll();
  if (event.kind === "user") await loadUser(event.user);
  if (event.kind === "chat" || event.kind === "members") await loadChat(event.chat);
  if (["message", "edit", "delete"].includes(event.kind)) await loadMessage(event);
}

/** Follow the server for good: `show` is called with every event once the copy reflects it. */
export function watch(show) {
  let turn = Promise.resolve();
  const stream = new EventSource("/control/events");
  stream.onmessage = ({ data }) => {
    const event = JSON.parse(data);
    turn = turn.then(() => follow(event)).then(() => show(event)).catch(console.error);
  };
}
