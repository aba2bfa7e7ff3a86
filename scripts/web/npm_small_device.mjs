// The module as a device with little memory has it, for tests in Node and in pages.

/** A number as WebAssembly writes it, seven bits a byte. */
const encoded = (number) => (number < 128 ? [number] : [(number & 127) | 128, ...encoded(number >>> 7)]);

/** Such a number, and where the next thing begins. */
const read = (bytes, at) => {
  let [value, shift] = [0, 0];
  for (; ; at++, shift += 7) {
    value |= (bytes[at] & 127) << shift;
    if (bytes[at] < 128) return [value, at + 1];
  }
};

/** The module, whose memory may not grow beyond this, in bytes. */
export const withMost = (wasm, most) => {
  for (let at = 8; at < wasm.length; ) {
    const [size, start] = read(wasm, at + 1);
    if (wasm[at] === 5) {
      if (wasm[start] !== 1 || wasm[start + 1] !== 0) throw new Error("not one memory without a maximum");
      const memory = [1, 1, ...encoded(read(wasm, start + 2)[0]), ...encoded(most >> 16)];
      const section = [5, ...encoded(memory.length), ...memory];
      return new Uint8Array([...wasm.subarray(0, at), ...section, ...wasm.subarray(start + size)]);
    }
    at = start + size;
  }
  throw new Error("no memory");
};
