// The dialog *share*: the address, a picture, and the command line that solves the position.

import { addressOf } from "./address.js";
import { byId, element } from "./shared/dom.js";
import { command } from "./shared/turns.js";
import { game, words } from "./language.js";
import { button, copyBox } from "./parts.js";
import { fileName, picture, pngBlob, save, svgBlob } from "./picture.js";

/** Opens it for a position, which a finished game has not. @param {import("./types.js").Position} position */
export function share(position) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("sharing"));
  const address = new URL(addressOf(position), location.href).href;
  const typed = command("solve", position);
  const preview = picture(position);
  preview.setAttribute("class", "picture");
  preview.setAttribute("role", "img");
  preview.setAttribute("aria-label", position.hands.map((hand, seat) => `${game(position.hands.length).seats[seat]}: ${hand}`).join(", "));
  const send = typeof navigator.share === "function" && button(words.send, () => navigator.share({ url: address, title: document.title }).catch(() => {}), { id: "send" });
  dialog.replaceChildren(...[
    element("div", { class: "dialog-head" }, element("h2", { id: "sharing-title" }, words.share), button(words.close, () => dialog.close(), { id: "close", class: "close" })),
    element("h3", {}, words.address),
    copyBox(address, "address"),
    send,
    element("h3", {}, words.picture),
    preview,
    element("p", { class: "row" },
      button(words.savePng, async () => save(await pngBlob(position), `${fileName(position)}.png`), { id: "save-png" }),
      button(words.saveSvg, () => save(svgBlob(position), `${fileName(position)}.svg`), { id: "save-svg" })),
    element("h3", {}, words.commandLine),
    typed && copyBox(typed, "command"),
  ].filter((part) => part instanceof Node));
  dialog.showModal();
}
