//! The record of a review, `canju.review/1`: what programs read. Adding a field is compatible, renaming one is not.

use super::game::{Review, review};
use super::options::ReviewOptions;
use super::reviewed_move::ReviewedMove;
use super::tally::Tally;
use crate::batch::{InputError, Journaled, milliseconds, title};
use crate::puzzle::{Puzzle, SavedGame};
use crate::words::ErrorText;
use canju_engine::rules::{Move, Side};
use canju_engine::search::Reason;
use canju_engine::solver::Solver;
use canju_engine::text::Fields;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The name and version of the record's form.
pub const SCHEMA: &str = "canju.review/1";

/// One line of output: the review of a game, or the error of a line or path that is not a game.
///
/// ```
/// use canju::{Solver, puzzle::{Puzzle, SavedGame}, review::{ReviewOptions, ReviewRecord}};
/// let game = SavedGame::from("335 | 4A".parse::<Puzzle>()?);
/// let record = ReviewRecord::of(&mut Solver::default(), &game, &ReviewOptions::default());
/// assert!(matches!(record, ReviewRecord::Reviewed(_)));
/// assert_eq!(ReviewRecord::failed("my.ddz:3", "no game").id(), Some("my.ddz:3"));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ReviewRecord {
    /// A game.
    Reviewed(Box<GameRecord>),
    /// A line or path that is not a game.
    Failed(FailedReview),
}

/// The review of a game.
///
/// ```
/// use canju::{Solver, puzzle::{Puzzle, SavedGame}, review::{ReviewOptions, ReviewRecord}};
/// let mut game = SavedGame::from("335 | 4A".parse::<Puzzle>()?);
/// game.play("3 4")?;
/// let record = ReviewRecord::of(&mut Solver::default(), &game, &ReviewOptions::default());
/// let ReviewRecord::Reviewed(game) = record else { panic!("a game") };
/// assert_eq!((game.turning_points, game.winners), (vec![1], vec![Some(1), Some(2), Some(2)]));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Review))]
#[non_exhaustive]
pub struct GameRecord {
    /// [`SCHEMA`].
    pub schema: Cow<'static, str>,
    /// Where the game is from; `None` for one typed on the command line.
    pub id: Option<String>,
    /// The hands at the start, in seat order.
    pub hands: Vec<String>,
    /// The hand to move at the start, from 1; left out if it is the first.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub turn: usize,
    /// What it had to answer.
    pub last: Option<String>,
    /// The hand that played it, from 1; left out if it is the one before the hand to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_by: Option<usize>,
    /// The rules.
    pub rules: String,
    /// How it is scored, if it is played for points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scoring: Option<Cow<'static, str>>,
    /// The stake at the start, if it is played for points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<u64>,
    /// How often each hand had played before, if spring counts and it is not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves_made: Option<Vec<u8>>,
    /// The moves.
    pub moves: Vec<MoveRecord>,
    /// The side that wins at each position, one more than there are moves: 1 is the first hand or the landlord, 2 the second hand or
    /// the farmers, null where a limit left it open.
    pub winners: Vec<Option<usize>>,
    /// Played for points: what the first hand, or the landlord, gets with best play from each position on, null where a limit left it
    /// open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<i64>>,
    /// Is the game over after its last move?
    pub over: bool,
    /// The plies of the moves that gave a win away.
    pub turning_points: Vec<usize>,
    /// The wins that each player had in hand, in seat order.
    pub players: Vec<Tally>,
    /// The same for the two sides.
    pub sides: Vec<Tally>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Wall-clock milliseconds, to the microsecond.
    pub elapsed_ms: f64,
    /// Worker threads.
    pub threads: usize,
    /// The first limit that left anything open: `time`, `nodes`, `memory` or `interrupted`.
    pub reason: Option<Cow<'static, str>>,
    /// The game's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The game's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The `meta` of the JSON object that the game was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meta: Option<serde_json::Value>,
}

/// A move of a game. Verdicts are for the side that made it: `win`, `loss` or `unknown`.
///
/// ```
/// use canju::{Solver, puzzle::{Puzzle, SavedGame}, review::{ReviewOptions, ReviewRecord}};
/// let mut game = SavedGame::from("335 | 4A".parse::<Puzzle>()?);
/// game.play("3 4")?;
/// let record = ReviewRecord::of(&mut Solver::default(), &game, &ReviewOptions::default());
/// let ReviewRecord::Reviewed(game) = record else { panic!("a game") };
/// let slip = &game.moves[0];
/// assert_eq!((slip.ply, slip.played.as_str(), slip.mark.as_ref()), (1, "3", "gave_away"));
/// assert_eq!((slip.keeping.as_slice(), slip.refutation.as_slice()), (&["33".to_owned()][..], &["4".to_owned()][..]));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct MoveRecord {
    /// Its number, from 1.
    pub ply: usize,
    /// The player that made it, from 0.
    pub player: usize,
    /// The move.
    #[serde(rename = "move")]
    pub played: String,
    /// Cards of all hands before it.
    pub cards: u32,
    /// The verdict before it.
    pub before: Cow<'static, str>,
    /// The verdict after it.
    pub after: Cow<'static, str>,
    /// What it did: `kept`, `gave_away`, `lost_anyway`, `forced` or `unknown`.
    pub mark: Cow<'static, str>,
    /// Played for points: what its player got with best play before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_before: Option<i64>,
    /// The same after it: less if it gave points away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value_after: Option<i64>,
    /// Moves that keep the win, where there was one to keep and a choice: with `all_moves` every one, else one or two.
    pub keeping: Vec<String>,
    /// Are these known to be all of them?
    pub keeping_is_complete: bool,
    /// Did only one set of cards keep the win? Null if there was none to keep, or no choice, or if that was not found: at a limit, and
    /// without `all_moves` within 50,000 nodes.
    pub only_move: Option<bool>,
    /// After a move that gave the win away: the moves up to the first of the other side that wins.
    pub refutation: Vec<String>,
    /// After a move that gave the win away: how many plies the game would have lasted with best play, if that was found soon.
    pub plies: Option<u16>,
}

/// A line or a path that is not a game.
///
/// ```
/// use canju::review::ReviewRecord;
/// let ReviewRecord::Failed(failed) = ReviewRecord::failed("my.ddz:3", "no game") else { panic!("no game") };
/// assert_eq!(failed.error, "no game");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FailedReview {
    /// [`SCHEMA`].
    pub schema: Cow<'static, str>,
    /// The line or the path.
    pub id: Option<String>,
    /// What is wrong.
    pub error: ErrorText,
}

impl ReviewRecord {
    /// Reviews a game. One with a move that is not legal, put in by a program, gives an error record.
    pub fn of(solver: &mut Solver, game: &SavedGame, options: &ReviewOptions) -> ReviewRecord {
        match review(solver, &game.start.position, &game.moves, options) {
            Ok(review) => ReviewRecord::Reviewed(Box::new(GameRecord::new(&game.start, &review))),
            Err(error) => ReviewRecord::failed(game.start.id.as_str(), ErrorText::of(&error)),
        }
    }

    /// The record of something that is not a game.
    pub fn failed(id: impl Into<String>, error: impl Into<ErrorText>) -> ReviewRecord {
        ReviewRecord::Failed(FailedReview { schema: Cow::Borrowed(SCHEMA), id: Some(id.into()), error: error.into() })
    }

    /// Where it is from.
    pub fn id(&self) -> Option<&str> {
        match self {
            ReviewRecord::Reviewed(record) => record.id.as_deref(),
            ReviewRecord::Failed(record) => record.id.as_deref(),
        }
    }

    /// Was it interrupted? Then it is not kept in a journal.
    pub(super) fn is_interrupted(&self) -> bool {
        matches!(self, ReviewRecord::Reviewed(record) if record.reason.as_deref() == Some(Reason::Interrupted.name()))
    }
}

impl GameRecord {
    /// The record of a review of a game that started with this puzzle.
    pub fn new(start: &Puzzle, review: &Review) -> GameRecord {
        let Fields { hands, turn, last, last_by, rules, scoring, stake, moves_made } = review.start.fields();
        let number = |winner: &Result<Side, Reason>| winner.ok().map(|side| if side == Side::First { 1 } else { 2 });
        GameRecord {
            schema: Cow::Borrowed(SCHEMA),
            id: (!start.id.is_empty()).then(|| start.id.clone()),
            hands,
            turn,
            last,
            last_by,
            rules,
            scoring: scoring.map(Cow::Borrowed),
            stake,
            moves_made: moves_made.map(Vec::from),
            moves: review.moves.iter().enumerate().map(|(at, reviewed)| move_record(at, reviewed, review)).collect(),
            winners: review.winners.iter().map(number).collect(),
            values: review.values.clone(),
            over: review.is_over,
            turning_points: review.turning_points().map(|at| at + 1).collect(),
            players: review.players(),
            sides: review.sides(),
            nodes: review.nodes,
            elapsed_ms: milliseconds(review.elapsed),
            threads: review.threads,
            reason: review.limit.map(|reason| Cow::Borrowed(reason.name())),
            name: start.name.clone(),
            source: start.source.clone(),
            meta: start.meta.clone(),
        }
    }

    /// Does anything say less than it would without a limit?
    pub fn is_undecided(&self) -> bool {
        self.reason.is_some()
    }
}

fn move_record(at: usize, reviewed: &ReviewedMove, review: &Review) -> MoveRecord {
    let notation = |&played: &Move| review.start.notation(played);
    MoveRecord {
        ply: at + 1,
        player: reviewed.player,
        played: notation(&reviewed.played),
        cards: reviewed.cards,
        before: Cow::Borrowed(reviewed.before.name()),
        after: Cow::Borrowed(reviewed.after.name()),
        mark: Cow::Borrowed(reviewed.mark.name()),
        value_before: reviewed.points.map(|[before, _]| before),
        value_after: reviewed.points.map(|[_, after]| after),
        keeping: reviewed.keeping.iter().map(notation).collect(),
        keeping_is_complete: reviewed.keeping_is_complete,
        only_move: reviewed.only,
        refutation: reviewed.refutation.iter().map(notation).collect(),
        plies: reviewed.plies,
    }
}

impl Journaled for ReviewRecord {
    type Item = Result<SavedGame, InputError>;

    fn is_of(&self, item: &Self::Item) -> bool {
        match (self, item) {
            (ReviewRecord::Reviewed(record), Ok(game)) => record.is_of(game),
            (_, Ok(_)) => false,
            (_, Err(error)) => *self == ReviewRecord::failed(error.id(), error.to_string()),
        }
    }

    fn title(&self) -> String {
        match self {
            ReviewRecord::Reviewed(record) => title(record.id.as_deref().unwrap_or_default(), &record.hands),
            ReviewRecord::Failed(record) => format!("{} ({})", record.id.as_deref().unwrap_or_default(), record.error),
        }
    }

    fn title_of(item: &Self::Item) -> String {
        match item {
            Ok(game) => title(&game.start.id, &game.start.position.fields().hands),
            Err(error) => format!("{} ({error})", error.id()),
        }
    }
}

impl GameRecord {
    /// Could this be the record of that game, whatever was found?
    fn is_of(&self, game: &SavedGame) -> bool {
        let (start, position) = (&game.start, &game.start.position);
        let Fields { hands, turn, last, last_by, rules, scoring, stake, moves_made } = position.fields();
        let moves = game.moves.iter().map(|&played| position.notation(played));
        self.id.as_deref().unwrap_or_default() == start.id
            && (&self.hands, self.turn, &self.last, self.last_by, &self.rules) == (&hands, turn, &last, last_by, &rules)
            && (self.scoring.as_deref(), self.stake) == (scoring, stake)
            && self.moves_made == moves_made.map(Vec::from)
            && moves.eq(self.moves.iter().map(|reviewed| reviewed.played.as_str()))
            && (&self.name, &self.source, &self.meta) == (&start.name, &start.source, &start.meta)
    }
}

/// The number of the hand that moves first in most games.
fn first() -> usize {
    1
}

fn is_first(turn: &usize) -> bool {
    *turn == first()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::CardBand;
    use canju_testing::kept::assert_schemas_kept;
    use utoipa::{PartialSchema, ToSchema};

    /// The server's description of its interface takes them from the file.
    #[test]
    fn the_schemas_are_what_the_records_say() {
        let schemas = [
            (GameRecord::name(), GameRecord::schema()),
            (MoveRecord::name(), MoveRecord::schema()),
            (Tally::name(), Tally::schema()),
            (CardBand::name(), CardBand::schema()),
        ];
        assert_schemas_kept(concat!(env!("CARGO_MANIFEST_DIR"), "/review/record.schemas.json"), schemas);
    }
}
