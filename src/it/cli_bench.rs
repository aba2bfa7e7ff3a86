//! `canju bench`: its answers are right, and its number of nodes is the fingerprint.

use crate::cli_program::canju;
use serde_json::Value;

fn bench(arguments: &[&str]) -> (Option<i32>, Value) {
    let found = canju([&["bench", "--format", "json"], arguments].concat());
    assert_eq!(found.stderr, "");
    (found.code, serde_json::from_str(&found.stdout).expect("one JSON object"))
}

/// The fingerprint of the search: nodes of each set with one thread and 256 MiB.
const NODES: [(&str, u64); 2] = [("composed", 28_480), ("deals", 850_973)];

/// The nodes of a set, all its answers being right.
fn check_fingerprint((set, nodes): (&str, u64)) {
    let (code, record) = bench(&["--set", set, "--threads", "1", "--memory", "256MiB", "--statistics"]);
    assert_eq!(code, Some(0), "{record}");
    let total = &record["total"];
    assert_eq!((&total["positions"], &total["wrong"]), (&total["decided"], &Value::from(0)), "{record}");
    assert_eq!(
        record["sets"][0]["nodes"], nodes,
        "the search visits other nodes than before. If your change was not meant to alter the search, it has a fault. \
         If it was, show with `canju bench --threads 1 --set all` that it is worth it, enter the new numbers here and \
         say both in the commit."
    );
    // The search's own counts come to the same.
    let statistics = &record["sets"][0]["statistics"];
    let count = |name: &str| statistics[name].as_u64().expect("a count");
    assert_eq!(count("proof_number_nodes") + count("depth_first_nodes"), nodes);
    assert_eq!((statistics, &record["sets"][0]["nodes"]), (&total["statistics"], &total["nodes"]));
}

#[test]
fn published_puzzles_keep_their_fingerprint() {
    check_fingerprint(NODES[0]);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn full_deals_keep_their_fingerprint() {
    check_fingerprint(NODES[1]);
}

#[test]
fn statistics_are_said_with_v_and_recorded_only_if_asked_for() {
    let found = canju(["bench", "--node-limit", "20", "-v", "--format", "json"]);
    let record: Value = serde_json::from_str(&found.stdout).expect("one JSON object");
    assert!(record["sets"][0].get("statistics").is_none() && record["total"].get("statistics").is_none());
    assert!(record["peak_memory_bytes"].is_null() || record["peak_memory_bytes"].as_u64() > Some(1 << 20));
    let heading = found.stderr.lines().position(|line| line == "canju: statistics of the set composed:");
    let first = heading.and_then(|heading| found.stderr.lines().nth(heading + 1)).unwrap_or_default();
    assert!(
        first.trim_start().starts_with("nodes by proof numbers") && first.ends_with("% of nodes"),
        "{}",
        found.stderr
    );
}

#[test]
fn deals_may_stay_undecided() {
    let (code, record) = bench(&["--set", "deals", "--node-limit", "20", "--memory", "1MiB"]);
    assert_eq!(code, Some(1));
    assert_eq!((&record["total"]["positions"], &record["total"]["wrong"]), (&Value::from(40), &Value::from(0)));
    assert_eq!(record["memory_limit_bytes"], 1 << 20);
}

#[test]
fn text_names_the_sets_and_their_sum() {
    let found = canju(["bench", "--set", "all", "--node-limit", "20", "--threads", "2"]);
    assert_eq!(found.code, Some(1));
    let words: Vec<&str> = found.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(words, ["composed", "deals", "total", "2"], "{}", found.stdout);
}
