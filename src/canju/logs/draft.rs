//! What a form has found in a log, and how it becomes a game.

use super::fault::LogFaultKind;
use super::tree::{At, Fault};
use crate::puzzle::{Puzzle, PuzzleErrorKind, SavedGame, seat_names};
use canju_engine::rules::{Combo, Hand, Kind, Move, MoveError, Position, Turn, classify};
use canju_engine::text::{Defaults, TextErrorKind};

/// A game, as a log tells it.
pub(super) struct Draft<'a> {
    /// What each hand began with, in playing order, the landlord's first.
    pub hands: Vec<Hand>,
    /// Rules, scoring and stake.
    pub played_by: Defaults,
    pub moves: Vec<Played<'a>>,
}

/// A move of a log.
pub(super) struct Played<'a> {
    pub at: At<'a>,
    /// The number of its player in playing order.
    pub seat: usize,
    /// Its cards, or `pass`.
    pub text: String,
}

impl<'a> Played<'a> {
    /// A move of these cards. No cards are a pass.
    pub fn of(at: At<'a>, seat: usize, cards: Hand) -> Played<'a> {
        let text = if cards.is_empty() { "pass".to_owned() } else { cards.to_string() };
        Played { at, seat, text }
    }
}

impl<'a> Draft<'a> {
    /// The game. It begins with who plays first.
    ///
    /// # Errors
    /// Hands that are no deal, and the first move that can't be played.
    pub fn build(self) -> Result<SavedGame, Fault<'a>> {
        let Defaults { rules, scoring, stake } = self.played_by;
        let first = self.moves.first().ok_or_else(|| At::Whole.fault(LogFaultKind::NoMoves))?;
        let of_hands = |error: TextErrorKind| At::Whole.fault(PuzzleErrorKind::from(error));
        let turn = Turn { to_move: first.seat, last: None };
        let position = Position::new(&self.hands, turn, rules).map_err(|error| of_hands(error.into()))?;
        let stake = stake.filter(|_| scoring.has_points());
        let mut here = position.with_stakes(scoring, stake, None).map_err(|error| of_hands(error.into()))?;
        let mut game = SavedGame::from(Puzzle::from(here));
        let names = seat_names(self.hands.len());
        for played in &self.moves {
            let expected = here.to_move();
            if played.seat != expected && here.winner().is_none() {
                let (found, expected) = (names[played.seat], names[expected]);
                return Err(played.at.fault(LogFaultKind::Turn { number: game.moves.len() + 1, found, expected }));
            }
            let read = reading(&here, played);
            if let Err(error) = game.play_one(read.as_ref().unwrap_or(&played.text)) {
                let at = match played.at {
                    At::Text(line, column) => At::Text(line, column + error.column - 1),
                    at => at,
                };
                return Err(at.fault(error.kind));
            }
            here = here.after(game.moves[game.moves.len() - 1]);
        }
        Ok(game)
    }
}

/// The text of a move with the reading that is meant, where its cards have several. Plain text must say which if more than one may be
/// played; what programs have written means the one that they see: a chain of trios without wings, or that of the highest rank.
fn reading(here: &Position, played: &Played<'_>) -> Option<String> {
    let Err(MoveError::Ambiguous { cards, .. }) = here.parse_move(&played.text) else { return None };
    let value = |combo: Combo| (combo.shape.kind == Kind::TrioChain, combo.shape.rank);
    let (mut best, mut count): (Option<Combo>, usize) = (None, 0);
    for &combo in &classify(cards, here.rules()) {
        if here.play(Move::Play(combo)).is_ok() {
            count += 1;
            best = best.filter(|&best| value(best) > value(combo)).or(Some(combo));
        }
    }
    let is_plain = matches!(played.at, At::Text(..));
    best.filter(|_| count == 1 || !is_plain).map(|combo| here.notation(Move::Play(combo)))
}
