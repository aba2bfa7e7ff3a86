//! What the server answers is what the command line prints, and what is legal.

use crate::commands::program::{canju, program, run};
use crate::server::program::Server;
use regex::Regex;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

/// The text without what differs from run to run.
fn comparable(text: &str) -> String {
    let differs = Regex::new(r#""(elapsed_ms|memory_bytes|threads)":[\d.]+"#).expect("a pattern");
    differs.replace_all(text.trim_end(), "\"$1\":0").into_owned()
}

fn printed(arguments: &[&str]) -> String {
    let found = canju(arguments.iter());
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    comparable(&found.stdout)
}

#[test]
fn records_are_those_of_the_command_line() {
    let server = Server::start(&[]);
    for (body, arguments) in [
        (r#"{"hands":["346999Q2","34JAAD"]}"#, &["346999Q2", "34JAAD"][..]),
        (r#"{"hands":["346999Q2","34JAAD"],"all_moves":true}"#, &["346999Q2", "34JAAD", "--all-moves"]),
        (r#"{"hands":["346999Q2","34JAAD"],"shortest":true}"#, &["346999Q2", "34JAAD", "--shortest"]),
        (r#"{"hands":["K5","44Q"],"last":"J"}"#, &["K5", "44Q", "--last", "J"]),
        (r#"{"hands":["345","678","9TJ"]}"#, &["345", "678", "9TJ"]),
        (
            r#"{"hands":["K5","44","6Q"],"turn":3,"last":"J","by":1,"rules":"rlcard"}"#,
            &["K5", "44", "6Q", "--turn", "3", "--last", "J", "--by", "1", "--rules", "rlcard"],
        ),
        (
            r#"{"hands":["4445678899KK2","345567TTTKKAA"],"rules":"huanle,-trio_pair"}"#,
            &["4445678899KK2", "345567TTTKKAA", "--rules", "huanle,-trio_pair"],
        ),
    ] {
        let answer = server.post("/api/solve", body);
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/json"), "{answer:?}");
        let common = ["solve", "--format", "json", "--threads", "1", "--memory", "160MiB"];
        assert_eq!(comparable(&answer.body), printed(&[&common[..], arguments].concat()), "{body}");
    }
    // What is sent along comes back.
    let record = server.post("/api/solve", r#"{"hands":["335","4A"],"id":"x","meta":[1],"expected":"loss"}"#).json();
    assert_eq!((&record["id"], &record["meta"], &record["ok"]), (&json!("x"), &json!([1]), &json!(false)));
    assert_eq!(server.post("/api/solve", r#"{"hands":["335","4A"],"line":false}"#).json()["line"], json!([]));
    server.is_well();
}

#[test]
fn a_limit_is_an_answer() {
    let server = Server::start(&["--time-limit", "100ms"]);
    let hard = crate::server::program::hard();
    for (path, body) in [("/api/solve", hard.clone()), ("/api/solve", hard.replace('}', ",\"time_limit_ms\":20}"))] {
        let answer = server.post(path, &body);
        assert_eq!((answer.status, &answer.json()["verdict"]), (200, &json!("unknown")), "{answer:?}");
        assert_eq!(answer.json()["reason"], "time");
    }
    let answer = server.post("/api/moves", &hard).json();
    assert_eq!((&answer["verdict"], &answer["reason"]), (&json!("unknown"), &json!("time")));
    let moves = answer["moves"].as_array().expect("a list");
    assert!(moves.len() > 100 && moves.iter().any(|reply| reply["verdict"] == "unknown"));
    let game = hard.replace('}', ",\"moves\":[]}");
    let answer = server.post("/api/review", &game).json();
    assert_eq!((&answer["winners"], &answer["reason"]), (&json!([null]), &json!("time")));
    let deal =
        json!({"hand": "34455667789TJQKA2", "seat": "farmer1", "history": "3", "worlds": 1000, "exact_only": true});
    let answer = server.post("/api/advise", &deal.to_string()).json();
    assert_eq!((&answer["schema"], &answer["limit"]), (&json!("canju.advice/1"), &json!("time")));
    assert!(answer["moves"].as_array().expect("a list").iter().any(|advised| advised["open"] != 0), "{answer}");
    let answer = server.post("/api/grade", &hard).json();
    assert_eq!((&answer["verdict"], &answer["reason"]), (&json!("unknown"), &json!("time")));
    let answer = server.post("/api/generate", r#"{"cards":"15+15","count":100,"difficulty":"5.0","minimal":true}"#);
    assert_eq!((answer.status, &answer.json()["reason"]), (200, &json!("time")));
    let answer = server.post("/api/proof", &hard);
    assert_eq!((answer.status, answer.code().as_str()), (422, "undecided"));
    server.is_well();
}

/// Advice is that of the command line, and its errors too.
#[test]
fn advice_is_that_of_the_command_line() {
    let server = Server::start(&[]);
    let played = "33344445555666677778888999TTTTJJJJQQQKKKAA222XD";
    let body = json!({"hand": "3AA2", "seat": "landlord", "left": [2, 1], "played": played, "worlds": 2, "seed": 3});
    let mut found = server.post("/api/advise", &body.to_string()).json();
    let arguments = ["advise", "3AA2", "--seat", "landlord", "--left", "2,1", "--played", played];
    let options = ["--worlds", "2", "--seed", "3", "--format", "json"];
    let printed = canju(arguments.into_iter().chain(options));
    let mut expected: Value = serde_json::from_str(&printed.stdout).expect("a record");
    for record in [&mut found, &mut expected] {
        record.as_object_mut().expect("an object").remove("elapsed_ms");
    }
    assert_eq!(found, expected);
    assert!(server.metric("canju_nodes_total") > 0.0);
    let mut body = body;
    body["left"] = json!([2, 2]);
    let answer = server.post("/api/advise", &body.to_string());
    assert_eq!((answer.status, answer.code().as_str(), &answer.json()["field"]), (400, "bad_puzzle", &json!("left")));
    let printed = canju(["advise", "3AA2", "--seat", "landlord", "--left", "2,2", "--played", played]).stderr;
    // There the field is an option.
    assert_eq!(printed.trim_end(), format!("error: --{}", answer.json()["detail"].as_str().expect("text")));
    server.is_well();
}

/// A deal is that of the command line; without a seed it is another one each time, which its seed gives again.
#[test]
fn a_deal_is_that_of_the_command_line() {
    let server = Server::start(&[]);
    let found = server.post("/api/deal", r#"{"seed":7,"rules":"rlcard"}"#).json();
    let printed = canju(["deals", "--cards", "20+17+17", "--seed", "7", "--rules", "rlcard", "-q"]).stdout;
    let expected: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!((&found["hands"], &found["rules"]), (&expected["hands"], &expected["rules"]));
    let deals = [(); 2].map(|()| server.post("/api/deal", "{}").json());
    assert_ne!(deals[0]["hands"], deals[1]["hands"]);
    for deal in deals {
        assert_eq!(server.post("/api/deal", &json!({"seed": deal["seed"]}).to_string()).json(), deal);
    }
    server.is_well();
}

/// All moves of a position.
fn replies(server: &Server, position: &Value, rules: &str) -> Value {
    let mut body = position.clone();
    body["rules"] = json!(rules);
    let answer = server.post("/api/moves", &body.to_string());
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// The move of this name.
fn reply<'a>(replies: &'a Value, played: &Value) -> &'a Value {
    let moves = replies["moves"].as_array().expect("a list");
    moves.iter().find(|reply| reply["move"] == *played).unwrap_or_else(|| panic!("{played} is not in {replies}"))
}

/// The side of a hand: 1 or 2.
fn side(turn: &Value) -> u64 {
    if turn.as_u64() == Some(1) { 1 } else { 2 }
}

#[test]
fn moves_have_their_verdicts_and_lead_on() {
    let server = Server::start(&[]);
    for (position, rules) in [
        (json!({"hands": ["346999Q2", "34JAAD"]}), "huanle"),
        (json!({"hands": ["K5", "44Q"], "last": "J"}), "huanle"),
        (json!({"hands": ["3344556", "778899T"], "turn": 2}), "rlcard"),
        (json!({"hands": ["34TTJ", "3QK", "45A"]}), "huanle"),
        (json!({"hands": ["34TTJ2", "3QK", "45A"], "turn": 2, "last": "J", "by": 1}), "huanle"),
        (json!({"hands": ["3Q2", "4JK", "35A"], "turn": 3, "last": "T", "by": 1}), "huanle"),
    ] {
        let found = replies(&server, &position, rules);
        let mut body = position.clone();
        (body["rules"], body["all_moves"]) = (json!(rules), json!(true));
        let record = server.post("/api/solve", &body.to_string()).json();
        let verdicts = |moves: &Value| -> Vec<(Value, Value)> {
            let moves = moves.as_array().expect("a list").iter();
            moves.map(|reply| (reply["move"].clone(), reply["verdict"].clone())).collect()
        };
        assert_eq!(verdicts(&found["moves"]), verdicts(&record["moves"]), "{position}");
        assert_eq!((&found["verdict"], &found["line"][0]), (&record["verdict"], &record["line"][0]));
        assert_eq!(
            (&found["complete"], found["total"].as_u64()),
            (&json!(true), Some(verdicts(&found["moves"]).len() as u64))
        );
        let mover = side(&found["turn"]);
        for answer in found["moves"].as_array().expect("a list") {
            assert_eq!(answer["refutation"].is_array(), answer["verdict"] == "loss", "{answer}");
            let mut here = answer["leads_to"].clone();
            if !here["winner"].is_null() {
                assert_eq!(answer["verdict"], if here["winner"] == mover { "win" } else { "loss" });
                continue;
            }
            // Each move of a refutation is legal, those of the opponents win, and the last is one of theirs.
            let moves = answer["refutation"].as_array().cloned().unwrap_or_default();
            for (number, played) in moves.iter().enumerate() {
                let next = replies(&server, &here, rules);
                let reply = reply(&next, played);
                let is_theirs = side(&here["turn"]) != mover;
                assert_eq!(is_theirs, number + 1 == moves.len(), "{answer}");
                assert_eq!(reply["verdict"], if is_theirs { "win" } else { "loss" }, "{answer}");
                here = reply["leads_to"].clone();
            }
        }
    }
    server.is_well();
}

#[test]
fn a_game_can_be_stepped_through_to_its_end() {
    let server = Server::start(&[]);
    for hands in [json!(["346999Q2", "34JAAD"]), json!(["34TTJ2", "3QK4", "45A"])] {
        let mut here = json!({"hands": hands});
        let first = replies(&server, &here, "huanle");
        let winner = if first["verdict"] == "win" { 1 } else { 2 };
        for _ in 0..60 {
            if !here["winner"].is_null() {
                break;
            }
            let found = replies(&server, &here, "huanle");
            let played = if found["best"].is_null() { &found["line"][0] } else { &found["best"] };
            here = reply(&found, played)["leads_to"].clone();
        }
        assert_eq!(here["winner"], winner, "{hands}");
    }
}

#[test]
fn more_moves_than_can_be_listed_are_cut() {
    let server = Server::start(&[]);
    let pack = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222X";
    let answer = server.post("/api/moves", &json!({"hands": [pack, "D"]}).to_string());
    let json = answer.json();
    assert_eq!((answer.status, &json["total"], &json["complete"]), (200, &Value::Null, &json!(false)));
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(10_000));
    let answer = server.post("/api/solve", &json!({"hands": [pack, "D"], "all_moves": true}).to_string());
    assert_eq!((answer.status, answer.code().as_str()), (400, "bad_puzzle"));
    let answer = server.post("/api/solve", &json!({"hands": [pack, "D"]}).to_string());
    assert_eq!((answer.status, &answer.json()["verdict"]), (200, &json!("win")));
    assert_eq!(server.post("/api/grade", &json!({"hands": [pack, "D"]}).to_string()).status, 400);
    server.is_well();
}

#[test]
fn a_batch_is_the_command_lines() {
    let server = Server::start(&[]);
    let lines = "{\"id\":\"a\",\"hands\":[\"K5\",\"44Q\"]}\n@rules rlcard\n346999Q2 | 34JAAD | expect=win best=3999\nno puzzle\n\
        {\"hands\":[\"345\",\"678\",\"9TJ\"],\"meta\":1}\n{\"hands\":[\"3\"";
    let printed = run(program()
        .args(["batch", "-", "--format", "jsonl", "--quiet", "--threads", "1", "--memory", "160MiB"])
        .write_stdin(lines));
    let mut expected = comparable(&printed.stdout);
    let nodes = Regex::new(r#""nodes":\d+"#).expect("a pattern");
    for kind in ["application/x-ndjson", "application/jsonl; charset=utf-8", "application/json"] {
        let answer = server.post_as(kind, "/api/batch", lines.as_bytes());
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/x-ndjson"));
        assert_eq!(comparable(&answer.body), expected);
        // From the second time on the answers are remembered.
        expected = nodes.replace_all(&expected, "\"nodes\":0").into_owned();
    }
    let answer =
        server.post_as("application/x-ndjson", "/api/batch?all_moves=true&rules=rlcard&line=false", b"335 | 4A\n");
    let record = answer.json();
    assert_eq!(
        (&record["rules"], &record["line"], record["moves"].as_array().map(Vec::len)),
        (&json!("rlcard"), &json!([]), Some(3))
    );
    let asked = "/api/batch?shortest=true&resistance=best&node_limit=1000000&memory=65536";
    let record = server.post_as("application/x-ndjson", asked, b"335 | 4A\n").json();
    assert_eq!((&record["plies"], &record["verdict"]), (&json!(3), &json!("win")));
    let record = server.post_as("application/x-ndjson", "/api/batch?node_limit=1", b"346999Q2 | 34JAAD\n").json();
    assert_eq!(record["reason"], "nodes");
    let answer = server.post_as("application/x-ndjson", "/api/batch", b"");
    assert_eq!((answer.status, answer.body.as_str()), (200, ""));
    server.is_well();
}

/// The records of many lines come in order, although the body is larger than what is held of it.
#[test]
fn a_long_batch_keeps_its_order() {
    let server = Server::start(&["--max-body", "64KiB"]);
    let hands = ["346999Q2 | 34JAAD", "K5 | 44Q", "335 | 4A", "345 | 678 | 9TJ"];
    let lines: Vec<&str> = (0..10_000).map(|index| hands[index % hands.len()]).collect();
    let lines = lines.join("\n");
    assert!(lines.len() > 100 << 10);
    let mut stream = server.connect();
    let mut sending = stream.try_clone().expect("a second handle");
    let length = lines.len();
    let sender = std::thread::spawn(move || {
        let head = crate::server::program::head("/api/batch", length);
        sending.write_all(head.as_bytes()).expect("sent");
        sending.write_all(lines.as_bytes()).expect("sent");
    });
    let mut received = BufReader::new(&mut stream);
    let mut next = 1;
    let mut line = String::new();
    while next <= 10_000 {
        line.clear();
        assert!(received.read_line(&mut line).expect("text") > 0, "it ends after {next}");
        if let Some(rest) = line.strip_prefix("{\"schema\":\"canju.result/1\",\"id\":\"-:") {
            assert!(rest.starts_with(&format!("{next}\"")), "{next}: {line}");
            next += 1;
        }
    }
    sender.join().expect("all is sent");
    server.await_metric("canju_memory_held_bytes", |held| held == 0.0);
    server.is_well();
}

/// A program may wait for each record before it writes the next line.
#[test]
fn a_batch_is_answered_line_by_line() {
    let server = Server::start(&[]);
    answers_line_by_line(&server, "\n", Duration::ZERO);
}

/// Each line is a new reason to wait for the client, whatever ends it.
#[test]
fn a_slow_batch_whose_lines_end_with_cr_is_answered() {
    let server = Server::start(&["--client-time-limit", "2s"]);
    answers_line_by_line(&server, "\r", Duration::from_millis(450));
}

/// Sends lines with this end, each after a pause, and waits for their records.
fn answers_line_by_line(server: &Server, end: &str, pause: Duration) {
    let mut stream = server.connect();
    let head = "POST /api/batch HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).expect("sent");
    let mut received = BufReader::new(stream.try_clone().expect("a second handle"));
    for number in 1..=5 {
        std::thread::sleep(pause);
        write!(stream, "9\r\n335 | 4A{end}\r\n").expect("sent");
        let mut line = String::new();
        while !line.contains(&format!("\"id\":\"-:{number}\"")) {
            line.clear();
            assert!(received.read_line(&mut line).expect("text") > 0);
        }
    }
    stream.write_all(b"0\r\n\r\n").expect("sent");
    let mut line = String::new();
    while line != "0\r\n" {
        line.clear();
        assert!(received.read_line(&mut line).expect("text") > 0, "it must end");
    }
    server.is_well();
}

#[test]
fn puzzles_grades_and_certificates_are_the_command_lines() {
    let server = Server::start(&["--time-limit", "60s"]);
    let found = server.post("/api/generate", r#"{"cards":"6..7+6","count":2,"seed":7,"unique":true}"#).json();
    let arguments =
        ["generate", "--cards", "6..7+6", "--count", "2", "--seed", "7", "--unique", "--format", "jsonl", "-q"];
    let printed: Vec<Value> =
        canju(arguments).stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(found["puzzles"], json!(printed));
    assert_eq!((&found["seed"], &found["reason"]), (&json!("7"), &Value::Null));
    let next = server.post("/api/generate", &json!({"cards": "6..7+6", "seed": found["next"]}).to_string()).json();
    assert_ne!(next["puzzles"][0]["hands"], found["puzzles"][0]["hands"]);

    let puzzle = &found["puzzles"][0];
    let grade = server.post("/api/grade", &json!({"hands": puzzle["hands"]}).to_string()).json();
    assert_eq!((&grade["schema"], &grade["difficulty"]), (&json!("canju.grade/1"), &puzzle["difficulty"]));
    assert_eq!((&grade["winning_moves"], &grade["traps"]), (&puzzle["winning_moves"], &puzzle["traps"]));

    for (more, plain) in [("", false), (r#","plain":true"#, true)] {
        let mut stream = server.asking("/api/proof", &format!(r#"{{"hands":["346999Q2","34JAAD"]{more}}}"#));
        let answer = whole(&mut stream);
        let at = answer.windows(4).position(|sign| sign == b"\r\n\r\n").expect("a head") + 4;
        let head = String::from_utf8_lossy(&answer[..at]).into_owned();
        assert!(head.contains("attachment; filename=\"canju.proof\""), "{head}");
        let root = crate::commands::program::directory(&[("a.proof", &answer[at..])]);
        let arguments = ["verify", "a.proof", "--hands", "346999Q2", "34JAAD"];
        let verified = run(program().current_dir(root.path()).args(arguments));
        assert_eq!(verified.code, Some(0), "{}", verified.transcript());
        assert_eq!(verified.stdout.contains("  plain  "), plain, "{}", verified.stdout);
    }
    server.is_well();
}

/// A whole answer whose length is said.
fn whole(stream: &mut impl std::io::Read) -> Vec<u8> {
    let mut answer = Vec::new();
    let mut byte = [0];
    while !answer.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).expect("a head");
        answer.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&answer).into_owned();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
    let mut body = vec![0; length.parse().expect("a number")];
    stream.read_exact(&mut body).expect("a body");
    [answer, body].concat()
}
