//! Within a package, modules import from those below them and never from above: so whoever reads one need not know what uses it.

use regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;
use walkdir::WalkDir;

/// The modules of the two libraries, the lowest first.
const LAYERS: [(&str, &[&str]); 2] = [
    ("src/engine", &["chinese", "clock", "sync", "tuning", "rules", "text", "tables", "proof", "search", "solver"]),
    (
        "src/canju",
        &[
            "words", "poker", "shipped", "puzzle", "logs", "files", "answers", "batch", "review", "report", "grade",
            "play", "generate", "advice", "app", "explain", "requests",
        ],
    ),
];

/// The modules that a source names below `crate::`, in its code and not in its tests or comments.
fn imported(source: &str) -> BTreeSet<String> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let path = Regex::new(r"\bcrate::(\w+|\{[^;]*\})").expect("an expression");
    let first = Regex::new(r"(?:^|[{,]\s*)(\w+)").expect("an expression");
    let paths = path.captures_iter(&code).map(|found| found[1].to_owned());
    paths.flat_map(|path| first.captures_iter(&path).map(|found| found[1].to_owned()).collect::<Vec<_>>()).collect()
}

#[test]
fn modules_import_from_below() {
    let mut wrong = Vec::new();
    for (package, layers) in LAYERS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(package);
        let mut imports = 0;
        let mut seen = BTreeSet::new();
        for entry in WalkDir::new(&root).into_iter().filter_entry(|entry| entry.file_name() != "it") {
            let entry = entry.expect("an entry");
            let place = entry.path().strip_prefix(&root).expect("below it");
            let Some(first) = place.iter().next().and_then(|name| name.to_str()) else { continue };
            if place.extension().is_none_or(|extension| extension != "rs") || first == "lib.rs" {
                continue;
            }
            let own = first.trim_end_matches(".rs");
            let layer = layers.iter().position(|known| *known == own);
            let layer = layer.unwrap_or_else(|| panic!("{package}/{own} has no layer"));
            seen.insert(own.to_owned());
            for module in imported(&std::fs::read_to_string(entry.path()).expect("a source")) {
                let Some(of) = layers.iter().position(|known| *known == module) else { continue };
                imports += (of < layer) as usize;
                if of > layer {
                    wrong.push(format!("{package}/{}: {module} lies above", place.display()));
                }
            }
        }
        assert_eq!(seen.len(), layers.len(), "{package}: {seen:?}");
        assert!(imports > 20, "{package}: {imports}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let source =
        "use crate::{a::B, c};\nfn f() { crate::d::e() }\n// crate::g\n#[cfg(test)]\nmod tests { use crate::h; }";
    assert_eq!(imported(source), ["a", "c", "d"].map(str::to_owned).into());
}

/// Comments are read in windows that are as wide as the code. Rows of tables can't be broken.
#[test]
fn comments_are_not_wider_than_can_be_read() {
    let mut wide = Vec::new();
    let mut lines = 0;
    for directory in ["src", "benches", "scripts"] {
        for entry in WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(directory)) {
            let entry = entry.expect("an entry");
            if entry.path().extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = std::fs::read_to_string(entry.path()).expect("a source");
            for (number, line) in source.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//")) {
                lines += 1;
                if line.chars().count() > 140 && !line.contains(" | ") {
                    wide.push(format!("{}:{}", entry.path().display(), number + 1));
                }
            }
        }
    }
    assert!(wide.is_empty() && lines > 5_000, "{lines} lines, too wide: {}", wide.join("\n"));
}
