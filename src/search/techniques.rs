//! Switches for what makes the search fast. No verdict depends on any of them; tests hold that.

/// Which techniques to use, all by default.
///
/// ```
/// use canju::{Options, Solver, Techniques, rules::{Position, Ruleset}};
/// let rules = Ruleset::default();
/// let position = Position::<2>::parse(["K5", "44Q"], None, &rules)?;
/// let verdict = |techniques| Solver::new(Options { techniques, ..Options::default() }).solve(&position, &rules).verdict;
/// assert_eq!(verdict(Techniques::ALL), verdict(Techniques::NONE));
/// # Ok::<(), canju::rules::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Wins seen without search (`statics.rs`).
    pub static_wins: bool,
    /// Kickers taken from the bottom up (`dominance.rs`).
    pub kicker_dominance: bool,
    /// First numbers from the trained evaluation (`evaluate.rs`) instead of equal ones.
    pub evaluation: bool,
    /// Positions decided by weaker or stronger ones (`tables/partition.rs`).
    pub partition: bool,
    /// Small subtrees depth-first, which needs the partition table (`depth_first.rs`).
    pub depth_first: bool,
    /// There the order of moves from a trained network (`order.rs`) instead of most cards first.
    pub trained_order: bool,
    /// Expanded nodes kept in arenas (`arena.rs`).
    pub arenas: bool,
}

impl Techniques {
    /// Everything on.
    pub const ALL: Techniques = Techniques {
        static_wins: true,
        kicker_dominance: true,
        evaluation: true,
        partition: true,
        depth_first: true,
        trained_order: true,
        arenas: true,
    };

    /// Everything off: plain proof-number search.
    pub const NONE: Techniques = Techniques {
        static_wins: false,
        kicker_dominance: false,
        evaluation: false,
        partition: false,
        depth_first: false,
        trained_order: false,
        arenas: false,
    };

    /// Those of these techniques that hold for positions of `SEATS` hands. This is the only place that tells two hands from
    /// three in what may decide a position; kicker dominance also asks who moves (`dominance.rs`). The reasons stand in
    /// [`pruning`](super::pruning).
    #[must_use]
    pub fn that_hold_for<const SEATS: usize>(self) -> Techniques {
        let two_hands = SEATS == 2;
        Techniques {
            static_wins: self.static_wins && two_hands,
            partition: self.partition && two_hands,
            depth_first: self.depth_first && two_hands,
            ..self
        }
    }
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}
