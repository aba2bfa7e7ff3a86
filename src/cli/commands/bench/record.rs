//! The record of a bench, `canju.bench/1`: what is written for programs, saved, and read again to compare with.

use super::figures::{Figures, Run, ratio};
use super::machine::Machine;
use crate::cli::language::{text, told};
use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::path::Path;

const SCHEMA: &str = "canju.bench/1";

/// A record takes some kilobytes. A longer file is not one, and is not read to its end.
const MOST_BYTES: u64 = 16 << 20;

/// All figures, and what they were measured with.
#[derive(Serialize)]
pub(super) struct BenchRecord<'a> {
    schema: &'static str,
    pub version: &'static str,
    pub machine: Machine,
    /// The budget.
    pub memory_limit_bytes: u64,
    /// How often it was measured: once. `scripts/measure/scaling.py` writes records of more.
    repeat: u16,
    #[serde(flatten)]
    pub run: &'a Run,
    /// The run once more: others write one for each number of threads.
    runs: [&'a Run; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Comparison>,
}

/// A record that was saved.
#[derive(Deserialize)]
pub(super) struct Saved {
    version: String,
    #[serde(default)]
    machine: Machine,
    memory_limit_bytes: u64,
    repeat: u16,
    runs: Vec<Run>,
}

/// What tells a record from other JSON.
#[derive(Deserialize, Default)]
struct Head {
    #[serde(default)]
    schema: String,
}

/// Figures now over those of a saved record.
#[derive(Serialize, Debug)]
pub(super) struct Comparison {
    pub file: String,
    pub version: String,
    pub machine: Machine,
    pub memory_limit_bytes: u64,
    pub repeat: u16,
    pub ratios: Vec<Ratio>,
}

/// A set, now / then; `None` if either has no figures for all of the set.
#[derive(Serialize, Debug, PartialEq)]
pub(super) struct Ratio {
    pub threads: usize,
    pub set: String,
    pub elapsed: Option<f64>,
    pub nodes: Option<f64>,
}

impl<'a> BenchRecord<'a> {
    /// The record of this run on this machine.
    pub fn new(run: &'a Run, memory_limit_bytes: u64) -> BenchRecord<'a> {
        let (version, machine) = (env!("CARGO_PKG_VERSION"), Machine::this());
        BenchRecord { schema: SCHEMA, version, machine, memory_limit_bytes, repeat: 1, run, runs: [run], against: None }
    }
}

impl Saved {
    /// The record of these bytes.
    fn parse(text: &[u8]) -> anyhow::Result<Saved> {
        let head = match serde_json::from_slice::<Head>(text) {
            Err(error) if error.is_data() => Head::default(),
            head => head?,
        };
        ensure!(head.schema == SCHEMA, text!("other-schema", schema = SCHEMA));
        let saved: Saved = serde_json::from_slice(text)?;
        ensure!(!saved.runs.is_empty(), text!("no-runs"));
        Ok(saved)
    }

    /// The record in this file.
    pub fn read(path: &Path) -> anyhow::Result<Saved> {
        let named = path.display();
        let mut text = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut text));
        read.with_context(|| text!("against", problem = text!("cant-read", path = named.to_string())))?;
        Saved::parse(&text)
            .map_err(|error| anyhow!(text!("against-no-record", path = named.to_string(), why = told(&error))))
    }

    /// Refuses a record that has none of these sets with this number of threads: better now than after an hour.
    pub fn check(&self, path: &Path, sets: &[&str], threads: usize) -> anyhow::Result<()> {
        let is_asked =
            |run: &Run| run.threads == threads && run.sets.iter().any(|one| sets.contains(&one.set.as_str()));
        if self.runs.iter().any(is_asked) {
            return Ok(());
        }
        let there: Vec<String> = self.runs.iter().map(|run| run.threads.to_string()).collect();
        let named: Vec<&str> = self.runs[0].sets.iter().map(|one| one.set.as_str()).collect();
        bail!(text!(
            "against-other",
            path = path.to_string_lossy(),
            sets = named.join(", "),
            threads = there.join(",")
        ));
    }

    /// This run over that of the record with as many threads.
    pub fn compare(&self, path: &Path, run: &Run) -> Comparison {
        let ratios = run.rows().map(|now| self.ratio(run, now)).collect();
        Comparison {
            file: path.display().to_string(),
            version: self.version.clone(),
            machine: self.machine.clone(),
            memory_limit_bytes: self.memory_limit_bytes,
            repeat: self.repeat,
            ratios,
        }
    }

    fn ratio(&self, run: &Run, now: &Figures) -> Ratio {
        // A sum compares only with a sum of the same sets.
        let names = |run: &Run| run.sets.iter().map(|one| one.set.clone()).collect::<Vec<String>>();
        let then = self.runs.iter().find(|then| then.threads == run.threads);
        let then = then.and_then(|then| {
            let is_total = std::ptr::eq(now, &run.total);
            if is_total { Some(&then.total).filter(|_| names(run) == names(then)) } else { then.set(&now.set) }
        });
        let over_then = |figure| then.and_then(|then| ratio(now, then, figure));
        Ratio {
            threads: run.threads,
            set: now.set.clone(),
            elapsed: over_then(|one| one.elapsed_ms),
            nodes: over_then(|one| one.nodes as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, sets: &[(&str, u64)]) -> Run {
        let figures = |&(set, nodes): &(&str, u64)| Figures {
            positions: 2,
            decided: 2,
            nodes,
            elapsed_ms: nodes as f64 / 4.0,
            ..Figures::new(set)
        };
        let total = sets.iter().map(|(_, nodes)| nodes).sum();
        Run {
            threads,
            sets: sets.iter().map(figures).collect(),
            total: figures(&("total", total)),
            peak_memory_bytes: None,
        }
    }

    /// A record as `scripts/measure/scaling.py` writes it: several runs, with fields that nobody here reads.
    fn saved(runs: &[Run]) -> Saved {
        let mut record = serde_json::to_value(BenchRecord::new(&runs[0], 1 << 28)).expect("JSON");
        record["repeat"] = 3.into();
        record["runs"] = serde_json::to_value(runs).expect("JSON");
        record["runs"][0]["sets"][0]["speed_up"] = 1.0.into();
        record["runs"][0]["sets"][0]["nodes_spread"] = serde_json::Value::Null;
        Saved::parse(record.to_string().as_bytes()).expect("a record")
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let runs = [run(1, &[("deals", 8)]), run(2, &[("deals", 10)])];
        let saved = saved(&runs);
        assert_eq!((saved.repeat, saved.memory_limit_bytes), (3, 1 << 28));
        assert_eq!(saved.machine, Machine::this());
        assert_eq!(serde_json::to_string(&saved.runs).ok(), serde_json::to_string(&runs).ok());
    }

    #[test]
    fn ratios_are_those_of_the_same_set_and_threads() {
        let then = saved(&[run(1, &[("deals", 8), ("three", 2)]), run(2, &[("deals", 10)])]);
        let check = |now: Run, expected: &[(&str, Option<f64>)]| {
            let found = then.compare(Path::new("then.json"), &now).ratios;
            let threads = now.threads;
            let expected =
                expected.iter().map(|&(set, of)| Ratio { threads, set: set.to_owned(), elapsed: of, nodes: of });
            assert_eq!(found, expected.collect::<Vec<Ratio>>());
        };
        check(run(2, &[("deals", 15), ("three", 3)]), &[("deals", Some(1.5)), ("three", None), ("total", None)]);
        let all = [("deals", Some(0.5)), ("three", Some(1.5)), ("total", Some(0.7))];
        check(run(1, &[("deals", 4), ("three", 3)]), &all);
        check(run(8, &[("deals", 1)]), &[("deals", None)]);
    }

    #[test]
    fn a_record_without_anything_to_compare_is_refused() {
        let then = saved(&[run(1, &[("deals", 8)]), run(2, &[("deals", 10)])]);
        let path = Path::new("then.json");
        assert!(then.check(path, &["deals", "three"], 2).is_ok());
        assert!(then.check(path, &["three"], 1).is_err());
        let error = then.check(path, &["deals"], 4).expect_err("another number of threads").to_string();
        assert!(error.contains("deals with --threads 1,2"), "{error}");
    }
}
