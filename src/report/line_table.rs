//! A line of play as a table: a row for each seat, a column for each round.

use super::style::padded;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// How wide a line of play may get before it continues below.
const WIDTH: usize = 100;

/// The moves of a line, the first of them by seat `to_move`.
///
/// ```
/// let line = ["A".to_owned(), "pass".to_owned(), "34567".to_owned()];
/// let table = canju::report::line_table(&["first", "second"], 1, &line);
/// assert_eq!(table, "  first        pass\n  second    A  34567\n");
/// ```
pub fn line_table(seats: &[&str], to_move: usize, line: &[String]) -> String {
    let played: Vec<&str> = std::iter::repeat_n("", to_move).chain(line.iter().map(String::as_str)).collect();
    let rounds: Vec<&[&str]> = played.chunks(seats.len()).collect();
    let widths = rounds.iter().map(|round| round.iter().map(|played| played.width()).max().unwrap_or(0));
    let widths: Vec<usize> = widths.collect();
    let mut table = String::new();
    let mut from = 0;
    while from < rounds.len() {
        let mut to = from + 1;
        let mut used = 12 + widths[from];
        while to < rounds.len() && used + 2 + widths[to] <= WIDTH {
            used += 2 + widths[to];
            to += 1;
        }
        if from > 0 {
            table.push('\n');
        }
        for (seat, name) in seats.iter().enumerate() {
            let cells = (from..to).map(|round| padded(rounds[round].get(seat).unwrap_or(&""), widths[round]));
            let row = format!("  {name:<9} {}", cells.collect::<Vec<_>>().join("  "));
            // Writing to a string does not fail.
            let _ = writeln!(table, "{}", row.trim_end());
        }
        from = to;
    }
    table
}
