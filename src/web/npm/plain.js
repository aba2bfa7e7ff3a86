// Messages between a mini game and its worker: objects that JSON could say. So bytes are numbers on their way.

/** @param {any} message */
export const sent = (message) => changed(message, (value) => (value instanceof Uint8Array ? { bytes: Array.from(value) } : value));

/** The pages of WeChat say that a listener gets the message, and that it gets an object with it. @param {any} message */
export const received = (message) => changed(message.message ?? message, (value) => (Array.isArray(value?.bytes) ? Uint8Array.from(value.bytes) : value));

/** @param {any} message @param {(value: any) => any} change */
const changed = (message, change) => {
  const made = { ...message };
  if ("answer" in made) made.answer = change(made.answer);
  if ("given" in made) made.given = made.given.map(change);
  return made;
};
