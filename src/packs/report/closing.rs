//! The end of a batch's report for people: its results in a sentence, and by rules and by pack.

use super::style::{counted, duration, padded, thousands};
use crate::batch::{Breakdown, Counts, Summary};
use canju_engine::rules::shown;
use std::borrow::Cow;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// The results in a sentence.
#[doc(hidden)]
pub fn summary_line(summary: &Summary, elapsed: Duration) -> String {
    let counts = &summary.counts;
    let mut line = format!(
        "{} in {}: {} decided ({}, {}), {} unknown, {}",
        counted(counts.puzzles(), "puzzle", "puzzles"),
        duration(elapsed),
        thousands(counts.decided()),
        counted(counts.wins, "win", "wins"),
        counted(counts.losses, "loss", "losses"),
        thousands(counts.unknown),
        counted(counts.errors, "error", "errors"),
    );
    if summary.as_expected + summary.differing > 0 {
        let (right, wrong) = (thousands(summary.as_expected), thousands(summary.differing));
        line += &format!("; {right} as expected, {wrong} differing");
    }
    if summary.wins_with_all_moves > 0 {
        let wins = counted(summary.wins_with_all_moves, "win", "wins");
        line += &format!("; {} of {wins} by a unique first move", thousands(summary.unique_wins));
    }
    if summary.repeats > 0 {
        line += &format!("; {} of an earlier puzzle", counted(summary.repeats, "repeat", "repeats"));
    }
    line
}

/// The results by rules and by pack, a line each; nothing where all are of one.
#[doc(hidden)]
pub fn breakdown_lines(summary: &Summary) -> String {
    parts(summary).map(|(title, rows)| lines(title, &rows)).collect()
}

/// The results by rules and by pack as tables of Markdown. `escaped` turns a name into a cell.
pub(super) fn breakdown_tables(summary: &Summary, escaped: fn(&str) -> String) -> String {
    let table = |(title, rows): (&str, Vec<Row>)| {
        let head = format!("\n| {title} | puzzles | wins | losses | unknown | errors |\n|---|--:|--:|--:|--:|--:|\n");
        let row = |(name, counts): &Row| {
            let cells = [counts.puzzles(), counts.wins, counts.losses, counts.unknown, counts.errors].map(thousands);
            format!("| {} | {} |\n", escaped(name), cells.join(" | "))
        };
        rows.iter().map(row).fold(head, |table, row| table + &row)
    };
    parts(summary).map(table).collect()
}

/// A name, safe to show, and its counts.
type Row<'a> = (Cow<'a, str>, Counts);

/// What there is to break down.
fn parts(summary: &Summary) -> impl Iterator<Item = (&'static str, Vec<Row<'_>>)> {
    fn rows(breakdown: &Breakdown) -> Vec<Row<'_>> {
        breakdown.rows().map(|(name, counts)| (shown(name), counts)).collect()
    }
    let parts = [("rules", rows(&summary.by_rules)), ("pack", rows(&summary.by_pack))];
    parts.into_iter().filter(|(_, rows): &(_, Vec<_>)| rows.len() > 1)
}

fn lines(title: &str, rows: &[Row]) -> String {
    let puzzles = rows.iter().map(|(_, counts)| thousands(counts.puzzles()));
    let puzzles: Vec<String> = puzzles.collect();
    let name_width = rows.iter().map(|(name, _)| name.width()).max().unwrap_or_default();
    let count_width = puzzles.iter().map(String::len).max().unwrap_or_default();
    let row = |((name, counts), puzzles): (&Row, &String)| {
        format!("  {}  {puzzles:>count_width$}: {}\n", padded(name, name_width), results(counts))
    };
    rows.iter().zip(&puzzles).map(row).fold(format!("by {title}\n"), |text, row| text + &row)
}

/// The results of a row; those that there are.
fn results(counts: &Counts) -> String {
    let results = [
        (counts.wins, "win", "wins"),
        (counts.losses, "loss", "losses"),
        (counts.unknown, "unknown", "unknown"),
        (counts.errors, "error", "errors"),
    ];
    let there = results.into_iter().filter(|&(count, ..)| count > 0);
    there.map(|(count, one, many)| counted(count, one, many)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_counts_have_their_commas() {
        let counts = Counts { wins: 12_000, losses: 3_000, unknown: 2_000, errors: 1_000 };
        let summary = Summary {
            counts,
            as_expected: 5_000,
            differing: 4_000,
            wins_with_all_moves: 11_000,
            unique_wins: 1_500,
            repeats: 1_200,
            ..Summary::default()
        };
        assert_eq!(
            summary_line(&summary, Duration::from_secs(2)),
            "17,000 puzzles in 2.00 s: 15,000 decided (12,000 wins, 3,000 losses), 2,000 unknown, 1,000 errors; \
             5,000 as expected, 4,000 differing; 1,500 of 11,000 wins by a unique first move; 1,200 repeats of an earlier puzzle"
        );
        assert_eq!(
            lines("pack", &[("残局.ddz".into(), counts), ("b".into(), Counts { losses: 1, ..Counts::default() })]),
            "by pack\n  残局.ddz  17,000: 12,000 wins, 3,000 losses, 2,000 unknown, 1,000 errors\n  b              1: 1 loss\n"
        );
        assert_eq!(breakdown_lines(&summary), "");
    }
}
