//! `canju verify`: certificates checked with the rules alone.

use crate::cli::args::{OutputArgs, PlayedForArgs, RulesParser, TurnArgs, cards, parse_size, parse_time, rules};
use crate::cli::complaint::complain;
use crate::cli::exit::ExitCode;
use crate::cli::language::{self, text};
use crate::cli::memory;
use crate::cli::places;
use crate::cli::plan::{self, OutputPlan};
use anyhow::Context;
use bytesize::ByteSize;
use canju_engine::proof::{Allowance, Claimed, Form, Verified, VerifyError, verify_and_visit, verify_within};
use canju_engine::rules::{Position, Ruleset, Scoring, Turn, parse_cards, shown, turn_attributes};
use canju_engine::text::Fields;
use clap::Args;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const ABOUT: &str = "Check certificates, as --proof and --proof-dir write them, with the rules alone: nothing is searched, \
    and the solver is not trusted.\n\n\
    Each one that holds is printed as what it proves. One that fails is printed with its first offending position. A small \
    file can make the checker work for hours: give a --time-limit for files that come from others.";

fn after() -> String {
    format!(
        "Examples:
  canju solve 346999Q2 34JAAD --proof a.proof
  canju verify a.proof
  canju verify a.proof --hands 346999Q2 34JAAD            # is it for this position?
  canju verify a.proof --dump | less                      # the strategy, position by position
  canju verify c.proof --hands 3333K 44Q --scoring douzero # is it about points, and these?
  canju solve 346999Q2 34JAAD --proof b.proof --plain     # plain: no theorem needed, only the rules

{}

{}

Exit codes: 0 every certificate holds; 1 a certificate took more than --time-limit; 2 bad input or usage, or a file that is not a certificate or can't be read; 3 a \
certificate fails.",
        cards(),
        rules()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct VerifyArgs {
    /// Certificates, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Also require that they are for this position: two or three hands
    #[arg(long, value_name = "HAND", num_args = 2..=3)]
    pub hands: Vec<String>,
    #[command(flatten)]
    pub turn: TurnArgs,
    /// The rules of that position [default: huanle]
    #[arg(long, value_name = "PRESET[,±KIND…]", value_parser = RulesParser, hide_possible_values = true, requires = "hands")]
    pub rules: Option<Ruleset>,
    #[command(flatten)]
    pub played_for: PlayedForArgs,
    /// Print the strategy, one position a line: depth, hands, whose turn, what the winner plays
    #[arg(long)]
    pub dump: bool,
    /// Most memory for one certificate [default: a quarter of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<ByteSize>,
    /// Give up on a certificate after this time, such as 500ms, 10s or 5min
    #[arg(long, value_name = "DUR", value_parser = parse_time)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub output: OutputArgs,
}

pub(super) fn run(args: &VerifyArgs) -> anyhow::Result<ExitCode> {
    let expected = expected(args)?;
    places::check(&[("--output", args.output.output.as_deref())], args.files.iter().map(PathBuf::as_path))?;
    let allowed = Allowance { memory: memory::budget(args.memory)? as u64, time: args.time_limit };
    let mut output = OutputPlan::new(&args.output).open()?;
    let mut worst = ExitCode::Success;
    for path in &args.files {
        let name = path.to_string_lossy();
        let name = shown(&name);
        let start = Instant::now();
        let result = open(path).map_err(Into::into).and_then(|input| {
            if !args.dump {
                return verify_within(input, allowed);
            }
            verify_and_visit(input, allowed, Some(&mut |visit| writeln!(output, "{visit}")))
        });
        let elapsed = start.elapsed();
        match result {
            Ok(verified) => match expected.as_ref().and_then(|wanted| difference(&verified.claim.position, wanted)) {
                None => writeln!(output, "{}", summary(&name, &verified, elapsed)),
                Some(what) => {
                    worst = worst.max(ExitCode::Differs);
                    writeln!(output, "{}", text!("fails-other-position", name = &*name, what = what))
                }
            },
            Err(error @ VerifyError::Time { .. }) => {
                worst = worst.max(ExitCode::Undecided);
                let why = language::in_words(&error);
                writeln!(output, "{}", text!("certificate-undecided", name = &*name, why = why))
            }
            Err(error) if error.is_failure() => {
                worst = worst.max(ExitCode::Differs);
                let why = language::in_words(&error);
                writeln!(output, "{}", text!("fails", name = &*name, why = shown(&why)))
            }
            Err(error) => {
                worst = worst.max(ExitCode::BadInput);
                output.flush().with_context(plan::cant_write_results)?;
                let problem = language::in_words(&error) + &hint(path, args);
                complain(text!("told-of", what = &*name, problem = problem));
                Ok(())
            }
        }
        .with_context(plan::cant_write_results)?;
    }
    output.commit().with_context(plan::cant_write_results)?;
    Ok(worst)
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
}

/// The cure where a hand after --hands was typed as several words: from the fourth on they are files.
fn hint(path: &Path, args: &VerifyArgs) -> String {
    let is_cards = path.to_str().is_some_and(|text| parse_cards(text).is_ok());
    match args.hands.len() == 3 && is_cards && !path.exists() {
        true => text!("hint-quotes-after"),
        false => String::new(),
    }
}

/// The position the certificates should be for, if one is given.
fn expected(args: &VerifyArgs) -> anyhow::Result<Option<Position>> {
    let hands: Vec<&str> = args.hands.iter().map(String::as_str).collect();
    let (turn, PlayedForArgs { stakes, moves_made }) = (&args.turn, &args.played_for);
    if hands.is_empty() {
        let is_scored = stakes.scoring != Scoring::default() || stakes.stake.is_some() || moves_made.is_some();
        anyhow::ensure!(!turn.is_given() && !is_scored, text!("turn-needs-hands"));
        return Ok(None);
    }
    let rules = args.rules.unwrap_or_default();
    let position = Position::of_hands(&hands, turn.turn, turn.last.as_deref(), turn.by, rules)?;
    let moves_made = moves_made.as_ref().map(|made| &made.0[..]);
    Ok(Some(position.with_stakes(stakes.scoring, stakes.stake, moves_made)?))
}

/// How a claim's position differs from the expected one, if it does.
fn difference(claimed: &Position, wanted: &Position) -> Option<String> {
    if claimed.hands() != wanted.hands() {
        Some(text!("its-hands", hands = claimed.fields().hands.join(" | ")))
    } else if claimed.turn() != wanted.turn() {
        Some(text!("its-turn", turn = turn(claimed)))
    } else if claimed.rules() != wanted.rules() {
        Some(text!("its-rules", rules = claimed.rules().to_string()))
    } else if claimed.stakes() != wanted.stakes() {
        Some(text!("its-stakes", stakes = stakes(claimed)))
    } else {
        None
    }
}

/// Whose turn it is, as attributes of a puzzle, each with a space before it; the defaults are written, too.
fn turn(position: &Position) -> String {
    let Fields { turn, last, .. } = position.fields();
    turn_attributes(Some(turn), last.as_deref(), position.last().map(|last| last.by + 1))
}

/// What is played for, as attributes of a puzzle, each with a space before it; the defaults are written, too.
fn stakes(position: &Position) -> String {
    let (stakes, [first, second, third]) = (position.stakes(), position.stakes().moves_made);
    let mut text = format!(" scoring={}", stakes.scoring);
    if stakes.scoring.has_points() {
        text += &format!(" stake={}", stakes.stake);
    }
    if stakes.scoring.counts_spring() && position.hands().len() == 3 {
        text += &format!(" moves_made={first},{second},{third}");
    }
    text
}

/// What is claimed for the player to move.
fn claimed(claimed: Claimed) -> String {
    match claimed {
        Claimed::Win => text!("verdict-win"),
        Claimed::Loss => text!("verdict-loss"),
        Claimed::Exactly(points) => text!("value-exactly", points = points.to_string()),
        Claimed::AtLeast(points) => text!("value-at-least", points = points.to_string()),
        Claimed::AtMost(points) => text!("value-at-most", points = points.to_string()),
    }
}

fn summary(name: &str, verified: &Verified, elapsed: Duration) -> String {
    let Verified { claim, positions, moves, bytes, .. } = verified;
    let position = &claim.position;
    let turn = if position.turn() == Turn::default() { String::new() } else { turn(position) };
    let plain = if matches!(claim.form, Form::Plain { .. }) { format!("  {}", text!("plain")) } else { String::new() };
    let stakes = if position.stakes().scoring.has_points() { stakes(position) } else { String::new() };
    let claimed = claimed(claim.claimed);
    let hands = position.fields().hands.join(" | ");
    text!(
        "verified",
        name = name,
        claim = format!("{claimed}  {hands} | rules={}{turn}{stakes}{plain}", position.rules()),
        positions = *positions,
        moves = *moves,
        size = ByteSize(*bytes).to_string(),
        time = format!("{:.2} ms", elapsed.as_secs_f64() * 1e3),
    )
}
