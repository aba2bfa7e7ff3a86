/**
 * `canju/puzzle`: importing it defines the element `<canju-puzzle>`. Attributes:
 *
 * - `puzzle`: a line of a pack, `346999Q2 | 34JAAD | last=J`, or what the address of the app has behind #.
 * - `daily`: the puzzle of the day of the site that `src` names.
 * - `src`: the folder of a site of canju. The link below the puzzle leads there.
 * - `lang`: `en` or `zh`; by default the language of what the element is in.
 * - `theme`: `light` or `dark`; by default that of the system.
 *
 * Events: `canju-solved`, with `detail.helped`, and `canju-missed` when a win or points were given away.
 */
export class CanjuPuzzle extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    "canju-puzzle": CanjuPuzzle;
  }
  interface HTMLElementEventMap {
    "canju-solved": CustomEvent<{ helped: boolean }>;
    "canju-missed": CustomEvent<object>;
  }
}
