// What can be done besides writing: the menus of group and seats, and links into Telegram.

import { element } from "./text.js";
import { isIn, send } from "./world.js";

/** Fill the menu of a seat (`user` given) or of the group. */
export function fillMenu(menu, { user, group, bot, creator, fail }) {
  const act = (label, verb, path, body) => {
    const made = element("button", "", label);
    made.type = "button";
    made.onclick = () => {
      menu.closest("details").open = false;
      fail(send(verb, path, body));
    };
    return made;
  };
  const seat = (who, status, by) => [`/chats/${group.id}/members/${who}`, { status, by }];
  menu.replaceChildren(...(user ? seatDeeds(act, seat, user, group) : groupDeeds(act, seat, group, bot, creator)));
}

function seatDeeds(act, seat, user, group) {
  const deeds = [];
  if (group && isIn(group, user)) deeds.push(act("Aus der Gruppe nehmen", "PUT", ...seat(user.id, "left")));
  else if (group) deeds.push(act("In die Gruppe holen", "PUT", ...seat(user.id, "member")));
  const block = (label, blocked) => act(label, "PATCH", `/users/${user.id}`, { blocked });
  if (user.started) deeds.push(user.blocked ? block("Bot freigeben", false) : block("Bot blockieren", true));
  return deeds;
}

function groupDeeds(act, seat, group, bot, creator) {
  const change = (label, facts) => act(label, "PATCH", `/chats/${group.id}`, facts);
  const deeds = [];
  if (isIn(group, bot)) {
    deeds.push(act("Bot zum Admin machen", "PUT", ...seat("bot", "administrator", creator.id)));
    deeds.push(act("Bot hinauswerfen", "PUT", ...seat("bot", "kicked", creator.id)));
  } else deeds.push(act("Bot dazuholen", "PUT", ...seat("bot", "member", creator.id)));
  deeds.push(change(group.writable ? "Schreiben verbieten" : "Schreiben erlauben", { writable: !group.writable }));
  if (group.type === "group") deeds.push(act("Zur Supergruppe machen", "POST", `/chats/${group.id}/upgrade`, {}));
  return deeds;
}

/** Follow a link to the bot inside the page: `?start=` and `?startgroup=`. Returns false for every other link. */
export function followLink(url, { bot, user, group, fail }) {
  const link = new URL(url, location.href);
  if (link.protocol === "tg:") return true;
  const path = link.pathname.slice(1).toLowerCase();
  if (!["t.me", "telegram.me"].includes(link.hostname) || path !== bot.username.toLowerCase()) return false;
  if (link.searchParams.has("startgroup")) {
    fail(addToGroup(group, user, bot, link.searchParams.get("startgroup")));
  } else if (user) {
    fail(send("POST", `/users/${user.id}/start`, { payload: link.searchParams.get("start") ?? "" }));
    document.getElementById("tab-private").click();
  }
  return true;
}

async function addToGroup(group, user, bot, payload) {
  await send("PUT", `/chats/${group.id}/members/bot`, { status: "member", by: user.id });
  const text = `/start@${bot.username} ${payload}`.trim();
  await send("POST", `/chats/${group.id}/messages`, { user: user.id, text });
}
