//! How things end: a client that goes away, and the signals.

use crate::server::program::{Server, hard, head, next_status, until};
use std::io::{BufRead, BufReader, Read, Write};

/// The search of a client that is gone ends, whatever it asked for.
#[test]
fn a_search_ends_with_its_client() {
    let server = Server::start(&["--time-limit", "1h", "--client-time-limit", "1h"]);
    let two_packs = hard();
    let all = two_packs.replace('}', ",\"all_moves\":true}");
    let generate = r#"{"cards":"15+15","count":100,"difficulty":"5.0","minimal":true}"#;
    let deal = r#"{"hands":["33445566778899TJQKA2","3456789TTJJQQKKAAX2D"],"lookahead":20}"#;
    // Of `src/cli/commands/bench/data/long.ddz`: it takes minutes.
    let game = r#"{"hands":["344566779JJQQKAAA2XD","3345568899TTQKKA2","345677889TTJJQK22"],"moves":[]}"#;
    // A whole deal in a thousand worlds.
    let deal_of_farmer = r#"{"hand":"34455667789TJQKA2","seat":"farmer1","history":"3","worlds":1000}"#;
    let mut ended = 0.0;
    for (path, body) in [
        ("/api/solve", &*two_packs),
        ("/api/solve", &*all),
        ("/api/moves", &*two_packs),
        ("/api/review", game),
        ("/api/advise", deal_of_farmer),
        ("/api/proof", &*two_packs),
        ("/api/generate", generate),
        ("/api/grade", deal),
        ("/api/batch", &*two_packs.replace(",\"packs\":2", ",\"rules\":\"huanle,packs=2\"")),
    ] {
        let stream = server.asking(path, body);
        server.await_metric("canju_workers_busy", |busy| busy == 1.0);
        drop(stream);
        server.await_metric("canju_workers_busy", |busy| busy == 0.0);
        ended += 1.0;
        server.await_metric("canju_cancel_seconds_count", |count| count == ended);
    }
    // Each of them was going to take an hour.
    assert_eq!(server.metric("canju_job_seconds_count"), ended);
    server.is_well();
}

/// A batch of which half is answered, then its client goes: the rest is not begun.
#[test]
fn a_batch_ends_with_its_client() {
    let server = Server::start(&["--time-limit", "1h"]);
    let mut stream = server.connect();
    let hard = hard().replace(",\"packs\":2", ",\"rules\":\"huanle,packs=2\"");
    let lines = format!("335 | 4A\n{}", format!("{hard}\n").repeat(100));
    write!(stream, "{}{lines}", head("/api/batch", lines.len())).expect("sent");
    let mut received = BufReader::new(stream);
    let mut line = String::new();
    while !line.contains("\"id\":\"-:1\"") {
        line.clear();
        assert!(received.read_line(&mut line).expect("text") > 0);
    }
    server.await_metric("canju_workers_busy", |busy| busy == 2.0);
    drop(received);
    server.await_metric("canju_workers_busy", |busy| busy == 0.0);
    server.await_metric("canju_memory_held_bytes", |held| held == 0.0);
    // The first line, and one for each worker; the worker of the first may not have taken another one yet.
    let begun = server.metric("canju_job_seconds_count");
    assert!((2.0..=3.0).contains(&begun), "{begun}");
    assert_eq!(server.metric("canju_queue_jobs"), 0.0);
    server.is_well();
}

#[test]
fn an_idle_server_ends_at_once() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start(&[]);
        let idle = server.connect();
        assert_eq!(server.get("/healthz").status, 200);
        server.signal(signal);
        assert_eq!(server.end(), Some(0), "{signal}");
        drop(idle);
    }
}

/// Running answers have some seconds; then they are interrupted, and say so. In the middle of a batch what is answered is whole, and
/// the answer does not look complete. Two servers, so that these seconds pass once.
#[test]
fn what_runs_is_interrupted_in_the_end_and_a_batch_is_cut_off() {
    let [mut solving, mut batch] = [(); 2].map(|()| Server::start(&["--time-limit", "1h"]));
    let mut solved = BufReader::new(solving.asking("/api/solve", &hard()));
    let hard = hard().replace(",\"packs\":2", ",\"rules\":\"huanle,packs=2\"");
    let lines = format!("335 | 4A\n{}", format!("{hard}\n").repeat(50));
    let mut records = batch.connect();
    write!(records, "{}{lines}", head("/api/batch", lines.len())).expect("sent");
    solving.await_metric("canju_workers_busy", |busy| busy == 1.0);
    batch.await_metric("canju_workers_busy", |busy| busy == 2.0);
    solving.signal("TERM");
    batch.signal("TERM");

    let mut answer = String::new();
    solved.read_to_string(&mut answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains("\"verdict\":\"unknown\"") && answer.contains("\"reason\":\"interrupted\""), "{answer}");
    assert_eq!(solving.end(), Some(0));

    let mut answer = Vec::new();
    // The connection ends before the answer does.
    let _ = records.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).expect("text");
    assert!(answer.contains("\"id\":\"-:1\""), "{answer}");
    assert!(!answer.ends_with("0\r\n\r\n"), "{answer}");
    assert_eq!(batch.end(), Some(0));
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let mut server = Server::start(&["--time-limit", "1h"]);
    let stream = server.asking("/api/solve", &hard());
    server.await_metric("canju_workers_busy", |busy| busy == 1.0);
    server.signal("INT");
    // It has heard the first one when it takes no more connections.
    until("the door to be shut", || std::net::TcpStream::connect(&server.address).is_err());
    server.signal("INT");
    // 0 only if the five seconds were over before the second one came.
    assert!(matches!(server.end(), Some(130 | 0)));
    assert!(next_status(&mut BufReader::new(stream)).is_none_or(|status| status == 200));
}
