// The page: seats at the top, the group on the left, every private chat on the right.

import { Column } from "./column.js";
import { fillMenu, followLink } from "./deeds.js";
import { note } from "./notes.js";
import { element } from "./text.js";
import { groups, isIn, seats, send, watch, world } from "./world.js";

const $ = (selector) => document.querySelector(selector);
const columns = new Map();
const chosen = { seat: null, group: null };
const news = new Set();

const actor = () => world.users.get(chosen.seat);
const group = () => world.chats.get(chosen.group);

/** Tell the acting person when the server refuses what was asked. */
async function fail(promise) {
  try {
    return await promise;
  } catch (error) {
    note(columns.get(chosen.seat)?.root.querySelector(".toasts"), "Geht nicht", { text: error.message });
    return null;
  }
}

const open = (url) => followLink(url, { bot: world.bot, user: actor(), group: group(), fail });
const table = new Column($("#group"), { chatId: () => chosen.group, actor, open, fail });

function choose(seat) {
  chosen.seat = seat;
  for (const [id, column] of columns) column.root.classList.toggle("acting", id === seat);
  table.redraw();
  columns.get(seat)?.showEnd();
  drawSeats();
}

/** A small screen shows one chat at a time, so seats with unseen private messages are marked there. */
function drawNews() {
  if (document.body.dataset.tab === "private") news.delete(chosen.seat);
  for (const radio of $("#seats").querySelectorAll("input")) {
    radio.parentElement.classList.toggle("news", news.has(Number(radio.value)));
  }
  $(".tabs").classList.toggle("news", news.has(chosen.seat));
}

function drawSeats() {
  const chips = seats().map((user) => {
    const radio = element("input");
    Object.assign(radio, { type: "radio", name: "seat", value: user.id, checked: user.id === chosen.seat });
    radio.onchange = () => choose(user.id);
    const chip = element("label", isIn(group(), user) ? "" : "away", radio, user.first_name);
    return chip;
  });
  const focused = $("#seats").contains(document.activeElement);
  $("#seats").replaceChildren(...chips);
  if (focused) $("#seats :checked")?.focus();
  $("#tab-private").textContent = actor() ? `${actor().first_name} privat` : "Privat";
  drawNews();
}

function drawGroup() {
  const current = group();
  if (!current || current.migrated_to) chosen.group = current?.migrated_to ?? groups()[0]?.id ?? null;
  const people = group()?.members.filter((member) => !member.is_bot).map((member) => member.first_name) ?? [];
  $("#group h2").textContent = group()?.title ?? "Keine Gruppe";
  $("#group .about").textContent = people.join(", ");
  $("#groups").replaceChildren(...groups().map((chat) => new Option(chat.title, chat.id, false, chat === group())));
  $(".choice").hidden = groups().length < 2;
  if (group()) fillMenu($("#group .actions"), { group: group(), bot: world.bot, creator: group().members[0], fail });
  if (chosen.group !== current?.id) table.redraw();
}

function drawPrivate(user) {
  let column = columns.get(user.id);
  if (!column) {
    const root = $("#private").content.cloneNode(true).firstElementChild;
    const itself = () => world.users.get(user.id);
    const follow = (url) => followLink(url, { bot: world.bot, user: itself(), group: group(), fail });
    column = new Column(root, { chatId: () => user.id, actor: itself, open: follow, fail });
    root.querySelector(".start").onclick = () => fail(send("POST", `/users/${user.id}/start`, {}));
    root.querySelector(".messages").ariaLabel = `Private Nachrichten von ${user.first_name}`;
    column.field.ariaLabel = `Nachricht von ${user.first_name} an den Bot`;
    columns.set(user.id, column);
    $("#privates").append(root);
    column.redraw();
  }
  const root = column.root;
  const awake = user.started && !user.blocked;
  root.querySelector("h2").textContent = user.first_name;
  root.querySelector(".about").textContent = 
    (user.blocked && "hat den Bot blockiert") || (user.started ? "mit dem Bot" : "noch nicht gestartet");
  root.querySelector("summary").ariaLabel = `Mehr für ${user.first_name}`;
  root.querySelector(".start").hidden = awake;
  column.form.hidden = !awake;
  root.classList.toggle("acting", user.id === chosen.seat);
  fillMenu(root.querySelector(".actions"), { user, group: group(), bot: world.bot, fail });
}

function drawAll() {
  if (!actor()) chosen.seat = seats()[0]?.id ?? null;
  drawGroup();
  drawSeats();
  for (const user of seats()) drawPrivate(user);
}

function columnOf(chatId) {
  return chatId === chosen.group ? table : columns.get(chatId);
}

function answered(event) {
  document.querySelector(`[data-query="${event.query}"]`)?.setAttribute("aria-busy", "false");
  const seat = columns.get(event.user)?.root.querySelector(".toasts");
  if (event.text || event.url) note(seat, world.users.get(event.user)?.first_name, event, open);
}

function show(event) {
  if (event.kind === "hello") {
    drawAll();
    table.redraw();
    for (const column of columns.values()) column.redraw();
  }
  if (["user", "chat", "members"].includes(event.kind)) drawAll();
  if (event.kind === "answer") answered(event);
  if (["message", "edit", "delete"].includes(event.kind)) {
    const message = world.chats.get(event.chat)?.messages.get(event.message);
    if (message) columnOf(event.chat)?.draw(message);
    else columnOf(event.chat)?.erase(event.message);
    if (event.kind === "message" && message?.from_bot && columns.has(event.chat)) news.add(event.chat);
    drawNews();
  }
}

for (const name of ["group", "private"]) {
  $(`#tab-${name}`).onclick = () => {
    document.body.dataset.tab = name;
    $("#tab-group").ariaSelected = String(name === "group");
    $("#tab-private").ariaSelected = String(name === "private");
    (name === "group" ? table : columns.get(chosen.seat))?.showEnd();
    drawNews();
  };
}

$("#groups").onchange = (event) => {
  chosen.group = Number(event.target.value);
  drawAll();
  table.redraw();
};

$("#add").onclick = () => {
  $("#newcomer input").value = "";
  $("#newcomer").showModal();
};

$("#newcomer").onclose = async () => {
  const name = $("#newcomer input").value.trim();
  if ($("#newcomer").returnValue !== "add" || !name) return;
  const user = await fail(send("POST", "/users", { first_name: name, language_code: "de" }));
  if (user && group()) await fail(send("PUT", `/chats/${chosen.group}/members/${user.id}`, {}));
};

watch(show);
