//! Grades a puzzle: exact measures of how good and how hard it is, and one number made of them.
//!
//! | file | measure |
//! |---|---|
//! | `aim.rs` | what its player is after: to win, or to win as many points as it is worth |
//! | `first_moves.rs` | the sets of cards that may be played first, and which of them win |
//! | `looks.rs` | which moves look good |
//! | `traps.rs` | first moves that look good and lose, and how long they take to be refuted |
//! | `line.rs` | the line under best resistance: its length, its only moves |
//! | `habits.rs`, `player.rs` | simple players, and those that look some plies ahead: do they win? |
//! | `idle.rs` | cards that do not matter |
//! | `structure.rs` | how the hands look |
//! | `themes.rs` | what the win needs: without first moves of one kind it is gone |
//! | `difficulty.rs` | one number from 1.0 to 5.0: the formula with its reasons |
//! | `record.rs` | the record `canju.grade/1` |
//! | `remembered.rs` | [`Grades`]: grades that several graders remember together |
//!
//! **The same everywhere.** Verdicts and exact lengths are facts. Where a measure needs a limit of nodes, it is found by one
//! thread with a fixed amount of memory and tables that are cleared before, so it is the same with any number of threads
//! and on every machine. No measure is a time, and all are integers.

mod aim;
mod difficulty;
mod first_moves;
mod habits;
mod idle;
mod line;
mod looks;
mod player;
mod record;
mod remembered;
mod structure;
mod themes;
mod traps;

pub use difficulty::difficulty;
pub use habits::Habit;
pub use idle::IdleCard;
pub use line::Line;
pub use record::{GradeRecord, SCHEMA};
pub use remembered::Grades;
pub use structure::structure;
pub use traps::Trap;

use crate::puzzle::{Difficulty, Theme};
use crate::words::{Language, say};
use aim::Aim;
use canju_engine::InChinese;
use canju_engine::rules::{Move, Position, Ruleset};
use canju_engine::search::{Clock, Limits, Reason, StopFlag, Verdict};
use canju_engine::solver::{Consultation, Options, Resistance, Solver, Task, Worth};
use first_moves::first_moves;
use looks::Looks;
use player::Player;

/// Memory of each of a grader's two solvers, in bytes. It is fixed, because what is found within a number of nodes depends on it.
const SOLVER_BYTES: usize = 32 << 20;

/// Memory of a grader, in bytes.
#[doc(hidden)]
pub const GRADER_BYTES: usize = 2 * SOLVER_BYTES;

/// How much work a grade may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Effort {
    /// The most nodes for the exact length of the game.
    pub line_nodes: u64,
    /// The most nodes for the length of a trap's refutation.
    pub trap_nodes: u64,
    /// The resistance of a line whose exact length takes more nodes.
    pub resistance: Resistance,
    /// Are the cards wanted that don't matter?
    pub idle: bool,
    /// Are the themes wanted?
    pub themes: bool,
}

impl Effort {
    /// For a grade that people see.
    pub const FULL: Effort =
        Effort { line_nodes: 100_000, trap_nodes: 20_000, resistance: Resistance::Best, idle: true, themes: true };
    /// For a first look: about the same difficulty in a small part of the time.
    pub const ROUGH: Effort =
        Effort { line_nodes: 4_000, trap_nodes: 1_000, resistance: Resistance::Quick, idle: false, themes: false };
}

/// The most positions through which a simple player is followed.
const WATCHED: usize = 2_000;

/// Why there is no grade: a limit was reached.
///
/// ```
/// use canju::{Limits, StopFlag, grade::Grader};
/// let position = "4445678899KK2 | 345567TTTKKAA | rules=huanle,-trio_pair".parse()?;
/// let mut grader = Grader::new(Limits { nodes: Some(5), ..Limits::default() }, StopFlag::default());
/// let error = grader.grade(&position).unwrap_err();
/// assert_eq!(error.to_string(), "no grade: limit of nodes reached");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no grade: limit of {} reached", .0.name())]
pub struct Undecided(pub Reason);

impl InChinese for Undecided {
    fn in_chinese(&self) -> String {
        format!("没有评分：{}", say!(Language::Chinese, "limit-reached", limit = self.0.name()))
    }
}

impl From<Reason> for Undecided {
    fn from(reason: Reason) -> Undecided {
        Undecided(reason)
    }
}

/// The measures of a position, for the side to move.
///
/// Where a won position is played for points, a move *wins* if it wins as many points as the position is worth: so all measures are about
/// keeping them. A lost one is lost by whatever points.
///
/// ```
/// use canju::{Limits, StopFlag, Verdict, grade::Grader};
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"346999Q2 | 34JAAD".parse()?)?;
/// assert_eq!(grade.verdict, Verdict::Win);
/// assert!(grade.is_unique());
/// assert_eq!(grade.winning[0].to_string(), "3999");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Grade {
    /// Does the side to move win?
    pub verdict: Verdict,
    /// Played for points: what it is worth for the side to move.
    pub value: Option<i64>,
    /// How many sets of cards may be played first, a pass included.
    pub choices: usize,
    /// The sets of cards that win, a move for each. Empty if the position is lost.
    pub winning: Vec<Move>,
    /// Does any winning first move look good?
    pub best_looks_good: bool,
    /// The first moves that look good and lose.
    pub traps: Vec<Trap>,
    /// The line under best resistance.
    pub line: Line,
    /// The simple players: what each plays first, and whether it wins. Empty if the position is lost.
    pub simple_players: Vec<SimplePlayer>,
    /// The cards that do not matter.
    pub idle: Vec<IdleCard>,
    /// What the win needs. Empty if the position is lost.
    pub themes: Vec<Theme>,
    /// The combinations that each hand needs, as the search guesses.
    pub needed: Vec<u8>,
    /// How the hands look: [`structure()`].
    pub structure: u32,
    /// The least number of plies that a careful player must look ahead to find the win and to keep it. `None` if that was not
    /// asked for, the position is lost or played for points, or it takes more plies than were asked for.
    pub lookahead: Option<u16>,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// The result of a simple player.
///
/// ```
/// use canju::{Limits, StopFlag, grade::Grader};
/// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"346999Q2 | 34JAAD".parse()?)?;
/// assert!(grade.simple_players.iter().all(|player| !player.wins));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SimplePlayer {
    /// Its habit.
    pub habit: Habit,
    /// What it plays first.
    pub first: Move,
    /// Does this move keep the win?
    pub starts_right: bool,
    /// Does it win, whatever the other side plays?
    pub wins: bool,
}

impl Grade {
    /// Does exactly one set of cards win?
    pub fn is_unique(&self) -> bool {
        self.winning.len() == 1
    }

    /// Does every card matter?
    pub fn is_minimal(&self) -> bool {
        self.idle.is_empty()
    }

    /// Does a lost position look won to the player at `seat`: does it need fewer combinations than every opponent?
    pub fn looks_won(&self, seat: usize) -> bool {
        let opponents = self.needed.iter().enumerate().filter(|(other, _)| (*other == 0) != (seat == 0));
        opponents.map(|(_, &needed)| needed).min().is_some_and(|least| self.needed[seat] < least)
    }

    /// Its bytes on the heap.
    fn heap_bytes(&self) -> usize {
        self.winning.capacity() * size_of::<Move>()
            + self.traps.capacity() * size_of::<Trap>()
            + self.line.moves.capacity() * size_of::<Move>()
            + self.simple_players.capacity() * size_of::<SimplePlayer>()
            + self.idle.capacity() * size_of::<IdleCard>()
            + self.themes.capacity() * size_of::<Theme>()
            + self.needed.capacity()
    }

    /// Does a simple player win?
    pub fn is_easy(&self) -> bool {
        self.simple_players.iter().any(|player| player.wins)
    }
}

/// Grades positions one after another, on one thread.
///
/// ```
/// use canju::{Limits, Position, StopFlag, grade::Grader};
/// let mut grader = Grader::new(Limits::default(), StopFlag::default());
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// assert!(grader.grade(&position)?.is_unique());
/// assert_eq!(grader.winning_first_moves(&position, None, 2)?.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Grader {
    /// For verdicts, whose tables last for a puzzle.
    deciding: Solver,
    /// For lengths and lines, whose tables last for a question.
    measuring: Solver,
    looks: Looks,
    limits: Limits,
    stop: StopFlag,
    /// The most plies of [`Grade::lookahead`]; `None` if it is not wanted.
    lookahead: Option<u16>,
}

impl Grader {
    /// A grader with these limits for each puzzle. The limit of nodes holds for each step of the work.
    pub fn new(limits: Limits, stop: StopFlag) -> Grader {
        let solver = || Solver::new(Options { threads: 1, memory: SOLVER_BYTES, ..Options::default() });
        let looks = Looks::new(&Ruleset::default());
        Grader { deciding: solver(), measuring: solver(), looks, limits, stop, lookahead: None }
    }

    /// Also finds [`Grade::lookahead`], up to this many plies. It takes much longer than the rest.
    #[must_use]
    pub fn with_lookahead(self, most: u16) -> Grader {
        Grader { lookahead: Some(most), ..self }
    }

    /// Resets the options that belong to one request. A server keeps its grader: making one takes longer than grading most
    /// puzzles.
    pub(crate) fn set_task(&mut self, limits: Limits, stop: &StopFlag, lookahead: Option<u16>) {
        (self.limits, self.stop, self.lookahead) = (limits, stop.clone(), lookahead);
    }

    /// Changes the limits of the grades to come.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The grade of a position.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// ```
    /// use canju::{Limits, StopFlag, grade::Grader};
    /// let grade = Grader::new(Limits::default(), StopFlag::default()).grade(&"335 | 4A".parse()?)?;
    /// assert_eq!((grade.line.moves.len(), grade.difficulty.to_string()), (3, "1.1".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn grade(&mut self, position: &Position) -> Result<Grade, Undecided> {
        self.graded(position, Effort::FULL)
    }

    /// As [`Grader::grade`], with this effort.
    pub(crate) fn graded(&mut self, position: &Position, effort: Effort) -> Result<Grade, Undecided> {
        let clock = Clock::start(self.limits);
        self.looks.set_rules(position.rules());
        let value = self.clear(position, &clock)?;
        let aim = Aim::of(position.side_to_move(), value);
        let found = self.consult(position, &clock, |asked, _| first_moves(asked, position, aim, usize::MAX))?;
        let winning: Vec<Move> = found.iter().filter(|first| first.wins).map(|first| first.played).collect();
        let verdict = if winning.is_empty() { Verdict::Loss } else { Verdict::Win };
        let moves: Vec<Move> = found.iter().map(|first| first.played).collect();
        let good = self.looks.good(position, &moves);
        let tempting = found.iter().zip(&good).filter(|(first, good)| **good && !first.wins);
        let tempting: Vec<Move> = tempting.map(|(first, _)| first.played).collect();
        let left = traps::Left { clock: &clock, stop: &self.stop };
        let mut traps = Vec::new();
        for played in tempting {
            traps.push(traps::trap(&mut self.measuring, position, played, effort.trap_nodes, &left)?);
        }
        let winner = if verdict == Verdict::Win { aim.side } else { aim.side.opponent() };
        let winner = Aim::of(winner, value.map(|value| position.points_for(winner as usize, value)));
        let report = traps::measured(&mut self.measuring, position, effort, &left)?;
        let lookahead = self.lookahead.filter(|_| verdict == Verdict::Win && value.is_none());
        let (line, idle, themes, simple_players, lookahead) = self.consult(position, &clock, |asked, looks| {
            let line = line::line(asked, position, &report, winner)?;
            let idle = if effort.idle { idle::idle_cards(asked, position, aim, &winning)? } else { Vec::new() };
            let themes = if effort.themes { themes::themes(asked, position, aim, &found, looks)? } else { Vec::new() };
            let mut simple = Vec::new();
            for habit in Habit::ALL.into_iter().filter(|_| verdict == Verdict::Win) {
                let player = Player { habit, plies: 0, aim };
                let first = player.choice(asked, position, looks)?;
                let starts_right = aim.is_reached(asked, &position.after(first))?;
                let wins = starts_right && player.keeps_win(asked, position, looks, WATCHED)?;
                simple.push(SimplePlayer { habit, first, starts_right, wins });
            }
            let mut least = None;
            for plies in lookahead.into_iter().flat_map(|most| 0..=most) {
                let player = Player { habit: Habit::Careful, plies, aim };
                if player.keeps_win(asked, position, looks, WATCHED)? {
                    least = Some(plies);
                    break;
                }
            }
            Ok((line, idle, themes, simple, least))
        })?;
        let hands = position.hands();
        let mut grade = Grade {
            verdict,
            value,
            choices: found.len(),
            best_looks_good: found.iter().zip(&good).any(|(first, good)| first.wins && *good),
            winning,
            traps,
            line,
            simple_players,
            idle,
            themes,
            needed: hands.iter().map(|&hand| self.looks.needed(hand)).collect(),
            structure: structure(hands, position.rules()),
            lookahead,
            difficulty: Difficulty::LEAST,
        };
        grade.difficulty = difficulty(&grade, position.to_move());
        Ok(grade)
    }

    /// The sets of cards that win, as far as there are at most one more than `most`; with points those that win so many at least.
    pub fn winning_first_moves(
        &mut self,
        position: &Position,
        points: Option<i64>,
        most: usize,
    ) -> Result<Vec<Move>, Undecided> {
        let aim = Aim::of(position.side_to_move(), points);
        let clock = Clock::start(self.limits);
        let found = self.consult(position, &clock, |asked, _| {
            // A lost position is known by one search, without looking at each of its moves.
            if !aim.is_reached(asked, position)? {
                return Ok(Vec::new());
            }
            first_moves(asked, position, aim, most)
        })?;
        Ok(found.into_iter().filter(|first| first.wins).map(|first| first.played).collect())
    }

    /// Clears the tables, so that nothing found before influences what follows, and decides the position. Gives its value where it is
    /// played for points.
    pub(crate) fn clear(&mut self, position: &Position, clock: &Clock) -> Result<Option<i64>, Undecided> {
        let task = self.verdict_alone(clock);
        let report = self.deciding.solve(position, &task);
        if let Some(reason) = report.verdict().reason() {
            return Err(Undecided(reason));
        }
        let value = report.worth().map(Worth::value);
        if value != Some(None) {
            return Ok(value.flatten());
        }
        // A limit has left the value open. A consultation says which.
        self.consult(position, clock, |asked, _| match asked.worth(position).map(Worth::value) {
            Some(None) => Err(Undecided(asked.limit().unwrap_or(Reason::Memory))),
            value => Ok(value.flatten()),
        })
    }

    /// A verdict without a line, within what is left.
    fn verdict_alone(&self, clock: &Clock) -> Task {
        Task { limits: clock.left(), line: false, stop: self.stop.clone(), ..Task::default() }
    }

    /// Questions about verdicts.
    fn consult<T>(
        &mut self,
        about: &Position,
        clock: &Clock,
        ask: impl FnOnce(&mut Consultation<'_>, &mut Looks) -> Result<T, Undecided>,
    ) -> Result<T, Undecided> {
        let task = self.verdict_alone(clock);
        let looks = &mut self.looks;
        self.deciding.consult(about, &task, |asked| ask(asked, looks))
    }
}
