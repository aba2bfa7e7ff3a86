//! The combinations of the whole pack, as other programs count them: RLCard's `jsondata`, DouZero's generator, OpenSpiel's
//! action ids, the rules of pagat.com and Botzone. A combination has at most 20 cards (the landlord's hand). `pass` is not
//! counted.

use canju_engine::rules::{Combo, Hand, Kind, combos};
use canju_testing::deals::{PRESETS, ruleset};
use std::collections::HashSet;

/// What the whole pack holds under one rule set.
struct Pack(Vec<Combo>);

impl Pack {
    fn under(rules: &str) -> Pack {
        let all = combos(Hand::deck(1), None, &ruleset(rules));
        Pack(all.into_iter().filter(|combo| combo.cards.len() <= 20).collect())
    }

    fn of(&self, kind: Kind, len: u8) -> impl Iterator<Item = &Combo> {
        self.0.iter().filter(move |combo| combo.shape.kind == kind && combo.shape.len == len)
    }

    /// Body and kickers; sets of cards that are two bodies with kickers count twice.
    fn readings(&self, kind: Kind, len: u8) -> usize {
        self.of(kind, len).count()
    }

    /// Sets of cards.
    fn card_sets(&self, kind: Kind, len: u8) -> usize {
        self.of(kind, len).map(|combo| combo.cards).collect::<HashSet<_>>().len()
    }

    /// The readings of a kind by length, as far as there are any.
    fn by_len(&self, kind: Kind) -> Vec<(u8, usize)> {
        (1..=20).map(|len| (len, self.readings(kind, len))).filter(|&(_, n)| n > 0).collect()
    }
}

fn from(first: u8, counts: &[usize]) -> Vec<(u8, usize)> {
    (first..).zip(counts.iter().copied()).collect()
}

/// Lengths 2 to 5 of 飞机带单翅膀.
fn wings(count: impl Fn(Kind, u8) -> usize) -> [usize; 4] {
    [2, 3, 4, 5].map(|len| count(Kind::TrioSoloChain, len))
}

#[test]
fn kinds_on_which_all_presets_agree() {
    for preset in PRESETS {
        let pack = Pack::under(preset);
        let by_len = |kind| pack.by_len(kind);
        assert_eq!(by_len(Kind::Solo), [(1, 15)], "{preset}");
        assert_eq!(by_len(Kind::Pair), [(1, 13)], "{preset}");
        assert_eq!(by_len(Kind::Trio), [(1, 13)], "{preset}");
        assert_eq!(by_len(Kind::Bomb), [(4, 13)], "{preset}");
        assert_eq!(by_len(Kind::Rocket), [(2, 1)], "{preset}");
        assert_eq!(by_len(Kind::SoloChain), from(5, &[8, 7, 6, 5, 4, 3, 2, 1]), "{preset}");
        assert_eq!(by_len(Kind::PairChain), from(3, &[10, 9, 8, 7, 6, 5, 4, 3]), "{preset}");
        assert_eq!(by_len(Kind::TrioChain), from(2, &[11, 10, 9, 8, 7]), "{preset}");
        assert_eq!(by_len(Kind::TrioSolo), [(1, 182)], "{preset}");
        assert_eq!(by_len(Kind::TrioPair), [(1, 156)], "{preset}");
        assert_eq!(by_len(Kind::TrioPairChain), from(2, &[605, 1200, 1134]), "{preset}");
        let four_two_pair = if preset == "openspiel" { vec![] } else { vec![(1, 858)] };
        assert_eq!(by_len(Kind::FourTwoPair), four_two_pair, "{preset}");
    }
}

#[test]
fn rlcard() {
    let pack = Pack::under("rlcard");
    assert_eq!(pack.by_len(Kind::TrioSoloChain), from(2, &[968, 3282, 7184, 10388]));
    assert_eq!(pack.by_len(Kind::FourTwoSolo), [(1, 1326)]);
    assert_eq!(pack.0.len(), 27_471);
    // "In rlcard every card set has exactly one kind", and one reading.
    assert_eq!(pack.0.iter().map(|combo| combo.cards).collect::<HashSet<_>>().len(), 27_471);
}

#[test]
fn openspiel() {
    let pack = Pack::under("openspiel");
    // OpenSpiel's action ids encode the body's head and the kickers, so 333444555666 as 3-5 and as 4-6 are two: the
    // published figures are readings.
    assert_eq!(wings(|kind, len| pack.readings(kind, len)), [968, 3300, 7344, 10976]);
    // Nine sets are two readings at length 3 (a trio at either end); at length 4 another wing goes with each.
    assert_eq!(wings(|kind, len| pack.card_sets(kind, len)), [968, 3291, 7264, 10682]);
    assert_eq!(pack.by_len(Kind::FourTwoSolo), []);
}

#[test]
fn douzero() {
    let pack = Pack::under("douzero");
    // DouZero's generator drops duplicates, so the published figures are distinct sets of cards.
    assert_eq!(wings(|kind, len| pack.card_sets(kind, len)), [979, 3391, 7750, 12211]);
    assert_eq!(wings(|kind, len| pack.readings(kind, len)), [979, 3400, 7830, 12512]);
    assert_eq!(pack.by_len(Kind::FourTwoSolo), [(1, 1339)]);
}

#[test]
fn pagat() {
    let pack = Pack::under("pagat");
    // Wings of different ranks leave one reading: readings and card sets agree.
    assert_eq!(wings(|kind, len| pack.readings(kind, len)), [847, 2100, 2646, 1568]);
    assert_eq!(wings(|kind, len| pack.card_sets(kind, len)), [847, 2100, 2646, 1568]);
    assert_eq!(pack.by_len(Kind::FourTwoSolo), [(1, 1170)]);
}

#[test]
fn botzone() {
    let pack = Pack::under("botzone");
    assert_eq!(wings(|kind, len| pack.readings(kind, len)), [858, 2200, 2970, 2016]);
    assert_eq!(wings(|kind, len| pack.card_sets(kind, len)), [858, 2200, 2970, 2016]);
    assert_eq!(pack.by_len(Kind::FourTwoSolo), [(1, 1183)]);
    // n of the 12 ranks up to the ace, and 2n of the 15 - n other ranks, or of the 13 - n others that have pairs.
    assert_eq!(pack.by_len(Kind::QuadChain), from(2, &[11, 10, 9, 8]));
    assert_eq!(pack.by_len(Kind::QuadSoloChain), from(2, &[11 * 715, 10 * 924]));
    assert_eq!(pack.by_len(Kind::QuadPairChain), from(2, &[11 * 330]));
}

#[test]
fn huanle() {
    let pack = Pack::under("huanle");
    // No figures of its own are published: its 飞机 are OpenSpiel's, its 四带二 RLCard's.
    assert_eq!(wings(|kind, len| pack.readings(kind, len)), [968, 3300, 7344, 10976]);
    assert_eq!(pack.by_len(Kind::FourTwoSolo), [(1, 1326)]);
}
