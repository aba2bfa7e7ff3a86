//! Starts the server of [`canju_serve`], with its first line and its end.

use super::ServeArgs;
use crate::cli::exit::ExitCode;
use crate::cli::language::{language, text};
use crate::cli::memory;
use anyhow::{Context, ensure};
use bytesize::ByteSize;
use canju::batch::ErrorText;
use canju_engine::rules::shown;
use canju_engine::solver::Options;
use canju_serve::{Config, Ended, HeaderValue, LEAST_SHARE, Start, run as serve, workers_that_fit};
use std::io::{self, Write};
use std::net::SocketAddr;

/// The least bytes of a request that must be accepted.
const LEAST_BODY: u64 = 1 << 10;

pub fn run(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    let memory = memory::budget(args.memory)?;
    ensure!(
        memory >= LEAST_SHARE,
        text!(
            "worker-takes",
            memory = ByteSize(memory as u64).to_string(),
            least = ByteSize(LEAST_SHARE as u64).to_string()
        )
    );
    ensure!(
        args.max_body.as_u64() >= LEAST_BODY,
        text!("body-takes", size = args.max_body.to_string(), least = ByteSize(LEAST_BODY).to_string())
    );
    let wanted = Options { threads: args.threads.into(), ..Options::default() }.thread_count();
    let allow_origin = args.allow_origin.as_deref().map(HeaderValue::from_str).transpose();
    let config = Config {
        listen: args.listen,
        hosts: args.host.clone(),
        packs: args.packs.clone(),
        threads: wanted,
        memory,
        time_limit: args.time_limit,
        queue: args.queue,
        max_body: usize::try_from(args.max_body.as_u64().min(u32::MAX.into())).unwrap_or(usize::MAX),
        read_timeout: args.client_time_limit,
        allow_origin: allow_origin.with_context(|| text!("expected-origin"))?,
        verbose: args.verbose,
        quiet: args.quiet,
    };
    for directory in &config.packs {
        let shown = shown(&directory.to_string_lossy()).into_owned();
        let metadata = std::fs::metadata(directory).with_context(|| text!("cant-read", path = &shown))?;
        ensure!(metadata.is_dir() || metadata.is_file(), text!("expected-packs", path = &shown));
    }
    let workers = workers_that_fit(wanted, memory);
    let mut said = Said { workers, memory, quiet: args.quiet };
    match serve(config, &mut said).with_context(|| text!("cant-listen", address = args.listen.to_string()))? {
        Ended::Stopped => Ok(ExitCode::Success),
        Ended::AtOnce => Ok(ExitCode::Interrupted),
    }
}

/// What is printed at the start.
struct Said {
    workers: usize,
    memory: usize,
    quiet: bool,
}

impl Start for Said {
    fn listens(&mut self, address: SocketAddr) {
        if self.quiet {
            return;
        }
        let exposed = if address.ip().is_loopback() {
            text!("this-machine-only")
        } else if address.ip().is_unspecified() {
            text!("every-machine-all-addresses")
        } else {
            text!("every-machine-this-address")
        };
        let listening = text!(
            "listening",
            address = address.to_string(),
            exposed = exposed,
            count = self.workers,
            memory = ByteSize(self.memory as u64).to_string(),
        );
        // If nobody can read it the server serves all the same.
        let _ = writeln!(io::stderr(), "canju: {listening}");
    }

    fn warn(&mut self, what: &ErrorText) {
        let _ = writeln!(io::stderr(), "canju: {}", shown(what.in_language(language())));
    }
}
