//! Rule sets. All published ways to play differ in the same few switches. So a rule set is a set of switches, and a preset
//! is a named rule set. Many published puzzles ban some kinds: `huanle,-trio_pair`.
//!
//! Sources: RLCard `jsondata` and `docs/games.md`; DouZero `move_generator.py`; OpenSpiel `dou_dizhu_utils.h`;
//! pagat.com "Dou Dizhu"; Botzone FightTheLandlord.

use super::card::{Rank, RankMask};
use super::combo::{Kind, KindSet};
use super::hand::Hand;

/// The published rule sets.
///
/// ```
/// use canju::rules::Preset;
/// assert_eq!(Preset::from_name("pagat").map(|preset| preset.rules().max_wings_per_rank()), Some(1));
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
    /// Botzone's FightTheLandlord: kickers of different ranks, and 航天飞机.
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
        let huanle = Ruleset::plain(self);
        match self {
            Preset::Huanle => huanle,
            Preset::Rlcard => Ruleset { adjacent_trio_as_wings: false, ..huanle },
            Preset::Douzero => Ruleset { max_wings_per_rank: 4, both_jokers_as_kickers: true, ..huanle },
            Preset::Openspiel => {
                Ruleset { kinds: huanle.kinds.without(Kind::FourTwoSolo).without(Kind::FourTwoPair), ..huanle }
            }
            Preset::Pagat => Ruleset { max_wings_per_rank: 1, ..huanle },
            Preset::Botzone => {
                Ruleset { kinds: KindSet::ALL, max_wings_per_rank: 1, both_jokers_as_kickers: true, ..huanle }
            }
        }
    }
}

/// A switch of the rules.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Switch {
    /// Its name in rule strings.
    pub name: &'static str,
    /// Is it on by default?
    pub default: bool,
    pub(super) field: fn(&mut Ruleset) -> &mut bool,
}

/// A number of the rules.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Number {
    /// Its name in rule strings.
    pub name: &'static str,
    /// Its least and its greatest value.
    pub range: (u8, u8),
    /// A value for the help that is not the default.
    pub example: u8,
    pub(super) field: fn(&mut Ruleset) -> &mut u8,
}

/// The one table of switches and numbers: rule strings, their errors and the help are made from it.
macro_rules! ruleset {
    (
        switches: $($(#[doc = $about:literal])+ $switch:ident = $on:literal;)+
        numbers: $($(#[doc = $meaning:literal])+ $number:ident = $value:literal, $least:literal..=$most:literal, such as $example:literal;)+
    ) => {
        /// A rule set: which kinds there are, and what may go with a body. It can only be made valid: from a [`Preset`], from text,
        /// and word by word by [`Ruleset::with`].
        ///
        /// As text: a preset's name, then any number of `,±kind`, `,±switch` or `,number=N`:
        ///
        /// ```
        /// use canju::rules::{Kind, Ruleset};
        /// let rules: Ruleset = "huanle,-trio_pair".parse().unwrap();
        /// assert!(!rules.kinds().has(Kind::TrioPair) && !rules.kinds().has(Kind::TrioPairChain));
        /// assert_eq!(rules.to_string(), "huanle,-trio_pair");
        /// assert_eq!("huanle,max_wings_per_rank=1".parse::<Ruleset>().unwrap().max_wings_per_rank(), 1);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct Ruleset {
            pub(crate) preset: Preset,
            pub(crate) kinds: KindSet,
            $(pub(crate) $switch: bool,)+
            $(pub(crate) $number: u8,)+
        }

        impl Ruleset {
            /// All kinds but 航天飞机, and every switch and number at its default.
            const fn plain(preset: Preset) -> Ruleset {
                Ruleset { preset, kinds: KindSet::ALL.without_any(KindSet::QUAD_CHAINS), $($switch: $on,)+ $($number: $value,)+ }
            }

            /// All switches.
            #[doc(hidden)]
            pub const SWITCHES: &[Switch] = &[
                $(Switch { name: stringify!($switch), default: $on, field: |rules| &mut rules.$switch },)+
            ];

            /// All numbers.
            #[doc(hidden)]
            pub const NUMBERS: &[Number] = &[
                $(Number {
                    name: stringify!($number),
                    range: ($least, $most),
                    example: $example,
                    field: |rules| &mut rules.$number,
                },)+
            ];

            $($(#[doc = $about])+ pub const fn $switch(&self) -> bool {
                self.$switch
            })+

            $($(#[doc = $meaning])+ pub const fn $number(&self) -> u8 {
                self.$number
            })+
        }
    };
}

ruleset! {
    switches:
    /// May both jokers be among the kickers?
    both_jokers_as_kickers = false;
    /// May the single-card wings contain a trio next to the body (from 3 to A)? It would lengthen a 飞机.
    adjacent_trio_as_wings = true;
    /// May four equal cards be two of the pair kickers?
    quad_as_two_pairs = false;
    numbers:
    /// How many packs of 54 cards are in play, 1 or 2.
    packs = 1, 1..=2, such as 2;
    /// How many single-card kickers or wings may be of one rank, 1 to 4. With 1 all must be of different ranks.
    max_wings_per_rank = 3, 1..=4, such as 1;
    /// Least length of a 顺子, 5 in all presets.
    min_solo_chain = 5, 3..=12, such as 6;
    /// Least length of a 连对, 3 in all presets.
    min_pair_chain = 3, 2..=12, such as 4;
    /// Least length of a 飞机, 2 in all presets.
    min_trio_chain = 2, 2..=12, such as 3;
}

impl Default for Ruleset {
    fn default() -> Ruleset {
        Preset::default().rules()
    }
}

impl Ruleset {
    /// The preset that the rules started from. It only matters for the text form.
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// The kinds that may be played. [`Kind::Solo`] is always among them: a leader must have a move.
    pub const fn kinds(&self) -> KindSet {
        self.kinds
    }

    /// The rules with `kind` switched on or off. `trio_solo` and `trio_pair` also switch the 飞机 with such wings: a ban of
    /// 3+2 includes them.
    #[must_use]
    pub(crate) fn switched(mut self, kind: Kind, on: bool) -> Ruleset {
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
            Kind::QuadChain | Kind::QuadSoloChain | Kind::QuadPairChain => 2,
            _ => 1,
        }
    }

    /// Do the switches allow exactly these cards as single-card kickers or wings of the body? The caller checks their
    /// number, and that they share no rank with the body.
    ///
    /// ```
    /// use canju::rules::{Rank, RankMask, Ruleset, parse_cards};
    /// let (both_jokers, body) = (parse_cards("XD")?, RankMask::run(Rank::THREE, 1));
    /// let allows = |rules: &str| rules.parse::<Ruleset>().unwrap().allows_solo_kickers(both_jokers, body);
    /// assert!(allows("douzero") && !allows("huanle"));
    /// # Ok::<(), canju::rules::CardError>(())
    /// ```
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
                .all(|rank| kickers.count(rank).is_multiple_of(2) && kickers.count(rank) / 2 <= self.most_pairs())
    }

    /// How many pairs of one rank the pair kickers may hold at most.
    pub(super) fn most_pairs(&self) -> u8 {
        if self.quad_as_two_pairs { 2 } else { 1 }
    }
}

/// The ranks next to a body that would make it longer.
fn lengthens(body: RankMask) -> RankMask {
    RankMask((body.0 << 1 | body.0 >> 1) & !body.0 & RankMask::CHAIN.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_rules_has_every_switch_and_number() {
        let page = include_str!("RULES.md");
        let switches = Ruleset::SWITCHES.iter().map(|switch| format!("`,±{}`", switch.name));
        let numbers = Ruleset::NUMBERS.iter().map(|number| format!("`,{}=", number.name));
        let missing: Vec<String> = switches.chain(numbers).filter(|name| !page.contains(name)).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn the_examples_are_rules_and_change_them() {
        for number in Ruleset::NUMBERS {
            let word = format!("{}={}", number.name, number.example);
            assert_eq!(Ruleset::default().with(&word).unwrap().to_string(), format!("huanle,{word}"));
        }
    }

    #[test]
    fn trios_with_kickers_are_switched_with_their_chains() {
        for (kind, chain) in [(Kind::TrioSolo, Kind::TrioSoloChain), (Kind::TrioPair, Kind::TrioPairChain)] {
            let without = Ruleset::default().switched(kind, false);
            assert!(!without.kinds.has(kind) && !without.kinds.has(chain));
            assert_eq!(without.switched(kind, true), Ruleset::default());
        }
        let without = Ruleset::default().switched(Kind::Trio, false);
        assert_eq!(without.kinds, Ruleset::default().kinds.without(Kind::Trio));
    }
}
