//! Modules as one script, because a page that lies on a disk can't load modules from beside it.
//!
//! Each module becomes a function that is called once, after those that it imports, and gives what it exports:
//!
//! ```text
//!     in tabs/play_panel.js                              const module_tabs_play_panel = (() => {
//! import { answers } from "../answers/answers.js";       const { answers } = module_answers_answers;
//! import * as around from "../match/panel.js";           const around = module_match_panel;
//!                                                   ►
//! export function panel() {                              function panel() {
//!   …                                                      …
//! }                                                      }
//!                                                        return { panel };
//!                                                        })();
//! ```
//!
//! So names never clash, and any browser reads it. It is right for modules that import at the head, a line each; that export
//! functions, classes and constants as they declare them, one at a time; and that don't import each other in a circle. A test
//! sees to that. Comments stay behind: whoever wants to read the app has its sources.

use crate::app;
use std::fmt::Write;

/// The script that a module begins, with all that it imports.
pub fn script(entry: &str) -> String {
    let mut text = String::new();
    for module in in_order(entry) {
        text += &as_function(&module);
    }
    text
}

/// A module and all that it imports, each after what it imports itself.
fn in_order(entry: &str) -> Vec<String> {
    fn visit(module: String, above: &mut Vec<String>, found: &mut Vec<String>) {
        assert!(!above.contains(&module), "{module} imports itself: {above:?}");
        if found.contains(&module) {
            return;
        }
        above.push(module.clone());
        for (_, from) in content(&module).lines().filter_map(|line| import(&module, line)) {
            visit(from, above, found);
        }
        above.pop();
        found.push(module);
    }
    let mut found = Vec::new();
    visit(entry.to_owned(), &mut Vec::new(), &mut found);
    found
}

fn content(module: &str) -> &'static str {
    app::file(module).unwrap_or_else(|| panic!("{module} is no file of the app"))
}

/// The names that a line of a module imports, and the module that they are from.
fn import<'a>(module: &str, line: &'a str) -> Option<(&'a str, String)> {
    let (what, from) = line.strip_prefix("import ")?.split_once(" from \"")?;
    Some((what, resolved(module, from.strip_suffix("\";")?)))
}

/// The module that a path in another one leads to: `../game/cards.js` in `tabs/play.js` to `game/cards.js`.
fn resolved(module: &str, path: &str) -> String {
    let mut parts: Vec<&str> = module.split('/').collect();
    parts.pop();
    assert!(path.starts_with("./") || path.starts_with("../"), "{module}: {path}");
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => assert!(parts.pop().is_some(), "{module}: {path}"),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// What a line that begins with `export` declares.
fn exported(declaration: &str) -> Option<&str> {
    let declaration = declaration.strip_prefix("async ").unwrap_or(declaration);
    let (word, rest) = declaration.split_once(' ')?;
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let name = rest.split(|c| !is_name(c)).next().filter(|name| !name.is_empty())?;
    matches!(word, "function" | "class" | "const").then_some(name)
}

/// The name that the exports of a module have in the script.
fn variable(module: &str) -> String {
    format!("module_{}", module.trim_end_matches(".js").replace('/', "_"))
}

fn as_function(module: &str) -> String {
    let mut exports = Vec::new();
    let mut text = format!("const {} = (() => {{\n", variable(module));
    let code = without_comments(content(module));
    for line in code.lines() {
        if let Some((what, from)) = import(module, line) {
            let what = what.strip_prefix("* as ").map_or_else(|| what.replace(" as ", ": "), str::to_owned);
            let _ = writeln!(text, "const {what} = {};", variable(&from));
        } else if let Some(declaration) = line.strip_prefix("export ") {
            exports.push(exported(declaration).unwrap_or_else(|| panic!("{module}: {line}")));
            let _ = writeln!(text, "{declaration}");
        } else {
            let _ = writeln!(text, "{line}");
        }
    }
    let _ = writeln!(text, "return {{ {} }};\n}})();", exports.join(", "));
    text
}

/// The code alone: without lines that are comments, without `/** … */` wherever it stands, and without empty lines.
fn without_comments(source: &str) -> String {
    let mut code = String::new();
    let mut rest = source;
    while let Some((before, comment)) = rest.split_once("/**") {
        code += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code += rest;
    let lines = code.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex::Regex;
    use std::collections::BTreeSet;

    fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
        // These are never joined: they say where their files lie, or load others later, which only modules can.
        let is_joined = |name: &str| name != "npm/index.js" && name != "begin.js" && !name.starts_with("embed/");
        app::files().filter(move |(name, _)| name.ends_with(".js") && is_joined(name))
    }

    fn exports(module: &str) -> BTreeSet<&'static str> {
        content(module).lines().filter_map(|line| exported(line.strip_prefix("export ")?)).collect()
    }

    /// Every module is such that it can be joined: see the head of this file.
    #[test]
    fn every_module_can_be_joined() {
        let several = Regex::new(r"^export const [^=]+ = [^(=]*, \w+ = ").expect("a pattern");
        for (module, source) in modules() {
            let code = without_comments(source);
            for line in code.lines().filter(|line| line.starts_with("import")) {
                let (what, from) = import(module, line).unwrap_or_else(|| panic!("{module}: {line}"));
                let names = what.strip_prefix("{ ").and_then(|names| names.strip_suffix(" }"));
                for name in names.into_iter().flat_map(|names| names.split(", ")) {
                    let name = name.split(" as ").next().unwrap_or(name);
                    assert!(exports(&from).contains(name), "{module}: {from} does not export {name}");
                }
                assert!(names.is_some() || what.starts_with("* as "), "{module}: {line}");
            }
            // Types have no code, so nothing of them is joined.
            for line in code.lines().filter(|line| line.starts_with("export") && *line != "export {};") {
                assert!(line.strip_prefix("export ").and_then(exported).is_some(), "{module}: {line}");
                assert!(!several.is_match(line), "{module}: one at a time: {line}");
            }
            assert!(!code.contains("import("), "{module}");
            // A text over several lines might have what looks like a comment.
            assert!(code.lines().all(|line| line.matches('`').count() % 2 == 0), "{module}");
            assert!(!in_order(module).is_empty());
        }
    }

    #[test]
    fn what_is_imported_comes_first_and_comes_once() {
        let order = in_order("page.js");
        assert_eq!(order.last().map(String::as_str), Some("page.js"));
        assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), order.len());
        assert_eq!(order.iter().map(|module| variable(module)).collect::<BTreeSet<_>>().len(), order.len());
        for (place, module) in order.iter().enumerate() {
            for (_, from) in content(module).lines().filter_map(|line| import(module, line)) {
                assert!(order[..place].contains(&from), "{module} before {from}");
            }
        }
        // What needs other files is not in a page.
        for module in [
            "answers/packs.js",
            "app.js",
            "begin.js",
            "embed/puzzle.js",
            "tabs/advice.js",
            "tabs/deal.js",
            "tabs/puzzles.js",
            "sw.js",
        ] {
            assert!(!content(module).is_empty() && !order.iter().any(|found| found == module), "{module}");
        }
    }

    /// A module names those of its own folder and of folders that it stands on, for what they do or for their types.
    #[test]
    fn folders_depend_on_each_other_in_one_direction() {
        const GROUNDS: [(&str, &[&str]); 9] = [
            ("npm", &[]),
            ("game", &[]),
            ("state", &["game"]),
            ("words", &["game", "state"]),
            ("answers", &["npm", "game", "state", "words"]),
            ("drawing", &["game", "state", "words"]),
            ("match", &["game", "state", "words", "answers", "drawing"]),
            ("tabs", &["game", "state", "words", "answers", "drawing", "match"]),
            ("embed", &["npm", "game", "state", "words", "answers", "drawing", "match"]),
        ];
        let named = Regex::new(r#"(?: from |import\()"([^"]+)""#).expect("a pattern");
        let folder = |module: &str| module.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        for (module, source) in app::files().filter(|(name, _)| name.ends_with(".js") && *name != "npm/index.js") {
            let Some(own) = folder(module) else { continue };
            let grounds = GROUNDS.iter().find(|(name, _)| *name == own).map(|(_, grounds)| *grounds);
            let grounds = grounds.unwrap_or_else(|| panic!("{module}: which folders is {own} to stand on?"));
            for path in named.captures_iter(source) {
                let from = folder(&resolved(module, &path[1])).unwrap_or_default();
                assert!(from == own || grounds.contains(&from.as_str()), "{module} names {}", &path[1]);
            }
        }
    }

    #[test]
    fn the_script_is_no_module() {
        let script = script("page.js");
        assert!(script.lines().all(|line| !line.starts_with("import ") && !line.starts_with("export ")));
        assert!(!script.contains("</") && !script.contains("/**") && !script.contains("<!--"));
        for (module, part) in [
            ("answers/problems.js", "const { Problem } = module_answers_answers;\n"),
            ("answers/problems.js", "return { sentence };\n})();\n"),
            ("match/panel.js", "const { game: common, shown, sideOf, words } = module_words_language;\n"),
            ("tabs/play_panel.js", "const around = module_match_panel;\n"),
        ] {
            assert!(as_function(module).contains(part), "{}", as_function(module));
        }
    }

    #[test]
    fn comments_stay_behind() {
        let source = "// a\n/** b */\nconst c = /** @type {D} */ (e); // f\n/**\n * g\n */\n\n  // h\n  i();\n";
        assert_eq!(without_comments(source), "const c =  (e); // f\n  i();\n");
    }
}
