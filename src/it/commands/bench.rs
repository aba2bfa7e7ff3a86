//! `canju bench`: its answers are right, its number of nodes is the fingerprint, and it compares numbers of threads, and now
//! with then.

use crate::commands::program::{Run, canju, directory, program, run};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn bench(arguments: &[&str]) -> (Option<i32>, Value) {
    let found = canju([&["bench", "--format", "json"], arguments].concat());
    assert_eq!(found.stderr, "");
    (found.code, serde_json::from_str(&found.stdout).expect("one JSON object"))
}

/// The fingerprint of the search: nodes of each set with one thread and 256 MiB, at most so many a position.
const NODES: [(&str, u64, u64); 4] = [
    ("composed", u64::MAX, 28_126),
    ("deals", u64::MAX, 542_599),
    ("three", 50_000, 752_647),
    ("small", u64::MAX, 10_274),
];

/// The nodes of a set, no answer being wrong, and all positions being decided if nothing limits their nodes.
fn check_fingerprint((set, limit, nodes): (&str, u64, u64)) {
    let limit_text = limit.to_string();
    let options = ["--set", set, "--threads", "1", "--memory", "256MiB", "--node-limit", &limit_text, "--statistics"];
    let (code, record) = bench(&options);
    let total = &record["total"];
    let is_whole = total["positions"] == total["decided"];
    assert_eq!((code, &total["wrong"]), (Some(!is_whole as i32), &Value::from(0)), "{record}");
    assert!(is_whole || limit < u64::MAX, "{record}");
    assert_eq!(
        record["sets"][0]["nodes"], nodes,
        "the search visits other nodes than before. If your change was not meant to alter the search, it has a fault. \
         If it was, show with `canju bench --threads 1 --set all` that it is worth it, enter the new numbers here (for \
         `three` with `--node-limit {limit}`) and say both in the commit."
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
fn small_deals_keep_their_fingerprint() {
    check_fingerprint(NODES[3]);
}

/// All of the set takes half a minute, most of it for a few deals: each is searched for some time only.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes without optimisation")]
fn deals_of_three_hands_keep_their_fingerprint() {
    check_fingerprint(NODES[2]);
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
fn locks_are_measured_with_v() {
    let with = |verbose: &'static [&'static str]| {
        canju([&["bench", "--set", "deals", "--threads", "2", "--node-limit", "2000"], verbose].concat()).stderr
    };
    let told = with(&["-v"]);
    for lock in ["split tree", "page pool"] {
        let row = told.lines().find(|line| line.trim_start().starts_with(lock)).unwrap_or_default();
        assert!(row.contains(" ns ") && row.ends_with(" %"), "{told}");
    }
    assert!(!with(&[]).contains("split tree"));
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
    assert_eq!(words, ["composed", "deals", "three", "total", "2"], "{}", found.stdout);
}

fn record(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("one JSON object")
}

#[test]
fn each_number_of_threads_has_its_figures() {
    // Without a limit, so that every position is decided and there are ratios.
    let (code, record) = bench(&["--threads", "2,1", "--repeat", "3"]);
    assert_eq!((code, &record["schema"], &record["repeat"]), (Some(0), &"canju.bench/1".into(), &3.into()));
    assert!(record["machine"]["cores"].as_u64() > Some(0), "{record}");
    let runs = record["runs"].as_array().expect("a list");
    assert_eq!(runs.iter().map(|run| run["threads"].as_u64()).collect::<Vec<_>>(), [Some(2), Some(1)]);
    for run in runs {
        let set = &run["sets"][0];
        assert_eq!((&set["set"], &set["positions"], &set["wrong"]), (&"composed".into(), &35.into(), &0.into()));
        assert!(set["elapsed_spread"].as_f64() >= Some(0.0) && set["nodes_per_second"].as_u64() > Some(0), "{run}");
        assert!(run["peak_memory_bytes"].is_null() || run["peak_memory_bytes"].as_u64() > Some(1 << 20));
        let ratio = |above: &Value, below: &Value| above.as_f64().unwrap() / below.as_f64().unwrap();
        let first = &runs[0]["sets"][0];
        let related = [
            (&set["speed_up"], ratio(&first["elapsed_ms"], &set["elapsed_ms"])),
            (&set["node_inflation"], ratio(&set["nodes"], &first["nodes"])),
        ];
        for (said, worked_out) in related {
            assert!((said.as_f64().expect("a ratio") - worked_out).abs() < 1e-4, "{said}, {worked_out}");
        }
    }
    // With one thread every repetition visits the same nodes, and those of the fingerprint.
    assert_eq!((&runs[1]["sets"][0]["nodes"], &runs[1]["sets"][0]["nodes_spread"]), (&NODES[0].2.into(), &0.0.into()));
    // A reader of a single run finds the first one's figures where they are for one.
    for field in ["threads", "sets", "total", "peak_memory_bytes"] {
        assert_eq!(record[field], runs[0][field], "{field}");
    }
}

/// The bench with these arguments and one more, a file.
fn bench_with(arguments: &[&str], option: &str, file: &Path) -> Run {
    canju([&["bench"], arguments, &[option, file.to_str().expect("a path")]].concat())
}

#[test]
fn figures_are_saved_and_compared_with() {
    let root = directory(&[]);
    let (then, now) = (root.path().join("then.json"), root.path().join("now.json"));
    let found = bench_with(&["--threads", "1,2"], "--save", &then);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{}", found.transcript());
    let header = found.stdout.lines().find(|line| line.trim_start().starts_with("threads")).unwrap_or_default();
    for column in ["time", "speed-up", "nodes", "inflation", "nodes/s"] {
        assert!(header.split_whitespace().any(|word| word == column), "{column}: {header}");
    }
    // Nothing was repeated, decided wrongly or not at all.
    assert!(!["spread", "WRONG", "undecided"].iter().any(|column| header.contains(column)), "{header}");
    assert_eq!(record(&then)["runs"].as_array().map(Vec::len), Some(2));

    // The same again, and a number of threads that was not measured then.
    let compared = ["--threads", "1,3", "--repeat", "2", "--save", now.to_str().expect("a path"), "--format"];
    let found = bench_with(&[&compared[..], &["json"]].concat(), "--against", &then);
    let json: Value = serde_json::from_str(&found.stdout).expect("one JSON object");
    assert_eq!((found.code, &json["against"]["machine"]), (Some(0), &json["machine"]), "{}", found.transcript());
    let ratios = json["against"]["ratios"].as_array().expect("a list");
    assert_eq!(ratios.iter().map(|one| &one["threads"]).collect::<Vec<_>>(), [1, 3]);
    assert_eq!((&ratios[0]["set"], &ratios[0]["nodes"]), (&"composed".into(), &1.0.into()));
    assert!(ratios[0]["elapsed"].as_f64() > Some(0.0), "{json}");
    assert!(ratios[1]["nodes"].is_null() && ratios[1]["elapsed"].is_null(), "{json}");
    // What is saved is the record without the comparison.
    let mut without = json.clone();
    without.as_object_mut().expect("an object").remove("against");
    assert_eq!(record(&now), without);

    let found = bench_with(&[&compared[..], &["markdown"]].concat(), "--against", &then);
    let title = found.stdout.lines().position(|line| line == "**now / then**").expect("a table");
    let lines: Vec<&str> = found.stdout.lines().skip(title + 2).collect();
    assert_eq!(lines[0], "| threads | set | time | nodes |");
    assert!(lines[2].starts_with("| 1 | composed | ") && lines[2].ends_with(" | 1.0000 |"), "{}", found.stdout);
    assert_eq!(lines[3], "| 3 | composed | - | - |");
}

#[test]
fn undecided_positions_have_no_ratios() {
    let (code, record) = bench(&["--set", "all", "--threads", "1,2", "--node-limit", "300", "--memory", "64MiB"]);
    assert_eq!(code, Some(1));
    let total = &record["runs"][1]["total"];
    assert_eq!(total["positions"], 115);
    assert!(total["decided"].as_u64() < Some(115) && total["decided"].as_u64() > Some(0), "{total}");
    assert!(total["speed_up"].is_null() && total["node_inflation"].is_null(), "{total}");
}

#[test]
fn what_is_no_record_is_refused_before_anything_is_solved() {
    let saved = r#"{"schema":"canju.bench/1","version":"0.1.0","memory_limit_bytes":1,"repeat":1,"runs":[]}"#;
    let result = r#"{"schema":"canju.result/1","runs":[1]}"#;
    let other = saved.replace("[]", &format!("[{}]", run_of("other", 1)));
    let root = directory(&[
        ("a pack", b"346999Q2 | 34JAAD\n"),
        ("a text", b"set,nodes\n"),
        ("cut", &saved.as_bytes()[..saved.len() - 4]),
        ("no runs", saved.as_bytes()),
        ("a result", result.as_bytes()),
        ("half", br#"{"schema":"canju.bench/1","runs":[{"threads":1}]}"#),
        ("of another set", other.as_bytes()),
    ]);
    for (name, why) in [
        ("a pack", "its `schema` is not `canju.bench/1`"),
        ("a text", "expected value at line 1 column 1"),
        ("cut", "EOF while parsing"),
        ("no runs", "its `runs` are empty"),
        ("a result", "its `schema` is not `canju.bench/1`"),
        ("half", "missing field"),
        ("of another set", "it has other with --threads 1, and nothing of what is asked for"),
        ("none", "can't read"),
    ] {
        let found = bench_with(&["--set", "all"], "--against", &root.path().join(name));
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{name}: {}", found.transcript());
        assert!(found.stderr.starts_with("error: --against") && found.stderr.contains(why), "{name}: {}", found.stderr);
        assert!(found.stderr.contains(name) && found.stderr.lines().count() == 1, "{name}: {}", found.stderr);
    }
    let both = root.path().join("cut");
    let found = bench_with(&["--save", both.to_str().expect("a path")], "--against", &both);
    assert_eq!((found.code, found.stderr.contains("--save would replace it")), (Some(2), true), "{}", found.stderr);
    let twice = canju(["bench", "--threads", "1,2,1"]);
    assert_eq!((twice.code, twice.stdout.as_str()), (Some(2), ""), "{}", twice.transcript());
    assert!(twice.stderr.contains("--threads: 1 stands there twice"), "{}", twice.stderr);
}

/// What a saved record says of one set with one number of threads.
fn run_of(set: &str, threads: u64) -> Value {
    let figures = |set| {
        serde_json::json!({
            "set": set, "positions": 2, "decided": 2, "wrong": 0, "nodes": 100 * threads, "elapsed_ms": 10.0,
            "nodes_per_second": 10_000, "slowest": null, "slowest_ms": 8.0, "speed_up": threads as f64 / 2.0 + 0.5,
            "node_inflation": 1.0 + threads as f64 / 10.0, "elapsed_spread": 0.1, "nodes_spread": null,
        })
    };
    serde_json::json!({ "threads": threads, "sets": [figures(set)], "total": figures("total"), "peak_memory_bytes": null })
}

/// A process that measures for another one stops when that is gone.
#[test]
fn a_run_ends_with_its_input() {
    // Without the end of its input this would take a minute and more.
    let hard = ["bench", "--set", "three", "--threads", "1", "--stop-with-input", "--format", "json"];
    let found = run(program().args(hard));
    assert_eq!(found.code, Some(130), "{}", found.transcript());
    let record: Value = serde_json::from_str(&found.stdout).expect("one JSON object");
    assert!(record["total"]["decided"].as_u64() < Some(40), "{record}");
}

#[test]
fn the_chart_draws_every_set() {
    let saved = |name: &str, sets: &[&str]| {
        let runs: Vec<Value> = [1, 2, 4]
            .iter()
            .map(|&threads| {
                let mut run = run_of(sets[0], threads);
                run["sets"] = sets.iter().map(|set| run_of(set, threads)["sets"][0].clone()).collect();
                run
            })
            .collect();
        serde_json::json!({
            "schema": "canju.bench/1", "version": "0.1.0", "memory_limit_bytes": 1 << 28, "repeat": 3, "runs": runs,
            "machine": { "name": name },
        })
        .to_string()
    };
    let (one, two) = (saved("<anvil>", &["deals"]), saved("forge", &["deals", "three"]));
    // As `scripts/measure/simulate.rs` prints it.
    let workstation = |workers: u32| serde_json::json!({"workers": workers, "decided": 35, "speed_up": workers, "node_inflation": 1.0});
    let workstations: Vec<Value> = [1, 4, 32].map(workstation).into();
    let simulated = serde_json::json!({
        "schema": "canju.simulation/1", "version": "0.1.0", "memory_limit_bytes": 1 << 28,
        "sets": [{"set": "composed", "positions": 35, "workstations": workstations}],
    });
    let root = directory(&[
        ("one.json", one.as_bytes()),
        ("two.json", two.as_bytes()),
        ("simulated.json", simulated.to_string().as_bytes()),
        ("pack.ddz", b"34 | 5\n"),
    ]);
    let draw = |files: &[&str]| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/measure/scaling.py");
        let found = Command::new("python3").arg(script).args(files).current_dir(root.path()).output().expect("Python");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (found.status.code(), text(found.stdout), text(found.stderr))
    };
    let (code, picture, errors) = draw(&["one.json", "two.json"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    // In each of two diagrams: deals of one file; deals, three and their sum of the other. And the ideal.
    assert_eq!(picture.matches("<polyline").count(), 2 * 4 + 1);
    assert_eq!(picture.matches("<circle").count(), 2 * 4 * 3);
    for label in ["deals, one.json", "three, two.json", "&lt;anvil&gt;", "medians of 3"] {
        assert!(picture.contains(label), "{label}\n{picture}");
    }
    // A line's ends: one thread and its half of the ideal's height with four, 2.5 of 4, on a logarithmic axis.
    let line =
        picture.lines().find(|line| line.contains("<polyline") && line.contains("stroke-width")).expect("a line");
    assert!(line.contains("points=\"60.0,370.0 260.0,282.3 460.0,171.7\""), "{line}");

    // A simulation beside it: one set, and no repetitions.
    let (code, picture, errors) = draw(&["simulated.json", "one.json"]);
    assert_eq!((code, errors.as_str(), picture.matches("<polyline").count()), (Some(0), "", 2 * 2 + 1));
    assert!(picture.contains("composed, simulated.json") && picture.contains("simulated.json: simulated, canju"));

    let (code, picture, errors) = draw(&["one.json", "pack.ddz"]);
    assert_eq!((code, picture.as_str(), errors.lines().count()), (Some(2), "", 1), "{errors}");
    assert!(errors.starts_with("error: pack.ddz: "), "{errors}");
}
