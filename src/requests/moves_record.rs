//! The record `canju.replies/1`: every legal move of a position with its verdict, and where it leads.

use serde::Serialize;

/// The name and version of the answer's form.
pub const SCHEMA: &str = "canju.replies/1";

/// All legal moves of a position.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Replies {
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
    pub moves: Vec<Reply>,
    /// Nodes of the verdict above, 0 if the answer was remembered; those of the single moves are not counted.
    pub nodes: u64,
    /// Milliseconds for all of it.
    pub elapsed_ms: f64,
}

/// A legal move.
#[derive(Clone, Serialize)]
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
    /// What follows a losing move, up to the opponents' first winning move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<String>>,
    /// The position after it.
    pub leads_to: LeadsTo,
}

/// Where a move leads: to a position that can be asked about, or to the end.
#[derive(Clone, Serialize)]
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

impl Replies {
    /// Its bytes on the heap, estimated.
    pub fn heap_bytes(&self) -> usize {
        let reply = |reply: &Reply| {
            let refutation = reply.refutation.as_ref().map_or(0, Vec::len);
            // The move, its cards, the hands and what must be beaten.
            size_of::<Reply>() + (refutation + self.hands.len() + 3) * TEXT_BYTES + reply.cards.len()
        };
        let replies: usize = self.moves.iter().map(reply).sum();
        replies + (self.line.len() + self.hands.len() + 3) * TEXT_BYTES + self.rules.len()
    }
}
