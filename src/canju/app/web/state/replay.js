// Steps through a game, move by move or automatically. Where it stands is a number of moves; the game is not changed.

import { changed } from "./state.js";

// How long a move stays before the next one comes, in milliseconds.
const PACE = 900;

export class Replay {
  /** @param {() => number} end How many moves the game has now. @param {() => void} drawn Draws it anew. */
  constructor(end, drawn = changed) {
    this.end = end;
    this.drawn = drawn;
    /** The place that is shown; null is the end, also when moves are added. @type {number | null} */
    this.place = null;
    this.timer = 0;
  }

  get at() {
    return Math.min(this.place ?? this.end(), this.end());
  }

  get playing() {
    return this.timer !== 0;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Shows the end again. */
  reset() {
    this.stop();
    this.place = null;
  }

  /** @param {number} place */
  view(place) {
    this.stop();
    this.show(place);
  }

  /** @param {number} place */
  show(place) {
    this.place = place >= this.end() ? null : Math.max(place, 0);
    this.drawn();
  }

  /** Plays it from the start, or stops where it is. */
  toggle() {
    if (this.playing) {
      this.stop();
      return this.drawn();
    }
    const step = () => {
      const on = this.at < this.end();
      this.timer = on ? window.setTimeout(step, PACE) : 0;
      this.show(on ? this.at + 1 : this.at);
    };
    this.timer = window.setTimeout(step, PACE);
    this.show(0);
  }
}
