//! Every class of bad input is refused with the token, its column, the cure and exit code 2. Nothing panics.

use crate::commands::english_words::english;
use crate::commands::program::{canju, directory, program, run};

/// What the program says to each of these command lines, which it refuses. In Chinese it refuses them as well, without English words.
fn refusals(lines: &[&[&str]]) -> String {
    let refusal = |arguments: &&[&str]| {
        let found = canju(*arguments);
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", found.stderr);
        // One style, whoever refuses.
        assert!(found.stderr.starts_with("error: ") && !found.stderr.contains("panicked"), "{}", found.stderr);
        let chinese = canju([arguments, &["--lang", "zh"][..]].concat());
        assert_eq!((chinese.code, chinese.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", chinese.stderr);
        assert_eq!(english(&chinese.stderr), Vec::<String>::new(), "{arguments:?}: {}", chinese.stderr);
        format!("$ canju {}\n{}", arguments.iter().map(|word| shown(word)).collect::<Vec<_>>().join(" "), found.stderr)
    };
    lines.iter().map(refusal).collect::<Vec<_>>().join("\n")
}

/// A word as one would type it.
fn shown(word: &str) -> String {
    if word.is_empty() || word.contains(' ') { format!("'{word}'") } else { word.to_owned() }
}

#[test]
fn unknown_character() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34Z6C8", "55"],
        &["solve", "34", "5 一 5"],
        &["solve", "34", "♠️5 ７ １"],
    ]));
}

#[test]
fn fifth_card_of_a_rank() {
    insta::assert_snapshot!(refusals(&[&["solve", "777", "5577"],]));
}

#[test]
fn third_joker() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "3XD", "4X"],
        &["solve", "3XXD", "4X", "--rules", "huanle,packs=2"],
    ]));
}

#[test]
fn empty_hand() {
    insta::assert_snapshot!(refusals(&[&["solve", "34", " "], &["moves", ""],]));
}

#[test]
fn last_that_is_no_combination() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34", "56", "--last", "78"],
        &["solve", "34", "56", "--last", "7?"],
        &["solve", "34", "56", "--last", ""],
        &["solve", "34", "56", "--last", "pass"],
    ]));
}

#[test]
fn last_that_leaves_its_reading_open() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34", "56", "--last", "777888999TTT"],
        &["solve", "34", "56", "--last", "777888999TTT:bomb"],
    ]));
}

#[test]
fn last_that_cannot_have_been_held() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "345", "567", "--last", "5555"],
        &["moves", "345", "--after", "5555"],
    ]));
}

#[test]
fn unknown_rule() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34", "56", "--rules", "chess"],
        &["solve", "34", "56", "--rules", "huanle,-castling"],
        &["solve", "34", "56", "--rules", "huanle,packs=3"],
        &["solve", "34", "56", "--rules", "huanle,-solo"],
        // Nearly right.
        &["solve", "34", "56", "--rules", "haunle"],
        &["solve", "34", "56", "--rules", "huanle,-triopair"],
        &["solve", "34", "56", "--rules", "huanle,trio_pair"],
        &["solve", "34", "56", "--rules", "huanle,+both_joker_as_kickers"],
        &["solve", "34", "56", "--rules", "huanle,pack=2"],
        &["verify", "a.proof", "--hands", "3", "4", "--rules", "botzon"],
    ]));
}

#[test]
fn cards_with_two_readings() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "03 04 05", "55"],
        &["solve", "34", "5BJJ"],
        &["solve", "34", "56", "--last", "07"],
    ]));
}

#[test]
fn hands_that_the_shell_takes_apart() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "3", "4", "5", "6", "7"],
        &["play", "3", "4", "5", "6"],
        &["moves", "3", "3", "4"],
        // Nothing to quote here.
        &["deals", "3"],
        &["solve", "3", "4", "--frist"],
    ]));
}

#[test]
fn usage() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34"],
        &["solve", "34", "56", "--time-limit", "soon"],
        &["solve", "34", "56", "--memory", "much"],
        &["moves", "34", "--deck", "1"],
        &["perft", "34", "56", "--depth", "0"],
    ]));
}

#[test]
fn unknown_command() {
    insta::assert_snapshot!(refusals(&[&["slove", "34", "56"], &["man", "slove"], &["man", "sing"]]));
}

#[test]
fn a_pattern_that_matches_nothing() {
    let missed = ["batch", "puzzles", "--only", "circulated.ddz:4"];
    let refused = |more: &[&'static str]| refusals(&[&[&missed[..], more].concat()]);
    insta::assert_snapshot!(refused(&[]));
    for more in [&["--exit-zero"][..], &["--quiet"], &["--max-cards", "1"]] {
        assert!(refused(more).ends_with("and * stands for anything\n"), "{more:?}");
    }
    let found = canju([&missed[..], &["--dedupe-report"]].concat());
    assert_eq!((found.code, found.stderr.lines().last().map(|line| &line[..7])), (Some(2), Some("error: ")));
    // The pattern matches; that there is nothing to solve has another reason.
    assert_eq!(canju(["batch", "puzzles", "--only", "*circulated.ddz:4", "--max-cards", "1"]).code, Some(0));
    let nothing = run(program().args(["batch", "-", "--only", "*"]).write_stdin(""));
    assert_eq!(nothing.code, Some(2));
}

#[test]
fn output_that_cannot_be_written() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34", "56", "--output", "no-such-directory/result.json"],
        &["batch", "puzzles", "--output", "no-such-directory/result.json"],
    ]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    insta::assert_snapshot!(refusals(&[
        &["solve", "34", "56", "--output", "/dev/full"],
        &["moves", "34", "--output", "/dev/full"],
        &["batch", "puzzles", "--format", "csv", "--output", "/dev/full"],
    ]));
}

/// How much the machine has is not for a snapshot.
#[test]
fn more_memory_than_the_machine_has() {
    let found = canju(["solve", "34", "56", "--memory", "1000PiB"]);
    assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""));
    let start = "error: --memory 1000.0 PiB: this machine has ";
    assert!(found.stderr.starts_with(start) && found.stderr.ends_with(" ask for less\n"), "{}", found.stderr);
}

/// A pack with each kind of bad line, and good lines among them.
pub(crate) fn bad_lines() -> Vec<u8> {
    let mut pack = b"\
34 | 5?6
7777 | 77
34XD | X
34 |
34
3|4|5|6
34 | 56 | last=78
34 | 56 | last=5555
34 | 56 | last=777888999TTT
34 | 56 | last=pass
34 | 56 | best=5
34 | 56 | best=35
34 | 56 | expect=loss best=3
34 | 56 | expect=draw
34 | 56 | rules=chess
34 | 56 | rules=huanle,-castling
34 | 56 | cost=3
34 | 56 | expect=win,best=3
34 | 56 | name=two words
34 | 56 | name=
34 | 56 | name=\"open
34 | 56 | name=\"a\"b
34 | 56 | name=\"\\a\"
34 | 56 | source=issue#2
34 | 56 | last=4 last=4
34 | 56 | expect=win | name=a
[\"34\",\"56\"]
{\"hands\":[\"34\",\"56\"]
{\"hands\":[\"34\",56]}
{\"hands\":\"34\"}
{\"id\":\"mine\",\"hands\":[\"34\",\"5?6\"]}
{\"last\":\"4\"}
33 | 4
@deck 2
33 | 4
"
    .to_vec();
    pack.extend(b"34 | \xE4\xBD\xA0\xFF\n@rules checkers\n33 | 4\n33 | 4 | rules=huanle\n");
    pack
}

#[test]
fn lines_of_a_pack() {
    let root = directory(&[("bad.ddz", &bad_lines())]);
    let found = run(program().current_dir(root.path()).args(["batch", "bad.ddz", "--threads", "1", "--quiet"]));
    assert_eq!(found.code, Some(2));
    crate::commands::program::redacted(|| insta::assert_snapshot!(found.transcript()));
}
