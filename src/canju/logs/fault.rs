//! What is wrong with a log, where, and what to do about it.

use crate::puzzle::{JsonError, PuzzleError, PuzzleErrorKind, seat_in_chinese};
use canju_engine::InChinese;
use std::fmt;

/// A log that can't be read.
///
/// ```
/// use canju::{logs, rules::Ruleset};
/// let error = logs::read("地主手牌: 335\n下家手牌: 4A\n地主: 7", "my.txt", Ruleset::default()).remove(0).unwrap_err();
/// assert_eq!((error.id.as_str(), error.line, error.column), ("my.txt:3", 3, 5));
/// assert_eq!(error.to_string(), "line 3, column 5: move 1 (first): `7` is not in the hand");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LogFault {
    /// Where the log is from: its file and the line it begins at, as ids of puzzles have it.
    pub id: String,
    /// The line, from 1; 0 if the log is one JSON value and `path` says where.
    pub line: u64,
    /// The column in characters, from 1; 0 where `path` says where.
    pub column: usize,
    /// The place in JSON, such as `log[4].output.display`; else empty.
    pub path: Box<str>,
    /// What is wrong.
    pub kind: LogFaultKind,
}

impl LogFault {
    /// Not one game, but this many.
    #[cfg(feature = "requests")]
    pub(crate) fn several(count: usize) -> LogFault {
        LogFault::of_text(0, 0, LogFaultKind::Several(count))
    }

    /// The same as a fault of canju's own notation, if it is one.
    pub(crate) fn of_pack(self) -> Result<PuzzleError, LogFault> {
        match self {
            LogFault { id, line, column, path, kind: LogFaultKind::Puzzle(kind) } if path.is_empty() && line > 0 => {
                Ok(PuzzleError { id, line, column, kind })
            }
            fault => Err(fault),
        }
    }

    /// At a place in text.
    pub(super) fn of_text(line: u64, column: usize, kind: impl Into<LogFaultKind>) -> LogFault {
        LogFault { id: String::new(), line, column, path: "".into(), kind: kind.into() }
    }
}

impl From<PuzzleError> for LogFault {
    fn from(PuzzleError { id, line, column, kind, .. }: PuzzleError) -> LogFault {
        LogFault { id, ..LogFault::of_text(line, column, kind) }
    }
}

impl fmt::Display for LogFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, ", self.line)?;
        }
        match (&*self.path, self.column) {
            ("", 0) => write!(f, "{}", self.kind),
            ("", column) => write!(f, "column {column}: {}", self.kind),
            (path, _) => write!(f, "at {path}: {}", self.kind),
        }
    }
}

impl std::error::Error for LogFault {}

impl InChinese for LogFault {
    fn in_chinese(&self) -> String {
        let kind = self.kind.in_chinese();
        let line = if self.line > 0 { format!("第 {} 行", self.line) } else { String::new() };
        match (&*self.path, self.column) {
            ("", 0) => kind,
            ("", column) => format!("{line}第 {column} 个字符：{kind}"),
            (path, _) => format!("{line}{path} 处：{kind}"),
        }
    }
}

/// What is wrong with a log. Each message names the token and the cure.
///
/// ```
/// use canju::{logs::{LogFaultKind, read}, rules::Ruleset};
/// let error = read("", "my.txt", Ruleset::default()).remove(0).unwrap_err();
/// assert_eq!(error.kind, LogFaultKind::Empty);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogFaultKind {
    /// There is nothing in it.
    #[error("there is nothing to read: expected a game log")]
    Empty,
    /// The text is not JSON.
    #[error("not JSON: {0}: take the whole log, as it was saved")]
    Json(JsonError),
    /// It is of no form that is known.
    #[error(
        "no log of a known form: expected Botzone's `log`, DouZero's `card_play_data` and `card_play_action_seq`, RLCard's `trace` \
         and `hands`, or lines such as `landlord: 33`"
    )]
    Form,
    /// It is what one of Botzone's players was told.
    #[error("this is what one player was told, without the others' hands: take the log of the whole match")]
    OneSeat,
    /// A field is missing.
    #[error("`{0}` is missing: take the whole log, as it was saved")]
    Missing(&'static str),
    /// A value is something else.
    #[error("`{found}` is not {wanted}")]
    Value {
        /// The start of the value.
        found: String,
        /// What it should be.
        wanted: LogValue,
    },
    /// A numbered card is there twice.
    #[error("card {0} is there twice: each number stands for one card of the pack")]
    Twice(u64),
    /// A numbered card is not in the hand of its player.
    #[error("card {0} is not in the hand: it was played before, or is another's")]
    NotHeld(u64),
    /// A move by somebody whose turn it is not.
    #[error("move {number} ({found}) is out of turn, for it is {expected}'s turn: is a pass or another move missing?")]
    Turn {
        /// Which move of the game, from 1.
        number: usize,
        /// Who made it: `first`, `second`, `landlord`, `farmer 1` or `farmer 2`.
        found: &'static str,
        /// Whose turn it is.
        expected: &'static str,
    },
    /// Nobody has played.
    #[error("nobody plays a card in it: there is nothing to review")]
    NoMoves,
    /// A piece of plain text that is not understood.
    #[error(
        "`{0}` is not understood: expected PLAYER: CARDS, such as `landlord: 3 3 4 4` or `下家: 不要`; a comment begins with `#`"
    )]
    Word(String),
    /// There are more players than seats.
    #[error("`{0}` is one player too many: name two or three, each the same in all lines")]
    Player(String),
    /// A hand is not given and can't be made from what was played.
    #[error("the hand of {0} is not given, and not all of its cards come out: add a line `{0} hand: CARDS`")]
    NoHand(String),
    /// Nobody says who the landlord is.
    #[error("it is not said who the landlord is: write landlord, or 地主, in place of the name")]
    NoLandlord,
    /// More games than one were given where one is wanted.
    #[error("{0} games: give one of them")]
    Several(usize),
    /// It is longer than any log.
    #[error("longer than {0} bytes: give the games one by one, or as JSON lines")]
    TooLong(usize),
    /// What any puzzle may have wrong.
    #[error(transparent)]
    Puzzle(#[from] PuzzleErrorKind),
}

/// What a value of a log should be.
///
/// ```
/// assert_eq!(canju::logs::LogValue::Player.to_string(), "a player: 0, 1 or 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogValue {
    /// A list.
    #[error("a list")]
    List,
    /// Hands.
    #[error("three lists, a hand each")]
    Hands,
    /// A player.
    #[error("a player: 0, 1 or 2")]
    Player,
    /// Botzone's number of a card.
    #[error("the number of a card: 0 to 53")]
    Card,
    /// RLCard's cards.
    #[error("a text of cards")]
    Cards,
    /// A player and its action.
    #[error("a pair such as [0, \"33\"]")]
    Pair,
}

impl InChinese for LogValue {
    fn in_chinese(&self) -> String {
        let words = match self {
            LogValue::List => "列表",
            LogValue::Hands => "三个列表（三家的牌）",
            LogValue::Player => "玩家的编号：0、1 或 2",
            LogValue::Card => "牌的编号：0 到 53",
            LogValue::Cards => "写牌的字符串",
            LogValue::Pair => "[0, \"33\"] 这样的一对",
        };
        words.to_owned()
    }
}

impl InChinese for LogFaultKind {
    fn in_chinese(&self) -> String {
        match self {
            LogFaultKind::Empty => "没有内容：应是一局的对局记录".to_owned(),
            LogFaultKind::Json(error) => format!("不是 JSON：{}：请把整个记录原样拿来", error.in_chinese()),
            LogFaultKind::Form => {
                "不认识的记录：应是 Botzone 的 `log`、DouZero 的 `card_play_data` 加 `card_play_action_seq`、RLCard 的 \
                                   `trace` 加 `hands`，或 `地主: 33` 这样的各行"
                    .to_owned()
            }
            LogFaultKind::OneSeat => "这是发给一名玩家的内容，没有别家的手牌：请拿整场对局的记录".to_owned(),
            LogFaultKind::Missing(field) => format!("缺少 `{field}`：请把整个记录原样拿来"),
            LogFaultKind::Value { found, wanted } => format!("`{found}` 不是{}", wanted.in_chinese()),
            LogFaultKind::Twice(card) => format!("{card} 号牌出现了两次：一个编号只代表一张牌"),
            LogFaultKind::NotHeld(card) => format!("手里没有 {card} 号牌：它已经打出，或是别家的"),
            LogFaultKind::Turn { number, found, expected } => format!(
                "第 {number} 手（{}）顺序不对，该{}出牌：是不是漏了一次不要或别的一手？",
                seat_in_chinese(found),
                seat_in_chinese(expected)
            ),
            LogFaultKind::NoMoves => "里面没有人出过牌：没有可复盘的".to_owned(),
            LogFaultKind::Word(word) => {
                format!("看不懂 `{word}`：应是 `玩家: 牌`，例如 `地主: 3 3 4 4`、`下家: 不要`；注释以 `#` 开头")
            }
            LogFaultKind::Player(word) => format!("`{word}` 是多出来的玩家：应是两家或三家，每行用同一个名字"),
            LogFaultKind::NoHand(name) => {
                format!("没有写出 {name} 的手牌，它的牌也没有全部打出：请加一行 `{name} 手牌: …`")
            }
            LogFaultKind::NoLandlord => "没有说谁是地主：请把那一家的名字写成“地主”".to_owned(),
            LogFaultKind::Several(count) => format!("里面有 {count} 局：请只给一局"),
            LogFaultKind::TooLong(most) => format!("超过了 {most} 个字节：请一局一局给，或每局写成一行 JSON"),
            LogFaultKind::Puzzle(kind) => kind.in_chinese(),
        }
    }
}
