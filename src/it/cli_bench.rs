//! `canju bench`: its answers are right, and its number of nodes is the fingerprint.

use crate::cli_program::canju;
use serde_json::Value;

fn bench(arguments: &[&str]) -> (Option<i32>, Value) {
    let found = canju([&["bench", "--format", "json"], arguments].concat());
    assert_eq!(found.stderr, "");
    (found.code, serde_json::from_str(&found.stdout).expect("one JSON object"))
}

#[test]
fn one_thread_gives_the_same_fingerprint_again() {
    let runs = [bench(&[]), bench(&["--threads", "1"])];
    for (code, record) in &runs {
        assert_eq!(*code, Some(0), "{record}");
        let total = &record["total"];
        assert_eq!((&total["positions"], &total["wrong"]), (&total["decided"], &Value::from(0)), "{record}");
        assert_eq!(total["nodes"], record["sets"][0]["nodes"]);
        assert!(record["peak_memory_bytes"].is_null() || record["peak_memory_bytes"].as_u64() > Some(1 << 20));
    }
    let [nodes, again] = runs.map(|(_, record)| record["total"]["nodes"].as_u64());
    assert!(nodes > Some(0));
    assert_eq!(nodes, again);
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
