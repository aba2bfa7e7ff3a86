//! `--rules`: how it is read, what a shell completes it to, and its help.

use canju_engine::rules::{Kind, Preset, Ruleset};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Args, Command};
use std::ffi::OsStr;
use std::str::FromStr;

/// The rules to play by.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// Rules: a preset and what differs from it
    #[arg(
        long,
        value_name = "PRESET[,±KIND…]",
        default_value = "huanle",
        value_parser = RulesParser,
        hide_possible_values = true,
        long_help = "Rules: a preset and what differs from it, such as huanle,-trio_pair"
    )]
    pub rules: Ruleset,
}

/// Reads rules, and names those that a shell can complete: the presets, and each with one kind banned or allowed.
#[derive(Clone, Debug)]
pub struct RulesParser;

impl TypedValueParser for RulesParser {
    type Value = Ruleset;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Ruleset, Error> {
        Ruleset::from_str.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let changed = |preset: Preset| changes(preset).map(move |change| format!("{},{change}", preset.name()));
        let presets = Preset::ALL.into_iter().map(|preset| preset.name().to_owned());
        Some(Box::new(presets.chain(Preset::ALL.into_iter().flat_map(changed)).map(PossibleValue::new)))
    }
}

/// What changes one kind of a preset.
fn changes(preset: Preset) -> impl Iterator<Item = String> {
    let sign = move |kind| if preset.rules().kinds().has(kind) { '-' } else { '+' };
    kinds().map(move |kind| format!("{}{kind}", sign(kind)))
}

/// The kinds that can be banned: single cards can't.
fn kinds() -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(|&kind| kind != Kind::Solo)
}

/// Where the help says what may be typed after `--rules`.
pub fn rules() -> &'static str {
    "Rules: a preset, then what differs from it; `canju rules` says what there is."
}

/// What may be typed after `--rules`.
pub fn rules_topic() -> String {
    let [presets, kinds, switches, numbers] = rule_words();
    format!(
        "Rules: a preset ({presets}), then any number of ,-KIND or ,+KIND ({kinds}), switches ({switches}) and numbers ({numbers}). \
         Banning trio_solo or trio_pair also bans the airplanes with such wings."
    )
}

/// What rules are typed with: the presets, the kinds, the switches with the sign that changes the default, and the numbers.
pub fn rule_words() -> [String; 4] {
    let presets = Preset::ALL.map(Preset::name).join(", ");
    let kinds: Vec<&str> = kinds().map(Kind::name).collect();
    let sign = |on| if on { '-' } else { '+' };
    let switches = Ruleset::SWITCHES.iter().map(|switch| format!(",{}{}", sign(switch.default), switch.name));
    let numbers = Ruleset::NUMBERS.iter().map(|number| format!(",{}={}", number.name, number.example));
    [presets, kinds.join(" "), switches.collect::<Vec<_>>().join(" "), numbers.collect::<Vec<_>>().join(" ")]
}
