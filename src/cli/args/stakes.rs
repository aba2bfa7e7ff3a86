//! `--scoring`, `--stake` and `--moves-made`: what a game is played for.

use super::number::number;
use super::rules::RulesArgs;
use canju_engine::rules::{self, MOST_STAKE, Scoring, StakesError};
use canju_engine::text::Defaults;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

/// What is played for.
#[derive(Args, Debug)]
pub struct StakesArgs {
    /// Play for points: how they are counted
    #[arg(long, value_name = "SCORING", default_value = "win", value_parser = scoring())]
    pub scoring: Scoring,
    /// The stake so far, the bid times all doublings that have happened [default: 1]
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=MOST_STAKE))]
    pub stake: Option<u64>,
}

/// The same for one position.
#[derive(Args, Debug)]
pub struct PlayedForArgs {
    #[command(flatten)]
    pub stakes: StakesArgs,
    /// How often each of three hands has played, for spring; 2 stands for more [default: 0,0,0 for a whole deal, else 2,2,2]
    #[arg(long, value_name = "N,N,N", value_parser = parse_moves_made)]
    pub moves_made: Option<MovesMade>,
}

/// A number for each hand.
#[derive(Clone, Debug)]
pub struct MovesMade(pub Vec<u8>);

fn parse_moves_made(text: &str) -> Result<MovesMade, StakesError> {
    rules::parse_moves_made(text).map(MovesMade)
}

/// Reads a scoring.
pub fn scoring() -> impl TypedValueParser<Value = Scoring> {
    let known = Scoring::ALL.iter().map(|scoring| PossibleValue::new(scoring.name()).help(scoring.about()));
    PossibleValuesParser::new(known).try_map(|typed| Scoring::from_name(&typed).ok_or("no such scoring"))
}

impl StakesArgs {
    /// What positions that say nothing else are played by and for.
    pub fn defaults(&self, rules: &RulesArgs) -> Defaults {
        Defaults { rules: rules.rules, scoring: self.scoring, stake: self.stake }
    }

    /// What is set, for the journal of a run.
    pub fn identity(&self) -> impl Iterator<Item = (&'static str, Value)> {
        let scoring = self.scoring.has_points().then(|| ("scoring", json!(self.scoring.name())));
        let stake = self.stake.map(|stake| ("stake", json!(stake)));
        scoring.into_iter().chain(stake)
    }
}
