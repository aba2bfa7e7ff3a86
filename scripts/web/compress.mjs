// Compresses the module for the repository, and holds it to its budget: `compress.mjs MODULE COMPRESSED`.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** The most bytes, since each version of it stays in the history and goes to phones. */
const MOST = 300_000;

const [source, place] = process.argv.slice(2);
const bytes = readFileSync(source);
const compressed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
console.log(`${bytes.length} bytes, compressed ${compressed.length} (at most ${MOST})`);
if (compressed.length > MOST) process.exit(1);
writeFileSync(place, compressed);
