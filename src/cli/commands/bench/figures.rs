//! The figures of a set, and of all sets together.

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
    /// The position that took longest.
    pub slowest: Option<String>,
    pub slowest_ms: f64,
    /// What the searches did, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Statistics>,
}

/// All figures.
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

    /// Leaves out what the searches did.
    pub fn without_statistics(mut self) -> Run {
        self.sets.iter_mut().chain([&mut self.total]).for_each(|figures| figures.statistics = None);
        self
    }
}

/// One set's figure over another's, to four decimals; `None` if they are not of the same work.
pub(super) fn ratio(above: &Figures, below: &Figures, figure: fn(&Figures) -> f64) -> Option<f64> {
    let same = above.positions == below.positions && above.is_whole() && below.is_whole();
    let ratio = figure(above) / figure(below);
    (same && ratio.is_finite()).then(|| (ratio * 1e4).round() / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_work_is_not_compared() {
        let figures = |decided, nodes| Figures { positions: 2, decided, nodes, ..Figures::new("deals") };
        let over_four = |above| ratio(&above, &figures(2, 4), |one| one.nodes as f64);
        assert_eq!(over_four(figures(2, 5)), Some(1.25));
        assert_eq!(over_four(figures(1, 5)), None);
        assert_eq!(over_four(Figures { positions: 1, ..figures(1, 5) }), None);
        assert_eq!(ratio(&figures(2, 5), &figures(2, 0), |one| one.nodes as f64), None);
    }
}
