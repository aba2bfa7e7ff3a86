//! Text from outside in what people read: no id, name, path or argument forges a line or reaches the terminal.
//!
//! A pack, a JSON line and a file name are written by anyone. Here all of them carry a newline and escape sequences, and
//! everything that the program prints of them is looked through, sign by sign.

use crate::commands::program::{HARD, Run, canju, directory, program, run};
use serde_json::json;
use tempfile::TempDir;

/// A line end, an escape sequence, one of eight bits, a sign that turns text around, and a line separator. Its last part
/// looks like a line of results.
const HOSTILE: &str = "a\u{1b}[2J\u{9b}31m\u{202e}\u{2028}\r\nforged:1 win";

/// How it is shown.
const SHOWN: &str = r"a\u{1b}[2J\u{9b}31m\u{202e}\u{2028}\u{d}\u{a}forged:1 win";

/// Panics if anything but the program's own line ends is hidden in the text.
fn assert_plain(text: &str, what: &str) {
    let hidden = |sign: char| {
        sign != '\n' && sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}')
    };
    assert!(!text.contains(hidden) && !text.contains("\nforged"), "{what}: {text:?}");
}

fn assert_shown(run: &Run, what: &str) {
    assert_plain(&run.stdout, what);
    assert_plain(&run.stderr, what);
    let said = run.transcript();
    // In Markdown a backslash is written twice.
    assert!(said.contains(SHOWN) || said.replace(r"\\", r"\").contains(SHOWN), "{what}: {said}");
}

/// A JSON line with a hostile id, name and source; one more with the same position, and one that is no puzzle.
fn lines() -> String {
    let puzzle = |id: &str, hands: [&str; 2]| json!({"id": id, "hands": hands, "name": HOSTILE, "source": HOSTILE});
    let bad = json!({"id": HOSTILE, "hands": ["3", "4"], (HOSTILE): 1});
    format!("{}\n{}\n{bad}\n", puzzle(HOSTILE, ["33", "4"]), puzzle("b", ["55", "6"]))
}

#[test]
fn results_of_a_batch() {
    for format in ["text", "markdown", "csv"] {
        let found = run(program().args(["batch", "-", "--format", format, "--threads", "1"]).write_stdin(lines()));
        assert_eq!(found.code, Some(2), "{}", found.transcript());
        assert_shown(&found, format);
    }
    let groups = run(program().args(["batch", "-", "--dedupe-report"]).write_stdin(lines()));
    assert_shown(&groups, "groups");
}

/// JSON has escapes of its own, and a program gets the text as it was.
#[test]
fn records_keep_the_text() {
    let found = run(program().args(["batch", "-", "--format", "jsonl", "-q", "--threads", "1"]).write_stdin(lines()));
    let records: Vec<serde_json::Value> =
        found.stdout.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!((&records[0]["id"], &records[0]["name"]), (&HOSTILE.into(), &HOSTILE.into()));
    assert_eq!(records[1]["same_as"], HOSTILE);
    assert!(records[2]["error"].as_str().expect("an error").contains("a\u{1b}[2J"), "{}", records[2]);
}

#[test]
fn ordinary_text_is_as_it_was() {
    let name = "残局　第 1 关 é 👨‍👩‍👧";
    let line = json!({"id": name, "hands": ["33", "4"], "name": name});
    for format in ["text", "markdown", "csv"] {
        let found = run(program().args(["batch", "-", "--format", format]).write_stdin(line.to_string()));
        assert_eq!(found.stdout.matches(name).count(), 2, "{}", found.transcript());
    }
}

/// A name with quotes does not look like what follows a name.
#[test]
fn a_name_stays_within_its_quotes() {
    let line = json!({"id": "a", "hands": ["33", "4"], "expect": "loss", "name": "x\"  ok  \"\\"});
    let found = run(program().args(["batch", "-"]).write_stdin(line.to_string()));
    assert!(found.stdout.contains(r#"  "x\"  ok  \"\\"  expected loss"#), "{}", found.stdout);
}

/// `solve` takes hands, `batch` and `grade` take files: whoever mixes them up is told where a position goes.
#[test]
fn hands_where_a_file_belongs_are_explained() {
    for (language, expected) in [("en", "these are cards, and no file: write"), ("zh", "这是牌，没有这个文件：")]
    {
        for command in ["batch", "grade"] {
            let found = run(program().args([command, "346999Q2", "34JAAD", "--lang", language]));
            assert_eq!(found.code, Some(2), "{}", found.transcript());
            assert_eq!(found.stdout.matches(expected).count(), 2, "{}", found.transcript());
        }
    }
    let blank = run(program().args(["batch", " "]));
    assert!(blank.stdout.contains("can't read it"), "{}", blank.transcript());
}

/// What can't be read is reported, whatever the pattern says: nobody knows which puzzles are in there.
#[test]
fn a_path_that_cannot_be_read_is_not_filtered() {
    let root = directory(&[("good.ddz", b"33 | 4\n55 | 6\n"), ("other.ddz", b"7 | 8\n9 | ?\n")]);
    let batch = |more: &[&str]| {
        let paths = ["batch", "good.ddz", "missing.ddz", "other.ddz", "--only", "good*"];
        run(program().current_dir(root.path()).args(paths).args(more))
    };
    for format in ["text", "csv", "markdown", "jsonl"] {
        let found = batch(&["--format", format]);
        assert_eq!(found.code, Some(2), "{}", found.transcript());
        assert!(found.stdout.contains("missing.ddz") && found.stdout.contains("can't read it"), "{}", found.stdout);
        assert!(!found.stdout.contains("other.ddz"), "{}", found.stdout);
    }
    let groups = batch(&["--dedupe-report"]);
    assert_eq!(groups.code, Some(2), "{}", groups.transcript());
    assert!(groups.stderr.starts_with("error: missing.ddz: can't read it"), "{}", groups.stderr);
    // It can be opened, but not read.
    if cfg!(target_os = "linux") {
        let broken = batch(&["/proc/self/mem", "--format", "jsonl"]);
        assert!(broken.code == Some(2) && broken.stdout.contains("can't read on"), "{}", broken.transcript());
    }
    // It is no match: a pattern that matches nothing is still mistyped.
    let nothing = run(program().current_dir(root.path()).args(["batch", "missing.ddz", "--only", "good*"]));
    assert!(nothing.stderr.contains("matches no puzzle"), "{}", nothing.stderr);
}

/// The pack that a page of results is broken down by, and the slowest puzzles.
#[cfg(unix)]
#[test]
fn names_of_files() {
    let names = [format!("{HOSTILE}.ddz"), format!("{HOSTILE}.2.ddz")];
    let root = directory(&[(&names[0], b"33 | 4\n55 | ?\n"), (&names[1], b"6 | 7\n"), ("empty\u{1b}[2J.ddz", b"")]);
    for format in ["text", "markdown", "csv"] {
        let found = run(program().current_dir(root.path()).args(["batch", ".", "--format", format]));
        assert_eq!(found.code, Some(2), "{}", found.transcript());
        assert_shown(&found, format);
        assert!(found.stderr.contains(&format!("slowest: {SHOWN}")), "{}", found.stderr);
    }
    let pack = &names[0];
    let proof = format!("{HOSTILE}.proof");
    let in_root = |arguments: &[&str]| run(program().current_dir(root.path()).args(arguments));
    assert_shown(&in_root(&["solve", &format!("{pack}:2")]), "a bad line of a file");
    assert_shown(&in_root(&["solve", &format!("{pack}:9")]), "a line that is not there");
    assert_shown(&in_root(&["solve", "3", "4", "--output", &format!("no/{HOSTILE}")]), "an output");
    assert_shown(&in_root(&["explain", "3", "4", "--output", &format!("no/{HOSTILE}")]), "a page");
    assert_shown(&in_root(&["batch", ".", "--journal", &format!("no/{HOSTILE}")]), "a journal");
    assert_eq!(in_root(&["solve", "346999Q2", "34JAAD", "--proof", &proof]).code, Some(0));
    assert_shown(&in_root(&["verify", &proof]), "a certificate");
    assert_shown(&in_root(&["verify", &proof, "--hands", "3", "4"]), "a certificate of another position");
    assert_shown(&in_root(&["verify", pack]), "no certificate");
    let claim = format!("canju certificate 4\nrules {}\nhands 3 4\n\n", HOSTILE.replace(['\r', '\n'], ""));
    std::fs::write(root.path().join("b.proof"), claim).expect("a file");
    let failing = in_root(&["verify", "b.proof"]);
    assert!(failing.stdout.contains(r"\u{1b}[2J\u{9b}31m"), "{}", failing.transcript());
    assert_plain(&failing.stdout, "a header");
    let undecided =
        in_root(&["solve", HARD[0], HARD[1], "--rules", "huanle,packs=2", "--node-limit", "1", "--proof", &proof]);
    assert_shown(&undecided, "a certificate that is not written");
}

/// A name that is not UTF-8 has a sign of its own there, and the rest of it is treated as any other.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let root = TempDir::new().expect("a directory");
    let name = OsStr::from_bytes(b"a\xff\x1b[2J\nforged:1 win.ddz");
    std::fs::write(root.path().join(name), "33 | 4\n5 | ?\n").expect("a file");
    for arguments in [["batch", "."], ["verify", "."], ["batch", "--only=*"], ["solve", "--last"]] {
        let found = run(program().current_dir(root.path()).args(arguments).arg(name));
        assert_plain(&found.stdout, arguments[0]);
        assert_plain(&found.stderr, arguments[0]);
        assert_ne!(found.code, None);
        if arguments[0] != "solve" {
            assert!(found.transcript().contains("a\u{fffd}\\u{1b}[2J\\u{a}forged"), "{}", found.transcript());
        }
    }
}

/// clap quotes arguments, and so do the parsers of values.
#[test]
fn command_lines() {
    for arguments in [
        &[HOSTILE][..],
        &["solve", "3", "4", "5", HOSTILE],
        &["solve", "3", "4", &format!("--{HOSTILE}")],
        &["solve", "3", "4", "--rules", HOSTILE],
        &["solve", "3", "4", "--rules", &format!("huanle,+{HOSTILE}")],
        &["solve", "3", "4", "--memory", HOSTILE],
        &["solve", "3", "4", "--time-limit", HOSTILE],
        &["solve", "3", "4", "--format", HOSTILE],
        &["solve", "3", "4", "--last", &format!("333444555666:{HOSTILE}")],
        &["play", HOSTILE],
        &["moves", "3", "--deck", HOSTILE],
        &["man", HOSTILE],
        &["batch", "puzzles", "--only", HOSTILE],
    ] {
        let found = canju(arguments);
        assert_eq!(found.code, Some(2), "{}", found.transcript());
        assert_shown(&found, arguments.last().expect("an argument"));
        assert_eq!(found.stderr.matches("error: ").count(), 1, "{}", found.stderr);
    }
    // Of a single sign.
    let card = canju(["solve", "3\u{1b}", "4"]);
    assert!(card.stderr.starts_with(r"error: hand 1: column 2: unknown card `\u{1b}`"), "{}", card.stderr);
}

#[test]
fn a_game() {
    let name = HOSTILE.replace('\r', "\\r").replace('\n', "\\n");
    let pack = format!("3 | 4 | name=\"{name}\"\n55 | 6 | name=\"{name}\"\n7 | ?\n");
    let file = if cfg!(unix) { format!("{HOSTILE}.ddz") } else { "a.ddz".to_owned() };
    let root = directory(&[(&file, pack.as_bytes())]);
    let script = "levels\n3\nlevel \u{1b}[2J\nsave no\u{1b}[2J/x\nsave b\u{1b}[2J\u{2028}c\nload \u{1b}[2J\nsing\u{1b}[2J\u{202e}\n";
    let mut command = program();
    let command = command.current_dir(root.path()).args(["play", &file, "--no-progress"]).write_stdin(script);
    let found = run(command);
    assert_eq!(found.code, Some(2), "{}", found.transcript());
    assert_shown(&found, "play");
    let heading = format!("Level 1 of 2: {SHOWN}\n");
    assert!(found.stdout.contains(&heading), "{}", found.stdout);
    assert!(!cfg!(unix) || found.stdout.contains("saved to b\\u{1b}[2J\\u{2028}c\n"), "{}", found.stdout);
}

/// A cell that a spreadsheet would take for a formula is text.
#[test]
fn formulas_in_cells() {
    let names = ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "＝1", "a=1", "'=1"];
    let lines: String =
        names.iter().map(|name| json!({"id": name, "hands": ["33", "4"], "name": name}).to_string() + "\n").collect();
    let found = run(program().args(["batch", "-", "--format", "csv", "-q"]).write_stdin(lines + "{\"id\":\"=2\"}\n"));
    let cells: Vec<Vec<&str>> = found.stdout.lines().map(|line| line.split(',').collect()).collect();
    let column = |name| cells[0].iter().position(|&cell| cell == name).expect("a column");
    let ids: Vec<&str> = cells[1..].iter().map(|row| row[0]).collect();
    let guarded = ["'=1+1", "'+1", "'-1", "'@sum", r"'\u{9}=1", r"'\u{d}=1", "'＝1", "a=1", "'=1"];
    assert_eq!(ids[..9], guarded);
    assert_eq!((ids[9], cells[1][column("name")], cells[2][column("same_as")]), ("'=2", "'=1+1", "'=1+1"));
    // A number stays one.
    assert!(cells[1][column("nodes")].parse::<u64>().is_ok());
}
