//! The result record, `canju.result/1`: what programs read. Adding a field is compatible, renaming one is not.
//!
//! Everything in it is text or a number, as it is written: a record read back from a file is the record that was
//! written there.

use super::discover::InputError;
use super::journal::Journaled;
use crate::puzzle::Puzzle;
use crate::words::ErrorText;
use canju_engine::rules::{Move, Position, Scoring, Side, turn_attributes};
use canju_engine::search::{Reason, Statistics, Verdict};
use canju_engine::solver::{Report, Restored, Worth};
use canju_engine::text::Fields;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::time::Duration;

/// The name and version of the record's form.
pub const SCHEMA: &str = "canju.result/1";

/// One line of output: the result of one puzzle, or the error of a line or path that is not a puzzle.
///
/// ```
/// use canju::{Solver, Task, batch::{Record, solve}};
/// let record = solve(&mut Solver::default(), &"K5 | 44Q".parse()?, &Task::default());
/// assert!(matches!(record, Record::Solved(_)));
/// assert!(matches!(Record::failed("my.ddz:3", "no puzzle"), Record::Failed(_)));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Record {
    /// A puzzle, decided or not.
    Solved(Box<SolvedRecord>),
    /// A line or path that is not a puzzle.
    Failed(FailedRecord),
}

/// The result of a puzzle.
///
/// ```
/// use canju::{Solver, Task, Verdict, batch::{Record, solve}};
/// let task = Task { all_moves: true, ..Task::default() };
/// let record = solve(&mut Solver::default(), &"335 | 4A".parse()?, &task);
/// let Record::Solved(solved) = record else { panic!("a puzzle") };
/// assert_eq!((solved.verdict(), solved.best.as_deref()), (Verdict::Win, Some("33")));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SolvedRecord {
    /// [`SCHEMA`].
    pub schema: Cow<'static, str>,
    /// Where the puzzle is from; `None` for one typed on the command line.
    pub id: Option<String>,
    /// The hands in seat order.
    pub hands: Vec<String>,
    /// The hand to move, from 1; left out if it is the first.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub turn: usize,
    /// What the hand to move had to answer.
    pub last: Option<String>,
    /// The hand that played it, from 1; left out if it is the one before the hand to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_by: Option<usize>,
    /// The rules.
    pub rules: String,
    /// How it is scored, if it is played for points.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "scoring_name")]
    pub scoring: Option<Cow<'static, str>>,
    /// The stake so far, if it is played for points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<u64>,
    /// How often each of three hands has played, if spring counts; 2 stands for more. Left out if nobody has at the beginning of a whole
    /// deal, and if all have twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_made: Option<Vec<u8>>,
    /// For the side to move: `win`, `loss` or `unknown`.
    #[serde(deserialize_with = "verdict_name")]
    pub verdict: Cow<'static, str>,
    /// The winning first move to play: see [`Report::best`].
    pub best: Option<String>,
    /// Every winning first move if all were asked for, else the one found.
    pub winning_moves: Vec<String>,
    /// Played for points: what the player to move gets when all play their best; `null` if a limit ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(test, schema(value_type = Option<i64>))]
    pub value: Option<Option<i64>>,
    /// Without a value: it is proved that the player to move can get as many points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_at_least: Option<i64>,
    /// Without a value: it is proved that the player to move can get no more points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_at_most: Option<i64>,
    /// Played for points: the first moves that are worth most, if all were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best_moves: Vec<String>,
    /// A full game in which the winner plays winning moves and the loser resists; played for points, one in which nobody gives any
    /// away.
    pub line: Vec<String>,
    /// How many plies the game lasts, if that was asked for: see [`Report::plies`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Why the plies asked for were not found although there is a verdict: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_limit: Option<Cow<'static, str>>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Wall-clock milliseconds, to the microsecond.
    pub elapsed_ms: f64,
    /// Most bytes the search held.
    pub memory_bytes: u64,
    /// Worker threads.
    pub threads: usize,
    /// Why the verdict is unknown: `time`, `nodes`, `memory` or `interrupted`.
    pub reason: Option<Cow<'static, str>>,
    /// What the puzzle said the verdict is: `win` or `loss`.
    #[serde(deserialize_with = "expected_name")]
    pub expected: Option<Cow<'static, str>>,
    /// Is the answer the expected one? `None` if no answer is expected or the puzzle is undecided.
    pub ok: Option<bool>,
    /// The points that the puzzle says it is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_value: Option<i64>,
    /// The winning move according to the puzzle. It may differ from [`SolvedRecord::best`] although `ok` is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_best: Option<String>,
    /// The verdict of every first move, if all were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveAnswer>,
    /// The puzzle's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The puzzle's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The `meta` of the JSON object that the puzzle was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<serde_json::Value>,
    /// The id of an earlier puzzle with the same position, up to renaming ranks: this answer is taken from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// What the search did, the line of play included: all zero where the answer is another puzzle's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<Object>))]
    pub statistics: Option<Statistics>,
}

/// A first move and its verdict for the side that makes it.
///
/// ```
/// use canju::{Solver, Task, batch::{Record, solve}};
/// let task = Task { all_moves: true, ..Task::default() };
/// let record = solve(&mut Solver::default(), &"335 | 4A".parse()?, &task);
/// let Record::Solved(solved) = record else { panic!("a puzzle") };
/// let lost: Vec<_> = solved.moves.iter().filter(|answer| answer.verdict == "loss").collect();
/// assert_eq!(lost[0].played, "3");
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct MoveAnswer {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// Its verdict: `win`, `loss` or `unknown`.
    #[serde(deserialize_with = "verdict_name")]
    pub verdict: Cow<'static, str>,
    /// Played for points: what it is worth for the player who makes it; `null` if a limit ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "given")]
    #[cfg_attr(test, schema(value_type = Option<i64>))]
    pub value: Option<Option<i64>>,
    /// Without a value: it is worth as much at least.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_at_least: Option<i64>,
    /// Without a value: it is worth no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_at_most: Option<i64>,
}

/// A line or a path that is not a puzzle.
///
/// ```
/// use canju::batch::Record;
/// let Record::Failed(failed) = Record::failed("my.ddz:3", "no puzzle") else { panic!("no puzzle") };
/// assert_eq!((failed.id.as_deref(), failed.error.as_str()), (Some("my.ddz:3"), "no puzzle"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FailedRecord {
    /// [`SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The line or the path.
    pub id: Option<String>,
    /// What is wrong.
    pub error: ErrorText,
}

impl Record {
    /// The record of a puzzle. The caller judges `ok`, because that may take another search.
    pub fn solved(puzzle: &Puzzle, report: &Report, ok: Option<bool>) -> Record {
        let position = &puzzle.position;
        let notation = |&played: &Move| position.notation(played);
        let Fields { hands, turn, last, last_by, rules, scoring, stake, moves_made } = position.fields();
        let (value, [value_at_least, value_at_most]) = in_fields(report.worth());
        Record::Solved(Box::new(SolvedRecord {
            schema: Cow::Borrowed(SCHEMA),
            id: (!puzzle.id.is_empty()).then(|| puzzle.id.clone()),
            hands,
            turn,
            last,
            last_by,
            rules,
            scoring: scoring.map(Cow::Borrowed),
            stake,
            moves_made: moves_made.map(Vec::from),
            verdict: name(report.verdict()),
            best: report.best().as_ref().map(notation),
            winning_moves: report.winning_moves().iter().map(notation).collect(),
            value,
            value_at_least,
            value_at_most,
            best_moves: report.best_moves().iter().map(notation).collect(),
            plies: report.plies(),
            plies_limit: report.plies_limit().map(|reason| Cow::Borrowed(reason.name())),
            line: report.line().iter().map(notation).collect(),
            nodes: report.nodes(),
            elapsed_ms: milliseconds(report.elapsed()),
            memory_bytes: report.memory_bytes(),
            threads: report.threads(),
            reason: report.verdict().reason().map(|reason| Cow::Borrowed(reason.name())),
            expected: puzzle.expected.map(|expected| name(expected.verdict())),
            ok,
            expected_value: puzzle.expected.and_then(|expected| expected.value()),
            expected_best: puzzle.expected.and_then(|expected| expected.best()).as_ref().map(notation),
            moves: answers(report),
            name: puzzle.name.clone(),
            source: puzzle.source.clone(),
            meta: puzzle.meta.clone(),
            same_as: None,
            statistics: Some(report.statistics()),
        }))
    }

    /// The record of something that is not a puzzle.
    pub fn failed(id: impl Into<String>, error: impl Into<ErrorText>) -> Record {
        Record::Failed(FailedRecord { schema: Cow::Borrowed(SCHEMA), id: Some(id.into()), error: error.into() })
    }

    /// Could this be the record of that puzzle, whatever the answer?
    fn is_of_puzzle(&self, puzzle: &Puzzle) -> bool {
        let Record::Solved(record) = self else { return self.id() == Some(&puzzle.id) };
        let position = &puzzle.position;
        let fields = position.fields();
        self.id().unwrap_or_default() == puzzle.id
            && record.hands == fields.hands
            && record.turn == fields.turn
            && record.last == fields.last
            && record.last_by == fields.last_by
            && record.rules == fields.rules
            && record.scoring.as_deref() == fields.scoring
            && record.stake == fields.stake
            && record.moves_made == fields.moves_made.map(Vec::from)
            && record.expected == puzzle.expected.map(|expected| name(expected.verdict()))
            && record.expected_value == puzzle.expected.and_then(|expected| expected.value())
            && record.expected_best
                == puzzle.expected.and_then(|expected| expected.best()).map(|played| position.notation(played))
            && record.name == puzzle.name
            && record.source == puzzle.source
            && record.meta == puzzle.meta
    }

    /// What it says about this position, for repeats of it in a resumed batch; `None` if this can't be a record of it.
    pub(super) fn read_back(&self, position: &Position) -> Option<Report> {
        let Record::Solved(record) = self else { return None };
        let read = |text: &String| position.parse_move(text).ok();
        let best = match &record.best {
            Some(best) => Some(read(best)?),
            None => None,
        };
        let moves = record.moves.iter();
        let found = Restored {
            best,
            winning_moves: record.winning_moves.iter().map(read).collect::<Option<_>>()?,
            moves: moves
                .map(|answer| Some((read(&answer.played)?, record.verdict_of(answer))))
                .collect::<Option<_>>()?,
            worth: record.worth(),
            worths: record.moves.iter().filter_map(MoveAnswer::worth).collect(),
            line: record.line.iter().map(read).collect::<Option<_>>()?,
            plies: record.plies,
            plies_limit: record.plies_limit.as_deref().and_then(Reason::from_name),
        };
        Some(Report::restored(*position, record.verdict(), found))
    }

    /// Where it is from.
    pub fn id(&self) -> Option<&str> {
        match self {
            Record::Solved(record) => record.id.as_deref(),
            Record::Failed(record) => record.id.as_deref(),
        }
    }
}

impl Journaled for Record {
    type Item = Result<Puzzle, InputError>;

    fn is_of(&self, item: &Self::Item) -> bool {
        match item {
            Ok(puzzle) => self.is_of_puzzle(puzzle),
            Err(error) => *self == Record::failed(error.id(), error.to_string()),
        }
    }

    fn title(&self) -> String {
        match self {
            Record::Solved(record) => title(record.id.as_deref().unwrap_or_default(), &record.hands),
            Record::Failed(record) => format!("{} ({})", record.id.as_deref().unwrap_or_default(), record.error),
        }
    }

    fn title_of(item: &Self::Item) -> String {
        match item {
            Ok(puzzle) => title(&puzzle.id, &puzzle.position.fields().hands),
            Err(error) => format!("{} ({error})", error.id()),
        }
    }
}

/// An id and hands, for a message.
pub(crate) fn title(id: &str, hands: &[String]) -> String {
    format!("{id} ({})", hands.join(" | "))
}

impl SolvedRecord {
    /// Whose turn it is and what must be answered, as the attributes of a pack's line; empty if the first hand leads.
    pub fn turn_attributes(&self) -> String {
        let turn = (!is_first(&self.turn)).then_some(self.turn);
        turn_attributes(turn, self.last.as_deref(), self.last_by).trim_start().to_owned()
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        if is_first(&self.turn) { Side::First } else { Side::Second }
    }

    /// What is proved about its worth, if it is played for points.
    pub fn worth(&self) -> Option<Worth> {
        worth_of(self.value, self.value_at_least, self.value_at_most)
    }

    /// The verdict, with the reason if it is unknown.
    pub fn verdict(&self) -> Verdict {
        self.read_verdict(&self.verdict)
    }

    /// The verdict of one of its first moves, for the side that makes it.
    pub fn verdict_of(&self, answer: &MoveAnswer) -> Verdict {
        self.read_verdict(&answer.verdict)
    }

    fn read_verdict(&self, text: &str) -> Verdict {
        match text {
            "win" => Verdict::Win,
            "loss" => Verdict::Loss,
            _ => {
                let reason = self.reason.as_deref().and_then(Reason::from_name);
                Verdict::Unknown(reason.unwrap_or(Reason::Interrupted))
            }
        }
    }
}

/// Every first move of a report with its answer.
fn answers(report: &Report) -> Vec<MoveAnswer> {
    let worths = report.worths().iter().copied().map(Some).chain(std::iter::repeat(None));
    let answer = |(&(played, verdict), worth): (&(Move, Verdict), Option<Worth>)| {
        let (value, [value_at_least, value_at_most]) = in_fields(worth);
        let played = report.position().notation(played);
        MoveAnswer { played, verdict: name(verdict), value, value_at_least, value_at_most }
    };
    report.moves().iter().zip(worths).map(answer).collect()
}

impl MoveAnswer {
    /// What is proved about its worth, if it is played for points.
    pub fn worth(&self) -> Option<Worth> {
        worth_of(self.value, self.value_at_least, self.value_at_most)
    }
}

/// A worth as the fields of a record: the value, and without one its bounds.
fn in_fields(worth: Option<Worth>) -> (Option<Option<i64>>, [Option<i64>; 2]) {
    let Some(worth) = worth else { return (None, [None; 2]) };
    let bounds = match worth.value() {
        Some(_) => [None; 2],
        None => [worth.at_least, worth.at_most].map(Some),
    };
    (Some(worth.value()), bounds)
}

/// The worth that these fields say.
fn worth_of(value: Option<Option<i64>>, at_least: Option<i64>, at_most: Option<i64>) -> Option<Worth> {
    match value? {
        Some(value) => Some(Worth { at_least: value, at_most: value }),
        None => Some(Worth { at_least: at_least?, at_most: at_most? }),
    }
}

/// Reads a field that is there, `null` or not.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Reads the name of a scoring; refuses any other text.
fn scoring_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cow<'static, str>>, D::Error> {
    let Some(text) = Option::<Cow<str>>::deserialize(deserializer)? else { return Ok(None) };
    let known = Scoring::from_name(&text).ok_or_else(|| serde::de::Error::custom("no such scoring"))?;
    Ok(Some(Cow::Borrowed(known.name())))
}

fn name(verdict: Verdict) -> Cow<'static, str> {
    Cow::Borrowed(verdict.name())
}

/// Reads the name of a verdict; refuses any other text.
fn verdict_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    let text = Cow::<str>::deserialize(deserializer)?;
    let known = ["win", "loss", "unknown"].into_iter().find(|known| *known == text);
    known.map(Cow::Borrowed).ok_or_else(|| serde::de::Error::custom("expected win, loss or unknown"))
}

/// As [`verdict_name`], for a verdict that may be missing.
fn expected_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Cow<'static, str>>, D::Error> {
    #[derive(Deserialize)]
    struct Name(#[serde(deserialize_with = "verdict_name")] Cow<'static, str>);
    Ok(Option::<Name>::deserialize(deserializer)?.map(|Name(name)| name))
}

/// The number of the hand that moves first in most puzzles.
fn first() -> usize {
    1
}

fn is_first(turn: &usize) -> bool {
    *turn == first()
}

/// Milliseconds with at most three decimals.
pub(crate) fn milliseconds(elapsed: Duration) -> f64 {
    elapsed.as_micros() as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_testing::kept::assert_schemas_kept;
    use utoipa::{PartialSchema, ToSchema};

    /// The server's description of its interface takes them from the file.
    #[test]
    fn the_schemas_are_what_the_records_say() {
        let schemas = [(SolvedRecord::name(), SolvedRecord::schema()), (MoveAnswer::name(), MoveAnswer::schema())];
        assert_schemas_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/batch/record.schemas.json"), schemas);
    }
}
