//! Saved games wherever puzzles are read: a puzzle with `@human` and `@moves` below it stands for the position after the moves.

use crate::commands::program::{directory, program, redacted, run};
use canju::puzzle::{Humans, PuzzleErrorKind, read, read_games, read_live};
use canju::rules::Ruleset;
use std::cell::Cell;
use std::io::{self, BufReader, Read};
use std::rc::Rc;

const GAMES: &str = "\
# two games and a puzzle\n\
346999Q2 | 34JAAD | expect=win best=3999 name=\"level 1\"\n\
\n\
@human second\n\
@moves 3999 pass   # the slip\n\
@moves 4 J\n\
K5 | 44Q\n\
33 | 4 | 5 | turn=2 last=3\n\
@moves pass 5\n";

fn texts(text: &str) -> Vec<String> {
    read(text.as_bytes(), "pack", Ruleset::default())
        .map(|item| item.map_or_else(|error| error.to_string(), |puzzle| format!("{} {puzzle}", puzzle.id)))
        .collect()
}

#[test]
fn the_puzzle_is_the_position_after_the_moves() {
    // What was expected at the start is not expected any more; name and id stay.
    assert_eq!(
        texts(GAMES),
        [
            "pack:2 6Q2 | 34AAD | rules=huanle last=J name=\"level 1\"",
            "pack:7 5K | 44Q | rules=huanle",
            "line 8, column 1: the game is over after its 2 moves: there is nothing to solve",
        ]
    );
    let games: Vec<_> = read_games(GAMES.as_bytes(), "pack", Ruleset::default()).map(Result::unwrap).collect();
    let seen: Vec<_> = games.iter().map(|game| (game.line, game.humans, game.moves.len())).collect();
    assert_eq!(seen, [(2, Some(Humans::Second), 4), (7, None, 0), (8, None, 2)]);
    assert_eq!(games[0].start.expected.map(|expected| expected.verdict().name()), Some("win"));
}

#[test]
fn a_pass_leaves_the_owner_of_the_trick() {
    assert_eq!(texts("5K | 34 | 6J\n@moves 5 pass"), ["pack:1 K | 34 | 6J | rules=huanle turn=3 last=5 by=1"]);
    assert_eq!(texts("5K | 34 | 67\n@moves 5 pass 6 pass"), ["pack:1 K | 34 | 7 | rules=huanle turn=2 last=6 by=3"]);
    assert_eq!(texts("5K | 34 | 6J\n@moves 5 pass pass"), ["pack:1 K | 34 | 6J | rules=huanle"]);
    // A game that starts in mid trick.
    assert_eq!(
        texts("5K | 34 | 6J | turn=2 last=333444:trio_chain by=3\n@moves pass"),
        ["pack:1 5K | 34 | 6J | rules=huanle turn=3"]
    );
}

#[test]
fn what_is_wrong_with_a_game() {
    assert_eq!(
        texts("34 | 56\n@moves 3 4\n@moves 5\nK5 | 44Q\n@human nobody"),
        [
            "line 2, column 10: move 2 (second): `4` is not in the hand",
            "line 5, column 8: `nobody` is not a side: expected first, second, both or none",
        ]
    );
    assert_eq!(
        texts("@moves 3\n34 | 56"),
        [
            "line 1, column 1: `@moves` belongs right below its puzzle, and there is none above",
            "pack:2 34 | 56 | rules=huanle",
        ]
    );
    // The directives of a line that can't be read say nothing more.
    assert_eq!(texts("34 | 5?\n@moves 3\n@human first\n34 | 56").len(), 2);
    let error = read(&b"{\"id\":\"mine\",\"hands\":[\"34\",\"56\"]}\n@moves 7"[..], "pack", Ruleset::default());
    assert_eq!(error.map(|item| item.unwrap_err().id).collect::<Vec<_>>(), ["mine"]);
}

#[test]
fn a_json_line_with_moves_is_a_saved_game() {
    let line = |moves: &str| texts(&format!("{{\"hands\":[\"346999Q2\",\"34JAAD\"],\"moves\":{moves}}}"));
    for moves in [
        r#""3999 pass  4 J ""#,
        r#"["3999","pass","4","J"]"#,
        r#"["9 3 9 9"," pass","\u0034","J"]"#,
        r#"[{"ply":1,"move":"3999"},{"move":"pass","ply":2},{"ply":3,"move":"4","mark":"kept"},{"ply":4,"move":"J"}]"#,
    ] {
        assert_eq!(line(moves), ["pack:1 6Q2 | 34AAD | rules=huanle last=J"], "{moves}");
    }
    // A result record has the verdicts of first moves there, and `null` is nothing.
    for moves in ["[]", "null", r#"[{"move":"3999","verdict":"win"},{"move":"3","verdict":"loss"}]"#] {
        assert_eq!(line(moves), ["pack:1 346999Q2 | 34JAAD | rules=huanle"], "{moves}");
    }
    for (moves, error) in [
        (r#""3999 pass K""#, "line 1, column 51: move 3 (first): `K` is not in the hand"),
        (r#"["3999","pass","4","5"]"#, "line 1, column 60: move 4 (second): `5` is not in the hand"),
        (r#"["3999","4?"]"#, "line 1, column 50: move 2 (second): unknown card `?`"),
        (r#"["\u0033999","4?"]"#, "line 1, column 55: move 2 (second): unknown card `?`"),
        ("7", "line 1, column 40: not a JSON puzzle: `moves`: 7 is not a list of moves"),
        ("[7]", "line 1, column 41: not a JSON puzzle: `moves`: 7 is not a string"),
        (r#"[{"ply":1}]"#, "line 1, column 41: not a JSON puzzle: `moves`: {\"ply\":1} is not a list of moves"),
    ] {
        let found = line(moves);
        assert!(found.len() == 1 && found[0].starts_with(error), "{moves}: {found:?}");
    }
}

/// Gives a chunk for each read and counts them.
struct Chunks(Vec<&'static str>, Rc<Cell<usize>>);

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let chunk = if self.0.is_empty() { "" } else { self.0.remove(0) };
        self.1.set(self.1.get() + 1);
        buffer[..chunk.len()].copy_from_slice(chunk.as_bytes());
        Ok(chunk.len())
    }
}

/// Who writes a line and waits for its answer gets it before the next line; a game that comes in one piece is read as one.
#[test]
fn a_live_input_is_not_waited_for() {
    let reads = Rc::new(Cell::new(0));
    let chunks = vec!["K5 | 44Q\n", "34 | 56\n@moves 3 pass\n", "@moves 4\n", "5 | 6\n", "7"];
    let mut puzzles = read_live(BufReader::new(Chunks(chunks, reads.clone())), "-", Ruleset::default());
    let mut next = || puzzles.next().map(|item| (item.map(|puzzle| puzzle.to_string()), reads.get()));
    assert_eq!(next(), Some((Ok("5K | 44Q | rules=huanle".to_owned()), 1)));
    assert_eq!(next(), Some((Ok("4 | 56 | rules=huanle".to_owned()), 2)));
    let (late, reads_so_far) = next().expect("an error");
    assert!(matches!(late.unwrap_err().kind, PuzzleErrorKind::TooLate(word) if word == "moves"));
    assert_eq!(reads_so_far, 3);
    assert_eq!(next(), Some((Ok("5 | 6 | rules=huanle".to_owned()), 4)));
    assert!(next().is_some_and(|(item, _)| item.is_err()) && next().is_none());
}

/// A CR is the end of its line, whether or not an LF is there or comes later: it is not waited for, and it is not a line.
#[test]
fn a_live_input_is_not_waited_for_after_a_cr() {
    let reads = Rc::new(Cell::new(0));
    let chunks = vec!["3 | 4\r\n", "5 | 6\r", "\n7 | 8\r", "9T | J\r\n@moves 9\r\n", "Q |", " K\r", "\n", "?"];
    let mut puzzles = read_live(BufReader::new(Chunks(chunks, reads.clone())), "-", Ruleset::default());
    let mut next =
        || puzzles.next().map(|item| (item.map(|puzzle| (puzzle.id.clone(), puzzle.to_string())), reads.get()));
    for (id, text, reads) in [
        ("-:1", "3 | 4 | rules=huanle", 1),
        ("-:2", "5 | 6 | rules=huanle", 2),
        ("-:3", "7 | 8 | rules=huanle", 3),
        ("-:4", "T | J | rules=huanle turn=2 last=9", 4),
        ("-:6", "Q | K | rules=huanle", 6),
    ] {
        assert_eq!(next(), Some((Ok((id.to_owned(), text.to_owned())), reads)));
    }
    assert!(matches!(next(), Some((Err(error), _)) if error.line == 7));
}

#[test]
fn every_command_takes_a_saved_game() {
    let root = directory(&[("saved.game", b"346999Q2 | 34JAAD\n@human first\n@moves 3999 pass\n")]);
    let moves = |arguments: &[&str]| run(program().current_dir(root.path()).args(arguments)).stdout;
    for arguments in [&["solve", "saved.game", "--format", "json"][..], &["batch", "saved.game", "--format", "jsonl"]] {
        let record: serde_json::Value = serde_json::from_str(&moves(arguments)).expect("a record");
        assert_eq!(record["hands"], serde_json::json!(["46Q2", "34JAAD"]), "{arguments:?}");
    }
    assert!(
        moves(&["perft", "saved.game:1", "--depth", "1", "--format", "json"])
            .contains("\"hands\":[\"46Q2\",\"34JAAD\"]")
    );
    let piped = run(program().args(["batch", "-", "--format", "jsonl"]).write_stdin("34 | 56\n@moves 3 pass\n"));
    assert!(piped.stdout.contains("\"hands\":[\"4\",\"56\"]"), "{}", piped.transcript());
}

#[test]
fn one_puzzle_of_a_file() {
    let root =
        directory(&[("残局.ddz", GAMES.as_bytes()), ("one.ddz", b"# only one\n335 | 4A"), ("none.ddz", b"# none\n")]);
    let solve = |name: &str, more: &[&str]| run(program().current_dir(root.path()).args(["solve", name]).args(more));
    let found = |name| solve(name, &[]).transcript();
    redacted(|| {
        insta::assert_snapshot!("solve_line_of_a_file", found("残局.ddz:2"));
        insta::assert_snapshot!("solve_file_of_one", found("one.ddz"));
    });
    let refused = ["残局.ddz", "残局.ddz:3", "残局.ddz:8", "none.ddz", "missing.ddz:1", "346999Q2", "."].map(found);
    insta::assert_snapshot!("solve_no_puzzle_of_a_file", refused.join("\n"));
    assert_eq!(solve("one.ddz", &["--turn", "2"]).code, Some(2));
}
