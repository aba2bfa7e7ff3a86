//! Error messages: the message of an error does not repeat that of its cause. So nothing is repeated when the whole chain is
//! printed, as the program does.

use canju::Position;
use canju::batch::{CertificateError, InputError, JournalError, RunError};
use canju::explain::ExplainError;
use canju::play::SavedError;
use canju::proof::{VerifyError, WriteError};
use canju::puzzle::{self, PuzzleError};
use canju::rules::{Ruleset, parse_cards, parse_move};
use std::error::Error;
use std::io;

/// The messages from an error down to its last cause.
fn chain(error: &dyn Error) -> Vec<String> {
    std::iter::successors(Some(error), |&error| error.source()).map(ToString::to_string).collect()
}

/// The chain as one line. Panics where a message repeats one below it.
fn told(error: &dyn Error) -> String {
    let messages = chain(error);
    for (index, message) in messages.iter().enumerate() {
        for below in &messages[index + 1..] {
            assert!(!message.contains(below.as_str()), "`{message}` repeats its source `{below}`");
        }
    }
    let told = messages.join(": ");
    // No token is quoted twice, and there is one column.
    let mut quoted: Vec<&str> = told.split('`').skip(1).step_by(2).collect();
    quoted.sort_unstable();
    assert!(quoted.windows(2).all(|pair| pair[0] != pair[1]), "{told}");
    assert!(told.matches("column ").count() <= 1, "{told}");
    told
}

fn puzzle_error(line: &str) -> PuzzleError {
    puzzle::read(line.as_bytes(), "p", Ruleset::default()).next().unwrap().unwrap_err()
}

/// The error of a saved game.
fn played_error(text: &str) -> PuzzleError {
    puzzle::read_games(text.as_bytes(), "p", Ruleset::default()).find_map(Result::err).unwrap()
}

fn no() -> io::Error {
    io::Error::other("the disk is full")
}

#[test]
fn errors_of_what_was_typed_say_everything_themselves() {
    let rules = Ruleset::default();
    let position = |hands: [&str; 2], last| Position::of_hands(&hands, None, last, None, rules).unwrap_err();
    let errors: Vec<Box<dyn Error>> = vec![
        Box::new(parse_cards("3?").unwrap_err()),
        Box::new(parse_move("3?", &rules).unwrap_err()),
        Box::new(parse_move("34", &rules).unwrap_err()),
        Box::new(position(["3", "?"], None)),
        Box::new(position(["3", "4"], Some("34"))),
        Box::new(position(["3", "4"], Some("3?"))),
        Box::new(position(["3D", "4"], Some("D"))),
        Box::new("huanle,-solo".parse::<Ruleset>().unwrap_err()),
        Box::new(puzzle_error("3 | ?")),
        Box::new(puzzle_error("3 | 4 | last=34")),
        Box::new(puzzle_error("3 | 4 | rules=nobody")),
        Box::new(puzzle_error("3 | 4D | last=D")),
        Box::new(played_error("3 | 4\n@moves pass")),
        Box::new(played_error("34 | 5\n@moves 4 4")),
        Box::new(played_error("34 | 56\n@moves 34")),
        Box::new(played_error("34 | 56\n@moves 4 5 3?")),
        Box::new(InputError::from(puzzle_error("3 | ?"))),
        Box::new("3 | ?".parse::<Position>().unwrap_err()),
        Box::new("3 | 4 | last=34".parse::<Position>().unwrap_err()),
        Box::new("3 | 4 | rules=nobody".parse::<Position>().unwrap_err()),
        Box::new("3 | 4D | last=D".parse::<Position>().unwrap_err()),
        Box::new(ExplainError::GameOver),
        Box::new(SavedError::from(puzzle_error("3 | ?"))),
    ];
    for error in errors {
        assert_eq!(told(&*error), error.to_string());
    }
    assert_eq!(
        position(["3", "4"], Some("34")).to_string(),
        "last: column 1: `34` is no combination under huanle",
        "the part and the column in it"
    );
    let played = played_error("34 | 56\n@moves 4 5 3?").to_string();
    assert!(played.starts_with("line 2, column 13: move 3 (first): unknown card `?`"), "{played}");
    assert_eq!(
        puzzle_error("3 | 4 | last=34").to_string(),
        "line 1, column 14: last: `34` is no combination under huanle",
        "one column, that in the line"
    );
}

#[test]
fn errors_of_the_system_are_told_once() {
    let journal = || JournalError::Io { path: "batch.journal".into(), source: no() };
    let certificate = || CertificateError::from(no());
    let told_of = |error: &dyn Error| told(error);
    assert_eq!(told_of(&journal()), "journal batch.journal: the disk is full");
    assert_eq!(told_of(&certificate()), "can't write the certificate: the disk is full");
    assert_eq!(told_of(&RunError::<io::Error>::from(journal())), "journal batch.journal: the disk is full");
    assert_eq!(told_of(&RunError::<io::Error>::from(certificate())), "can't write the certificate: the disk is full");
    assert_eq!(told_of(&RunError::Sink(no())), "can't write the results: the disk is full");
    assert_eq!(told_of(&VerifyError::from(no())), "the disk is full");
    assert_eq!(told_of(&WriteError::<io::Error>::from(no())), "the disk is full");
    assert_eq!(told_of(&WriteError::<io::Error>::NotInPlay), "the claim is not about a position in play");
}
