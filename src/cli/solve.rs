//! `canju solve`: one position.

use super::args::{PositionArgs, SingleFormat, SolveArgs};
use super::exit::ExitCode;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use super::proofs::is_decided;
use super::{interrupt, places};
use anyhow::Context;
use canju_engine::rules::{Side, Turn, shown};
use canju_engine::search::{Limits, Verdict};
use canju_engine::solver::{Options, Solver};
use canju_packs::batch::{self, Answer, CANT_WRITE, Record, SolvedRecord, Summary};
use canju_packs::files::SharedFile;
use canju_packs::puzzle::{AnyPosition, Puzzle};
use canju_packs::report::{Detail, Exporter, JsonLines, side_does};
use std::io::{self, Write};
use std::time::Instant;

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle(&args.position, args.rules.rules)?;
    let output = OutputPlan::new(&args.output);
    let options = Options { all_moves: args.all_moves, shortest: args.shortest, ..plan::options(&args.solving)? };
    let stop = options.stop.clone();
    check_places(args)?;
    let mut file = output.open()?;
    let proof = args.proof.as_deref().map(plan::create).transpose()?.map(SharedFile::new);
    output.explain(&puzzle.rules, &options);
    interrupt::raise_on_ctrl_c(&stop)?;

    let (retry, progress) = (options.clone(), Progress::new(&output, Some(1)));
    let mut certificates = |_: &Puzzle| Ok(proof.clone().map(|file| Box::new(file) as Box<dyn Write>));
    let start = Instant::now();
    let mut solver = Solver::new(options);
    output.note_threads(&retry, retry.threads_that_fit(), solver.threads());
    let mut record = batch::solve_and_certify(&mut solver, &puzzle, &mut Some(&mut certificates))?;
    finish(solver, &record);
    progress.finish();
    if let Record::Solved(solved) = &mut record {
        output.show_statistics("the search", solved.statistics.as_ref());
        solved.statistics = solved.statistics.filter(|_| args.statistics);
    }
    if let (Some(path), Some(proof)) = (&args.proof, proof) {
        if is_decided(&record) {
            proof.commit().with_context(|| plan::cant_write(path))?;
        } else if !output.quiet {
            let _ = writeln!(
                io::stderr(),
                "canju: {}: not written, because there is no verdict",
                shown(&path.to_string_lossy())
            );
        }
    }

    let written = match args.format {
        SingleFormat::Json => JsonLines::new(&mut file).record(&record),
        SingleFormat::Text => {
            let mut detail = Detail::new(&mut file, output.palette, output.width());
            let wanted = assumes_turn(args) && !stop.is_stopped();
            detail.record(&record).and_then(|()| match &record {
                Record::Solved(solved) if wanted => {
                    other_turn(&puzzle, solved, start, retry).map_or(Ok(()), |line| detail.note(&line))
                }
                _ => Ok(()),
            })
        }
    };
    written.and_then(|()| file.commit()).context(CANT_WRITE)?;
    let mut summary = Summary::default();
    summary.add(&record);
    Ok(ExitCode::of(&summary, stop.is_stopped()))
}

/// Gives the solver's memory back if it has taken much, for the other turn may need some. Else it is left to the end of the
/// process: to give back tables of gigabytes piece by piece takes longer than most solves, and the other turn's tables would
/// get memory that must be cleared first.
fn finish(solver: Solver, record: &Record) {
    match record {
        Record::Solved(solved) if solved.memory_bytes > OTHER_TURN_MEMORY as u64 => drop(solver),
        _ => std::mem::forget(solver),
    }
}

/// No two of the files may be one.
fn check_places(args: &SolveArgs) -> anyhow::Result<()> {
    let outputs = [("--output", args.output.output.as_deref()), ("--proof", args.proof.as_deref())];
    places::check(&outputs, plan::file(&args.position))
}

/// Were hands typed without a word about whose turn it is?
fn assumes_turn(args: &SolveArgs) -> bool {
    let PositionArgs { second, turn, .. } = &args.position;
    second.is_some() && !turn.is_given()
}

/// The least nodes for the other turn: the second search of a tiny position may take more than its first.
const LEAST_NODES: u64 = 1_000;

/// The most memory for the other turn, in bytes.
const OTHER_TURN_MEMORY: usize = 64 << 20;

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
    // As many nodes take about as long. A limit of time would say this now and then, and now and then not.
    let left = options.limits.time.map(|most| most.saturating_sub(start.elapsed()));
    let limits = Limits { time: left, nodes: Some(solved.nodes.max(LEAST_NODES)) };
    // Tables for so few nodes are small. To clear memory of the first search's size for them could take seconds.
    let memory = options.memory.min(OTHER_TURN_MEMORY);
    let options = Options { limits, memory, threads: 1, line: false, all_moves: false, shortest: false, ..options };
    let side = match Solver::new(options).solve(&position, &other.rules).verdict {
        Verdict::Win if first_wins => Side::Second,
        Verdict::Loss if !first_wins => Side::First,
        _ => return None,
    };
    Some(format!("--turn 2: {}", side_does(2, side, ["wins", "win"]).replacen("The", "the", 1)))
}
