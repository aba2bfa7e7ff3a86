// The module as users give it: compiled, as bytes, or its address.

import { checkSupport, compiled } from "./module.js";

/** @typedef {WebAssembly.Module | BufferSource | URL | string} Source */

/** @param {Source} source */
export const moduleOf = async (source) => {
  if (typeof source !== "string" && !(source instanceof URL)) return compiled(source);
  checkSupport();
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source}: ${response.status} ${response.statusText}`);
  // A server that does not know the type sends it as something else.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};
