//! `values`: arrays of hands to arrays of values, for millions of positions.
//!
//! An array is taken a few hundred rows at a time, as bytes. So the package needs neither the buffer protocol, which the
//! stable interface has from Python 3.11 only, nor a crate for numpy's arrays, which would bring nine others for the sake of
//! 30 bytes a position. Arrays of any strides are read, and none is copied as a whole. Other integers than `uint8` are converted
//! in Python, a slice at a time.

use crate::arguments::{limits, threads};
use crate::faults::Fault;
use crate::ruleset::rules;
use crate::streaming::{Watch, next_answer};
use crate::waiting::PATIENCE;
use canju::rules::{Hand, Rank, Ruleset, Turn};
use canju::{Options, Position, Solver, Task, Verdict};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PySlice};
use std::sync::{Arc, Mutex};

/// Rows taken from the array at a time.
const ROWS: usize = 512;

/// Bytes of memory for each thread: as much as a worker of `canju batch` has. Most rows need one or two MiB.
const THREAD_MEMORY: usize = 64 << 20;

/// Reads the rows of an array, each as the position in which the first hand leads. Ends at the first error.
struct Rows {
    /// An array of shape `(rows, seats, 15)` whose slices are of type `uint8`: `_values.py` has checked it, or converts them.
    hands: Py<PyAny>,
    seats: usize,
    rows: usize,
    read: usize,
    /// The bytes of the rows from `taken` on.
    bytes: Vec<u8>,
    taken: usize,
    rules: Ruleset,
    error: Arc<Mutex<Option<PyErr>>>,
}

impl Rows {
    fn take(&mut self) -> PyResult<()> {
        let to = self.rows.min(self.read + ROWS);
        self.bytes = Python::attach(|py| {
            let rows = PySlice::new(py, self.read as isize, to as isize, 1);
            let bytes = self.hands.bind(py).get_item(rows)?.call_method0("tobytes")?;
            Ok::<_, PyErr>(bytes.cast::<PyBytes>()?.as_bytes().to_vec())
        })?;
        self.taken = self.read;
        Ok(())
    }

    fn position(&mut self) -> PyResult<Position> {
        let size = self.seats * Rank::COUNT;
        if self.bytes.len() < (self.read - self.taken + 1) * size {
            self.take()?;
        }
        let at = (self.read - self.taken) * size;
        let row = self.bytes.get(at..at + size).ok_or_else(|| Fault::new("the array has changed its shape"))?;
        let position = position(row, self.rules).map_err(|fault| fault.within(&format!("row {}", self.read)))?;
        self.read += 1;
        Ok(position)
    }
}

impl Iterator for Rows {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        if self.read >= self.rows {
            return None;
        }
        match self.position() {
            Ok(position) => Some(position),
            Err(error) => {
                self.rows = 0;
                *self.error.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
                None
            }
        }
    }
}

/// The position of a row of counts.
fn position(row: &[u8], rules: Ruleset) -> Result<Position, Fault> {
    let mut hands = Vec::with_capacity(3);
    for (seat, counts) in row.chunks_exact(Rank::COUNT).enumerate() {
        let mut hand = Hand::EMPTY;
        for (rank, &count) in Rank::all().zip(counts) {
            let most = rank.copies(rules.packs());
            if count > most {
                let message = format!("{count} cards of rank {rank}: there are {most}");
                return Err(Fault::of_hand(seat + 1, message));
            }
            hand = hand.plus(Hand::of(rank, count));
        }
        hands.push(hand);
    }
    Ok(Position::new(&hands, Turn::default(), rules)?)
}

/// The part of `canju.values` that solves: ``hands`` is the array, the answer has a byte for each row.
#[pyfunction]
#[pyo3(signature = (hands, rows, seats, rules, time_limit, node_limit, threads))]
#[expect(clippy::too_many_arguments, reason = "Python's keywords")]
pub fn label<'py>(
    py: Python<'py>,
    hands: Py<PyAny>,
    rows: usize,
    seats: usize,
    rules: Option<&Bound<'py, PyAny>>,
    time_limit: Option<f64>,
    node_limit: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let rules = self::rules(rules)?;
    let (limits, threads) = (limits(time_limit, node_limit)?, self::threads(threads)?);
    let error = Arc::<Mutex<Option<PyErr>>>::default();
    let source = Rows { hands, seats, rows, read: 0, bytes: Vec::new(), taken: 0, rules, error: error.clone() };
    let raised = || error.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take().map_or(Ok(()), Err);
    let mut options = Options { threads, ..Options::default() };
    options.memory = THREAD_MEMORY.saturating_mul(options.thread_count());
    let solver = Solver::new(options);
    let task = Task { line: false, ..Task::default().within(limits) };
    let mut solved = solver.solve_many(source, &task);
    // An array of repeated rows can claim more of them than there is memory for.
    let mut values = Vec::with_capacity(rows.min(1 << 20));
    let mut watch = Watch::start();
    while let Some(report) = next_answer(py, || solved.next_within(PATIENCE), raised)? {
        values.push(match report.verdict() {
            Verdict::Win => 1,
            Verdict::Loss => -1i8 as u8,
            Verdict::Unknown(_) => 0,
        });
        watch.look(py)?;
    }
    Ok(PyByteArray::new(py, &values))
}
