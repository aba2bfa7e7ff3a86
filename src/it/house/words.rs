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
    let errors = names(include_str!("../../canju/words/zh_errors.ftl"));
    let names = names(include_str!("../../canju/words/zh_names.ftl"));
    assert!(wanted.len() > 150 && !prefixes.is_empty(), "{} {prefixes:?}", wanted.len());
    // The program's own names are in its tests, too: those of the macros' examples in comments are not texts.
    let missing: Vec<&String> = wanted.iter().filter(|name| !said.contains(*name) && !errors.contains(*name)).collect();
    assert_eq!(missing, ["done"]);
    let is_composed = |name: &&String| prefixes.iter().any(|prefix| name.starts_with(&format!("{prefix}-")));
    let left: Vec<&String> = said
        .iter()
        .chain(&errors)
        .chain(&names)
        .filter(|name| !literals.contains(*name) && !is_composed(name))
        .collect();
    assert_eq!(left, Vec::<&String>::new(), "nobody asks for these");
}

/// Chinese errors are found by the English text: one that nobody writes any more would be missed in silence.
#[test]
fn english_forms_of_errors_are_written_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = "src/cli/language/by_text.rs";
    let mut written = String::new();
    for entry in WalkDir::new(root.join("src")).into_iter().map(|entry| entry.expect("an entry")) {
        let path = entry.path();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        if is_source && !path.ends_with(table) && !path.components().any(|part| part.as_os_str() == "it") {
            written += &std::fs::read_to_string(path).expect("a source");
        }
    }
    let continued = Regex::new(r"\\\n\s*").unwrap();
    let written = continued.replace_all(&written, "");
    let table = std::fs::read_to_string(root.join(table)).expect("the table");
    let (ours, _) = table.split_once("// Of the parser of JSON").expect("what is not ours");
    let form = Regex::new(r#"\(\s*"((?:[^"\\]|\\.)+)",\s*"error-[a-z0-9-]+",?\s*\)"#).unwrap();
    let end = Regex::new(r"\{\w+\}|[:.] ").unwrap();
    let forms: Vec<&str> = form.captures_iter(ours).map(|found| found.get(1).expect("a form").as_str()).collect();
    assert!(forms.len() > 100, "{}", forms.len());
    let lost: Vec<&str> =
        forms.iter().flat_map(|form| end.split(form)).filter(|part| !written.contains(part)).collect();
    assert_eq!(lost, Vec::<&str>::new(), "nobody writes these");
}
