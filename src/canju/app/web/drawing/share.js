// The dialog *share*: the address, a picture, the certificate, and the command lines that solve the position and prove the answer; or a
// result as text.

import { isOver, same } from "../game/game.js";
import { adviseCommand } from "../game/hidden.js";
import { command } from "../game/turns.js";
import { addressOf } from "../state/address.js";
import { hiddenAddress } from "../state/hidden_address.js";
import { game, words } from "../words/language.js";
import { wholeWords } from "../words/words_whole.js";
import { byId, element } from "./dom.js";
import { button, copyBox } from "./parts.js";
import { fileName, picture, pngBlob, save, svgBlob } from "./picture.js";

/** @typedef {import("../game/types.js").Position} Position */
/** @typedef {import("../game/types.js").Hidden} Hidden */

/**
 * What is shared: a position, and the one that is on the table now, after these moves; and the side that the person plays there.
 * @typedef {{ position: Position, now: Position, moves: string[], as: number | null }} Shared
 */

/**
 * Opens it for a position. Its address leads to the very move, to be played from there, another one to the answer there.
 * @param {Shared} shared
 * @param {() => Promise<Uint8Array | string>} prove The certificate of the position, or in words why there is none.
 */
export function share({ position, now, moves, as }, prove) {
  const preview = picture(position);
  preview.setAttribute("class", "picture");
  preview.setAttribute("role", "img");
  preview.setAttribute("aria-label", position.hands.map((hand, seat) => `${game(position.hands.length).seats[seat]}: ${hand}`).join(", "));
  openDialog([
    ...addressParts(addressOf(position, moves, moves.length ? as : null)),
    ...(isOver(now) ? [] : addressParts(addressOf(position, moves, null, "answer"), words.answerAddress, "answer-address")),
    element("h3", {}, words.picture),
    preview,
    element("p", { class: "row" },
      button(words.savePng, async () => save(await pngBlob(position), `${fileName(position)}.png`), { id: "save-png" }),
      button(words.saveSvg, () => save(svgBlob(position), `${fileName(position)}.svg`), { id: "save-svg" })),
    ...commandParts(position, now),
    ...proofParts(position, prove),
  ]);
}

/**
 * Opens it for what a player knows: its address, and the command that asks the same.
 * @param {Hidden} hidden
 * @param {number} worlds
 */
export function shareHidden(hidden, worlds) {
  openDialog([...addressParts(hiddenAddress(hidden)), element("h3", {}, words.adviseCommand), copyBox(adviseCommand(hidden, worlds), "command")]);
}

/**
 * Opens it for a whole game: the deal, for others to play, and the game so far, if anything has been played.
 * @param {string} deal
 * @param {string | null} game
 */
export function shareGame(deal, game) {
  openDialog([...addressParts(deal, wholeWords().dealAddress), ...(game === null ? [] : addressParts(game, wholeWords().gameAddress, "game-address"))]);
}

/**
 * Opens the dialog with a result.
 * @param {{ title: string, more?: string, textOf: (address: string) => string }} result
 */
export function shareResult({ title, more = "", textOf }) {
  // Nobody else can use the address of a file on this machine.
  const text = textOf(location.protocol === "file:" ? "" : new URL("./", location.href).href);
  const field = /** @type {HTMLTextAreaElement} */ (element("textarea", { id: "result-text", readonly: true, rows: text.split("\n").length, "aria-label": words.results.text }, text));
  const said = element("p", { class: "soft", role: "status", id: "result-said" });
  const copy = button(words.results.copy, async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = words.results.copied;
    } catch {
      // Not every browser lets a page write to the clipboard.
      field.focus();
      field.select();
      said.textContent = words.results.byHand;
    }
  }, { id: "result-copy", class: "primary" });
  const send = typeof navigator.share === "function" && button(words.send, () => navigator.share({ text }).catch(() => {}), { id: "result-send" });
  // What had the focus may be gone when the dialog is closed.
  byId("sharing").onclose = () => { if (document.activeElement === document.body) byId("panel").focus({ preventScroll: true }); };
  openDialog([more ? element("p", { id: "result-more" }, more) : null, element("div", { class: "field" }, field), element("p", { class: "row" }, copy, send), said], title);
}

/**
 * @param {import("./dom.js").Child[]} parts
 * @param {string} [title]
 */
function openDialog(parts, title = words.share) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("sharing"));
  const head = element("div", { class: "dialog-head" }, element("h2", { id: "sharing-title" }, title), button(words.close, () => dialog.close(), { id: "close", class: "close" }));
  dialog.replaceChildren(head, ...parts.filter((part) => part instanceof Node));
  if (!dialog.open) dialog.showModal();
}

/**
 * @param {string} hash
 * @param {string} [title]
 * @param {string} [id]
 */
function addressParts(hash, title = words.address, id = "address") {
  // Nobody else can use the address of a file on this machine.
  if (location.protocol === "file:") return [];
  const address = new URL(hash, location.href).href;
  const send = typeof navigator.share === "function" && button(words.send, () => navigator.share({ url: address, title: document.title }).catch(() => {}), { id: `send-${id}` });
  return [element("h3", {}, title), copyBox(address, id), send];
}

/**
 * @param {Position} position
 * @param {Position} now
 */
function commandParts(position, now) {
  const typed = command("solve", position), typedNow = same(position, now) ? null : command("solve", now);
  return [
    element("h3", {}, words.commandLine),
    typed && copyBox(typed, "command"),
    ...(typedNow ? [element("h3", {}, words.commandNow), copyBox(typedNow, "command-now")] : []),
  ];
}

/**
 * @param {Position} position
 * @param {() => Promise<Uint8Array | string>} prove
 */
function proofParts(position, prove) {
  const typed = command("solve", position), trouble = element("p", { class: "trouble", role: "alert" });
  const saving = /** @type {HTMLButtonElement} */ (button(words.saveProof, async () => {
    saving.disabled = true;
    trouble.textContent = "";
    const proof = await prove();
    if (typeof proof === "string") trouble.textContent = proof;
    else save(new Blob([/** @type {BlobPart} */ (proof)]), `${fileName(position)}.proof`);
    saving.disabled = false;
  }, { id: "save-proof" }));
  return [
    element("h3", {}, words.proof), typed && copyBox(`${typed} --proof canju.proof`, "proof"),
    element("p", { class: "row" }, saving), trouble,
  ];
}
