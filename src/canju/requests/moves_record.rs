//! The record `canju.replies/1`: every legal move of a position with its verdict, and where it leads.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;

/// The name and version of the answer's form.
pub const SCHEMA: &str = "canju.replies/1";

/// All legal moves of a position.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Replies))]
pub struct Replies<Moves = Vec<Reply>> {
    /// `canju.replies/1`.
    pub schema: &'static str,
    /// The hands in playing order.
    pub hands: Vec<String>,
    /// The hand to move, from 1.
    pub turn: usize,
    /// What it must beat.
    pub last: Option<String>,
    /// The hand that played it, from 1.
    pub last_by: Option<usize>,
    /// The rules.
    pub rules: String,
    /// How it is scored, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring: Option<&'static str>,
    /// The stake so far, if it is played for points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stake: Option<u64>,
    /// How often each hand has played, if spring counts and it is not the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_made: Option<[u8; 3]>,
    /// Played for points: what the player to move gets when all play their best; left out if a limit ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// For the side to move: `win`, `loss` or `unknown`.
    pub verdict: &'static str,
    /// Why it is unknown: `time`, `memory` or `interrupted`.
    pub reason: Option<&'static str>,
    /// A winning move.
    pub best: Option<String>,
    /// A full game: winning moves against the best resistance.
    pub line: Vec<String>,
    /// How many legal moves there are; `null` if not all are listed.
    pub total: Option<usize>,
    /// Are all legal moves listed?
    pub complete: bool,
    /// The moves, a pass last.
    #[cfg_attr(test, schema(value_type = Vec<Reply>))]
    pub moves: Moves,
    /// Nodes of the verdict above, 0 if the answer was remembered; those of the single moves are not counted.
    pub nodes: u64,
    /// Milliseconds for all of it.
    pub elapsed_ms: f64,
}

/// A legal move.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Reply {
    /// As it is written: what `last` takes.
    #[serde(rename = "move")]
    pub played: String,
    /// Its cards alone.
    pub cards: String,
    /// What kind of combination it is, or `pass`.
    pub kind: &'static str,
    /// For the side that plays it: `win`, `loss` or `unknown`.
    pub verdict: &'static str,
    /// Played for points: what it is worth for the player who makes it; left out if a limit ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// What follows a losing move, up to the opponents' first winning move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<String>>,
    /// The position after it.
    pub leads_to: LeadsTo,
}

/// Where a move leads: to a position that can be asked about, or to the end.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum LeadsTo {
    /// The game goes on.
    Position {
        /// The hands in playing order.
        hands: Vec<String>,
        /// The hand to move, from 1.
        turn: usize,
        /// What it must beat.
        last: Option<String>,
        /// The hand that played it, from 1.
        last_by: Option<usize>,
        /// The stake then, if it is played for points.
        #[serde(skip_serializing_if = "Option::is_none")]
        stake: Option<u64>,
        /// How often each hand has played then, if spring counts and it is not the default.
        #[serde(skip_serializing_if = "Option::is_none")]
        moves_made: Option<[u8; 3]>,
    },
    /// The game is over.
    End {
        /// The hands in playing order.
        hands: Vec<String>,
        /// The side that has won: 1 is the first hand or the landlord, 2 the second hand or the farmers.
        winner: usize,
    },
}

/// Estimated bytes of a short text on the heap, with its place in a list.
const TEXT_BYTES: usize = size_of::<String>() + 16;

/// Replies whose moves are written: those of a whole deal are tens of kilobytes, which take longer to write than to look up.
pub type WrittenReplies = Replies<Arc<RawValue>>;

impl Replies {
    /// The same with its moves as text.
    ///
    /// # Errors
    /// None: texts and numbers can be written.
    pub fn written(self) -> serde_json::Result<WrittenReplies> {
        let Replies { schema, hands, turn, last, last_by, rules, verdict, reason, best, line, total, complete, .. } =
            self;
        let (scoring, stake, moves_made, value) = (self.scoring, self.stake, self.moves_made, self.value);
        let (moves, nodes, elapsed_ms) = (to_raw_value(&self.moves)?.into(), self.nodes, self.elapsed_ms);
        Ok(Replies {
            schema,
            hands,
            turn,
            last,
            last_by,
            rules,
            scoring,
            stake,
            moves_made,
            value,
            verdict,
            reason,
            best,
            line,
            total,
            complete,
            moves,
            nodes,
            elapsed_ms,
        })
    }
}

impl WrittenReplies {
    /// Its bytes on the heap, estimated.
    pub fn heap_bytes(&self) -> usize {
        self.moves.get().len() + (self.line.len() + self.hands.len() + 3) * TEXT_BYTES + self.rules.len()
    }
}
