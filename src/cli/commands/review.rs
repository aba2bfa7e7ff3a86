//! `canju review`: games, move by move. The reviews are made by [`canju::review`].

use crate::cli::args::{
    JournalArgs, OutputArgs, PlayedForArgs, PositionArgs, RulesArgs, SolvingArgs, TurnArgs, cards, one_of, rules,
};
use crate::cli::exit::ExitCode;
use crate::cli::language::{in_words, language, text};
use crate::cli::one_of_file::{is_called, not_there, taken_apart};
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::{interrupt, places};
use anyhow::{Context, bail, ensure};
use canju::batch::{ErrorText, InputError, Journal, PathProblem, games, workers_that_fit};
use canju::puzzle::SavedGame;
use canju::report::{Format, Language, Picture, review_summary_line};
use canju::review::{ReviewOptions, ReviewRecord, ReviewSummary, Reviews};
use canju_engine::search::StopFlag;
use canju_engine::solver::{Solver, Task};
use canju_engine::text::Defaults;
use clap::Args;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

const ABOUT: &str = "Review games: who was winning at each move, and which moves gave the win away.\n\n\
    For every move it is decided exactly who wins before it and after it. So a move kept the win, gave it away, or was lost \
    anyway; or there was no choice. Below the moves stand the turning points: which moves would have kept the win, what refutes the one that \
    was played, and how many plies the win still needed, where that is found soon. For each player follow the positions with a win in hand and \
    a choice, how many of these wins were given away, how many were kept by the only set of cards that keeps them, and the share kept.\n\n\
    With three hands a mistake is the player's, and the win that it gives away is its side's: the farmers win together.\n\n\
    Games are saved games of `canju play`, lines of a pack with `@moves` below them, and JSON lines with \"moves\"; or hands and --moves. \
    Game logs are read, too: Botzone's matches of FightTheLandlord 1 and 2, DouZero's and RLCard's games as JSON, and plain text such as \
    `landlord: 3 3 4 4, down: pass`. The form is told from the text; in a directory logs are also searched as *.json and *.txt. A \
    game that stops early is reviewed as far as it goes. One with a move that is not legal becomes an error record, with the number of the move, \
    the player and the reason. Each game is reviewed by one thread, from its end backwards. A game alone gets all threads.\n\n\
    After the first Ctrl-C nothing new is begun, and what is running ends as `unknown` (`interrupted`) within a second; \
    the second Ctrl-C ends the program at once. With --resume the same command goes on where it stopped.";

fn after() -> String {
    format!(
        "Examples:
  canju review 346999Q2 34JAAD --moves '3999 pass 4 J 2 D'
  canju review my.game                                    # saved by `canju play`
  canju review games.ddz:12 --all-moves                   # every move that would have kept each win
  canju review K5 44 6Q --turn 3 --last J --by 1 --moves 'Q K'
  canju review games.jsonl --format jsonl -o reviews.jsonl --resume
  canju review match.json --node-limit 100000             # a log of Botzone's
  canju review games.ddz --svg bar.svg                    # who was winning, as a picture

JSON lines:
  {{\"id\":\"a1\",\"hands\":[\"346999Q2\",\"34JAAD\"],\"moves\":[\"3999\",\"pass\",\"4\",\"J\"],\"rules\":\"huanle\"}}

{}

{}

Exit codes: 0 every position is decided; 1 some are undecided; 2 bad input or usage; 130 interrupted. If several apply, the greatest is \
used. A closed pipe is a success.",
        cards(),
        rules()
    )
}

/// The forms of reviews.
const FORMATS: [(&str, &str, Format); 4] = [
    ("text", "For people: the moves with their marks, the turning points, the players", Format::Text),
    ("jsonl", "For programs: one JSON object on each line", Format::JsonLines),
    ("csv", "For spreadsheets: a row for each move", Format::Csv),
    ("markdown", "For an issue or a post", Format::Markdown),
];

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct ReviewArgs {
    /// Files of games, FILE:LINE for one of them, directories, or - for standard input; with --moves two or three hands
    #[arg(required = true, value_name = "FILE[:LINE]|HAND")]
    pub places: Vec<String>,
    /// The moves of the game that is typed, in its order: '3999 pass 4'
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["journal", "resume"])]
    pub moves: Option<String>,
    #[command(flatten)]
    pub turn: TurnArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub played_for: PlayedForArgs,
    /// Find every move that keeps a win, not only whether there are two
    #[arg(long, help_heading = "Solving")]
    pub all_moves: bool,
    #[command(flatten)]
    pub solving: SolvingArgs,
    #[command(flatten)]
    pub journal: JournalArgs,
    /// Form of the reviews
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = one_of(&FORMATS), help_heading = "Output")]
    pub format: Format,
    /// Also draw who was winning at each move, as SVG: a strip for each game
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub svg: Option<PathBuf>,
    #[command(flatten)]
    pub output: OutputArgs,
}

pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let journal_path = args.journal.path(&args.output)?;
    let named = [
        ("--output", args.output.output.as_deref()),
        ("--journal", journal_path.as_deref()),
        ("--svg", args.svg.as_deref()),
    ];
    let outputs: Vec<PathBuf> = named.iter().filter_map(|(_, path)| path.map(PathBuf::from)).collect();
    let typed = args.moves.as_deref().map(|moves| typed(args, moves)).transpose()?;
    let sources = if typed.is_some() { Vec::new() } else { sources(args)? };
    places::check(&named, sources.iter().map(|(path, _)| path.as_path()))?;
    let alone = match (typed, journal_path.is_some()) {
        (None, false) => only_game(&sources, args.played_for.stakes.defaults(&args.rules)),
        (typed, _) => typed,
    };
    let (solving, Task { limits, stop, .. }) = (plan::options(&args.solving)?, plan::task(&args.solving));
    let options = ReviewOptions { all_moves: args.all_moves, limits, time: None, stop };
    let quit = StopFlag::default();
    // Nothing is touched before all is known to be right; the journal comes last, as it may be made here.
    let mut file = output.open()?;
    let mut svg = args.svg.as_deref().map(plan::create).transpose()?;
    let mut exporter = args.format.review_exporter(&mut file, output.palette).with_context(plan::cant_write_results)?;
    let journal = journal_path
        .map(|path| Journal::open(&path, identity(args), args.journal.resume).map_err(anyhow::Error::from))
        .transpose()?;
    output.explain(&args.rules.rules, &solving, options.limits);
    if let Some((_, replay)) = journal.as_ref().filter(|(_, replay)| !output.quiet && replay.finished() > 0) {
        let _ = writeln!(io::stderr(), "canju: {}", text!("in-the-journal", count = replay.finished()));
    }
    interrupt::quit_on_ctrl_c(&quit, &options.stop)?;

    let start = Instant::now();
    let progress = Progress::new(&output, alone.as_ref().map(|_| 1));
    let (mut picture, mut is_full) = (Picture::in_language(language()), false);
    let mut write = |record: ReviewRecord| {
        progress.count(false);
        is_full |= svg.is_some() && !picture.add(&record);
        progress.write(|| exporter.record(&record))
    };
    let is_alone = alone.is_some();
    let summary = match alone {
        Some(game) => {
            let mut solver = Solver::new(solving.clone());
            let record = ReviewRecord::of(&mut solver, &game, &options);
            output.note_threads(&solving, solving.threads_that_fit(), solver.threads());
            let mut summary = ReviewSummary::default();
            summary.add(&record);
            write(record).with_context(plan::cant_write_results)?;
            summary
        }
        None => {
            let workers = workers_that_fit(&solving);
            output.note_threads(&solving, workers, workers);
            let items = sources.into_iter().flat_map({
                let defaults = args.played_for.stakes.defaults(&args.rules);
                move |(path, wanted)| games_of(path, wanted, outputs.clone(), defaults)
            });
            let mut reviews = Reviews::new(solving, options).quit(quit.clone());
            if let Some((journal, replay)) = journal {
                reviews = reviews.journal(journal, replay);
            }
            reviews.run(items, &mut write)?
        }
    };
    progress.finish();

    let elapsed = start.elapsed();
    if !is_alone {
        exporter.finish(&summary, elapsed).with_context(plan::cant_write_results)?;
    }
    drop(exporter);
    file.commit().with_context(plan::cant_write_results)?;
    if let Some(mut file) = svg.take() {
        file.write_all(picture.svg().as_bytes())
            .and_then(|()| file.commit())
            .with_context(|| text!("cant-write-picture"))?;
        if is_full && !output.quiet {
            let _ = writeln!(io::stderr(), "canju: {}", text!("picture-is-full"));
        }
    }
    let said = is_alone || output.is_stdout() && args.format.is_for_people();
    if !said && !output.quiet {
        let _ = writeln!(io::stderr(), "{}", review_summary_line(language(), &summary, elapsed));
    }
    Ok(exit_code(&summary, quit.is_stopped()))
}

fn exit_code(summary: &ReviewSummary, is_interrupted: bool) -> ExitCode {
    match () {
        () if is_interrupted => ExitCode::Interrupted,
        () if summary.errors > 0 => ExitCode::BadInput,
        () if summary.undecided > 0 => ExitCode::Undecided,
        () => ExitCode::Success,
    }
}

/// The game of typed hands.
fn typed(args: &ReviewArgs, moves: &str) -> anyhow::Result<SavedGame> {
    let [first, second, rest @ ..] = &args.places[..] else { bail!(text!("moves-needs-hands", moves = moves)) };
    ensure!(rest.len() < 2, text!("hands-typed", count = args.places.len()));
    let TurnArgs { turn, last, by } = &args.turn;
    let position = PositionArgs {
        first: first.clone(),
        second: Some(second.clone()),
        third: rest.first().cloned(),
        turn: TurnArgs { turn: *turn, last: last.clone(), by: *by },
    };
    let mut game = plan::game_for(&position, &args.rules, &args.played_for)?;
    game.play(moves).map_err(|error| {
        let problem = in_words(&error.kind);
        anyhow::anyhow!(text!("moves-column", column = error.column, problem = problem))
    })?;
    Ok(game)
}

/// The files that are named, each with the line or the id of its game, if that is named too.
fn sources(args: &ReviewArgs) -> anyhow::Result<Vec<(PathBuf, Option<String>)>> {
    ensure!(!args.turn.is_given(), plan::turn_of_a_file());
    ensure!(args.played_for.moves_made.is_none(), plan::moves_made_of_a_file());
    let taken: Vec<(PathBuf, Option<String>)> = args
        .places
        .iter()
        .map(|name| {
            let (path, wanted) = taken_apart(name);
            (PathBuf::from(path), wanted.map(str::to_owned))
        })
        .collect();
    let is_missing = |(path, _): &(PathBuf, _)| path != Path::new("-") && !path.exists();
    if taken.len() > 1 && taken.iter().all(is_missing) {
        bail!(text!("no-file-or-hands", name = &args.places[0]));
    }
    Ok(taken)
}

/// The games of a file or a directory; with a line or an id that one.
fn games_of(
    path: PathBuf,
    wanted: Option<String>,
    outputs: Vec<PathBuf>,
    defaults: Defaults,
) -> Box<dyn Iterator<Item = Result<SavedGame, InputError>> + Send> {
    let name = path.to_string_lossy().into_owned();
    let games = games(vec![path], outputs, defaults);
    let Some(wanted) = wanted else { return Box::new(games) };
    let found = move || {
        let mut games = games;
        let is_wanted = |game: &Result<SavedGame, InputError>| match game {
            Ok(game) => is_called(game.line, &game.start.id, &wanted),
            Err(InputError::Line(error)) => is_called(error.line, &error.id, &wanted),
            Err(_) => true,
        };
        games.find(is_wanted).unwrap_or_else(|| {
            let [english, chinese] = Language::ALL.map(|language| not_there(language, &name, &wanted));
            let problem = PathProblem::Other(ErrorText::new(english, chinese));
            Err(InputError::Path { id: name, problem })
        })
    };
    Box::new(std::iter::once_with(found))
}

/// The most bytes of a file that is read twice, to find out whether it holds one game.
const SMALL: u64 = 1 << 20;

/// The game, if there is but one, and if that is soon found out.
fn only_game(sources: &[(PathBuf, Option<String>)], defaults: Defaults) -> Option<SavedGame> {
    let [(path, wanted)] = sources else { return None };
    let is_small = std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() <= SMALL);
    let mut games = is_small.then(|| games_of(path.clone(), wanted.clone(), Vec::new(), defaults))?;
    let first = games.next()?.ok()?;
    games.next().is_none().then_some(first)
}

/// Everything that the records depend on, to recognise the journal of something else.
fn identity(args: &ReviewArgs) -> Map<String, Value> {
    let limits = plan::task(&args.solving).limits;
    let limit = limits.time.map(|limit| humantime::format_duration(limit).to_string());
    let values = [
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("command", json!("review")),
        ("paths", json!(args.places)),
        ("rules", json!(args.rules.rules.to_string())),
        ("all_moves", json!(args.all_moves)),
        ("time_limit", json!(limit)),
        ("node_limit", json!(limits.nodes)),
    ];
    values
        .into_iter()
        .chain(args.played_for.stakes.identity())
        .map(|(field, value)| (field.to_owned(), value))
        .collect()
}
