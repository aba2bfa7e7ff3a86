//! The files of the app, which shows positions in a browser, with the exact answers to play against. `canju serve` sends
//! these files as they are; `canju explain` joins some of them into a page. They are part of the program, so nothing is
//! read while it runs.
//!
//! They are plain modules for browsers, without a framework and without a build step. Their types stand in comments, which
//! `scripts/check/check_js.sh` checks.
//!
//! | files | contents |
//! |---|---|
//! | `index.html`, `app.css`, `table.css`, `icon.svg`, `manifest.webmanifest`, `sw.js` | the frame that a browser loads |
//! | `begin.js`, `app.js`, `page.js` | where it begins: in the app of `serve`, in a page of `explain` |
//! | `game/` | a position, a game and its moves, hints, what is known of hidden hands (`hidden.js`); the types that all share (`types.js`) |
//! | `state/` | what is shown: the position, its address, those of hidden hands (`hidden_address.js`), the place in a game, the puzzle of the day; what the browser keeps (`store.js`), and of that what was done with puzzles (`progress.js`), first tries and the rating (`rating.js`), runs (`runs.js`) and the puzzle of the day (`today.js`); the file that takes them along (`progress_file.js`) |
//! | `words/` | what is said: `language.js`, the words in each language, those of whole games apart (`words_whole.js`), and results as text (`results.js`) |
//! | `npm/` | the solver: the npm package as it is (`src/web/npm`), with its module, `npm/canju.wasm`, beside it |
//! | `answers/` | what is asked and answered (`answers.js`), and who answers: the solver, in workers (`engine.js`); the packs beside the app (`packs.js`); the solver that a page holds as text (`embedded.js`) |
//! | `drawing/` | what is drawn: elements, cards, the table, the pack, rules as switches, shares as bars, the dialog *share* with its picture |
//! | `match/` | how cards are chosen and played (`choosing.js`), in a game of a person against the solver (`match.js`) and in a whole game with hidden hands (`whole.js`), and what is shown around the table |
//! | `tabs/` | the tabs, and the frame around them (`frame.js`) |
//! | `embed/`, `embed.html` | `<canju-puzzle>`, a puzzle that stands in other pages, also from the npm package; the page of the app in a frame of another one (`embed/page.js`); a page with three of them |
//!
//! A module imports from its own folder and from those above it in this table, never from below; only where it begins all
//! comes together. `answers/` and `drawing/` know nothing of each other. A test in `explain/script.rs` sees to that.

mod npm;

use brotli_decompressor::Decompressor;
use std::io::Read;
use std::sync::OnceLock;

/// A file's name, with the folder that it is in, and what is in it.
pub type File = (&'static str, &'static str);

macro_rules! files {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("web/", $name))),)*] };
}

/// The files of the app itself. Those below `npm/` are in `npm.rs`.
const OWN: &[File] = files![
    "answers/answers.js",
    "answers/embedded.js",
    "answers/engine.js",
    "answers/packs.js",
    "answers/problems.js",
    "app.css",
    "app.js",
    "begin.js",
    "drawing/balance.js",
    "drawing/dom.js",
    "drawing/faces.js",
    "drawing/pack.js",
    "drawing/parts.js",
    "drawing/picture.js",
    "drawing/rules.js",
    "drawing/share.js",
    "drawing/shares.js",
    "drawing/table.js",
    "embed.html",
    "embed/page.js",
    "embed/playing.js",
    "embed/puzzle.js",
    "game/bidding.js",
    "game/cards.js",
    "game/game.js",
    "game/hidden.js",
    "game/hints.js",
    "game/records.js",
    "game/slips.js",
    "game/turns.js",
    "game/types.js",
    "icon.svg",
    "index.html",
    "manifest.webmanifest",
    "match/choosing.js",
    "match/match.js",
    "match/panel.js",
    "match/whole.js",
    "page.js",
    "state/address.js",
    "state/daily.js",
    "state/hidden_address.js",
    "state/progress.js",
    "state/progress_file.js",
    "state/rating.js",
    "state/replay.js",
    "state/runs.js",
    "state/state.js",
    "state/store.js",
    "state/today.js",
    "sw.js",
    "table.css",
    "tabs/advice.js",
    "tabs/advice_panel.js",
    "tabs/bank.js",
    "tabs/deal.js",
    "tabs/frame.js",
    "tabs/play.js",
    "tabs/play_panel.js",
    "tabs/puzzles.js",
    "tabs/review.js",
    "tabs/review_panel.js",
    "tabs/runs.js",
    "tabs/solve.js",
    "tabs/tries.js",
    "tabs/whole.js",
    "tabs/whole_panel.js",
    "words/language.js",
    "words/results.js",
    "words/themes.js",
    "words/words.js",
    "words/words_en.js",
    "words/words_whole.js",
    "words/words_zh.js",
];

/// Every file but the module, [`MODULE`].
pub fn files() -> impl Iterator<Item = File> {
    OWN.iter().chain(npm::FILES).copied()
}

/// Where the module is in the app.
pub const MODULE: &str = "npm/canju.wasm";

pub use npm::COMPRESSED_MODULE;

/// The module for the web: the solver as WebAssembly.
pub fn module() -> &'static [u8] {
    static MODULE: OnceLock<Vec<u8>> = OnceLock::new();
    MODULE.get_or_init(|| {
        let mut bytes = Vec::new();
        let mut compressed = Decompressor::new(COMPRESSED_MODULE, 1 << 16);
        compressed.read_to_end(&mut bytes).expect("the module that is kept");
        bytes
    })
}

/// What is in a file, if there is one of this name.
pub fn file(name: &str) -> Option<&'static str> {
    files().find(|(known, _)| *known == name).map(|(_, content)| content)
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
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        walk(&root.join("app/web"), "", &mut found);
        walk(&root.join("../web/npm"), "npm/", &mut found);
        // What Node, mini games and those who install the package need.
        let others = "README.md canju.wasm.br index.d.ts node.js package.json plain.js puzzle.d.ts worker_node.js worker_wx.js wx.d.ts wx.js";
        for name in others.split(' ') {
            assert!(found.remove(&format!("npm/{name}")), "{name}");
        }
        let listed = files().map(|(name, _)| name.to_owned()).collect();
        assert_eq!(found, listed);
    }

    #[test]
    fn the_module_is_webassembly() {
        assert!(module().starts_with(b"\0asm"));
        assert!(module().len() > COMPRESSED_MODULE.len());
    }
}
