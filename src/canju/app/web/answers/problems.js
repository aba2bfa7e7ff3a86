// Messages about errors, for the reader.

import { words } from "../words/language.js";
import { Problem } from "./answers.js";

/**
 * @param {unknown} error
 * @returns {string}
 */
export function sentence(error) {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "offline") return words.offline;
  if (error.code === "unsupported") return words.unsupported;
  if (error.code === "no_worker") return words.noWorker;
  return error.message || words.broken;
}
