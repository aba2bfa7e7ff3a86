// Fetches the module, in browsers.

import { compiled } from "./module.js";

/** The module that lies beside this file, compiled. */
export const fetched = () => compiled(new URL("./canju.wasm", import.meta.url));
