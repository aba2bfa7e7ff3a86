//! The record of a grade, `canju.grade/1`: what programs read. Adding a field is compatible, renaming one is not.
//!
//! Its fields are those of a result record where they mean the same, so that records can be fed back as puzzles.

use super::{Grade, Undecided};
use crate::puzzle::{Difficulty, Expectation, Puzzle, Theme};
use crate::words::ErrorText;
use canju_engine::rules::Move;
use canju_engine::search::Verdict;
use canju_engine::text::Fields;
use serde::Serialize;

/// The name and version of the record's form.
pub const SCHEMA: &str = "canju.grade/1";

/// A puzzle with its grade, or why it has none.
///
/// ```
/// use canju::{Limits, StopFlag, grade::{GradeRecord, Grader}, puzzle::Puzzle};
/// let puzzle: Puzzle = "335 | 4A".parse()?;
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&puzzle.position);
/// let record = GradeRecord::new(&puzzle, &grade);
/// assert_eq!((record.verdict, record.winning_moves), (Some("win"), Some(vec!["33".to_owned()])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct GradeRecord {
    /// [`SCHEMA`].
    pub schema: &'static str,
    /// Where the puzzle is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The hands in seat order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<String>,
    /// The hand to move, from 1, if it is not the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// What it had to answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The hand that played it, from 1, if it is not the one before the hand to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_by: Option<usize>,
    /// The rules.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rules: String,
    /// How it is scored, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<&'static str>,
    /// The stake so far, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stake: Option<u64>,
    /// How often each hand has played, if that is not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_made: Option<[u8; 3]>,
    /// `win`, `loss` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<&'static str>,
    /// Played for points: what the player to move gets when all play their best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Why there is no grade: `time`, `nodes`, `memory` or `interrupted`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// How hard it is, from 1.0 to 5.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// What the win needs, if the position is won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub themes: Option<Vec<Theme>>,
    /// What its publisher calls its level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// How many sets of cards may be played first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<usize>,
    /// The sets of cards that win; played for points, those that win as many as the position is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Vec<String>>,
    /// Does any of them look good?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_looks_good: Option<bool>,
    /// The first moves that look good and lose, and how many plies the game lasts after each; `null` if that was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub traps: Option<Vec<TrapRecord>>,
    /// The line under best resistance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// How many plies it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// Is that the exact length of the game?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies_exact: Option<bool>,
    /// How often its winner has a choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<usize>,
    /// At how many of these only one set of cards wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_moves: Option<usize>,
    /// The simple players, if the position is won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simple_players: Option<Vec<PlayerRecord>>,
    /// Of each hand the cards that do not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_cards: Option<Vec<String>>,
    /// The combinations that each hand needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<Vec<u8>>,
    /// How the hands look, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<u32>,
    /// How many plies a careful player must look ahead, if that was asked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lookahead: Option<u16>,
    /// The verdict that the puzzle says it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<&'static str>,
    /// The points that the puzzle says it is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_value: Option<i64>,
    /// The winning move according to the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_best: Option<String>,
    /// Are the verdict and the value the expected ones, and is the expected move a winning one?
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ok: Option<bool>,
    /// What it was generated from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
    /// The puzzle's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The puzzle's source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The `meta` of the JSON object that the puzzle was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<serde_json::Value>,
    /// What is wrong with a line or a path that is not a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorText>,
}

/// A trap in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TrapRecord {
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// How many plies the game lasts after it.
    pub plies: Option<u16>,
}

/// A simple player in a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlayerRecord {
    /// Its habit.
    pub habit: &'static str,
    /// What it plays first.
    #[serde(rename = "move")]
    pub played: String,
    /// Does that keep the win?
    pub starts_right: bool,
    /// Does it win?
    pub wins: bool,
}

impl GradeRecord {
    /// The record of a puzzle.
    pub fn new(puzzle: &Puzzle, found: &Result<Grade, Undecided>) -> GradeRecord {
        let notation = |&played: &Move| puzzle.position.notation(played);
        let fields = puzzle.position.fields();
        let turn = fields.later_turn();
        let Fields { hands, last, last_by, rules, scoring, stake, moves_made, .. } = fields;
        let seats = hands.len();
        let record = GradeRecord {
            schema: SCHEMA,
            id: Some(puzzle.id.clone()).filter(|id| !id.is_empty()),
            hands,
            turn,
            last,
            last_by,
            rules,
            scoring,
            stake,
            moves_made,
            level: puzzle.level.clone(),
            expected: puzzle.expected.map(|expected| expected.verdict().name()),
            expected_value: puzzle.expected.and_then(|expected| expected.value()),
            expected_best: puzzle.expected.and_then(|expected| expected.best()).as_ref().map(notation),
            seed: puzzle.seed.clone(),
            name: puzzle.name.clone(),
            source: puzzle.source.clone(),
            meta: puzzle.meta.clone(),
            ..GradeRecord::default()
        };
        let grade = match found {
            Ok(grade) => grade,
            Err(Undecided(reason)) => {
                return GradeRecord { verdict: Some("unknown"), reason: Some(reason.name()), ..record };
            }
        };
        let traps = grade.traps.iter().map(|trap| TrapRecord { played: notation(&trap.played), plies: trap.plies });
        let players = grade.simple_players.iter().map(|player| PlayerRecord {
            habit: player.habit.name(),
            played: notation(&player.first),
            starts_right: player.starts_right,
            wins: player.wins,
        });
        let idle_of = |seat| grade.idle.iter().filter(move |card| card.seat == seat);
        GradeRecord {
            verdict: Some(grade.verdict.name()),
            value: grade.value,
            difficulty: Some(grade.difficulty),
            themes: (grade.verdict == Verdict::Win).then(|| grade.themes.clone()),
            choices: Some(grade.choices),
            winning_moves: Some(grade.winning.iter().map(notation).collect()),
            best_looks_good: (grade.verdict == Verdict::Win).then_some(grade.best_looks_good),
            traps: Some(traps.collect()),
            line: Some(grade.line.moves.iter().map(notation).collect()),
            plies: Some(grade.line.moves.len()),
            plies_exact: Some(grade.line.is_exact),
            decisions: Some(grade.line.decisions),
            only_moves: Some(grade.line.only_moves),
            simple_players: (grade.verdict == Verdict::Win).then(|| players.collect()),
            idle_cards: Some((0..seats).map(|seat| idle_of(seat).map(|card| card.rank.symbol()).collect()).collect()),
            needed: Some(grade.needed.clone()),
            structure: Some(grade.structure),
            lookahead: grade.lookahead,
            ok: puzzle.expected.map(|expected| grade.agrees(expected)),
            ..record
        }
    }

    /// The record of something that is not a puzzle.
    pub fn failed(id: impl Into<String>, error: impl Into<ErrorText>) -> GradeRecord {
        GradeRecord { schema: SCHEMA, id: Some(id.into()), error: Some(error.into()), ..GradeRecord::default() }
    }
}

impl Grade {
    /// Is this the answer: the verdict, the value, and a move that wins?
    fn agrees(&self, expected: Expectation) -> bool {
        let cards = |played: Move| played.combo().map(|combo| combo.cards);
        self.verdict == expected.verdict()
            && expected.value().is_none_or(|value| self.value == Some(value))
            && expected.best().is_none_or(|best| self.winning.iter().any(|&played| cards(played) == cards(best)))
    }
}
