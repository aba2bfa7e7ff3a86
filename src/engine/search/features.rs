//! The inputs of the networks: numbers that describe the hands against each other, and the trick.
//!
//! A few bit operations compute them from the masks in [`Facts`]. Their order is that of the weights (`weights.rs`). So a
//! change here requires new training (`scripts/train/train_network.py`); other weights for the hardness change lines of play
//! and the difficulty of puzzles.
//!
//! With two hands there are the mover's hand against the other one and the other way round, then the trick. With three hands
//! there are the landlord's against both farmers together, each farmer's against the landlord, the trick, and how the farmers
//! can take tricks from each other. The networks for three hands are one for each seat to move, so the seat is no feature.
//!
//! With three hands the evaluation and the order of moves see the cards themselves as well: *card inputs*, each 0 or 1
//! ([`card_inputs`]).

use super::facts::Facts;
use super::sparse_network::{INPUTS_OF_SET, InputSet};
use crate::rules::{Hand, Kind, Rank, RankMask, Shape, State};

/// Features of one hand against others.
const OF_HAND: usize = 20;
/// Features of the trick.
const OF_TRICK: usize = 8;
/// All features of two hands: the hand of the side to move, the other hand, the trick.
pub const OF_TWO: usize = 2 * OF_HAND + OF_TRICK;

/// The features of two hands, with `mine` to move against `theirs`.
pub fn of_two(mine: &Facts, theirs: &Facts, trick: Option<Shape>) -> [i16; OF_TWO] {
    let mut all = [0; OF_TWO];
    all[..OF_HAND].copy_from_slice(&of_hand(mine, Against::one(theirs)));
    all[OF_HAND..2 * OF_HAND].copy_from_slice(&of_hand(theirs, Against::one(mine)));
    all[2 * OF_HAND..].copy_from_slice(&of_trick(mine, &theirs.up_to_highest, trick));
    all
}

/// Where the features of the farmers begin, and where those of the trick do: after the landlord's there are two for its
/// single cards and pairs against the second farmer.
const FARMERS_AT: usize = OF_HAND + 2;
const TRICK_AT: usize = FARMERS_AT + 2 * OF_HAND;
/// All features of three hands.
pub const OF_THREE: usize = TRICK_AT + OF_TRICK + 6;

/// The features of a position of three hands, these in seat order.
pub fn of_three<const SEATS: usize>(position: &State<SEATS>, hands: &[&Facts; SEATS]) -> [i16; OF_THREE] {
    let [landlord, first, second] = [hands[0], hands[1], hands[SEATS - 1]];
    let both = Against {
        up_to_highest: [0, 1, 2].map(|n| first.up_to_highest[n] | second.up_to_highest[n]),
        held: first.groups.at_least[0] | second.groups.at_least[0],
        held_above: first.held_above,
    };
    let mut all = [0; OF_THREE];
    all[..OF_HAND].copy_from_slice(&of_hand(landlord, both));
    let [singles, pairs] = [0, 1].map(|n| sum_of_nibbles(second.held_above[n] & landlord.unchained_exactly[n]) as i16);
    (all[OF_HAND], all[OF_HAND + 1]) = (singles, pairs);
    for (n, farmer) in [first, second].into_iter().enumerate() {
        let at = FARMERS_AT + n * OF_HAND;
        all[at..at + OF_HAND].copy_from_slice(&of_hand(farmer, Against::one(landlord)));
    }
    let (me, trick) = (position.to_move(), position.trick());
    let up_to_highest = if me == 0 { &both.up_to_highest } else { &landlord.up_to_highest };
    let shape = trick.map(|trick| trick.shape);
    all[TRICK_AT..TRICK_AT + OF_TRICK].copy_from_slice(&of_trick(hands[me], up_to_highest, shape));
    let next = (me + 1) % SEATS;
    let rest = &mut all[TRICK_AT + OF_TRICK..];
    if let Some(trick) = trick
        && trick.owner() != next
    {
        // The next player may answer too, if this one passes.
        let up_to_highest = if next == 0 { &both.up_to_highest } else { &landlord.up_to_highest };
        rest[..3].copy_from_slice(&of_trick(hands[next], up_to_highest, shape)[4..7]);
        rest[3] = 1;
    }
    rest[4] = sum_of_nibbles(second.held_above[0] & first.unchained_exactly[0]) as i16;
    rest[5] = sum_of_nibbles(first.held_above[0] & second.unchained_exactly[0]) as i16;
    all
}

/// Each hand has a card input for each rank and each count from 1 to 4.
const CARDS_OF_HAND: usize = Rank::COUNT * 4;
/// The kinds that the network knows: those that all games have.
const KINDS: usize = 14;
/// Where the card inputs of the trick begin: its kind, its rank, its length, and which of the two others owns it.
const KIND_AT: usize = 3 * CARDS_OF_HAND;
const RANK_AT: usize = KIND_AT + KINDS;
const LENGTH_AT: usize = RANK_AT + Rank::COUNT;
const OWNER_AT: usize = LENGTH_AT + 12;
/// All card inputs of three hands, which have one pack.
pub const CARD_INPUTS: usize = OWNER_AT + 2;
const _: () = assert!(CARD_INPUTS <= 1 << u8::BITS);
const _: () = assert!(KIND_AT == 3 * INPUTS_OF_SET && CARD_INPUTS - KIND_AT <= u64::BITS as usize);
/// The card inputs in groups of which at most one is 1: where each group ends.
pub const CARD_GROUPS: [usize; 3 * Rank::COUNT + 4] = {
    let (mut ends, mut group) = ([0; 3 * Rank::COUNT + 4], 0);
    while group < 3 * Rank::COUNT {
        ends[group] = 4 * (group + 1);
        group += 1;
    }
    [ends[group], ends[group + 1], ends[group + 2], ends[group + 3]] = [RANK_AT, LENGTH_AT, OWNER_AT, CARD_INPUTS];
    ends
};

/// The card inputs of three hands that are 1: one for each group of each hand, and four for the trick.
pub fn card_inputs<const SEATS: usize>(position: &State<SEATS>) -> InputSet {
    let mut inputs = [0; 4];
    for (inputs, &hand) in inputs.iter_mut().zip(position.hands()) {
        *inputs = one_of_four(hand);
    }
    if let Some(trick) = position.trick() {
        let Shape { kind, len, rank } = trick.shape;
        let owner_is_next = trick.owner() == (position.to_move() + 1) % SEATS;
        let of_trick = [
            // Chains of quads are rare. It takes them for 四带二, and without kickers for a rocket.
            KIND_AT + (kind.low_bits() as usize).min(KINDS - 1),
            RANK_AT + rank.index(),
            LENGTH_AT + len as usize - 1,
            OWNER_AT + owner_is_next as usize,
        ];
        inputs[3] = of_trick.iter().fold(0, |set, input| set | 1 << (input - KIND_AT));
    }
    inputs
}

/// The numbers of these card inputs, as the weights have them.
pub fn numbers(inputs: InputSet) -> impl Iterator<Item = u8> {
    let sets = inputs.into_iter().enumerate();
    let of_set =
        |(n, set): (usize, u64)| (0..64).filter(move |bit| set >> bit & 1 == 1).map(move |bit| INPUTS_OF_SET * n + bit);
    sets.flat_map(of_set).map(|number| number as u8)
}

/// Of four bits for each rank, the one that says how many cards of it a hand of one pack holds.
fn one_of_four(hand: Hand) -> u64 {
    const ONES: u64 = 0x0111_1111_1111_1111;
    let [ones, twos, fours] = [0, 1, 2].map(|bit| hand.bits() >> bit & ONES);
    ones & !twos | (twos & !ones) << 1 | (ones & twos) << 2 | fours << 3
}

/// Hands needed and beatable groups together, for the side to move and for the other side. Of the farmers, the one nearer
/// to its last card counts.
pub fn efforts<const COUNT: usize>(features: &[i16; COUNT], mover: usize) -> [i64; 2] {
    let of = |at: usize| (features[at] + features[at + 2..at + 5].iter().sum::<i16>()) as i64;
    if COUNT == OF_TWO {
        return [of(0), of(OF_HAND)];
    }
    let [landlord, farmers] = [of(0), of(FARMERS_AT).min(of(FARMERS_AT + OF_HAND))];
    if mover == 0 { [landlord, farmers] } else { [farmers, landlord] }
}

/// What a hand is compared with.
#[derive(Clone, Copy)]
struct Against {
    up_to_highest: [RankMask; 3],
    held: RankMask,
    held_above: [u64; 2],
}

impl Against {
    fn one(facts: &Facts) -> Against {
        Against { up_to_highest: facts.up_to_highest, held: facts.groups.at_least[0], held_above: facts.held_above }
    }
}

#[inline(always)]
fn of_hand(mine: &Facts, theirs: Against) -> [i16; OF_HAND] {
    let up_to_highest = theirs.up_to_highest;
    let groups = [1, 2, 3].map(|n| mine.unchained.exactly(n));
    let beatable = [0, 1, 2].map(|n| RankMask(groups[n].0 & up_to_highest[n].0 >> 1).len() as i16);
    let quick_tricks = [0, 1, 2].map(|n| (groups[n] & !up_to_highest[n]).len() as i16);
    let held = [0, 1, 2].map(|n| (mine.groups.at_least[n] & !up_to_highest[n]).len() as i16);
    let lowest = mine.groups.at_least[0].lowest();
    let [singles, pairs] = [0, 1].map(|n| sum_of_nibbles(theirs.held_above[n] & mine.unchained_exactly[n]));
    let [single_chains, pair_chains] = mine.chain_counts.map(i16::from);
    [
        mine.needed as i16,
        mine.cards as i16,
        beatable[0],
        beatable[1],
        beatable[2],
        quick_tricks[0],
        quick_tricks[1],
        quick_tricks[2],
        mine.quads as i16,
        mine.rocket as i16,
        held[0],
        held[1],
        held[2],
        lowest.map_or(0, |rank| theirs.held.above(rank).len() as i16),
        singles as i16,
        pairs as i16,
        (beatable[0] + beatable[1] - mine.kicker_slots as i16).max(0),
        single_chains + pair_chains,
        pair_chains,
        (mine.needed == 1) as i16,
    ]
}

/// The sum of sixteen nibbles, none above seven.
fn sum_of_nibbles(nibbles: u64) -> u32 {
    let pairs = (nibbles & 0x0f0f_0f0f_0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

fn of_trick(mine: &Facts, up_to_highest: &[RankMask; 3], trick: Option<Shape>) -> [i16; OF_TRICK] {
    let Some(shape) = trick else { return [1, 0, 0, 0, 0, 0, 0, 0] };
    let size = (shape.kind.body_copies() as usize).clamp(1, 3) - 1;
    let above = if shape.kind.is_chain() || shape.kind == Kind::Bomb {
        RankMask::EMPTY
    } else {
        mine.groups.at_least[size].above(shape.rank)
    };
    let winning = above & !RankMask(up_to_highest[size].0 >> 1);
    [
        0,
        (shape.kind == Kind::Solo) as i16,
        (shape.kind == Kind::Pair) as i16,
        (shape.kind == Kind::Bomb) as i16,
        (above.len() as i16).min(5),
        (!winning.is_empty()) as i16,
        (!(above & mine.unchained.exactly(size + 1)).is_empty()) as i16,
        (!(winning & mine.unchained.exactly(size + 1)).is_empty()) as i16,
    ]
}

/// Visits the positions of a game of three hands and the facts about them, twice, for tests of what is kept from one to the next:
/// in a game little changes at a time, and much when it begins again.
#[cfg(test)]
pub(super) fn along_a_game(mut visit: impl FnMut(&State<3>, &[&Facts; 3])) {
    let rules = crate::rules::Ruleset::default();
    let mut memo = super::facts::FactsMemo::new(&rules, &crate::tuning::Tuning::DEFAULT);
    let hands = ["33345678889TTJQKA22X", "344556677JQQKAA2D", "45699TTJJ789QKKA2"];
    let deal = State::<3>::parse(hands, None, &rules).expect("a deal");
    let mut positions = vec![deal];
    for n in 0_usize.. {
        let position = positions[n];
        let moves = position.moves(&rules);
        let next = position.play(moves[n * n * 7 % moves.len()]);
        if next.hands().iter().any(|hand| hand.is_empty()) {
            break;
        }
        positions.push(next);
    }
    assert!(positions.len() > 15 && (0..3).all(|seat| positions.iter().any(|position| position.to_move() == seat)));
    for position in positions.iter().chain(&positions) {
        visit(position, &position.hands().map(|hand| memo.of(hand)).each_ref());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Ruleset};

    fn inputs(position: &State<3>) -> Vec<usize> {
        numbers(card_inputs(position)).map(usize::from).collect()
    }

    #[test]
    fn card_inputs_say_what_there_is() {
        let deal = State::<3>::parse(["3334AA", "5566", "7777D"], None, &Ruleset::default()).expect("a deal");
        let [landlord, first, second] = [0, 60, 120];
        let farmers = [first + 9, first + 13, second + 19, second + 56];
        assert_eq!(inputs(&deal), [[landlord + 2, landlord + 4, landlord + 45].as_slice(), &farmers].concat());
        // A trio with a card, the threes, of length 1. Its owner is one seat back, and after a pass two, which is the next.
        let played = deal.moves(&Ruleset::default()).into_iter().find(|played| played.to_string() == "3334");
        let answer = deal.play(played.expect("a move"));
        let trick = [KIND_AT + 3, RANK_AT, LENGTH_AT];
        assert_eq!(inputs(&answer), [[landlord + 45].as_slice(), &farmers, &trick, &[OWNER_AT]].concat());
        let answer = answer.play(Move::Pass);
        assert_eq!(inputs(&answer), [[landlord + 45].as_slice(), &farmers, &trick, &[OWNER_AT + 1]].concat());
    }

    /// Every number belongs to one group, and all groups together are all numbers.
    #[test]
    fn groups_cover_all_card_inputs() {
        assert!(CARD_GROUPS.is_sorted() && CARD_GROUPS[0] == 4);
        assert_eq!(CARD_GROUPS.last(), Some(&CARD_INPUTS));
    }
}
