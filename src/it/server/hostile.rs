//! Clients that mean no good, or know no better: whatever they send, nothing hangs, nothing grows, nothing panics.

use crate::server::program::{PATIENCE, Server, hard, head, next_status};
use canju_testing::budget::share;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::io::{BufReader, Read, Write};
use std::net::TcpStream;

/// A body that is no good, or good by chance.
fn hostile(random: &mut StdRng) -> Vec<u8> {
    const GOOD: &str =
        r#"{"hands":["346999Q2","34JAAD"],"last":null,"turn":1,"rules":"huanle","all_moves":true,"time_limit_ms":100}"#;
    const VALUES: [&str; 14] = [
        "null",
        "true",
        "-1",
        "1e999",
        "123456789012345678901234567890",
        "0.1",
        "\"\"",
        "[]",
        "{}",
        "[[[[]]]]",
        "\"\\ud800\"",
        "\"\\u0000\"",
        "[\"3\",4,null]",
        "{\"hands\":{}}",
    ];
    let mut body = GOOD.as_bytes().to_vec();
    match random.random_range(0..9) {
        // Truncated.
        0 => body.truncate(random.random_range(0..body.len())),
        // Some bytes are others, mostly not UTF-8 any more.
        1 => {
            for _ in 0..random.random_range(1..8) {
                let at = random.random_range(0..body.len());
                body[at] = random.random();
            }
        }
        // Deep.
        2 => {
            let depth = random.random_range(1..4000);
            let (open, close) = if random.random() { ("[", "]") } else { ("{\"a\":", "}") };
            body = format!("{{\"hands\":{}1{}}}", open.repeat(depth), close.repeat(depth)).into_bytes();
        }
        // Wrong types and huge numbers.
        3 | 4 => {
            let fields = [
                "hands",
                "last",
                "turn",
                "by",
                "rules",
                "packs",
                "all_moves",
                "line",
                "time_limit_ms",
                "meta",
                "id",
                "lookahead",
            ];
            let value = VALUES[random.random_range(0..VALUES.len())];
            let field = fields[random.random_range(0..fields.len())];
            body = format!("{{\"hands\":[\"3\",\"4\"],\"{field}\":{value}}}").into_bytes();
        }
        // Many cards, and signs that are none.
        5 => {
            let signs: Vec<char> = "34567890TJQKA2XDYZBR大小王,♠\u{202e}\u{0}\"\\".chars().collect();
            let text = |random: &mut StdRng| -> String {
                (0..random.random_range(0..60)).map(|_| signs[random.random_range(0..signs.len())]).collect()
            };
            let hands: Vec<String> = (0..random.random_range(0..5)).map(|_| text(random)).collect();
            body =
                serde_json::json!({"hands": hands, "last": text(random), "time_limit_ms": 20}).to_string().into_bytes();
        }
        // Random bytes.
        6 => body = (0..random.random_range(0..200)).map(|_| random.random()).collect(),
        // A field twice, or one that there is not.
        7 => {
            let more = if random.random() { ",\"turn\":1}" } else { ",\"a\":\"\u{7f}\"}" };
            body.pop();
            body.extend_from_slice(more.as_bytes());
        }
        // Only two cards of it are wrong.
        _ => body[12] = b'?',
    }
    body
}

#[test]
fn hostile_bodies() {
    let server = Server::start(&["--queue", "1000"]);
    let paths = [
        "/api/solve",
        "/api/moves",
        "/api/review",
        "/api/advise",
        "/api/batch",
        "/api/generate",
        "/api/deal",
        "/api/grade",
        "/api/proof",
    ];
    let before = server.metric("canju_memory_resident_bytes");
    std::thread::scope(|scope| {
        for seed in 0..10 {
            let server = &server;
            scope.spawn(move || {
                let mut random = StdRng::seed_from_u64(seed);
                let mut stream = BufReader::new(server.connect());
                for number in 0..share(1_000, 5) {
                    let body = hostile(&mut random);
                    let path = paths[number % paths.len()];
                    // Grades have no short limit here, and a batch is answered in parts.
                    let path = if path == "/api/batch" { "/api/solve" } else { path };
                    let mut request = head(path, body.len()).into_bytes();
                    request.extend_from_slice(&body);
                    stream.get_mut().write_all(&request).expect("sent");
                    let status = next_status(&mut stream).expect("an answer");
                    assert!(matches!(status, 200 | 400 | 422), "{path} {status} {}", String::from_utf8_lossy(&body));
                }
            });
        }
    });
    for seed in 0..share(300, 5) as u64 {
        let body = hostile(&mut StdRng::seed_from_u64(seed));
        let answer = server.post_as("application/x-ndjson", "/api/batch", &body);
        assert_eq!(answer.status, 200);
        assert!(answer.body.lines().all(|line| line.starts_with("{\"schema\":\"canju.result/1\"")), "{}", answer.body);
    }
    server.await_metric("canju_memory_held_bytes", |held| held == 0.0);
    assert_eq!(server.metric("canju_queue_jobs"), 0.0);
    // All of it within the budget of the searches and what the program itself takes.
    let after = server.metric("canju_memory_resident_bytes");
    assert!(before <= after && after < (700 << 20) as f64, "{before} {after}");
    server.is_well();
}

#[test]
fn what_is_not_http_is_refused() {
    let server = Server::start(&[]);
    for request in [
        &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n",
        b"POST /api/solve HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: nothing\r\n\r\n",
    ] {
        let mut stream = server.connect();
        stream.write_all(request).expect("sent");
        assert_eq!(next_status(&mut BufReader::new(stream)), Some(400), "{request:?}");
    }
    // A head without end.
    let mut stream = server.connect();
    let _ = stream.write_all(format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(200 << 10)).as_bytes());
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    server.is_well();
}

#[test]
fn slow_clients_are_let_go() {
    let server = Server::start(&["--client-time-limit", "1s"]);
    let body = r#"{"hands":["346999Q2","34JAAD"]}"#;
    // A byte now and then: of the head, of the body, of a batch's line.
    let drip = |first: &str, then: &[u8]| {
        let mut stream = server.connect();
        stream.write_all(first.as_bytes()).expect("sent");
        let mut reading = BufReader::new(stream.try_clone().expect("a second handle"));
        let reader = std::thread::spawn(move || next_status(&mut reading));
        for byte in then.iter().cycle() {
            std::thread::sleep(std::time::Duration::from_millis(100));
            if reader.is_finished() || stream.write_all(&[*byte]).is_err() {
                break;
            }
        }
        reader.join().expect("no panic")
    };
    // One that does not read its answers: they don't fit into the buffers of the system.
    let mut deaf = server.connect();
    let pack = "3333444455556666777788889999TTTTJJJJQQQQKKKKAAAA2222X";
    let large = format!(r#"{{"hands":["{pack}","D"],"time_limit_ms":1}}"#);
    for _ in 0..20 {
        if write!(deaf, "{}{large}", head("/api/moves", large.len())).is_err() {
            break;
        }
    }
    std::thread::scope(|scope| {
        let in_head = scope.spawn(|| drip("GET / HTTP/1.1\r\nx: ", b"x"));
        let in_body = scope.spawn(|| drip(&head("/api/solve", 500), body.as_bytes()));
        let in_line = scope.spawn(|| drip(&head("/api/batch", 500), b"x"));
        let silent = scope.spawn(|| next_status(&mut BufReader::new(server.connect())));
        assert!(matches!(in_head.join().expect("no panic"), None | Some(408)));
        assert_eq!(in_body.join().expect("no panic"), Some(408));
        assert_eq!(in_line.join().expect("no panic"), Some(408));
        assert_eq!(silent.join().expect("no panic"), None);
    });
    server.await_metric("canju_http_connections", |open| open <= 1.0);
    server.await_metric("canju_memory_held_bytes", |held| held == 0.0);
    server.is_well();
}

#[test]
fn idle_connections_hold_nobody_up() {
    let server = Server::start(&[]);
    let count = share(500, 5);
    let idle: Vec<TcpStream> = (0..count).map(|_| server.connect()).collect();
    server.await_metric("canju_http_connections", |open| open >= count as f64);
    for _ in 0..20 {
        assert_eq!(server.post("/api/solve", r#"{"hands":["346999Q2","34JAAD"]}"#).status, 200);
    }
    drop(idle);
    server.await_metric("canju_http_connections", |open| open <= 2.0);
    server.is_well();
}

/// A connection from another address of this machine: all that begin with 127 are.
#[cfg(target_os = "linux")]
fn connect_from(client: [u8; 4], server: &Server) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
    let connected = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((client, 0).into())?;
        socket.connect(server.address.parse().expect("an address")).await?.into_std()
    });
    let stream = connected.expect("a connection");
    stream.set_nonblocking(false).expect("it may wait");
    stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
    stream
}

/// If a client fills most of the queue, it hears that the fault is its own, and everybody else that the server is busy.
#[cfg(target_os = "linux")]
#[test]
fn who_fills_the_queue_is_told_so() {
    use std::io::BufRead;
    let server = Server::start(&["--queue", "3", "--threads", "1", "--time-limit", "100s"]);
    let asking = |client, body: &str| {
        let mut stream = connect_from(client, &server);
        let head = head("/api/solve", body.len()).replace("host: localhost", "host: localhost\r\nconnection: close");
        write!(stream, "{head}{body}").expect("sent");
        stream
    };
    let (greedy, modest) = ([127, 0, 0, 2], [127, 0, 0, 3]);
    let mut waiting = vec![asking(greedy, &hard())];
    server.await_metric("canju_workers_busy", |busy| busy == 1.0);
    for (jobs, client) in [(1.0, greedy), (2.0, greedy), (3.0, modest)] {
        waiting.push(asking(client, &hard()));
        server.await_metric("canju_queue_jobs", |waiting| waiting == jobs);
    }
    for (client, status, code) in [(greedy, 429, "too_many"), (modest, 503, "busy")] {
        let mut lines = BufReader::new(asking(client, r#"{"hands":["3","4"]}"#)).lines().map_while(Result::ok);
        assert_eq!(lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()), Some(status));
        let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let seconds = head.iter().find_map(|line| line.strip_prefix("retry-after: ")?.parse::<u64>().ok());
        assert!(seconds.is_some_and(|seconds| (1..=60).contains(&seconds)), "{head:?}");
        let body = lines.next().unwrap_or_default();
        assert!(body.contains(&format!("\"status\":{status},\"code\":\"{code}\"")), "{body}");
    }
    // The greedy client goes, and there is room for all.
    drop(waiting);
    server.await_metric("canju_queue_jobs", |jobs| jobs == 0.0);
    assert_eq!(server.post("/api/solve", r#"{"hands":["3","4"]}"#).status, 200);
    server.is_well();
}

/// A full queue refuses, a long wait ends, and who is refused is told when to come again.
#[test]
fn too_much_is_refused() {
    let server = Server::start(&["--queue", "1", "--time-limit", "100s"]);
    let solve = |body: &str| server.post("/api/solve", body);
    let mut running: Vec<TcpStream> = (0..2).map(|_| server.asking("/api/solve", &hard())).collect();
    server.await_metric("canju_workers_busy", |busy| busy == 2.0);
    running.push(server.asking("/api/solve", &hard()));
    server.await_metric("canju_queue_jobs", |jobs| jobs == 1.0);
    let answer = solve(r#"{"hands":["3","4"]}"#);
    assert_eq!((answer.status, answer.code().as_str()), (503, "busy"));
    assert!(answer.header("retry-after").parse::<u64>().is_ok_and(|seconds| seconds > 0), "{answer:?}");
    // What needs no worker is answered all the same.
    assert_eq!(server.get("/api/packs").status, 200);
    // Its client goes, and there is room again.
    drop(running.pop());
    server.await_metric("canju_queue_jobs", |jobs| jobs == 0.0);
    assert_eq!(server.metric("canju_jobs_withdrawn_total"), 1.0);
    drop(running);
    server.await_metric("canju_workers_busy", |busy| busy == 0.0);
    assert_eq!(solve(r#"{"hands":["3","4"]}"#).status, 200);
    server.is_well();

    let server = Server::start(&["--time-limit", "300ms", "--threads", "1"]);
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6).map(|_| scope.spawn(|| server.post("/api/solve", &hard()))).collect();
        let answers: Vec<_> = asked.into_iter().map(|asked| asked.join().expect("no panic")).collect();
        let count = |status| answers.iter().filter(|answer| answer.status == status).count();
        assert!(count(200) >= 1 && count(503) >= 1 && count(200) + count(503) == 6, "{answers:?}");
        for answer in answers.iter().filter(|answer| answer.status == 503) {
            assert_eq!((answer.code().as_str(), answer.header("retry-after").is_empty()), ("busy", false));
        }
    });
    server.is_well();
}
