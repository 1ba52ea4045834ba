// Message text as nodes: entities become elements, and text only ever becomes text.

const TAGS = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

/** Make an element with a class and contents, which are nodes or plain text. */
export function element(tag, className = "", ...contents) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...contents);
  return made;
}

/** Build the nodes of a text. `open(url)` is called for links, `say(text)` for commands that are tapped. */
export function words(text, entities, { open, say }) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const build = (from, to, inside) => {
    const nodes = [];
    let at = from;
    while (inside.length > 0) {
      const entity = inside.shift();
      const end = Math.min(entity.offset + entity.length, to);
      if (entity.offset < at) continue;
      nodes.push(text.slice(at, entity.offset));
      const nested = inside.filter((other) => other.offset < end);
      inside = inside.filter((other) => other.offset >= end);
      const node = dress(entity, text.slice(entity.offset, end), { open, say });
      node.append(...build(entity.offset, end, nested));
      nodes.push(node);
      at = end;
    }
    return [...nodes, text.slice(at, to)].filter((node) => node !== "");
  };
  return build(0, text.length, sorted);
}

function dress(entity, covered, { open, say }) {
  switch (entity.type) {
    case "text_link":
    case "url":
      return link(entity.url ?? covered, open);
    case "bot_command": {
      const command = element("button", "command");
      command.type = "button";
      command.onclick = () => say(covered);
      return command;
    }
    case "spoiler":
      return spoiler();
    case "text_mention":
    case "mention":
      return element("b", "mention");
    default:
      return element(TAGS[entity.type] ?? "span");
  }
}

function link(url, open) {
  const anchor = element("a");
  anchor.href = /^[a-z]+:/i.test(url) ? url : `http://${url}`;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer";
  anchor.onclick = (event) => {
    if (open(anchor.href)) event.preventDefault();
  };
  return anchor;
}

function spoiler() {
  const hidden = element("span", "spoiler");
  hidden.tabIndex = 0;
  hidden.role = "button";
  hidden.ariaLabel = "Verborgenes zeigen";
  const reveal = () => {
    hidden.classList.add("open");
    hidden.removeAttribute("aria-label");
  };
  hidden.onclick = reveal;
  hidden.onkeydown = (event) => event.key === "Enter" && reveal();
  return hidden;
}
