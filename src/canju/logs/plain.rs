//! Plain text: who, a colon, and what.
//!
//! A line has one item or several, with commas or semicolons between them. What stands behind a comma and names nobody belongs to the item
//! before it; a pass alone is the next player's. Lines that say who bids and what the game is worth are passed over.

use super::draft::Draft;
use super::fault::LogFaultKind;
use super::seats::{Table, seat};
use super::tree::{At, Fault};
use canju_engine::rules::{Kind, Move, parse_move};
use canju_engine::text::Defaults;

/// What an item says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// What somebody plays.
    Play,
    /// What somebody began with.
    Hand,
    /// What somebody has left.
    Left,
    /// The landlord's three cards.
    Bottom,
}

/// Words at the end or the beginning of a label.
const SAYS: [(&str, Says); 18] = [
    ("手牌", Says::Hand),
    ("起手", Says::Hand),
    ("hand", Says::Hand),
    ("cards", Says::Hand),
    ("剩余", Says::Left),
    ("剩牌", Says::Left),
    ("余牌", Says::Left),
    ("剩", Says::Left),
    ("left", Says::Left),
    ("底牌", Says::Bottom),
    ("bottom", Says::Bottom),
    ("出牌", Says::Play),
    ("打出", Says::Play),
    ("过程", Says::Play),
    ("出", Says::Play),
    ("plays", Says::Play),
    ("played", Says::Play),
    ("moves", Says::Play),
];

/// Parts of items about what comes before and after the play.
const OTHER: [&str; 18] = [
    "叫", "抢", "倍", "明牌", "底分", "分", "胜", "赢", "输", "结果", "春天", "bid", "call", "rob", "double", "score",
    "result", "win",
];

/// Ways to pass beside those that a move has.
const PASSES: [&str; 6] = ["不出", "过牌", "不跟", "管不上", "大不起", "-"];

/// A piece of text with its place.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub text: &'a str,
    pub line: u64,
    pub column: usize,
}

impl<'a> Piece<'a> {
    /// The part from this byte on, without the spaces around it.
    fn from(self, byte: usize) -> Piece<'a> {
        let rest = self.text[byte..].trim_start();
        let column = self.column + self.text[..self.text.len() - rest.len()].chars().count();
        Piece { text: rest.trim_end(), column, ..self }
    }

    pub fn fault(self, kind: impl Into<LogFaultKind>) -> Fault<'static> {
        At::Text(self.line, self.column).fault(kind)
    }

    /// It is not understood.
    pub fn unknown(self) -> Fault<'static> {
        self.fault(LogFaultKind::Word(self.text.chars().take(24).collect()))
    }

    /// Label and content, if it has a label: what a colon ends, or the name of a seat.
    fn split(self) -> Option<(&'a str, Piece<'a>)> {
        let is_kind = |after: &str| {
            let word = after.split(['@', ' ', ',', '，']).next().unwrap_or_default();
            Kind::from_name(word).is_some()
        };
        if let Some((before, after)) = self.text.split_once([':', '：']).filter(|(_, after)| !is_kind(after)) {
            return Some((before, self.from(self.text.len() - after.len())));
        }
        let (first, rest) = self.text.split_once(char::is_whitespace)?;
        seat(first)?;
        Some((first, self.from(self.text.len() - rest.len())))
    }

    fn is_pass(self) -> bool {
        PASSES.contains(&self.text) || matches!(parse_move(self.text, &Default::default()), Ok(Move::Pass))
    }
}

/// Does an item begin here?
pub(super) fn is_item(text: &str) -> bool {
    Piece { text, line: 1, column: 1 }.split().is_some()
}

/// Reads a game.
pub(super) fn read(text: &str, defaults: &Defaults) -> Result<Draft<'static>, Fault<'static>> {
    let mut table = Table::new(*defaults);
    let mut section = Says::Play;
    for (number, text) in text.lines().enumerate() {
        let line = Piece { text: text.split('#').next().unwrap_or_default(), line: number as u64 + 1, column: 1 };
        for part in parts(line, &[';', '；', '。']) {
            let mut items: Vec<Piece<'_>> = Vec::new();
            for piece in parts(part, &[',', '，', '、']) {
                match items.last_mut() {
                    // They are pieces of one text, so what is between them belongs to it, too.
                    Some(item) if piece.split().is_none() && !piece.is_pass() => {
                        let end = piece.text.as_ptr() as usize + piece.text.len() - item.text.as_ptr() as usize;
                        item.text = &part.text[item.text.as_ptr() as usize - part.text.as_ptr() as usize..][..end];
                    }
                    _ => items.push(piece),
                }
            }
            for item in items {
                read_item(item, &mut section, &mut table)?;
            }
        }
    }
    table.draft()
}

/// The parts between these signs, without those that are empty.
fn parts<'a>(whole: Piece<'a>, signs: &'static [char]) -> impl Iterator<Item = Piece<'a>> {
    let parts = whole.text.split(signs);
    let located = move |part: &'a str| {
        let start = part.as_ptr() as usize - whole.text.as_ptr() as usize;
        Piece { text: part, line: whole.line, column: whole.column + whole.text[..start].chars().count() }.from(0)
    };
    parts.map(located).filter(|part| !part.text.is_empty())
}

fn read_item<'a>(item: Piece<'a>, section: &mut Says, table: &mut Table<'a>) -> Result<(), Fault<'static>> {
    let Some((label, content)) = item.split() else {
        if !item.is_pass() || !table.has_moves() {
            return other(item);
        }
        table.pass(item);
        return Ok(());
    };
    let (name, says) = taken_apart(label);
    let says = match says {
        // A word alone is about what follows.
        Some(says) if name.is_empty() && content.text.is_empty() => {
            *section = says;
            return Ok(());
        }
        Some(Says::Bottom) => Says::Bottom,
        Some(_) if name.is_empty() => return read_item(content, &mut says.unwrap_or(*section), table),
        says => says.unwrap_or(*section),
    };
    if seat(name).is_none() && other(Piece { text: label, ..item }).is_ok() {
        return Ok(());
    }
    if says != Says::Play {
        return table.cards(name, item, content, says);
    }
    if content.is_pass() {
        return table.play(name, item, Piece { text: "pass", ..content });
    }
    if let Err(fault) = table.play(name, item, content) {
        if other(content).is_ok() {
            table.has_auction = true;
        } else if content.text.contains(|sign: char| sign.is_ascii_digit()) || !table.claim(name, content) {
            return Err(fault);
        }
    }
    Ok(())
}

/// Passes over what is about the auction or the result.
fn other(item: Piece<'_>) -> Result<(), Fault<'static>> {
    let text = item.text.to_ascii_lowercase();
    if OTHER.iter().any(|part| text.contains(part)) { Ok(()) } else { Err(item.unknown()) }
}

/// The name in a label, and what the label says of it: `2. 地主的手牌`, `landlord's hand`, `【地主】`.
fn taken_apart(label: &str) -> (&str, Option<Says>) {
    let ignored = |sign: char| sign.is_whitespace() || "[]【】「」*.·".contains(sign);
    let mut name = label.trim_matches(ignored);
    if let Some((number, rest)) = name.split_once(['.', ')', '）']) {
        let is_number = !number.is_empty() && number.chars().all(|sign| sign.is_ascii_digit());
        name = if is_number && !rest.is_empty() { rest.trim_matches(ignored) } else { name };
    }
    let ends = |word: &str| {
        name.len()
            .checked_sub(word.len())
            .filter(|&at| name.is_char_boundary(at) && name[at..].eq_ignore_ascii_case(word))
    };
    for (word, says) in SAYS {
        if let Some(at) = ends(word) {
            let name = name[..at].trim_end_matches(ignored);
            let name = name.strip_suffix('的').or(name.strip_suffix("'s")).or(name.strip_suffix("’s")).unwrap_or(name);
            return (name.trim_end_matches(ignored), Some(says));
        }
        if let Some(rest) = name.strip_prefix(word) {
            return (rest.trim_matches(ignored), Some(says));
        }
    }
    (name, None)
}
