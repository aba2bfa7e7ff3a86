//! What the solver says of a game: who wins, what it plays itself, and which move gave the win away.
//!
//! Each position is looked at once: the answers are kept, and so is the solver's table, for the positions of one game
//! have most of their game in common. Undoing and trying something else thus costs little.

use super::Game;
use crate::puzzle::AnyPosition;
use crate::rules::{Move, Ruleset};
use crate::search::Verdict;
use crate::solver::{Options, Report, Solver};
use rustc_hash::FxHashMap;

/// A move that gave the win away.
///
/// ```
/// use canju::play::{Analyst, Game, Humans};
/// use canju::{Options, puzzle::Puzzle, rules::{Ruleset, parse_move}};
/// let rules = Ruleset::default();
/// let mut game = Game::new(Puzzle::parse(&["335", "4A"], None, rules)?, Humans::First)?;
/// let mut analyst = Analyst::new(Options::default());
/// game.play(parse_move("3", &rules)?)?;
/// let slip = analyst.slip(&game).unwrap();
/// assert_eq!((slip.played.to_string(), slip.winning.to_string()), ("3".to_owned(), "33".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Slip {
    /// The move.
    pub played: Move,
    /// A move that would have won.
    pub winning: Move,
}

/// Looks at games with a solver of its own.
///
/// ```
/// use canju::play::{Analyst, Game, Humans};
/// use canju::{Options, puzzle::Puzzle, rules::{Ruleset, parse_move}};
/// let rules = Ruleset::default();
/// let mut game = Game::new(Puzzle::parse(&["335", "4A"], None, rules)?, Humans::First)?;
/// let mut analyst = Analyst::new(Options::default());
/// assert!(analyst.slip(&game).is_none(), "nobody has moved");
/// let played = analyst.choose(&game).unwrap();
/// game.play(played)?;
/// assert_eq!(game.rules().notation(played), "33");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst {
    solver: Solver,
    /// What was found, under these rules.
    rules: Ruleset,
    known: FxHashMap<AnyPosition, Report>,
}

impl Analyst {
    /// An analyst with these options, but that lines are always looked for and that nothing is forgotten.
    pub fn new(options: Options) -> Analyst {
        let solver = Solver::new(Options { all_moves: false, line: true, keep: true, ..options });
        Analyst { solver, rules: Ruleset::default(), known: FxHashMap::default() }
    }

    /// What is to be said of the position now: the verdict for the side to move, a winning move and a line; of a finished
    /// game the verdict alone. Undecided only where a limit was reached.
    pub fn assess(&mut self, game: &Game) -> &Report {
        self.report(game.position(), game.rules())
    }

    /// Every legal move with its verdict for the side that makes it.
    pub fn moves(&mut self, game: &Game) -> Vec<(Move, Verdict)> {
        let rules = game.rules();
        match game.position() {
            AnyPosition::Two(position) => self.solver.solve_all_moves(position, rules).moves,
            AnyPosition::Three(position) => self.solver.solve_all_moves(position, rules).moves,
        }
    }

    /// The solver's move: one that wins, else the best resistance, else, without a verdict, a guess. `None` if the game is
    /// over.
    pub fn choose(&mut self, game: &Game) -> Option<Move> {
        if game.winner().is_some() {
            return None;
        }
        let report = self.assess(game);
        if let Some(played) = report.best.or(report.line.first().copied()) {
            return Some(played);
        }
        match game.position() {
            AnyPosition::Two(position) => self.solver.guess(position, game.rules()),
            AnyPosition::Three(position) => self.solver.guess(position, game.rules()),
        }
    }

    /// The last move, if it gave a win away.
    pub fn slip(&mut self, game: &Game) -> Option<Slip> {
        let (before, played) = game.last()?;
        let mover = before.side_to_move();
        let winning = self.report(before, game.rules()).best?;
        let lost = match game.winner() {
            Some(winner) => winner != mover,
            None => match self.assess(game).verdict {
                Verdict::Win => game.position().side_to_move() != mover,
                Verdict::Loss => game.position().side_to_move() == mover,
                Verdict::Unknown(_) => false,
            },
        };
        lost.then_some(Slip { played, winning })
    }

    fn report(&mut self, position: &AnyPosition, rules: &Ruleset) -> &Report {
        if self.rules != *rules {
            self.rules = *rules;
            self.known.clear();
        }
        let solver = &mut self.solver;
        self.known.entry(*position).or_insert_with(|| match position {
            AnyPosition::Two(position) => solver.solve(position, rules),
            AnyPosition::Three(position) => solver.solve(position, rules),
        })
    }
}
