//! `canju grade`: how hard the puzzles of packs are. The measures are those of [`canju::grade`]; this is what people and
//! programs read.

use crate::cli::args::{EXIT_CODES, OutputArgs, RulesArgs, StakesArgs, number, parse_time};
use crate::cli::exit::ExitCode;
use crate::cli::language::{language, text};
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::{interrupt, places};
use anyhow::Context;
use canju::batch::{ErrorText, InputError, inputs};
use canju::files::OutputFile;
use canju::grade::{GradeRecord, Grader, Grades};
use canju::puzzle::Puzzle;
use canju::report::{Palette, padded, padded_left, verdict_name, width};
use canju_engine::rules::shown;
use canju_engine::search::{Limits, Reason, StopFlag, Verdict};
use canju_engine::solver::{Crew, InOrder, Options};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const ABOUT: &str = "Grade packs of puzzles: one number from 1.0 to 5.0 for each, and the measures it is made of.\n\n\
    Paths are read as `canju batch` reads them. All measures are exact and the same with any number of threads: the sets of \
    cards that win at first; the traps, first moves that look good and lose, and how long each takes to be refuted; the \
    line under best resistance, and how often its winner has only one move; cards that don't matter, one of which can be taken away \
    without a change of the verdict or the winning moves; whether players with simple habits win (the longest combination first, \
    the lowest card first, never breaking anything); and the structure of the hands. A move looks good if the hand needs one \
    combination less after it.";

fn after() -> String {
    format!(
        "The table: difficulty and, where the pack says one, the publisher's level; the verdict; sets of cards that win, of how many; \
traps, and the plies of the longest refutation (+ if it was not found, so it is long); plies of the line (~ if not the exact length), and the only \
moves among the winner's decisions; the structure in percent; which simple players win; the hands, and in brackets the cards that don't matter.

Examples:
  canju grade puzzles/published
  canju grade my.ddz --sort difficulty
  canju grade my.ddz --format jsonl --lookahead 8

{EXIT_CODES}"
    )
}

/// The forms of grades.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum GradeFormat {
    /// For people: a table
    Text,
    /// For programs: one JSON object on each line
    Jsonl,
}

/// What to sort by.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum GradeOrder {
    /// The easiest first
    Difficulty,
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct GradeArgs {
    /// Directories, files, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub stakes: StakesArgs,
    /// Sort the grades; by default they come in input order, each as soon as it is there
    #[arg(long, value_name = "BY")]
    pub sort: Option<GradeOrder>,
    /// Also find the least plies, up to N, that a careful player must look ahead to find the win and keep it; takes far longer
    #[arg(long, value_name = "N", value_parser = number::<u16>(0..=20), help_heading = "Solving")]
    pub lookahead: Option<u16>,
    /// Worker threads, 0 for one per core; each takes up to 64 MiB
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving", value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// Give up on a puzzle after this time, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time, help_heading = "Solving")]
    pub time_limit: Option<Duration>,
    /// Give up on a puzzle after this many nodes for one of its measures
    #[arg(long, value_name = "N", help_heading = "Solving")]
    pub node_limit: Option<u64>,
    /// Form of the grades
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: GradeFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The most puzzles for each thread that are read and whose grades are not yet printed.
const AHEAD: usize = 16;

/// The most bytes of grades that are remembered for repeats.
const REMEMBERED_BYTES: usize = 64 << 20;

pub(super) fn run(args: &GradeArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    places::check(&[("--output", args.output.output.as_deref())], args.paths.iter().map(PathBuf::as_path))?;
    let mut writer = GradeWriter { file: output.open()?, format: args.format, palette: output.palette, id_width: 0 };
    let outputs: Vec<PathBuf> = args.output.output.iter().cloned().collect();
    let stop = StopFlag::default();
    interrupt::raise_on_ctrl_c(&stop)?;
    let threads = Options { threads: args.threads.into(), ..Options::default() }.thread_count();
    let limits = Limits { time: args.time_limit, nodes: args.node_limit };
    let items = inputs(args.paths.clone(), outputs, args.stakes.defaults(&args.rules));
    let progress = Progress::new(&output, None);
    let (flag, lookahead) = (stop.clone(), args.lookahead);
    let grades = Arc::new(Grades::new(REMEMBERED_BYTES));
    let shared = grades.clone();
    let make = move || {
        let grader = Grader::new(limits, flag.clone());
        let mut grader = match lookahead {
            Some(most) => grader.with_lookahead(most),
            None => grader,
        };
        let grades = shared.clone();
        move |item| graded(&grades, &mut grader, item)
    };
    let (mut sorted, mut result, mut tally) = (Vec::new(), Ok(()), Tally::default());
    for record in InOrder::new(Crew { name: "canju-grade", threads, ahead: AHEAD }, items, make).read_apart() {
        // What was interrupted is not part of the answer.
        if record.reason == Some(Reason::Interrupted.name()) || stop.is_stopped() {
            break;
        }
        progress.count(false);
        tally.add(&record);
        match args.sort {
            Some(_) => sorted.push(record),
            None => result = progress.write(|| writer.write(&record)),
        }
        if result.is_err() {
            break;
        }
    }
    progress.finish();
    tally.repeats = grades.counts().hits;
    sorted.sort_by_key(|record| record.difficulty.map_or(u32::MAX, |difficulty| difficulty.tenths()));
    for record in &sorted {
        result = result.and_then(|()| writer.write(record));
    }
    result
        .and_then(|()| writer.file.flush())
        .and_then(|()| writer.file.commit())
        .with_context(plan::cant_write_results)?;
    if !output.quiet {
        let _ = writeln!(io::stderr(), "{}", tally.sentence());
    }
    Ok(tally.exit_code(stop.is_stopped()))
}

/// The record of an item.
fn graded(grades: &Grades, grader: &mut Grader, item: Result<Puzzle, InputError>) -> GradeRecord {
    let puzzle = match item {
        Ok(puzzle) => puzzle,
        Err(error) => return GradeRecord::failed(error.id(), ErrorText::of(&error)),
    };
    GradeRecord::new(&puzzle, &grades.grade(grader, &puzzle.position))
}

/// Counts of what was graded.
#[derive(Default)]
struct Tally {
    graded: u64,
    unknown: u64,
    errors: u64,
    differing: u64,
    tenths: u64,
    /// Grades that were taken from an equal puzzle before.
    repeats: u64,
}

impl Tally {
    fn add(&mut self, record: &GradeRecord) {
        self.errors += record.error.is_some() as u64;
        self.unknown += record.reason.is_some() as u64;
        self.differing += (record.ok == Some(false)) as u64;
        if let Some(difficulty) = record.difficulty {
            self.graded += 1;
            self.tenths += u64::from(difficulty.tenths());
        }
    }

    fn sentence(&self) -> String {
        let Tally { graded, unknown, errors, differing, tenths, repeats } = self;
        let mean = (tenths + graded / 2) / graded.max(&1);
        let rest = text!("graded-rest", unknown = *unknown, errors = *errors, differing = *differing);
        let sentence = match graded {
            0 => text!("graded", count = *graded, rest = rest),
            _ => {
                let mean = format!("{}.{}", mean / 10, mean % 10);
                text!("graded-average", count = *graded, mean = mean, rest = rest)
            }
        };
        match repeats {
            0 => sentence,
            _ => sentence + &text!("graded-remembered", count = *repeats),
        }
    }

    fn exit_code(&self, interrupted: bool) -> ExitCode {
        match () {
            () if interrupted => ExitCode::Interrupted,
            () if self.differing > 0 => ExitCode::Differs,
            () if self.errors > 0 => ExitCode::BadInput,
            () if self.unknown > 0 => ExitCode::Undecided,
            () => ExitCode::Success,
        }
    }
}

/// Writes records in the form asked for.
struct GradeWriter {
    file: OutputFile,
    format: GradeFormat,
    palette: Palette,
    /// The widest id so far: lines are written as they come, so the column can only get wider. 0 before the head is written.
    id_width: usize,
}

/// The head of the table, after the ids.
fn head() -> String {
    [
        padded(&text!("grade-level"), 9),
        padded_left(&text!("grade-grade"), 5),
        padded(&text!("grade-verdict"), 7),
        padded_left(&text!("grade-wins"), 5),
        padded_left(&text!("grade-traps"), 6),
        padded_left(&text!("grade-plies"), 6),
        padded_left(&text!("grade-only"), 6),
        padded_left(&text!("grade-look"), 5),
    ]
    .join(" ")
        + &format!("  {}  {}", padded(&text!("grade-easy"), 9), text!("grade-hands"))
}

impl GradeWriter {
    fn write(&mut self, record: &GradeRecord) -> io::Result<()> {
        match self.format {
            GradeFormat::Jsonl => writeln!(self.file, "{}", serde_json::to_string(record)?)?,
            GradeFormat::Text => {
                if self.id_width == 0 {
                    self.id_width = 30;
                    writeln!(self.file, "{} {}", padded(&text!("grade-puzzle"), self.id_width), head())?;
                }
                let id = shown(record.id.as_deref().unwrap_or_default());
                let id = padded(&id, self.id_width);
                self.id_width = self.id_width.max(width(&id));
                let row = self.row(record);
                writeln!(self.file, "{}", format!("{id} {row}").trim_end())?;
            }
        }
        self.file.flush()
    }

    /// A row of the table, after the id.
    fn row(&self, record: &GradeRecord) -> String {
        if let Some(error) = &record.error {
            return format!("{} {}", self.palette.notable(&text!("label-error")), shown(error.in_language(language())));
        }
        let level = padded(&shown(record.level.as_deref().unwrap_or("-")), 9);
        let hands = shown(&record.hands.join(" | ")).into_owned();
        if let Some(reason) = record.reason {
            let limit = self.palette.notable(&text!("limit-was", limit = reason));
            let unknown = padded(&text!("verdict-unknown"), 7);
            return format!("{level}     - {unknown}  {limit}  {hands}");
        }
        let verdict = record.verdict.unwrap_or("-");
        let colour = if verdict == "win" { Verdict::Win } else { Verdict::Loss };
        let value = record.value.map_or(String::new(), |value| format!(" {value:+}"));
        let verdict = self.palette.verdict(colour, &padded(&(verdict_name(language(), verdict) + &value), 7));
        let difficulty = record.difficulty.map(|difficulty| difficulty.to_string()).unwrap_or_default();
        let wins = record.winning_moves.as_ref().map_or(0, Vec::len);
        let wins = format!("{wins}/{}", record.choices.unwrap_or_default());
        let traps = record.traps.as_deref().unwrap_or_default();
        let longest = match traps.iter().map(|trap| trap.plies).collect::<Option<Vec<_>>>() {
            Some(plies) => plies.into_iter().max().map_or(String::new(), |most| format!(":{most}")),
            None => ":+".to_owned(),
        };
        let traps = format!("{}{longest}", traps.len());
        let about = if record.plies_exact == Some(false) { "~" } else { "" };
        let plies = format!("{about}{}", record.plies.unwrap_or_default());
        let only = format!("{}/{}", record.only_moves.unwrap_or_default(), record.decisions.unwrap_or_default());
        let look = format!("{}%", record.structure.unwrap_or_default());
        let players = record.simple_players.as_deref().unwrap_or_default();
        let winners = players.iter().filter(|player| player.wins);
        let easy: Vec<String> = winners.map(|player| language().named("habit", player.habit)).collect();
        let easy = padded(&if easy.is_empty() { "-".to_owned() } else { easy.join(&text!("between-habits")) }, 9);
        let idle = record.idle_cards.as_deref().unwrap_or_default();
        let idle = if idle.iter().all(String::is_empty) { String::new() } else { format!("  ({})", idle.join("|")) };
        let ahead =
            record.lookahead.map_or(String::new(), |plies| format!("  {}", text!("looks-ahead", count = plies)));
        let differs = match record.ok {
            Some(false) => format!("  {}", self.palette.notable(&text!("not-as-expected"))),
            _ => String::new(),
        };
        format!(
            "{level} {difficulty:>5} {verdict} {wins:>5} {traps:>6} {plies:>6} {only:>6} {look:>5}  {easy}  {hands}{idle}{ahead}{differs}"
        )
    }
}
