// One chat on the page: its list of messages, and the field to write into.

import { itemId, messageItem } from "./message.js";
import { send, world } from "./world.js";

const NEAR_THE_END = 80;

/** A chat column. `chatId()` is the chat shown now, `actor()` the person who acts in it, `open` follows a link. */
export class Column {
  constructor(root, { chatId, actor, open, fail }) {
    Object.assign(this, { root, chatId, actor, fail });
    this.list = root.querySelector(".messages");
    this.form = root.querySelector(".write");
    this.field = this.form.elements.text;
    this.replyTo = null;
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.say(this.field.value);
    };
    this.act = {
      open,
      say: (text) => this.say(text),
      reply: (message) => this.answer(message),
      press: (message, button, made) => this.press(message, button, made),
    };
  }

  /** Draw all messages anew. */
  redraw() {
    this.list.replaceChildren();
    for (const message of this.messages()) this.draw(message);
    this.showEnd();
  }

  /** Scroll to the newest message; a list that is not shown cannot, so it does when it comes to the front. */
  showEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Draw one message, new or changed; one that is gone disappears. */
  draw(message) {
    const old = this.item(message);
    if (message.deleted) {
      old?.remove();
      return;
    }
    const list = this.list;
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_THE_END;
    const item = messageItem(message, this.actor(), this.act);
    if (old) replace(old, item);
    else list.append(item);
    if (message.markup?.force_reply && !old) this.answer(message);
    if (atEnd) this.showEnd();
  }

  /** Take one message off the page. */
  erase(messageId) {
    this.item({ chat: this.chatId(), id: messageId })?.remove();
  }

  /** Write as the acting person. */
  async say(text) {
    const actor = this.actor();
    if (!text.trim() || !actor) return;
    const body = { user: actor.id, text: text.trim(), reply_to: this.replyTo };
    await this.fail(send("POST", `/chats/${this.chatId()}/messages`, body));
    this.field.value = "";
    this.answer(null);
  }

  /** Press a button as the acting person; it stays busy until the bot answers, or Telegram would give up. */
  async press(message, button, made) {
    const actor = this.actor();
    if (!actor) return;
    made.ariaBusy = "true";
    setTimeout(() => (made.ariaBusy = "false"), 15_000);
    const body = { user: actor.id, message: message.id, data: button.callback_data };
    const query = await this.fail(send("POST", `/chats/${this.chatId()}/presses`, body));
    if (query) made.dataset.query = query.id;
  }

  /** Choose the message that the next one replies to, null for none. */
  answer(message) {
    this.replyTo = message?.id ?? null;
    const note = this.form.querySelector(".reply");
    note.hidden = message === null;
    note.textContent = message === null ? "" : `Antwort auf: ${message.text.slice(0, 50)}`;
    if (message !== null && this.root.contains(document.activeElement)) this.field.focus();
  }

  item(message) {
    return this.list.querySelector(`#${CSS.escape(itemId(message))}`);
  }

  messages() {
    return [...(world.chats.get(this.chatId())?.messages.values() ?? [])].filter((message) => !message.deleted);
  }
}

/** Swap an item without taking the keyboard's focus away from the button that was pressed. */
function replace(old, item) {
  const place = [...old.querySelectorAll("button")].indexOf(document.activeElement);
  old.replaceWith(item);
  if (place < 0) return;
  const buttons = item.querySelectorAll("button");
  (buttons[place] ?? buttons[0])?.focus();
}
