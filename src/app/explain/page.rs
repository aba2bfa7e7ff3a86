//! The page around a strategy: the app's markup and style, its modules as one script, and the data, in one file.
//!
//! The markup is that of the app but for the head, where the app names its files. Text goes into the page as JSON only, in which
//! no `<` is left: nothing that a puzzle holds can end the element it stands in.

use super::Page;
use super::encode::{self, Content, Data};
use super::script::script;
use crate::files;
use canju_packs::puzzle::Puzzle;

/// The part of the app's head that names its files begins with this comment, and ends with the head.
const FILES: &str = "<!-- What lies beside it.";

/// What a page may load: nothing. A picture of the puzzle is made in it and never leaves it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob: data:; \
    base-uri 'none'; form-action 'none'";

/// The page of a puzzle.
pub fn page(puzzle: &Puzzle, content: &Content) -> Page {
    let data = encode::data(puzzle, content);
    let (head, body, end) = parts(file("index.html"));
    let html = [
        head,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"",
        POLICY,
        "\">\n<style>\n",
        file("app.css"),
        "</style>\n</head>",
        body,
        "<script type=\"application/json\" id=\"data\">",
        &json(&data),
        "</script>\n<script>\n\"use strict\";\n(() => {\n",
        &script("page.js"),
        "})();\n</script>\n",
        end,
    ];
    Page { html: html.concat(), positions: data.positions, complete: data.complete, unjudged: 0, limit: None }
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
    files::file(name).expect("a file of the app")
}

/// The data as JSON that may stand in a `script` element.
fn json(data: &Data) -> String {
    serde_json::to_string(data).expect("numbers and text are JSON").replace('<', "\\u003c")
}
