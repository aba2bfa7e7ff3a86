//! The page around a strategy: markup, style, script and data in one file.
//!
//! The parts are put in by their marks. The style and the script begin with what the app of `canju serve` has, too. Text goes
//! into the page as JSON only, in which no `<` is left: nothing that a puzzle holds can end the element it stands in.

use super::Page;
use super::encode::{self, Content, Data};
use crate::puzzle::Puzzle;

const MARKUP: &str = include_str!("page.html");
const STYLE: &str = concat!(include_str!("../serve/app/shared/common.css"), include_str!("page.css"));
/// What this page has in common with the app of `canju serve`: there each is a module, here all are one script.
const SHARED: &str = concat!(
    include_str!("../serve/app/shared/dom.js"),
    include_str!("../serve/app/shared/turns.js"),
    include_str!("../serve/app/shared/hints.js"),
    include_str!("../serve/app/shared/words.js"),
    include_str!("../serve/app/shared/cards.js"),
);
/// The parts of the page's own script: each may use what the parts before it name.
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
    let html = put(&html, "/* SCRIPT */", &(joined(SHARED) + SCRIPT));
    let html = put(&html, "/* DATA */", &json(&data));
    Page { html, positions: data.positions, complete: data.complete }
}

/// A text with its only mark replaced.
fn put(text: &str, mark: &str, part: &str) -> String {
    text.replacen(mark, part, 1)
}

/// Modules as parts of one script: what they export stands there, and they import from each other only.
fn joined(modules: &str) -> String {
    let own = modules.lines().filter(|line| !line.starts_with("import "));
    own.flat_map(|line| [line.strip_prefix("export ").unwrap_or(line), "\n"]).collect()
}

/// The data as JSON that may stand in a `script` element.
fn json(data: &Data) -> String {
    serde_json::to_string(data).expect("numbers and text are JSON").replace('<', "\\u003c")
}
