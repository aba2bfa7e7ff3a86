//! Error messages: the message of an error does not repeat that of its cause. So nothing is repeated when the whole chain is
//! printed, as the program does.

use canju::advice::{Question, Seat};
use canju::batch::{CertificateError, ErrorText, FailedRecord, InputError, JournalError, Record, RunError};
use canju::explain::ExplainError;
use canju::play::SavedError;
use canju::proof::{VerifyError, WriteError, verify};
use canju::puzzle::{self, PuzzleError, PuzzleErrorKind};
use canju::report::Language;
use canju::rules::{Ruleset, parse_cards, parse_move};
use canju::{InChinese, Position};
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

/// What is within an error is in Chinese, too.
#[test]
fn errors_within_errors_are_in_chinese() {
    let played = played_error("5JJ | 789 | TTT\n@moves J A");
    assert_eq!(played.in_chinese(), "第 2 行第 10 个字符：第 2 手（农民甲）：手里没有 `A`");
    let json = puzzle_error(r#"{"hands":["5J","7K"],"moves":"J A"}"#);
    assert_eq!(json.in_chinese(), "第 1 行第 33 个字符：第 2 手（后手）：手里没有 `A`");
    assert_eq!(puzzle_error("3 | 4 | best=34").in_chinese(), "第 1 行第 14 个字符：best：`34` 不成牌型（规则 huanle）");
    let last = "3 | 4D | last=D".parse::<Position>().unwrap_err();
    assert_eq!(last.in_chinese(), "第 15 个字符：要压的一手 `D` 不可能出过：第 2 张 D 多了：1 副牌里只有 1 张");
    let saved = SavedError::from(puzzle_error("3 | 4 | rules=huanle,-triopair")).in_chinese();
    assert!(saved.ends_with("；是不是想写 `-trio_pair`？"), "{saved}");
    let header = "canju certificate 4\nrules huanle\nhands 3 4\nturn 3\nlast -\nverdict win\nmemory 4\n\n";
    let header = verify(header.as_bytes()).unwrap_err();
    assert_eq!(header.in_chinese(), "证书开头：turn：没有第 3 家：应是 1、2 之一");
    assert_eq!(header.to_string(), "header: turn: there is no hand 3: expected 1 or 2");
    let mut question = Question::new("3", Seat::Farmer1);
    question.history = Some("4 34".to_owned());
    let error = question.known(&Ruleset::default()).unwrap_err();
    assert_eq!(error.in_chinese(), "history：第 2 手（下家农民）：`34` 不成牌型（规则 huanle）");
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    assert_eq!(PuzzleErrorKind::Read(missing().into()).in_chinese(), "读不下去：没有这个文件或目录");
    assert_eq!(RunError::<io::Error>::from(CertificateError::from(missing())).in_chinese(), "无法写出证书");
    let damaged = |records| JournalError::Damaged { path: "a".into(), line: 3, records };
    assert!(RunError::<io::Error>::from(damaged(0)).in_chinese().ends_with("它上面没有记录：删掉日志，重新开始"));
    assert!(damaged(2).in_chinese().ends_with("这样删：head -n 2 'a' > 'a.whole' && mv 'a.whole' 'a'"));
}

/// Records have both texts, and programs read one of them.
#[test]
fn the_text_of_a_record_is_one_for_programs() {
    let error = InputError::from(puzzle_error("3 | ?"));
    let Record::Failed(record) = Record::failed(error.id(), ErrorText::of(&error)) else { panic!("no puzzle") };
    assert_eq!(record.error, error.to_string());
    assert_eq!(record.error.in_language(Language::Chinese), error.in_chinese());
    let written = serde_json::to_string(&record).unwrap();
    assert!(!written.contains("第") && written.contains("line 1, column 5: unknown card"), "{written}");
    let read: FailedRecord = serde_json::from_str(&written).unwrap();
    assert_eq!(read, record);
    assert_eq!(read.error.in_language(Language::Chinese), error.to_string(), "a record has one text");
}
