//! The catalogue of what people read, `src/canju/words`: each text that the sources ask for is there, and none is left over.

use regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;
use walkdir::WalkDir;

/// The names of a file of the catalogue.
fn names(file: &str) -> BTreeSet<String> {
    let name = Regex::new("(?m)^([a-z][a-zA-Z0-9_-]*) =").unwrap();
    name.captures_iter(file).map(|found| found[1].to_owned()).collect()
}

#[test]
fn texts_are_there_and_asked_for() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let literal = Regex::new(r#""([a-z][a-z0-9_-]*)""#).unwrap();
    let asked = Regex::new(r#"\b(?:text|zh|say)!\(\s*(?:language,\s*|Language::\w+,\s*)?"([a-z0-9_-]+)""#).unwrap();
    let composed = Regex::new(r#"text!\(&format!\("([a-z-]+)-\{|\bnamed\("([a-z]+)""#).unwrap();
    let (mut literals, mut wanted, mut prefixes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for place in ["src/cli", "src/canju/report"] {
        for entry in WalkDir::new(root.join(place)).into_iter().map(|entry| entry.expect("an entry")) {
            if entry.path().extension().is_some_and(|extension| extension == "rs") {
                let source = std::fs::read_to_string(entry.path()).expect("a source");
                literals.extend(literal.captures_iter(&source).map(|found| found[1].to_owned()));
                wanted.extend(asked.captures_iter(&source).map(|found| found[1].to_owned()));
                let prefix =
                    |found: regex::Captures| found.get(1).or(found.get(2)).map(|prefix| prefix.as_str().to_owned());
                prefixes.extend(composed.captures_iter(&source).filter_map(prefix));
            }
        }
    }
    let said = names(include_str!("../../canju/words/zh.ftl"));
    let help = names(include_str!("../../canju/words/zh_help.ftl"));
    // The texts of the help have a test of their own.
    let others: BTreeSet<String> = help.into_iter().filter(|name| !name.starts_with("help-")).collect();
    let names = names(include_str!("../../canju/words/zh_names.ftl"));
    assert!(wanted.len() > 150 && !prefixes.is_empty(), "{} {prefixes:?}", wanted.len());
    // The program's own names are in its tests, too: those of the macros' examples in comments are not texts.
    let missing: Vec<&String> = wanted.iter().filter(|name| !said.contains(*name) && !others.contains(*name)).collect();
    assert_eq!(missing, ["done"]);
    let is_composed = |name: &&String| prefixes.iter().any(|prefix| name.starts_with(&format!("{prefix}-")));
    let left: Vec<&String> = said
        .iter()
        .chain(&others)
        .chain(&names)
        .filter(|name| !literals.contains(*name) && !is_composed(name))
        .collect();
    assert_eq!(left, Vec::<&String>::new(), "nobody asks for these");
}

/// An error without a Chinese text, or one that the program does not know by its type, would be in English in silence.
#[test]
fn errors_say_their_text_in_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join("src/cli/language/errors.rs")).expect("the list");
    let derived =
        Regex::new(r"derive\([^)]*thiserror::Error\)\]\n(?:#\[[^\n]*\n|    [^\n]*\n|\)\]\n)*pub (?:enum|struct) (\w+)")
            .unwrap();
    let by_hand = Regex::new(r"impl std::error::Error for (\w+)").unwrap();
    let (mut errors, mut wrong) = (0, Vec::new());
    for place in ["src/engine", "src/canju"] {
        for entry in WalkDir::new(root.join(place)).into_iter().map(|entry| entry.expect("an entry")) {
            if entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = std::fs::read_to_string(entry.path()).expect("a source");
            let (here, module) = (source.matches("thiserror::Error)]").count(), entry.path().display());
            assert_eq!(derived.captures_iter(&source).count(), here, "{module}");
            for found in derived.captures_iter(&source).chain(by_hand.captures_iter(&source)) {
                let name = &found[1];
                errors += 1;
                let says = Regex::new(&format!(r"impl(?:<\w+>)? InChinese for {name}\b")).unwrap();
                let is_known = Regex::new(&format!(r"::{name}\b[^{{]*?,\n")).unwrap();
                if !says.is_match(&source) || !is_known.is_match(&list) {
                    wrong.push(format!("{module}: {name}"));
                }
            }
        }
    }
    assert!(wrong.is_empty() && errors > 35, "{errors} errors, without a Chinese text or not in the list: {wrong:?}");
}
