//! `canju perft`: the number of move sequences of 1 to N plies.

use crate::cli::args::{OutputArgs, PositionArgs, RulesArgs, SingleFormat, cards, number, rules};
use crate::cli::exit::ExitCode;
use crate::cli::places;
use crate::cli::plan::{self, OutputPlan};
use anyhow::Context;
use canju::report::thousands;
use canju_engine::text::Fields;
use clap::Args;
use serde::Serialize;
use std::io::Write;

const ABOUT: &str = "Count the move sequences of 1, 2, … N plies, pass counting as a move.\n\n\
    A finished game has no further moves. The counts are the usual check of a move generator: they can be compared \
    with those of any other program.";

fn after() -> String {
    format!(
        "Example:
  canju perft 346999Q2 34JAAD --depth 4

{}

{}",
        cards(),
        rules()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct PerftArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The greatest number of plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u32::MAX))]
    pub depth: u32,
    #[command(flatten)]
    pub rules: RulesArgs,
    /// Form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub format: SingleFormat,
    #[command(flatten)]
    pub output: OutputArgs,
}

/// The answer for programs, `canju.perft/1`.
#[derive(Serialize)]
struct PerftRecord {
    schema: &'static str,
    hands: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    last: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_by: Option<usize>,
    rules: String,
    /// By depth, from 1.
    counts: Vec<u64>,
}

pub(super) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let position = plan::puzzle(&args.position, args.rules.rules)?.position;
    places::check(&[("--output", args.output.output.as_deref())], plan::file(&args.position))?;
    let mut output = OutputPlan::new(&args.output).open()?;
    let mut counts = (1..=args.depth).map(|depth| position.perft(depth));
    let written = match args.format {
        SingleFormat::Json => {
            let fields = position.fields();
            let turn = fields.later_turn();
            let Fields { hands, last, last_by, rules, .. } = fields;
            let counts = counts.collect();
            let record = PerftRecord { schema: "canju.perft/1", hands, turn, last, last_by, rules, counts };
            writeln!(output, "{}", serde_json::to_string(&record)?).and_then(|()| output.flush())
        }
        // Print each count as soon as it is known: the next may take much longer.
        SingleFormat::Text => (1..=args.depth).zip(&mut counts).try_for_each(|(depth, count)| {
            writeln!(output, "{depth:>5} {:>20}", thousands(count)).and_then(|()| output.flush())
        }),
    };
    written.and_then(|()| output.commit()).with_context(plan::cant_write_results)?;
    Ok(ExitCode::Success)
}
