# Puts the npm package together in `stage`, below target, for those who source this from the root of the sources: the files of
# src/web/npm, the licences, and the module that is kept.
stage=target/npm/canju
rm -rf "$stage"
mkdir -p "$stage"
cp src/web/npm/*.{js,json,md,ts} src/web/npm/canju.wasm.br LICENSE-MIT LICENSE-APACHE "$stage"
node -e '
    const { readFileSync, writeFileSync } = require("node:fs");
    const [source, place] = process.argv.slice(1);
    writeFileSync(place, require("node:zlib").brotliDecompressSync(readFileSync(source)));
' src/web/npm/canju.wasm.br "$stage/canju.wasm"
