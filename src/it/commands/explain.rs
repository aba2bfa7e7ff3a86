//! `canju explain`: the page is one file, and what it says is so; where the file goes.

use crate::commands::program::{HARD, Run, canju, directory};
use canju_testing::budget::full;
use serde_json::Value;
use std::path::Path;

/// The most bytes of a page, since it is sent and kept as a file.
const MOST: usize = 1_000_000;

fn explain(arguments: &str) -> Run {
    canju("explain --threads 1".split_whitespace().chain(arguments.split_whitespace()))
}

/// The page made of a position that is decided.
fn page(arguments: &str) -> String {
    let found = explain(arguments);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{arguments}");
    assert!(found.stdout.len() <= MOST, "{arguments}: {} bytes", found.stdout.len());
    found.stdout
}

/// What a page holds in the element of this name.
fn held<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("id=\"{name}\">")).expect("the element");
    rest.split_once("</script>").expect("its end").0
}

/// The record in a page.
fn record(page: &str) -> Value {
    serde_json::from_str(held(page, "answer")).expect("JSON")
}

/// A page has the record of `canju solve`: of tricks, of three hands, whoever is to move.
#[test]
fn the_answer_is_that_of_solve() {
    let positions = [
        "346999Q2 34JAAD",
        "35577TTQQ2 9AA",
        "K5 44Q --last J",
        "3 4",
        "33344455 66778 --rules pagat",
        "345 678 9TJ",
        "2233XD 345 678",
        "346999Q2 34JAAD --turn 2 --last 7",
        "4K7 345 568 --last J --by 2",
        "4K7 345 568Q --turn 3 --last J --by 1",
    ];
    // Of two hands and of three, on the lead and in a trick.
    for arguments in positions.into_iter().step_by(if full() { 1 } else { 3 }) {
        let solved = canju(format!("solve --threads 1 --format json {arguments}").split_whitespace()).stdout;
        let solved: Value = serde_json::from_str(&solved).expect("JSON");
        let record = record(&page(arguments));
        assert_eq!(record["schema"], "canju.result/1");
        for field in ["hands", "turn", "last", "last_by", "rules", "verdict", "best", "line", "nodes"] {
            assert_eq!(record[field], solved[field], "{arguments}: {field}");
        }
        assert!(record["line"].as_array().is_some_and(|line| !line.is_empty()), "{arguments}");
    }
}

/// The solver is in it, as it is kept; a whole deal of three hands makes no larger page than any other.
#[test]
fn every_page_holds_the_solver() {
    use base64::Engine as _;
    let small = page("3 4");
    let module = base64::engine::general_purpose::STANDARD.decode(held(&small, "module")).expect("base 64");
    assert!(module.starts_with(&[0x1f, 0x8b]), "compressed by gzip");
    let deal = page("33455666789TJQKAAA2D 3444578999TQKK22X 3567788TTJJJQQKA2 --time-limit 20s");
    assert_eq!(held(&deal, "module"), held(&small, "module"));
    assert!(deal.len() < small.len() + 2_000, "{} and {} bytes", deal.len(), small.len());
}

/// Nothing that a puzzle says of itself ends the element that it stands in.
#[test]
fn a_hostile_puzzle_stays_data() {
    let hostile = "</script><script>alert(1)</script><!--";
    let root = directory(&[("a.ddz", format!("K5 | 44Q | name=\"{hostile}\"\n").as_bytes())]);
    let found = canju(["explain", root.path().join("a.ddz").to_str().expect("UTF-8"), "--output", "-"]);
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    assert!(!found.stdout.contains("alert(1)</script>") && !found.stdout.contains("<!--"));
    assert_eq!(record(&found.stdout)["name"], hostile);
}

/// Nothing is loaded: no address but in text, no attribute that loads, and the browser is told to refuse it.
#[test]
fn one_file_that_loads_nothing() {
    // The name of SVG looks like an address, but nothing is loaded from there.
    let page = page("346999Q2 34JAAD").replace("\"http://www.w3.org/2000/svg\"", "");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    for part in
        ["http:", "https:", "//www", " src=", " href=", "@import", "url(", "fetch(", "XMLHttpRequest", "import("]
    {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("Content-Security-Policy\" content=\"default-src 'none'"));
    assert_eq!(page.matches("</script>").count(), 4);
    assert_eq!(page.matches("</style>").count(), 1);
}

#[test]
fn output_goes_to_a_file() {
    let root = directory(&[("page.html", b"an older page")]);
    let path = root.path().join("page.html");
    let path = path.to_str().expect("UTF-8");
    let found = canju(["explain", "346999Q2", "34JAAD", "--output", path]);
    assert_eq!((found.code, found.stdout.as_str()), (Some(0), ""));
    assert!(found.stderr.starts_with("canju: a page of "), "{}", found.stderr);
    assert_eq!(record(&std::fs::read_to_string(path).expect("the page"))["best"], "3999");
    let quiet = canju(["explain", "346999Q2", "34JAAD", "--output", path, "--quiet"]);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_dir(root.path()).expect("the directory").count(), 1);
    let piped = canju(["explain", "346999Q2", "34JAAD", "--output", "-"]);
    assert_eq!((piped.code, piped.stderr.as_str()), (Some(0), ""));
    assert_eq!(record(&piped.stdout)["best"], "3999");
}

/// Without a verdict there is nothing to show: no file is begun, and an older page stays.
#[test]
fn undecided() {
    let root = directory(&[("old.html", b"an older page")]);
    let (old, path) = (root.path().join("old.html"), root.path().join("page.html"));
    let hands = format!("{} {} --rules huanle,packs=2 --output", HARD[0], HARD[1]);
    for (limit, reason) in [("--time-limit 50ms", "time"), ("--node-limit 200", "nodes"), ("--memory 1KiB", "memory")] {
        let to = |path: &Path| explain(&format!("{hands} {} {limit}", path.display()));
        let found = to(&path);
        assert_eq!(to(&old).stderr, found.stderr);
        assert_eq!(std::fs::read(&old).expect("the page"), b"an older page");
        assert_eq!(found.code, Some(1), "{limit}: {}", found.transcript());
        assert_eq!(found.stderr, format!("error: undecided, there is nothing to explain: {reason}\n"));
        assert_eq!(std::fs::read_dir(root.path()).expect("the directory").count(), 1);
    }
}

#[test]
fn bad_input() {
    for (arguments, message) in [
        ("777 5577", "hand 2: column 4: 5th card of rank 7: one pack holds four"),
        ("34", "`34` is one hand"),
        ("34 56 --rules chess", "chess"),
        ("34 56 --last 78", "`78` is no combination"),
    ] {
        let found = explain(arguments);
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(found.stderr.contains(message) && !found.stderr.contains("panicked"), "{}", found.stderr);
    }
}
