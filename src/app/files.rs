//! The app: what a browser shows of a position, with the exact answers to play against. `canju serve` sends these files as they
//! are; `canju explain` joins some of them into a page. They are part of the program, so nothing is read while it runs.
//!
//! They are plain modules for browsers, without a framework and without a build step. Their types stand in comments, which
//! `scripts/check_js.sh` checks.
//!
//! | files | contents |
//! |---|---|
//! | `index.html`, `app.css`, `icon.svg`, `manifest.webmanifest`, `sw.js` | the frame that a browser loads |
//! | `app.js`, `page.js` | where it begins: in the app of `serve`, in a page of `explain` |
//! | `answers.js` | what the views ask; `api.js` has the server answer, `strategy.js` and `tables.js` the table in a page |
//! | `frame.js`, `state.js`, `address.js`, `store.js` | the tabs, the position, its address, what the browser keeps |
//! | `solve.js`, `play.js`, `play_panel.js`, `puzzles.js`, `deal.js` | the tabs |
//! | `game.js`, `turns.js`, `hints.js`, `rules.js`, `replay.js` | a game and its moves |
//! | `table.js`, `cards.js`, `parts.js`, `dom.js`, `picture.js`, `share.js` | what is drawn |
//! | `language.js`, `words.js`, `words_en.js`, `words_zh.js`, `problems.js` | what is said |
//! | `types.js` | types |

/// A file's name, and what is in it.
pub type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("web/", $name)))),*] };
}

/// Every file.
pub const FILES: &[File] = files![
    "address.js",
    "answers.js",
    "api.js",
    "app.css",
    "app.js",
    "cards.js",
    "deal.js",
    "dom.js",
    "frame.js",
    "game.js",
    "hints.js",
    "icon.svg",
    "index.html",
    "language.js",
    "manifest.webmanifest",
    "page.js",
    "parts.js",
    "picture.js",
    "play.js",
    "play_panel.js",
    "problems.js",
    "puzzles.js",
    "replay.js",
    "rules.js",
    "share.js",
    "solve.js",
    "state.js",
    "store.js",
    "strategy.js",
    "sw.js",
    "table.js",
    "tables.js",
    "turns.js",
    "types.js",
    "words.js",
    "words_en.js",
    "words_zh.js",
];

/// What is in a file, if there is one of this name.
pub fn file(name: &str) -> Option<&'static str> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, content)| *content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// What the program has is what lies in the directory: no file is forgotten.
    #[test]
    fn every_file_is_listed() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let entries = std::fs::read_dir(directory).expect("a directory");
        let found: BTreeSet<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        let listed = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(found, listed);
    }
}
