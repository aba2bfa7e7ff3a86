//! The page around an answer: the app's markup and style, its modules as one script, the solver, and the record, in one file.
//!
//! The markup is that of the app but for the head, where the app names its files. Text goes into the page as JSON only, in which
//! no `<` is left: nothing that a puzzle holds can end the element it stands in.
//!
//! The module of the solver is in the page as text, in base 64, compressed in a way that all browsers can unpack by themselves. They
//! can't brotli, in which it is kept.

use super::script::script;
use crate::app;
use crate::batch::Record;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::read::GzEncoder;
use std::io::Read;

/// The part of the app's head that names its files begins with this comment, and ends with the head.
const FILES: &str = "<!-- What lies beside it.";

/// What a page may load: nothing. A picture of the puzzle is made in it and never leaves it, and so is the worker in which it solves.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; \
    worker-src blob:; img-src blob: data:; base-uri 'none'; form-action 'none'";

/// The page of a solved puzzle.
pub fn page(record: &Record) -> String {
    let (head, body, end) = parts(file("index.html"));
    let html = [
        head,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"",
        POLICY,
        "\">\n<style>\n",
        file("table.css"),
        file("app.css"),
        "</style>\n</head>",
        body,
        "<script type=\"application/json\" id=\"answer\">",
        &json(record),
        "</script>\n<script type=\"text/plain\" id=\"module\">",
        &module(),
        "</script>\n<script type=\"text/plain\" id=\"worker\">\n\"use strict\";\n",
        &script("npm/worker.js"),
        "</script>\n<script>\n\"use strict\";\n(() => {\n",
        &script("page.js"),
        "})();\n</script>\n",
        end,
    ];
    html.concat()
}

/// The app's markup: the head up to the names of its files, then the body, then the end.
fn parts(markup: &str) -> (&str, &str, &str) {
    let parts = || {
        let (head, rest) = markup.split_once(FILES)?;
        let (_, body) = rest.split_once("</head>")?;
        let at = body.find("</body>")?;
        Some((head, &body[..at], &body[at..]))
    };
    parts().expect("the app's markup has these parts")
}

fn file(name: &str) -> &'static str {
    app::file(name).expect("a file of the app")
}

/// The module as text.
fn module() -> String {
    let mut compressed = Vec::new();
    GzEncoder::new(app::module(), Compression::best()).read_to_end(&mut compressed).expect("memory can be read");
    BASE64.encode(compressed)
}

/// The record as JSON that may stand in a `script` element.
fn json(record: &Record) -> String {
    serde_json::to_string(record).expect("numbers and text are JSON").replace('<', "\\u003c")
}
