// Toasts and alerts: what the bot whispers to the one who pressed a button.

import { element } from "./text.js";

const SECONDS = 6;

/** Show an answer at a seat. A toast goes by itself, an alert waits for OK; a link of the answer can be followed. */
export function note(seat, name, answer, open) {
  const places = [seat, document.getElementById("notes")].filter(Boolean);
  const shown = places.map(() => element("div", answer.show_alert ? "toast alert" : "toast"));
  const close = () => shown.forEach((box) => box.remove());
  shown.forEach((box, index) => {
    box.role = answer.show_alert ? "alert" : "status";
    box.append(element("p", "", places[index] === seat ? answer.text : `${name}: ${answer.text}`));
    if (answer.url) box.append(button("Öffnen", () => (open(answer.url), close())));
    if (answer.show_alert) box.append(button("OK", close));
    places[index].append(box);
  });
  if (!answer.show_alert && !answer.url) setTimeout(close, SECONDS * 1000);
}

function button(label, act) {
  const made = element("button", "", label);
  made.type = "button";
  made.onclick = act;
  return made;
}
