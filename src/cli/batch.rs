//! `canju batch`: packs of puzzles.

use super::args::{BatchArgs, BatchFormat};
use super::complaint::complain;
use super::exit::ExitCode;
use super::plan::{self, OutputPlan};
use super::progress::Progress;
use super::proofs::ProofDir;
use super::slowest::Slowest;
use super::{interrupt, places};
use anyhow::{Context, bail};
use canju_engine::rules::{Ruleset, shown};
use canju_engine::search::StopFlag;
use canju_engine::solver::{Options, Resistance};
use canju_packs::batch::{self, Batch, CANT_WRITE, InputError, Journal, Summary};
use canju_packs::puzzle::Puzzle;
use canju_packs::report::{Format, breakdown_lines, counted, summary_line, thousands};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Inputs with more bytes than this are not read twice only to count the puzzles for the progress bar.
const COUNTED_BYTES: u64 = 64 << 20;

pub(super) fn run(args: BatchArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let journal_path = journal_path(&args)?;
    let named = [("--output", args.output.output.as_deref()), ("--journal", journal_path.as_deref())];
    let outputs: Vec<PathBuf> = named.iter().filter_map(|(_, path)| path.map(PathBuf::from)).collect();
    // A directory is searched, and its own outputs are not among what is found.
    places::check(&named, args.paths.iter().map(PathBuf::as_path).filter(|path| !path.is_dir()))?;
    let selection = Selection::new(&args, outputs.clone());
    if args.dedupe_report {
        return list_groups(&args, &output, &selection);
    }
    // Most puzzles take less time than a line of play with the best resistance would.
    let options = Options {
        all_moves: args.all_moves,
        shortest: args.shortest,
        plain: args.plain,
        resistance: Resistance::Quick,
        ..plan::options(&args.solving)?
    };
    let quit = StopFlag::default();
    let format = Format::from(args.format);
    // Nothing is touched before all is known to be right; the journal comes last, as it may be made here.
    let mut file = output.open()?;
    let mut exporter = format.exporter(&mut file, output.palette).context(CANT_WRITE)?;
    let proofs = args.proof_dir.as_deref().map(|path| {
        ProofDir::create(path, outputs).with_context(|| format!("can't write certificates to {}", path.display()))
    });
    let proofs = proofs.transpose()?;
    let journal = journal_path
        .map(|path| Journal::open(&path, identity(&args), args.resume).map_err(anyhow::Error::from))
        .transpose()?;
    output.explain(&args.rules.rules, &options);
    let workers = batch::workers_that_fit(&options);
    output.note_threads(&options, workers, workers);
    if let Some((_, replay)) = journal.as_ref().filter(|(_, replay)| !output.quiet && replay.finished() > 0) {
        let _ = writeln!(io::stderr(), "canju: {} of them are in the journal", thousands(replay.finished()));
    }
    interrupt::quit_on_ctrl_c(&quit, &options.stop)?;

    let start = Instant::now();
    let total = if output.shows_progress() { total(&selection) } else { None };
    let progress = Progress::new(&output, total);
    let mut slowest = Slowest::default();
    let mut batch = Batch::new(options)
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
    exporter.finish(&summary, elapsed).context(CANT_WRITE)?;
    drop(exporter);
    file.commit().context(CANT_WRITE)?;
    let said = output.is_stdout() && matches!(format, Format::Text | Format::Markdown);
    if !output.quiet {
        if !said {
            let _ = writeln!(io::stderr(), "{}{}", breakdown_lines(&summary), summary_line(&summary, elapsed));
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
    rules: Ruleset,
    only: Option<glob::Pattern>,
    max_cards: Option<u32>,
    /// Did any id match? Read when all items have come.
    matched: Arc<AtomicBool>,
}

impl Selection {
    fn new(args: &BatchArgs, outputs: Vec<PathBuf>) -> Selection {
        let (paths, rules, only) = (args.paths.clone(), args.rules.rules, args.only.clone());
        Selection { paths, outputs, rules, only, max_cards: args.max_cards, matched: Arc::default() }
    }

    /// The puzzles asked for.
    fn items(&self) -> impl Iterator<Item = Result<Puzzle, InputError>> + Send + use<> {
        let (only, max_cards, matched) = (self.only.clone(), self.max_cards, self.matched.clone());
        batch::inputs(self.paths.clone(), self.outputs.clone(), self.rules).filter(move |item| {
            let few_cards = |puzzle: &Puzzle| max_cards.is_none_or(|most| puzzle.position.cards() <= most);
            let matches = only.as_ref().is_none_or(|only| only.matches(id(item)));
            matched.fetch_or(matches, Ordering::Relaxed);
            match item {
                Ok(puzzle) => matches && few_cards(puzzle),
                // Which puzzles are in there is not known, so the pattern can't leave them out.
                Err(error) => matches || error.is_of_path(),
            }
        })
    }

    /// A pattern that matches nothing is mistyped: nobody wants no result.
    fn check(&self) -> anyhow::Result<()> {
        match &self.only {
            Some(only) if !self.matched.load(Ordering::Relaxed) => {
                bail!(
                    "--only `{only}` matches no puzzle: ids are like published/circulated.ddz:4, and * stands for anything"
                )
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

/// Where the journal is, if one is wanted.
fn journal_path(args: &BatchArgs) -> anyhow::Result<Option<PathBuf>> {
    Ok(Some(match (&args.journal, &args.output.output) {
        (Some(path), _) => path.clone(),
        (None, _) if !args.resume => return Ok(None),
        (None, Some(output)) => {
            let mut name = output.clone().into_os_string();
            name.push(".journal");
            PathBuf::from(name)
        }
        (None, None) => bail!("--resume needs --journal FILE, or an --output FILE to name it after"),
    }))
}

/// Everything that a batch's records depend on, to recognise the journal of another batch.
fn identity(args: &BatchArgs) -> Map<String, Value> {
    let paths = args.paths.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>();
    let limit = args.solving.time_limit.map(|limit| humantime::format_duration(limit).to_string());
    let values = [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("paths", json!(paths)),
        ("rules", json!(args.rules.rules.to_string())),
        ("only", json!(args.only.as_ref().map(|only| only.as_str()))),
        ("max_cards", json!(args.max_cards)),
        ("all_moves", json!(args.all_moves)),
        ("time_limit", json!(limit)),
        ("node_limit", json!(args.solving.node_limit)),
        ("proof_dir", json!(args.proof_dir.as_ref().map(|path| path.to_string_lossy()))),
    ];
    // Only if they are set, so that journals made before these options existed stay valid.
    let later = [("statistics", args.statistics), ("shortest", args.shortest), ("plain", args.plain)];
    let set = later.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (name, Value::Bool(true)));
    values.into_iter().chain(set).map(|(field, value)| (field.to_owned(), value)).collect()
}

/// `--dedupe-report`: one line for each position that occurs more than once, with its puzzles.
fn list_groups(args: &BatchArgs, output: &OutputPlan, selection: &Selection) -> anyhow::Result<ExitCode> {
    let mut file = output.open()?;
    let found = batch::by_position(selection.items());
    let puzzles: usize = found.groups.iter().map(Vec::len).sum();
    for group in found.groups.iter().filter(|group| group.len() > 1) {
        match args.format {
            BatchFormat::Jsonl => writeln!(file, "{}", json!({"schema": "canju.group/1", "ids": group}))?,
            _ => writeln!(file, "{}", shown(&group.join("  ")))?,
        }
    }
    file.commit().context(CANT_WRITE)?;
    for (id, error) in &found.errors {
        complain(format_args!("{id}: {error}"));
    }
    if !output.quiet {
        let count = |count: usize, one, many| counted(count as u64, one, many);
        let positions = found.groups.len();
        let _ = writeln!(
            io::stderr(),
            "{}, {}, {}",
            count(puzzles, "puzzle", "puzzles"),
            count(positions, "position", "positions"),
            count(puzzles - positions, "repeat", "repeats"),
        );
    }
    selection.check()?;
    Ok(if found.errors.is_empty() { ExitCode::Success } else { ExitCode::BadInput })
}

/// How many items there will be, if that is cheap to find out. A stream can't be read twice.
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
