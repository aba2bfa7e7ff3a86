//! The server: `canju serve`, an HTTP interface to the solver, and the app, which solves by itself.
//!
//! Two kinds of threads share the work. The runtime's few threads move bytes: they take connections, read requests, write answers.
//! The workers search (`workers.rs`). A request waits in a fair queue until a worker takes it, and everything that
//! is held for it hangs on the future that answers it: if the client goes away the future is dropped, and the search stops.
//!
//! All that clients can make the server hold is bounded: the memory of the searches, the jobs that wait, the bytes of requests and
//! answers, the connections, and the time of each step.
//!
//! | file | contents |
//! |---|---|
//! | `connections.rs` | connections, from the first to the signal that ends them |
//! | `routes.rs` | which address is what |
//! | `hosts.rs` | which names the server answers to, and which pages may ask it |
//! | `observe.rs` | around each request: headers, log, counts |
//! | `queue.rs`, `workers.rs` | what waits, and the threads that search |
//! | `stock.rs` | the bytes of requests and answers that are held |
//! | `body.rs` | a request's body; what it may say is in `src/canju/requests` |
//! | `answer.rs`, `problem.rs` | answers and errors |
//! | `openapi.rs` | its description |
//! | `metrics.rs` | what is counted |
//! | `files.rs` | the files of the app (`src/canju/app`) |

mod answer;
mod batch;
mod body;
mod connections;
mod files;
mod hosts;
mod metrics;
mod observe;
mod openapi;
mod packs;
mod problem;
mod questions;
mod queue;
mod routes;
mod stock;
mod workers;

use canju::batch::ErrorText;
use metrics::Metrics;
use packs::Packs;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stock::Stock;
use tokio::sync::Semaphore;
use workers::Workers;

pub use axum::http::HeaderValue;
pub use workers::LEAST_SHARE;

/// The least and the most bytes of requests and answers that are held, whatever the memory for searches is.
const HELD: std::ops::RangeInclusive<usize> = (64 << 20)..=(512 << 20);

/// The most threads that move bytes: one moves those of some ten thousand requests a second.
const MOST_RUNTIME_THREADS: usize = 4;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Names that it answers to beside those of the loopback and the address it listens on.
    pub hosts: Vec<String>,
    /// Directories of packs; none for the packs that ship.
    pub packs: Vec<PathBuf>,
    /// Workers.
    pub threads: usize,
    /// Bytes for all searches together.
    pub memory: usize,
    /// The most time for a search, and the most time that a request waits for its turn.
    pub time_limit: Duration,
    /// The most requests that wait.
    pub queue: usize,
    /// The most bytes of a request.
    pub max_body: usize,
    /// How long a client may take to send a request, and to take an answer.
    pub read_timeout: Duration,
    /// The origin whose pages may read answers.
    pub allow_origin: Option<HeaderValue>,
    /// May the log have cards and addresses in it?
    pub verbose: bool,
    /// Is nothing logged but faults?
    pub quiet: bool,
}

/// Hears of the start.
pub trait Start {
    /// The server listens on this address.
    fn listens(&mut self, address: SocketAddr);
    /// Something is amiss, but not enough to stop for.
    fn warn(&mut self, what: &ErrorText);
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// By a signal, and in order.
    Stopped,
    /// By a second signal, at once.
    AtOnce,
}

/// The client's address.
#[derive(Clone, Copy)]
struct Client(IpAddr);

/// What all requests share.
struct Server {
    config: Config,
    workers: Arc<Workers>,
    metrics: Arc<Metrics>,
    stock: Stock,
    /// Places for batches.
    batches: Arc<Semaphore>,
    packs: Packs,
    /// Is it being stopped?
    stopping: AtomicBool,
}

/// The number of workers that fit into this many bytes of memory.
pub fn workers_that_fit(threads: usize, memory: usize) -> usize {
    threads.min(memory / LEAST_SHARE).max(1)
}

/// Serves until a signal comes.
///
/// # Errors
/// If the address can't be listened on, or the system gives no threads.
pub fn run(config: Config, start: &mut dyn Start) -> io::Result<Ended> {
    let metrics = Arc::<Metrics>::default();
    let packs = Packs::open(&config.packs, start);
    let threads = workers_that_fit(config.threads, config.memory);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.div_ceil(2).clamp(1, MOST_RUNTIME_THREADS))
        .thread_name("canju-http")
        .enable_all()
        .build()?;
    let workers = Workers::start(threads, config.memory, config.queue, metrics.clone())?;
    let stock = Stock::new((config.memory / 8).clamp(*HELD.start(), *HELD.end()));
    let batches = Arc::new(Semaphore::new(batch::MOST_BATCHES));
    let (address, stopping) = (config.listen, AtomicBool::new(false));
    let log = if config.quiet { tracing::Level::ERROR } else { tracing::Level::INFO };
    let subscriber = tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(false)
        .with_target(false)
        .with_max_level(log)
        .finish();
    // There is one already only where several servers run in one program.
    let _ = tracing::subscriber::set_global_default(subscriber);
    let server = Arc::new(Server { config, workers, metrics, stock, batches, packs, stopping });
    let ended = runtime.block_on(connections::serve(server, address, start));
    // Tasks that still hang are not waited for.
    runtime.shutdown_background();
    ended
}
