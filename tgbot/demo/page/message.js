// One message as a list item: who, what, and the buttons below.

import { element, words } from "./text.js";
import { world } from "./world.js";

/** Build a message as `reader` sees it. `act` does what is tapped: press, open, say, reply. */
export function messageItem(message, reader, act) {
  const item = element("li");
  item.id = itemId(message);
  if (message.kind === "service") {
    item.className = "service";
    item.append(event(message));
    return item;
  }
  item.classList.toggle("mine", message.sender === reader?.id && !message.sender_chat);
  item.append(bubble(message, act));
  if (message.keyboard.length > 0) item.append(keyboard(message, act));
  return item;
}

/** The id of a message's list item. */
export function itemId(message) {
  return `m${message.chat}_${message.id}`;
}

function bubble(message, act) {
  const box = element("div", "bubble", element("span", "sender", message.sender_name ?? "Kanal"));
  const target = world.chats.get(message.chat)?.messages.get(message.reply_to);
  if (target) box.append(element("span", "quote", target.text.slice(0, 60) || "…"));
  if (message.forward_origin) box.append(element("span", "quote", "Weitergeleitet"));
  const die = message.body.dice;
  if (die) box.append(element("div", "die", die.emoji), element("div", "", `zeigt ${die.value}`));
  if (message.kind === "photo") box.append(picture(message.body.photo[0]));
  if (message.kind === "document") box.append(element("div", "", `📎 ${message.body.document.file_name}`));
  if (message.text) box.append(element("div", "words", ...words(message.text, message.entities, act)));
  box.append(meta(message, act));
  return box;
}

function picture(size) {
  const image = element("img", "picture");
  image.src = `/control/uploads/${size.file_id}`;
  image.alt = "Bild";
  return image;
}

function meta(message, act) {
  const time = new Date(message.date * 1000).toLocaleTimeString("de", { hour: "2-digit", minute: "2-digit" });
  const line = element("span", "meta", `${time}${message.edited ? " · bearbeitet" : ""} ${message.reaction ?? ""}`);
  if (message.from_bot) {
    const answer = element("button", "answerable", "↩");
    answer.type = "button";
    answer.ariaLabel = "Antworten";
    answer.onclick = () => act.reply(message);
    line.append(answer);
  }
  return line;
}

function keyboard(message, act) {
  const rows = message.keyboard.map((row) => element("div", "", ...row.map((button) => key(message, button, act))));
  return element("div", "keyboard", ...rows);
}

function key(message, button, act) {
  const made = element("button", button.style ?? "", button.url ? `${button.text} ↗` : button.text);
  made.type = "button";
  made.onclick = () => {
    if (button.url) act.open(button.url) || window.open(button.url, "_blank", "noopener");
    else if (button.copy_text) navigator.clipboard?.writeText(button.copy_text.text);
    else if (button.callback_data !== undefined) act.press(message, button, made);
  };
  return made;
}

function event(message) {
  const body = message.body;
  const name = (user) => (user.id === message.sender ? "" : ` ${user.first_name}`);
  if (body.new_chat_members) {
    const added = body.new_chat_members.map(name).join(",");
    return added.trim() ? `${message.sender_name} holt${added} dazu` : `${message.sender_name} ist jetzt dabei`;
  }
  if (body.left_chat_member) {
    const gone = name(body.left_chat_member);
    return gone ? `${message.sender_name} nimmt${gone} aus der Gruppe` : `${message.sender_name} ist gegangen`;
  }
  if (body.pinned_message) return `${message.sender_name} hat eine Nachricht angeheftet`;
  if (body.migrate_to_chat_id || body.migrate_from_chat_id) return "Die Gruppe ist jetzt eine Supergruppe";
  if (body.forum_topic_created) return `Neues Thema: ${body.forum_topic_created.name}`;
  return "…";
}
