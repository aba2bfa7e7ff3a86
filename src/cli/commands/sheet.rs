//! `canju sheet`: puzzles to print. What the pages look like is in [`canju::report`]; here the puzzles are read and solved.

use crate::cli::args::{OutputArgs, RulesArgs, SolvingArgs, rules};
use crate::cli::complaint::complain;
use crate::cli::exit::ExitCode;
use crate::cli::language::{language, text};
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::{interrupt, places};
use anyhow::{Context, ensure};
use canju::batch::inputs;
use canju::report::{PUZZLES_OF_PAGE, SheetPuzzle, sheet, verdict_name};
use canju_engine::rules::{Move, Position};
use canju_engine::search::Verdict;
use canju_engine::solver::{Solver, Task};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// The most puzzles of a sheet: a hundred pages.
const MOST: usize = 600;

const ABOUT: &str = "Make a sheet of puzzles to print: one file of HTML, six puzzles to a page as cards, the answers behind the last of \
    them. Open it in a browser and print it, on A4. It is in the language of --lang.\n\n\
    Each puzzle is solved, and the answer printed is the one found. If it is not the one that the pack has, nothing is made.";

fn after() -> String {
    format!(
        "Examples:
  canju sheet puzzles/graded/2-easy.ddz --count 12 --output sheet.html
  canju sheet puzzles/bank/three-feeds-partner.ddz --lang zh --title 喂牌 > sheet.html
  canju generate --cards 8+8 --unique --count 6 | canju sheet - --output six.html

{}

Exit codes: 0 made; 1 a puzzle is undecided, which the answers say; 2 bad input or usage; 3 an answer differs; 130 interrupted.",
        rules()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct SheetArgs {
    /// Directories, files, or - for standard input
    #[arg(required = true, value_name = "PACK")]
    pub paths: Vec<PathBuf>,
    /// Only the first N puzzles; without it there may be 600 at most
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,
    /// The title of the pages
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub solving: SolvingArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

pub(super) fn run(args: &SheetArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    places::check(&[("--output", args.output.output.as_deref())], args.paths.iter().map(PathBuf::as_path))?;
    let task = Task { line: false, ..plan::task(&args.solving) };
    let mut solver = Solver::new(plan::options(&args.solving)?);
    let mut file = output.open()?;
    let wanted = args.count.unwrap_or(MOST + 1);
    let outputs = args.output.output.iter().cloned().collect();
    let read = inputs(args.paths.clone(), outputs, args.rules.rules).take(wanted);
    let puzzles = read.collect::<Result<Vec<_>, _>>()?;
    ensure!(!puzzles.is_empty(), text!("no-puzzles"));
    ensure!(puzzles.len() <= MOST, text!("too-many-for-a-sheet", count = MOST));
    interrupt::raise_on_ctrl_c(&task.stop)?;
    let progress = Progress::new(&output, Some(puzzles.len() as u64));
    let (mut solved, mut is_open) = (Vec::new(), false);
    for puzzle in puzzles {
        let report = solver.solve(&puzzle.position, &task);
        if task.stop.is_stopped() {
            return Ok(ExitCode::Interrupted);
        }
        let verdict = report.verdict();
        is_open |= verdict.reason().is_some();
        let expected = puzzle.expected.map(|expected| expected.verdict());
        if verdict.reason().is_none() && expected.is_some_and(|expected| expected != verdict) {
            progress.finish();
            let name = |verdict: Verdict| verdict_name(language(), verdict.name());
            complain(text!(
                "sheet-differs",
                id = &puzzle.id,
                expected = name(expected.unwrap_or(verdict)),
                verdict = name(verdict)
            ));
            return Ok(ExitCode::Differs);
        }
        // The pack's move is the one that its author means, as long as it wins.
        let meant = puzzle.expected.and_then(|expected| expected.best());
        let best = match meant.filter(|_| verdict == Verdict::Win) {
            Some(played) if wins(&mut solver, &puzzle.position, &task, played) => Some(played),
            _ => report.best(),
        };
        solved.push(SheetPuzzle { puzzle, verdict, best });
        progress.count(false);
    }
    progress.finish();
    let html = sheet(&solved, args.title.as_deref(), language());
    file.write_all(html.as_bytes())
        .and_then(|()| file.flush())
        .and_then(|()| file.commit())
        .with_context(plan::cant_write_results)?;
    if !output.quiet && !output.is_stdout() {
        let pages = solved.len().div_ceil(PUZZLES_OF_PAGE);
        let puzzles = text!("puzzles", count = solved.len());
        let _ = writeln!(io::stderr(), "canju: {}", text!("sheet-made", puzzles = puzzles, pages = pages));
    }
    Ok(if is_open { ExitCode::Undecided } else { ExitCode::Success })
}

/// Is this a legal move, and does it win?
fn wins(solver: &mut Solver, position: &Position, task: &Task, played: Move) -> bool {
    position.play(played).is_ok()
        && solver.consult(position, task, |asked| asked.decide_move(position, played, u64::MAX)) == Verdict::Win
}
