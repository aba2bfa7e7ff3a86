//! The files of the app, which shows positions in a browser, with the exact answers to play against. `canju serve` sends
//! these files as they are; `canju explain` joins some of them into a page. They are part of the program, so nothing is
//! read while it runs.
//!
//! They are plain modules for browsers, without a framework and without a build step. Their types stand in comments, which
//! `scripts/check/check_js.sh` checks.
//!
//! | files | contents |
//! |---|---|
//! | `index.html`, `app.css`, `icon.svg`, `manifest.webmanifest`, `sw.js` | the frame that a browser loads |
//! | `app.js`, `page.js` | where it begins: in the app of `serve`, in a page of `explain` |
//! | `game/` | a position, a game and its moves, hints; the types that all share (`types.js`) |
//! | `state/` | what is shown: the position, its address, the place in a game; what the browser keeps (`store.js`) |
//! | `words/` | what is said: `language.js`, and the words in each language |
//! | `answers/` | what the tabs ask (`answers.js`); `api.js` has the server answer, `strategy.js` the tables in a page |
//! | `drawing/` | what is drawn: elements, cards, the table, rules as switches, the dialog *share* with its picture |
//! | `tabs/` | the tabs, and the frame around them (`frame.js`) |
//!
//! A module imports from its own folder and from those above it in this table, never from below; only where it begins all
//! comes together. `answers/` and `drawing/` know nothing of each other. A test in `explain/script.rs` sees to that.

/// A file's name, with the folder that it is in, and what is in it.
pub type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("web/", $name)))),*] };
}

/// Every file.
pub const FILES: &[File] = files![
    "answers/answers.js",
    "answers/api.js",
    "answers/problems.js",
    "answers/strategy.js",
    "answers/tables.js",
    "app.css",
    "app.js",
    "drawing/dom.js",
    "drawing/faces.js",
    "drawing/parts.js",
    "drawing/picture.js",
    "drawing/rules.js",
    "drawing/share.js",
    "drawing/table.js",
    "game/cards.js",
    "game/game.js",
    "game/hints.js",
    "game/turns.js",
    "game/types.js",
    "icon.svg",
    "index.html",
    "manifest.webmanifest",
    "page.js",
    "state/address.js",
    "state/replay.js",
    "state/state.js",
    "state/store.js",
    "sw.js",
    "tabs/deal.js",
    "tabs/frame.js",
    "tabs/play.js",
    "tabs/play_panel.js",
    "tabs/puzzles.js",
    "tabs/solve.js",
    "words/language.js",
    "words/words.js",
    "words/words_en.js",
    "words/words_zh.js",
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

    /// The program has every file of the directory.
    #[test]
    fn every_file_is_listed() {
        fn walk(directory: &Path, folder: &str, found: &mut BTreeSet<String>) {
            for entry in std::fs::read_dir(directory).expect("a directory") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                if path.is_dir() {
                    walk(&path, &format!("{folder}{name}/"), found);
                } else {
                    found.insert(format!("{folder}{name}"));
                }
            }
        }
        let mut found = BTreeSet::new();
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("web"), "", &mut found);
        let listed = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(found, listed);
    }
}
