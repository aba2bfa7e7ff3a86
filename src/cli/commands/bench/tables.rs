//! The figures for people: lines for a single run, else a table for each set with a row for each number of threads.

use super::args::BenchFormat;
use super::figures::{Figures, Run};
use super::record::{BenchRecord, Comparison};
use bytesize::ByteSize;
use canju_engine::rules::shown;
use canju_packs::report::{counted, milliseconds, thousands};
use std::io::{self, Write};

/// Writes the record in this form.
pub(super) fn write(record: &BenchRecord, format: BenchFormat, output: &mut dyn Write) -> io::Result<()> {
    match format {
        BenchFormat::Json => writeln!(output, "{}", serde_json::to_string(record)?)?,
        BenchFormat::Text => match record.runs {
            [run] if record.repeat == 1 && record.against.is_none() => write_run(run, record, output)?,
            _ => write_tables(record, Table::text, output)?,
        },
        BenchFormat::Markdown => write_tables(record, Table::markdown, output)?,
    }
    output.flush()
}

/// A single run, a line for each set.
fn write_run(run: &Run, record: &BenchRecord, output: &mut dyn Write) -> io::Result<()> {
    for figures in run.rows() {
        write_line(figures, output)?;
    }
    let threads = counted(run.threads as u64, "thread", "threads");
    write!(output, "{threads}, memory limit {}", ByteSize(record.memory_limit_bytes))?;
    match run.peak_memory_bytes {
        Some(bytes) => writeln!(output, ", peak memory {}", ByteSize(bytes)),
        None => writeln!(output),
    }
}

fn write_line(figures: &Figures, output: &mut dyn Write) -> io::Result<()> {
    write!(
        output,
        "{:<9}  {:>4} positions  {:>15} nodes  {:>13}  {:>11} nodes/s  slowest {}",
        figures.set,
        thousands(figures.positions),
        thousands(figures.nodes),
        milliseconds(figures.elapsed_ms),
        thousands(figures.nodes_per_second),
        milliseconds(figures.slowest_ms),
    )?;
    if let Some(id) = &figures.slowest {
        write!(output, " ({id})")?;
    }
    for (count, what) in [(figures.undecided(), "undecided"), (figures.wrong, "WRONG")] {
        if count > 0 {
            write!(output, ", {} {what}", thousands(count))?;
        }
    }
    writeln!(output)
}

fn write_tables(record: &BenchRecord, form: fn(&Table) -> String, output: &mut dyn Write) -> io::Result<()> {
    let names: Vec<&str> = record.runs[0].rows().map(|figures| figures.set.as_str()).collect();
    let mut tables: Vec<Table> = (0..names.len()).map(|set| set_table(record.runs, set)).collect();
    if let Some(last) = tables.last_mut() {
        last.column(
            "peak memory",
            record.runs.iter().map(|run| run.peak_memory_bytes.map(|b| ByteSize(b).to_string())),
        );
    }
    if let [first, ..] = &mut tables[..] {
        let conditions =
            conditions(record.version, record.memory_limit_bytes, record.repeat, &record.machine.to_string());
        first.above = conditions;
    }
    tables.extend(record.against.as_ref().map(against_table));
    let written: Vec<String> = tables.iter().map(form).collect();
    output.write_all(written.join("\n").as_bytes())
}

/// What figures were measured with.
fn conditions(version: &str, memory: u64, repeat: u16, machine: &str) -> String {
    let repeated = match repeat {
        1 => "one repetition".to_owned(),
        many => format!("medians of {many} repetitions"),
    };
    format!("canju {}, memory limit {}, {repeated}, on {machine}", shown(version), ByteSize(memory))
}

/// The figures of one set, or of all sets together.
fn set_table(runs: &[Run], set: usize) -> Table {
    let figures: Vec<&Figures> = runs.iter().filter_map(|run| run.rows().nth(set)).collect();
    let positions = counted(figures[0].positions, "position", "positions");
    let mut table = Table::new(format!("{}, {positions}", figures[0].set));
    let mut column =
        |name, cell: fn(&Figures) -> Option<String>| table.column(name, figures.iter().map(|one| cell(one)));
    column("WRONG", |one| (one.wrong > 0).then(|| thousands(one.wrong)));
    column("undecided", |one| (one.undecided() > 0).then(|| thousands(one.undecided())));
    column("time", |one| Some(milliseconds(one.elapsed_ms)));
    column("spread", |one| one.elapsed_spread.map(percent));
    column("speed-up", |one| one.speed_up.map(|ratio| format!("{ratio:.2}")));
    column("nodes", |one| Some(thousands(one.nodes)));
    column("spread", |one| one.nodes_spread.map(percent));
    column("inflation", |one| one.node_inflation.map(|ratio| format!("{ratio:.3}")));
    column("nodes/s", |one| Some(thousands(one.nodes_per_second)));
    column("slowest", |one| Some(milliseconds(one.slowest_ms)));
    table.first_column("threads", runs.iter().map(|run| Some(run.threads.to_string())));
    table
}

/// The figures now over those of a saved record.
fn against_table(against: &Comparison) -> Table {
    let mut table = Table::new("now / then".to_owned());
    let then = conditions(&against.version, against.memory_limit_bytes, against.repeat, &against.machine.to_string());
    table.above = format!("against {}: {then}", shown(&against.file));
    let ratios = &against.ratios;
    table.column("threads", ratios.iter().map(|ratio| Some(ratio.threads.to_string())));
    table.column("set", ratios.iter().map(|ratio| Some(ratio.set.clone())));
    table.column("time", ratios.iter().map(|ratio| ratio.elapsed.map(|ratio| format!("{ratio:.3}"))));
    table.column("nodes", ratios.iter().map(|ratio| ratio.nodes.map(|ratio| format!("{ratio:.4}"))));
    table
}

fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// A table with a title. A column without any known cell is left out.
#[derive(Default)]
pub(super) struct Table {
    /// A line above the title, if there is one.
    above: String,
    title: String,
    columns: Vec<(&'static str, Vec<Option<String>>)>,
}

impl Table {
    pub(super) fn new(title: String) -> Table {
        Table { title, ..Table::default() }
    }

    pub(super) fn column(&mut self, name: &'static str, cells: impl Iterator<Item = Option<String>>) {
        self.columns.push((name, cells.collect()));
    }

    fn first_column(&mut self, name: &'static str, cells: impl Iterator<Item = Option<String>>) {
        self.columns.insert(0, (name, cells.collect()));
    }

    /// The header, then the rows.
    fn lines(&self) -> Vec<Vec<String>> {
        let columns = || self.columns.iter().filter(|(_, cells)| cells.iter().any(Option::is_some));
        let rows = self.columns.first().map_or(0, |(_, cells)| cells.len());
        let cell = |cells: &[Option<String>], row: usize| cells[row].clone().unwrap_or_else(|| "-".to_owned());
        let mut lines = vec![columns().map(|(name, _)| (*name).to_owned()).collect()];
        lines.extend((0..rows).map(|row| columns().map(|(_, cells)| cell(cells, row)).collect::<Vec<String>>()));
        lines
    }

    pub(super) fn text(&self) -> String {
        let lines = self.lines();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        let mut text = if self.above.is_empty() { String::new() } else { format!("{}\n\n", self.above) };
        text += &format!("{}\n", self.title);
        for line in &lines {
            for (cell, width) in line.iter().zip(&widths) {
                text += &format!("  {cell:>width$}");
            }
            text.push('\n');
        }
        text
    }

    pub(super) fn markdown(&self) -> String {
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
        table.column("nodes", [Some("1,000".to_owned()), Some("7".to_owned())].into_iter());
        table.column("spread", [None, None].into_iter());
        table.column("speed-up", [Some("1.00".to_owned()), None].into_iter());
        table.first_column("threads", [Some("1".to_owned()), Some("16".to_owned())].into_iter());
        table
    }

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        assert_eq!(
            table().text(),
            "deals, 2 positions\n  threads  nodes  speed-up\n        1  1,000      1.00\n       16      7         -\n"
        );
    }

    #[test]
    fn markdown_is_a_table_and_shows_names_as_they_are() {
        let mut table = table();
        table.above = "on my_box|1".to_owned();
        assert_eq!(
            table.markdown(),
            "on my\\_box\\|1\n\n**deals, 2 positions**\n\n| threads | nodes | speed-up |\n|--:|--:|--:|\n\
             | 1 | 1,000 | 1.00 |\n| 16 | 7 | - |\n"
        );
    }
}
