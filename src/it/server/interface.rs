//! The server's other addresses, its errors, its headers and its log.

use crate::commands::program::{canju, directory};
use crate::server::program::{Server, head, next_status, until};
use serde_json::json;
use std::io::{BufReader, Read, Write};

#[test]
fn the_first_line_says_what_is_exposed() {
    let server = Server::start(&[]);
    assert!(server.says.starts_with("canju: listening on http://127.0.0.1:"), "{}", server.says);
    assert!(server.says.contains("(this machine only); 2 workers, 512.0 MiB; Ctrl-C stops it"), "{}", server.says);
    let open = Server::start(&["--listen", "0.0.0.0:0"]);
    assert!(
        open.says.contains("(every machine that reaches this one, on all its addresses, without a password)"),
        "{}",
        open.says
    );
    open.is_well();
    // The port is taken.
    let found = canju(["serve", "--listen", &server.address]);
    assert_eq!(found.code, Some(2));
    assert!(found.stderr.starts_with(&format!("error: can't listen on {}: ", server.address)), "{}", found.stderr);
    for (arguments, message) in [
        (["--memory", "1MiB"], "error: --memory 1.0 MiB: a worker takes 128.0 MiB: ask for more\n"),
        (["--max-body", "1B"], "error: --max-body 1 B: ask for at least 1.0 KiB\n"),
        (["--packs", "no/such"], "error: can't read no/such: No such file or directory (os error 2)\n"),
    ] {
        let found = canju(["serve"].into_iter().chain(arguments));
        assert_eq!((found.code, found.stderr.as_str()), (Some(2), message));
    }
}

#[test]
fn the_app_and_the_small_addresses() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.body.starts_with("<!DOCTYPE html>"));
    let again = server.get_with("/", &[("if-none-match", page.header("etag"))]);
    assert_eq!((again.status, again.body.as_str(), again.header("cache-control")), (304, "", "no-cache"));
    let health = server.get("/healthz");
    assert_eq!(health.json(), json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}));
    let description = server.get("/api/openapi.json");
    assert!(description.json()["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    assert!(description.json()["paths"]["/api/solve"]["post"].is_object());
    let _ = server.post("/api/solve", r#"{"hands":["335","4A"]}"#);
    assert_eq!(server.metric("canju_records_total"), 1.0);
    assert_eq!(server.metric("canju_http_requests_total{route=\"/api/solve\",status=\"200\"}"), 1.0);
    assert!(server.metric("canju_nodes_total") > 0.0);
    // Everything has the headers, errors too.
    for path in ["/", "/healthz", "/metrics", "/api/packs", "/api/openapi.json", "/no/such", "/api/solve", "/sw-no.js"]
    {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy");
        let scripts = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ";
        assert!(policy.starts_with(scripts), "{path}");
        assert_eq!(policy.matches("unsafe").count(), 1, "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("access-control-allow-origin", ""),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(matches!(answer.header("cache-control"), "no-store" | "no-cache"), "{path}");
    }
    server.is_well();
}

/// What a browser keeps is all there is, and the packs of the app are those of the interface.
#[test]
fn the_list_of_files_leads_to_all_of_them() {
    let server = Server::start(&[]);
    let list = server.get("/files.json").json();
    let names: Vec<&str> = list["files"].as_array().expect("a list").iter().filter_map(|name| name.as_str()).collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        let answer = server.get(&format!("/{}", name.trim_start_matches("./")));
        assert_eq!((answer.status, answer.header("cache-control")), (200, "no-cache"), "{name}");
    }
    assert_eq!(server.get("/packs.json").body, server.get("/api/packs").body);
    assert_eq!(server.get("/packs/1-beginner.json").body, server.get("/api/packs/1-beginner").body);
    for path in ["/packs/1-beginner", "/packs/no.json", "/packs/..%2fpacks.json", "/packs/", "/files"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let module = server.get("/npm/canju.wasm");
    assert_eq!((module.header("content-type"), module.header("content-encoding")), ("application/wasm", ""));
    assert!(module.body.starts_with("\0asm"));
    let compressed = server.get_with("/npm/canju.wasm", &[("accept-encoding", "br")]);
    assert_eq!((compressed.header("content-type"), compressed.header("content-encoding")), ("application/wasm", "br"));
    assert!(compressed.header("content-length").parse::<usize>().is_ok_and(|length| length <= 340_000));
    server.is_well();
}

#[test]
fn large_answers_are_compressed_for_who_asks() {
    let server = Server::start(&[]);
    let mut stream = server.connect();
    for (path, encoding) in [("/api/packs/1-beginner", true), ("/healthz", false)] {
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\nconnection: keep-alive\r\n\r\n"
        )
        .expect("sent");
        let mut text = Vec::new();
        let mut buffer = [0; 4096];
        until("an end", || {
            let count = stream.read(&mut buffer).expect("bytes");
            text.extend_from_slice(&buffer[..count]);
            text.ends_with(b"0\r\n\r\n") || text.ends_with(b"}")
        });
        assert_eq!(String::from_utf8_lossy(&text).contains("content-encoding: gzip"), encoding, "{path}");
    }
}

#[test]
fn packs_are_listed_and_looked_up_by_name() {
    let server = Server::start(&[]);
    let list = server.get("/api/packs");
    assert_eq!(list.json()["packs"].as_array().map(Vec::len), Some(canju::shipped::PACKS.len()));
    for pack in list.json()["packs"].as_array().expect("a list") {
        let found = server.get(pack["url"].as_str().expect("an address"));
        assert_eq!(
            found.json()["puzzles"].as_array().map(Vec::len),
            pack["puzzles"].as_u64().map(|count| count as usize)
        );
        // A puzzle can be sent as it is.
        let puzzle = &found.json()["puzzles"][0];
        assert_ne!(server.post("/api/solve", &puzzle.to_string()).json()["ok"], false, "{puzzle}");
    }
    let again = server.get_with("/api/packs", &[("if-none-match", list.header("etag"))]);
    assert_eq!(again.status, 304);
    for path in [
        "/api/packs/no",
        "/api/packs/",
        "/api/packs/..%2f..%2fCargo",
        "/api/packs/%2e%2e",
        "/api/packs/../../Cargo.toml",
        "/../Cargo.toml",
        "/api/packs/%ff",
        "/api/packs/1-beginner%00",
        "//etc/passwd",
    ] {
        let mut stream = server.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").expect("sent");
        assert_eq!(next_status(&mut BufReader::new(stream)), Some(404), "{path}");
    }
    let root = directory(&[
        ("a/one.ddz", b"335 | 4A | name=\"first\"\nbad\n"),
        ("b/one.ddz", b"@rules rlcard\nK5 | 44Q | last=J\n"),
        ("b/two.jsonl", b"{\"id\":\"x\",\"hands\":[\"345\",\"678\",\"9TJ\"],\"meta\":1}\n"),
    ]);
    let path = root.path().to_str().expect("text");
    let own = Server::start(&["--packs", &format!("{path}/a"), "--packs", &format!("{path}/b")]);
    let list = own.get("/api/packs").json();
    let names: Vec<_> = list["packs"].as_array().expect("a list").iter().map(|pack| &pack["name"]).collect();
    assert_eq!(json!(names), json!(["one", "one-2", "two"]), "{list}");
    assert_eq!(own.get("/api/packs/one").json()["puzzles"][0]["name"], "first");
    let second = own.get("/api/packs/one-2").json();
    assert_eq!((&second["puzzles"][0]["rules"], &second["puzzles"][0]["last"]), (&json!("rlcard"), &json!("J")));
    assert_eq!(own.get("/api/packs/1-beginner").status, 404);
}

/// What a puzzle is played for, and the points that it asks for.
#[test]
fn packs_have_points() {
    let pack = b"@scoring douzero\n3333K | 44Q | stake=2 expect=+4 best=3333\n33 | 4 | 5 | scoring=huanle moves_made=1,0,0 expect=+4\n\
                 335 | 4A | scoring=win expect=win\n";
    let root = directory(&[("points.ddz", pack)]);
    let server = Server::start(&["--packs", root.path().to_str().expect("text")]);
    let found = server.get("/api/packs/points").json();
    let said = |number: usize, field: &str| found["puzzles"][number][field].clone();
    let fields = ["scoring", "stake", "moves_made", "expected_value"];
    assert_eq!(fields.map(|field| said(0, field)), [json!("douzero"), json!(2), json!(null), json!(4)]);
    assert_eq!(fields.map(|field| said(1, field)), [json!("huanle"), json!(1), json!([1, 0, 0]), json!(4)]);
    assert_eq!(fields.map(|field| said(2, field)), [json!(null), json!(null), json!(null), json!(null)]);
    // As it is sent, it is asked about.
    assert_eq!(server.post("/api/solve", &found["puzzles"][0].to_string()).json()["value"], 4);
}

#[test]
fn every_error_has_its_code_and_its_place() {
    let server = Server::start(&["--max-body", "4KiB"]);
    for path in ["/api/solve", "/api/moves", "/api/review", "/api/grade", "/api/proof"] {
        let answer = server.post(path, r#"{"hands":["K5","4 4?"]}"#);
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_puzzle"), "{path}");
        let json = answer.json();
        assert_eq!((&json["field"], &json["hand"], &json["column"]), (&json!("hands"), &json!(2), &json!(4)));
        // The same text as on the command line.
        let printed = canju(["solve", "K5", "4 4?"]).stderr;
        assert_eq!(printed.trim_end(), format!("error: {}", json["detail"].as_str().expect("text")));
        for (kind, body, status, code) in [
            ("application/json", "{", 400, "bad_json"),
            ("application/json", r#"{"hands":["3","4"],"colour":1}"#, 400, "bad_json"),
            ("application/json", r#"{"hands":["3",""]}"#, 400, "bad_puzzle"),
            ("text/plain", r#"{"hands":["3","4"]}"#, 415, "content_type"),
            ("", r#"{"hands":["3","4"]}"#, 415, "content_type"),
        ] {
            let answer = server.post_as(kind, path, body.as_bytes());
            assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path} {body}");
        }
        let answer = server.get(path);
        assert_eq!((answer.status, answer.code().as_str(), answer.header("allow")), (405, "method", "POST"), "{path}");
        // Two bodies that are too large: one says so, the other does not.
        let large = format!(r#"{{"hands":["3","4"],"meta":"{}"}}"#, "x".repeat(5000));
        let answer = server.post(path, &large);
        assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"), "{path}");
        let mut stream = server.connect();
        write!(
            stream,
            "{}1400\r\n{}\r\n0\r\n\r\n",
            head(path, 0).replace("content-length: 0", "transfer-encoding: chunked"),
            &"x".repeat(0x1400)
        )
        .expect("sent");
        assert_eq!(next_status(&mut BufReader::new(stream)), Some(413), "{path}");
    }
    for (path, status, code) in [
        ("/api/generate", 400, "bad_json"),
        ("/api/batch?all=1", 400, "bad_request"),
        ("/api/batch?rules=chess", 400, "bad_request"),
        ("/api/batch?rules=huanle&rules=pagat", 400, "bad_request"),
        ("/api/batch?resistance=worst", 400, "bad_request"),
        ("/api/batch?node_limit=-1", 400, "bad_request"),
        ("/api/batch?all_moves=yes", 400, "bad_request"),
        ("/api/solve/", 404, "not_found"),
        ("/api", 404, "not_found"),
        ("/", 405, "method"),
        ("/metrics", 405, "method"),
    ] {
        let answer = server.post(path, "{}");
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}");
    }
    for (path, body) in [
        ("/api/deal", r#"{"rules":"huanle,packs=2"}"#),
        ("/api/generate", r#"{"cards":"8"}"#),
        ("/api/generate", r#"{"cards":"20+20+20"}"#),
        ("/api/generate", r#"{"cards":"8+8","count":0}"#),
        ("/api/generate", r#"{"cards":"8+8","seed":"x"}"#),
        ("/api/generate", r#"{"cards":"8+8","verdict":"draw"}"#),
        ("/api/generate", r#"{"cards":"8+8","difficulty":"9"}"#),
        ("/api/generate", r#"{"cards":"8+8","rules":"chess"}"#),
        ("/api/generate", r#"{"cards":"8+8","verdict":"loss","unique":true}"#),
    ] {
        let answer = server.post(path, body);
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_request"), "{body}");
    }
    let wrong_type = server.post_as("text/csv", "/api/batch", b"335 | 4A\n");
    assert_eq!((wrong_type.status, wrong_type.code().as_str()), (415, "content_type"));
    server.is_well();
}

/// A page that makes its own name lead here (DNS rebinding) gets no answer, and so no packs.
#[test]
fn only_its_own_names_are_answered() {
    let server = Server::start(&["--host", "canju.example"]);
    for (hosts, expected) in [
        ("host: localhost\r\n", 200),
        ("host: 127.0.0.1:8080\r\n", 200),
        ("host: canju.example\r\n", 200),
        ("host: evil.example\r\n", 421),
        ("host:\r\n", 421),
        ("", 400),
        ("host: localhost\r\nhost: localhost\r\n", 400),
        ("host: localhost\r\norigin: https://evil.example\r\n", 403),
    ] {
        for path in ["/", "/api/packs"] {
            let mut stream = server.connect();
            write!(stream, "GET {path} HTTP/1.1\r\n{hosts}\r\n").expect("sent");
            assert_eq!(next_status(&mut BufReader::new(stream)), Some(expected), "{hosts:?} {path}");
        }
    }
}

#[test]
fn other_origins_need_leave() {
    let server = Server::start(&["--allow-origin", "https://example.org"]);
    let mut stream = server.connect();
    write!(stream, "OPTIONS /api/solve HTTP/1.1\r\nhost: localhost\r\norigin: https://example.org\r\n\r\n")
        .expect("sent");
    assert_eq!(next_status(&mut BufReader::new(stream)), Some(204));
    let answer = server.get("/api/packs");
    assert_eq!(answer.header("access-control-allow-origin"), "https://example.org");
    assert_eq!(server.get("/").header("access-control-allow-origin"), "");
}

#[test]
fn the_log_has_a_line_a_request_and_no_cards() {
    let server = Server::start(&[]);
    for _ in 0..3 {
        assert_eq!(server.post("/api/solve", r#"{"hands":["346999Q2","34JAAD"]}"#).status, 200);
    }
    assert_eq!(server.get("/346999Q2").status, 404);
    until("four lines", || server.log().lines().count() == 4);
    let log = server.log();
    assert!(!log.contains("346999Q2") && !log.contains('\u{1b}'), "{log}");
    for (line, expected) in log.lines().zip(["/api/solve", "/api/solve", "/api/solve", "other"]) {
        assert!(line.contains(&format!("path=\"{expected}\"")) || line.contains(&format!("path={expected}")), "{line}");
        assert!(line.contains("status=") && line.contains("ms=") && line.contains("client=127.0.0.1"), "{line}");
    }
    let verbose = Server::start(&["--verbose"]);
    let _ = verbose.post("/api/solve", r#"{"hands":["346999Q2","34JAAD"]}"#);
    until("a line", || verbose.log().contains("346999Q2 | 34JAAD"));
}
