//! The end of a batch's report for people: its results in a sentence, and by rules and by pack.

use super::style::{duration, padded, thousands};
use crate::batch::{Breakdown, Counts, Summary};
use crate::words::{Language, say};
use canju_engine::rules::shown;
use std::borrow::Cow;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// The results in a sentence.
#[doc(hidden)]
pub fn summary_line(language: Language, summary: &Summary, elapsed: Duration) -> String {
    let counts = &summary.counts;
    let mut line = say!(
        language,
        "summary",
        puzzles = say!(language, "puzzles", count = counts.puzzles()),
        time = duration(elapsed),
        decided = counts.decided(),
        wins = say!(language, "wins", count = counts.wins),
        losses = say!(language, "losses", count = counts.losses),
        unknown = counts.unknown,
        errors = say!(language, "errors", count = counts.errors),
    );
    if summary.as_expected + summary.differing > 0 {
        line += &say!(language, "summary-expected", right = summary.as_expected, wrong = summary.differing);
    }
    if summary.wins_with_all_moves > 0 {
        line += &say!(language, "summary-unique", count = summary.wins_with_all_moves, unique = summary.unique_wins);
    }
    if summary.repeats > 0 {
        line += &say!(language, "summary-repeats", count = summary.repeats);
    }
    line
}

/// The results by rules and by pack, a line each; nothing where all are of one.
#[doc(hidden)]
pub fn breakdown_lines(language: Language, summary: &Summary) -> String {
    let title = |part| match part {
        Part::Rules => say!(language, "by-rules"),
        Part::Pack => say!(language, "by-pack"),
    };
    parts(summary).map(|(part, rows)| lines(language, &title(part), &rows)).collect()
}

/// The results by rules and by pack as tables of Markdown. `escaped` turns a name into a cell.
pub(super) fn breakdown_tables(language: Language, summary: &Summary, escaped: fn(&str) -> String) -> String {
    let table = |(part, rows): (Part, Vec<Row>)| {
        let head = match part {
            Part::Rules => say!(language, "breakdown-head-rules"),
            Part::Pack => say!(language, "breakdown-head-pack"),
        };
        let head = format!("\n| {head} |\n|---|--:|--:|--:|--:|--:|\n");
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

/// What a batch is broken down by.
enum Part {
    Rules,
    Pack,
}

/// What there is to break down.
fn parts(summary: &Summary) -> impl Iterator<Item = (Part, Vec<Row<'_>>)> {
    fn rows(breakdown: &Breakdown) -> Vec<Row<'_>> {
        breakdown.rows().map(|(name, counts)| (shown(name), counts)).collect()
    }
    let parts = [(Part::Rules, rows(&summary.by_rules)), (Part::Pack, rows(&summary.by_pack))];
    parts.into_iter().filter(|(_, rows): &(_, Vec<_>)| rows.len() > 1)
}

fn lines(language: Language, title: &str, rows: &[Row]) -> String {
    let puzzles = rows.iter().map(|(_, counts)| thousands(counts.puzzles()));
    let puzzles: Vec<String> = puzzles.collect();
    let name_width = rows.iter().map(|(name, _)| name.width()).max().unwrap_or_default();
    let count_width = puzzles.iter().map(String::len).max().unwrap_or_default();
    let row = |((name, counts), puzzles): (&Row, &String)| {
        format!("  {}  {puzzles:>count_width$}: {}\n", padded(name, name_width), results(language, counts))
    };
    rows.iter().zip(&puzzles).map(row).fold(format!("{title}\n"), |text, row| text + &row)
}

/// The results of a row; those that there are.
fn results(language: Language, counts: &Counts) -> String {
    let results = [
        (counts.wins, "wins"),
        (counts.losses, "losses"),
        (counts.unknown, "unknown-count"),
        (counts.errors, "errors"),
    ];
    let there = results.into_iter().filter(|&(count, _)| count > 0);
    there.map(|(count, name)| say!(language, name, count = count)).collect::<Vec<_>>().join(", ")
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
            summary_line(Language::English, &summary, Duration::from_secs(2)),
            "17,000 puzzles in 2.00 s: 15,000 decided (12,000 wins, 3,000 losses), 2,000 unknown, 1,000 errors; \
             5,000 as expected, 4,000 differing; 1,500 of 11,000 wins by a unique first move; 1,200 repeats of an earlier puzzle"
        );
        assert_eq!(
            lines(
                Language::English,
                "by pack",
                &[("残局.ddz".into(), counts), ("b".into(), Counts { losses: 1, ..Counts::default() })]
            ),
            "by pack\n  残局.ddz  17,000: 12,000 wins, 3,000 losses, 2,000 unknown, 1,000 errors\n  b              1: 1 loss\n"
        );
        assert_eq!(breakdown_lines(Language::English, &summary), "");
    }
}
