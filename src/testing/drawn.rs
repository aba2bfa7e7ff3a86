//! Positions drawn for the pruning rules, with one recipe for each situation that a rule is about.
//!
//! 100,000 random deals once failed to find a wrong rule for kickers: they hardly ever contain the situation that such a
//! rule is about. So each recipe here makes such a situation on purpose: kickers to choose from, trios on both sides,
//! neighbouring chains, a partner with one card. The cards of a recipe come from few neighbouring ranks, so that they can
//! beat each other.
//!
//! The recipes are for two and for three hands. The positions are small enough for the oracle (`oracle.rs`).

use canju_engine::rules::{Hand, Move, Rank, RankMask, Ruleset, Setup, State};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

/// How to draw one sort of position.
#[derive(Clone, Copy)]
pub struct Recipe {
    /// For messages.
    pub name: &'static str,
    /// Deals the cards.
    deal: fn(&mut Dealer),
    /// Random moves made after the deal, at most. Half of the time the first of them is one with the most cards.
    plies: usize,
}

/// All recipes.
pub const RECIPES: [Recipe; 15] = [
    Recipe { name: "loose kickers", deal: loose_kickers, plies: 1 },
    Recipe { name: "trios and quads on both sides", deal: trios_and_quads, plies: 2 },
    Recipe { name: "many equal groups", deal: equal_groups, plies: 3 },
    Recipe { name: "wings that share ranks", deal: shared_wings, plies: 1 },
    Recipe { name: "airplanes on both sides", deal: airplanes, plies: 2 },
    Recipe { name: "jokers split", deal: split_jokers, plies: 2 },
    Recipe { name: "chains that touch", deal: touching_chains, plies: 3 },
    Recipe { name: "pair chains that touch", deal: touching_pair_chains, plies: 3 },
    Recipe { name: "a chain to answer", deal: chain_to_answer, plies: 1 },
    Recipe { name: "a chain beside loose kickers", deal: chain_beside_kickers, plies: 1 },
    Recipe { name: "one card left", deal: one_card_left, plies: 2 },
    Recipe { name: "a partner to be fed", deal: partner_to_feed, plies: 4 },
    Recipe { name: "bombs", deal: bombs, plies: 3 },
    Recipe { name: "high and low cards in turn", deal: high_and_low, plies: 3 },
    Recipe { name: "a chain that one hand beats", deal: rival_chain, plies: 1 },
];

/// Recipes that need the cards of two packs.
pub const TWO_PACK_RECIPES: [Recipe; 1] = [Recipe { name: "groups of more than four", deal: large_groups, plies: 1 }];

/// Hands that can double the stake more than once, with cards that a bomb could take along or must be broken for.
pub const SEVERAL_BOMBS: Recipe = Recipe { name: "several bombs", deal: several_bombs, plies: 2 };

/// Two hands with quads in a row, and cards to take along.
pub const QUADS_IN_A_ROW: Recipe = Recipe { name: "quads in a row", deal: quads_in_a_row, plies: 2 };

impl Recipe {
    /// A position for `SEATS` hands that nobody has won.
    pub fn draw<const SEATS: usize>(&self, rng: &mut StdRng, rules: &Ruleset) -> State<SEATS> {
        loop {
            let mut dealer = Dealer::new(rng, SEATS, rules.packs());
            (self.deal)(&mut dealer);
            let hands = std::array::from_fn(|seat| dealer.hands[seat]);
            let Ok(mut position) = Setup::new(hands, None).validate(rules) else { continue };
            for ply in 0..rng.random_range(0..=self.plies) {
                let mut moves = position.moves(rules);
                if ply == 0 && rng.random() {
                    let shed = |played: &Move| played.combo().map_or(0, |combo| combo.cards.len());
                    let most = moves.iter().map(shed).max().unwrap_or(0);
                    moves.retain(|played| shed(played) == most);
                }
                position = position.play(*moves.choose(rng).expect("the game goes on"));
                if position.winner().is_some() {
                    break;
                }
            }
            if position.winner().is_none() {
                return position;
            }
        }
    }
}

/// Deals cards, most of them from a window of neighbouring ranks.
struct Dealer<'a> {
    rng: &'a mut StdRng,
    hands: Vec<Hand>,
    /// What is left of the packs.
    left: Hand,
    packs: u8,
    /// The ranks to deal from.
    window: RangeInclusive<usize>,
}

impl Dealer<'_> {
    fn new(rng: &mut StdRng, seats: usize, packs: u8) -> Dealer<'_> {
        let width = rng.random_range(6..=10);
        let low = rng.random_range(0..=Rank::COUNT - width);
        Dealer { rng, hands: vec![Hand::EMPTY; seats], left: Hand::deck(packs), packs, window: low..=low + width - 1 }
    }

    fn seats(&self) -> usize {
        self.hands.len()
    }

    fn number(&mut self, range: RangeInclusive<usize>) -> usize {
        self.rng.random_range(range)
    }

    fn chance(&mut self, probability: f64) -> bool {
        self.rng.random_bool(probability)
    }

    /// Gives cards if the pack still has them and the hand has none of their ranks.
    fn give(&mut self, seat: usize, cards: Hand) -> bool {
        let fits = self.left.contains(cards) && (self.hands[seat].ranks() & cards.ranks()).is_empty();
        if fits {
            self.left = self.left.minus(cards);
            self.hands[seat] = self.hands[seat].plus(cards);
        }
        fits
    }

    /// Gives `size` equal cards of a rank in the window; nothing if a few tries find none.
    fn group(&mut self, seat: usize, size: u8) {
        for _ in 0..8 {
            let rank = Rank::from_index(self.number(self.window.clone()));
            if self.give(seat, Hand::of(rank, size)) {
                return;
            }
        }
    }

    /// Gives each of these groups.
    fn groups(&mut self, seat: usize, sizes: &[u8]) {
        sizes.iter().for_each(|&size| self.group(seat, size));
    }

    /// Gives between some and some more single cards.
    fn solos(&mut self, seat: usize, count: RangeInclusive<usize>) {
        for _ in 0..self.number(count) {
            self.group(seat, 1);
        }
    }

    /// Gives a run of `len` ranks with `copies` cards each, from a rank in this range on.
    fn run(&mut self, seat: usize, starts: RangeInclusive<usize>, len: u8, copies: u8) {
        for _ in 0..8 {
            let start = self.number(starts.clone());
            if start + len as usize - 1 <= Rank::ACE.index()
                && self.give(seat, Hand::run(Rank::from_index(start), len, copies))
            {
                return;
            }
        }
    }

    /// Every hand that is still empty gets some single cards.
    fn fill(&mut self, count: RangeInclusive<usize>) {
        for seat in 0..self.seats() {
            if self.hands[seat].is_empty() {
                self.solos(seat, count.clone());
            }
        }
    }
}

/// The landlord and one other hand hold a trio each and loose cards. With three hands it is mostly the next one, and the
/// last one holds a single card: what its partner must keep low so that this card can be shed decides one game in twenty.
fn loose_kickers(dealer: &mut Dealer) {
    let other = if dealer.chance(0.8) { 1 } else { dealer.seats() - 1 };
    let size = if dealer.chance(0.9) { 3 } else { 4 };
    dealer.group(0, size);
    dealer.solos(0, 2..=3);
    dealer.group(other, size);
    dealer.solos(other, 3..=4);
    if dealer.chance(0.2) {
        dealer.group(0, 2);
    }
    dealer.fill(1..=1);
}

/// Two hands with a trio or four equal cards each, with single cards and pairs to take along.
fn trios_and_quads(dealer: &mut Dealer) {
    let other = dealer.number(1..=dealer.seats() - 1);
    for seat in [0, other] {
        let size = if dealer.chance(0.5) { 4 } else { 3 };
        dealer.group(seat, size);
        let kickers: &[u8] = [&[1, 1, 1][..], &[2, 1, 1], &[2, 2], &[1, 1]][dealer.number(0..=3)];
        dealer.groups(seat, kickers);
    }
    dealer.fill(1..=2);
}

/// Groups of one or two sizes, on few ranks: many of them look alike.
fn equal_groups(dealer: &mut Dealer) {
    let sizes = [[1, 1], [2, 2], [1, 2], [2, 3]][dealer.number(0..=3)];
    let low = *dealer.window.start();
    dealer.window = low..=low + 5;
    for seat in 0..dealer.seats() {
        for n in 0..dealer.number(2..=3) {
            dealer.group(seat, sizes[n % 2]);
        }
    }
}

/// An airplane whose wings can be a pair or a trio, perhaps next to its body; small trios on the other side.
fn shared_wings(dealer: &mut Dealer) {
    let seat = dealer.number(0..=dealer.seats() - 1);
    let low = *dealer.window.start();
    dealer.run(seat, low..=low + 3, 2, 3);
    let wings: &[u8] = [&[2][..], &[1, 1], &[3], &[2, 1]][dealer.number(0..=3)];
    dealer.groups(seat, wings);
    let rival = (seat + 1) % dealer.seats();
    match dealer.chance(0.4) {
        true => dealer.run(rival, low..=low + 5, 2, 3),
        false => dealer.groups(rival, &[2, 1]),
    }
    dealer.fill(1..=2);
}

/// Two trios that follow each other on two sides, with wings to choose from.
fn airplanes(dealer: &mut Dealer) {
    let low = (*dealer.window.start()).min(6);
    let rival = dealer.number(1..=dealer.seats() - 1);
    for seat in [0, rival] {
        dealer.run(seat, low..=low + 4, 2, 3);
        dealer.solos(seat, 1..=2);
    }
    dealer.fill(1..=1);
}

/// The jokers in one hand or in two, with trios or four equal cards that could take them along.
fn split_jokers(dealer: &mut Dealer) {
    let low = dealer.number(7..=9);
    dealer.window = low..=Rank::TWO.index();
    let [small, big] = [dealer.number(0..=dealer.seats() - 1), dealer.number(0..=dealer.seats() - 1)];
    dealer.give(small, Hand::of(Rank::SMALL_JOKER, 1));
    dealer.give(big, Hand::of(Rank::BIG_JOKER, 1));
    for seat in 0..dealer.seats() {
        let kind = dealer.number(0..=3);
        match kind {
            0 => dealer.group(seat, 4),
            1 | 2 => dealer.group(seat, 3),
            _ => {}
        }
        let most = if dealer.seats() == 2 { 2 } else { 1 };
        dealer.solos(seat, 1..=most);
    }
}

/// Chains of five that overlap, meet end to end, or leave a rank between them.
fn touching_chains(dealer: &mut Dealer) {
    let low = dealer.number(0..=Rank::ACE.index() - 6);
    let other = dealer.number(1..=dealer.seats() - 1);
    let len = [5, 5, 6, 7][dealer.number(0..=3)];
    dealer.run(0, low..=low + 1, len, 1);
    dealer.run(other, low.saturating_sub(2)..=low + 6, 5, 1);
    for seat in [0, other] {
        let most = if dealer.seats() == 2 { 2 } else { 1 };
        // A card of the chain twice, or one beside it.
        for _ in 0..dealer.number(0..=most) {
            let rank = Rank::from_index(dealer.number(low.saturating_sub(1)..=(low + 6).min(Rank::COUNT - 1)));
            let card = Hand::of(rank, 1);
            if dealer.left.contains(card) {
                dealer.left = dealer.left.minus(card);
                dealer.hands[seat] = dealer.hands[seat].plus(card);
            }
        }
    }
    dealer.fill(1..=2);
}

/// Pair chains of three that overlap or meet, with single cards.
fn touching_pair_chains(dealer: &mut Dealer) {
    let low = dealer.number(0..=Rank::ACE.index() - 4);
    let other = dealer.number(1..=dealer.seats() - 1);
    dealer.run(0, low..=low + 1, 3, 2);
    dealer.run(other, low.saturating_sub(2)..=low + 4, 3, 2);
    for seat in [0, other] {
        let most = if dealer.seats() == 2 { 2 } else { 1 };
        dealer.solos(seat, 0..=most);
    }
    dealer.fill(1..=2);
}

/// A trio, a chain of which no card should be given away lightly, and a loose card lower or higher than it.
fn chain_beside_kickers(dealer: &mut Dealer) {
    let low = dealer.number(0..=6);
    dealer.run(0, low..=low, 5, 1);
    dealer.group(0, 3);
    dealer.solos(0, 0..=1);
    let other = dealer.number(1..=dealer.seats() - 1);
    dealer.group(other, 3);
    dealer.solos(other, 2..=3);
    dealer.fill(1..=1);
}

/// One hand has one card left, or one group.
fn one_card_left(dealer: &mut Dealer) {
    let last = dealer.number(0..=dealer.seats() - 1);
    let size = if dealer.chance(0.7) { 1 } else { 2 };
    dealer.group(last, size);
    let most = if dealer.seats() == 2 { 5 } else { 3 };
    for seat in (0..dealer.seats()).filter(|&seat| seat != last) {
        for _ in 0..dealer.number(2..=most) {
            let size = [1, 1, 2, 3][dealer.number(0..=3)];
            dealer.group(seat, size);
        }
    }
}

/// The second player, or a farmer, has few low cards and a partner with quick tricks; the landlord needs two or three turns.
fn partner_to_feed(dealer: &mut Dealer) {
    let last = dealer.seats() - 1;
    for seat in 0..dealer.seats() {
        let sizes: &[u8] = match seat {
            0 => [&[1, 1, 1][..], &[1, 1, 2], &[2, 2, 1], &[1, 3]][dealer.number(0..=3)],
            _ if seat == last => [&[1][..], &[2], &[1, 1], &[1, 2]][dealer.number(0..=3)],
            _ => [&[1, 1, 1][..], &[1, 2, 1], &[2, 2], &[3, 1, 1]][dealer.number(0..=3)],
        };
        dealer.groups(seat, sizes);
    }
}

/// Bombs in two hands, or the rocket, with little else.
fn bombs(dealer: &mut Dealer) {
    let other = dealer.number(1..=dealer.seats() - 1);
    if dealer.chance(0.3) {
        let seat = dealer.number(0..=dealer.seats() - 1);
        dealer.give(seat, Hand::of_each(RankMask::JOKERS, 1));
    }
    for seat in [0, other] {
        if dealer.chance(0.8) {
            dealer.group(seat, 4);
        }
        let sizes: &[u8] = [&[1][..], &[1, 1], &[2, 1], &[3]][dealer.number(0..=3)];
        dealer.groups(seat, sizes);
    }
    dealer.fill(1..=2);
}

fn quads_in_a_row(dealer: &mut Dealer) {
    let low = (*dealer.window.start()).min(8);
    let rival = dealer.number(1..=dealer.seats() - 1);
    for seat in [0, rival] {
        if dealer.chance(0.8) {
            dealer.run(seat, low..=low + 4, 2, 4);
        } else {
            dealer.group(seat, 4);
        }
        let most = if dealer.seats() == 2 { 4 } else { 3 };
        let sizes: &[u8] = [&[1][..], &[2], &[1, 1], &[2, 1], &[1, 1, 1, 1]][dealer.number(0..=most)];
        dealer.groups(seat, sizes);
    }
    dealer.fill(1..=1);
}

fn several_bombs(dealer: &mut Dealer) {
    let strong = dealer.number(0..=dealer.seats() - 1);
    for seat in 0..dealer.seats() {
        if dealer.left.has_rocket() && dealer.chance(0.2) {
            dealer.give(seat, Hand::of_each(RankMask::JOKERS, dealer.packs));
        }
        let bombs = if seat == strong { dealer.number(1..=2) } else { dealer.chance(0.4) as usize };
        for _ in 0..bombs {
            let size = if dealer.packs > 1 && dealer.chance(0.3) { dealer.number(5..=8) as u8 } else { 4 };
            dealer.group(seat, size);
        }
        let most = if dealer.seats() == 2 { 3 } else { 2 };
        let sizes: &[u8] = [&[1][..], &[1, 1], &[2, 1], &[2], &[3]][dealer.number(0..=2 + most - 1)];
        dealer.groups(seat, sizes);
    }
    dealer.fill(1..=2);
}

/// Single cards and pairs that lie between each other's, so that who wins a trick hangs on every rank.
fn high_and_low(dealer: &mut Dealer) {
    let (low, seats) = (*dealer.window.start(), dealer.seats());
    let turns = if seats == 2 { 10 } else { 9 };
    for n in 0..turns {
        let rank = Rank::from_index((low + n).min(Rank::COUNT - 1));
        let seat = dealer.number(0..=seats - 1);
        let size = if dealer.chance(0.25) && !rank.is_joker() { 2 } else { 1 };
        dealer.give(seat, Hand::of(rank, size));
    }
    dealer.fill(1..=1);
}

/// The first hand can lead a chain and hold a higher one back; the next hand's chain lies between the two. Mostly there is a
/// low card as well, so that nothing wins but to lead the lower chain.
fn chain_to_answer(dealer: &mut Dealer) {
    let low = dealer.number(0..=2);
    dealer.run(0, low..=low, 5, 1);
    let high = dealer.number(low + 3..=Rank::ACE.index() - 4);
    // The two chains may share ranks.
    let chain = Hand::run(Rank::from_index(high), 5, 1);
    dealer.left = dealer.left.minus(chain);
    dealer.hands[0] = dealer.hands[0].plus(chain);
    dealer.run(1, low + 1..=high + 1, 5, 1);
    if dealer.chance(0.8) {
        // A second card of the lower chain's ranks.
        let card = Hand::of(Rank::from_index(dealer.number(low..=low + 4)), 1);
        if dealer.left.contains(card) {
            dealer.left = dealer.left.minus(card);
            dealer.hands[0] = dealer.hands[0].plus(card);
        }
    }
    dealer.window = Rank::ACE.index() - 2..=Rank::BIG_JOKER.index();
    dealer.solos(1, 1..=2);
    dealer.fill(1..=1);
}

/// The first hand has a chain and one or two loose cards. One of the others has a chain of about the same height and little
/// else; with three hands the third one has no chain.
fn rival_chain(dealer: &mut Dealer) {
    let low = dealer.number(1..=4);
    dealer.run(0, low..=low, 5, 1);
    let rival = dealer.number(1..=dealer.seats() - 1);
    dealer.run(rival, low - 1..=low + 2, 5, 1);
    dealer.window = Rank::ACE.index() - 4..=Rank::BIG_JOKER.index();
    dealer.solos(0, 1..=2);
    dealer.solos(rival, 0..=2);
    dealer.fill(1..=3);
}

/// Five or six equal cards and low single cards against a few high ones: what a group of four would carry, a larger one
/// carries too, but it leaves a rest. A higher card still lets the question come up after a move, where a static win is
/// looked for.
fn large_groups(dealer: &mut Dealer) {
    dealer.window = 0..=5;
    let size = if dealer.chance(0.7) { 5 } else { 6 };
    dealer.group(0, size);
    dealer.solos(0, 2..=3);
    if dealer.chance(0.7) {
        dealer.give(0, Hand::of(Rank::TWO, 1));
    }
    dealer.window = 6..=Rank::ACE.index();
    let other = dealer.number(1..=dealer.seats() - 1);
    for _ in 0..dealer.number(2..=4) {
        let size = if dealer.chance(0.7) { 1 } else { 2 };
        dealer.group(other, size);
    }
    dealer.fill(1..=1);
}
