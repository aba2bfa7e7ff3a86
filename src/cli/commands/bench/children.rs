//! Several runs, each in a process of its own: this program again, with one number of threads.
//!
//! A process is told only of its peak memory since its start, and what the allocator has once taken it does not always give
//! back. So in one process each run would have at least the peak of the runs before it. In processes of their own each has
//! its own. The numbers of threads are run in turn, so that other load on the machine and its temperature affect all alike.
//!
//! A process whose parent is gone must not go on measuring for nobody: it stops when its standard input ends, and the parent
//! holds the other end.

use super::args::BenchArgs;
use super::figures::Run;
use super::record::Saved;
use crate::cli::complaint::label;
use crate::cli::exit::ExitCode;
use crate::cli::interrupt;
use crate::cli::language::{language, text};
use crate::cli::plan::OutputPlan;
use crate::cli::progress::Progress;
use anyhow::{Context, bail};
use canju_engine::search::StopFlag;
use clap::ValueEnum;
use parking_lot::Mutex;
use std::io::{self, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;

/// The standard input of the process that is running. Without it the process stops.
pub(super) type Input = Arc<Mutex<Option<ChildStdin>>>;

/// From now on the first Ctrl-C raises the flag and stops the process that is running, if one is.
pub(super) fn stop_on_ctrl_c(stop: &StopFlag) -> anyhow::Result<Input> {
    let input = Input::default();
    let running = input.clone();
    interrupt::raise_on_ctrl_c_and(stop, move || drop(running.lock().take()))?;
    Ok(input)
}

/// The runs of all numbers of threads, and how often each was measured: fewer times than asked for after Ctrl-C, and not at
/// all if it came before each was measured once.
pub(super) fn runs(
    args: &BenchArgs,
    output: &OutputPlan,
    input: &Input,
    stop: &StopFlag,
) -> anyhow::Result<(Vec<Run>, u16)> {
    let progress = Progress::new(output, Some(args.threads.len() as u64 * u64::from(args.repeat)));
    let mut rounds: Vec<Vec<Run>> = Vec::new();
    'rounds: for round in 0..args.repeat {
        let mut runs = Vec::new();
        for &threads in &args.threads {
            let what = if threads == 0 { text!("all-threads") } else { text!("threads", count = threads) };
            progress.begin(0, &what);
            let run = run(args, threads, args.output.quiet || round > 0, input, stop);
            progress.end(0);
            progress.count(false);
            match run? {
                Some(run) => runs.push(run),
                None => {
                    stop.stop();
                    break 'rounds;
                }
            }
        }
        rounds.push(runs);
    }
    progress.finish();
    if rounds.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let of_threads = |index: usize| rounds.iter().map(|runs| runs[index].clone()).collect::<Vec<Run>>();
    let runs = (0..args.threads.len()).map(|index| Run::of_repetitions(&of_threads(index))).collect();
    Ok((runs, u16::try_from(rounds.len()).unwrap_or(args.repeat)))
}

/// One run to its end; `None` if it was interrupted.
fn run(args: &BenchArgs, threads: u16, quiet: bool, input: &Input, stop: &StopFlag) -> anyhow::Result<Option<Run>> {
    if stop.is_stopped() {
        return Ok(None);
    }
    let program = std::env::current_exe().with_context(|| text!("no-program"))?;
    let mut command = Command::new(&program);
    command.args(arguments(args, threads, quiet)).arg("--").args(&args.packs);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().with_context(|| text!("cant-start", path = program.to_string_lossy()))?;
    *input.lock() = child.stdin.take();
    // Ctrl-C may have come before there was anything to let go.
    if stop.is_stopped() {
        drop(input.lock().take());
    }
    let found = child.wait_with_output();
    drop(input.lock().take());
    let found = found.with_context(|| text!("cant-read-run"))?;
    if found.status.code() == Some(ExitCode::Interrupted as i32) || stop.is_stopped() {
        return Ok(None);
    }
    let Ok(record) = Saved::parse(&found.stdout) else {
        let said = String::from_utf8_lossy(&found.stderr);
        let mark = label();
        let said = said.lines().last().map(|line| line.trim_start_matches(&mark).to_owned());
        let said = said.unwrap_or_else(|| text!("said-nothing"));
        bail!(text!("run-failed", threads = threads.to_string(), status = found.status.to_string(), said = said));
    };
    // If nobody can read it, that is no further error.
    let _ = io::stderr().write_all(&found.stderr);
    Ok(record.runs.into_iter().next())
}

/// The command line of one run.
fn arguments(args: &BenchArgs, threads: u16, quiet: bool) -> Vec<String> {
    let set = args.set.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
    let mut arguments = vec!["bench".to_owned(), "--stop-with-input".to_owned()];
    let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
    if args.packs.is_empty() {
        option("--set", set);
    }
    option("--threads", threads.to_string());
    option("--memory", format!("{}B", args.memory.as_u64()));
    option("--format", "json".to_owned());
    option("--lang", language().code().to_owned());
    if let Some(limit) = args.time_limit {
        option("--time-limit", humantime::format_duration(limit).to_string());
    }
    if let Some(limit) = args.node_limit {
        option("--node-limit", limit.to_string());
    }
    let flags = [(args.statistics, "--statistics"), (quiet, "--quiet"), (args.output.verbose && !quiet, "--verbose")];
    arguments.extend(flags.iter().filter(|(given, _)| *given).map(|(_, flag)| (*flag).to_owned()));
    arguments
}

/// Raises the flag when standard input ends. Without a thread to wait on nobody does.
pub(super) fn stop_with_input(stop: &StopFlag) {
    let stop = stop.clone();
    let _ = std::thread::Builder::new().spawn(move || {
        // An input that can't be read has ended, too.
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        stop.stop();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::commands::Command;
    use crate::cli::parser::Cli;
    use clap::Parser;

    fn parsed(arguments: &[&str]) -> BenchArgs {
        match Cli::try_parse_from([&["canju"], arguments].concat()).map(|cli| cli.command) {
            Ok(Command::Bench(args)) => args,
            other => panic!("{arguments:?}: {other:?}"),
        }
    }

    /// Every argument that changes the figures is passed to the process that measures them.
    #[test]
    fn a_run_is_asked_for_what_was_asked_for() {
        let typed =
            "bench --set three --threads 2,5 --memory 300MiB --time-limit 1500ms --node-limit 77 --statistics -v";
        let args = parsed(&typed.split(' ').collect::<Vec<_>>());
        assert_eq!(args.threads, [2, 5]);
        let arguments = arguments(&args, 5, false);
        let run = parsed(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((run.set, run.memory, run.threads.as_slice(), run.repeat), (args.set, args.memory, &[5][..], 1));
        assert_eq!((run.time_limit, run.node_limit), (args.time_limit, args.node_limit));
        assert!(run.statistics && run.output.verbose && !run.output.quiet && run.stop_with_input);
    }
}
