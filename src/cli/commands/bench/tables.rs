//! The figures for people: a line for each set, or a table of them, and how they compare with those of a file.

use super::args::BenchFormat;
use super::figures::{Figures, TOTAL};
use super::record::{BenchRecord, Comparison};
use crate::cli::language::text;
use bytesize::ByteSize;
use canju::report::{milliseconds, padded, padded_left, thousands, width};
use canju_engine::rules::shown;
use std::io::{self, Write};

/// Writes the record in this form.
pub(super) fn write(record: &BenchRecord, format: BenchFormat, output: &mut dyn Write) -> io::Result<()> {
    let against = record.against.as_ref().map(against_table);
    match format {
        BenchFormat::Json => writeln!(output, "{}", serde_json::to_string(record)?)?,
        BenchFormat::Text => {
            for figures in record.run.rows() {
                write_line(figures, output)?;
            }
            writeln!(output, "{}", closing(record))?;
            against.map_or(Ok(()), |table| write!(output, "\n{}", table.text()))?;
        }
        BenchFormat::Markdown => {
            write!(output, "{}", run_table(record).markdown())?;
            against.map_or(Ok(()), |table| write!(output, "\n{}", table.markdown()))?;
        }
    }
    output.flush()
}

/// Threads and memory.
fn closing(record: &BenchRecord) -> String {
    let threads = text!("threads", count = record.run.threads);
    let limit = ByteSize(record.memory_limit_bytes).to_string();
    match record.run.peak_memory_bytes {
        Some(bytes) => text!("bench-memory-peak", threads = threads, limit = limit, peak = ByteSize(bytes).to_string()),
        None => text!("bench-memory", threads = threads, limit = limit),
    }
}

fn write_line(figures: &Figures, output: &mut dyn Write) -> io::Result<()> {
    let line = text!(
        "bench-line",
        set = padded(&set_name(&figures.set), 9),
        positions = format!("{:>4}", thousands(figures.positions)),
        nodes = format!("{:>15}", thousands(figures.nodes)),
        time = format!("{:>13}", milliseconds(figures.elapsed_ms)),
        rate = format!("{:>11}", thousands(figures.nodes_per_second)),
        slowest = milliseconds(figures.slowest_ms),
    );
    write!(output, "{line}")?;
    if let Some(id) = &figures.slowest {
        write!(output, "{}", text!("in-brackets", text = id))?;
    }
    if figures.undecided() > 0 {
        write!(output, "{}", text!("bench-line-undecided", count = figures.undecided()))?;
    }
    if figures.wrong > 0 {
        write!(output, "{}", text!("bench-line-wrong", count = figures.wrong))?;
    }
    writeln!(output)
}

/// A set as it is named, or that of all together, which the record calls `total`.
fn set_name(set: &str) -> String {
    if set == TOTAL { text!("total") } else { set.to_owned() }
}

/// What figures were measured with.
fn conditions(version: &str, memory: u64, repeat: u16, machine: &str) -> String {
    let repeated = text!("repetitions", count = repeat);
    let (version, memory) = (shown(version), ByteSize(memory).to_string());
    text!("bench-conditions", version = &version, memory = memory, repeated = repeated, machine = machine)
}

/// A row for each set, and one for their sum.
fn run_table(record: &BenchRecord) -> Table {
    let rows: Vec<&Figures> = record.run.rows().collect();
    let mut table = Table::new(closing(record));
    table.above = conditions(record.version, record.memory_limit_bytes, 1, &record.machine.to_string());
    let mut column = |name, cell: fn(&Figures) -> Option<String>| table.column(name, rows.iter().map(|one| cell(one)));
    column(text!("bench-set-name"), |one| Some(set_name(&one.set)));
    column(text!("bench-positions"), |one| Some(thousands(one.positions)));
    column(text!("bench-wrong"), |one| (one.wrong > 0).then(|| thousands(one.wrong)));
    column(text!("bench-undecided"), |one| (one.undecided() > 0).then(|| thousands(one.undecided())));
    column(text!("bench-time"), |one| Some(milliseconds(one.elapsed_ms)));
    column(text!("bench-nodes"), |one| Some(thousands(one.nodes)));
    column(text!("bench-rate"), |one| Some(thousands(one.nodes_per_second)));
    column(text!("bench-slowest"), |one| Some(milliseconds(one.slowest_ms)));
    table
}

/// The figures now over those of a saved record.
fn against_table(against: &Comparison) -> Table {
    let mut table = Table::new(text!("bench-now-then"));
    let then = conditions(&against.version, against.memory_limit_bytes, against.repeat, &against.machine.to_string());
    table.above = text!("bench-against", file = shown(&against.file), conditions = then);
    let ratios = &against.ratios;
    table.column(text!("bench-set-name"), ratios.iter().map(|ratio| Some(set_name(&ratio.set))));
    table.column(text!("bench-time"), ratios.iter().map(|ratio| ratio.elapsed.map(|ratio| format!("{ratio:.3}"))));
    table.column(text!("bench-nodes"), ratios.iter().map(|ratio| ratio.nodes.map(|ratio| format!("{ratio:.4}"))));
    table
}

/// A table with a title. A column without any known cell is left out.
#[derive(Default)]
struct Table {
    /// A line above the title, if there is one.
    above: String,
    title: String,
    columns: Vec<(String, Vec<Option<String>>)>,
}

impl Table {
    fn new(title: String) -> Table {
        Table { title, ..Table::default() }
    }

    fn column(&mut self, name: String, cells: impl Iterator<Item = Option<String>>) {
        self.columns.push((name, cells.collect()));
    }

    /// The header, then the rows.
    fn lines(&self) -> Vec<Vec<String>> {
        let columns = || self.columns.iter().filter(|(_, cells)| cells.iter().any(Option::is_some));
        let rows = self.columns.first().map_or(0, |(_, cells)| cells.len());
        let cell = |cells: &[Option<String>], row: usize| cells[row].clone().unwrap_or_else(|| "-".to_owned());
        let mut lines = vec![columns().map(|(name, _)| name.clone()).collect()];
        lines.extend((0..rows).map(|row| columns().map(|(_, cells)| cell(cells, row)).collect::<Vec<String>>()));
        lines
    }

    fn text(&self) -> String {
        let lines = self.lines();
        let widest = |column: usize| lines.iter().map(|line| width(&line[column])).max().unwrap_or_default();
        let widths: Vec<usize> = (0..lines[0].len()).map(widest).collect();
        let mut text = if self.above.is_empty() { String::new() } else { format!("{}\n\n", self.above) };
        text += &format!("{}\n", self.title);
        for line in &lines {
            for (cell, width) in line.iter().zip(&widths) {
                text += &format!("  {}", padded_left(cell, *width));
            }
            text.push('\n');
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = if self.above.is_empty() { String::new() } else { format!("{}\n\n", escaped(&self.above)) };
        text += &format!("**{}**\n\n", self.title);
        for (number, line) in self.lines().iter().enumerate() {
            let cells: Vec<String> = line.iter().map(|cell| escaped(cell)).collect();
            text += &format!("| {} |\n", cells.join(" | "));
            if number == 0 {
                text += &format!("|{}\n", "--:|".repeat(line.len()));
            }
        }
        text
    }
}

/// The text as Markdown shows it as it is.
fn escaped(text: &str) -> String {
    let special = |sign: char| "|\\`*_<[".contains(sign);
    text.chars().flat_map(|sign| special(sign).then_some('\\').into_iter().chain([sign])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new("deals, 2 positions".to_owned());
        table.column("set".to_owned(), [Some("one".to_owned()), Some("others".to_owned())].into_iter());
        table.column("nodes".to_owned(), [Some("1,000".to_owned()), Some("7".to_owned())].into_iter());
        table.column("WRONG".to_owned(), [None, None].into_iter());
        table.column("time".to_owned(), [Some("1.00".to_owned()), None].into_iter());
        table
    }

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        assert_eq!(
            table().text(),
            "deals, 2 positions\n     set  nodes  time\n     one  1,000  1.00\n  others      7     -\n"
        );
    }

    #[test]
    fn markdown_is_a_table_and_shows_names_as_they_are() {
        let mut table = table();
        table.above = "on my_box|1".to_owned();
        assert_eq!(
            table.markdown(),
            "on my\\_box\\|1\n\n**deals, 2 positions**\n\n| set | nodes | time |\n|--:|--:|--:|\n\
             | one | 1,000 | 1.00 |\n| others | 7 | - |\n"
        );
    }
}
