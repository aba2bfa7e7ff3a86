//! `canju deals`: random deals as JSON lines, for `canju batch -`. The dealing is that of [`canju::generate::Deals`].

use crate::cli::args::{OutputArgs, RulesArgs, number, rules};
use crate::cli::exit::ExitCode;
use crate::cli::plan::{self, OutputPlan};
use crate::cli::seed::{new_seed, note_seed, parse_seed};
use anyhow::Context;
use canju::generate::{Deals, DealtSizes};
use clap::Args;
use serde::Serialize;
use std::io::Write;

const ABOUT: &str = "Deal random hands as JSON lines, for `canju batch -`.\n\n\
    The same seed gives the same deals on every machine and in every version. The id of a deal is its seed and its number: \
    `--seed 7:12 --count 1` deals 7:12 alone. How it is done is written down in the library's documentation, so that other \
    programs can deal the same.";

fn after() -> String {
    format!(
        "Examples:
  canju deals --cards 20+17+17 --count 100 --seed 7 > deals.jsonl
  canju deals --cards 8+8 --count 10000 --seed 1 | canju batch - --format jsonl --quiet
  canju deals --cards 20+17+17 --count 10 --no-shuffle 10 | canju batch - --scoring huanle

{}",
        rules()
    )
}

#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_long_help = after())]
pub struct DealsArgs {
    /// Cards of each hand: two hands, or the landlord's and the two farmers'
    #[arg(long, value_name = "A+B[+C]", value_parser = |text: &str| text.parse::<DealtSizes>())]
    pub cards: DealtSizes,
    /// How many deals
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=u64::MAX))]
    pub count: u64,
    /// The same deals as every time with this number; S:N begins with deal N [default: a new number, which is printed]
    #[arg(long, value_name = "S[:N]", value_parser = parse_seed)]
    pub seed: Option<(u64, u64)>,
    /// Don't shuffle (不洗牌): move N packets of cards, and deal six cards at a time, so that there are many bombs
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=1000))]
    pub no_shuffle: Option<u32>,
    #[command(flatten)]
    pub rules: RulesArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

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
    let deals = match args.no_shuffle {
        Some(packets) => deals.without_shuffling(packets),
        None => deals,
    };
    let mut file = output.open()?;
    note_seed(args.seed.map(|(seed, _)| seed), seed, &output);
    for number in (first..=u64::MAX).take(usize::try_from(args.count).unwrap_or(usize::MAX)) {
        let hands = deals.deal(number).iter().map(ToString::to_string).collect();
        let line = Line { id: format!("{seed}:{number}"), hands, rules: rules.to_string() };
        writeln!(file, "{}", serde_json::to_string(&line)?).with_context(plan::cant_write_results)?;
    }
    file.flush().and_then(|()| file.commit()).with_context(plan::cant_write_results)?;
    Ok(ExitCode::Success)
}
