//! The solver's view of a game: the winner, its own moves, and the move that gave the win away.
//!
//! Each position is solved once: the answers are kept. The solver's table is kept too, because the positions of one game
//! share most of what follows. So it costs little to undo a move and try another.

use super::Game;
use canju_engine::rules::{Move, Position};
use canju_engine::search::Verdict;
use canju_engine::solver::{Options, Report, Solver, Task};
use rustc_hash::FxHashMap;

/// A move that gave the win away, or points where it is played for points.
///
/// ```
/// use canju::play::{Analyst, Game, Humans};
/// use canju::{Options, Task};
/// let mut game = Game::new("335 | 4A".parse()?, Humans::First);
/// let mut analyst = Analyst::new(Options::default(), Task::default());
/// game.play(game.position().parse_move("3")?)?;
/// let slip = analyst.slip(&game).unwrap();
/// assert_eq!((slip.played.to_string(), slip.winning.to_string()), ("3".to_owned(), "33".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Slip {
    /// The move.
    pub played: Move,
    /// A move that would have won, or kept the points.
    pub winning: Move,
    /// The points before it and after it for its player, where it is played for points.
    pub points: Option<[i64; 2]>,
}

/// Analyses games with a solver of its own.
///
/// ```
/// use canju::play::{Analyst, Game, Humans};
/// use canju::{Options, Task};
/// let mut game = Game::new("335 | 4A".parse()?, Humans::First);
/// let mut analyst = Analyst::new(Options::default(), Task::default());
/// assert!(analyst.slip(&game).is_none(), "nobody has moved");
/// let played = analyst.choose(&game).unwrap();
/// game.play(played)?;
/// assert_eq!(game.position().notation(played), "33");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Analyst {
    solver: Solver,
    task: Task,
    known: FxHashMap<Position, Report>,
}

impl Analyst {
    /// An analyst with these options and this task, except that it always looks for lines and keeps the solver's tables.
    pub fn new(options: Options, task: Task) -> Analyst {
        let solver = Solver::new(Options { keep: true, ..options });
        let task = Task { all_moves: false, line: true, ..task };
        Analyst { solver, task, known: FxHashMap::default() }
    }

    /// The position now: the verdict for the side to move, a winning move and a line; for a finished game only the verdict.
    /// Undecided only if a limit was reached.
    pub fn assess(&mut self, game: &Game) -> &Report {
        self.report(game.position())
    }

    /// Every legal move with its verdict for the side that makes it.
    pub fn moves(&mut self, game: &Game) -> Vec<(Move, Verdict)> {
        self.every_move(game).moves().to_vec()
    }

    /// The same, with what each is worth where it is played for points.
    pub fn every_move(&mut self, game: &Game) -> Report {
        self.solver.solve(game.position(), &Task { all_moves: true, line: false, ..self.task.clone() })
    }

    /// The solver's move: a winning one, else the best resistance, or a guess if there is no verdict. `None` if the game is
    /// over.
    pub fn choose(&mut self, game: &Game) -> Option<Move> {
        if game.winner().is_some() {
            return None;
        }
        let report = self.assess(game);
        if let Some(played) = report.best().or(report.line().first().copied()) {
            return Some(played);
        }
        self.solver.guess(game.position())
    }

    /// The last move, if it gave a win away, or points where it is played for points.
    pub fn slip(&mut self, game: &Game) -> Option<Slip> {
        let (before, played) = game.last()?;
        let mover = before.side_to_move();
        let (winning, worth) = (self.report(before).best()?, self.report(before).worth());
        if let Some(worth) = worth {
            let points = [worth.value()?, self.points_now(game, before.to_move())?];
            return (points[1] < points[0]).then_some(Slip { played, winning, points: Some(points) });
        }
        let lost = match game.winner() {
            Some(winner) => winner != mover,
            None => match self.assess(game).verdict() {
                Verdict::Win => game.position().side_to_move() != mover,
                Verdict::Loss => game.position().side_to_move() == mover,
                Verdict::Unknown(_) => false,
            },
        };
        lost.then_some(Slip { played, winning, points: None })
    }

    /// What the position now is worth for this seat; `None` if a limit was reached.
    fn points_now(&mut self, game: &Game, seat: usize) -> Option<i64> {
        let position = game.position();
        let value = match position.points_at_the_end() {
            Some(points) => points,
            None => self.assess(game).worth()?.value()?,
        };
        Some(position.points_for(seat, value))
    }

    fn report(&mut self, position: &Position) -> &Report {
        let (solver, task) = (&mut self.solver, &self.task);
        self.known.entry(*position).or_insert_with(|| solver.solve(position, task))
    }
}
