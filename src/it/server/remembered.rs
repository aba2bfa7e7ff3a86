//! What the workers of a server remember together.

use crate::server::program::Server;
use canju::{Position, Verdict};
use serde_json::{Value, json};

/// A number of `/metrics` about what is remembered.
fn count(server: &Server, name: &str, of: &str) -> f64 {
    server.metric(&format!("canju_remembered_{name}{{of=\"{of}\"}}"))
}

/// Plays a record's line by the rules; returns whether the side that it says wins has won.
fn wins_as_said(record: &Value) -> bool {
    let hands: Vec<&str> = record["hands"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let text = format!("{} | rules={}", hands.join(" | "), record["rules"].as_str().expect("rules"));
    let position: Position = text.parse().expect("a position");
    let line = record["line"].as_array().expect("a line").iter().filter_map(Value::as_str);
    let end = line.fold(position, |here, played| here.play(here.parse_move(played).expect("a move")).expect(played));
    let mover_wins = record["verdict"] == Verdict::Win.name();
    end.winner().is_some_and(|winner| (winner == position.side_to_move()) == mover_wins)
}

#[test]
fn an_equal_position_is_answered_from_memory_in_its_own_cards() {
    let server = Server::start(&["--threads", "2"]);
    // The second and third have other ranks, the last one other cards.
    let bodies = ["346999Q2\",\"34JAAD", "346999Q2\",\"34JAAD", "456TTTQ2\",\"45JAAD", "346999Q2\",\"34JQQD"];
    for (all_moves, hits) in [(false, 2.0), (true, 4.0)] {
        let ask = |hands: &str| {
            let body = format!("{{\"hands\":[\"{hands}\"],\"all_moves\":{all_moves}}}");
            server.post("/api/solve", &body).json()
        };
        let records = bodies.map(ask);
        assert_eq!(count(&server, "hits_total", "solve"), hits);
        for record in &records {
            assert!(wins_as_said(record), "{record}");
            assert_eq!(record["moves"].is_array(), all_moves, "{record}");
        }
        assert_eq!([0, 1, 2, 3].map(|n| records[n]["nodes"] == 0), [false, true, true, false]);
        for field in ["best", "line", "moves", "winning_moves"] {
            assert_eq!(records[1][field], records[0][field]);
        }
        assert_eq!((&records[0]["best"], &records[2]["best"]), (&json!("3999"), &json!("4TTT")));
        // Alone the third comes to the same verdicts.
        let alone = Server::start(&[]);
        let body = format!("{{\"hands\":[\"{}\"],\"all_moves\":{all_moves}}}", bodies[2]);
        let alone = alone.post("/api/solve", &body).json();
        assert_eq!((&records[2]["moves"], &records[2]["winning_moves"]), (&alone["moves"], &alone["winning_moves"]));
    }
    // A line of a batch resists with less effort: that is another question.
    for (line, hits) in [("346999Q2 | 34JAAD\n", 4.0), ("456TTTQ2 | 45JAAD\n", 5.0)] {
        let answer = server.post_as("application/x-ndjson", "/api/batch", line.as_bytes());
        let record: Value = serde_json::from_str(&answer.body).expect("a record");
        assert!(wins_as_said(&record), "{record}");
        assert_eq!((count(&server, "hits_total", "solve"), record["nodes"] == 0), (hits, hits == 5.0));
    }
    server.is_well();
}

#[test]
fn other_questions_have_other_answers() {
    let server = Server::start(&[]);
    let ask = |more: &str| server.post("/api/solve", &format!("{{\"hands\":[\"3344\",\"55\"]{more}}}")).json();
    for more in
        ["", ",\"line\":false", ",\"shortest\":true", ",\"all_moves\":true", ",\"rules\":\"pagat\"", ",\"turn\":2"]
    {
        let record = ask(more);
        assert_eq!(count(&server, "hits_total", "solve"), 0.0, "{more}");
        assert_eq!(record["line"] == json!([]), more.contains("line"), "{record}");
        assert_eq!(record["plies"].is_number(), more.contains("shortest"), "{record}");
        assert_eq!(record["moves"].is_array(), more.contains("all_moves"), "{record}");
    }
    assert_eq!(count(&server, "answers", "solve"), 6.0);
    assert!(count(&server, "bytes", "solve") > 6.0 * 500.0);
}

#[test]
fn what_a_limit_has_cut_short_is_not_remembered() {
    let server = Server::start(&[]);
    // One of them has more moves than are listed, the other has not.
    let whole_deal = r#"{"hands":["3445677999TTJJQKK2XD","3445568889TJJQKAA","33566778TQQKAA222"]}"#;
    for hard in [crate::server::program::hard(), whole_deal.to_owned()] {
        let hard = hard.replace('}', ",\"time_limit_ms\":20}");
        for path in ["/api/solve", "/api/moves", "/api/grade"] {
            for _ in 0..2 {
                assert_eq!(server.post(path, &hard).json()["verdict"], "unknown", "{path}");
            }
        }
    }
    for of in ["solve", "moves", "grade"] {
        assert_eq!((count(&server, "answers", of), count(&server, "hits_total", of)), (0.0, 0.0), "{of}");
    }
}

#[test]
fn moves_and_grades_are_remembered_for_the_very_position() {
    let server = Server::start(&[]);
    let without = |mut answer: Value, fields: &[&str]| {
        for field in fields {
            answer.as_object_mut().expect("an object").remove(*field).expect(field);
        }
        answer
    };
    for (path, of, own) in [("/api/moves", "moves", &["nodes", "elapsed_ms"][..]), ("/api/grade", "grade", &[])] {
        let ask = |hands: &str| server.post(path, &format!("{{\"hands\":[\"{hands}\"]}}")).json();
        let (first, again) = (ask("346999Q2\",\"34JAAD"), ask("346999Q2\",\"34JAAD"));
        assert_eq!(without(again, own), without(first, own));
        assert_eq!((count(&server, "hits_total", of), count(&server, "misses_total", of)), (1.0, 1.0), "{of}");
        ask("456TTTQ2\",\"45JAAD");
        assert_eq!((count(&server, "hits_total", of), count(&server, "answers", of)), (1.0, 2.0), "{of}");
    }
}
