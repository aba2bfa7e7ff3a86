// Elements, made without a framework: what is drawn here is small, and is drawn anew when it changes. No text ever becomes
// markup, so nothing that a puzzle holds can end the element it stands in.

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | null | false | undefined} Child */

/**
 * The element with this id. The page has it, or the page is wrong.
 * @param {string} id
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * @param {Element} made
 * @param {Record<string, Attribute>} attributes
 * @param {Child[]} children
 */
function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("aria-") && typeof value === "boolean") made.setAttribute(name, String(value));
    else if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== false && child !== undefined)));
}

/**
 * An element with attributes and children. A function is a listener (`onclick`), `true` an attribute without a value, and
 * `false` or null none, but for `aria-`, where both are said; a child that is null or false is left out.
 * @param {string} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  filled(made, attributes, children);
  return made;
}

/**
 * As `element`, for a part of a drawing.
 * @param {string} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  filled(made, attributes, children);
  return made;
}

/**
 * Puts new children into a place. The focus stays on what has the same `data-key` as before.
 * @param {HTMLElement} place
 * @param {Child[]} children
 */
export function redraw(place, ...children) {
  // Within a shadow tree, its own.
  const root = /** @type {Document | ShadowRoot} */ (place.getRootNode()), focused = root.activeElement;
  const key = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined;
  place.replaceChildren(.../** @type {(Node | string)[]} */ (children.filter((child) => child)));
  if (key === undefined) return;
  const again = Array.from(place.querySelectorAll("[data-key]")).find((found) => found instanceof HTMLElement && found.dataset.key === key);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
