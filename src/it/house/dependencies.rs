//! Rules for our dependencies: their licences, their sources, one version of each, none unused.
//!
//! `cargo deny` and `cargo machete` check the same. This test covers what matters here, and needs the network only for crates
//! that no build has downloaded yet. To install `cargo-deny` 0.20.2 alone took 16 minutes on two busy cores, four of processor
//! time. Advisories are not checked, since their database would have to be downloaded. The test looks at the
//! crates of this platform, in the versions of `Cargo.lock`.

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Licences under which a crate may be used in this one, with notice and nothing else. Axum's router, `matchit`, has parts of
/// a Go router under BSD-3-Clause, and a compressor that `flate2` can use instead of its own is under Zlib.
const ALLOWED: [&str; 6] = ["Apache-2.0", "BSD-3-Clause", "BSL-1.0", "MIT", "Unicode-3.0", "Zlib"];

/// Tools of tests under other licences: nothing of them is in what ships.
const TOOLS: [(&str, &str); 1] = [("cbindgen", "MPL-2.0")];

/// The only source.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// The packages of this workspace.
const OURS: [&str; 10] = [
    "canju",
    "canju-benches",
    "canju-c",
    "canju-cli",
    "canju-engine",
    "canju-engine-tests",
    "canju-python",
    "canju-serve",
    "canju-testing",
    "canju-web",
];

/// Crates that are there in two versions, and who keeps the old one.
const TWICE: [(&str, &str); 4] = [
    ("hashbrown", "dashmap"),
    ("syn", "derive macros that have not moved to syn 3"),
    ("toml_datetime", "cbindgen, in tests"),
    ("winnow", "cbindgen, in tests"),
];

/// The crates of this platform, with their features as the program has them.
fn packages() -> Vec<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc");
    let rustc = String::from_utf8(rustc.stdout).expect("text");
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("the host");
    let metadata = |network: &[&str]| {
        Command::new(env!("CARGO"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["metadata", "--locked", "--format-version", "1", "--filter-platform", host])
            .args(network)
            .output()
            .expect("cargo metadata")
    };
    let mut output = metadata(&["--offline"]);
    if !output.status.success() {
        // A machine that has only built this package lacks what the Python package needs.
        output = metadata(&[]);
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages: Vec<Value> = serde_json::from_value(metadata["packages"].take()).expect("a list");
    assert!(packages.len() > 50, "only {} crates", packages.len());
    let is_ours = |package: &&Value| metadata["workspace_members"].as_array().unwrap().contains(&package["id"]);
    let mut ours: Vec<&str> = packages.iter().filter(is_ours).map(|package| text(package, "name")).collect();
    ours.sort_unstable();
    assert_eq!(ours, OURS);
    packages
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

/// May a crate with this licence be used?
fn is_allowed(licence: &str) -> bool {
    let allowed = |licence: &spdx::LicenseReq| licence.license.id().is_some_and(|id| ALLOWED.contains(&id.name));
    Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|expression| expression.evaluate(allowed))
}

#[test]
fn licences_and_sources() {
    for package in packages() {
        let (name, licence) = (text(&package, "name"), text(&package, "license"));
        assert!(is_allowed(licence) || TOOLS.contains(&(name, licence)), "{name}: licence `{licence}`");
        let source = if OURS.contains(&name) { "" } else { REGISTRY };
        assert_eq!(text(&package, "source"), source, "{name}");
    }
    for refused in ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "LGPL-3.0-or-later OR MPL-2.0", "mine"] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn no_crate_in_two_versions_but_those_listed() {
    let mut versions = BTreeMap::<String, usize>::new();
    for package in packages() {
        *versions.entry(text(&package, "name").to_owned()).or_default() += 1;
    }
    let twice: Vec<&str> = versions.iter().filter(|(_, count)| **count > 1).map(|(name, _)| name.as_str()).collect();
    assert_eq!(twice, TWICE.map(|(name, _)| name), "listed and found differ");
}

/// The text of all Rust sources below some directories. Those of tests are in directories named `it`.
fn sources(directories: &[PathBuf], with_tests: bool) -> String {
    let mut text = String::new();
    for directory in directories {
        let entries = walkdir::WalkDir::new(directory).into_iter();
        let entries = entries.filter_entry(|entry| entry.depth() == 0 || with_tests || entry.file_name() != "it");
        for entry in entries.map(|entry| entry.expect("an entry")) {
            if entry.path().extension().is_some_and(|extension| extension == "rs") {
                text += &std::fs::read_to_string(entry.path()).expect("a source");
            }
        }
    }
    text
}

/// Is a crate named: `use name…` or `name::…`?
fn is_used(name: &str, source: &str) -> bool {
    let name = name.replace('-', "_");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    source.match_indices(&name).any(|(at, _)| {
        let (before, after) = (&source[..at], &source[at + name.len()..]);
        !before.ends_with(is_word)
            && (after.starts_with("::") || before.ends_with("use ") && !after.starts_with(is_word))
    })
}

/// Each declared dependency is used by the crate that declares it.
#[test]
fn no_dependency_is_unused() {
    let packages = packages();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut unused = Vec::new();
    for ours in OURS {
        let package = packages.iter().find(|package| text(package, "name") == ours).expect("this package");
        let dependencies = package["dependencies"].as_array().expect("a list");
        assert!(dependencies.len() >= 2, "{ours}");
        let own = Path::new(text(package, "manifest_path")).parent().expect("a directory").to_owned();
        // The other crates are below the directory of the program.
        let [library, tests] = match ours {
            "canju-cli" => [
                sources(&["src/main.rs", "src/cli"].map(|place| root.join(place)), false),
                sources(&["src/cli", "src/it", "benches", "scripts"].map(|place| root.join(place)), true),
            ],
            // The unit tests are in the engine's own sources.
            "canju-engine-tests" => [false, true].map(|with_tests| sources(&[root.join("src/engine")], with_tests)),
            _ => [false, true].map(|with_tests| sources(std::slice::from_ref(&own), with_tests)),
        };
        for dependency in dependencies {
            let name = text(dependency, "name");
            let source = if text(dependency, "kind") == "dev" { &tests } else { &library };
            // Those that are used by their being there: see the manifests.
            let is_there =
                matches!((ours, name), ("canju-cli", "syn") | ("canju-python", "libc" | "serde_core" | "smallvec"));
            if !is_there && !is_used(name, source) {
                unused.push(format!("{ours}: {name} ({})", dependency["kind"].as_str().unwrap_or("normal")));
            }
        }
    }
    assert!(unused.is_empty(), "{}", unused.join("\n"));
    let library = sources(&[root.join("src")], false);
    for unused in ["bumpalo", "async_std"] {
        assert!(!is_used(unused, &library));
    }
}
