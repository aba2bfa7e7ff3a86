//! Positions of one structure (`canju_engine::tables::strength`): the groups of a deal moved to other ranks.
//!
//! Random deals with more than a few cards hardly ever share a structure. So one deal is random, and others are made from
//! it by a walk. Each step moves something to other ranks: a group of equal cards or a block of linked ranks of one hand,
//! or the trick. Most steps make the mover stronger or weaker, so many of these positions can be compared.

use crate::deals;
use canju_engine::rules::{Combo, Hand, Kind, LastMove, Rank, Ruleset, Setup, State, Turn, combos};
use canju_engine::tables::strength::{Outline, Strength, Structure};
use canju_engine::tables::{Key, Keys, Layout, ToBeat};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

/// A position, and what `canju_engine::tables::strength` says of it.
#[derive(Clone, Copy)]
pub struct Placed<const SEATS: usize> {
    pub setup: Setup<SEATS>,
    pub position: State<SEATS>,
    pub structure: Structure,
    pub strength: Strength,
    pub key: Key,
}

impl<const SEATS: usize> Placed<SEATS> {
    /// `None` if these are more cards than there are.
    pub fn new(setup: Setup<SEATS>, rules: &Ruleset) -> Option<Placed<SEATS>> {
        let position = setup.validate(rules).ok()?;
        let (layouts, to_beat) = groups(&position, rules);
        let outline = Outline::new(&position, layouts.each_ref(), to_beat);
        let (structure, strength) = (outline.structure(position.goal()), outline.strength());
        Some(Placed { setup, position, structure, strength, key: Keys::new(rules).key(&position) })
    }

    /// Is all that is true in this mover's favour true there?
    pub fn is_at_most(&self, other: &Placed<SEATS>) -> bool {
        is_below(&self.strength, &other.strength)
    }
}

/// Are these bits among those?
pub fn is_below(these: &Strength, those: &Strength) -> bool {
    these.words.iter().zip(&those.words).all(|(these, those)| these & !those == 0)
}

/// The groups of all hands in seat order, and the lowest body that beats the trick.
pub fn groups<const SEATS: usize>(position: &State<SEATS>, rules: &Ruleset) -> ([Layout; SEATS], Option<ToBeat>) {
    let keys = Keys::new(rules);
    (position.hands().map(|hand| Layout::new(hand, keys.links(hand))), keys.to_beat(position))
}

/// A deal of so many cards a hand, the mover's first; half of the time there is something to answer.
pub fn first<const SEATS: usize>(
    rng: &mut StdRng,
    sizes: &[RangeInclusive<usize>; SEATS],
    rules: &Ruleset,
) -> Placed<SEATS> {
    let to_move = if SEATS == 2 { 0 } else { rng.random_range(0..SEATS) };
    loop {
        let mut hands = sizes.clone().map(|sizes| deals::hand(rng, sizes, rules.packs()));
        hands.rotate_right(to_move);
        let led = deals::hand(rng, sizes[SEATS - 1].clone(), rules.packs());
        let by = (to_move + rng.random_range(1..SEATS)) % SEATS;
        let last = rng.random_bool(0.5).then(|| combos(led, None, rules).choose(rng).copied()).flatten();
        let turn = Turn { to_move, last: last.map(|combo| LastMove { combo, by }) };
        if let Some(placed) = Placed::new(Setup { hands, turn }, rules) {
            return placed;
        }
    }
}

/// The hand with one of its groups or blocks of linked ranks somewhere else, if there is room.
pub fn moved_hand(hand: Hand, rng: &mut StdRng, rules: &Ruleset) -> Option<Hand> {
    let links = Keys::new(rules).links(hand);
    let held: Vec<usize> = hand.ranks().iter().map(Rank::index).collect();
    let mut low = *held.choose(rng)?;
    while low > 0 && links >> (low - 1) & 1 != 0 {
        low -= 1;
    }
    let mut high = low;
    while links >> high & 1 != 0 {
        high += 1;
    }
    let start = rng.random_range(0..Rank::COUNT - (high - low));
    let block: Vec<u8> = (low..=high).map(|rank| hand.count(Rank::from_index(rank))).collect();
    let mut counts: Vec<u8> = Rank::all().map(|rank| hand.count(rank)).collect();
    counts[low..=high].fill(0);
    for (count, place) in block.iter().zip(&mut counts[start..]) {
        if *place != 0 {
            return None;
        }
        *place = *count;
    }
    Some(Rank::all().zip(counts).fold(Hand::EMPTY, |hand, (rank, count)| hand.plus(Hand::of(rank, count))))
}

/// The combination from another rank on.
fn moved_trick(last: Combo, rng: &mut StdRng) -> Option<Combo> {
    let shape = last.shape;
    if shape.kind == Kind::Rocket {
        return None;
    }
    let most = if shape.kind.is_chain() { Rank::ACE.index() + 1 - shape.len as usize } else { Rank::COUNT - 1 };
    let rank = Rank::from_index(rng.random_range(0..=most));
    let body = Combo::new(shape.kind, shape.len, rank, Hand::EMPTY).cards;
    let clash = body.ranks() & last.kickers().ranks();
    clash.is_empty().then(|| Combo::new(shape.kind, shape.len, rank, last.kickers()))
}

/// Up to `n` positions of one structure, the first of them random.
pub fn family<const SEATS: usize>(
    n: usize,
    sizes: &[RangeInclusive<usize>; SEATS],
    rules: &Ruleset,
    rng: &mut StdRng,
) -> Vec<Placed<SEATS>> {
    let first = first(rng, sizes, rules);
    family_of(first, n, rules, rng)
}

/// The position with something moved; mostly it keeps its structure. `None` if these are more cards than there are.
pub fn moved<const SEATS: usize>(placed: &Placed<SEATS>, rules: &Ruleset, rng: &mut StdRng) -> Option<Placed<SEATS>> {
    let mut setup = placed.setup;
    for _ in 0..rng.random_range(1..=3) {
        let which = rng.random_range(0..SEATS + setup.turn.last.is_some() as usize);
        match (which, &mut setup.turn.last) {
            (which, Some(last)) if which == SEATS => last.combo = moved_trick(last.combo, rng).unwrap_or(last.combo),
            _ => setup.hands[which] = moved_hand(setup.hands[which], rng, rules).unwrap_or(setup.hands[which]),
        }
    }
    Placed::new(setup, rules).filter(|moved| moved.structure == placed.structure)
}

/// Up to `n` positions of one structure, this one first.
pub fn family_of<const SEATS: usize>(
    first: Placed<SEATS>,
    n: usize,
    rules: &Ruleset,
    rng: &mut StdRng,
) -> Vec<Placed<SEATS>> {
    let mut family = vec![first];
    for _ in 0..3 * n {
        if family.len() == n {
            break;
        }
        let Some(placed) = moved(family.choose(rng).expect("the first one"), rules, rng) else { continue };
        if family.iter().all(|other| other.position != placed.position) {
            family.push(placed);
        }
    }
    family
}

/// The ranks of a hand's groups in the order of their numbers: loose ones by count, then blocks by length and form.
pub fn in_order(hand: Hand, links: u16) -> Vec<Rank> {
    let mut blocks: Vec<Vec<Rank>> = Vec::new();
    for rank in hand.ranks() {
        match blocks.last_mut() {
            Some(block) if rank.index() > 0 && links >> (rank.index() - 1) & 1 != 0 => block.push(rank),
            _ => blocks.push(vec![rank]),
        }
    }
    let form = |block: &Vec<Rank>| block.iter().map(|&rank| hand.count(rank)).collect::<Vec<_>>();
    blocks.sort_by_key(|block| (block.len(), form(block), block[0]));
    blocks.concat()
}
