//! What the program says is written once: a text that stands in the sources twice is changed in one place only.

use regex::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What stands twice for a reason: parts of tables, which name the same thing in two places.
const TWICE: [&str; 6] = [
    "nodes by proof numbers",
    "nodes depth-first",
    "table replacements",
    "partition replacements",
    "partition hits",
    "branches freed in place",
];

/// The texts of a source without those of its tests, each with its parts in braces left out.
fn texts(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .fold(String::new(), |code, line| code + line + "\n");
    let literal = Regex::new(r#"(?s)"((?:[^"\\]|\\.)*)""#).expect("a pattern");
    let part = Regex::new(r"\{[^}]*\}").expect("a pattern");
    let wrapped = Regex::new(r"\\\n\s*").expect("a pattern");
    let text = |found: regex::Captures| part.replace_all(&wrapped.replace_all(&found[1], ""), "{}").into_owned();
    literal.captures_iter(&code).map(text).collect()
}

/// Is it a text for people, rather than a word or a layout?
fn is_message(text: &str) -> bool {
    let words = text.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| word.len() > 1).count();
    text.contains(' ') && words >= 3
}

fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

#[test]
fn no_text_is_written_twice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in sources(&root) {
        let file = path.strip_prefix(&root).expect("below it").to_string_lossy().into_owned();
        if file.ends_with(".rs") && !["it/", "fuzz/", "oracle.rs"].iter().any(|other| file.starts_with(other)) {
            for text in texts(&fs::read_to_string(&path).expect("a source")).into_iter().filter(|text| is_message(text))
            {
                places.entry(text).or_default().push(file.clone());
            }
        }
    }
    assert!(places.len() > 200, "the scan found no texts");
    let twice: Vec<String> = places
        .iter()
        .filter(|(text, files)| files.len() > 1 && !TWICE.contains(&text.as_str()))
        .map(|(text, files)| format!("{text:?}: {}", files.join(", ")))
        .collect();
    assert!(twice.is_empty(), "\n{}", twice.join("\n"));
}
