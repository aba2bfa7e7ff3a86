// The page in a frame of another one: one puzzle, that of the day or that of the address, and nothing else.

import { element } from "../drawing/dom.js";
import { readEmbedding } from "../state/address.js";
import { reader } from "../words/language.js";
import "./puzzle.js";

function show() {
  const found = readEmbedding(location.hash);
  // The address leads into the app now.
  if (found === null) return location.reload();
  const { puzzle, lang, theme } = found, site = new URL("./", location.href).href;
  document.body.className = "embedded";
  document.body.replaceChildren(element("main", {}, element("canju-puzzle", { src: site, puzzle, daily: puzzle === null, lang: lang ?? reader.language, theme })));
}

show();
addEventListener("hashchange", show);
