// Compresses the module for the repository, and holds it to its budget: `compress.mjs MODULE COMPRESSED`.
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** The most bytes, since each version of it stays in the history and goes to phones. */
const MOST = 340_000;

const [source, place] = process.argv.slice(2);
const bytes = readFileSync(source);
// The size varies by some thousand bytes with where blocks happen to end, so several ways are tried.
const ways = [0, 16, 17, 18].flatMap((block) => [0, 4, 8, 12, 14].map((direct) => ({ block, direct })));
const tried = ways.map(({ block, direct }) => {
  const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_LGBLOCK, BROTLI_PARAM_NDIRECT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_LGBLOCK]: block, [BROTLI_PARAM_NDIRECT]: direct };
  return brotliCompressSync(bytes, { params });
});
const compressed = tried.reduce((least, one) => (one.length < least.length ? one : least));
console.log(`${bytes.length} bytes, compressed ${compressed.length} (at most ${MOST})`);
if (compressed.length > MOST) process.exit(1);
writeFileSync(place, compressed);
