//! Rule sets as text: `huanle,-trio_pair`. The error for an unknown word lists the known words, the likeliest last.

use super::combo::Kind;
use super::ruleset::{Number, Preset, Ruleset, Switch};
use crate::chinese::InChinese;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Ruleset {
    /// The preset and what differs from it. The text parses back to the same rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut here, mut there) = (*self, self.preset.rules());
        f.write_str(self.preset.name())?;
        for kind in Kind::ALL {
            let on = self.kinds.has(kind);
            if on != there.kinds.has(kind) {
                write!(f, ",{}{kind}", if on { '+' } else { '-' })?;
                there = there.switched(kind, on);
            }
        }
        for &Switch { name, field: switch, .. } in Ruleset::SWITCHES {
            if switch(&mut here) != switch(&mut there) {
                write!(f, ",{}{name}", if *switch(&mut here) { '+' } else { '-' })?;
            }
        }
        for &Number { name, field: number, .. } in Ruleset::NUMBERS {
            if number(&mut here) != number(&mut there) {
                write!(f, ",{name}={}", number(&mut here))?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a rule set.
///
/// ```
/// use canju::rules::{Ruleset, RulesetError};
/// assert_eq!("huanle,-solo".parse::<Ruleset>(), Err(RulesetError::NoSolo));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The first word is not a preset.
    #[error(
        "unknown rules `{0}`: expected one of {names}{hint}",
        names = Preset::ALL.map(Preset::name).join(", "),
        hint = did_you_mean(similar(.0, Preset::ALL.map(Preset::name))),
    )]
    UnknownPreset(String),
    /// A later word is not a switch.
    #[error(
        "unknown rule `{0}`: expected + or - and a kind ({kinds}) or a switch ({switches}), or {numbers}= and a number{hint}",
        kinds = Kind::ALL.map(Kind::name).join(" "),
        switches = switches().collect::<Vec<_>>().join(", "),
        numbers = numbers().collect::<Vec<_>>().join("=, "),
        hint = did_you_mean(similar_rule(.0)),
    )]
    UnknownRule(String),
    /// A number outside its range.
    #[error("`{rule}`: expected a number from {least} to {most}")]
    BadNumber {
        /// The word.
        rule: String,
        /// Least value.
        least: u8,
        /// Greatest value.
        most: u8,
    },
    /// Single cards are banned, so a leader may have no move.
    #[error("`-solo`: single cards can't be banned, a leader must always have a move")]
    NoSolo,
}

impl InChinese for RulesetError {
    fn in_chinese(&self) -> String {
        let hint = |name: Option<String>| name.map(|name| format!("；是不是想写 `{name}`？")).unwrap_or_default();
        match self {
            RulesetError::UnknownPreset(word) => {
                let names = Preset::ALL.map(Preset::name);
                format!("没有 `{word}` 这套规则：应是 {} 之一{}", names.join("、"), hint(similar(word, names)))
            }
            RulesetError::UnknownRule(word) => format!(
                "没有 `{word}` 这条规则：应是 + 或 - 加牌型（{}）或开关（{}），或 {} 加 = 和一个数{}",
                Kind::ALL.map(Kind::name).join(" "),
                switches().collect::<Vec<_>>().join("、"),
                numbers().collect::<Vec<_>>().join("、"),
                hint(similar_rule(word))
            ),
            RulesetError::BadNumber { rule, least, most } => format!("`{rule}`：应是 {least} 到 {most} 的数"),
            RulesetError::NoSolo => "`-solo`：单张不能禁，有牌权时总要有牌可出".to_owned(),
        }
    }
}

impl FromStr for Ruleset {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Ruleset, RulesetError> {
        let mut words = text.split(',').map(str::trim);
        let name = words.next().unwrap_or_default();
        let preset = Preset::from_name(&name.to_ascii_lowercase());
        let mut rules = preset.ok_or_else(|| RulesetError::UnknownPreset(name.to_owned()))?.rules();
        for word in words {
            rules = rules.with(word)?;
        }
        Ok(rules)
    }
}

impl Ruleset {
    /// These rules with one more word: `-trio_pair`, `+both_jokers_as_kickers`, `packs=2`.
    ///
    /// # Errors
    /// An unknown word, a number out of its range, and the ban of single cards.
    ///
    /// ```
    /// use canju::rules::Ruleset;
    /// let rules = Ruleset::default().with("packs=2")?.with("-trio_pair")?;
    /// assert_eq!(rules.to_string(), "huanle,-trio_pair,packs=2");
    /// assert!(rules.with("packs=3").is_err() && rules.with("min_solo_chain=0").is_err());
    /// # Ok::<(), canju::rules::RulesetError>(())
    /// ```
    pub fn with(mut self, word: &str) -> Result<Ruleset, RulesetError> {
        let word = word.trim();
        let unknown = || RulesetError::UnknownRule(word.to_owned());
        if let Some((name, value)) = word.split_once('=') {
            let number = Ruleset::NUMBERS.iter().find(|number| number.name == name.trim()).ok_or_else(unknown)?;
            let (least, most) = number.range;
            let bad = || RulesetError::BadNumber { rule: word.to_owned(), least, most };
            let value = value.trim().parse().ok().filter(|value| (least..=most).contains(value)).ok_or_else(bad)?;
            *(number.field)(&mut self) = value;
            return Ok(self);
        }
        let (on, name) = match word.chars().next() {
            Some('+') => (true, &word[1..]),
            Some('-') => (false, &word[1..]),
            _ => return Err(unknown()),
        };
        let name = name.trim().to_ascii_lowercase();
        if let Some(switch) = Ruleset::SWITCHES.iter().find(|switch| switch.name == name) {
            *(switch.field)(&mut self) = on;
            return Ok(self);
        }
        match Kind::from_name(&name).ok_or_else(unknown)? {
            Kind::Solo if !on => Err(RulesetError::NoSolo),
            kind => Ok(self.switched(kind, on)),
        }
    }
}

fn switches() -> impl Iterator<Item = &'static str> {
    Ruleset::SWITCHES.iter().map(|switch| switch.name)
}

fn numbers() -> impl Iterator<Item = &'static str> {
    Ruleset::NUMBERS.iter().map(|number| number.name)
}

fn did_you_mean(name: Option<String>) -> String {
    name.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The name that differs least from this word, if at most one sign in three is wrong.
fn similar(word: &str, names: impl IntoIterator<Item = &'static str>) -> Option<String> {
    let word = word.to_ascii_lowercase();
    let distance = |name: &&str| strsim::osa_distance(&word, name);
    let name = names.into_iter().min_by_key(distance)?;
    (3 * distance(&name) <= name.len()).then(|| name.to_owned())
}

/// The word of a rule string most like this one, with its sign or its number.
fn similar_rule(word: &str) -> Option<String> {
    if let Some((name, value)) = word.split_once('=') {
        return Some(similar(name, numbers())? + "=" + value);
    }
    let sign = if word.starts_with('+') { '+' } else { '-' };
    let kinds = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Solo).map(Kind::name);
    let name = similar(word.trim_start_matches(['+', '-']), kinds.chain(switches()))?;
    Some(format!("{sign}{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_cards_may_be_switched_on() {
        assert_eq!("huanle,+solo".parse(), Ok(Ruleset::default()));
        assert_eq!("huanle,-solo".parse::<Ruleset>(), Err(RulesetError::NoSolo));
    }

    #[test]
    fn a_name_is_similar_if_a_third_is_wrong_at_most() {
        let similar_to = |word| similar(word, ["packs"]);
        assert_eq!(similar_to("pack").as_deref(), Some("packs"));
        // Two of five.
        assert_eq!(similar_to("pakz"), None);
    }
}
