//! A game in play: the moves so far, taking moves back, whose turn it is, and what the solver says about it.
//!
//! There is no input and output here, so every step can be tested without a terminal; `canju play` adds the terminal.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | [`Game`]: the puzzle, the moves so far, which sides people play |
//! | `analyst.rs` | [`Analyst`]: verdicts, the solver's moves, the win given away |
//! | `saved.rs` | a game as text and back |

mod analyst;
mod saved;

pub use analyst::{Analyst, Slip};
pub use saved::SavedError;

#[doc(inline)]
pub use crate::puzzle::Humans;
use crate::puzzle::Puzzle;
use canju_engine::rules::{IllegalMove, Move, Position, Ruleset, Side};

/// A game from a puzzle's position on. As text see `Display` and [`Game::read`].
///
/// ```
/// use canju::play::{Game, Humans};
/// let mut game = Game::new("346999Q2 | 34JAAD".parse()?, Humans::First);
/// game.play(game.position().parse_move("3999")?)?;
/// assert_eq!(game.to_move(), 1);
/// assert!(game.play(game.position().parse_move("A")?).is_err());
/// assert_eq!(game.take_back(), 1);
/// assert_eq!(game.moves(), []);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    puzzle: Puzzle,
    humans: Humans,
    moves: Vec<Move>,
    /// The position before the first move and after each: one more than moves.
    positions: Vec<Position>,
}

impl Game {
    /// The game at its start.
    pub fn new(puzzle: Puzzle, humans: Humans) -> Game {
        let positions = vec![puzzle.position];
        Game { puzzle, humans, moves: Vec::new(), positions }
    }

    /// Where it started, and the rules.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        self.puzzle.position.rules()
    }

    /// Which sides people play.
    pub fn humans(&self) -> Humans {
        self.humans
    }

    /// Changes which sides people play.
    pub fn seat(&mut self, humans: Humans) {
        self.humans = humans;
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// The position before the move of this number, from 0.
    pub(crate) fn position_before(&self, number: usize) -> &Position {
        &self.positions[number]
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position before the last move, and that move.
    pub fn last(&self) -> Option<(&Position, Move)> {
        let played = *self.moves.last()?;
        Some((&self.positions[self.moves.len() - 1], played))
    }

    /// The seat whose turn it is.
    pub fn to_move(&self) -> usize {
        self.position().to_move()
    }

    /// The side that has won, if the game is over.
    pub fn winner(&self) -> Option<Side> {
        self.position().winner()
    }

    /// Is it a person's turn?
    pub fn awaits_human(&self) -> bool {
        self.winner().is_none() && self.humans.play(self.position().side_to_move())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal, and why; then the game is unchanged.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        let next = self.position().play(played)?;
        self.moves.push(played);
        self.positions.push(next);
        Ok(())
    }

    /// Takes moves back, up to and including the last one of a person. Returns how many; 0 if no person has moved.
    pub fn take_back(&mut self) -> usize {
        let by_human = |position: &Position| self.humans.play(position.side_to_move());
        let Some(kept) = self.positions[..self.moves.len()].iter().rposition(by_human) else { return 0 };
        let taken = self.moves.len() - kept;
        self.moves.truncate(kept);
        self.positions.truncate(kept + 1);
        taken
    }

    /// Takes all moves back.
    pub fn restart(&mut self) {
        self.moves.clear();
        self.positions.truncate(1);
    }

    /// The person takes the other side. Returns false and changes nothing unless one side is a person's and one the solver's.
    pub fn swap(&mut self) -> bool {
        self.humans = match self.humans {
            Humans::First => Humans::Second,
            Humans::Second => Humans::First,
            Humans::Both | Humans::None => return false,
        };
        true
    }
}
