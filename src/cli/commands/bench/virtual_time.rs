//! What a simulated workstation has taken, whether it solved positions one after another or as a batch.

use super::tables::{Table, percent};
use crate::cli::language::text;
use canju::report::{milliseconds, thousands};
use serde::Serialize;

/// Times are virtual; shares are of the time of all workers.
#[derive(Serialize)]
pub(super) struct VirtualTime {
    nodes: u64,
    elapsed_ms: f64,
    /// Nodes, divided by those of the first row.
    node_inflation: f64,
    /// The first row's time, multiplied by its workers and divided by this time.
    speed_up: f64,
    /// Speed-up for each worker.
    efficiency: f64,
    idle_share: f64,
    /// Waiting for the tree's lock, and holding it.
    lock_share: f64,
}

/// What a simulation has counted. Times are nanoseconds; those of idle and locked workers are sums.
pub(super) struct Counted {
    pub workers: usize,
    pub nodes: u64,
    pub elapsed: u64,
    pub idle: u64,
    pub locked: u64,
}

impl VirtualTime {
    /// `first`: the first row's, and its workers; `None` for the first row.
    pub fn new(counted: &Counted, first: Option<(&VirtualTime, usize)>) -> VirtualTime {
        let &Counted { workers, nodes, elapsed, idle, locked } = counted;
        let all = (elapsed * workers as u64).max(1) as f64;
        let elapsed_ms = elapsed as f64 / 1e6;
        let of_first = (nodes, elapsed_ms * workers as f64);
        let (first_nodes, work) =
            first.map_or(of_first, |(first, workers)| (first.nodes, first.elapsed_ms * workers as f64));
        let speed_up = work / elapsed_ms.max(f64::MIN_POSITIVE);
        VirtualTime {
            nodes,
            elapsed_ms,
            node_inflation: nodes as f64 / first_nodes.max(1) as f64,
            speed_up,
            efficiency: speed_up / workers as f64,
            idle_share: idle as f64 / all,
            lock_share: locked as f64 / all,
        }
    }

    /// Adds the columns of these figures, a row for each workstation.
    pub fn add_columns<'a>(table: &mut Table, rows: impl Iterator<Item = &'a VirtualTime> + Clone) {
        let mut column =
            |name, cell: fn(&VirtualTime) -> String| table.column(name, rows.clone().map(|row| Some(cell(row))));
        column(text!("bench-nodes"), |row| thousands(row.nodes));
        column(text!("bench-inflation"), |row| format!("{:.2}", row.node_inflation));
        column(text!("bench-virtual-time"), |row| milliseconds(row.elapsed_ms));
        column(text!("bench-speed-up"), |row| format!("{:.2}", row.speed_up));
        column(text!("bench-efficiency"), |row| format!("{:.2}", row.efficiency));
        column(text!("bench-idle"), |row| percent(row.idle_share));
        column(text!("bench-lock"), |row| percent(row.lock_share));
    }
}
