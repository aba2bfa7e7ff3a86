//! `canju batch`: packs of puzzles.

use crate::cli::args::{EXIT_CODES, JournalArgs, OutputArgs, RulesArgs, SolvingArgs, StakesArgs, WantedArgs, one_of};
use crate::cli::complaint::complain;
use crate::cli::exit::ExitCode;
use crate::cli::language::{language, said, text};
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::proofs::ProofDir;
use crate::cli::slowest::Slowest;
use crate::cli::{interrupt, places};
use anyhow::{Context, bail};
use canju::batch::{self, Batch, InputError, Journal, Summary};
use canju::puzzle::Puzzle;
use canju::report::{Format, breakdown_lines, summary_line};
use canju_engine::rules::shown;
use canju_engine::search::StopFlag;
use canju_engine::solver::{Field, Kind, Resistance, Task, Value as Asked};
use canju_engine::text::Defaults;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const ABOUT: &str = "Solve packs of puzzles and print a record for each, in input order.\n\n\
    A directory is searched for *.ddz and *.jsonl files, recursively and in the order of their names; a file is read \
    whatever its name; `-` is standard input. Each line is a puzzle, typed or as a JSON object. A line that is not a \
    puzzle becomes an error record, and the other lines are solved.\n\n\
    Every core takes a puzzle of its own; hard ones begin first, and cores that have nothing else to do help with them. In lines of play the losing \
    side plays the move after which the win looks hardest, a cheaper choice than that of `canju solve`. A puzzle with the \
    position of an earlier one, up to renaming ranks, is not solved again: its record says `same_as`.\n\n\
    Each line of standard input is answered as it comes, without waiting for the next: a program in any language can \
    keep `canju batch - --format jsonl` running, write a line and read its record.\n\n\
    After the first Ctrl-C nothing new is begun, and what is running ends as `unknown` (`interrupted`) within a second; \
    the second Ctrl-C ends the program at once. With --resume the same command goes on where it stopped; the journal must \
    belong to the same paths, rules, filters and limits.";

fn after() -> String {
    format!(
        "Packs:
  # a comment
  @rules huanle,-trio_pair          # for the lines below
  33334567TTAAAA | DXJJ999 | expect=loss name=\"WeChat classic\"
  346999Q2 | 34JAAD | expect=win best=3999 rules=huanle
  K5 | Q44 | last=J expect=win
  345 | 678 | 9TJ                   # landlord, then the two farmers in playing order

  A line's own `rules=` overrides `@rules`, and `@rules` overrides --rules.

JSON lines:
  {{\"id\":\"a1\",\"hands\":[\"KK5543\",\"225543\"],\"last\":null,\"rules\":\"huanle\",\"expected\":\"win\"}}

Examples:
  canju batch puzzles
  canju batch puzzles --format markdown --time-limit 10s
  generate | canju batch - --format jsonl --output results.jsonl
  canju batch puzzles -o results.jsonl --format jsonl --resume    # the first time, and again after a crash

{EXIT_CODES}"
    )
}

/// The forms of the records.
const FORMATS: [(&str, &str, Format); 4] = [
    ("text", "For people: a line for each puzzle and a closing summary", Format::Text),
    ("jsonl", "For programs: one JSON object on each line", Format::JsonLines),
    ("csv", "For spreadsheets", Format::Csv),
    ("markdown", "For an issue or a post", Format::Markdown),
];

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
#[command(mut_arg("plain", |plain| plain.requires("proof_dir").help_heading("Output")))]
pub struct BatchArgs {
    /// Directories, files, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub stakes: StakesArgs,
    /// Only puzzles whose id (path:line) matches; that none does is an error
    #[arg(long, value_name = "GLOB", value_parser = |text: &str| glob::Pattern::new(text))]
    pub only: Option<glob::Pattern>,
    /// Only puzzles of at most this many cards, all hands together
    #[arg(long, value_name = "N")]
    pub max_cards: Option<u32>,
    /// Solve nothing: list the puzzles that are equal up to renaming ranks
    #[arg(long, conflicts_with_all = ["journal", "resume"])]
    pub dedupe_report: bool,
    #[command(flatten)]
    pub wanted: WantedArgs,
    #[command(flatten)]
    pub solving: SolvingArgs,
    /// Write a certificate of each verdict into this directory
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub proof_dir: Option<PathBuf>,
    /// Stop after the first error or answer that differs from the expected one
    #[arg(long, help_heading = "Solving")]
    pub fail_fast: bool,
    /// Exit with 0 if every record is written, whatever the answers; not after Ctrl-C or bad usage
    #[arg(long, conflicts_with_all = ["fail_fast", "dedupe_report"], help_heading = "Output")]
    pub exit_zero: bool,
    /// Write records as they come instead of in input order
    #[arg(long, help_heading = "Output")]
    pub unordered: bool,
    #[command(flatten)]
    pub journal: JournalArgs,
    /// Form of the records
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = one_of(&FORMATS), help_heading = "Output")]
    pub format: Format,
    /// Add what the search did to the JSON record: nodes by kind, probes, hits, splits, most bytes
    #[arg(long, help_heading = "Output")]
    pub statistics: bool,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// Inputs with more bytes than this are not read twice only to count the puzzles for the progress bar.
const COUNTED_BYTES: u64 = 64 << 20;

pub(super) fn run(args: &BatchArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let journal_path = args.journal.path(&args.output)?;
    let named = [("--output", args.output.output.as_deref()), ("--journal", journal_path.as_deref())];
    let outputs: Vec<PathBuf> = named.iter().filter_map(|(_, path)| path.map(PathBuf::from)).collect();
    // A directory is searched, and its own outputs are not among what is found.
    places::check(&named, args.paths.iter().map(PathBuf::as_path))?;
    let selection = Selection::new(args, outputs.clone());
    if args.dedupe_report {
        return list_groups(args, &output, &selection);
    }
    let (options, task) = (plan::options(&args.solving)?, task(args));
    let quit = StopFlag::default();
    let format = args.format;
    // Nothing is touched before all is known to be right; the journal comes last, as it may be made here.
    let mut file = output.open()?;
    let is_busy = file.is_written_by_another();
    let mut exporter = format.exporter(&mut file, output.palette).with_context(plan::cant_write_results)?;
    let proofs = args.proof_dir.as_deref().map(|path| {
        ProofDir::create(path, outputs).with_context(|| text!("cant-write-certificates", path = path.to_string_lossy()))
    });
    let proofs = proofs.transpose()?;
    let journal = journal_path
        .map(|path| Journal::open(&path, identity(args), args.journal.resume).map_err(anyhow::Error::from))
        .transpose()?;
    // Behind the journal, which says more if the other run has it, too.
    if let Some(path) = args.output.output.as_deref().filter(|_| is_busy) {
        bail!(text!("output-busy", path = path.to_string_lossy()));
    }
    output.explain(&args.rules.rules, &options, task.limits);
    let workers = batch::workers_that_fit(&options);
    output.note_threads(&options, workers, workers);
    if let Some((_, replay)) = journal.as_ref().filter(|(_, replay)| !output.quiet && replay.finished() > 0) {
        let _ = writeln!(io::stderr(), "canju: {}", text!("in-the-journal", count = replay.finished()));
    }
    interrupt::quit_on_ctrl_c(&quit, &task.stop)?;

    let start = Instant::now();
    let total = if output.shows_progress() { total(&selection) } else { None };
    let progress = Progress::new(&output, total);
    let mut slowest = Slowest::default();
    let mut batch = Batch::new(options)
        .task(task)
        .quit(quit.clone())
        .unordered(args.unordered)
        .fail_fast(args.fail_fast)
        .statistics(args.statistics)
        .observer(&progress);
    if let Some((journal, replay)) = journal {
        batch = batch.journal(journal, replay);
    }
    if let Some(proofs) = &proofs {
        batch = batch.certificates(proofs);
    }
    let result = batch.run(selection.items(), |record| {
        slowest.add(&record);
        progress.write(|| exporter.record(&record))
    });
    progress.finish();

    let summary = result?;
    let elapsed = start.elapsed();
    if !quit.is_stopped() {
        selection.check()?;
    }
    exporter.finish(&summary, elapsed).with_context(plan::cant_write_results)?;
    drop(exporter);
    file.commit().with_context(plan::cant_write_results)?;
    let said = output.is_stdout() && format.is_for_people();
    if !output.quiet {
        if !said {
            let _ = writeln!(
                io::stderr(),
                "{}{}",
                breakdown_lines(language(), &summary),
                summary_line(language(), &summary, elapsed)
            );
        }
        let _ = write!(io::stderr(), "{slowest}");
    }
    let counted = if args.exit_zero { Summary::default() } else { summary };
    Ok(ExitCode::of(&counted, quit.is_stopped()))
}

/// Which of the puzzles are asked for.
struct Selection {
    paths: Vec<PathBuf>,
    /// What the batch writes: in a directory it is passed over.
    outputs: Vec<PathBuf>,
    defaults: Defaults,
    only: Option<glob::Pattern>,
    max_cards: Option<u32>,
    /// Did any id match? Read when all items have come.
    matched: Arc<AtomicBool>,
}

impl Selection {
    fn new(args: &BatchArgs, outputs: Vec<PathBuf>) -> Selection {
        let (paths, only) = (args.paths.clone(), args.only.clone());
        let defaults = args.stakes.defaults(&args.rules);
        Selection { paths, outputs, defaults, only, max_cards: args.max_cards, matched: Arc::default() }
    }

    /// The puzzles asked for.
    fn items(&self) -> impl Iterator<Item = Result<Puzzle, InputError>> + Send + use<> {
        let (only, max_cards, matched) = (self.only.clone(), self.max_cards, self.matched.clone());
        batch::inputs(self.paths.clone(), self.outputs.clone(), self.defaults).filter(move |item| {
            let few_cards = |puzzle: &Puzzle| max_cards.is_none_or(|most| puzzle.position.cards() <= most);
            let matches = only.as_ref().is_none_or(|only| only.matches(id(item)));
            matched.fetch_or(matches, Ordering::Relaxed);
            match item {
                Ok(puzzle) => matches && few_cards(puzzle),
                // Its puzzles are not known, so the pattern can't leave them out.
                Err(error) => matches || error.is_of_path(),
            }
        })
    }

    /// A pattern that matches nothing is mistyped: nobody wants no result.
    fn check(&self) -> anyhow::Result<()> {
        match &self.only {
            Some(only) if !self.matched.load(Ordering::Relaxed) => {
                bail!(text!("only-matches-nothing", pattern = only.as_str()))
            }
            _ => Ok(()),
        }
    }
}

fn id(item: &Result<Puzzle, InputError>) -> &str {
    match item {
        Ok(puzzle) => &puzzle.id,
        Err(error) => error.id(),
    }
}

/// Everything that a batch's records depend on, to recognise the journal of another batch.
fn identity(args: &BatchArgs) -> Map<String, Value> {
    let (unset, task) = (base(), task(args));
    let paths = args.paths.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>();
    let values = [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("paths", json!(paths)),
        ("rules", json!(args.rules.rules.to_string())),
        ("only", json!(args.only.as_ref().map(|only| only.as_str()))),
        ("max_cards", json!(args.max_cards)),
        ("proof_dir", json!(args.proof_dir.as_ref().map(|path| path.to_string_lossy()))),
    ];
    // Only if they are set, so that journals made before these options existed stay valid.
    let first = ["all_moves", "time_limit", "node_limit"];
    let is_kept = |field: &&Field| first.contains(&field.name) || field.get(&task) != field.get(&unset);
    let asked = Task::FIELDS.iter().filter(is_kept).map(|field| (field.name, as_json(field, &task)));
    let statistics = args.statistics.then_some(("statistics", Value::Bool(true)));
    values
        .into_iter()
        .chain(asked)
        .chain(statistics)
        .chain(args.stakes.identity())
        .map(|(field, value)| (field.to_owned(), value))
        .collect()
}

/// What is asked of a puzzle where nothing is said. Most puzzles take less time than a line of play with the best resistance would.
fn base() -> Task {
    Task { resistance: Resistance::Quick, ..Task::default() }
}

/// What is asked of each puzzle.
fn task(args: &BatchArgs) -> Task {
    let mut task = base();
    args.wanted.set(&mut task);
    args.solving.limits.set(&mut task);
    task
}

/// A field of a task as a journal has it.
fn as_json(field: &Field, task: &Task) -> Value {
    match (field.get(task), field.kind) {
        (Asked::Absent, _) => Value::Null,
        (Asked::Switch(on), _) => json!(on),
        (Asked::Count(count), _) => json!(count),
        (Asked::Time(time), _) => json!(humantime::format_duration(time).to_string()),
        (Asked::Name(number), Kind::OneOf(names)) => json!(names[number]),
        (Asked::Name(number), _) => json!(number),
    }
}

/// `--dedupe-report`: one line for each position that occurs more than once, with its puzzles.
fn list_groups(args: &BatchArgs, output: &OutputPlan, selection: &Selection) -> anyhow::Result<ExitCode> {
    let mut file = output.open()?;
    let found = batch::by_position(selection.items());
    let puzzles: usize = found.groups.iter().map(Vec::len).sum();
    for group in found.groups.iter().filter(|group| group.len() > 1) {
        match args.format {
            Format::JsonLines => writeln!(file, "{}", json!({"schema": "canju.group/1", "ids": group}))?,
            _ => writeln!(file, "{}", shown(&group.join("  ")))?,
        }
    }
    file.commit().with_context(plan::cant_write_results)?;
    for error in &found.errors {
        complain(text!("told-of", what = error.id(), problem = said(error)));
    }
    if !output.quiet {
        let positions = found.groups.len();
        let _ = writeln!(
            io::stderr(),
            "{}",
            [
                text!("puzzles", count = puzzles),
                text!("positions", count = positions),
                text!("repeats", count = puzzles - positions),
            ]
            .join(&text!("comma"))
        );
    }
    selection.check()?;
    Ok(if found.errors.is_empty() { ExitCode::Success } else { ExitCode::BadInput })
}

/// The number of items, if that is cheap to find out. A stream can't be read twice.
fn total(selection: &Selection) -> Option<u64> {
    let mut bytes = 0;
    for path in &selection.paths {
        for entry in walkdir::WalkDir::new(path).follow_links(true).into_iter().filter_map(Result::ok) {
            if !entry.file_type().is_dir() {
                let metadata = entry.metadata().ok().filter(|metadata| metadata.is_file())?;
                bytes += metadata.len();
            }
        }
    }
    let streams = selection.paths.iter().any(|path| path.as_os_str() == "-");
    (!streams && bytes <= COUNTED_BYTES).then(|| selection.items().count() as u64)
}
