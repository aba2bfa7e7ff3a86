// Who wins, and by which move: a label that answers a position. In a WeChat mini game the worker of the game searches, so that frames
// go on; in the preview, which is a page, the thread itself does, within a limit.

import { _decorator, Component, Label } from "cc";
import { WECHAT } from "cc/env";
import { CanjuError, load, start } from "canju/wx";
import type { Result, Signal } from "canju/wx";

const { ccclass, property } = _decorator;

/** What breaks a search off, where there is no AbortController. */
class Stop implements Signal {
  aborted = false;
  reason: unknown;
  private listeners = new Set<() => void>();

  addEventListener(_: "abort", listener: () => void) {
    this.listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void) {
    this.listeners.delete(listener);
  }

  now(reason: unknown) {
    this.aborted = true;
    this.reason = reason;
    for (const listener of [...this.listeners]) listener();
  }
}

/** One for the whole game: there is one worker. */
const solver = WECHAT
  ? start({ wx: "canju.wasm.br", worker: "workers/canju.js", memory: 32 << 20 })
  : load({ module: "canju.wasm", memory: 32 << 20 });

@ccclass("CanjuTable")
export class CanjuTable extends Component {
  @property(Label)
  answer: Label | null = null;

  /** Two hands, or the landlord's and the farmers': `346999Q2 | 34JAAD`. */
  @property
  position = "346999Q2 | 34JAAD";

  private stop = new Stop();

  start() {
    void this.solve();
  }

  /** For a button, too. */
  async solve() {
    this.stop.now("another question");
    const stop = (this.stop = new Stop());
    this.say("…");
    try {
      const canju = await solver;
      // In a thread of its own the search may be broken off; in this one the limit ends it.
      const options = WECHAT ? { time_limit_ms: 20_000, signal: stop } : { time_limit_ms: 1_000 };
      const { verdict, best }: Result = await canju.solve(this.position, options);
      this.say(verdict === "win" ? `win: ${best}` : verdict);
    } catch (error) {
      if (error === stop.reason) return;
      this.say(error instanceof CanjuError ? error.message : String(error));
    }
  }

  onDestroy() {
    this.stop.now("gone");
  }

  private say(text: string) {
    if (this.answer) this.answer.string = text;
  }
}
