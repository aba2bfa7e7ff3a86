/** `canju/wx`: the same solver for mini games of WeChat. */
import type { Background, Canju, LoadOptions } from "./index.js";

export type * from "./index.js";
export { CanjuError } from "./index.js";

export interface PackageOptions extends Pick<LoadOptions, "memory"> {
  /** Where the module is in the package of the game, for `WXWebAssembly`: `.wasm` or `.wasm.br`; by default `canju.wasm.br`. */
  wx?: string;
}

/** The solver in this thread. With a `module` it is as in a browser, for the preview of an engine. */
export function load(options?: PackageOptions & LoadOptions): Promise<Canju>;

/** The solver in the worker of the game. `worker` is the path of a copy of `canju/worker_wx.js`, which is one script. */
export function start(options: PackageOptions & { worker: string }): Promise<Background>;
