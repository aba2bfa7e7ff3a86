//! The pack format: what each part of a line means.

use crate::commands::program::{directory, program, run};
use canju::puzzle::{Expectation, MAX_LINE, Puzzle, PuzzleError, PuzzleErrorKind, read};
use canju::rules::{Move, Ruleset, StakesError, parse_cards, parse_move};
use canju::{TextErrorKind, Verdict};
use canju_testing::budget::share;

pub fn puzzles(text: &str) -> Vec<Result<Puzzle, PuzzleError>> {
    read(text.as_bytes(), "pack", Ruleset::default()).collect()
}

pub fn puzzle(line: &str) -> Puzzle {
    let mut found = puzzles(line);
    assert_eq!(found.len(), 1, "{line}");
    found.remove(0).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn the_documented_example() {
    let found: Vec<Puzzle> = puzzles(
        "# comment
@rules huanle,-trio_pair          # defaults for the lines below
33334567TTAAAA | DXJJ999 | expect=loss name=\"WeChat classic\" source=\"xavierchow/doudizhuPuzzle\"
2Q999643 | DAAJ43 | expect=win best=3999
K5 | Q44 | last=J expect=win
345 | 678 | 9TJ                    # three hands: landlord, then the two farmers in playing order
",
    )
    .into_iter()
    .collect::<Result<_, _>>()
    .expect("four puzzles");
    let lines: Vec<String> = found.iter().map(Puzzle::to_string).collect();
    assert_eq!(
        lines,
        [
            "33334567TTAAAA | 999JJXD | rules=huanle,-trio_pair expect=loss name=\"WeChat classic\" \
             source=\"xavierchow/doudizhuPuzzle\"",
            "346999Q2 | 34JAAD | rules=huanle,-trio_pair expect=win best=3999",
            "5K | 44Q | rules=huanle,-trio_pair last=J expect=win",
            "345 | 678 | 9TJ | rules=huanle,-trio_pair",
        ]
    );
    let ids: Vec<&str> = found.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids, ["pack:3", "pack:4", "pack:5", "pack:6"]);
    assert_eq!(found[3].position.hands().len(), 3);
}

#[test]
fn attributes_in_any_order_quoted_or_not() {
    let rules: Ruleset = "rlcard,-bomb".parse().expect("rules");
    let found =
        puzzle(r##" 5 K|4,4 Q |  source=a/b best="k" rules="rlcard, -bomb" name="say \"#|\" \\ \t" last=J # last=Q"##);
    assert_eq!(*found.position.rules(), rules);
    assert_eq!(found.position.turn().combo(), parse_move("J", &rules).ok().and_then(Move::combo));
    let best = parse_move("K", &rules).ok();
    // A best move wins: that is an expectation of its own.
    assert_eq!(found.expected, Expectation::of(Verdict::Win, best));
    assert_eq!(found.name.as_deref(), Some("say \"#|\" \\ \t"));
    assert_eq!(found.source.as_deref(), Some("a/b"));
    assert_eq!(found.position.hands(), [parse_cards("5K"), parse_cards("44Q")].map(Result::unwrap));
}

#[test]
fn a_best_move_may_be_pass() {
    let found = puzzle("5K | 44Q | last=J best=pass");
    assert_eq!(found.expected.and_then(Expectation::best), Some(Move::Pass));
}

#[test]
fn an_ambiguous_last_names_its_reading() {
    let found = puzzle("34 | 56 | last=777888999TTT:trio_solo_chain@8");
    assert_eq!(found.to_string(), "34 | 56 | rules=huanle last=777888999TTT:trio_solo_chain@8");
}

#[test]
fn rules_that_cannot_be_read_are_not_replaced_by_others() {
    let found = puzzles("@rules huanle\n33 | 4\n@rules nonsense\n33 | 4\n33 | 4 | rules=rlcard\n@rules pagat\n33 | 4");
    let found: Vec<_> = found.into_iter().map(|item| item.map(|puzzle| puzzle.position.rules().to_string())).collect();
    assert_eq!(found[0].as_deref().ok(), Some("huanle"));
    let kind = &found[1].as_ref().expect_err("no rules").kind;
    assert!(matches!(kind, PuzzleErrorKind::Text(TextErrorKind::Rules(_))), "{kind:?}");
    assert!(matches!(found[1], Err(PuzzleError { line: 3, column: 8, .. })));
    assert!(matches!(
        found[2],
        Err(PuzzleError { line: 4, kind: PuzzleErrorKind::NoDefaults { line: 3, word: "rules" }, .. })
    ));
    assert_eq!(found[3].as_deref().ok(), Some("rlcard"));
    assert_eq!(found[4].as_deref().ok(), Some("pagat"));
}

#[test]
fn points_are_a_directive_or_an_attribute() {
    let lines = [
        "@scoring huanle",
        "33 | 4",
        "@stake 3",
        "33 | 4 | expect=+3",
        "33 | 4 | scoring=win",
        "33 | 4 | 5 | moves_made=1,0,0 stake=2",
        "@scoring nonsense",
        "33 | 4",
        "33 | 4 | scoring=douzero",
        "@stake 0",
        "33 | 4 | scoring=douzero",
        "33 | 4 | scoring=win",
        "@scoring pagat",
        "@stake 5",
        "33 | 4",
    ];
    let found: Vec<_> =
        puzzles(&lines.join("\n")).into_iter().map(|item| item.map(|puzzle| puzzle.to_string())).collect();
    let text = |number: usize| found[number].as_ref().map_err(|error| error.kind.clone());
    assert_eq!(text(0).expect("a puzzle"), "33 | 4 | rules=huanle scoring=huanle");
    assert_eq!(text(1).expect("a puzzle"), "33 | 4 | rules=huanle scoring=huanle stake=3 expect=+3");
    assert_eq!(text(2).expect("a puzzle"), "33 | 4 | rules=huanle");
    assert_eq!(text(3).expect("a puzzle"), "33 | 4 | 5 | rules=huanle scoring=huanle stake=2 moves_made=1,0,0");
    assert!(matches!(text(4), Err(PuzzleErrorKind::Text(TextErrorKind::Stakes(StakesError::UnknownScoring(_))))));
    assert_eq!(text(5), Err(PuzzleErrorKind::NoDefaults { line: 7, word: "scoring" }));
    assert_eq!(text(6).expect("a puzzle"), "33 | 4 | rules=huanle scoring=douzero stake=3");
    assert!(matches!(text(7), Err(PuzzleErrorKind::Text(TextErrorKind::Stakes(StakesError::Stake(_))))));
    assert_eq!(text(8), Err(PuzzleErrorKind::NoDefaults { line: 10, word: "stake" }));
    assert_eq!(text(9).expect("no stake is needed"), "33 | 4 | rules=huanle");
    assert_eq!(text(10).expect("a puzzle"), "33 | 4 | rules=huanle scoring=pagat stake=5");
    assert_eq!(found.len(), 11);
}

/// Cut anywhere, with each part's first line said, an input has the ids and the messages that it has in one piece.
#[test]
fn a_part_of_a_larger_input_says_where_it_begins() {
    let lines =
        ["33 | 4", "", "33 | 5?", "# comment", "{\"hands\":[\"33\",\"5\"]}", "{\"id\":\"own\",\"hands\":[]}", "33"];
    let texts = |found: Vec<Result<Puzzle, PuzzleError>>| -> Vec<String> {
        found.into_iter().map(|item| item.map_or_else(|e| format!("{} {e}", e.id), |puzzle| puzzle.id)).collect()
    };
    let whole = texts(puzzles(&lines.join("\n")));
    assert_eq!(whole.len(), 5);
    for cut in 0..=lines.len() {
        let (first, second) = lines.split_at(cut);
        let mut parts = texts(puzzles(&first.join("\n")));
        parts.extend(texts(puzzles(&format!("@line {}\n{}", cut + 1, second.join("\n")))));
        assert_eq!(parts, whole);
        // In one stream: the later one counts, whether it counts on or back.
        let both = format!("@line 1000 # all\n@line 1\n{}\n@line {}\n{}", first.join("\n"), cut + 1, second.join("\n"));
        assert_eq!(texts(puzzles(&both)), whole);
    }
    let last = texts(puzzles(&format!("@line {}\n33 | 4\n33 | 4", u64::MAX)));
    assert_eq!(last, [format!("pack:{}", u64::MAX), "pack:0".to_owned()]);
    for wrong in ["@line", "@line x", "@line -1", "@line 1 2", "@line 18446744073709551616"] {
        let found = puzzles(&format!("\n{wrong}\n33 | 4"));
        assert!(matches!(found[0], Err(PuzzleError { line: 2, kind: PuzzleErrorKind::LineNumber(_), .. })), "{wrong}");
        assert_eq!(found[1].as_ref().map(|puzzle| puzzle.id.as_str()), Ok("pack:3"));
    }
}

#[test]
fn columns_are_in_characters() {
    let column = |line| puzzles(line)[0].as_ref().expect_err("an error").column;
    assert_eq!(column("大王 3 | 小王 ? | name=\"残局\""), 11);
    assert_eq!(column("3 | 4 | name=\"残局\" lost=5"), 19);
    assert_eq!(column("3 | 4 | rules=huanle,-trio,-foo"), 28);
    assert_eq!(column("3 | 4 | last=\"5 5 ?\""), 19);
    assert_eq!(column("3 | 4 | last=555444:bomb"), 21);
    assert_eq!(column("\u{feff}3?"), 1);
    // What is missing is missed where the line ends.
    assert_eq!((column("@line"), column("@line #"), column("@rules"), column("@rules  ")), (6, 7, 7, 9));
}

#[test]
fn lines_end_as_on_any_system_and_bytes_before_the_first_do_not_matter() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["\u{feff}33 | 4", "", "# comment", "33 | 5?", "{\"hands\":[\"33\",\"5\"]}"].join(end);
        let place = |item: Result<Puzzle, PuzzleError>| {
            item.map_or_else(|error| format!("{}, column {}", error.id, error.column), |puzzle| puzzle.id)
        };
        let places = |text: &str| puzzles(text).into_iter().map(place).collect::<Vec<_>>();
        let expected = ["pack:1", "pack:4, column 7", "pack:5"];
        assert_eq!(places(&text), expected, "{end:?}");
        assert_eq!(places(&(text + end)), expected, "{end:?}");
    }
}

/// Two puzzles were read as one of three hands, and called a win.
#[test]
fn puzzles_whose_lines_end_with_cr_are_not_one() {
    let root = directory(&[("cr.ddz", b"3 | 4\r5 | 6\r")]);
    let canju = |arguments: &[&str]| run(program().current_dir(root.path()).args(arguments));
    let refused = canju(&["solve", "cr.ddz"]);
    assert_eq!(refused.code, Some(2), "{}", refused.transcript());
    assert!(refused.stderr.contains("name the line of one, as cr.ddz:1 or cr.ddz:2"), "{}", refused.stderr);
    let found = canju(&["batch", "cr.ddz", "--format", "jsonl", "-q"]);
    let hands = [r#""hands":["3","4"]"#, r#""hands":["5","6"]"#];
    assert!(found.stdout.lines().zip(hands).all(|(record, hands)| record.contains(hands)), "{}", found.transcript());
    assert_eq!((found.code, found.stdout.lines().count()), (Some(0), 2), "{}", found.transcript());
    assert!("3 | 4\r5 | 6".parse::<Puzzle>().is_err());
}

/// Constant memory: what is too long is skipped, not held.
#[test]
fn a_very_long_line_is_an_error_and_the_next_goes_on() {
    use std::io::{BufReader, Read};
    let endless = std::io::repeat(b'3').take((share(100, 10) as u64) << 20).chain(&b"\n33 | 4\n"[..]);
    let found: Vec<_> = read(BufReader::new(endless), "pack", Ruleset::default()).collect();
    assert!(matches!(found[0], Err(PuzzleError { line: 1, kind: PuzzleErrorKind::TooLong(MAX_LINE), .. })));
    assert_eq!(found[1].as_ref().map(|puzzle| puzzle.id.as_str()), Ok("pack:2"));
    assert_eq!(found.len(), 2);
}

#[test]
fn an_input_that_breaks_off_is_an_error_and_the_end() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("cable cut"))
        }
    }
    let input = std::io::BufReader::new(std::io::Read::chain(&b"33 | 4\n33 |"[..], Broken));
    let found: Vec<_> = read(input, "pack", Ruleset::default()).collect();
    assert_eq!(found.len(), 2);
    assert!(found[0].is_ok());
    assert!(
        matches!(&found[1], Err(PuzzleError { kind: PuzzleErrorKind::Read(why), .. }) if why.to_string() == "cable cut")
    );
}

#[test]
fn a_puzzle_from_its_text() {
    for text in [
        "5K | 44Q | rules=huanle",
        "345 | 678 | 9TJ | rules=rlcard expect=loss name=\"a b\"",
        "K | 4 | rules=huanle last=J",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        assert_eq!((puzzle.to_string().as_str(), puzzle.id.as_str()), (text, ""));
        assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    }
    let json: Puzzle = r#"{"id":"a1","hands":["K5","Q44"]}"#.parse().unwrap();
    assert_eq!(json.id, "a1");
    for (text, message) in [
        ("", "line 1, column 1: expected one puzzle on one line"),
        ("# a comment", "line 1, column 1: expected one puzzle on one line"),
        ("5K | 44Q\n5K | 44Q", "line 1, column 1: expected one puzzle on one line"),
        ("5K | 4?Q", "line 1, column 7: unknown card `?`"),
    ] {
        let error = text.parse::<Puzzle>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}
