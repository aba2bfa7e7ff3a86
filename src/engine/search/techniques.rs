//! Switches for the techniques that make the search fast. No verdict depends on them, and tests check that.

/// Which techniques to use. By default all are on.
///
/// ```
/// use canju_engine::{Experiment, Options, Position, Solver, Task, Techniques};
/// let position: Position = "K5 | 44Q".parse()?;
/// let verdict = |techniques| {
///     let experiment = Experiment { techniques, ..Experiment::default() };
///     Solver::with_experiment(Options::default(), experiment).solve(&position, &Task::default()).verdict()
/// };
/// assert_eq!(verdict(Techniques::ALL), verdict(Techniques::NONE));
/// # Ok::<(), canju_engine::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Wins seen without search (`statics.rs`).
    pub static_wins: bool,
    /// Equivalent kickers only from the lowest up (`dominance.rs`).
    pub kicker_dominance: bool,
    /// First numbers from the trained evaluation (`evaluate.rs`) instead of equal ones.
    pub evaluation: bool,
    /// Corrections of the evaluation by searches of similar positions (`guess_errors.rs`).
    pub corrections: bool,
    /// The partition table: positions decided by weaker or stronger ones (`tables/partition.rs`).
    pub partition: bool,
    /// Small subtrees searched depth-first (`depth_first.rs`). This needs the partition table.
    pub depth_first: bool,
    /// Moves of depth-first nodes in the order of a trained network (`order.rs`) instead of most cards first.
    pub trained_order: bool,
    /// Children kept in arenas between visits (`arena.rs`).
    pub arenas: bool,
}

impl Techniques {
    /// Everything on.
    pub const ALL: Techniques = Techniques {
        static_wins: true,
        kicker_dominance: true,
        evaluation: true,
        corrections: true,
        partition: true,
        depth_first: true,
        trained_order: true,
        arenas: true,
    };

    /// Everything off: plain proof-number search with the transposition table.
    pub const NONE: Techniques = Techniques {
        static_wins: false,
        kicker_dominance: false,
        evaluation: false,
        corrections: false,
        partition: false,
        depth_first: false,
        trained_order: false,
        arenas: false,
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}
