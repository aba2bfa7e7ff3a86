//! [`Solver`]: one position in, one [`Report`] out, on as many threads as asked for.

use crate::rules::{Move, Position, Ruleset};
use crate::search::{Limits, Reason, StopFlag, Verdict};
use std::time::Duration;

/// How to solve. None of this changes a verdict.
#[derive(Clone, Debug)]
pub struct Options {
    /// Worker threads; 0 for one per core.
    pub threads: usize,
    /// Bytes for the table, the arenas and garbage on its way out together.
    pub memory: usize,
    /// Bounds on each solve.
    pub limits: Limits,
    /// Decide every first move, not only as many as the verdict needs.
    pub all_moves: bool,
    /// Also find a full line of play.
    pub line: bool,
    /// Raised from outside to interrupt.
    pub stop: StopFlag,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: 0,
            memory: 256 << 20,
            limits: Limits::default(),
            all_moves: false,
            line: true,
            stop: StopFlag::default(),
        }
    }
}

/// What a solve found.
#[derive(Clone, Debug)]
pub struct Report {
    /// For the side to move.
    pub verdict: Verdict,
    /// A winning first move; `None` unless the verdict is a win.
    pub best: Option<Move>,
    /// Every winning first move with [`Options::all_moves`], in the order of [`Position::moves`]; else the one found.
    pub winning_moves: Vec<Move>,
    /// With [`Options::all_moves`] the verdict of every first move, for the side that makes it; else empty.
    pub moves: Vec<(Move, Verdict)>,
    /// A full game: the winner plays winning moves, the loser holds out. Empty without a verdict.
    pub line: Vec<Move>,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Most bytes held by table, arenas and garbage together.
    pub memory_bytes: u64,
    /// Worker threads used.
    pub threads: usize,
}

/// Solves positions one after another, keeping its threads and its table.
pub struct Solver {
    options: Options,
}

impl Solver {
    /// A solver with these options.
    pub fn new(options: Options) -> Solver {
        Solver { options }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Decides a position under these rules.
    pub fn solve<const SEATS: usize>(&mut self, position: &Position<SEATS>, rules: &Ruleset) -> Report {
        // Scaffold until the search is in: plain minimax, no memory, no limits.
        let mut nodes = 0;
        let moves: Vec<_> =
            position.moves(rules).into_iter().map(|m| (m, wins_by(position, m, rules, &mut nodes))).collect();
        let winning_moves: Vec<Move> = moves.iter().filter(|(_, v)| *v == Verdict::Win).map(|&(m, _)| m).collect();
        let best = winning_moves.first().copied();
        Report {
            verdict: if best.is_some() { Verdict::Win } else { Verdict::Loss },
            best,
            winning_moves,
            moves,
            line: Vec::new(),
            nodes,
            elapsed: Duration::ZERO,
            memory_bytes: 0,
            threads: 1,
        }
    }
}

fn wins_by<const S: usize>(p: &Position<S>, m: Move, rules: &Ruleset, nodes: &mut u64) -> Verdict {
    *nodes += 1;
    if *nodes > 10_000_000 {
        return Verdict::Unknown(Reason::Nodes);
    }
    let next = p.play(m);
    let side = p.side_to_move();
    let won = match next.winner() {
        Some(winner) => winner == side,
        None if next.side_to_move() == side => {
            next.moves(rules).into_iter().any(|m| wins_by(&next, m, rules, nodes) == Verdict::Win)
        }
        None => !next.moves(rules).into_iter().any(|m| wins_by(&next, m, rules, nodes) == Verdict::Win),
    };
    if won { Verdict::Win } else { Verdict::Loss }
}
