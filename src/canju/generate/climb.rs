//! One candidate: from a random deal, change by change, to what is asked for.
//!
//! Random deals are hardly ever good puzzles: of 10 + 10 cards two in a hundred have a unique winning move, of 13 + 13 not one in
//! three hundred. So a deal is improved. A change is kept if what is asked for is as near as before or nearer, in this order: the
//! structure of the hands, the verdict and the number of moves that win, then the difficulty and the cards that don't
//! matter. Sideways steps are kept as well, so the climb does not end on the first ridge. After a number of steps the candidate is
//! given up, and another one begins elsewhere.
//!
//! Everything here depends on the request, the seed and the candidate's number alone. The limit of nodes that keeps a position
//! too hard to solve from holding the run counts the nodes of one thread, whose tables are cleared when a candidate begins.
//!
//! So candidates share no memory of answers. What one of them had found would decide whether another one reaches its limit, and
//! a puzzle would depend on which thread was faster. Little is lost: a position of one candidate hardly ever comes again in
//! another one, unless hands are tiny, and what comes again within a candidate is in its tables (benches/README.md).

use super::change::changed;
use super::deal::{Deal, deal};
use super::request::Request;
use crate::grade::{Effort, Grade, Grader, structure};
use crate::puzzle::{Expectation, Puzzle};
use canju_engine::rules::{LastMove, Position, Turn};
use canju_engine::search::{Clock, Limits, StopFlag, Verdict};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The steps of a candidate.
const STEPS: u32 = 250;

/// The least structure of a puzzle that is made, in percent.
const LEAST_STRUCTURE: u32 = 55;

/// The most nodes for the winning moves of a deal on the way. A deal that takes more is skipped: otherwise one step in ten
/// would take half of the time.
const STEP_NODES: u64 = 20_000;

/// The most nodes of a step of the full grade.
const FULL_NODES: u64 = 3_000_000;

/// Far from a win, in winning moves.
const LOST: usize = 1_000;

/// The distance from what is asked for, compared field by field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Distance {
    /// What the structure lacks, in percent.
    structure: u32,
    /// Winning moves too many, or far more if there is none.
    moves: usize,
    /// Tenths of difficulty, and cards that don't matter.
    grade: u32,
}

impl Distance {
    const NONE: Distance = Distance { structure: 0, moves: 0, grade: 0 };
    const FAR: Distance = Distance { structure: u32::MAX, moves: usize::MAX, grade: u32::MAX };
}

/// A puzzle that was made.
///
/// ```
/// use canju::{StopFlag, generate::{Made, Maker, Request}};
/// let mut maker = Maker::new(Request::new("5+5".parse()?), StopFlag::default());
/// let Made { puzzle, grade, .. } = (0..).find_map(|candidate| maker.make(candidate)).unwrap();
/// assert_eq!(puzzle.difficulty, Some(grade.difficulty));
/// # Ok::<(), canju::generate::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Made {
    /// The puzzle, with answer, difficulty and seed.
    pub puzzle: Puzzle,
    /// Its measures.
    pub grade: Grade,
}

/// Makes puzzles, on one thread.
///
/// ```
/// use canju::{StopFlag, generate::{Maker, Request}};
/// let request = Request { is_unique: true, ..Request::new("6+6".parse()?) };
/// let mut maker = Maker::new(request, StopFlag::default());
/// let made = (0..).find_map(|candidate| maker.make(candidate)).unwrap();
/// assert!(made.grade.is_unique());
/// # Ok::<(), canju::generate::RequestError>(())
/// ```
pub struct Maker {
    request: Request,
    grader: Grader,
    stop: StopFlag,
}

impl Maker {
    /// A maker for this request, which has been checked. Raise `stop` to end it soon.
    pub fn new(request: Request, stop: StopFlag) -> Maker {
        let grader = Grader::new(Limits { nodes: Some(STEP_NODES), time: None }, stop.clone());
        Maker { request, grader, stop }
    }

    /// As [`Maker::new`], with an existing grader.
    pub fn with_grader(request: Request, stop: StopFlag, mut grader: Grader) -> Maker {
        grader.set_task(Limits { nodes: Some(STEP_NODES), time: None }, &stop, None);
        Maker { request, grader, stop }
    }

    /// Its grader, for other work.
    pub fn into_grader(self) -> Grader {
        self.grader
    }

    /// The puzzle of a candidate, if it becomes one.
    pub fn make(&mut self, candidate: u64) -> Option<Made> {
        let mut random = ChaCha8Rng::seed_from_u64(self.request.seed);
        random.set_stream(candidate);
        let mut here = deal(&mut random, &self.request);
        // Nothing found for another candidate may influence this one.
        let _ = self.grader.clear(&self.position(&here)?, &Clock::start(Limits::default()));
        let mut distance = self.distance(&here, Distance::FAR);
        for _ in 0..STEPS {
            if self.stop.is_stopped() {
                return None;
            }
            if distance == Distance::NONE {
                // The climb uses rough grades. If the full grade differs, it goes on from there.
                match self.made(&here, candidate)? {
                    Ok(made) => return Some(made),
                    Err(grade) => distance.grade = grade,
                }
            }
            let next = changed(&mut random, &here, &self.request);
            if next != here {
                let found = self.distance(&next, distance);
                if found <= distance {
                    (here, distance) = (next, found);
                }
            }
        }
        None
    }

    fn position(&self, deal: &Deal) -> Option<Position> {
        let last = deal.last.zip(self.request.by).map(|(combo, by)| LastMove { combo, by });
        let position =
            Position::new(&deal.hands, Turn { to_move: self.request.turn, last }, self.request.rules).ok()?;
        position.with_stakes(self.request.scoring, None, None).ok()
    }

    /// The points for so many times the stake as are to be won, if that is more than a win.
    fn points(&self, position: &Position) -> Option<i64> {
        let of_a_win = position.stakes().for_a_win(position.side_to_move(), position.hands().len());
        (self.request.times > 1).then(|| of_a_win * i64::from(self.request.times))
    }

    /// The distance of a deal from what is asked for. If it is farther than `most`, the fields not needed to see that may
    /// be missing.
    fn distance(&mut self, deal: &Deal, most: Distance) -> Distance {
        let found = structure(&deal.hands, &self.request.rules);
        let mut distance = Distance { structure: LEAST_STRUCTURE.saturating_sub(found), ..Distance::NONE };
        if distance.structure > most.structure {
            return distance;
        }
        let Some(position) = self.position(deal) else { return Distance::FAR };
        // To see that it is no better it is enough to find one winning move more than before.
        let enough = match self.request.wanted() {
            Some(Verdict::Win) if self.request.is_unique => most.moves.clamp(1, LOST),
            _ => 1,
        };
        let points = self.points(&position);
        let Ok(winning) = self.grader.winning_first_moves(&position, points, enough) else { return Distance::FAR };
        distance.moves = match self.request.wanted() {
            None | Some(Verdict::Unknown(_)) => 0,
            Some(Verdict::Loss) => winning.len(),
            Some(Verdict::Win) if winning.is_empty() => LOST,
            Some(Verdict::Win) if self.request.is_unique => winning.len() - 1,
            Some(Verdict::Win) => 0,
        };
        // If nothing else wins, the points make no difference.
        if points.is_some() && distance.moves == 0 && self.request.is_unique {
            match self.grader.winning_first_moves(&position, None, 1) {
                Ok(winning) => distance.moves = (winning.len() < 2) as usize,
                Err(_) => return Distance::FAR,
            }
        }
        // A loss is only good if it looks won.
        let is_loss = self.request.verdict == Some(Verdict::Loss);
        let is_graded =
            is_loss || self.request.difficulty.is_some() || self.request.is_minimal || self.request.theme.is_some();
        if distance.moves > 0 || distance.structure > 0 || !is_graded {
            return distance;
        }
        let rough = Effort { idle: self.request.is_minimal, themes: self.request.theme.is_some(), ..Effort::ROUGH };
        match self.grader.graded(&position, rough) {
            Ok(grade) => Distance { grade: self.lacks(&grade), ..distance },
            Err(_) => Distance::FAR,
        }
    }

    /// What a grade lacks.
    fn lacks(&self, grade: &Grade) -> u32 {
        let tenths = self.request.difficulty.map_or(0, |(least, most)| {
            let found = grade.difficulty.tenths();
            least.tenths().saturating_sub(found) + found.saturating_sub(most.tenths())
        });
        let idle = if self.request.is_minimal { grade.idle.len() as u32 } else { 0 };
        let is_loss = self.request.verdict == Some(Verdict::Loss);
        let looks_lost = if is_loss && !grade.looks_won(self.request.turn) { 5 } else { 0 };
        // With one choice, or a hand that can be laid down at once, there is nothing to find.
        let is_nothing = grade.choices < 2 || grade.line.moves.len() < 3;
        let forced = if self.request.is_unique && is_nothing { 5 } else { 0 };
        let theme = if self.request.theme.is_some_and(|theme| !grade.themes.contains(&theme)) { 5 } else { 0 };
        tenths + 2 * idle + looks_lost + forced + theme
    }

    /// The puzzle, or what its full grade lacks; `None` if that takes too long.
    fn made(&mut self, deal: &Deal, candidate: u64) -> Option<Result<Made, u32>> {
        let position = self.position(deal)?;
        self.grader.set_limits(Limits { nodes: Some(FULL_NODES), time: None });
        let grade = self.grader.grade(&position);
        self.grader.set_limits(Limits { nodes: Some(STEP_NODES), time: None });
        let grade = grade.ok()?;
        let lacks = self.lacks(&grade);
        if lacks > 0 {
            return Some(Err(lacks));
        }
        let best = grade.winning.first().copied();
        let expected = match grade.value {
            Some(value) => Expectation::of_value(value, best),
            None => Expectation::of(grade.verdict, best),
        };
        let puzzle = Puzzle {
            expected,
            difficulty: Some(grade.difficulty),
            themes: grade.themes.clone(),
            seed: Some(format!("{}:{candidate}", self.request.seed)),
            ..Puzzle::from(position)
        };
        Some(Ok(Made { puzzle, grade }))
    }
}
