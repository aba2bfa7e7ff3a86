//! `canju deals`: random deals as JSON lines, for `canju batch -`. The dealing is that of [`canju_puzzles::generate::Deals`].

use crate::cli::args::DealsArgs;
use crate::cli::exit::ExitCode;
use crate::cli::plan::OutputPlan;
use crate::cli::seed::{new_seed, note_seed};
use anyhow::Context;
use canju_packs::batch::CANT_WRITE;
use canju_puzzles::generate::Deals;
use serde::Serialize;
use std::io::Write;

/// A line of the output.
#[derive(Serialize)]
struct Line {
    /// Seed and number.
    id: String,
    hands: Vec<String>,
    rules: String,
}

pub(super) fn run(args: &DealsArgs) -> anyhow::Result<ExitCode> {
    let output = OutputPlan::new(&args.output);
    let (seed, first) = args.seed.unwrap_or_else(|| (new_seed(), 0));
    let rules = args.rules.rules;
    let deals = Deals::new(args.cards.clone(), rules.packs(), seed)?;
    let mut file = output.open()?;
    note_seed(args.seed.map(|(seed, _)| seed), seed, &output);
    for number in (first..=u64::MAX).take(usize::try_from(args.count).unwrap_or(usize::MAX)) {
        let hands = deals.deal(number).iter().map(ToString::to_string).collect();
        let line = Line { id: format!("{seed}:{number}"), hands, rules: rules.to_string() };
        writeln!(file, "{}", serde_json::to_string(&line)?).context(CANT_WRITE)?;
    }
    file.flush().and_then(|()| file.commit()).context(CANT_WRITE)?;
    Ok(ExitCode::Success)
}
