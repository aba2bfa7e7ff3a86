//! `canju verify`: certificates checked with the rules alone.

use super::args::VerifyArgs;
use super::complaint::complain;
use super::exit::ExitCode;
use super::memory;
use super::places;
use super::plan::OutputPlan;
use anyhow::Context;
use bytesize::ByteSize;
use canju_engine::proof::{Allowance, Claim, Verified, VerifyError, verify_and_visit, verify_within};
use canju_engine::rules::{Hand, Move, Turn, parse_cards, shown};
use canju_packs::batch::CANT_WRITE;
use canju_packs::puzzle::{Outcome, Puzzle, turn_attributes};
use canju_packs::report::thousands;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

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
            Ok(verified) => match expected.as_ref().and_then(|puzzle| difference(&verified.claim, puzzle, args)) {
                None => writeln!(output, "{name}: {}", summary(&verified, elapsed)),
                Some(what) => {
                    worst = worst.max(ExitCode::Differs);
                    writeln!(output, "{name}: FAILS: a certificate for another position: {what}")
                }
            },
            Err(error @ VerifyError::Time { .. }) => {
                worst = worst.max(ExitCode::Undecided);
                writeln!(output, "{name}: undecided: {error}")
            }
            Err(error) if error.is_failure() => {
                worst = worst.max(ExitCode::Differs);
                writeln!(output, "{name}: FAILS: {}", shown(&error.to_string()))
            }
            Err(error) => {
                worst = worst.max(ExitCode::BadInput);
                output.flush().context(CANT_WRITE)?;
                complain(format_args!("{name}: {error}{}", hint(path, args)));
                Ok(())
            }
        }
        .context(CANT_WRITE)?;
    }
    output.commit().context(CANT_WRITE)?;
    Ok(worst)
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) })
}

/// The cure where a hand after --hands was typed as several words: from the fourth on they are files.
fn hint(path: &Path, args: &VerifyArgs) -> &'static str {
    let is_cards = path.to_str().is_some_and(|text| parse_cards(text).is_ok());
    match args.hands.len() == 3 && is_cards && !path.exists() {
        true => ": put a hand with spaces in quotes",
        false => "",
    }
}

/// The position the certificates should be for, if one is given.
fn expected(args: &VerifyArgs) -> anyhow::Result<Option<Puzzle>> {
    let hands: Vec<&str> = args.hands.iter().map(String::as_str).collect();
    let turn = &args.turn;
    if hands.is_empty() {
        anyhow::ensure!(!turn.is_given(), "--turn and --last are of a position: add --hands");
        return Ok(None);
    }
    let rules = args.rules.unwrap_or_default();
    Ok(Some(Puzzle::parse_turn(&hands, turn.turn, turn.last.as_deref(), turn.by, rules)?))
}

/// How a claim's position differs from the expected one, if it does.
fn difference(claim: &Claim, puzzle: &Puzzle, args: &VerifyArgs) -> Option<String> {
    if claim.hands != puzzle.hands.as_slice() {
        Some(format!("its hands are {}", hands(claim)))
    } else if claim.turn != puzzle.turn {
        Some(format!("its turn is{}", turn(claim)))
    } else if args.rules.is_some_and(|rules| rules != claim.rules)
        || args.rules.is_none() && claim.rules != puzzle.rules
    {
        Some(format!("its rules are {}", claim.rules))
    } else {
        None
    }
}

fn hands(claim: &Claim) -> String {
    claim.hands.iter().map(Hand::to_string).collect::<Vec<_>>().join(" | ")
}

/// Whose turn it is, as attributes of a puzzle, each with a space before it; the defaults are written, too.
fn turn(claim: &Claim) -> String {
    let last = claim.turn.combo().map(|combo| claim.rules.notation(Move::Play(combo)));
    turn_attributes(Some(claim.turn.to_move + 1), last.as_deref(), claim.turn.last.map(|last| last.by + 1))
}

fn summary(verified: &Verified, elapsed: Duration) -> String {
    let Verified { claim, positions, moves, bytes, .. } = verified;
    let turn = if claim.turn == Turn::default() { String::new() } else { turn(claim) };
    let verdict = Outcome::of(claim.wins);
    let milliseconds = elapsed.as_secs_f64() * 1e3;
    let (positions, moves, size) = (thousands(*positions), thousands(*moves), ByteSize(*bytes));
    format!(
        "{verdict}  {} | rules={}{turn}  ({positions} positions, {moves} moves, {size}, {milliseconds:.2} ms)",
        hands(claim),
        claim.rules
    )
}
