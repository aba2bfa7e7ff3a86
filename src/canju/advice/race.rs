//! What each move has won so far, and which moves can no longer be the best.
//!
//! Worlds come in rounds, and after each round a move is dropped for one of two reasons. In the worlds that are left it can't win
//! as many more than the best one as it is behind. Or, if worlds are drawn: where one of both wins and the other loses, it is the
//! best one so often that two equally good moves would show this, or more, with a probability below [`LEVEL`] (a sign test on the same
//! worlds). A world that is open for one of both counts for the move that might be dropped. How often a move is dropped
//! that all worlds would have put first is measured in `tests.rs`.

use crate::advice::interval::{sign_test, wilson};

/// How improbable it must be that a move only looks worse than the best one.
const LEVEL: f64 = 0.005;

/// How a move did in a world.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Nobody has asked.
    Unasked,
    /// A limit was reached.
    Open,
    Won,
    Lost,
}

impl Outcome {
    /// Is it neither won nor lost yet?
    pub fn is_undecided(self) -> bool {
        matches!(self, Outcome::Unasked | Outcome::Open)
    }
}

/// How a move did in all worlds together, by their weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub won: u64,
    pub lost: u64,
    pub open: u64,
    pub unasked: u64,
}

pub(crate) struct Race {
    /// By move and world.
    outcomes: Vec<Vec<Outcome>>,
    weights: Vec<u64>,
    is_sample: bool,
    is_dropped: Vec<bool>,
    /// For each move a guess how often it wins: it decides between moves that have won as often.
    outlooks: Vec<f64>,
}

impl Race {
    pub fn new(outlooks: Vec<f64>, weights: Vec<u64>, is_sample: bool) -> Race {
        let outcomes = vec![vec![Outcome::Unasked; weights.len()]; outlooks.len()];
        Race { outcomes, weights, is_sample, is_dropped: vec![false; outlooks.len()], outlooks }
    }

    pub fn note(&mut self, choice: usize, world: usize, outcome: Outcome) {
        self.outcomes[choice][world] = outcome;
    }

    pub fn is_dropped(&self, choice: usize) -> bool {
        self.is_dropped[choice]
    }

    /// Those of these moves that are still in the race and open in this world.
    pub fn open_in(&self, world: usize, moves: &[usize]) -> Vec<usize> {
        let is_open = |&choice: &usize| !self.is_dropped[choice] && self.outcomes[choice][world] == Outcome::Open;
        moves.iter().copied().filter(is_open).collect()
    }

    /// The moves, the best one first.
    pub fn order(&self) -> Vec<usize> {
        let standings: Vec<(bool, f64, f64)> = (0..self.outlooks.len())
            .map(|choice| (!self.is_dropped[choice], self.interval(choice).0, self.outlooks[choice]))
            .collect();
        let mut order: Vec<usize> = Vec::with_capacity(standings.len());
        for (choice, standing) in standings.iter().enumerate() {
            // Behind all that are at least as good: to insert takes far less code in the module for the web than to sort.
            let place = order.partition_point(|&before| standings[before] >= *standing);
            order.insert(place, choice);
        }
        order
    }

    pub fn tally(&self, choice: usize) -> Tally {
        let mut tally = Tally::default();
        for (&outcome, &weight) in self.outcomes[choice].iter().zip(&self.weights) {
            *match outcome {
                Outcome::Won => &mut tally.won,
                Outcome::Lost => &mut tally.lost,
                Outcome::Open => &mut tally.open,
                Outcome::Unasked => &mut tally.unasked,
            } += weight;
        }
        tally
    }

    /// What the share of worlds won lies between: if worlds are drawn with 95 % confidence, else for sure. A world that is open may be
    /// won or lost.
    pub fn interval(&self, choice: usize) -> (f64, f64) {
        let Tally { won, lost, open, unasked } = self.tally(choice);
        if self.is_sample {
            let asked = won + lost + open;
            return (wilson(won, asked).0, wilson(won + open, asked).1);
        }
        let all = (won + lost + open + unasked) as f64;
        (won as f64 / all, (won + open + unasked) as f64 / all)
    }

    /// Drops moves that can no longer be the best.
    pub fn drop_beaten(&mut self) {
        let best = self.order()[0];
        for choice in 0..self.outlooks.len() {
            self.is_dropped[choice] |= choice != best && self.is_beaten(choice, best);
        }
    }

    fn is_beaten(&self, choice: usize, best: usize) -> bool {
        let (mut ahead, mut behind, mut left) = (0, 0, 0);
        for ((&mine, &its), &weight) in self.outcomes[choice].iter().zip(&self.outcomes[best]).zip(&self.weights) {
            match (mine, its) {
                (Outcome::Unasked, _) | (_, Outcome::Unasked) => left += weight,
                (Outcome::Lost, Outcome::Won) => ahead += weight,
                (Outcome::Won | Outcome::Open, Outcome::Lost | Outcome::Open) => behind += weight,
                _ => {}
            }
        }
        ahead > behind + left || self.is_sample && sign_test(ahead, behind) < LEVEL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A race of two moves, W won, L lost, ? open, - unasked.
    fn race(first: &str, second: &str, is_sample: bool) -> Race {
        let mut race = Race::new(vec![0.5; 2], vec![1; first.len()], is_sample);
        for (choice, text) in [first, second].into_iter().enumerate() {
            for (world, sign) in text.chars().enumerate() {
                let outcomes =
                    [('W', Outcome::Won), ('L', Outcome::Lost), ('?', Outcome::Open), ('-', Outcome::Unasked)];
                race.note(choice, world, outcomes.into_iter().find(|(known, _)| *known == sign).expect("a sign").1);
            }
        }
        race
    }

    fn is_dropped(first: &str, second: &str, is_sample: bool) -> bool {
        let mut race = race(first, second, is_sample);
        race.drop_beaten();
        assert!(!race.is_dropped(0));
        race.is_dropped(1)
    }

    #[test]
    fn a_move_is_dropped_when_it_can_no_longer_be_the_best() {
        // It can't make up three worlds in two.
        assert!(is_dropped("WWWW--", "WLLL--", false));
        assert!(!is_dropped("WWW---", "WLL---", false));
        // What is open may be won, and the other's may be lost.
        assert!(!is_dropped("WWWW--", "WLL?--", false));
        assert!(!is_dropped("WWW?--", "LLLW--", false));
        // Eight differences of eight, and no fewer, among worlds that are drawn.
        let many = "-".repeat(50);
        assert!(is_dropped(&("WWWWWWWW".to_owned() + &many), &("LLLLLLLL".to_owned() + &many), true));
        assert!(!is_dropped(&("WWWWWWWW".to_owned() + &many), &("LLLLLLLL".to_owned() + &many), false));
        assert!(!is_dropped(&("WWWWWWW".to_owned() + &many), &("LLLLLLL".to_owned() + &many), true));
        assert!(!is_dropped(&("WWWWWWWWL".to_owned() + &many), &("LLLLLLLLW".to_owned() + &many), true));
    }

    #[test]
    fn what_is_open_widens_the_interval_on_both_sides() {
        assert_eq!(race("WL?-", "WWWW", false).interval(0), (0.25, 0.75));
        assert_eq!(race("WL?-", "WWWW", false).interval(1), (1.0, 1.0));
        let (low, high) = race("WWLL", "WW??", true).interval(0);
        let (open_low, open_high) = race("WWLL", "WW??", true).interval(1);
        assert_eq!((open_low, wilson(4, 4).1), (low, open_high));
        assert!(open_high > high);
    }

    #[test]
    fn the_guess_decides_between_equal_ones() {
        let mut race = race("WWLL", "LLWW", true);
        assert_eq!(race.order(), [0, 1]);
        race.outlooks = vec![0.2, 0.7];
        assert_eq!(race.order(), [1, 0]);
        race.note(0, 2, Outcome::Won);
        assert_eq!(race.order(), [0, 1]);
    }
}
