//! The page around a strategy: markup, style, script and data in one file.
//!
//! The four parts are put in by their marks. Text goes into the page as JSON only, in which no `<` is left: nothing
//! that a puzzle holds can end the element it stands in.

use super::Page;
use super::encode::{self, Content, Data};
use crate::puzzle::Puzzle;

const MARKUP: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
/// The parts of one script: each may use what the parts before it name.
const SCRIPT: &str = concat!(
    include_str!("script/tables.js"),
    include_str!("script/words.js"),
    include_str!("script/game.js"),
    include_str!("script/draw.js"),
    include_str!("script/controls.js"),
);

/// The page of a puzzle.
pub fn page(puzzle: &Puzzle, content: &Content) -> Page {
    let data = encode::data(puzzle, content);
    // The data last: no mark is looked for in it.
    let html = put(MARKUP, "/* STYLE */", STYLE);
    let html = put(&html, "/* SCRIPT */", SCRIPT);
    let html = put(&html, "/* DATA */", &json(&data));
    Page { html, positions: data.positions, complete: data.complete }
}

/// A text with its only mark replaced.
fn put(text: &str, mark: &str, part: &str) -> String {
    text.replacen(mark, part, 1)
}

/// The data as JSON that may stand in a `script` element.
fn json(data: &Data) -> String {
    serde_json::to_string(data).expect("numbers and text are JSON").replace('<', "\\u003c")
}
