//! Keys of positions that differ in one thing. If two of them have one key, the oracle must give them one verdict.
//!
//! Two random deals seldom differ only in what one step of the canonical form looks at. So this test takes a position and
//! changes one thing: the rank of a group, the combination on the table, the player to move, or the owner of the trick.
//! Such a pair lies on the two sides of a step's condition. If the condition were missing, both would get the same key.

use canju_engine::rules::{Combo, Hand, Kind, KindSet, Rank, Ruleset, Setup, State, combos};
use canju_engine::tables::{Key, Keys};
use canju_testing::deals::{self, PRESETS, WITH_QUAD_CHAINS, rule_strings, ruleset};
use canju_testing::drawn::{QUADS_IN_A_ROW, RECIPES};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::HashMap;

/// A position in parts, so that one of them can be changed.
#[derive(Clone, Copy, Debug)]
pub struct Parts<const SEATS: usize> {
    pub hands: [Hand; SEATS],
    pub turn: usize,
    /// What is to be beaten, and who played it.
    pub last: Option<(Combo, usize)>,
}

/// The cards that the hands and the table leave in the pack.
fn spare<const SEATS: usize>(parts: &Parts<SEATS>) -> Option<Hand> {
    let table = parts.last.map_or(Hand::EMPTY, |(combo, _)| combo.cards);
    parts.hands.iter().chain([&table]).try_fold(Hand::deck(1), |left, &cards| left.checked_minus(cards))
}

impl<const SEATS: usize> Parts<SEATS> {
    /// The position, made by a few moves with cards that are not in it otherwise; `None` if the pack lacks them or the
    /// rules don't allow what is on the table.
    pub fn position(&self, rules: &Ruleset) -> Option<State<SEATS>> {
        if self.hands.iter().any(|hand| hand.is_empty()) {
            return None;
        }
        let spare = spare(self)?;
        let (leader, combo) = self.last.map_or((self.turn, None), |(combo, owner)| (owner, Some(combo)));
        let mut hands = self.hands;
        if let Some(combo) = combo {
            hands[leader] = hands[leader].plus(combo.cards);
        }
        // Two cards with which the lead comes to a farmer: the last seat plays the lower one, the other farmer the higher.
        let mut solos = spare.ranks().iter().map(|rank| Combo::new(Kind::Solo, 1, rank, Hand::EMPTY));
        let [low, high] = [solos.next()?, solos.next()?];
        let mut played = Vec::new();
        let passes = |n| std::iter::repeat_n(canju_engine::rules::Move::Pass, n);
        let mut last = None;
        if leader > 0 {
            last = Some(low);
            if leader == SEATS - 1 {
                played.extend(passes(SEATS - 1));
            } else {
                hands[leader] = hands[leader].plus(high.cards);
                played.extend(passes(leader));
                played.push(canju_engine::rules::Move::Play(high));
                played.extend(passes(SEATS - 1));
            }
        }
        if let Some(combo) = combo {
            played.push(canju_engine::rules::Move::Play(combo));
            played.extend(passes((self.turn + SEATS - leader - 1) % SEATS));
        }
        let start = Setup::new(hands, last).validate(rules).ok()?;
        let end = played.into_iter().try_fold(start, |at, played| at.try_play(played, rules)).ok()?;
        assert_eq!((end.hands(), end.to_move()), (&self.hands, self.turn));
        assert_eq!(end.trick().map(|t| (t.shape, t.owner())), self.last.map(|(c, owner)| (c.shape, owner)));
        Some(end)
    }

    /// The parts of a drawn position, with something like its combination on the table.
    fn of(position: &State<SEATS>, rng: &mut StdRng, rules: &Ruleset) -> Parts<SEATS> {
        let (hands, turn) = (*position.hands(), position.to_move());
        let mut parts = Parts { hands, turn, last: None };
        if rng.random_bool(0.7) {
            let owner = (turn + rng.random_range(1..SEATS)) % SEATS;
            let answers = combos(hands[turn], None, rules);
            // Bombs are few among the combinations and have steps of their own.
            let bomb = answers.iter().find(|combo| combo.shape.kind == Kind::Bomb).filter(|_| rng.random_bool(0.5));
            let kind = bomb.or(answers.choose(rng)).map(|combo| combo.shape);
            parts.last = kind.and_then(|shape| on_the_table(&parts, shape.kind, shape.len, rng)).map(|c| (c, owner));
        }
        parts
    }

    /// One thing moved.
    fn moved(mut self, rng: &mut StdRng) -> Parts<SEATS> {
        match rng.random_range(0..8) {
            0 | 1 => {
                if let Some((combo, owner)) = self.last {
                    let rest = Parts { last: None, ..self };
                    let combo = match rng.random_bool(0.3) {
                        // From the same rank a longer or shorter chain, or another kind; else the same kind elsewhere.
                        true if combo.shape.kind.is_chain() => of_another_length(&rest, combo, rng).unwrap_or(combo),
                        true => of_another_kind(&rest, combo, rng).unwrap_or(combo),
                        _ => on_the_table(&rest, combo.shape.kind, combo.shape.len, rng).unwrap_or(combo),
                    };
                    self.last = Some((combo, owner));
                }
            }
            2 => {
                // Whose turn it is, or who played.
                self.turn = rng.random_range(0..SEATS);
                if let Some((combo, _)) = self.last {
                    self.last = Some((combo, (self.turn + rng.random_range(1..SEATS)) % SEATS));
                }
            }
            3 => {
                // The other sides' hands change places.
                self.hands[1..].reverse();
            }
            _ => {
                // A group, mostly to a rank nearby.
                let seat = rng.random_range(0..SEATS);
                let ranks: Vec<Rank> = self.hands[seat].ranks().iter().collect();
                let Some(&from) = ranks.choose(rng) else { return self };
                let to = match rng.random_bool(0.7) {
                    true => from.index() as isize + [-3, -2, -1, 1, 2, 3][rng.random_range(0..6)],
                    false => rng.random_range(0..Rank::COUNT) as isize,
                };
                if (0..Rank::COUNT as isize).contains(&to) && to != from.index() as isize {
                    let to = Rank::from_index(to as usize);
                    // The group that is there goes the other way.
                    let [a, b] = [self.hands[seat].count(from), self.hands[seat].count(to)];
                    let without = self.hands[seat].minus(Hand::of(from, a)).minus(Hand::of(to, b));
                    self.hands[seat] = without.plus(Hand::of(to, a)).plus(Hand::of(from, b));
                }
            }
        }
        self
    }
}

/// A combination of this kind and length at a random rank, with kickers that nobody holds.
fn on_the_table<const SEATS: usize>(parts: &Parts<SEATS>, kind: Kind, len: u8, rng: &mut StdRng) -> Option<Combo> {
    let most = if kind.is_chain() { (Rank::ACE.index() + 1).checked_sub(len as usize)? } else { Rank::COUNT - 1 };
    let rank = if kind == Kind::Rocket { Rank::SMALL_JOKER } else { Rank::from_index(rng.random_range(0..=most)) };
    let bare = Combo::new(kind, len, rank, Hand::EMPTY);
    let left = spare(parts)?.checked_minus(bare.cards)?;
    let mut kickers = Hand::EMPTY;
    let ranks = left.at_least(kind.kicker_copies().max(1)) & !bare.cards.ranks();
    for rank in ranks.iter().take((kind.kicker_copies().min(1) * kind.kickers(len)) as usize) {
        kickers = kickers.plus(Hand::of(rank, kind.kicker_copies()));
    }
    Some(Combo::new(kind, len, rank, kickers))
}

/// A bare chain from the same rank, one rank longer or shorter.
fn of_another_length<const SEATS: usize>(parts: &Parts<SEATS>, combo: Combo, rng: &mut StdRng) -> Option<Combo> {
    let shape = combo.shape;
    let len = if rng.random() { shape.len + 1 } else { shape.len.checked_sub(1)? };
    if len == 0 || shape.kind.kicker_copies() > 0 || shape.rank.index() + len as usize > Rank::ACE.index() + 1 {
        return None;
    }
    let longer = Combo::new(shape.kind, len, shape.rank, Hand::EMPTY);
    spare(parts)?.contains(longer.cards).then_some(longer)
}

/// One, two or three equal cards of the same rank.
fn of_another_kind<const SEATS: usize>(parts: &Parts<SEATS>, combo: Combo, rng: &mut StdRng) -> Option<Combo> {
    let kind = [Kind::Solo, Kind::Pair, Kind::Trio][rng.random_range(0..3)];
    let other = Combo::new(kind, 1, combo.shape.rank, Hand::EMPTY);
    spare(parts)?.contains(other.cards).then_some(other)
}

/// Pairs of positions with one key.
#[derive(Default, Debug)]
struct Met {
    positions: usize,
    /// Equal keys of positions that differ in a hand.
    hands: usize,
    /// Equal keys of positions that differ in nothing but the combination on the table.
    tables: usize,
}

/// Draws `each` positions by every recipe under every second rule set, each with `siblings` others.
fn run<const SEATS: usize>(each: usize, siblings: usize, seed: u64) -> Met {
    let (mut rng, mut met) = (deals::rng(seed), Met::default());
    for text in PRESETS.iter().chain(rule_strings()).chain(&WITH_QUAD_CHAINS) {
        let (rules, mut oracle) = (ruleset(text), Oracle::<SEATS>::new(edge::rules(text)));
        let keys = Keys::new(&rules);
        for n in 0..each {
            let recipe = match rules.kinds().has_any(KindSet::QUAD_CHAINS) && n.is_multiple_of(2) {
                true => &QUADS_IN_A_ROW,
                false => &RECIPES[n % RECIPES.len()],
            };
            let position = recipe.draw::<SEATS>(&mut rng, &rules);
            let first = Parts::of(&position, &mut rng, &rules);
            let mut family: Vec<Parts<SEATS>> = vec![first];
            let mut seen: HashMap<Key, State<SEATS>> = HashMap::new();
            for _ in 0..siblings {
                let next = family.choose(&mut rng).expect("the first one").moved(&mut rng);
                let Some(position) = next.position(&rules) else { continue };
                family.push(next);
                met.positions += 1;
                let other = *seen.entry(keys.key(&position)).or_insert(position);
                if other == position {
                    continue;
                }
                let [won, before] = [&position, &other].map(|at| oracle.wins(&edge::state(at)));
                assert_eq!(won, before, "one key, two verdicts: {position:?} and {other:?} {text}");
                let same_hands = position.hands() == other.hands() && position.to_move() == other.to_move();
                *if same_hands { &mut met.tables } else { &mut met.hands } += 1;
            }
        }
    }
    println!("{SEATS} hands: {met:?}");
    met
}

#[test]
fn sample_of_two_hands() {
    let met = run::<2>(26, 24, 91);
    assert!(met.hands > 1_000 && met.tables > 500, "{met:?}");
}

#[test]
fn sample_of_three_hands() {
    let met = run::<3>(26, 24, 92);
    assert!(met.hands > 1_000 && met.tables > 500, "{met:?}");
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_two_hands() {
    run::<2>(1_300, 24, 93);
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_three_hands() {
    run::<3>(1_300, 24, 94);
}
