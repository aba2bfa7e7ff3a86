// Fetches the module, in browsers.

import { moduleOf } from "./source.js";

/** The module that lies beside this file, compiled. */
export const fetched = () => moduleOf(new URL("./canju.wasm", import.meta.url));
