//! The counts of a search, as two columns for people: labels and counts, with the share of each part beside it.

use super::style::{padded, thousands, width};
use crate::words::{Language, say};
use bytesize::ByteSize;
use canju_engine::search::Statistics;
use std::fmt::Write;

/// The statistics of a solve or of several, a line each; the most bytes of each part come last.
///
/// ```
/// use canju::{Position, Solver, Task, report::statistics_table};
/// let position: Position = "346999Q2 | 34JAAD".parse()?;
/// let report = Solver::default().solve(&position, &Task::default());
/// assert!(statistics_table(&report.statistics()).contains("table hits"));
/// # Ok::<(), canju::TextError>(())
/// ```
pub fn statistics_table(statistics: &Statistics) -> String {
    statistics_table_in(statistics, Language::English)
}

/// The same for readers of this language.
#[doc(hidden)]
pub fn statistics_table_in(statistics: &Statistics, language: Language) -> String {
    let named = |label| language.named("statistic", label);
    let counts = statistics.counts().into_iter().map(|(label, count)| {
        let share = match whole(statistics, label) {
            Some((all, name)) if all > 0 => {
                let percent = format!("{:5.1}", count as f64 * 100.0 / all as f64);
                let whole = language.named("share", name);
                format!("  {}", say!(language, "share-of", percent = percent, whole = whole))
            }
            _ => String::new(),
        };
        (named(label), thousands(count), share)
    });
    let bytes = statistics.bytes().into_iter().map(|(label, bytes)| {
        (say!(language, "most-bytes", what = named(label)), ByteSize(bytes).to_string(), String::new())
    });
    let lines: Vec<(String, String, String)> = counts.chain(bytes).collect();
    let widest = lines.iter().map(|(label, ..)| width(label)).max().unwrap_or_default();
    let mut table = String::new();
    for (label, count, share) in lines {
        // Writing to a string does not fail.
        let _ = writeln!(table, "  {}  {count:>15}{share}", padded(&label, widest));
    }
    table
}

/// The count that this label's count is a part of, and its name.
fn whole(statistics: &Statistics, label: &str) -> Option<(u64, &'static str)> {
    WHOLES.iter().find(|(part, ..)| *part == label).map(|(_, name, all)| (all(statistics), *name))
}

/// A label, the name of the count that it is a part of, and that count.
type Whole = (&'static str, &'static str, fn(&Statistics) -> u64);

const WHOLES: [Whole; 8] = [
    ("nodes by proof numbers", "nodes", |statistics| statistics.nodes()),
    ("nodes depth-first", "nodes", |statistics| statistics.nodes()),
    ("table hits", "probes", |statistics| statistics.table_probes),
    ("table replacements", "stores", |statistics| statistics.table_stores),
    ("partition hits", "probes", |statistics| statistics.partition_probes),
    ("partition replacements", "stores", |statistics| statistics.partition_stores),
    ("jobs cancelled", "jobs", |statistics| statistics.jobs),
    ("branches freed in place", "branches discarded", |statistics| {
        statistics.branches_reaped + statistics.branches_freed
    }),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_share_is_of_a_count_that_there_is() {
        let counts = Statistics::default().counts();
        for (part, ..) in WHOLES {
            assert!(counts.iter().any(|(label, _)| *label == part), "{part}");
        }
    }

    #[test]
    fn counts_and_shares_stand_in_columns() {
        let mut statistics = Statistics::default();
        (statistics.table_probes, statistics.table_hits, statistics.table_bytes) = (12_000, 3_000, 3 << 20);
        let table = statistics_table(&statistics);
        let line = |label: &str| table.lines().find(|line| line.trim_start().starts_with(label)).unwrap_or_default();
        assert!(line("table probes").ends_with(" 12,000"), "{table}");
        assert!(line("table hits").ends_with(" 3,000   25.0 % of probes"), "{table}");
        assert!(line("table replacements").ends_with(" 0"), "no share of no stores: {table}");
        assert!(line("most bytes of table").ends_with(" 3.0 MiB"), "{table}");
    }

    #[test]
    fn every_count_has_a_chinese_name() {
        let statistics = Statistics::default();
        let table = statistics_table_in(&statistics, Language::Chinese);
        for (label, _) in statistics.counts().into_iter().chain(statistics.bytes()) {
            assert!(!table.contains(&label.replace(' ', "-")), "{label}: {table}");
        }
        for (_, whole, _) in WHOLES {
            assert!(!Language::Chinese.named("share", whole).is_ascii(), "{whole}");
        }
    }
}
