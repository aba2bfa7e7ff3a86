// `<canju-puzzle>`: a puzzle in any page. It is drawn as in the app, in a tree of its own, with a style sheet that a script makes, so that
// a strict content security policy has nothing against it. The solver is loaded when the reader begins.

import { pack, packs } from "../answers/packs.js";
import { sentence } from "../answers/problems.js";
import { element, redraw } from "../drawing/dom.js";
import { button } from "../drawing/parts.js";
import { summary } from "../drawing/rules.js";
import { drawTable } from "../drawing/table.js";
import { RANKS, gameOf, isForFirst } from "../game/game.js";
import { question } from "../match/panel.js";
import { addressOf, readPuzzle } from "../state/address.js";
import { daily } from "../state/daily.js";
import { reader, speaking, words } from "../words/language.js";

/** @typedef {import("../game/types.js").Card} Card */
/** @typedef {import("../game/types.js").Position} Position */
/** @typedef {import("../match/match.js").Asked} Asked */
/** @typedef {import("../match/match.js").Match} Match */
/** @typedef {import("../match/match.js").Text} Text */
/** @typedef {{ position: Position, origin: Asked & { difficulty: number | null, daily: boolean }, moves: string[], as: number | null }} Shown */

/** Loaded when the reader begins. @type {typeof import("./playing.js") | null} */
let playing = null;

/** The style of all puzzles of a page, once it is there. @type {Promise<CSSStyleSheet> | null} */
let style = null;

/** The style sheet of the app's table. Here its width is that of the element, not that of the screen. */
async function loadStyle() {
  const answer = await fetch(new URL("../table.css", import.meta.url)), text = await answer.text();
  const sheet = new CSSStyleSheet();
  return sheet.replace(text.replaceAll("@media (max-width:", "@container (max-width:"));
}

const dark = matchMedia("(prefers-color-scheme: dark)");

export class CanjuPuzzle extends HTMLElement {
  static observedAttributes = ["puzzle", "daily", "src", "lang", "theme"];

  /** @type {Shown | null} */
  #shown = null;
  /** The game, once the reader has begun. @type {Match | null} */
  #match = null;
  /** Cards that were chosen before. @type {Card[]} */
  #chosen = [];
  /** What is being loaded for the reader who has begun. @type {Promise<void> | null} */
  #beginning = null;
  /** @type {Text | null} */
  #trouble = null;
  /** Changes with what is shown, so that what was loaded for another puzzle is noticed. */
  #turn = 0;

  #box = element("section", { class: "canju" });
  #caption = element("div", { class: "caption" });
  #felt = element("section", { class: "felt", tabindex: -1, onkeydown: (/** @type {KeyboardEvent} */ event) => this.#typed(event) });
  #status = element("div", { class: "status" });
  #actions = element("div", { class: "actions" });
  #hints = element("div", {});
  #foot = element("p", { class: "foot soft" });
  #spoken = element("p", { class: "unseen", role: "status", "aria-live": "polite" });
  #recolour = () => this.#draw();

  constructor() {
    super();
    this.attachShadow({ mode: "open" }).append(this.#box);
    this.#box.append(this.#caption, this.#felt, this.#status, this.#actions, this.#hints, this.#foot, this.#spoken);
    // Nothing is seen before its style is there.
    this.#box.hidden = true;
  }

  connectedCallback() {
    dark.addEventListener("change", this.#recolour);
    style ??= loadStyle();
    style.then((sheet) => {
      if (this.shadowRoot) this.shadowRoot.adoptedStyleSheets = [sheet];
      this.#box.hidden = false;
    }, () => {
      style = null;
      this.#box.hidden = false;
    });
    this.#take();
  }

  disconnectedCallback() {
    dark.removeEventListener("change", this.#recolour);
    this.#leave();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.isConnected) return;
    if (name === "lang" || name === "theme") this.#draw();
    else this.#take();
  }

  /** The language of the element, else that of what it is in, else the reader's. */
  get #language() {
    const said = /** @type {HTMLElement | null} */ (this.closest("[lang]"))?.lang;
    return !said ? reader.language : /^zh\b/i.test(said) ? "zh" : "en";
  }

  /** The folder of a site of canju, as an address; null if none is named. */
  get #site() {
    const said = this.getAttribute("src");
    return said === null ? null : new URL(said.endsWith("/") ? said : `${said}/`, document.baseURI).href;
  }

  /** The game, once it can be played: until then the table stays as it is, and cards can be chosen. */
  get #playable() {
    const match = this.#match, isLoading = match !== null && match.found === null && match.asking !== null;
    return isLoading && match.game.steps.length === this.#shown?.moves.length && match.isMyTurn() ? null : match;
  }

  /** Ends what was being done with a puzzle. */
  #leave() {
    this.#turn += 1;
    this.#match?.asking?.abort();
    this.#match?.stopJudging();
    this.#match = this.#beginning = this.#trouble = null;
    this.#chosen = [];
  }

  async #take() {
    this.#leave();
    const turn = this.#turn;
    this.#shown = null;
    try {
      const found = this.hasAttribute("daily") ? await this.#daily() : this.#given();
      if (turn !== this.#turn) return;
      this.#shown = found;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#trouble = () => sentence(error);
    }
    this.#draw();
  }

  /** The puzzle that the attribute names. @returns {Shown | null} */
  #given() {
    const text = this.getAttribute("puzzle"), found = text === null ? null : readPuzzle(text);
    if (found === null) {
      this.#trouble = () => words.noPuzzle;
      return null;
    }
    const { position, moves, as, expect } = found;
    return { position, moves, as, origin: { expect, value: null, themes: [], difficulty: null, daily: false } };
  }

  /** The puzzle of the day of the site. @returns {Promise<Shown | null>} */
  async #daily() {
    const site = this.#site;
    if (site === null) {
      this.#trouble = () => words.noSite;
      return null;
    }
    const found = daily(await packs(site), new Date());
    if (found === null) {
      this.#trouble = () => words.noPuzzle;
      return null;
    }
    const { position, expect, value, difficulty, themes } = (await pack(found.pack, site))[found.index];
    return { position, moves: [], as: null, origin: { expect, value, themes, difficulty, daily: true } };
  }

  /**
   * Begins the game, with the cards that were chosen until then.
   * @param {Shown} shown
   */
  #begin(shown) {
    const turn = this.#turn;
    if (this.#match === null) this.#beginning ??= (async () => {
      this.#trouble = null;
      try {
        playing ??= await import("./playing.js");
      } catch {
        if (turn === this.#turn) this.#trouble = () => words.offline;
      }
      if (turn !== this.#turn) return;
      this.#beginning = null;
      if (playing) {
        const { position, origin, moves, as } = shown;
        this.#match = playing.newMatch({
          changed: () => this.#draw(),
          say: (text) => { this.#spoken.textContent = speaking(this.#language, text); },
          moved: () => {},
          solved: (helped) => this.#tell("canju-solved", { helped }),
          missed: () => this.#tell("canju-missed", {}),
        }, position);
        this.#match.reset(position, origin, { moves, as });
        this.#match.chosen = this.#chosen;
        this.#match.enter();
      }
      this.#draw();
    })();
    this.#draw();
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const match = this.#playable;
    if (match && playing) return playing.typed(match, event);
    // Before the game a rank begins it.
    const rank = { 0: "T", 1: "T" }[event.key] ?? event.key.toUpperCase();
    if (rank.length !== 1 || !RANKS.includes(rank) || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {HTMLElement | null} */ (this.#felt.querySelector(`button.cell[data-rank="${rank}"][aria-pressed="false"]`))?.click();
    event.preventDefault();
  }

  #draw() {
    speaking(this.#language, () => {
      const root = /** @type {ShadowRoot} */ (this.shadowRoot), focused = root.activeElement;
      this.#box.dataset.theme = this.getAttribute("theme") ?? (dark.matches ? "dark" : "light");
      this.#box.lang = this.#language === "zh" ? "zh-CN" : "en";
      this.#box.setAttribute("aria-label", words.aPuzzle);
      const shown = this.#shown;
      this.#felt.hidden = shown === null;
      if (shown === null) {
        for (const place of [this.#caption, this.#actions, this.#hints, this.#foot]) place.replaceChildren();
        return redraw(this.#status, element("p", { class: this.#trouble ? "prompt lost" : "prompt" }, this.#trouble ? this.#trouble() : words.loading));
      }
      const { position, origin } = shown, match = this.#playable;
      redraw(this.#caption,
        element("span", { class: "source" }, origin.daily ? words.daily : words.aPuzzle),
        origin.difficulty !== null && element("span", {}, words.difficulty(origin.difficulty)),
        position.scoring !== undefined && element("span", {}, words.scorings[position.scoring]),
        element("span", { class: "ruleset" }, summary(position.rules)));
      if (match && playing) {
        drawTable(this.#felt, match.view());
        redraw(this.#status, ...playing.status(match));
        redraw(this.#actions, ...playing.actions(match, []));
        redraw(this.#hints, playing.hints(match));
      } else this.#drawStill(shown);
      redraw(this.#foot, this.#link(shown));
      this.#keepFocus(focused);
    });
  }

  /** The puzzle before the reader has begun: a card that is tapped begins. @param {Shown} shown */
  #drawStill(shown) {
    const { position, origin, moves, as } = shown, game = gameOf(position, moves), now = game.position();
    const first = as === null ? isForFirst(position, origin.expect) : as === 1;
    const isMine = !game.over && (now.turn === 0) === first;
    const chosen = this.#match?.chosen ?? this.#chosen;
    const tap = (/** @type {number} */ _seat, /** @type {Card} */ card) => {
      this.#chosen = chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card];
      if (this.#match) this.#match.chosen = this.#chosen;
      this.#begin(shown);
    };
    drawTable(this.#felt, {
      position: now, faces: game.hands(), room: game.room, near: first ? 0 : 1, playable: isMine ? now.turn : null, raised: chosen,
      steps: game.steps, tap: isMine ? tap : null, hint: words.chooseHint,
    });
    const busy = this.#beginning !== null || this.#match !== null;
    redraw(this.#status,
      element("p", { class: this.#trouble ? "prompt lost" : "prompt", id: "prompt" }, this.#trouble ? this.#trouble() : busy ? words.judging : question(position, origin.value ?? 0)));
    redraw(this.#actions, element("div", { class: "combinations" }),
      element("div", { class: "row" }, button(this.#trouble ? words.again : words.playIt, () => this.#begin(shown), { id: "begin", class: "primary", disabled: busy })));
    redraw(this.#hints);
  }

  /** To the whole app, where a site of it is named. @param {Shown} shown */
  #link({ position, moves, as }) {
    const site = this.#site;
    return site === null ? null : element("a", { href: site + addressOf(position, this.#match?.game.moves ?? moves, this.#match?.side() ?? as), target: "_blank", rel: "noopener", "data-key": "link" }, words.wholeApp);
  }

  /**
   * Keeps the keyboard's place when the focused element is gone: at the cards.
   * @param {Element | null} before
   */
  #keepFocus(before) {
    const { activeElement } = /** @type {ShadowRoot} */ (this.shadowRoot);
    const isLost = before !== null && activeElement === null;
    if (!isLost && activeElement !== this.#felt) return;
    const card = /** @type {HTMLElement | null} */ (this.#felt.querySelector('button.cell[tabindex="0"]'));
    (card ?? this.#felt).focus({ preventScroll: true });
  }
}

if (!customElements.get("canju-puzzle")) customElements.define("canju-puzzle", CanjuPuzzle);
