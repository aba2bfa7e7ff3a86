//! `canju bench`: its answers are right, its number of nodes is the fingerprint, and it compares now with then. And
//! `scripts/measure/scaling.py`, which compares numbers of threads.

use crate::commands::program::{Run, canju, directory};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

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

/// The bench with these arguments and one more, a file.
fn bench_with(arguments: &[&str], option: &str, file: &Path) -> Run {
    canju([&["bench"], arguments, &[option, file.to_str().expect("a path")]].concat())
}

#[test]
fn figures_are_saved_and_compared_with() {
    let root = directory(&[
        ("easy.ddz", b"346999Q2 | 34JAAD\n"),
        ("hard.ddz", b"33444668TJJQKKKAAA2D | 3455567889TJQKA22 | 3567778999TTJQQ2X\n"),
    ]);
    let path = |name: &str| root.path().join(name).to_str().expect("a path").to_owned();
    let (easy, hard, then, now) = (path("easy.ddz"), path("hard.ddz"), path("then.json"), path("now.json"));
    let bench = |more: &[&str]| canju([&["bench", &easy, &hard, "--node-limit", "1000"], more].concat());
    let found = bench(&["--save", &then]);
    assert_eq!((found.code, found.stderr.as_str()), (Some(1), ""), "{}", found.transcript());
    // With several runs, as `scripts/measure/scaling.py` saves them: that with as many threads counts.
    let mut saved = record(Path::new(&then));
    let nodes = saved["sets"][0]["nodes"].as_u64().expect("a number");
    let mut of_two = saved["runs"][0].clone();
    (of_two["threads"], of_two["sets"][0]["nodes"]) = (2.into(), (2 * nodes).into());
    saved["runs"].as_array_mut().expect("a list").insert(0, of_two);
    std::fs::write(&then, saved.to_string()).expect("a file");

    let found = bench(&["--save", &now, "--against", &then, "--format", "json"]);
    let json: Value = serde_json::from_str(&found.stdout).expect("one JSON object");
    assert_eq!((found.code, &json["against"]["machine"]), (Some(1), &json["machine"]), "{}", found.transcript());
    assert!(json["machine"]["cores"].as_u64() > Some(0), "{json}");
    let ratios = json["against"]["ratios"].as_array().expect("a list");
    let sets: Vec<_> = ratios.iter().map(|one| (&one["set"], &one["threads"], &one["nodes"])).collect();
    // What is undecided has no ratio.
    let (one, none) = (&1.into(), &Value::Null);
    assert_eq!(sets, [(&"easy".into(), one, &1.0.into()), (&"hard".into(), one, none), (&"total".into(), one, none)]);
    // What is saved is the record without the comparison. Its run stands in a list, too.
    let mut without = json.clone();
    without.as_object_mut().expect("an object").remove("against");
    assert_eq!((record(Path::new(&now)), &json["repeat"]), (without, &1.into()));
    for field in ["threads", "sets", "total", "peak_memory_bytes"] {
        assert_eq!(json[field], json["runs"][0][field], "{field}");
    }

    // A small position takes two threads the same nodes: half of what the record says.
    let found = bench(&["--threads", "2", "--against", &then, "--format", "markdown"]).stdout;
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[2].starts_with("**2 threads, memory limit 256.0 MiB"), "{found}");
    assert_eq!(lines[4], "| set | positions | undecided | time | nodes | nodes/s | slowest |");
    assert!(lines[6].starts_with("| easy | 1 | - | ") && lines[7].starts_with("| hard | 1 | 1 | "), "{found}");
    let title = lines.iter().position(|line| *line == "**now / then**").expect("a table");
    assert_eq!(lines[title + 2], "| set | time | nodes |");
    assert!(lines[title + 4].starts_with("| easy | ") && lines[title + 4].ends_with(" | 0.5000 |"), "{found}");
    assert_eq!(lines[title + 5..], ["| hard | - | - |", "| total | - | - |"]);
    let found = bench(&["--threads", "2", "--against", &then]).stdout;
    assert_eq!(found.lines().nth(7), Some("now / then"), "{found}");
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

fn scaling() -> Command {
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/measure/scaling.py"));
    command
}

/// Numbers of threads are measured by the script, which calls the program.
#[test]
fn each_number_of_threads_has_its_figures() {
    let root = directory(&[]);
    let saved = root.path().join("saved.json");
    // Without a limit, so that every position is decided and there are ratios.
    let mut command = scaling();
    command.args(["--run", env!("CARGO_BIN_EXE_canju"), "--threads", "2,1", "--repeat", "3"]);
    let found = command.arg("--save").arg(&saved).output().expect("Python");
    let (table, errors) = (String::from_utf8_lossy(&found.stdout), String::from_utf8_lossy(&found.stderr));
    assert_eq!(found.status.code(), Some(0), "{errors}");
    assert_eq!(table.lines().filter(|line| line.starts_with("| composed | ")).count(), 2, "{table}");
    let record = record(&saved);
    assert_eq!((&record["schema"], &record["repeat"]), (&"canju.bench/1".into(), &3.into()));
    let runs = record["runs"].as_array().expect("a list");
    assert_eq!(runs.iter().map(|run| run["threads"].as_u64()).collect::<Vec<_>>(), [Some(2), Some(1)]);
    for run in runs {
        let set = &run["sets"][0];
        assert_eq!((&set["set"], &set["positions"], &set["wrong"]), (&"composed".into(), &35.into(), &0.into()));
        assert!(set["elapsed_spread"].as_f64() >= Some(0.0) && set["nodes_per_second"].as_u64() > Some(0), "{run}");
    }
    // With one thread every repetition visits the same nodes, and those of the fingerprint.
    assert_eq!((&runs[1]["sets"][0]["nodes"], &runs[1]["sets"][0]["nodes_spread"]), (&NODES[0].2.into(), &0.0.into()));
    for field in ["threads", "sets", "total", "peak_memory_bytes"] {
        assert_eq!(record[field], runs[0][field], "{field}");
    }
    // The program compares with it.
    let found = bench_with(&["--format", "json"], "--against", &saved);
    let json: Value = serde_json::from_str(&found.stdout).expect("one JSON object");
    assert_eq!((&json["against"]["repeat"], &json["against"]["ratios"][0]["nodes"]), (&3.into(), &1.0.into()));
}

/// What the script makes of these rounds, each with a record for each number of threads.
fn combined(rounds: &Value) -> Value {
    let code = "import json, sys, scaling; print(json.dumps(scaling.combined(json.load(sys.stdin))))";
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/measure");
    let mut command = Command::new("python3");
    command.args(["-B", "-c", code]).env("PYTHONPATH", scripts).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("Python");
    child.stdin.take().expect("a pipe").write_all(rounds.to_string().as_bytes()).expect("written");
    let found = child.wait_with_output().expect("Python");
    serde_json::from_slice(&found.stdout).expect("a record")
}

#[test]
fn repetitions_become_their_medians_and_ratios_are_those_over_the_first() {
    let measured = |threads: u64, nodes: u64, elapsed: f64, peak: u64| {
        let mut run = run_of("deals", threads);
        for of in ["/sets/0", "/total"] {
            let figures = run.pointer_mut(of).expect("figures");
            (figures["nodes"], figures["elapsed_ms"]) = (nodes.into(), elapsed.into());
        }
        run["peak_memory_bytes"] = peak.into();
        serde_json::json!({"schema": "canju.bench/1", "repeat": 1, "runs": [run]})
    };
    let mut rounds = [
        [measured(1, 220, 44.0, 5), measured(2, 110, 30.0, 7), measured(4, 10, 1.0, 7)],
        [measured(1, 220, 44.0, 4), measured(2, 90, 10.0, 9), measured(4, 10, 1.0, 7)],
        [measured(1, 220, 44.0, 6), measured(2, 100, 11.0, 8), measured(4, 10, 1.0, 7)],
        [measured(1, 220, 46.0, 6), measured(2, 100, 11.0, 8), measured(4, 10, 1.0, 7)],
    ];
    for (round, slowest) in [6.0, 8.0, 5.0, 9.0].into_iter().enumerate() {
        rounds[round][1]["runs"][0]["sets"][0]["slowest_ms"] = slowest.into();
    }
    rounds[0][1]["runs"][0]["sets"][0]["slowest"] = "full:3".into();
    rounds[1][1]["runs"][0]["sets"][0]["wrong"] = 1.into();
    // Unfinished work is not compared.
    rounds[2][2]["runs"][0]["sets"][0]["decided"] = 1.into();
    let record = combined(&serde_json::json!(rounds));
    assert_eq!(record["repeat"], 4);
    let (one, two, four) = (&record["runs"][0], &record["runs"][1], &record["runs"][2]);
    let check = |figures: &Value, expected: Value| {
        for (field, value) in expected.as_object().expect("an object") {
            assert_eq!(&figures[field], value, "{field} of {figures}");
        }
    };
    check(
        &one["sets"][0],
        serde_json::json!({"elapsed_ms": 44.0, "nodes_spread": 0.0, "speed_up": 1.0, "node_inflation": 1.0}),
    );
    let of_two = serde_json::json!({
        "nodes": 100, "nodes_spread": 0.2, "elapsed_ms": 11.0, "elapsed_spread": 1.8182, "speed_up": 4.0,
        "node_inflation": 0.4545, "positions": 2, "decided": 2, "wrong": 1, "slowest": "full:3", "slowest_ms": 6.0,
    });
    check(&two["sets"][0], of_two);
    assert_eq!((&two["peak_memory_bytes"], &two["total"]["wrong"]), (&9.into(), &0.into()));
    check(&four["sets"][0], serde_json::json!({"decided": 1, "speed_up": null, "node_inflation": null}));
    assert_eq!(four["total"]["speed_up"], 44.0);
    let once = combined(&serde_json::json!(rounds[..1]));
    check(
        &once["runs"][1]["sets"][0],
        serde_json::json!({"elapsed_ms": 30.0, "elapsed_spread": null, "nodes_spread": null}),
    );
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
        let found = scaling().args(files).current_dir(root.path()).output().expect("Python");
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
