//! `/api/batch`: lines in, records out in their order, of any length.
//!
//! ```text
//! body ──► lines, on a thread of its own ──► jobs ──► workers
//!                       │                                │
//!                       └──► their answers in order ◄────┘ ──► answer
//! ```
//!
//! The answers are a queue of receivers, as in [`InOrder`](canju_engine::solver::InOrder). That one has workers of its own and
//! makes a thread wait for each result; here the workers belong to all requests, and the taker is a future.
//!
//! The lines are read by the reader of packs, as in `canju batch -`. That reader blocks, so it has a thread. Only a bounded
//! number of jobs is begun before their answers are sent: a client that does not read its answers stops the reading, and
//! one that does not send keeps no worker busy. A body of up to `--max-body` is taken in whole, so a client may send it all
//! before it reads.

use super::answer::{Note, written};
use super::body::{check_type, late};
use super::problem::Problem;
use super::stock::Reservation;
use super::workers::Ticket;
use super::{Client, Server};
use axum::Extension;
use axum::body::Body;
use axum::extract::{Query, State, rejection::QueryRejection};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::{Buf, Bytes};
use canju::batch::Record;
use canju::puzzle::{Puzzle, PuzzleError, read_live};
use canju::requests::{Desk, MOST_MOVES, has_too_many_moves, is_giant, task_of_query};
use canju_engine::rules::Ruleset;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Resistance, Task};
use http_body::Frame;
use http_body_util::BodyExt;
use std::io::{self, BufReader, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The most batches at a time: each has a thread that reads it.
pub const MOST_BATCHES: usize = 16;

/// The most jobs of a batch whose answers are not sent.
const AHEAD: usize = 64;

/// Answers are sent together up to about this many bytes.
const TOGETHER: usize = 16 << 10;

/// The types of a body.
const TYPES: &[&str] = &["application/x-ndjson", "application/jsonl", "application/json"];

/// Solve many positions.
#[cfg_attr(test, utoipa::path(post, path = "/api/batch",
    request_body(content = String, content_type = "application/x-ndjson", description = "JSON lines, or lines of a pack"), responses(
    (status = 200, description = "A record for each line, in order", body = String, content_type = "application/x-ndjson"),
    (status = "4XX", description = "A problem", body = ref("#/components/schemas/Problem"), content_type = "application/problem+json"))))]
pub async fn batch(
    State(server): State<Arc<Server>>,
    Extension(Client(client)): Extension<Client>,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    check_type(&headers, TYPES)?;
    let Query(query) = query.map_err(|error| Problem::request(error.body_text()))?;
    let (of_rules, query): (Vec<_>, Vec<_>) = query.into_iter().partition(|(name, _)| name == "rules");
    let rules: Ruleset = match &of_rules[..] {
        [] => Ruleset::default(),
        [(_, text)] => text.parse().map_err(|error| Problem::request(format!("{error}")).of("rules"))?,
        _ => return Err(Problem::request("`rules` is there twice").of("rules")),
    };
    // As `canju batch`: most puzzles take less time than a line with the best resistance would.
    let base = Task { resistance: Resistance::Quick, ..Task::default() };
    let task = task_of_query(&query, base, server.config.time_limit).map_err(|refusal| {
        let field = refusal.0.field.clone().unwrap_or_default();
        Problem::request(refusal.0.detail).of(&field)
    })?;
    let place = server.batches.clone().try_acquire_owned().map_err(|_| Problem::busy(1))?;
    let mut reservation = server.stock.reservation();
    if !server.stock.take(&mut reservation, server.config.max_body) {
        return Err(Problem::busy(1));
    }
    let ticket = server.workers.admit(client, true)?;
    let room = Arc::new(Semaphore::new(server.config.max_body));
    let is_late = Arc::new(AtomicBool::new(false));
    let (parts, input) = mpsc::unbounded_channel();
    let feed = Feed { server: server.clone(), body, parts, room: room.clone(), is_late: is_late.clone() };
    let feeding = Feeding(tokio::spawn(feed.run()));
    let (answers, mut received) = mpsc::channel(AHEAD);
    let input = BufReader::new(Input { parts: input, part: Bytes::new(), room });
    let ticket = Arc::new(ticket);
    let cancelling = Cancelling(ticket.clone());
    let solving = Solving { server: server.clone(), ticket, task, rules };
    let reader = std::thread::Builder::new().name("canju-serve-batch".to_owned());
    reader.spawn(move || solving.read(input, &answers)).map_err(|_| Problem::busy(1))?;
    // Nothing is said before a line is there: a client that sends none in time is told so.
    let next = received.recv().await.map_or(Next::End, Next::Coming);
    if is_late.load(Ordering::Relaxed) {
        return Err(late(&server));
    }
    let records = Records { received, next, _kept: (feeding, cancelling, place, reservation) };
    let mut response = Response::new(Body::new(records));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    response.extensions_mut().insert(Note("a batch".to_owned()));
    Ok(response)
}

/// Ends the task when nobody wants its work.
struct Feeding(JoinHandle<()>);

impl Drop for Feeding {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Stops the searches when nobody wants them. The thread that reads has the ticket as well, and may be waiting.
struct Cancelling(Arc<Ticket>);

impl Drop for Cancelling {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// From the body to the thread that reads.
struct Feed {
    server: Arc<Server>,
    body: Body,
    parts: mpsc::UnboundedSender<io::Result<Bytes>>,
    room: Arc<Semaphore>,
    is_late: Arc<AtomicBool>,
}

impl Feed {
    async fn run(mut self) {
        let patience = self.server.config.read_timeout;
        let mut deadline = Instant::now() + patience;
        loop {
            let frame = match tokio::time::timeout_at(deadline, self.body.frame()).await {
                Ok(Some(Ok(frame))) => frame,
                Ok(None) => return,
                Ok(Some(Err(error))) => return self.fail(io::Error::other(error)),
                Err(_) => {
                    self.is_late.store(true, Ordering::Relaxed);
                    return self.fail(io::Error::new(io::ErrorKind::TimedOut, late(&self.server).refusal.0.detail));
                }
            };
            let Ok(mut data) = frame.into_data() else { continue };
            // A whole line must come in that time, not a byte now and then.
            let has_line = data.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
            while !data.is_empty() {
                let part = data.split_to(data.len().min(self.server.config.max_body));
                let Ok(permit) = self.room.acquire_many(part.len() as u32).await else { return };
                permit.forget();
                if self.parts.send(Ok(part)).is_err() {
                    return;
                }
            }
            if has_line {
                deadline = Instant::now() + patience;
            }
        }
    }

    fn fail(&self, error: io::Error) {
        // If the reader is gone, nobody misses it.
        let _ = self.parts.send(Err(error));
    }
}

/// The body as something to read from, on a thread that may wait.
struct Input {
    parts: mpsc::UnboundedReceiver<io::Result<Bytes>>,
    part: Bytes,
    room: Arc<Semaphore>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.part.is_empty() {
            match self.parts.blocking_recv() {
                Some(part) => self.part = part?,
                None => return Ok(0),
            }
        }
        let count = buffer.len().min(self.part.len());
        self.part.copy_to_slice(&mut buffer[..count]);
        self.room.add_permits(count);
        Ok(count)
    }
}

/// A record that is to come.
type Coming = oneshot::Receiver<Vec<u8>>;

/// How the lines are solved.
struct Solving {
    server: Arc<Server>,
    ticket: Arc<Ticket>,
    task: Task,
    rules: Ruleset,
}

impl Solving {
    /// Reads lines and has them solved, until there are no more or nobody wants them.
    fn read(&self, input: BufReader<Input>, answers: &mpsc::Sender<Coming>) {
        for item in read_live(input, "-", self.rules) {
            if answers.blocking_send(self.begin(item)).is_err() {
                return;
            }
        }
    }

    fn begin(&self, item: Result<Puzzle, PuzzleError>) -> Coming {
        let failed = |id: String, error: String| {
            let (sender, receiver) = oneshot::channel();
            let _ = sender.send(line(&Record::failed(id, error)));
            receiver
        };
        let puzzle = match item {
            Ok(puzzle) => puzzle,
            Err(error) => return failed(error.id.clone(), error.to_string()),
        };
        if self.task.all_moves && has_too_many_moves(&puzzle) {
            return failed(puzzle.id, format!("more than {MOST_MOVES} first moves: too many to decide each"));
        }
        let line = self.task.line && !is_giant(&puzzle);
        let task = Task { line, ..self.task.clone() };
        let metrics = self.server.metrics.clone();
        self.ticket.start(move |desk: &mut Desk, stop: &StopFlag| {
            let record = desk.record(&puzzle, &task.with_stop(stop));
            if let Record::Solved(solved) = &record {
                metrics.record(solved.nodes);
            }
            self::line(&record)
        })
    }
}

/// A record as a line.
fn line(record: &Record) -> Vec<u8> {
    let mut line = written(record);
    line.push(b'\n');
    line
}

/// The state of the answer.
enum Next {
    /// The next line has not begun.
    Unknown,
    /// Its record is being made.
    Coming(Coming),
    /// There is no next line.
    End,
    /// Its record will never come: the server stops, or the search panicked.
    Broken,
}

/// The answer: records in the order of the lines.
struct Records {
    received: mpsc::Receiver<Coming>,
    next: Next,
    /// What ends with the answer: the reading, the searches, the place among the batches, and the memory.
    _kept: (Feeding, Cancelling, OwnedSemaphorePermit, Reservation),
}

impl Records {
    /// The next record; `None` after the last one.
    fn poll_line(&mut self, context: &mut Context<'_>) -> Poll<Option<io::Result<Vec<u8>>>> {
        loop {
            match &mut self.next {
                Next::End => return Poll::Ready(None),
                // The answer must not look as if it were complete.
                Next::Broken => return Poll::Ready(Some(Err(io::ErrorKind::ConnectionAborted.into()))),
                Next::Unknown => {
                    self.next = ready!(self.received.poll_recv(context)).map_or(Next::End, Next::Coming);
                }
                Next::Coming(coming) => match ready!(Pin::new(coming).poll(context)) {
                    Ok(line) => {
                        self.next = Next::Unknown;
                        return Poll::Ready(Some(Ok(line)));
                    }
                    Err(_) => self.next = Next::Broken,
                },
            }
        }
    }
}

impl http_body::Body for Records {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let mut together = Vec::new();
        while together.len() < TOGETHER {
            match self.poll_line(context) {
                Poll::Ready(Some(Ok(line))) => together.extend_from_slice(&line),
                other if together.is_empty() => {
                    return other.map(|end| end.map(|line| line.map(|_| Frame::data(Bytes::new()))));
                }
                // What comes after these records is found out the next time.
                _ => break,
            }
        }
        Poll::Ready(Some(Ok(Frame::data(together.into()))))
    }
}
