//! `canju generate`: new puzzles as a pack or as JSON lines. The work is that of [`canju_puzzles::generate`]; here are the limits, the
//! order and the output.

use crate::cli::args::{GenerateArgs, GenerateFormat, WantedVerdict};
use crate::cli::exit::ExitCode;
use crate::cli::in_order::in_order;
use crate::cli::interrupt;
use crate::cli::plan::OutputPlan;
use crate::cli::progress::Progress;
use crate::cli::seed::{new_seed, note_seed};
use anyhow::Context;
use canju_engine::search::{StopFlag, Verdict};
use canju_engine::solver::Options;
use canju_packs::batch::CANT_WRITE;
use canju_packs::report::{counted, thousands};
use canju_puzzles::generate::{Known, MOST_MISSES, Made, Maker, Request};
use canju_puzzles::grade::GradeRecord;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

/// Why a run ended with fewer puzzles than were asked for.
enum Short {
    Time,
    Misses,
}

pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let output = OutputPlan::new(&args.output);
    let (seed, first) = args.seed.unwrap_or_else(|| (new_seed(), 0));
    let request = request(args, seed);
    request.check()?;
    let mut file = output.open()?;
    note_seed(args.seed.map(|(seed, _)| seed), seed, &output);
    let stop = StopFlag::default();
    interrupt::raise_on_ctrl_c(&stop)?;
    // Raised at the end as well, for then what is being made is no longer wanted.
    let enough = stop.child();
    if args.format == GenerateFormat::Ddz {
        let head = writeln!(file, "# canju {}\n@rules {}", command(args, &request, (seed, first)), request.rules);
        head.and_then(|()| file.flush()).context(CANT_WRITE)?;
    }
    let threads = Options { threads: args.threads.into(), ..Options::default() }.thread_count();
    let mut known = if args.with_shipped { Known::default() } else { Known::shipped(request.rules) };
    let progress = Progress::new(&output, Some(args.count).filter(|&count| count > 1));
    let (mut made, mut misses, mut short, mut result) = (0, 0, None, Ok(()));
    let is_late = || args.time_limit.is_some_and(|most| start.elapsed() >= most);
    in_order(
        threads,
        first..=u64::MAX,
        || Maker::new(request.clone(), enough.clone()),
        |maker: &mut Maker, candidate| maker.make(candidate),
        || {
            // Nothing that was interrupted may be taken for a candidate without a puzzle.
            let over = stop.is_stopped() || is_late();
            if over {
                enough.stop();
            }
            over
        },
        |found: Option<Made>| {
            match found.filter(|found| known.is_new(&found.puzzle.position)) {
                Some(found) => {
                    (made, misses) = (made + 1, 0);
                    progress.count(false);
                    result = progress.write(|| write(&mut file, args.format, &found));
                }
                None => misses += 1,
            }
            if misses == MOST_MISSES {
                short = Some(Short::Misses);
            }
            if made == args.count || misses == MOST_MISSES || result.is_err() {
                enough.stop();
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        },
    );
    progress.finish();
    result.and_then(|()| file.commit()).context(CANT_WRITE)?;
    if made < args.count && short.is_none() && !stop.is_stopped() {
        short = Some(Short::Time);
    }
    if !output.quiet
        && let Some(why) = short.as_ref().map(|short| match short {
            Short::Time => "the time limit is reached".to_owned(),
            Short::Misses => format!("{} candidates in a row gave none", thousands(MOST_MISSES)),
        })
    {
        let _ = writeln!(io::stderr(), "canju: {}: {why}", counted(made, "puzzle", "puzzles"));
    }
    Ok(match () {
        () if stop.is_stopped() => ExitCode::Interrupted,
        () if made < args.count => ExitCode::Undecided,
        () => ExitCode::Success,
    })
}

fn request(args: &GenerateArgs, seed: u64) -> Request {
    let verdict = args.verdict.map(|verdict| match verdict {
        WantedVerdict::Win => Verdict::Win,
        WantedVerdict::Loss => Verdict::Loss,
    });
    Request {
        rules: args.rules.rules,
        verdict,
        is_unique: args.unique,
        difficulty: args.difficulty,
        is_minimal: args.minimal,
        seed,
        ..Request::new(args.cards.clone())
    }
}

/// The command that makes the same pack again.
fn command(args: &GenerateArgs, request: &Request, (seed, first): (u64, u64)) -> String {
    let mut text = format!("generate --cards {} --count {} --seed {seed}", request.sizes, args.count);
    // Writing to a string does not fail.
    if first > 0 {
        let _ = write!(text, ":{first}");
    }
    if request.rules != Default::default() {
        let _ = write!(text, " --rules {}", request.rules);
    }
    if let Some(verdict) = request.verdict {
        let _ = write!(text, " --verdict {verdict}");
    }
    if let Some((least, most)) = request.difficulty {
        let _ = write!(text, " --difficulty {least}..{most}");
    }
    let switches = [("--unique", args.unique), ("--minimal", args.minimal), ("--with-shipped", args.with_shipped)];
    for (switch, _) in switches.iter().filter(|(_, set)| *set) {
        let _ = write!(text, " {switch}");
    }
    text
}

fn write(file: &mut impl Write, format: GenerateFormat, made: &Made) -> io::Result<()> {
    match format {
        GenerateFormat::Ddz => {
            // The rules stand at the head of the pack.
            let rules = format!("| rules={} ", made.puzzle.position.rules());
            writeln!(file, "{}", made.puzzle.to_string().replacen(&rules, "| ", 1))?;
        }
        GenerateFormat::Jsonl => {
            let record = GradeRecord::new(&made.puzzle, &Ok(made.grade.clone()));
            writeln!(file, "{}", serde_json::to_string(&record)?)?;
        }
    }
    file.flush()
}
