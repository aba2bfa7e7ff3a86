//! `canju generate`: new puzzles as a pack or as JSON lines. The work is that of [`canju::generate`]; here are the limits, the
//! order and the output.

use crate::cli::args::{OutputArgs, RulesArgs, number, one_of, parse_time, rules, scoring};
use crate::cli::exit::ExitCode;
use crate::cli::interrupt;
use crate::cli::language::text;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::progress::Progress;
use crate::cli::seed::{new_seed, note_seed, parse_seed};
use anyhow::Context;
use canju::generate::{Known, MOST_MISSES, Made, Maker, Request, RequestError, Sizes, read_difficulties, read_times};
use canju::grade::GradeRecord;
use canju::puzzle::{Difficulty, Theme};
use canju_engine::rules::Scoring;
use canju_engine::search::{StopFlag, Verdict};
use canju_engine::solver::{Crew, InOrder, NotYet, Options};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::{Duration, Instant};

const ABOUT: &str = "Generate puzzles: a pack on standard output, each line with its answer and its difficulty.\n\n\
    The first hand leads, or with --turn another one; with --by it answers a trick. Random deals are improved by small changes until they are what you ask for: cards are swapped, \
    exchanged for others, taken up or laid down. Hands with structure are preferred: chains, trios, few loose cards. No two \
    puzzles are the same, up to renaming ranks, and none is one of those that ship.\n\n\
    The same command with the same seed gives the same puzzles with any number of threads and on every machine; `seed=7:12` \
    on a line is candidate 12 of seed 7, and `--seed 7:12 --count 1` makes it alone. It ends with what it found, and exit code 1, \
    at the time limit or after 1,000 candidates in a row without a puzzle. After Ctrl-C it keeps what it found.";

fn after() -> String {
    format!(
        "Examples:
  canju generate --cards 10+10 --unique --count 20 --seed 7 > my.ddz
  canju generate --cards 8..12+8..12 --unique --difficulty 3..4 --rules huanle,-trio_pair
  canju generate --cards 8+8 --verdict loss --count 5 --format jsonl
  canju generate --cards 7+6+6 --turn 2 --unique --theme feeds_partner
  canju generate --cards 8+8 --by 2 --unique --theme only_pass
  canju generate --cards 12+10 --unique --scoring huanle --times 4

{}

Exit codes: 0 as many as asked for; 1 fewer; 2 bad input or usage; 130 interrupted.",
        rules()
    )
}

/// The verdicts that can be asked for.
const VERDICTS: [(&str, &str, Verdict); 2] =
    [("win", "The side to move wins", Verdict::Win), ("loss", "It loses, whatever it plays", Verdict::Loss)];

/// The forms of generated puzzles.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenerateFormat {
    /// A pack
    Ddz,
    /// For programs: one JSON object on each line, as `canju grade` has it
    Jsonl,
}

/// The themes, for the help.
fn theme_help() -> String {
    let of = |farmers| {
        let names = Theme::ALL.into_iter().filter(move |theme| theme.is_of_farmers() == farmers).map(Theme::name);
        names.collect::<Vec<_>>().join(", ")
    };
    format!("Only wins that need this: {}; of farmers {}", of(false), of(true))
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct GenerateArgs {
    /// Cards of each hand, 3 to 20: two hands, or the landlord's and the two farmers'; ranges as 8..12+10
    #[arg(long, value_name = "A+B[+C]", value_parser = |text: &str| text.parse::<Sizes>())]
    pub cards: Sizes,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
    pub count: u64,
    /// The same puzzles as every time with this number; S:N begins with candidate N [default: a new number, which is printed]
    #[arg(long, value_name = "S[:N]", value_parser = parse_seed)]
    pub seed: Option<(u64, u64)>,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// The hand to move, from 1; of three hands 2 and 3 are the farmers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub turn: usize,
    /// The hand to move answers a trick, which this hand has played; without it it leads
    #[arg(long, value_name = "N")]
    pub by: Option<usize>,
    /// Only wins, or only losses, of the side to move
    #[arg(long, value_name = "VERDICT", value_parser = one_of(&VERDICTS))]
    pub verdict: Option<Verdict>,
    /// Only wins by exactly one set of cards
    #[arg(long)]
    pub unique: bool,
    /// Only puzzles of this difficulty, from 1 to 5
    #[arg(long, value_name = "D[..D]", value_parser = read_difficulties)]
    pub difficulty: Option<(Difficulty, Difficulty)>,
    // Only wins that need this.
    #[arg(long, value_name = "THEME", value_parser = |text: &str| text.parse::<Theme>(), help = theme_help())]
    pub theme: Option<Theme>,
    /// Only puzzles in which every card matters
    #[arg(long)]
    pub minimal: bool,
    /// Play for points: how they are counted
    #[arg(long, value_name = "SCORING", default_value = "win", value_parser = scoring())]
    pub scoring: Scoring,
    /// Only wins of at least N times the stake, 2, 4, 8, 16 or 32; with --unique, other moves win too, but less
    #[arg(long, value_name = "N", default_value = "1", value_parser = read_times)]
    pub times: u32,
    /// Also puzzles that ship
    #[arg(long)]
    pub with_shipped: bool,
    /// Worker threads, 0 for one per core; each takes up to 64 MiB
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Solving", value_parser = number::<u16>(0..=1024))]
    pub threads: u16,
    /// End after this time with what is found, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time, help_heading = "Solving")]
    pub time_limit: Option<Duration>,
    /// Form of the puzzles
    #[arg(long, value_name = "FORMAT", default_value = "ddz", help_heading = "Output")]
    pub format: GenerateFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The most candidates for each thread that are begun and not yet looked at.
const AHEAD: usize = 16;

/// How often to check whether anything more is wanted.
const PATIENCE: Duration = Duration::from_millis(20);

/// Why a run ended with fewer puzzles than were asked for.
enum Short {
    Time,
    Misses,
}

pub(super) fn run(args: &GenerateArgs) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let output = OutputPlan::new(&args.output);
    let (seed, first) = args.seed.unwrap_or_else(|| (new_seed(), 0));
    let request = request(args, seed)?;
    request.check()?;
    let mut file = output.open()?;
    note_seed(args.seed.map(|(seed, _)| seed), seed, &output);
    let stop = StopFlag::default();
    interrupt::raise_on_ctrl_c(&stop)?;
    // Raised at the end as well, for then what is being made is no longer wanted.
    let enough = stop.child();
    if args.format == GenerateFormat::Ddz {
        let mut head = format!("# canju {}\n@rules {}", command(args, &request, (seed, first)), request.rules);
        if request.scoring.has_points() {
            let _ = write!(head, "\n@scoring {}", request.scoring);
        }
        writeln!(file, "{head}").and_then(|()| file.flush()).with_context(plan::cant_write_results)?;
    }
    let threads = Options { threads: args.threads.into(), ..Options::default() }.thread_count();
    let mut known = if args.with_shipped { Known::default() } else { Known::shipped(request.rules) };
    let progress = Progress::new(&output, Some(args.count).filter(|&count| count > 1));
    let (mut made, mut misses, mut short, mut result) = (0, 0, None, Ok(()));
    let is_late = || args.time_limit.is_some_and(|most| start.elapsed() >= most);
    let flag = enough.clone();
    let make = move || {
        let mut maker = Maker::new(request.clone(), flag.clone());
        move |candidate| maker.make(candidate)
    };
    let crew = Crew { name: "canju-generate", threads, ahead: AHEAD };
    let mut candidates = InOrder::new(crew, first..=u64::MAX, make);
    while made < args.count && result.is_ok() {
        let found = candidates.next_within(PATIENCE);
        // Nothing that was interrupted may be taken for a candidate without a puzzle.
        if stop.is_stopped() || is_late() {
            break;
        }
        let found: Option<Made> = match found {
            Ok(Some(found)) => found,
            Ok(None) => break,
            Err(NotYet) => continue,
        };
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
            break;
        }
    }
    enough.stop();
    progress.finish();
    result.and_then(|()| file.commit()).with_context(plan::cant_write_results)?;
    if made < args.count && short.is_none() && !stop.is_stopped() {
        short = Some(Short::Time);
    }
    if let Some(short) = short.filter(|_| !output.quiet) {
        let puzzles = text!("puzzles", count = made);
        let why = match short {
            Short::Time => text!("short-time", puzzles = puzzles),
            Short::Misses => text!("short-misses", puzzles = puzzles, count = MOST_MISSES),
        };
        let _ = writeln!(io::stderr(), "canju: {why}");
    }
    Ok(match () {
        () if stop.is_stopped() => ExitCode::Interrupted,
        () if made < args.count => ExitCode::Undecided,
        () => ExitCode::Success,
    })
}

fn request(args: &GenerateArgs, seed: u64) -> Result<Request, RequestError> {
    let seat = |number: usize| number.checked_sub(1).ok_or(RequestError::NoSuchHand(0));
    Ok(Request {
        turn: seat(args.turn)?,
        by: args.by.map(seat).transpose()?,
        theme: args.theme,
        rules: args.rules.rules,
        verdict: args.verdict,
        is_unique: args.unique,
        difficulty: args.difficulty,
        is_minimal: args.minimal,
        scoring: args.scoring,
        times: args.times,
        seed,
        ..Request::new(args.cards.clone())
    })
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
    for (name, seat) in [(" --turn", Some(request.turn).filter(|&turn| turn > 0)), (" --by", request.by)] {
        if let Some(seat) = seat {
            let _ = write!(text, "{name} {}", seat + 1);
        }
    }
    if let Some(verdict) = request.verdict {
        let _ = write!(text, " --verdict {verdict}");
    }
    if let Some((least, most)) = request.difficulty {
        let _ = write!(text, " --difficulty {least}..{most}");
    }
    if let Some(theme) = request.theme {
        let _ = write!(text, " --theme {theme}");
    }
    if request.scoring.has_points() {
        let _ = write!(text, " --scoring {} --times {}", request.scoring, request.times);
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
            // The rules and the scoring stand at the head of the pack.
            let (rules, scoring) = (made.puzzle.position.rules(), made.puzzle.position.stakes().scoring);
            let line = made.puzzle.to_string().replacen(&format!("| rules={rules} "), "| ", 1);
            writeln!(file, "{}", line.replacen(&format!(" scoring={scoring} "), " ", 1))?;
        }
        GenerateFormat::Jsonl => {
            let record = GradeRecord::new(&made.puzzle, &Ok(made.grade.clone()));
            writeln!(file, "{}", serde_json::to_string(&record)?)?;
        }
    }
    file.flush()
}
