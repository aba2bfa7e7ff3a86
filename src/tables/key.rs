//! Canonical keys: two positions with the same relative structure share one, positions of different value never do.
//!
//! A key is not a hash. It is an injective code of the canonical form, so a table that compares whole keys can't take
//! one position for another. Each step below keeps the value of the position:
//!
//! 1. **Ranks that no hand holds vanish.** Ranks matter by their order and by which are consecutive; the order of the
//!    rest is kept, consecutiveness is kept by step 2.
//! 2. **Links.** Two neighbouring ranks are linked if some hand's chain could run over both: they lie in a run, held by
//!    one hand, long enough for a 顺子, 连对 or 飞机 the rules know. Hands only shrink, so where no chain runs now none
//!    ever will, and forgetting that the ranks are consecutive loses nothing. Every chain of a hand lies in such a run,
//!    and every run of links with enough cards is a run of consecutive chain ranks; so the links and the counts give
//!    exactly the chains, now and after any moves. A trio next to a 飞机 (`adjacent_trio_as_wings`) lies in a run of
//!    trios with it. Both jokers in one hand are linked too: they are the rocket, and not both kickers.
//! 3. **Order among one's own ranks.** Cards are only ever compared across hands: a combination is compared with the one it
//!    is played on, and nobody plays on their own, since whoever beat the trick leads when all others pass. So between two
//!    neighbouring ranks of *all other* hands a player's own ranks may be permuted, as long as linked ranks stay in order
//!    and together. With three hands a farmer plays on its partner's cards too, and it can matter to both whether the 8 of
//!    the one beats the 7 of the other. So the partner's ranks are boundaries as the landlord's are: no comparison between
//!    any two hands changes. Unlinked ranks are sorted by count, blocks of linked ranks that lie between the same two foreign
//!    ranks follow in a fixed order; blocks that reach beyond stay where they are, at the edge.
//! 4. **The trick.** Of the combination to be answered only this matters: which bodies of its kind and length beat it.
//!    That is the kind, the length and the lowest rank at which a body of a hand that may answer starts. With three hands two
//!    players may still answer, opponents of each other or partners, and the bodies of both count. The
//!    ranks from there on are kept apart from those below (a barrier in step 3), and the number of slots below is its code.
//!    If no such body is held any bomb does, or only the rocket, and all such tricks are one.
//! 5. Hands are listed from the player to move on. With three hands, where the landlord sits and who owns the trick count:
//!    they decide whether a pass leads to a partner or an opponent, to an answer or to a lead.
//!
//! Slots are at most 15, each a code of the counts in 6 bits (44 pairs of counts with a sum up to 8, 34 triples up to 4)
//! and a link bit; with the trick (12 bits) and the seats (3 bits) that is at most 120 bits.

use crate::rules::{Hand, Kind, Position, Rank, RankMask, Ruleset, Shape};

/// The exact key of a position under the rules of its [`Keys`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// Slots 0 to 8, seven bits each.
    pub low: u64,
    /// Slots 9 to 14, then trick and seats.
    pub high: u64,
}

/// Makes keys under one rule set.
#[derive(Clone, Copy, Debug)]
pub struct Keys {
    rules: Ruleset,
}

const BITS_PER_SLOT: u32 = 7;
/// Slots in the lower word.
const LOW_SLOTS: u32 = 9;
/// Where the trick starts in the upper word.
const TRICK_AT: u32 = BITS_PER_SLOT * (Rank::COUNT as u32 - LOW_SLOTS);

/// Codes of counts: smaller sums first, 0 for none.
const PAIRS: [u8; 81] = {
    let (mut codes, mut next, mut sum) = ([0; 81], 1, 1);
    while sum <= 8 {
        let mut a = 0;
        while a <= sum {
            codes[a + 9 * (sum - a)] = next;
            next += 1;
            a += 1;
        }
        sum += 1;
    }
    assert!(next <= 64);
    codes
};

const TRIPLES: [u8; 125] = {
    let (mut codes, mut next, mut sum) = ([0; 125], 1, 1);
    while sum <= 4 {
        let mut a = 0;
        while a <= sum {
            let mut b = 0;
            while a + b <= sum {
                codes[a + 5 * b + 25 * (sum - a - b)] = next;
                next += 1;
                b += 1;
            }
            a += 1;
        }
        sum += 1;
    }
    assert!(next <= 64);
    codes
};

/// The lowest body of its kind, among hands that may answer, that beats a trick.
#[derive(Clone, Copy, Debug)]
pub struct ToBeat {
    /// Its kind.
    pub kind: Kind,
    /// Its length, as in [`Shape::len`]; 0 for the rocket.
    pub len: u8,
    /// Bodies that start below this rank don't beat the trick; 0 where all do.
    pub from: u8,
}

impl Keys {
    /// Keys under these rules.
    pub fn new(rules: &Ruleset) -> Keys {
        Keys { rules: *rules }
    }

    /// The key of a position whose game is not over.
    ///
    /// ```
    /// use canju::{key::Keys, rules::{Position, Ruleset}};
    /// let rules = Ruleset::default();
    /// let key = |first, second| Keys::new(&rules).key(&Position::<2>::parse([first, second], None, &rules).unwrap());
    /// assert_eq!(key("3466", "5"), key("3499", "7")); // the same ranks, moved
    /// assert_eq!(key("3466", "9"), key("3346", "A")); // one's own ranks change places
    /// assert_ne!(key("34567", "9"), key("34568", "9")); // a chain is something else
    /// ```
    pub fn key<const SEATS: usize>(&self, position: &Position<SEATS>) -> Key {
        let links = position.hands().iter().fold(0, |links, &hand| links | self.links(hand));
        self.key_with(position, links)
    }

    /// As [`Keys::key`], the [`Keys::links`] of all hands together being known.
    pub fn key_with<const SEATS: usize>(&self, position: &Position<SEATS>, links: u16) -> Key {
        let hands: [Hand; SEATS] = std::array::from_fn(|i| position.hands()[(position.to_move() + i) % SEATS]);
        let held: [u16; SEATS] = std::array::from_fn(|i| hands[i].ranks().0);
        let to_beat = position.trick().map(|trick| self.to_beat(position, trick.shape, trick.owner()));
        let barrier = to_beat.map_or(0, |t| t.from) as u32;
        let mut slots = Slots { hands: &hands, links, low: 0, high: 0, count: 0 };
        let mut below = None;
        let mut left = held.iter().fold(0, |all, ranks| all | ranks);
        while left != 0 {
            let first = left.trailing_zeros();
            if first >= barrier && below.is_none() {
                below = Some(slots.count);
            }
            match (0..SEATS).find(|&i| others(&held, i) >> first & 1 == 0) {
                None => {
                    slots.push(slots.slot(first));
                    left &= left - 1;
                }
                Some(owner) => {
                    // From here up to the next foreign rank or the barrier.
                    let wall = if first < barrier { 1 << barrier } else { 0 };
                    let end = (others(&held, owner) & left) | wall;
                    let group = left & (end & end.wrapping_neg()).wrapping_sub(1);
                    slots.put_group(group);
                    left &= !group;
                }
            }
        }
        let Slots { low, mut high, .. } = slots;
        if let Some(to_beat) = to_beat {
            let below = below.unwrap_or(slots.count) as u64;
            high |= ((1 + to_beat.kind as u64) | (to_beat.len as u64) << 4 | below << 8) << TRICK_AT;
        }
        if SEATS == 3 {
            let landlord = (SEATS - position.to_move()) % SEATS;
            let owner = position.trick().map_or(0, |trick| (trick.owner() + SEATS - position.to_move()) % SEATS);
            high |= ((landlord | (owner / 2) << 2) as u64) << (TRICK_AT + 12);
        }
        Key { low, high }
    }
}

impl Keys {
    /// The links that this hand makes (step 2): bit `r` if rank `r` is linked to `r + 1`.
    pub fn links(&self, hand: Hand) -> u16 {
        let kinds = self.rules.kinds;
        let trios = kinds.has(Kind::TrioChain) || kinds.has(Kind::TrioSoloChain) || kinds.has(Kind::TrioPairChain);
        let mut links = (hand.has_rocket() as u16) << Rank::SMALL_JOKER.index();
        if kinds.has(Kind::SoloChain) {
            links |= links_of_runs(hand.at_least(1), self.rules.min_solo_chain);
        }
        if kinds.has(Kind::PairChain) {
            links |= links_of_runs(hand.at_least(2), self.rules.min_pair_chain);
        }
        if trios {
            links |= links_of_runs(hand.at_least(3), self.rules.min_trio_chain);
        }
        links
    }

    /// Which bodies beat `shape`, played by seat `owner`, over all hands that may still answer it (step 4).
    pub fn to_beat<const SEATS: usize>(&self, position: &Position<SEATS>, shape: Shape, owner: usize) -> ToBeat {
        // What the hands that may answer hold, together.
        let together = |held: &dyn Fn(Hand) -> RankMask| -> u16 {
            let (mut seat, mut all) = (position.to_move(), 0);
            while seat != owner {
                all |= held(position.hands()[seat]).0;
                seat = (seat + 1) % SEATS;
            }
            all
        };
        if !matches!(shape.kind, Kind::Bomb | Kind::Rocket) {
            let copies = shape.kind.body_copies();
            let starts = match shape.kind.is_chain() {
                true => together(&|hand| hand.at_least(copies).run_starts(shape.len)),
                false => together(&|hand| hand.at_least(copies)),
            };
            let above = RankMask(starts).above(shape.rank).0;
            if above != 0 {
                return ToBeat { kind: shape.kind, len: shape.len, from: lowest_above(starts, above) };
            }
        }
        if shape.kind != Kind::Rocket && self.rules.kinds.has(Kind::Bomb) {
            for len in 4..=4 * self.rules.packs {
                let quads = together(&|hand| hand.at_least(len));
                let above = match shape.kind {
                    Kind::Bomb if len < shape.len => 0,
                    Kind::Bomb if len == shape.len => RankMask(quads).above(shape.rank).0,
                    _ => quads,
                };
                if above != 0 {
                    return ToBeat { kind: Kind::Bomb, len, from: lowest_above(quads, above) };
                }
            }
        }
        ToBeat { kind: Kind::Rocket, len: 0, from: 0 }
    }
}

/// The lowest rank of `above`, the part of `all` above some rank; 0 where that is all of it, for then no barrier is needed.
fn lowest_above(all: u16, above: u16) -> u8 {
    if all == above { 0 } else { above.trailing_zeros() as u8 }
}

/// The links within runs of at least `len` ranks.
fn links_of_runs(held: RankMask, len: u8) -> u16 {
    let ranks = held.in_runs(len).0;
    ranks & ranks >> 1
}

/// The ranks held by any hand but that of `owner`.
fn others(held: &[u16], owner: usize) -> u16 {
    held.iter().enumerate().filter(|&(i, _)| i != owner).fold(0, |all, (_, ranks)| all | ranks)
}

/// Slots in the making.
struct Slots<'a> {
    hands: &'a [Hand],
    links: u16,
    low: u64,
    high: u64,
    count: u32,
}

impl Slots<'_> {
    /// The slot of a rank: its counts and whether it is linked to the next.
    fn slot(&self, rank: u32) -> u64 {
        let count = |i: usize| (self.hands[i].bits() >> (4 * rank) & 15) as usize;
        let code = match self.hands.len() {
            2 => PAIRS[count(0) + 9 * count(1)],
            _ => TRIPLES[count(0) + 5 * count(1) + 25 * count(2)],
        };
        (code << 1) as u64 | (self.links >> rank & 1) as u64
    }

    fn push(&mut self, slot: u64) {
        if self.count < LOW_SLOTS {
            self.low |= slot << (BITS_PER_SLOT * self.count);
        } else {
            self.high |= slot << (BITS_PER_SLOT * (self.count - LOW_SLOTS));
        }
        self.count += 1;
    }

    /// Ranks of one player with no foreign rank and no barrier between them, in canonical order.
    fn put_group(&mut self, group: u16) {
        if group & (group - 1) == 0 {
            return self.push(self.slot(group.trailing_zeros()));
        }
        // At most seven pieces: of fifteen ranks no two pieces touch unless unlinked, and blocks have two or more ranks.
        let (mut singles, mut single_count) = ([0u64; Rank::COUNT], 0);
        let (mut blocks, mut block_count) = ([0u16; 7], 0);
        let mut open_above = 0;
        let mut left = group;
        while left != 0 {
            let first = left.trailing_zeros();
            // The ranks reached from here over links inside the group.
            let mut last = first;
            while self.links >> last & 1 != 0 && group >> (last + 1) & 1 != 0 {
                last += 1;
            }
            let piece = ((2u32 << last) - (1 << first)) as u16;
            left &= !piece;
            if first > 0 && self.links >> (first - 1) & 1 != 0 {
                self.put_block(piece);
            } else if self.links >> last & 1 != 0 {
                open_above = piece;
            } else if first == last {
                singles[single_count] = self.slot(first);
                single_count += 1;
            } else {
                blocks[block_count] = piece;
                block_count += 1;
            }
        }
        singles[..single_count].sort_unstable();
        for &slot in &singles[..single_count] {
            self.push(slot);
        }
        if block_count > 1 {
            blocks[..block_count].sort_unstable_by_key(|&block| {
                RankMask(block)
                    .iter()
                    .fold(0, |code: u128, rank| code << BITS_PER_SLOT | self.slot(rank.index() as u32) as u128)
            });
        }
        for &block in &blocks[..block_count] {
            self.put_block(block);
        }
        self.put_block(open_above);
    }

    fn put_block(&mut self, block: u16) {
        for rank in RankMask(block) {
            self.push(self.slot(rank.index() as u32));
        }
    }
}
