//! The layers of the sources: a module imports only from layers below it. Output, the clock and threads are used only in the
//! modules listed here. The sources are scanned as text, without comments and literals.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Top to bottom.
const LAYERS: [&str; 19] = [
    "cli", "serve", "explain", "app", "report", "batch", "files", "generate", "play", "grade", "solver", "search",
    "proof", "tables", "tuning", "sync", "puzzle", "poker", "rules",
];

/// A word and the only modules in which it may stand.
const ONLY_IN: [(&[&str], &[&str]); 31] = [
    (&["rayon"], &["solver", "batch", "poker::frequencies"]),
    (&["dashmap"], &["batch::repeats"]),
    (&["DashMap"], &["batch::repeats"]),
    // Dependencies of the features `batch` and `report`.
    (&["walkdir"], &["batch", "cli"]),
    (&["same_file"], &["files"]),
    (&["csv"], &["report"]),
    (&["anstyle"], &["report"]),
    (&["unicode_width"], &["report"]),
    (&["bytesize"], &["report", "cli"]),
    (&["clap"], &["cli"]),
    (&["indicatif"], &["cli"]),
    (&["rustyline"], &["cli"]),
    (&["terminal_size"], &["cli"]),
    // Dependencies of the feature `serve`; a header's value is an option of the program, and records are described.
    (&["axum"], &["serve", "cli::serve"]),
    (&["hyper"], &["serve"]),
    (&["tokio"], &["serve"]),
    (&["tower_http"], &["serve"]),
    (&["tracing"], &["serve"]),
    (&["tracing_subscriber"], &["serve"]),
    (&["utoipa"], &["serve", "batch::record"]),
    (&["strsim"], &["rules::rule_text", "puzzle::json"]),
    (&["rand"], &["poker", "generate", "serve", "cli::poker", "solver::line::least"]),
    (&["println", "!"], &["cli", "main"]),
    (&["eprintln", "!"], &["cli", "main"]),
    (&["print", "!"], &["cli", "main"]),
    (&["eprint", "!"], &["cli", "main"]),
    (&["dbg", "!"], &[]),
    // A limit of time is looked at in the search; what takes time before or after it measures what is left.
    (&["Instant", "::", "now"], &["search::budget", "proof::verify::allowance", "serve", "cli"]),
    (&["SystemTime", "::", "now"], &["cli"]),
    // The search is the same on every machine: weights become integers at compile time, tests compare with f64.
    (
        &["f32"],
        &[
            "search::network",
            "search::evaluate_model",
            "search::order_model",
            "search::evaluate_model_three",
            "search::order_model_three",
        ],
    ),
    // In `puzzle::difficulty` a number of tenths becomes one with a decimal.
    (
        &["f64"],
        &[
            "cli",
            "serve",
            "explain",
            "report",
            "batch",
            "puzzle::difficulty",
            "poker::frequencies",
            "search::network",
            "search::exponential",
        ],
    ),
];

/// The path of a source file's module: `search/budget.rs` is `search::budget`, `search/mod.rs` is `search`.
fn module_of(file: &Path) -> Vec<String> {
    let mut path: Vec<String> =
        file.with_extension("").iter().map(|part| part.to_str().expect("UTF-8 file name").to_owned()).collect();
    if path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

/// The words and signs of a source, without comments, strings and characters.
fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut tokens, mut i) = (Vec::new(), 0);
    while i < chars.len() {
        match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                while i < chars.len() {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 {
                        break;
                    }
                }
            }
            'r' if raw_string_hashes(&chars[i..]).is_some() => {
                let hashes = raw_string_hashes(&chars[i..]).unwrap_or_default();
                i += 2 + hashes;
                while i < chars.len() && !(at(i) == '"' && (1..=hashes).all(|k| at(i + k) == '#')) {
                    i += 1;
                }
                i += 1 + hashes;
            }
            '"' => {
                i += 1;
                while i < chars.len() && at(i) != '"' {
                    i += if at(i) == '\\' { 2 } else { 1 };
                }
                i += 1;
            }
            // A character; a lifetime has no second quote.
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            ':' if at(i + 1) == ':' => {
                tokens.push("::".to_owned());
                i += 2;
            }
            c if is_word(c) => {
                let word: String = chars[i..].iter().copied().take_while(|&c| is_word(c)).collect();
                i += word.chars().count();
                tokens.push(word);
            }
            c if c.is_whitespace() => i += 1,
            c => {
                tokens.push(c.to_string());
                i += 1;
            }
        }
    }
    tokens
}

/// How many `#` open the raw string these characters start with, if it is one.
fn raw_string_hashes(chars: &[char]) -> Option<usize> {
    let hashes = chars[1..].iter().take_while(|&&c| c == '#').count();
    (chars.get(1 + hashes) == Some(&'"')).then_some(hashes)
}

/// Every path of the use tree or expression that starts at `tokens[*i]`, braces multiplied out.
fn paths(tokens: &[String], i: &mut usize, prefix: &[String], found: &mut Vec<Vec<String>>) {
    let is = |i: usize, sign: &str| tokens.get(i).is_some_and(|token| token == sign);
    let mut path = prefix.to_vec();
    loop {
        if is(*i, "{") {
            *i += 1;
            while *i < tokens.len() && !is(*i, "}") {
                paths(tokens, i, &path, found);
                // What `as` calls it, and the comma.
                while *i < tokens.len() && !is(*i, ",") && !is(*i, "}") {
                    *i += 1;
                }
                *i += is(*i, ",") as usize;
            }
            *i += 1;
            return;
        }
        path.extend(tokens.get(*i).cloned());
        *i += 1;
        if !is(*i, "::") {
            found.push(path);
            return;
        }
        *i += 1;
    }
}

/// Every path into this crate that a file names, written from the crate's root.
fn imports(file: &[String], tokens: &[String]) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    // Modules within the file (`mod tests { … }`) with the depth of their braces: `super` there is the file.
    let (mut module, mut within, mut depth) = (file.to_vec(), Vec::new(), 0);
    for (start, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => {
                depth += 1;
                if start >= 2 && tokens[start - 2] == "mod" {
                    module.push(tokens[start - 1].clone());
                    within.push(depth);
                }
            }
            "}" => {
                if within.last() == Some(&depth) {
                    within.pop();
                    module.pop();
                }
                depth -= 1;
            }
            "crate" | "canju" | "super" | "self"
                if tokens.get(start + 1).is_some_and(|t| t == "::") && (start == 0 || tokens[start - 1] != "::") =>
            {
                let mut written = Vec::new();
                paths(tokens, &mut start.clone(), &[], &mut written);
                found.extend(written.iter().map(|path| from_root(&module, path)));
            }
            _ => {}
        }
    }
    found
}

/// A path with its `crate`, `self` and `super` worked out.
fn from_root(module: &[String], path: &[String]) -> Vec<String> {
    let mut base = module.to_vec();
    let mut rest = path;
    while let Some(first) = rest.first() {
        match first.as_str() {
            "crate" | "canju" => base.clear(),
            "super" => drop(base.pop()),
            "self" => {}
            _ => break,
        }
        rest = &rest[1..];
    }
    base.extend_from_slice(rest);
    base
}

fn layer(top: &str) -> Option<usize> {
    LAYERS.iter().position(|&layer| layer == top)
}

/// What a source file (its path below `src/`) does that its place does not allow.
fn violations(file: &str, source: &str) -> Vec<String> {
    let (module, tokens) = (module_of(Path::new(file)), tokens(source));
    let imports = imports(&module, &tokens);
    let mut found = Vec::new();
    for path in imports {
        let named = path.join("::");
        found.extend(forbidden_import(&module, &path).map(|why| format!("{file}: `{named}`: {why}")));
    }
    for (words, places) in ONLY_IN {
        let allowed = places.iter().any(|place| {
            let place: Vec<&str> = place.split("::").collect();
            module.len() >= place.len() && module.iter().zip(&place).all(|(a, b)| a == b)
        });
        if !allowed && tokens.windows(words.len()).any(|window| window == words) {
            found.push(format!("{file}: `{}` belongs in {places:?} only", words.concat()));
        }
    }
    found
}

/// Why a file's module may not import this path, if it may not.
fn forbidden_import(module: &[String], path: &[String]) -> Option<String> {
    let (own_top, top) = (module[0].as_str(), path.first().map_or("", String::as_str));
    match own_top {
        // The list of the modules, and the program's entry.
        "lib" | "main" => return None,
        "oracle" if path == ["rules", "Rank"] => return None,
        "oracle" => return Some("the oracle shares only the card type".to_owned()),
        // `verify.rs`, `verify/…`, `verify_….rs`: a bug in a key must not certify itself.
        "proof" if module.len() > 1 && module[1].starts_with("verify") => {
            let allowed = top == "rules" || path.starts_with(&module[..2]);
            return (!allowed).then(|| "the checker of certificates imports rules only".to_owned());
        }
        _ => {}
    }
    // Poker is a room of its own: only the program enters it.
    if top == "poker" && !matches!(own_top, "poker" | "cli") {
        return Some("only the program knows of poker".to_owned());
    }
    let Some(own) = layer(own_top) else { return Some(format!("`{own_top}` is no layer of the architecture")) };
    match layer(top) {
        Some(other) if other < own => Some(format!("`{own_top}` is below `{top}`")),
        Some(_) => None,
        None if own == 0 => None,
        None => Some("name the module, a re-export hides the layer".to_owned()),
    }
}

fn sources() -> Vec<(String, String)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut directories, mut found) = (vec![root.clone()], Vec::new());
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                // The tests, the fuzzer and the Python package are above everything.
                if !["it", "fuzz", "python"].contains(&name.as_str()) {
                    directories.push(path);
                }
            } else if name.ends_with(".rs") {
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

#[test]
fn the_sources_keep_to_their_layers() {
    let sources = sources();
    assert!(sources.iter().any(|(file, _)| file == "rules/movegen.rs"), "the scan found no sources");
    let found: Vec<String> = sources.iter().flat_map(|(file, source)| violations(file, source)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn main_is_thin_and_the_library_forbids_unsafe() {
    let sources = sources();
    let source = |name: &str| &sources.iter().find(|(file, _)| file == name).unwrap().1;
    assert!(source("main.rs").lines().count() <= 40);
    let forbids = ["#", "!", "[", "forbid", "(", "unsafe_code", ")", "]"];
    assert!(tokens(source("lib.rs")).windows(forbids.len()).any(|window| window == forbids));
}

#[test]
fn planted_violations_are_found() {
    for (file, source) in [
        ("rules/hand.rs", "use crate::search::Limits;"),
        ("rules/hand.rs", "use super::super::tables::Key;"),
        ("rules/mod.rs", "use super::tables::Key;"),
        ("rules/hand.rs", "use crate::{rules::Rank, puzzle::{Pack, format as f}};"),
        ("rules/hand.rs", "fn f() { crate::puzzle::read(\"//\") }"),
        ("rules/hand.rs", "use crate::Solver;"),
        ("rules/hand.rs", "use crate::*;"),
        ("rules/hand.rs", "mod tests { fn f() {} use super::super::super::tables::Tables; }"),
        ("tuning.rs", "use super::tables::Tables;"),
        ("tables/key.rs", "use crate::search::Arena;"),
        ("tables/mod.rs", "use crate::search::Verdict;"),
        ("proof/strategy.rs", "use crate::search::Verdict;"),
        ("proof/verify.rs", "use crate::tables::Key;"),
        ("proof/verify.rs", "use super::strategy::Strategy;"),
        ("proof/verify/steps.rs", "use super::super::strategy::Strategy;"),
        ("search/core.rs", "use crate::solver::Options;"),
        ("batch/mod.rs", "use crate::report::Record;"),
        ("grade/mod.rs", "use crate::generate::Maker;"),
        ("solver/mod.rs", "use crate::grade::Grader;"),
        ("grade/difficulty.rs", "let share = wins as f64;"),
        ("poker/deal.rs", "use crate::solver::pool;"),
        ("poker/deal.rs", "use crate::puzzle::Pack;"),
        ("puzzle/mod.rs", "use crate::poker::Card;"),
        ("report/text.rs", "use crate::poker::Kind;"),
        ("poker/strength.rs", "use rayon::prelude::*;"),
        ("search/order.rs", "use rand::Rng;"),
        ("report/text.rs", "use crate::cli::Plan;"),
        ("report/text.rs", "use crate::serve::run;"),
        ("serve/mod.rs", "use crate::cli::ExitCode;"),
        ("app/mod.rs", "use crate::serve::Config;"),
        ("app/mod.rs", "use crate::explain::Page;"),
        ("solver/many.rs", "use tokio::sync::oneshot;"),
        ("helpers.rs", "use crate::rules::Rank;"),
        ("oracle.rs", "use canju::rules::{Rank, classify};"),
        ("search/core.rs", "use rayon::prelude::*;"),
        ("search/core.rs", "let map = dashmap::DashMap::new();"),
        ("report/text.rs", "println!(\"x\");"),
        ("rules/hand.rs", "eprintln!();"),
        ("rules/hand.rs", "dbg!(1);"),
        ("report/mod.rs", "use clap::Parser;"),
        ("puzzle/reader.rs", "use walkdir::WalkDir;"),
        ("play/mod.rs", "use unicode_width::UnicodeWidthStr;"),
        ("batch/mod.rs", "use indicatif::ProgressBar;"),
        ("play/mod.rs", "use rustyline::Editor;"),
        ("play/mod.rs", "use crate::report::Palette;"),
        ("solver/mod.rs", "let start = std::time::Instant::now();"),
        ("search/mod.rs", "let start = Instant :: now ();"),
        ("search/evaluate.rs", "fn f(x: f32) -> f32 { x.exp() }"),
        ("search/order.rs", "let score = output as f64;"),
    ] {
        assert!(!violations(file, source).is_empty(), "{file}: {source}");
    }
}

#[test]
fn what_is_allowed_is_not_found() {
    for (file, source) in [
        (
            "rules/hand.rs",
            "use super::card::Rank; use std::fmt; mod tests { use super::*; use super::super::card::Rank; }",
        ),
        ("rules/hand.rs", "// use crate::search::X;\n/* println!() /* rayon */ clap */ /// use crate::cli::X\n"),
        (
            "rules/hand.rs",
            "const S: &str = \"use crate::search::X\"; const R: &str = r#\"\" println!() \"#; const C: char = '\"';",
        ),
        ("rules/hand.rs", "fn f<'a>(x: &'a str) -> char { '\\'' } pub(crate) fn g() {} pub(in crate::rules) fn h() {}"),
        (
            "batch/repeats.rs",
            "use crate::tables::Key; use dashmap::DashMap; mod tests { use super::*; use super::Met; }",
        ),
        ("search/core.rs", "use crate::{tables::Key, rules::{self, Move as M}, proof::Strategy}; use super::Verdict;"),
        ("search/budget.rs", "use std::time::Instant; fn f() { Instant::now() }"),
        ("proof/verify.rs", "use crate::rules::Position; mod tests { use super::*; }"),
        ("proof/strategy.rs", "use super::verify::verify; use crate::puzzle::Pack;"),
        ("solver/mod.rs", "use crate::search::Verdict; use rayon::scope;"),
        ("cli/mod.rs", "use crate::{Solver, report::Record}; use clap::Parser; fn f() { println!(); Instant::now(); }"),
        (
            "poker/frequencies.rs",
            "use crate::rules::Rank; use super::card::Card; use rayon::prelude::*; fn f() -> f64 {}",
        ),
        ("cli/poker.rs", "use crate::poker::deal; use crate::solver::pool;"),
        ("lib.rs", "pub use solver::Solver; pub use crate::search::Verdict;"),
        ("main.rs", "fn main() { canju::cli::run() }"),
        ("oracle.rs", "use canju::rules::Rank; use std::collections::HashMap;"),
    ] {
        assert_eq!(violations(file, source), Vec::<String>::new(), "{file}: {source}");
    }
}
