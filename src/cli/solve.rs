//! `canju solve`: one position.

use super::args::{PositionArgs, SingleFormat, SolveArgs};
use super::exit::ExitCode;
use super::interrupt;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use super::proofs::is_decided;
use crate::batch::{self, Answer, Record, SolvedRecord, Summary};
use crate::puzzle::{AnyPosition, Puzzle};
use crate::report::{Detail, Exporter, JsonLines, side_does};
use crate::rules::{Side, Turn};
use crate::search::{Limits, Verdict};
use crate::solver::{Options, Solver};
use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let output = OutputPlan::new(&args.output);
    let options = Options { all_moves: args.all_moves, shortest: args.shortest, ..plan::options(&args.solving)? };
    let stop = options.stop.clone();
    let file = output.open()?;
    let proof = args
        .proof
        .as_deref()
        .map(|path| File::create(path).map(BufWriter::new).with_context(|| format!("can't write {}", path.display())));
    let proof = proof.transpose()?;
    output.explain(&puzzle.rules, &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let (retry, progress) = (options.clone(), Progress::new(&output, Some(1)));
    let mut file_of_proof = proof;
    let mut certificates = |_: &Puzzle| Ok(file_of_proof.take().map(|file| Box::new(file) as Box<dyn Write>));
    let start = Instant::now();
    let mut solver = Solver::new(options);
    output.note_threads(&retry, retry.threads_that_fit(), solver.threads());
    let mut record = batch::solve_and_certify(&mut solver, &puzzle, &mut Some(&mut certificates))?;
    drop(solver);
    progress.finish();
    if let Record::Solved(solved) = &mut record {
        output.show_statistics("the search", solved.statistics.as_ref());
        solved.statistics = solved.statistics.filter(|_| args.statistics);
    }
    if let Some(path) = &args.proof
        && !is_decided(&record)
        && path.is_file()
    {
        fs::remove_file(path).with_context(|| format!("can't remove {}", path.display()))?;
        if !output.quiet {
            let _ = writeln!(io::stderr(), "canju: {}: not written, because there is no verdict", path.display());
        }
    }

    let written = match args.format {
        SingleFormat::Json => JsonLines::new(file).record(&record),
        SingleFormat::Text => {
            let mut detail = Detail::new(file, output.palette, output.width());
            let wanted = assumes_turn(args) && !stop.is_stopped();
            detail.record(&record).and_then(|()| match &record {
                Record::Solved(solved) if wanted => {
                    other_turn(&puzzle, solved, start, retry).map_or(Ok(()), |line| detail.note(&line))
                }
                _ => Ok(()),
            })
        }
    };
    written.context("can't write the result")?;
    let mut summary = Summary::default();
    summary.add(&record);
    Ok(ExitCode::of(&summary, stop.is_stopped()))
}

/// Were hands typed without a word about whose turn it is?
fn assumes_turn(args: &SolveArgs) -> bool {
    let PositionArgs { second, turn, .. } = &args.position;
    second.is_some() && !turn.is_given()
}

/// The least nodes and time for the other turn: the second search of a tiny position may take more than its first.
const LEAST_NODES: u64 = 1_000;
const LEAST_TIME: Duration = Duration::from_millis(5);

/// What to say if the winner depends on whose turn it is; two hands only. Takes about as long as the solve did, at most, and
/// ends at the time limit of it all.
fn other_turn(puzzle: &Puzzle, solved: &SolvedRecord, start: Instant, options: Options) -> Option<String> {
    let first_wins = match solved.verdict {
        Answer::Win => true,
        Answer::Loss => false,
        Answer::Unknown => return None,
    };
    let other = Puzzle { turn: Turn { to_move: 1, last: None }, expected: None, ..puzzle.clone() };
    let AnyPosition::Two(position) = other.position().ok()? else { return None };
    let time = Duration::from_secs_f64(solved.elapsed_ms / 1e3).max(LEAST_TIME);
    let left = options.limits.time.map_or(time, |most| most.saturating_sub(start.elapsed()));
    let limits = Limits { time: Some(time.min(left)), nodes: Some(solved.nodes.max(LEAST_NODES)) };
    let options = Options { limits, line: false, all_moves: false, ..options };
    let side = match Solver::new(options).solve(&position, &other.rules).verdict {
        Verdict::Win if first_wins => Side::Second,
        Verdict::Loss if !first_wins => Side::First,
        _ => return None,
    };
    Some(format!("--turn 2: {}", side_does(2, side, ["wins", "win"]).replacen("The", "the", 1)))
}
