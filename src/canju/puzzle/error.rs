//! Errors in a line: what is wrong, where, and what to do about it.
//!
//! A puzzle that is read wrongly gets the right answer to another puzzle. So nothing is guessed and nothing is skipped:
//! everything that is not understood is one of these errors.

use super::inputs::INPUTS;
use super::{DifficultyError, ThemeError, seat_in_chinese};
use canju_engine::InChinese;
use canju_engine::rules::Unplayable;
use canju_engine::text::{TextError, TextErrorKind};
use std::io;
use std::sync::Arc;

/// A line that is not a puzzle. Its message quotes what was written as it is; for a terminal see
/// [`shown`](canju_engine::rules::shown).
///
/// ```
/// use canju::{puzzle::{read}, rules::Ruleset};
/// let error = read(&b"K5 | 44Q | expect=maybe"[..], "my.ddz", Ruleset::default()).next().unwrap().unwrap_err();
/// assert_eq!((error.id.as_str(), error.line, error.column), ("my.ddz:1", 1, 19));
/// assert_eq!(error.to_string(), "line 1, column 19: `maybe` is not an answer: expected win, loss or points such as +4 or -2");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct PuzzleError {
    /// The id the puzzle would have had.
    pub id: String,
    /// The line, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub kind: PuzzleErrorKind,
}

impl InChinese for PuzzleError {
    fn in_chinese(&self) -> String {
        format!("第 {} 行第 {} 个字符：{}", self.line, self.column, self.kind.in_chinese())
    }
}

/// What is wrong with a line. Each message names the token and the cure.
///
/// ```
/// use canju::{TextErrorKind, puzzle::{PuzzleErrorKind, read}, rules::Ruleset};
/// let error = read(&b"K5"[..], "my.ddz", Ruleset::default()).next().unwrap().unwrap_err();
/// assert_eq!(error.kind, PuzzleErrorKind::Text(TextErrorKind::HandCount(1)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleErrorKind {
    /// The position, or the form of the line.
    #[error(transparent)]
    Text(#[from] TextErrorKind),
    /// The text has no puzzle, or several.
    #[error("expected one puzzle on one line")]
    NotOne,
    /// An element of a list of cards in JSON is not an integer that stands for a card.
    #[error(
        "unknown card `{0}`: in a list, cards are DouZero's integers 3 to 10, 11 (J), 12 (Q), 13 (K), 14 (A), 17 (2), 20 (black \
         joker) and 30 (red joker)"
    )]
    Integer(String),
    /// A move of a game that can't be read or played.
    #[error("move {number} ({player}): {problem}")]
    Played {
        /// Which move of the game, from 1.
        number: usize,
        /// Whose move it is: `first`, `second`, `landlord`, `farmer 1` or `farmer 2`.
        player: &'static str,
        /// What is wrong with it, by its cards.
        problem: Box<Unplayable>,
    },
    /// The name after `@human` is not known.
    #[error("`{0}` is not a side: expected first, second, both or none")]
    Human(String),
    /// `@moves` or `@human` without a puzzle.
    #[error("`@{0}` belongs right below its puzzle, and there is none above")]
    NoGame(String),
    /// `@moves` of a puzzle that was answered before they came.
    #[error("`@{0}` comes too late, its puzzle is answered: send the puzzle and its `@` lines together")]
    TooLate(String),
    /// The moves of a saved game end the game.
    #[error("the game is over after its {0} moves: there is nothing to solve")]
    GameOver(usize),
    /// The value of `difficulty` is not one.
    #[error(transparent)]
    Difficulty(#[from] DifficultyError),
    /// The value of `themes` is not a list of them.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// The directive above that gives this line its rules, its scoring or its stake can't be read.
    #[error("line {line} can't be read, so the {word} is not known: mend it, or give this line its own `{word}=`")]
    NoDefaults {
        /// The line of the directive.
        line: u64,
        /// What it would have said: `rules`, `scoring` or `stake`.
        word: &'static str,
    },
    /// Neither a win nor a loss.
    #[error("`{0}` is not an answer: expected win, loss or points such as +4 or -2")]
    Expect(String),
    /// Points for a position that is not played for points.
    #[error("`{0}` are points, and there is no scoring: add `scoring=` or write win or loss")]
    ExpectWithoutPoints(String),
    /// A best move of a lost position.
    #[error("a lost position has no best move: leave out `best=` or write expect=win")]
    BestOfLoss,
    /// An `@` line that is not a directive.
    #[error("unknown directive `@{0}`: expected @rules RULES, @line N, @human SIDE or @moves MOVE…")]
    Directive(String),
    /// An `@line` without its number.
    #[error("`{0}` is not a line number: expected @line N, the number of the line that follows")]
    LineNumber(String),
    /// A JSON object that can't be read or that lacks something.
    #[error("not a JSON puzzle: {0}: expected an object like {{\"hands\":[\"KK5543\",\"225543\"]}}")]
    Json(JsonError),
    /// A field of a JSON object that is not known.
    #[error("unknown field `{field}`: {}", field_cure(*similar))]
    UnknownField {
        /// The field.
        field: String,
        /// The field that may be meant, if one is like it.
        similar: Option<&'static str>,
    },
    /// Bytes that are not UTF-8.
    #[error("byte 0x{0:02X} is not UTF-8: save the file as UTF-8")]
    NotUtf8(u8),
    /// A line longer than any puzzle.
    #[error("the line is longer than {0} bytes: a puzzle takes a line of its own")]
    TooLong(usize),
    /// The input broke off.
    #[error("can't read on: {0}")]
    Read(InputFailure),
}

/// What to write instead of a field that is not known.
fn field_cure(similar: Option<&str>) -> String {
    match similar {
        Some(field) => format!("did you mean `{field}`? What is yours goes below `meta`"),
        None => format!("expected {}; what is yours goes below `meta`", INPUTS.join(", ")),
    }
}

impl InChinese for PuzzleErrorKind {
    fn in_chinese(&self) -> String {
        match self {
            PuzzleErrorKind::Text(kind) => kind.in_chinese(),
            PuzzleErrorKind::NotOne => "一行应是一题".to_owned(),
            PuzzleErrorKind::Integer(integer) => format!(
                "不认识的牌 `{integer}`：列表里的牌用 DouZero 的整数：3 到 10、11（J）、12（Q）、13（K）、14（A）、17（2）、20（小王）、30（大王）"
            ),
            PuzzleErrorKind::Played { number, player, problem } => {
                format!("第 {number} 手（{}）：{}", seat_in_chinese(player), problem.in_chinese())
            }
            PuzzleErrorKind::Human(word) => {
                format!("`{word}` 不是一方：应是 first、second、both 或 none")
            }
            PuzzleErrorKind::NoGame(word) => format!("`@{word}` 要写在它的题下面，而上面没有题"),
            PuzzleErrorKind::TooLate(word) => {
                format!("`@{word}` 来得太晚，它的题已经答了：请把题和它的 `@` 各行一起写")
            }
            PuzzleErrorKind::GameOver(count) => format!("出了 {count} 手已经出完：没有可求解的"),
            PuzzleErrorKind::Difficulty(error) => error.in_chinese(),
            PuzzleErrorKind::Theme(error) => error.in_chinese(),
            PuzzleErrorKind::NoDefaults { line, word } => {
                format!("第 {line} 行读不懂，所以不知道 {word} 是什么：改好它，或在这一行写 `{word}=`")
            }
            PuzzleErrorKind::Expect(word) => format!("`{word}` 不是答案：应是 win、loss，或 +4、-2 这样的分数"),
            PuzzleErrorKind::ExpectWithoutPoints(word) => {
                format!("`{word}` 是分数，而这里不计分：加上 `scoring=`，或写 win 或 loss")
            }
            PuzzleErrorKind::BestOfLoss => "必败的局面没有制胜的一手：去掉 `best=`，或写 expect=win".to_owned(),
            PuzzleErrorKind::Directive(word) => {
                format!(
                    "没有 `@{word}` 这条指令：可以写 @rules 规则、@scoring 计分、@stake 底分、@line 行号、@human 一方、@moves 各手"
                )
            }
            PuzzleErrorKind::LineNumber(word) => format!("`{word}` 不是行号：应是 @line 加下一行的行号"),
            PuzzleErrorKind::Json(error) => {
                format!("不是 JSON 的题：{}：应是 {{\"hands\":[\"KK5543\",\"225543\"]}} 这样的对象", error.in_chinese())
            }
            PuzzleErrorKind::UnknownField { field, similar: Some(similar) } => {
                format!("没有 `{field}` 这个字段：是不是想写 `{similar}`？自己的数据放在 `meta` 里")
            }
            PuzzleErrorKind::UnknownField { field, similar: None } => {
                format!("没有 `{field}` 这个字段：可以写 {}；自己的数据放在 `meta` 里", INPUTS.join("、"))
            }
            PuzzleErrorKind::NotUtf8(byte) => format!("字节 0x{byte:02X} 不是 UTF-8：请把文件存成 UTF-8"),
            PuzzleErrorKind::TooLong(count) => format!("这一行超过了 {count} 个字节：一题占一行"),
            PuzzleErrorKind::Read(error) => format!("读不下去：{}", error.in_chinese()),
        }
    }
}

impl From<JsonError> for PuzzleErrorKind {
    fn from(error: JsonError) -> PuzzleErrorKind {
        PuzzleErrorKind::Json(error)
    }
}

/// Why a JSON object is not a puzzle.
///
/// ```
/// use canju::puzzle::{JsonError, Puzzle, PuzzleErrorKind};
/// let error = "{\"turn\": 1}".parse::<Puzzle>().unwrap_err();
/// assert_eq!(error.kind, PuzzleErrorKind::Json(JsonError::NoHands));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JsonError {
    /// It ends too soon, in the words of the parser.
    #[error("{0}")]
    Ends(String),
    /// It is not JSON, in the words of the parser.
    #[error("{0}")]
    Syntax(String),
    /// It has no hands.
    #[error("it has no `hands`")]
    NoHands,
    /// A value is of another type.
    #[error("`{field}`: {value} is not {wanted}")]
    Type {
        /// The field.
        field: String,
        /// The start of its value.
        value: String,
        /// What it should be.
        wanted: Wanted,
    },
}

impl JsonError {
    /// What the parser says, without the place.
    pub(crate) fn of(error: &serde_json::Error) -> JsonError {
        let message = error.to_string();
        let what = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what).to_owned();
        if error.is_eof() { JsonError::Ends(what) } else { JsonError::Syntax(what) }
    }
}

impl InChinese for JsonError {
    fn in_chinese(&self) -> String {
        match self {
            JsonError::Ends(_) => "没有写完".to_owned(),
            JsonError::Syntax(_) => "这里不合 JSON 的写法".to_owned(),
            JsonError::NoHands => "没有 `hands`".to_owned(),
            JsonError::Type { field, value, wanted } => {
                format!("`{field}`：{value} 不是{}", wanted.in_chinese())
            }
        }
    }
}

/// What the value of a field in JSON should be.
///
/// ```
/// assert_eq!(canju::puzzle::Wanted::Hands.to_string(), "a list of hands");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Wanted {
    /// A list of hands.
    #[error("a list of hands")]
    Hands,
    /// The number of a hand.
    #[error("the number of a hand")]
    HandNumber,
    /// A number.
    #[error("a number")]
    Number,
    /// A list of numbers.
    #[error("a list of numbers")]
    Numbers,
    /// A list of themes.
    #[error("a list of themes")]
    Themes,
    /// A list of moves.
    #[error("a list of moves")]
    Moves,
    /// A string.
    #[error("a string")]
    Text,
}

impl InChinese for Wanted {
    fn in_chinese(&self) -> String {
        let words = match self {
            Wanted::Hands => "各家的牌的列表",
            Wanted::HandNumber => "第几家",
            Wanted::Number => "数",
            Wanted::Numbers => "数的列表",
            Wanted::Themes => "主题的列表",
            Wanted::Moves => "各手的列表",
            Wanted::Text => "字符串",
        };
        words.to_owned()
    }
}

/// Why the system can't read something. Two are equal if they say the same.
///
/// ```
/// use canju::puzzle::InputFailure;
/// let error = InputFailure::from(std::io::Error::other("cable cut"));
/// assert_eq!((error.to_string(), error.clone()), ("cable cut".to_owned(), error));
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct InputFailure(Arc<io::Error>);

impl From<io::Error> for InputFailure {
    fn from(error: io::Error) -> InputFailure {
        InputFailure(Arc::new(error))
    }
}

impl PartialEq for InputFailure {
    fn eq(&self, other: &InputFailure) -> bool {
        self.0.to_string() == other.0.to_string()
    }
}

impl Eq for InputFailure {}

impl InChinese for InputFailure {
    fn in_chinese(&self) -> String {
        self.0.in_chinese()
    }
}

/// What is wrong with a line, found where the line's number is not known.
#[derive(Debug)]
pub(super) struct LineFault {
    /// The line's own id, if it was read before the fault.
    pub id: Option<String>,
    pub column: usize,
    pub kind: PuzzleErrorKind,
}

impl LineFault {
    pub fn new(column: usize, kind: impl Into<PuzzleErrorKind>) -> LineFault {
        LineFault { id: None, column, kind: kind.into() }
    }

    /// The fault with the line's own id.
    pub fn of(self, id: &Option<String>) -> LineFault {
        LineFault { id: id.clone(), ..self }
    }
}

impl From<TextError> for LineFault {
    fn from(error: TextError) -> LineFault {
        LineFault::new(error.column, error.kind)
    }
}
