//! `canju solve`: one position.

use crate::cli::args::{
    OutputArgs, PlayedForArgs, PositionArgs, RESISTANCE, RulesArgs, SingleFormat, SolvingArgs, WantedArgs, cards, rules,
};
use crate::cli::exit::ExitCode;
use crate::cli::language::text;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::proofs::{self, is_decided};
use crate::cli::{interrupt, places};
use anyhow::{Context, anyhow};
use canju::batch::{self, CertificateError, Record, Summary};
use canju::files::SharedFile;
use canju::puzzle::Puzzle;
use canju::report::{Detail, Exporter, JsonLines};
use canju_engine::rules::shown;
use canju_engine::solver::Solver;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

const ABOUT: &str = "Decide one position: who wins when everyone plays their best, and by which move.\n\n\
    The first hand is to move unless --turn says otherwise. With three hands the first is the landlord's; the other two are the farmers', in \
    playing order; the farmers win together.";

fn after() -> String {
    format!(
        "Examples:
  canju solve 346999Q2 34JAAD
  canju solve 346999Q2 34JAAD --all-moves --format json
  canju solve K5 44Q --last J                             # the first hand must answer a J
  canju solve K5 44 6Q --turn 3 --last J --by 1           # farmer 2 must answer the landlord's J; farmer 1 has passed
  canju solve puzzles/published/game-levels.ddz:6         # the puzzle on line 6 of a pack
  canju solve 4445678899KK2 345567TTTKKAA --rules huanle,-trio_pair
  canju solve 345 678 9TJ                                 # landlord against two farmers
  canju solve 346999Q2 34JAAD --shortest                  # in how many plies?
  canju solve 3333469K 55578JQ2 --scoring douzero         # how many points?

{}

{BEST_MOVE}

Line of play: the winner plays winning moves, and the other side resists. {RESISTANCE}

{}

Exit codes: 0 decided; 1 undecided; 2 bad input or usage; 130 interrupted.",
        cards(),
        rules()
    )
}

const BEST_MOVE: &str = "\
Winning move: one that sheds the last card where there is one. Otherwise the one that wins soonest, where that takes no more \
nodes to find than the verdict did.

With --shortest the winner always plays the move that wins soonest, the loser the one that holds out longest, \
and the answer says how many plies the game lasts. Every move is a ply, a pass too. This can take far longer than the verdict, \
and much longer with each further card. If a limit ends it, the verdict stays, without a number of plies. The nodes and the \
time printed are those of the verdict.";

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
#[command(mut_arg("plain", |plain| plain.requires("proof").help_heading("Output")))]
pub struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub played_for: PlayedForArgs,
    #[command(flatten)]
    pub wanted: WantedArgs,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// Write a certificate of the verdict, which `canju verify` checks
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub proof: Option<PathBuf>,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<ExitCode> {
    let puzzle = plan::puzzle_for(&args.position, &args.rules, &args.played_for)?;
    let output = OutputPlan::new(&args.output);
    let options = plan::options(&args.solving)?;
    let mut task = plan::task(&args.solving);
    args.wanted.set(&mut task);
    check_places(args)?;
    let mut file = output.open()?;
    let proof = args.proof.as_deref().map(plan::create).transpose()?.map(SharedFile::new);
    output.explain(puzzle.position.rules(), &options, task.limits);
    interrupt::raise_on_ctrl_c(&task.stop)?;

    let (asked, progress) = (options.clone(), Progress::new(&output, Some(1)));
    let mut certificates = |_: &Puzzle| Ok(proof.clone().map(|file| Box::new(file) as Box<dyn Write>));
    let mut solver = Solver::new(options);
    let solved = batch::solve_and_certify(&mut solver, &puzzle, &task, &mut Some(&mut certificates));
    progress.finish();
    output.note_threads(&asked, asked.threads_that_fit(), solver.threads());
    drop(solver);
    let mut record = solved.map_err(|error| match error {
        CertificateError::TooLarge { most, compared } => anyhow!(proofs::too_large(most, compared)),
        error => error.into(),
    })?;
    if let Record::Solved(solved) = &mut record {
        output.show_statistics(&text!("the-search"), solved.statistics.as_ref());
        solved.statistics = solved.statistics.filter(|_| args.statistics);
    }
    if let (Some(path), Some(proof)) = (&args.proof, proof) {
        if is_decided(&record) {
            proof.commit().with_context(|| plan::cant_write(path))?;
        } else if !output.quiet {
            let path = path.to_string_lossy();
            let _ = writeln!(io::stderr(), "canju: {}", text!("certificate-not-written", path = shown(&path)));
        }
    }

    let written = match args.format {
        SingleFormat::Json => JsonLines::new(&mut file).record(&record),
        SingleFormat::Text => Detail::new(&mut file, output.palette, output.width()).record(&record),
    };
    written.and_then(|()| file.commit()).with_context(plan::cant_write_results)?;
    let mut summary = Summary::default();
    summary.add(&record);
    Ok(ExitCode::of(&summary, task.stop.is_stopped()))
}

/// No two of the files may be one.
fn check_places(args: &SolveArgs) -> anyhow::Result<()> {
    let outputs = [("--output", args.output.output.as_deref()), ("--proof", args.proof.as_deref())];
    places::check(&outputs, plan::file(&args.position))
}
