//! Starts the real server on a free port of this machine for the other tests of it, and speaks to it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Far more than anything here takes, even on a busy machine. Only a test that hangs ever waits so long.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A running server. It is killed when the test ends.
pub struct Server {
    pub child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
    /// The first line.
    pub says: String,
    log: Arc<Mutex<String>>,
    agent: ureq::Agent,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: String,
    headers: ureq::http::HeaderMap,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// The code of a problem, which this answer must be.
    pub fn code(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{self:?}");
        let json = self.json();
        assert_eq!(json["status"], self.status, "{self:?}");
        assert!(json["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{self:?}");
        json["code"].as_str().expect("a code").to_owned()
    }
}

impl Server {
    /// A server with these options on top of small ones.
    pub fn start(options: &[&str]) -> Server {
        let listen = if options.contains(&"--listen") { &[][..] } else { &["--listen", "127.0.0.1:0"] };
        let threads = if options.contains(&"--threads") { &[][..] } else { &["--threads", "2"] };
        let memory = if options.contains(&"--memory") { &[][..] } else { &["--memory", "512MiB"] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_canju"))
            .env("LC_ALL", "C")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args([&["serve"], threads, listen, memory, options].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let (mut says, log) = (String::new(), Arc::<Mutex<String>>::default());
        while !says.contains("listening on") {
            says.clear();
            assert!(stderr.read_line(&mut says).expect("text") > 0, "it ends without a word");
        }
        let kept = log.clone();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                let mut log = kept.lock().expect("no panic");
                log.push_str(&line);
                log.push('\n');
            }
        });
        let port = says.split("http://").nth(1).and_then(|rest| rest.split([' ', '/']).next()).expect("an address");
        let port = port.rsplit(':').next().expect("a port");
        let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE)).build();
        let address = format!("127.0.0.1:{port}");
        Server { child, address, says, log, agent: config.into() }
    }

    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let request = self.agent.get(format!("http://{}{path}", self.address));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        answer(request.call())
    }

    /// Sends JSON.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.post_as("application/json", path, body.as_bytes())
    }

    pub fn post_as(&self, kind: &str, path: &str, body: &[u8]) -> Answer {
        let request = self.agent.post(format!("http://{}{path}", self.address));
        answer(request.header("content-type", kind).send(body))
    }

    /// A connection of our own.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// A connection on which JSON was sent.
    pub fn asking(&self, path: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        write!(stream, "{}{body}", head(path, body.len())).expect("sent");
        stream
    }

    /// A number of `/metrics`, labels included in the name; 0 if it is not there.
    pub fn metric(&self, name: &str) -> f64 {
        let page = self.get("/metrics").body;
        let value = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        value.map_or(0.0, |value| value.parse().expect("a number"))
    }

    /// Waits until a number of `/metrics` is as wanted.
    pub fn await_metric(&self, name: &str, wanted: impl Fn(f64) -> bool) {
        until(name, || wanted(self.metric(name)));
    }

    pub fn log(&self) -> String {
        self.log.lock().expect("no panic").clone()
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Its exit code, when it ends.
    pub fn end(&mut self) -> Option<i32> {
        let mut code = None;
        until("the end", || match self.child.try_wait().expect("a child") {
            Some(status) => {
                code = status.code();
                true
            }
            None => false,
        });
        code
    }

    /// Nothing has gone wrong in it.
    pub fn is_well(&self) {
        assert_eq!(self.get("/healthz").json()["status"], "ok");
        assert_eq!(self.metric("canju_panics_total"), 0.0);
        assert!(!self.log().contains("panicked"), "{}", self.log());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(result: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
    let mut response = result.expect("an answer");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let bytes = response.body_mut().with_config().limit(1 << 30).read_to_vec().expect("a body");
    Answer { status, headers, body: String::from_utf8_lossy(&bytes).into_owned() }
}

/// The head of a request with JSON.
pub fn head(path: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
    )
}

/// Waits until something is so.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}: it does not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The status of the next answer on a connection, whose body is read as well; `None` if the connection ends.
pub fn next_status(stream: &mut impl BufRead) -> Option<u16> {
    let (mut line, mut length) = (String::new(), 0);
    if stream.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("{line:?} is not the start of an answer"));
    loop {
        let mut header = String::new();
        stream.read_line(&mut header).ok()?;
        match header.trim_end().split_once(": ") {
            Some(("content-length", value)) => length = value.parse().expect("a length"),
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(status)
}

/// A position that takes minutes.
pub fn hard() -> String {
    let [first, second] = crate::commands::program::HARD;
    format!(r#"{{"hands":["{first}","{second}"],"packs":2}}"#)
}
