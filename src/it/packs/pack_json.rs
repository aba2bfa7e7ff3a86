//! JSON lines: the input fields of a result record.

use crate::packs::pack_lines::{puzzle, puzzles};
use canju::puzzle::PuzzleErrorKind;
use canju::{TextErrorKind, Verdict};

#[test]
fn the_documented_example() {
    let found = puzzle(r#"{"id":"a1","hands":["KK5543","225543"],"last":null,"rules":"huanle"}"#);
    assert_eq!(found.id, "a1");
    assert_eq!(found.to_string(), "3455KK | 345522 | rules=huanle");
}

#[test]
fn a_result_record_can_be_fed_back() {
    let found = puzzle(
        r#"{"schema":"canju.result/1","id":"huanle/expert.ddz:12","hands":["346999Q2","34JAAD"],"last":null,"rules":"huanle",
        "verdict":"win","best":"4","winning_moves":["3999"],"line":["3999"],"nodes":643,"elapsed_ms":0.4,"memory_bytes":1,
        "threads":2,"reason":null,"expected":"win","ok":true,"expected_best":"3999","moves":[{"move":"3","verdict":"loss"}]}"#
            .replace('\n', "")
            .as_str(),
    );
    assert_eq!(found.id, "huanle/expert.ddz:12");
    // `best` is what was found, `expected_best` what is asked for.
    assert_eq!(found.to_string(), "346999Q2 | 34JAAD | rules=huanle expect=win best=3999");
}

#[test]
fn optional_and_lenient_fields() {
    let found =
        puzzle(r#" {"id":12,"hands":["5K","44Q"],"last":"J","expect":"loss","name":"\u6b8b\"局","source":"x"} "#);
    assert_eq!((found.id.as_str(), found.name.as_deref(), found.source.as_deref()), ("12", Some("残\"局"), Some("x")));
    assert_eq!(found.expected.map(|expected| expected.verdict()), Some(Verdict::Loss));
    assert_eq!(puzzle(r#"{"hands":["33","4"]}"#).id, "pack:1");
    assert_eq!(puzzle(r#"{"id":null,"hands":["33","4"],"rules":null,"expected":null}"#).id, "pack:1");
}

/// DouZero writes cards as integers; `20` and `30` are its black and its red joker.
#[test]
fn hands_as_douzeros_integers() {
    let found = puzzle(r#"{"hands":[[3, 4,5,6,7,8,9,10,11 ,12,13,14,17,20,30],[17,3,3],"10 J"]}"#);
    assert_eq!(found.to_string(), "3456789TJQKA2XD | 332 | TJ | rules=huanle");
    let error = |line: &str| puzzles(line)[0].as_ref().expect_err("an error").clone();
    for (line, column, token) in [
        (r#"{"hands":[[3,4],[17, 15,3]]}"#, 22, "15"),
        (r#"{"hands":[["三",2],[4]]}"#, 12, "\"三\""),
        (r#"{"hands":[[3.0],[4]]}"#, 12, "3.0"),
        (r#"{"hands":[[3,-3],[4]]}"#, 14, "-3"),
        (r#"{"hands":[[3,259],[4]]}"#, 14, "259"),
        (r#"{"name":"残局","hands":[[3,null],[4]]}"#, 26, "null"),
    ] {
        let found = error(line);
        assert_eq!((found.column, found.kind), (column, PuzzleErrorKind::Integer(token.to_owned())), "{line}");
    }
    let many = error(r#"{"hands":[[10,10],[3, 10,10 ,10]]}"#);
    assert_eq!(many.column, 30);
    assert!(matches!(many.kind, PuzzleErrorKind::Text(TextErrorKind::Cards(_))));
    assert_eq!(error(r#"{"hands":[[3],[]]}"#).column, 15);
    // Text is text: there 30 is a 3 and a ten.
    assert_eq!(puzzle(r#"{"hands":["30","4"]}"#).to_string(), "3T | 4 | rules=huanle");
    assert!(matches!(error(r#"{"hands":[3,[4]]}"#).kind, PuzzleErrorKind::Json(_)));
}

#[test]
fn errors_have_their_column_in_the_line_and_the_lines_own_id() {
    let error = |line: &str| puzzles(line)[0].as_ref().expect_err("an error").clone();
    let card = error(r#"{"id":"a1", "hands":["3大4", "5 ?"]}"#);
    assert_eq!((card.id.as_str(), card.column), ("a1", 32));
    assert!(matches!(card.kind, PuzzleErrorKind::Text(TextErrorKind::Cards(_))));
    // Where escapes stand in the way only the start is known.
    assert_eq!(error(r#"{"hands":["3","4\u0020?"]}"#).column, 16);
    assert_eq!(error(r#"{"hands":["3","4"],"last":"45"}"#).column, 28);
    assert_eq!(error(r#"{"hands":["3",4]}"#).column, 15);
    assert_eq!(error(r#"{"hands":["3"]}"#).kind, PuzzleErrorKind::Text(TextErrorKind::HandCount(1)));
    assert_eq!(error(r#"{"hands":["3","4"],"expected":"win","expect":"win"}"#).column, 31);
    for no_puzzle in ["{", "{}", r#"{"hands":3}"#, r#"{"hands":["3","4"]}x"#, r#"{"hands":["3","4"],"rules":{}}"#] {
        assert!(matches!(error(no_puzzle).kind, PuzzleErrorKind::Json(_)), "{no_puzzle}");
    }
}

#[test]
fn a_line_nested_beyond_reason_is_an_error_like_any_other() {
    let deep = format!("{{\"hands\":[\"3\",\"4\"],\"x\":{}", "[".repeat(500_000));
    assert!(puzzles(&deep)[0].is_err());
}

/// A field that is not known may be a misspelt one: `{"hands":[…],"to_move":2}` would be answered for the wrong player.
#[test]
fn unknown_fields() {
    let error = |field: &str| {
        let line = format!(r#"{{"id":"a1","hands":["34","56"],{field}}}"#);
        let error = puzzles(&line)[0].as_ref().expect_err("an error").clone();
        assert_eq!((error.id.as_str(), error.column), ("a1", line.find(field).unwrap() + field.find(':').unwrap() + 2));
        error.kind.to_string()
    };
    let mine = "What is yours goes below `meta`";
    for (field, meant) in [
        (r#""to_move":1"#, "turn"),
        (r#""Turn":1"#, "turn"),
        (r#""lastby":1"#, "last_by"),
        (r#""rule":"huanle""#, "rules"),
        (r#""hand":["3"]"#, "hands"),
    ] {
        let name = field.split('"').nth(1).unwrap();
        assert_eq!(error(field), format!("unknown field `{name}`: did you mean `{meant}`? {mine}"));
    }
    assert!(error(r#""zzz":[{}]"#).starts_with("unknown field `zzz`: expected id, hands, turn, last, last_by, rules,"));
    assert_eq!(error(r#""hands":["3","4"]"#), "`hands` is given twice: leave one out");
    let not_a_hand = |field: &str| error(field).contains("is not the number of a hand");
    assert!([r#""turn":"2""#, r#""turn":-1"#, r#""turn":1.0"#, r#""last_by":true"#].into_iter().all(not_a_hand));
    assert_eq!(error(r#""turn":3"#), "turn: there is no hand 3: expected 1 or 2");
    assert_eq!(
        error(r#""last":"7","last_by":1"#.split_at(11).1),
        "by: there is no move to answer: add it with `last`, or leave `by` out"
    );
}

#[test]
fn whose_turn_it_is() {
    let found = puzzle(r#"{"hands":["5K","34","6J"],"turn":3,"last":"4","last_by":1}"#);
    assert_eq!(found.to_string(), "5K | 34 | 6J | rules=huanle turn=3 last=4 by=1");
    assert_eq!(puzzle(r#"{"hands":["5K","34"],"turn":null,"last_by":null}"#).to_string(), "5K | 34 | rules=huanle");
}

/// `meta` goes through a batch as it is, and a field of the record is known when it is fed back.
#[test]
fn meta_is_carried_into_the_record() {
    let meta = r#"{"mine":[1,2.5,null,{"turn":"残"}],"to_move":7}"#;
    let line = format!(r#"{{"hands":["34","56"],"turn":2,"meta":{meta}}}"#);
    let batch = |input: String| {
        let arguments = ["batch", "-", "--format", "jsonl", "--quiet", "--all-moves", "--statistics"];
        crate::commands::program::run(crate::commands::program::program().args(arguments).write_stdin(input)).stdout
    };
    let first: serde_json::Value = serde_json::from_str(&batch(line.clone())).expect("a record");
    assert_eq!(first["meta"], serde_json::from_str::<serde_json::Value>(meta).unwrap());
    assert_eq!(first["turn"], 2);
    let again: serde_json::Value = serde_json::from_str(&batch(first.to_string())).expect("a record");
    assert_eq!((&again["meta"], &again["turn"], &again["moves"]), (&first["meta"], &first["turn"], &first["moves"]));
}

/// The reader knows every field of a record, so that records can be fed back: a new field must be named in `json.rs`, too.
#[test]
fn every_field_of_a_record_is_known() {
    let source =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/canju/batch/record.rs")).expect("the source");
    let field = regex::Regex::new(r"(?m)^    pub (\w+): ").expect("a pattern");
    let renamed = |name: &str| name == "played";
    let names: Vec<String> = field.captures_iter(&source).map(|found| found[1].to_owned()).collect();
    assert!(names.len() > 25 && names.iter().any(|name| name == "plies_limit"), "{names:?}");
    for name in names.iter().filter(|name| !renamed(name)) {
        let line = format!(r#"{{"{name}":null}}"#);
        let error = puzzles(&line)[0].as_ref().expect_err("it has no hands").clone();
        assert!(!matches!(error.kind, PuzzleErrorKind::UnknownField { .. }), "{name}: {error}");
    }
}
