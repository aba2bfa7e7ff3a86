// Fetches the module, in browsers.

import { checkSupport } from "./module.js";

/** The module that lies beside this file, compiled. */
export const fetched = async () => {
  checkSupport();
  const response = await fetch(new URL("./canju.wasm", import.meta.url));
  if (!response.ok) throw new Error(`canju.wasm: ${response.status} ${response.statusText}`);
  // A server that does not know the type sends it as something else.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};
