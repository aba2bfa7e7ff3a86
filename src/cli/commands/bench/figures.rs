//! The figures of a set, and how several repetitions of it become one row.
//!
//! A time is best told by the median: other programs make single repetitions slow and none fast. The spread beside it says
//! how much to trust it. A most, such as peak memory, is the most of all repetitions.

use canju::batch::{Record, Summary};
use canju_engine::search::Statistics;
use serde::{Deserialize, Serialize};

/// What the figures of all sets together are called.
pub(super) const TOTAL: &str = "total";

/// The results of one set.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub(super) struct Figures {
    pub set: String,
    pub positions: u64,
    pub decided: u64,
    /// Answers that are not the expected one.
    pub wrong: u64,
    pub nodes: u64,
    /// Of the searches, one position after another.
    pub elapsed_ms: f64,
    pub nodes_per_second: u64,
    /// (greatest - least) / median over the repetitions, if there are several.
    pub nodes_spread: Option<f64>,
    pub elapsed_spread: Option<f64>,
    /// Time with the first number of threads / time with this one, if both decided every position.
    pub speed_up: Option<f64>,
    /// Nodes with this number of threads / nodes with the first, if both decided every position.
    pub node_inflation: Option<f64>,
    /// The position that took longest.
    pub slowest: Option<String>,
    pub slowest_ms: f64,
    /// What the searches did, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// All figures of one number of threads.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(super) struct Run {
    /// As many as worked.
    pub threads: usize,
    pub sets: Vec<Figures>,
    pub total: Figures,
    /// Of the whole program, if the system reports it.
    pub peak_memory_bytes: Option<u64>,
}

impl Figures {
    pub fn new(set: &str) -> Figures {
        Figures { set: set.to_owned(), ..Figures::default() }
    }

    /// Adds what one position came to.
    pub fn add(&mut self, record: &Record) {
        self.positions += 1;
        let Record::Solved(record) = record else { return };
        self.decided += record.reason.is_none() as u64;
        self.wrong += (record.ok == Some(false)) as u64;
        self.nodes += record.nodes;
        self.elapsed_ms += record.elapsed_ms;
        *self.statistics.get_or_insert_default() += record.statistics.unwrap_or_default();
        if self.slowest.is_none() || record.elapsed_ms > self.slowest_ms {
            (self.slowest, self.slowest_ms) = (record.id.clone(), record.elapsed_ms);
        }
    }

    /// Fills in what follows from the sums.
    pub fn finish(mut self) -> Figures {
        self.nodes_per_second =
            if self.elapsed_ms > 0.0 { (self.nodes as f64 / self.elapsed_ms * 1e3) as u64 } else { 0 };
        self.elapsed_ms = (self.elapsed_ms * 1e3).round() / 1e3;
        self
    }

    /// What the exit code depends on.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        summary.counts.unknown = self.undecided();
        summary.differing = self.wrong;
        summary
    }

    pub fn undecided(&self) -> u64 {
        self.positions.saturating_sub(self.decided)
    }

    /// Is every position decided, so that its work compares with that of another run?
    fn is_whole(&self) -> bool {
        self.undecided() == 0
    }

    /// Several repetitions of one set in one: medians, but for answers the worst.
    fn of_repetitions(repetitions: &[&Figures]) -> Figures {
        let all = |figure: fn(&Figures) -> f64| repetitions.iter().map(|one| figure(one)).collect::<Vec<f64>>();
        let (nodes, elapsed) = (all(|one| one.nodes as f64), all(|one| one.elapsed_ms));
        let mut by_slowest = repetitions.to_vec();
        by_slowest.sort_by(|one, other| one.slowest_ms.total_cmp(&other.slowest_ms));
        // One of the repetitions, so that time and position belong together.
        let slowest = by_slowest[(by_slowest.len() - 1) / 2];
        Figures {
            decided: repetitions.iter().map(|one| one.decided).min().unwrap_or_default(),
            wrong: repetitions.iter().map(|one| one.wrong).max().unwrap_or_default(),
            nodes: median(&nodes).round() as u64,
            elapsed_ms: (median(&elapsed) * 1e3).round() / 1e3,
            nodes_per_second: median(&all(|one| one.nodes_per_second as f64)) as u64,
            nodes_spread: spread(&nodes),
            elapsed_spread: spread(&elapsed),
            slowest: slowest.slowest.clone(),
            slowest_ms: slowest.slowest_ms,
            ..repetitions[0].clone()
        }
    }
}

impl Run {
    /// The figures by set, the sum last if there are several sets.
    pub fn rows(&self) -> impl Iterator<Item = &Figures> {
        self.sets.iter().chain((self.sets.len() > 1).then_some(&self.total))
    }

    /// The figures of a set.
    pub fn set(&self, name: &str) -> Option<&Figures> {
        self.sets.iter().find(|figures| figures.set == name)
    }

    fn all_figures(&mut self) -> impl Iterator<Item = &mut Figures> {
        self.sets.iter_mut().chain([&mut self.total])
    }

    /// Several repetitions with one number of threads in one; there is at least one.
    pub fn of_repetitions(repetitions: &[Run]) -> Run {
        let figures = |of: &dyn Fn(&Run) -> &Figures| {
            Figures::of_repetitions(&repetitions.iter().map(of).collect::<Vec<&Figures>>())
        };
        Run {
            threads: repetitions[0].threads,
            sets: (0..repetitions[0].sets.len()).map(|set| figures(&|run| &run.sets[set])).collect(),
            total: figures(&|run| &run.total),
            peak_memory_bytes: repetitions.iter().filter_map(|run| run.peak_memory_bytes).max(),
        }
    }

    /// Leaves out what the searches did.
    pub fn without_statistics(mut self) -> Run {
        self.all_figures().for_each(|figures| figures.statistics = None);
        self
    }
}

/// Fills in what each number of threads gains and costs, in relation to the first.
pub(super) fn relate_to_first(runs: &mut [Run]) {
    let Some(first) = runs.first().cloned() else { return };
    for run in runs {
        for (figures, first) in run.all_figures().zip(first.sets.iter().chain([&first.total])) {
            figures.speed_up = ratio(first, figures, |one| one.elapsed_ms);
            figures.node_inflation = ratio(figures, first, |one| one.nodes as f64);
        }
    }
}

/// One set's figure over another's, to four decimals; `None` if they are not of the same work.
pub(super) fn ratio(above: &Figures, below: &Figures, figure: fn(&Figures) -> f64) -> Option<f64> {
    let same = above.positions == below.positions && above.is_whole() && below.is_whole();
    rounded(figure(above) / figure(below)).filter(|_| same)
}

fn rounded(ratio: f64) -> Option<f64> {
    ratio.is_finite().then(|| (ratio * 1e4).round() / 1e4)
}

/// The middle one, or half-way between the two in the middle. There is at least one.
fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// (greatest - least) / median; `None` for one number.
fn spread(numbers: &[f64]) -> Option<f64> {
    let greatest = numbers.iter().copied().fold(f64::MIN, f64::max);
    let least = numbers.iter().copied().fold(f64::MAX, f64::min);
    rounded((greatest - least) / median(numbers)).filter(|_| numbers.len() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, nodes: u64, elapsed_ms: f64, peak: u64) -> Run {
        let figures = |set: &str| Figures { positions: 2, decided: 2, nodes, elapsed_ms, ..Figures::new(set) };
        Run { threads, sets: vec![figures("deals")], total: figures("total"), peak_memory_bytes: Some(peak) }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), 3.0);
        assert_eq!((spread(&[3.0]), spread(&[8.0, 10.0, 13.0]), spread(&[0.0, 0.0])), (None, Some(0.5), None));
    }

    #[test]
    fn repetitions_become_their_medians_and_the_most_memory() {
        let mut repetitions = [run(2, 110, 30.0, 7), run(2, 90, 10.0, 9), run(2, 100, 11.0, 8)];
        repetitions[1].sets[0].wrong = 1;
        (repetitions[2].sets[0].decided, repetitions[2].sets[0].slowest) = (1, Some("full:3".to_owned()));
        repetitions[2].sets[0].slowest_ms = 5.0;
        repetitions[0].sets[0].slowest_ms = 6.0;
        let one = Run::of_repetitions(&repetitions);
        let figures = &one.sets[0];
        assert_eq!((one.threads, one.peak_memory_bytes), (2, Some(9)));
        assert_eq!((figures.nodes, figures.nodes_spread), (100, Some(0.2)));
        assert_eq!((figures.elapsed_ms, figures.elapsed_spread), (11.0, Some(1.8182)));
        assert_eq!((figures.positions, figures.decided, figures.wrong), (2, 1, 1));
        assert_eq!((figures.slowest.as_deref(), figures.slowest_ms), (Some("full:3"), 5.0));
        assert_eq!((one.total.wrong, one.total.elapsed_ms), (0, 11.0));
    }

    #[test]
    fn gain_and_cost_are_those_over_the_first() {
        let mut runs = [run(2, 100, 30.0, 7), run(4, 125, 12.0, 7), run(8, 90, 0.0, 7)];
        relate_to_first(&mut runs);
        let related = |run: &Run| (run.sets[0].speed_up, run.total.node_inflation);
        assert_eq!(related(&runs[0]), (Some(1.0), Some(1.0)));
        assert_eq!(related(&runs[1]), (Some(2.5), Some(1.25)));
        assert_eq!(related(&runs[2]), (None, Some(0.9)));
    }

    #[test]
    fn unfinished_work_is_not_compared() {
        let mut runs = [run(1, 100, 30.0, 7), run(2, 50, 1.0, 7)];
        runs[1].sets[0].decided = 1;
        relate_to_first(&mut runs);
        assert_eq!((runs[1].sets[0].speed_up, runs[1].sets[0].node_inflation), (None, None));
        assert_eq!(runs[1].total.speed_up, Some(30.0));
    }
}
