//! What each move has won so far, and which moves can no longer be the best.
//!
//! Worlds come in rounds, and after each round a move is dropped for one of two reasons. In the worlds that are left it can't win
//! as many more than the best one as it is behind. Or, if worlds are drawn: where one of both wins and the other loses, it is the
//! best one so often that two equally good moves would show this, or more, with a probability below [`LEVEL`] (a sign test on the same
//! worlds). A world that is open for one of both counts for the move that might be dropped. How often a move is dropped
//! that all worlds would have put first is measured in `tests.rs`.

use crate::advice::interval::{Z, sign_test, wilson};

/// How improbable it must be that a move only looks worse than the best one.
const LEVEL: f64 = 0.005;

/// How wrong estimates of likelihoods may be together (`benches/advice/README.md`, "Estimates").
const MISJUDGED: f64 = 0.08;

/// How a move did in a world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Outcome {
    /// Nobody has asked.
    Unasked,
    /// A limit was reached.
    Open,
    Won,
    Lost,
    /// Nobody has searched it: how likely the network thinks a win.
    Guessed(f32),
    /// A limit was reached: how likely the search thinks a win.
    Estimated(f32),
}

impl Outcome {
    /// Is it neither won nor lost yet?
    pub fn is_undecided(self) -> bool {
        !matches!(self, Outcome::Won | Outcome::Lost)
    }

    /// How likely a win is; this, where a limit was reached and nothing is estimated. `None` if it was not searched.
    fn searched(self, open: f64) -> Option<f64> {
        match self {
            Outcome::Unasked | Outcome::Guessed(_) => None,
            Outcome::Open => Some(open),
            Outcome::Won => Some(1.0),
            Outcome::Lost => Some(0.0),
            Outcome::Estimated(likelihood) => Some(f64::from(likelihood)),
        }
    }
}

/// How a move did in all worlds together, by their weights.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub won: u64,
    pub lost: u64,
    pub open: u64,
    pub unasked: u64,
    /// Those that are estimated, and how many of them are expected to be won.
    pub estimated: u64,
    pub expected: f64,
}

impl Tally {
    fn asked(&self) -> u64 {
        self.won + self.lost + self.open + self.estimated
    }

    /// Won, and expected to be.
    fn counted(&self) -> f64 {
        self.won as f64 + self.expected
    }
}

pub(crate) struct Race {
    /// By move and world.
    outcomes: Vec<Vec<Outcome>>,
    weights: Vec<u64>,
    is_sample: bool,
    is_dropped: Vec<bool>,
    /// For each move a guess in how many worlds it wins, of those where that was guessed: it decides between moves that have won as often.
    outlooks: Vec<f64>,
    /// By move and world the points that may be expected, and whether they are exact.
    points: Vec<Vec<Option<(f64, bool)>>>,
}

/// The points that a move may be expected to bring, over the worlds where they were asked for.
///
/// ```
/// use canju::advice::ExpectedPoints;
/// fn shown(points: &ExpectedPoints) -> String {
///     format!("{:+.2}, exact in {} of {} worlds", points.mean, points.exact, points.exact + points.estimated)
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct ExpectedPoints {
    /// The mean, for the player who makes the move.
    pub mean: f64,
    /// The interval of the mean: with 95 % confidence if worlds are drawn. A single world that is drawn has none.
    pub interval: Option<(f64, f64)>,
    /// In how many worlds they are exact.
    pub exact: u64,
    /// In how many they are estimated.
    pub estimated: u64,
}

impl Race {
    pub fn new(moves: usize, weights: Vec<u64>, is_sample: bool) -> Race {
        let outcomes = vec![vec![Outcome::Unasked; weights.len()]; moves];
        let points = vec![vec![None; weights.len()]; moves];
        Race { outcomes, weights, is_sample, is_dropped: vec![false; moves], outlooks: vec![0.0; moves], points }
    }

    pub fn note_points(&mut self, choice: usize, world: usize, points: (f64, bool)) {
        self.points[choice][world] = Some(points);
    }

    /// The points of a move, if they were asked for. The interval is that of a normal distribution with 95 % confidence if worlds are
    /// drawn, and the mean itself if all are listed and exact.
    pub fn points(&self, choice: usize) -> Option<ExpectedPoints> {
        let known = self.points[choice].iter().zip(&self.weights);
        let known: Vec<(f64, bool, u64)> =
            known.filter_map(|(points, &weight)| points.map(|(points, is_exact)| (points, is_exact, weight))).collect();
        let all = known.iter().map(|(.., weight)| weight).sum::<u64>() as f64;
        if known.is_empty() {
            return None;
        }
        let mean = known.iter().map(|(points, _, weight)| points * *weight as f64).sum::<f64>() / all;
        let square = |(points, _, weight): &(f64, bool, u64)| (points - mean).powi(2) * *weight as f64;
        let exact = known.iter().map(|(_, is_exact, weight)| u64::from(*is_exact) * weight).sum();
        let estimated = all as u64 - exact;
        let is_certain = !self.is_sample && estimated == 0 && known.len() == self.weights.len();
        let spread = match known.len() {
            _ if is_certain => Some(0.0),
            1 => None,
            count => Some(Z * (known.iter().map(square).sum::<f64>() / all / (count - 1) as f64).sqrt()),
        };
        let interval = spread.map(|spread| (mean - spread, mean + spread));
        Some(ExpectedPoints { mean, interval, exact, estimated })
    }

    /// The network's guess how likely a move wins in a world. It decides between moves that have won as often; if it `counts`, it is
    /// also the outcome until there is a better one.
    pub fn guess(&mut self, choice: usize, world: usize, likelihood: f64, counts: bool) {
        self.outlooks[choice] += likelihood * self.weights[world] as f64;
        if counts {
            self.outcomes[choice][world] = Outcome::Guessed(likelihood as f32);
        }
    }

    pub fn note(&mut self, choice: usize, world: usize, outcome: Outcome) {
        self.outcomes[choice][world] = outcome;
    }

    /// Takes note that nobody asks about this world and the later ones: what is in the race, and not even guessed, is open there.
    pub fn leave_open(&mut self, first: usize) {
        for (outcomes, _) in self.outcomes.iter_mut().zip(&self.is_dropped).filter(|(_, is_dropped)| !**is_dropped) {
            let unasked = outcomes[first..].iter_mut().filter(|outcome| **outcome == Outcome::Unasked);
            unasked.for_each(|outcome| *outcome = Outcome::Open);
        }
    }

    /// Is one move left?
    pub fn is_won(&self) -> bool {
        self.is_dropped.iter().filter(|is_dropped| !**is_dropped).count() == 1
    }

    pub fn is_dropped(&self, choice: usize) -> bool {
        self.is_dropped[choice]
    }

    /// Those of these moves that are still in the race and not decided in this world.
    pub fn open_in(&self, world: usize, moves: &[usize]) -> Vec<usize> {
        let is_open = |&choice: &usize| !self.is_dropped[choice] && self.outcomes[choice][world].is_undecided();
        moves.iter().copied().filter(is_open).collect()
    }

    /// The moves, the best one first.
    pub fn order(&self) -> Vec<usize> {
        let standings: Vec<(bool, f64, f64)> = (0..self.outlooks.len())
            .map(|choice| (!self.is_dropped[choice], self.standing(choice), self.outlooks[choice]))
            .collect();
        greatest_first(&standings)
    }

    /// The same by points, first those that were asked for them.
    pub fn order_by_points(&self) -> Vec<usize> {
        let order = self.order();
        let mean = |&choice: &usize| self.points(choice).map_or(f64::NEG_INFINITY, |points| points.mean);
        let means: Vec<f64> = order.iter().map(mean).collect();
        greatest_first(&means).into_iter().map(|place| order[place]).collect()
    }

    pub fn tally(&self, choice: usize) -> Tally {
        let mut tally = Tally::default();
        for (&outcome, &weight) in self.outcomes[choice].iter().zip(&self.weights) {
            *match outcome {
                Outcome::Won => &mut tally.won,
                Outcome::Lost => &mut tally.lost,
                Outcome::Open => &mut tally.open,
                Outcome::Unasked => &mut tally.unasked,
                Outcome::Guessed(likelihood) | Outcome::Estimated(likelihood) => {
                    tally.expected += f64::from(likelihood) * weight as f64;
                    &mut tally.estimated
                }
            } += weight;
        }
        tally
    }

    /// What the share of worlds won lies between: if worlds are drawn with 95 % confidence, else for sure. A world that is open may be
    /// won or lost. So may one that is estimated if all are listed; if they are drawn, it counts as a draw of its likelihood, which may
    /// be wrong by [`MISJUDGED`].
    pub fn interval(&self, choice: usize) -> (f64, f64) {
        let tally = self.tally(choice);
        let Tally { won, open, unasked, estimated, .. } = tally;
        if self.is_sample {
            let asked = tally.asked();
            let misjudged = if asked > 0 { MISJUDGED * estimated as f64 / asked as f64 } else { 0.0 };
            let (low, high) = (wilson(tally.counted(), asked).0, wilson(tally.counted() + open as f64, asked).1);
            return ((low - misjudged).max(0.0), (high + misjudged).min(1.0));
        }
        let all = (tally.asked() + unasked) as f64;
        (won as f64 / all, (won + open + unasked + estimated) as f64 / all)
    }

    /// What moves are compared by: the lower end of the interval, where what is estimated is won as often as that.
    fn standing(&self, choice: usize) -> f64 {
        let tally = self.tally(choice);
        match self.is_sample {
            true => wilson(tally.counted(), tally.asked()).0,
            false => tally.counted() / (tally.asked() + tally.unasked) as f64,
        }
    }

    /// Drops moves that can no longer be the best.
    pub fn drop_beaten(&mut self) {
        let best = self.order()[0];
        for choice in 0..self.outlooks.len() {
            self.is_dropped[choice] |= choice != best && self.is_beaten(choice, best);
        }
    }

    fn is_beaten(&self, choice: usize, best: usize) -> bool {
        let (mut ahead, mut perhaps_behind) = (0, 0);
        // By likelihood, as if both were drawn apart: so they differ more often than they do, and never less.
        let (mut likely_ahead, mut likely_behind) = (0.0, 0.0);
        for ((&mine, &its), &weight) in self.outcomes[choice].iter().zip(&self.outcomes[best]).zip(&self.weights) {
            match (mine, its) {
                (Outcome::Lost, Outcome::Won) => ahead += weight,
                (Outcome::Won | Outcome::Open, Outcome::Won) | (Outcome::Lost, Outcome::Lost | Outcome::Open) => {}
                _ => perhaps_behind += weight,
            }
            if let (Some(mine), Some(its)) = (mine.searched(1.0), its.searched(0.0)) {
                likely_ahead += its * (1.0 - mine) * weight as f64;
                likely_behind += mine * (1.0 - its) * weight as f64;
            }
        }
        let is_test = self.is_sample;
        ahead > perhaps_behind || is_test && sign_test(likely_ahead as u64, likely_behind.ceil() as u64) < LEVEL
    }
}

/// The numbers of these values, the greatest first and of equal ones the first.
fn greatest_first<T: PartialOrd>(values: &[T]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(values.len());
    for (number, value) in values.iter().enumerate() {
        // Behind all that are at least as good: to insert takes far less code in the module for the web than to sort.
        let place = order.partition_point(|&before| values[before] >= *value);
        order.insert(place, number);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A race of two moves, W won, L lost, ? open, - unasked.
    fn race(first: &str, second: &str, is_sample: bool) -> Race {
        let mut race = Race::new(2, vec![1; first.len()], is_sample);
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
        // Here, too, what is open may be won.
        assert!(!is_dropped(&("WWWWWWWWL".to_owned() + &many), &("LLLLLLLL?".to_owned() + &many), true));
    }

    #[test]
    fn what_is_open_widens_the_interval_on_both_sides() {
        assert_eq!(race("WL?-", "WWWW", false).interval(0), (0.25, 0.75));
        assert_eq!(race("WL?-", "WWWW", false).interval(1), (1.0, 1.0));
        let (low, high) = race("WWLL", "WW??", true).interval(0);
        let (open_low, open_high) = race("WWLL", "WW??", true).interval(1);
        assert_eq!((open_low, wilson(4.0, 4).1), (low, open_high));
        assert!(open_high > high);
    }

    #[test]
    fn what_is_estimated_counts_by_its_likelihood() {
        let estimated = |likelihoods: [f32; 2], is_sample| {
            let mut race = race("W-L-", "LLLL", is_sample);
            [1, 3].into_iter().zip(likelihoods).for_each(|(world, likelihood)| {
                race.note(0, world, Outcome::Estimated(likelihood));
            });
            race
        };
        let tally = estimated([0.75, 0.5], true).tally(0);
        assert_eq!((tally.won, tally.lost, tally.estimated, tally.expected), (1, 1, 2, 1.25));
        // It may be wrong by a twentieth where half of the worlds are estimated: by half of that.
        let (low, high) = estimated([1.0, 0.0], true).interval(0);
        let (exact_low, exact_high) = wilson(2.0, 4);
        assert!((exact_low - low - MISJUDGED / 2.0).abs() < 1e-9 && (high - exact_high - MISJUDGED / 2.0).abs() < 1e-9);
        // If all are listed it may be won or lost.
        assert_eq!(estimated([1.0, 0.0], false).interval(0), (0.25, 0.75));
        // And it is no reason to drop a move for sure.
        let mut race = race("WWWW--", "LLLL--", false);
        race.note(1, 0, Outcome::Estimated(0.0));
        race.note(1, 1, Outcome::Guessed(0.0));
        race.drop_beaten();
        assert!(!race.is_dropped(1));
    }

    #[test]
    fn a_guess_counts_until_there_is_more_and_drops_no_move() {
        let mut race = Race::new(2, vec![1; 20], true);
        for world in 0..20 {
            race.guess(0, world, 1.0, true);
            race.guess(1, world, 0.25, true);
        }
        assert_eq!((race.order(), race.tally(1).expected), (vec![0, 1], 5.0));
        race.drop_beaten();
        assert!(!race.is_dropped(1), "nobody has searched");
        for world in 0..20 {
            race.note(0, world, Outcome::Estimated(1.0));
            race.note(1, world, Outcome::Estimated(0.25));
        }
        race.drop_beaten();
        assert!(race.is_dropped(1));
    }

    #[test]
    fn points_have_the_mean_and_its_interval() {
        let mut race = race("WL", "WL", true);
        assert_eq!(race.points(0), None);
        race.note_points(0, 0, (4.0, true));
        let one = race.points(0).expect("one");
        assert_eq!((one.mean, one.interval, one.exact, one.estimated), (4.0, None, 1, 0));
        race.note_points(0, 1, (-2.0, false));
        let both = race.points(0).expect("two");
        // The deviation of the mean of 4 and -2 is 3.
        let (low, high) = both.interval.expect("two worlds");
        assert!(both.mean == 1.0 && (high - 1.0 - 3.0 * Z).abs() < 1e-9 && (1.0 - low - 3.0 * Z).abs() < 1e-9);
        assert_eq!((both.exact, both.estimated, race.order_by_points()), (1, 1, vec![0, 1]));
        race.note_points(1, 0, (2.0, true));
        assert_eq!(race.order_by_points(), [1, 0]);
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
