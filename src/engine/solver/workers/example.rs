//! A position for the tests of this folder, and what a search of it needs.

use crate::rules::{Ruleset, State};
use crate::search::{Budget, Limits, SolveContext, Statistics, StopFlag, Techniques};
use crate::tables::Tables;
use crate::tuning::Tuning;
use parking_lot::Mutex;

/// Calls `test` with what is shared by searches without static wins.
pub fn with_shared<R>(tuning: &Tuning, test: impl FnOnce(SolveContext) -> R) -> (R, Statistics) {
    let (rules, tables, statistics) = (Ruleset::default(), Tables::new(1 << 22, tuning), Mutex::default());
    let budget = Budget::start(Limits::default(), StopFlag::default());
    let techniques = Techniques { arenas: true, ..Techniques::NONE };
    let result = test(SolveContext {
        rules: &rules,
        tables: &tables,
        budget: &budget,
        techniques,
        tuning,
        statistics: &statistics,
    });
    (result, statistics.into_inner())
}

pub fn position() -> State<2> {
    State::parse(["346999Q2", "34JAAD"], None, &Ruleset::default()).expect("a position")
}

/// Short jobs.
pub const SHORT: Tuning =
    Tuning { job_nodes: 20, job_nodes_alone: 20, shared_job_nodes: 20, nodes_before_waking: 20, ..Tuning::DEFAULT };
