//! A line of play as a table: a row for each seat, a column for each round.

use super::style::padded;
use std::fmt::Write;
use unicode_width::UnicodeWidthStr;

/// The moves of a line, the first of them by seat `to_move`. Rounds that do not fit into `width` columns continue below,
/// each as a whole; without a width everything is in one piece.
///
/// ```
/// let line = ["A".to_owned(), "pass".to_owned(), "34567".to_owned()];
/// let table = canju::report::line_table(&["first", "second"], 1, &line, None);
/// assert_eq!(table, "  first        pass\n  second    A  34567\n");
/// ```
pub fn line_table(seats: &[&str], to_move: usize, line: &[String], width: Option<usize>) -> String {
    let played: Vec<&str> = std::iter::repeat_n("", to_move).chain(line.iter().map(String::as_str)).collect();
    let rounds: Vec<&[&str]> = played.chunks(seats.len()).collect();
    let widths = rounds.iter().map(|round| round.iter().map(|played| played.width()).max().unwrap_or(0));
    let widths: Vec<usize> = widths.collect();
    let mut table = String::new();
    let mut from = 0;
    while from < rounds.len() {
        let mut to = from + 1;
        let mut used = 12 + widths[from];
        while to < rounds.len() && width.is_none_or(|most| used + 2 + widths[to] <= most) {
            used += 2 + widths[to];
            to += 1;
        }
        if from > 0 {
            table.push('\n');
        }
        for (seat, name) in seats.iter().enumerate() {
            let cells = (from..to).map(|round| padded(rounds[round].get(seat).unwrap_or(&""), widths[round]));
            let row = format!("  {} {}", padded(name, 9), cells.collect::<Vec<_>>().join("  "));
            // Writing to a string does not fail.
            let _ = writeln!(table, "{}", row.trim_end());
        }
        from = to;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_moves_continue_below() {
        let line = ["444KK", "TTTAA", "pass", "K", "2", "pass", "34567"].map(str::to_owned);
        let table = |width| line_table(&["first", "second"], 0, &line, Some(width));
        insta::assert_snapshot!(table(30), @r"
          first     444KK  pass  2
          second    TTTAA  K     pass

          first     34567
          second
        ");
        // Even where nothing fits no move is cut.
        assert_eq!(table(1).matches("444KK").count(), 1);
        assert_eq!(table(1).lines().filter(|line| line.starts_with("  first")).count(), 4);
        assert_eq!(table(200), line_table(&["first", "second"], 0, &line, None));
        for width in 20..60 {
            assert!(table(width).lines().all(|line| line.width() <= width), "{width}: {}", table(width));
        }
    }
}
