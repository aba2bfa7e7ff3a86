//! `canju serve`: the server of the crate `canju-serve`, with its defaults. A program that was built without it says how to get it.

use crate::cli::args::{number, parse_size, parse_time};
use bytesize::ByteSize;
use clap::Args;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "serve")]
mod start;

const ABOUT: &str = "Serve the app and an HTTP API: open the address that is printed in a browser, on this machine or, with --listen, on a phone.\n\n\
    The app solves in the page. It is sent with the solver and the packs and asks for nothing else; the API is for programs. \
    Only this machine reaches it unless --listen says otherwise; there is no password, and the connection is not encrypted. \
    All searches of the API share one memory and take turns: clients first, then the requests of each, so a long batch does not hold up a \
    single puzzle. A small part of it keeps answers: the same question comes back at once, from whoever asks. A request whose turn does not come within the time limit is told to try again (503). A search ends when \
    its client goes away.\n\n\
    The log goes to standard error, one line a request, without cards and addresses. After Ctrl-C or SIGTERM running answers have five \
    seconds; a second signal ends the program at once.";

const AFTER: &str = "\
Addresses:
  /                       the app, and its files
  POST /api/solve         a position to its record, as `canju solve --format json`
  POST /api/moves         every legal move with its verdict, where it leads and what refutes it
  POST /api/review        a game, \"moves\" beside its hands, to what each move did, as `canju review --format jsonl`
  POST /api/advise        a hand and what its player knows to advice, an estimate, as `canju advise --format json`
  POST /api/batch         JSON lines to records, of any length, as `canju batch -`
  POST /api/generate      new puzzles
  POST /api/deal          the whole deal of a seed, as `canju play --deal` deals it
  POST /api/grade         how hard a puzzle is
  POST /api/proof         the certificate of a verdict, for `canju verify`
  GET  /api/packs         the packs; /api/packs/NAME is one of them
  GET  /api/openapi.json  all of this in detail, for programs
  GET  /healthz, /metrics

Examples:
  canju serve
  canju serve --listen 0.0.0.0:8080 --packs my-puzzles --time-limit 30s
  curl -H 'content-type: application/json' -d '{\"hands\":[\"346999Q2\",\"34JAAD\"]}' http://127.0.0.1:8080/api/solve

Exit codes: 0 stopped by a signal; 2 bad usage, or an address that can't be listened on; 130 a second signal.";

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = AFTER)]
pub struct ServeArgs {
    /// Where to listen; port 0 takes a free one, and the first line says which
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Offer the packs in this directory instead of those that ship; may be given again
    #[arg(long, value_name = "DIR")]
    pub packs: Vec<PathBuf>,
    /// A name that the server answers to; may be given again [always: localhost and the address listened on]
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Pages of this origin may use the API, * for all; by default only the app may
    #[arg(long, value_name = "ORIGIN")]
    pub allow_origin: Option<String>,
    /// Workers for the API, 0 for one per core; at most as many as the memory carries, 128 MiB each
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Limits", value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// Memory for all searches together, such as 512MiB or 8G [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    /// The most time for a search, and for a request to wait its turn
    #[arg(long, value_name = "DUR", default_value = "10s", help_heading = "Limits", value_parser = parse_time)]
    pub time_limit: Duration,
    /// The most requests that wait
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    pub queue: usize,
    /// The largest request; a batch may be longer
    #[arg(long, value_name = "SIZE", default_value = "1MiB", help_heading = "Limits", value_parser = parse_size)]
    pub max_body: ByteSize,
    /// The most time for a client to send a request, or a line of a batch, and to take an answer
    #[arg(long, value_name = "DUR", default_value = "30s", help_heading = "Limits", value_parser = parse_time)]
    pub client_time_limit: Duration,
    /// Only faults on standard error
    #[arg(long, short, conflicts_with = "verbose", help_heading = "Output")]
    pub quiet: bool,
    /// Positions and addresses in the log, too
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
}

#[cfg(feature = "serve")]
pub(super) use start::run;

#[cfg(not(feature = "serve"))]
pub(super) fn run(_: &ServeArgs) -> anyhow::Result<crate::cli::exit::ExitCode> {
    anyhow::bail!(crate::cli::language::text!("built-without-server"))
}
