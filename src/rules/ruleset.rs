//! Rule sets. All published ways to play differ in the same few switches. So a rule set is a set of switches, and a preset
//! is a named rule set. Many published puzzles ban some kinds: `huanle,-trio_pair`.
//!
//! Sources: RLCard `jsondata` and `docs/games.md`; DouZero `move_generator.py`; OpenSpiel `dou_dizhu_utils.h`;
//! pagat.com "Dou Dizhu"; Botzone FightTheLandlord.

use super::card::{Rank, RankMask};
use super::classify::classify;
use super::combo::{Combo, Kind, KindSet, Move};
use super::hand::Hand;
use std::fmt;
use std::str::FromStr;

/// The published rule sets.
///
/// ```
/// use canju::rules::Preset;
/// assert_eq!(Preset::from_name("pagat").map(|preset| preset.rules().max_wings_per_rank), Some(1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Preset {
    /// 欢乐斗地主, the phone games' rules: any wings but both jokers.
    #[default]
    Huanle,
    /// RLCard: as `huanle`, but no trio next to the body among the wings.
    Rlcard,
    /// DouZero's move generator: any cards as kickers.
    Douzero,
    /// OpenSpiel: as `huanle` without 四带二.
    Openspiel,
    /// pagat.com: kickers of different ranks, not both jokers.
    Pagat,
    /// Botzone's FightTheLandlord: kickers of different ranks.
    Botzone,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 6] =
        [Preset::Huanle, Preset::Rlcard, Preset::Douzero, Preset::Openspiel, Preset::Pagat, Preset::Botzone];

    /// The name in rule strings.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Huanle => "huanle",
            Preset::Rlcard => "rlcard",
            Preset::Douzero => "douzero",
            Preset::Openspiel => "openspiel",
            Preset::Pagat => "pagat",
            Preset::Botzone => "botzone",
        }
    }

    /// The preset of this name.
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// The switches of this preset.
    pub const fn rules(self) -> Ruleset {
        let huanle = Ruleset {
            preset: self,
            packs: 1,
            kinds: KindSet::ALL,
            max_wings_per_rank: 3,
            both_jokers_as_kickers: false,
            adjacent_trio_as_wings: true,
            quad_as_two_pairs: false,
            min_solo_chain: 5,
            min_pair_chain: 3,
            min_trio_chain: 2,
        };
        match self {
            Preset::Huanle => huanle,
            Preset::Rlcard => Ruleset { adjacent_trio_as_wings: false, ..huanle },
            Preset::Douzero => Ruleset { max_wings_per_rank: 4, both_jokers_as_kickers: true, ..huanle },
            Preset::Openspiel => {
                Ruleset { kinds: KindSet::ALL.without(Kind::FourTwoSolo).without(Kind::FourTwoPair), ..huanle }
            }
            Preset::Pagat => Ruleset { max_wings_per_rank: 1, ..huanle },
            Preset::Botzone => Ruleset { max_wings_per_rank: 1, both_jokers_as_kickers: true, ..huanle },
        }
    }
}

/// A rule set: which kinds there are, and what may go with a body.
///
/// As text: a preset's name, then any number of `,±kind`, `,±switch` or `,number=N`:
///
/// ```
/// use canju::rules::{Kind, Ruleset};
/// let rules: Ruleset = "huanle,-trio_pair".parse().unwrap();
/// assert!(!rules.kinds.has(Kind::TrioPair) && !rules.kinds.has(Kind::TrioPairChain));
/// assert_eq!(rules.to_string(), "huanle,-trio_pair");
/// assert_eq!("huanle,max_wings_per_rank=1".parse::<Ruleset>().unwrap().max_wings_per_rank, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// The preset that the rules started from. It only matters for the text form.
    pub preset: Preset,
    /// How many packs of 54 cards are in play, 1 or 2.
    pub packs: u8,
    /// The kinds that may be played. [`Kind::Solo`] is always among them: a leader must have a move.
    pub kinds: KindSet,
    /// How many single-card kickers or wings may be of one rank, 1 to 4. With 1 all must be of different ranks.
    pub max_wings_per_rank: u8,
    /// May both jokers be among the kickers?
    pub both_jokers_as_kickers: bool,
    /// May the single-card wings contain a trio that would lengthen the body (a rank next to it, from 3 to A)?
    pub adjacent_trio_as_wings: bool,
    /// May four equal cards be two of the pair kickers?
    pub quad_as_two_pairs: bool,
    /// Least length of a 顺子, 5 in all presets.
    pub min_solo_chain: u8,
    /// Least length of a 连对, 3 in all presets.
    pub min_pair_chain: u8,
    /// Least length of a 飞机, 2 in all presets.
    pub min_trio_chain: u8,
}

/// A switch's name with how to reach it.
type Switch = (&'static str, fn(&mut Ruleset) -> &mut bool);
/// A number's name, the values it may have, and how to reach it.
type Number = (&'static str, std::ops::RangeInclusive<u8>, fn(&mut Ruleset) -> &mut u8);

const SWITCHES: [Switch; 3] = [
    ("both_jokers_as_kickers", |r| &mut r.both_jokers_as_kickers),
    ("adjacent_trio_as_wings", |r| &mut r.adjacent_trio_as_wings),
    ("quad_as_two_pairs", |r| &mut r.quad_as_two_pairs),
];

const NUMBERS: [Number; 5] = [
    ("packs", 1..=2, |r| &mut r.packs),
    ("max_wings_per_rank", 1..=4, |r| &mut r.max_wings_per_rank),
    ("min_solo_chain", 3..=12, |r| &mut r.min_solo_chain),
    ("min_pair_chain", 2..=12, |r| &mut r.min_pair_chain),
    ("min_trio_chain", 2..=12, |r| &mut r.min_trio_chain),
];

impl Default for Ruleset {
    fn default() -> Ruleset {
        Preset::default().rules()
    }
}

impl Ruleset {
    /// The rules with `kind` switched on or off. `trio_solo` and `trio_pair` also switch the 飞机 with such wings: a ban of
    /// 3+2 includes them.
    #[must_use]
    pub fn switched(mut self, kind: Kind, on: bool) -> Ruleset {
        let mut switch = |kind| self.kinds = if on { self.kinds.with(kind) } else { self.kinds.without(kind) };
        switch(kind);
        match kind {
            Kind::TrioSolo => switch(Kind::TrioSoloChain),
            Kind::TrioPair => switch(Kind::TrioPairChain),
            _ => {}
        }
        self
    }

    /// The least length of a chain of this kind; 1 for a kind that is not a chain.
    pub const fn min_len(&self, kind: Kind) -> u8 {
        match kind {
            Kind::SoloChain => self.min_solo_chain,
            Kind::PairChain => self.min_pair_chain,
            Kind::TrioChain | Kind::TrioSoloChain | Kind::TrioPairChain => self.min_trio_chain,
            _ => 1,
        }
    }

    /// Do the switches allow exactly these cards as single-card kickers or wings of the body? The caller checks their
    /// number, and that they share no rank with the body.
    pub fn allows_solo_kickers(&self, kickers: Hand, body: RankMask) -> bool {
        (self.both_jokers_as_kickers || !kickers.has_rocket())
            && kickers.ranks().iter().all(|rank| kickers.count(rank) <= self.most_wings(rank, body))
    }

    /// How many cards of `rank` the single-card kickers of this body may hold at most.
    pub(super) fn most_wings(&self, rank: Rank, body: RankMask) -> u8 {
        let most = self.max_wings_per_rank;
        if self.adjacent_trio_as_wings || !lengthens(body).has(rank) { most } else { most.min(2) }
    }

    /// Do the switches allow exactly these cards as pair kickers?
    pub fn allows_pair_kickers(&self, kickers: Hand) -> bool {
        (self.both_jokers_as_kickers || !kickers.has_rocket())
            && kickers
                .ranks()
                .iter()
                .all(|rank| kickers.count(rank).is_multiple_of(2) && kickers.count(rank) <= 2 * self.most_pairs())
    }

    /// How many pairs of one rank the pair kickers may hold at most.
    pub(super) fn most_pairs(&self) -> u8 {
        if self.quad_as_two_pairs { 2 } else { 1 }
    }

    /// A move as text that [`super::parse_move`] reads back: the cards or `pass`. If the cards have several readings under
    /// these rules, `:kind` follows, or `:kind@rank` if the kind is not enough.
    ///
    /// ```
    /// use canju::rules::{Ruleset, parse_move, Move};
    /// let rules = Ruleset::default();
    /// let Move::Play(four) = parse_move("333444555666:trio_chain", &rules).unwrap() else { panic!() };
    /// assert_eq!(rules.notation(Move::Play(four)), "333444555666:trio_chain");
    /// assert!(parse_move("333444555666", &rules).is_err());
    /// ```
    pub fn notation(&self, played: Move) -> String {
        let Move::Play(combo) = played else { return "pass".to_owned() };
        // Up to five cards have one reading at most.
        if combo.cards.len() <= 5 {
            return combo.cards.to_string();
        }
        let readings = classify(combo.cards, self);
        let same_kind = |other: &&Combo| other.shape.kind == combo.shape.kind;
        match (readings.len(), readings.iter().filter(same_kind).count()) {
            (0 | 1, _) => combo.cards.to_string(),
            (_, 1) => format!("{}:{}", combo.cards, combo.shape.kind),
            _ => format!("{}:{}@{}", combo.cards, combo.shape.kind, combo.shape.rank),
        }
    }
}

/// The ranks next to a body that would make it longer.
fn lengthens(body: RankMask) -> RankMask {
    RankMask((body.0 << 1 | body.0 >> 1) & !body.0 & RankMask::CHAIN.0)
}

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
        for (name, switch) in SWITCHES {
            if switch(&mut here) != switch(&mut there) {
                write!(f, ",{}{name}", if *switch(&mut here) { '+' } else { '-' })?;
            }
        }
        for (name, _, number) in NUMBERS {
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
    #[error("unknown rules `{0}`: expected one of huanle, rlcard, douzero, openspiel, pagat, botzone")]
    UnknownPreset(String),
    /// A later word is not a switch.
    #[error(
        "unknown rule `{0}`: expected + or - and a kind ({kinds}) or a switch (both_jokers_as_kickers, \
         adjacent_trio_as_wings, quad_as_two_pairs), or packs=, max_wings_per_rank=, min_solo_chain=, min_pair_chain= or \
         min_trio_chain= and a number",
        kinds = Kind::ALL.map(Kind::name).join(" ")
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

impl FromStr for Ruleset {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Ruleset, RulesetError> {
        let mut words = text.split(',').map(str::trim);
        let name = words.next().unwrap_or_default();
        let preset = Preset::from_name(&name.to_ascii_lowercase());
        let mut rules = preset.ok_or_else(|| RulesetError::UnknownPreset(name.to_owned()))?.rules();
        for word in words {
            rules = rules.changed(word)?;
        }
        Ok(rules)
    }
}

impl Ruleset {
    /// The rules after one word of a rule string.
    fn changed(mut self, word: &str) -> Result<Ruleset, RulesetError> {
        let unknown = || RulesetError::UnknownRule(word.to_owned());
        if let Some((name, value)) = word.split_once('=') {
            let (_, range, number) = NUMBERS.into_iter().find(|n| n.0 == name.trim()).ok_or_else(unknown)?;
            let (least, most) = range.clone().into_inner();
            let bad = || RulesetError::BadNumber { rule: word.to_owned(), least, most };
            let value = value.trim().parse().ok().filter(|value| range.contains(value)).ok_or_else(bad)?;
            *number(&mut self) = value;
            return Ok(self);
        }
        let (on, name) = match word.chars().next() {
            Some('+') => (true, &word[1..]),
            Some('-') => (false, &word[1..]),
            _ => return Err(unknown()),
        };
        let name = name.trim().to_ascii_lowercase();
        if let Some((_, switch)) = SWITCHES.into_iter().find(|s| s.0 == name) {
            *switch(&mut self) = on;
            return Ok(self);
        }
        match Kind::from_name(&name).ok_or_else(unknown)? {
            Kind::Solo if !on => Err(RulesetError::NoSolo),
            kind => Ok(self.switched(kind, on)),
        }
    }
}
