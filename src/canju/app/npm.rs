//! The npm package as the app of canju needs it: a page that asks the solver loads these files.

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$((concat!("npm/", $name), include_str!(concat!("solver/", $name))),)*] };
}

/// The files that a browser loads: their names in the app, and their text.
pub const FILES: &[(&str, &str)] = files![
    "answering.js",
    "background.js",
    "canju.js",
    "fetched.js",
    "index.js",
    "module.js",
    "source.js",
    "worker.js"
];

/// The solver as WebAssembly, as it is kept: compressed by brotli.
pub const COMPRESSED_MODULE: &[u8] = include_bytes!("solver/canju.wasm.br");
