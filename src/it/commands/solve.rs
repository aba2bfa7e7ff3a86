//! `canju solve` and `canju perft`: answers in every form.

use crate::commands::program::{HARD, Run, canju, redacted};
use serde_json::Value;

fn solve(arguments: &str) -> Run {
    canju("solve --threads 2 --format json".split_whitespace().chain(arguments.split_whitespace()))
}

fn record(arguments: &str) -> Value {
    let found = solve(arguments);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{arguments}");
    assert_eq!(found.stdout.matches('\n').count(), 1, "one record");
    serde_json::from_str(&found.stdout).expect("a JSON object")
}

#[test]
fn every_form() {
    redacted(|| {
        let text = |arguments: &[&str]| canju(["solve", "--threads", "2"].iter().chain(arguments)).transcript();
        insta::assert_snapshot!("solve_win_text", text(&["346999Q2", "34JAAD"]));
        insta::assert_snapshot!("solve_all_moves_text", text(&["346999Q2", "34JAAD", "--all-moves"]));
        insta::assert_snapshot!("solve_loss_text", text(&["35577TTQQ2", "9AA"]));
        insta::assert_snapshot!("solve_last_text", text(&["K5", "44Q", "--last", "J"]));
        insta::assert_snapshot!("solve_three_hands_text", text(&["345", "678", "9TJ"]));
        insta::assert_snapshot!("solve_colour", text(&["346999Q2", "34JAAD", "--color", "always"]));
        insta::assert_snapshot!("solve_json", solve("346999Q2 34JAAD").transcript());
        insta::assert_snapshot!("solve_all_moves_json", solve("346999Q2 34JAAD --all-moves").transcript());
    });
}

#[test]
fn the_only_winning_move() {
    let record = record("346999Q2 34JAAD --all-moves");
    assert_eq!(record["verdict"], "win");
    assert_eq!(record["best"], "3999");
    assert_eq!(record["winning_moves"], serde_json::json!(["3999"]));
    assert_eq!(record["id"], Value::Null);
    assert!(record["line"].as_array().is_some_and(|line| line.len() > 1 && line[0] == "3999"));
    assert!(record["elapsed_ms"].as_f64().is_some());
}

#[test]
fn cards_in_any_spelling() {
    let plain = record("346999Q2 34JAAD");
    let spelled = canju(["solve", "9 6,9 4 3 q 9 2", "大王 aaJ 4 3", "--format", "json"]);
    let spelled: Value = serde_json::from_str(&spelled.stdout).expect("a JSON object");
    assert_eq!(plain["hands"], spelled["hands"]);
    assert_eq!(plain["verdict"], spelled["verdict"]);
}

#[test]
fn in_mid_trick() {
    let record = record("K5 44Q --last J --all-moves");
    assert_eq!(record["last"], "J");
    assert_eq!(record["verdict"], "win");
    assert_eq!(record["winning_moves"], serde_json::json!(["K"]));
}

#[test]
fn dozens_of_winning_moves_are_not_in_one_sentence() {
    let found = canju(["solve", "33344456", "3456", "--all-moves"]);
    assert!(
        found.stdout.contains("\nThe first hand wins: 3, 4, 5 and 15 more\n\n18 first moves, 18 winning:\n"),
        "{}",
        found.stdout
    );
    let all = record("33344456 3456 --all-moves");
    assert_eq!(all["winning_moves"].as_array().map(Vec::len), Some(18), "programs get them all");
}

/// Bans are not monotone: the ban is a part of the puzzle.
#[test]
fn bans() {
    for (rules, verdict) in [("huanle", "win"), ("huanle,-trio_pair", "loss"), ("huanle,-trio_solo,-trio_pair", "win")]
    {
        let record = record(&format!("4445678899KK2 345567TTTKKAA --rules {rules}"));
        assert_eq!((&record["verdict"], &record["rules"]), (&Value::from(verdict), &Value::from(rules)));
    }
}

#[test]
fn a_limit_leaves_it_undecided() {
    let hands = format!("{} {} --rules huanle,packs=2", HARD[0], HARD[1]);
    for (limit, reason) in [("--time-limit 50ms", "time"), ("--node-limit 200", "nodes"), ("--memory 1KiB", "memory")] {
        let found = solve(&format!("{hands} {limit}"));
        assert_eq!(found.code, Some(1), "{limit}: {}", found.transcript());
        let record: Value = serde_json::from_str(&found.stdout).expect("a JSON object");
        assert_eq!((&record["verdict"], &record["reason"]), (&Value::from("unknown"), &Value::from(reason)));
        assert_eq!(record["best"], Value::Null);
        assert_eq!(record["winning_moves"], serde_json::json!([]));
    }
    let found = canju(["solve", "33445566778899TTJJQK", "3456789TJJQQKKA22", "--node-limit", "1", "--threads", "1"]);
    redacted(|| insta::assert_snapshot!("solve_unknown_text", found.transcript()));
}

#[test]
fn statistics_on_request() {
    assert!(record("346999Q2 34JAAD").get("statistics").is_none());
    let found = solve("346999Q2 34JAAD --statistics --verbose --memory 256MiB");
    let record: Value = serde_json::from_str(&found.stdout).expect("a JSON object");
    let statistics = record["statistics"].as_object().expect("an object");
    let nodes = |name: &str| statistics[name].as_u64().expect("a count");
    // The line of play is counted here, and not in `nodes`.
    assert!(nodes("proof_number_nodes") + nodes("depth_first_nodes") >= record["nodes"].as_u64().expect("a count"));
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r" +[\d,]+  +\d+\.\d %", " [count] [share] %");
    settings.add_filter(r"  +[\d,.]+( [KM]iB| B)\n", " [bytes]\n");
    settings.add_filter(r"  +[\d,]+\n", " [count]\n");
    settings.bind(|| insta::assert_snapshot!("solve_verbose", found.stderr));
    let fields: Vec<&String> = statistics.keys().collect();
    insta::assert_snapshot!("statistics_fields", format!("{fields:#?}"));
}

/// At a terminal the line of play is wrapped, whole moves at a time; elsewhere it is in one piece.
#[cfg(target_os = "linux")]
#[test]
fn a_narrow_terminal() {
    let solve = format!("LC_ALL=C {} solve 4445678899KK2 345567TTTKKAA --threads 1", env!("CARGO_BIN_EXE_canju"));
    let rows = |columns: u32, to: &str| {
        let session = format!("stty cols {columns} rows 20; {solve} {to} 2> /dev/null");
        let found = std::process::Command::new("script").args(["-qec", &session, "/dev/null"]).output();
        let text = String::from_utf8(found.expect("`script` of util-linux").stdout).expect("UTF-8");
        let rows = text.lines().map(str::trim_end).filter(|row| row.starts_with("  "));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let narrow = rows(40, "");
    assert_eq!(narrow.len(), 4, "{narrow:?}");
    assert!(narrow.iter().all(|row| row.chars().count() <= 40), "{narrow:?}");
    let wide = rows(100, "");
    assert_eq!(wide.len(), 2, "{wide:?}");
    let moves = |rows: &[String]| {
        rows.iter()
            .step_by(2)
            .flat_map(|row| row.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&narrow), moves(&wide));
    assert_eq!(rows(40, "| cat"), wide, "not a terminal");
}

#[test]
fn output_goes_to_a_file() {
    let root = crate::commands::program::directory(&[]);
    let path = root.path().join("result.json");
    let found = canju([
        "solve".as_ref(),
        "346999Q2".as_ref(),
        "34JAAD".as_ref(),
        "--format".as_ref(),
        "json".as_ref(),
        "--output".as_ref(),
        path.as_os_str(),
    ]);
    assert_eq!((found.code, found.stdout.as_str()), (Some(0), ""));
    let text = std::fs::read_to_string(path).expect("the result");
    assert!(text.starts_with("{\"schema\":\"canju.result/1\",\"id\":null,") && text.ends_with("}\n"));
}

#[test]
fn perft() {
    let text = canju("perft 346999Q2 34JAAD --depth 5".split_whitespace());
    insta::assert_snapshot!("perft_text", text.transcript());
    let json = canju("perft 34 5 --depth 3 --format json".split_whitespace());
    assert_eq!(
        json.stdout,
        "{\"schema\":\"canju.perft/1\",\"hands\":[\"34\",\"5\"],\"last\":null,\"rules\":\"huanle\",\"counts\":[2,4,2]}\n"
    );
    let last = canju("perft K5 44Q --last J --depth 1 --format json".split_whitespace());
    assert!(last.stdout.contains("\"last\":\"J\"") && last.stdout.contains("\"counts\":[2]"), "{}", last.stdout);
    let three = canju("perft 3 4 5 --depth 2 --format json".split_whitespace());
    assert!(three.stdout.contains("\"counts\":[1,0]"), "{}", three.stdout);
}

#[test]
fn a_win_at_once() {
    for (hands, best) in [("3333 4", "3333"), ("333444555666777 3", "333444555666777"), ("XD AA", "XD")] {
        let record = record(&format!("{hands} --all-moves"));
        assert_eq!((&record["best"], &record["line"]), (&Value::from(best), &serde_json::json!([best])));
        assert_eq!(record["best"], self::record(hands)["best"]);
    }
}

#[test]
fn the_number_of_plies() {
    let win = record("346999Q2 34JAAD --shortest");
    assert_eq!((&win["plies"], &win["best"], &win["line"][0]), (&13.into(), &"3999".into(), &"3999".into()));
    assert_eq!(win["line"].as_array().map(Vec::len), Some(13));
    let loss = record("35577TTQQ2 9AA --shortest");
    assert_eq!((&loss["plies"], &loss["best"]), (&18.into(), &Value::Null));
    assert_eq!(loss["line"].as_array().map(Vec::len), Some(18));
    assert!(record("346999Q2 34JAAD").get("plies").is_none(), "only if asked for");
    let text = |arguments: &[&str]| canju(["solve", "--threads", "1"].iter().chain(arguments)).transcript();
    let limited = ["3345678899TTJQKA2", "3445566779TJQKKA2", "--shortest", "--node-limit", "3000", "--format", "json"];
    redacted(|| {
        insta::assert_snapshot!("solve_shortest_text", text(&["346999Q2", "34JAAD", "--shortest", "--all-moves"]));
        insta::assert_snapshot!("solve_shortest_loss_text", text(&["35577TTQQ2", "9AA", "--shortest"]));
        insta::assert_snapshot!("solve_shortest_limited_json", text(&limited));
        insta::assert_snapshot!("solve_shortest_limited_text", text(&limited[..5]));
    });
}
