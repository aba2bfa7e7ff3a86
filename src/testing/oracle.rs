//! A second, naive implementation of the rules, literal and slow: everything else is tested against it.
//!
//! Classifier, generator and search share the switches of a rule set, the tables of the kinds and the packed hand; a rule
//! misread there would be misread by all of them, and a test that holds one against another would stay green. So this file
//! is written from the text of the rules alone and shares only the card's type, `Rank`. It has no masks, no run tricks, no
//! pruning and no canonical form: a hand is fifteen counts, every sub-multiset of it is looked at, every reading is decided
//! by its definition, and a position is decided by trying every move. What it remembers, it remembers under the raw
//! position. Please keep it that way: it is useful only as long as it is obviously right.
//!
//! Tests only: it is no part of the library. `edge.rs` converts what goes in and comes out.

use canju_engine::rules::Rank;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many cards of each rank, by the rank's number.
pub type Cards = [u8; Rank::COUNT];

const ACE: usize = Rank::ACE.index();
const SMALL_JOKER: usize = Rank::SMALL_JOKER.index();
const BIG_JOKER: usize = Rank::BIG_JOKER.index();

/// The kinds of combinations, in the order of the rules' table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Solo,
    Pair,
    Trio,
    TrioSolo,
    TrioPair,
    SoloChain,
    PairChain,
    TrioChain,
    TrioSoloChain,
    TrioPairChain,
    FourTwoSolo,
    FourTwoPair,
    QuadChain,
    QuadSoloChain,
    QuadPairChain,
    Bomb,
    Rocket,
}

impl Kind {
    pub const ALL: [Kind; 17] = [
        Kind::Solo,
        Kind::Pair,
        Kind::Trio,
        Kind::TrioSolo,
        Kind::TrioPair,
        Kind::SoloChain,
        Kind::PairChain,
        Kind::TrioChain,
        Kind::TrioSoloChain,
        Kind::TrioPairChain,
        Kind::FourTwoSolo,
        Kind::FourTwoPair,
        Kind::QuadChain,
        Kind::QuadSoloChain,
        Kind::QuadPairChain,
        Kind::Bomb,
        Kind::Rocket,
    ];
}

/// The rules, with a field for each switch that the text of the rules names, and its value in the usual rules.
macro_rules! rules {
    ($($(#[$about:meta])* $switch:ident = $on:literal;)*) => {
        /// What a game is played by.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Rules {
            pub packs: u8,
            /// Kinds that may not be played.
            pub banned: Vec<Kind>,
            /// Single-card wings and kickers: how many may be of one rank; 1 demands different ranks.
            pub max_per_rank: u8,
            pub min_solo_chain: usize,
            pub min_pair_chain: usize,
            pub min_trio_chain: usize,
            $($(#[$about])* pub $switch: bool,)*
        }

        impl Rules {
            /// The usual rules.
            pub fn plain() -> Rules {
                Rules {
                    packs: 1,
                    // Hardly any game has them.
                    banned: vec![Kind::QuadChain, Kind::QuadSoloChain, Kind::QuadPairChain],
                    max_per_rank: 3,
                    min_solo_chain: 5,
                    min_pair_chain: 3,
                    min_trio_chain: 2,
                    $($switch: $on,)*
                }
            }

            /// The switch of this name.
            pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($switch) => Some(&mut self.$switch),)*
                    _ => None,
                }
            }
        }
    };
}

rules! {
    both_jokers_as_kickers = false;
    adjacent_trio_as_wings = true;
    quad_as_two_pairs = false;
}

/// What decides which combinations a combination beats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    pub kind: Kind,
    /// Ranks of the body, 1 outside chains; of a bomb and of the rocket the number of cards.
    pub len: usize,
    /// Lowest rank of the body.
    pub rank: Rank,
}

/// Cards played as something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reading {
    pub cards: Cards,
    pub shape: Shape,
}

/// A move: a reading, or `None` for `pass`.
pub type Move = Option<Reading>;

/// Does `a` beat `b`?
pub fn beats(a: Shape, b: Shape) -> bool {
    if b.kind == Kind::Rocket {
        return false; // Nothing beats the rocket.
    }
    if a.kind == Kind::Rocket {
        return true; // The rocket beats everything.
    }
    if a.kind == Kind::Bomb && b.kind == Kind::Bomb {
        return a.len > b.len || a.len == b.len && a.rank > b.rank; // More cards beat fewer, then rank.
    }
    if a.kind == Kind::Bomb {
        return true; // A bomb beats everything but a higher bomb and the rocket.
    }
    a.kind == b.kind && a.len == b.len && a.rank > b.rank
}

/// Everything that exactly these cards are.
pub fn readings(cards: &Cards, rules: &Rules) -> Vec<Reading> {
    let (mut found, size) = (Vec::new(), total(cards));
    for kind in Kind::ALL {
        for len in 1..=12 {
            if cards_in(kind, len) != size {
                continue; // Only saves time.
            }
            for rank in Rank::all() {
                let shape = Shape { kind, len, rank };
                if is_a(cards, shape, rules) {
                    found.push(Reading { cards: *cards, shape });
                }
            }
        }
    }
    found
}

/// How many cards a combination of this kind and length has.
fn cards_in(kind: Kind, len: usize) -> usize {
    match kind {
        Kind::Solo | Kind::SoloChain => len,
        Kind::Pair | Kind::PairChain => 2 * len,
        Kind::Trio | Kind::TrioChain => 3 * len,
        Kind::TrioSolo | Kind::TrioSoloChain => 4 * len,
        Kind::TrioPair | Kind::TrioPairChain => 5 * len,
        Kind::FourTwoSolo => 4 + 2,
        Kind::FourTwoPair => 4 + 4,
        Kind::QuadChain => 4 * len,
        Kind::QuadSoloChain => 4 * len + 2 * len,
        Kind::QuadPairChain => 4 * len + 4 * len,
        Kind::Bomb | Kind::Rocket => len,
    }
}

/// Are these cards a combination of this shape?
fn is_a(cards: &Cards, shape: Shape, rules: &Rules) -> bool {
    let Shape { kind, len, rank } = shape;
    if rules.banned.contains(&kind) {
        return false;
    }
    // The cards beside a body of `copies` equal cards at each of its ranks.
    let beside = |copies| beside(cards, shape, copies);
    match kind {
        Kind::Solo => len == 1 && beside(1).is_some_and(|rest| total(&rest) == 0),
        Kind::Pair => len == 1 && beside(2).is_some_and(|rest| total(&rest) == 0),
        Kind::Trio => len == 1 && beside(3).is_some_and(|rest| total(&rest) == 0),
        Kind::TrioSolo => len == 1 && beside(3).is_some_and(|rest| singles(&rest, 1, rules)),
        Kind::TrioPair => len == 1 && beside(3).is_some_and(|rest| pairs(&rest, 1, rules)),
        Kind::SoloChain => chains(shape, rules.min_solo_chain) && beside(1).is_some_and(|rest| total(&rest) == 0),
        Kind::PairChain => chains(shape, rules.min_pair_chain) && beside(2).is_some_and(|rest| total(&rest) == 0),
        Kind::TrioChain => chains(shape, rules.min_trio_chain) && beside(3).is_some_and(|rest| total(&rest) == 0),
        Kind::TrioSoloChain => {
            chains(shape, rules.min_trio_chain)
                && beside(3).is_some_and(|rest| {
                    singles(&rest, len, rules) && (rules.adjacent_trio_as_wings || !lengthens(&rest, shape))
                })
        }
        Kind::TrioPairChain => {
            chains(shape, rules.min_trio_chain) && beside(3).is_some_and(|rest| pairs(&rest, len, rules))
        }
        Kind::FourTwoSolo => len == 1 && beside(4).is_some_and(|rest| singles(&rest, 2, rules)),
        Kind::FourTwoPair => len == 1 && beside(4).is_some_and(|rest| pairs(&rest, 2, rules)),
        Kind::QuadChain => chains(shape, 2) && beside(4).is_some_and(|rest| total(&rest) == 0),
        Kind::QuadSoloChain => {
            chains(shape, 2)
                && beside(4).is_some_and(|rest| {
                    singles(&rest, 2 * len, rules) && (rules.adjacent_trio_as_wings || !lengthens(&rest, shape))
                })
        }
        Kind::QuadPairChain => chains(shape, 2) && beside(4).is_some_and(|rest| pairs(&rest, 2 * len, rules)),
        Kind::Bomb => {
            let mut bomb = [0; Rank::COUNT];
            bomb[rank.index()] = len as u8;
            4 <= len && len <= 4 * rules.packs as usize && *cards == bomb
        }
        Kind::Rocket => {
            let mut rocket = [0; Rank::COUNT];
            rocket[SMALL_JOKER] = rules.packs;
            rocket[BIG_JOKER] = rules.packs;
            rank.index() == SMALL_JOKER && *cards == rocket
        }
    }
}

/// Is this long enough for a chain, and all of it from 3 to A?
fn chains(shape: Shape, least: usize) -> bool {
    shape.len >= least && shape.rank.index() + shape.len - 1 <= ACE
}

/// The cards beside a body of `copies` equal cards at each of its ranks; `None` if the body is not there, or if more
/// cards of its ranks are.
fn beside(cards: &Cards, shape: Shape, copies: u8) -> Option<Cards> {
    let mut rest = *cards;
    for rank in shape.rank.index()..shape.rank.index() + shape.len {
        if rank >= Rank::COUNT || cards[rank] != copies {
            return None;
        }
        rest[rank] = 0;
    }
    Some(rest)
}

/// May these cards be `n` single-card wings or kickers?
fn singles(rest: &Cards, n: usize, rules: &Rules) -> bool {
    total(rest) == n && rest.iter().all(|&count| count <= rules.max_per_rank) && jokers_allowed(rest, rules)
}

/// May these cards be `n` pairs as wings or kickers?
fn pairs(rest: &Cards, n: usize, rules: &Rules) -> bool {
    let is_pair_or_two = |count| match count {
        0 | 2 => true,
        4 => rules.quad_as_two_pairs,
        _ => false,
    };
    total(rest) == 2 * n && rest.iter().all(|&count| is_pair_or_two(count)) && jokers_allowed(rest, rules)
}

fn jokers_allowed(rest: &Cards, rules: &Rules) -> bool {
    rules.both_jokers_as_kickers || rest[SMALL_JOKER] == 0 || rest[BIG_JOKER] == 0
}

/// Is there, among the wings, a trio next to the body? It would make a chain of trios longer.
fn lengthens(wings: &Cards, body: Shape) -> bool {
    let (below, above) = (body.rank.index().checked_sub(1), body.rank.index() + body.len);
    below.is_some_and(|rank| wings[rank] >= 3) || above <= ACE && wings[above] >= 3
}

pub fn total(cards: &Cards) -> usize {
    cards.iter().map(|&count| count as usize).sum()
}

/// Every set of cards that can be taken out of a hand, the empty one and the whole hand among them.
pub fn sub_multisets(hand: &Cards) -> Vec<Cards> {
    let mut all = vec![[0; Rank::COUNT]];
    for rank in 0..Rank::COUNT {
        let smaller = all.clone();
        for count in 1..=hand[rank] {
            all.extend(smaller.iter().map(|cards| {
                let mut cards = *cards;
                cards[rank] = count;
                cards
            }));
        }
    }
    all
}

/// Everything that can be led from a hand.
pub fn leads(hand: &Cards, rules: &Rules) -> Vec<Reading> {
    sub_multisets(hand).iter().flat_map(|cards| readings(cards, rules)).collect()
}

/// A position: the hands, whose turn it is, and what was played last by whom, unless that player leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const SEATS: usize> {
    pub hands: [Cards; SEATS],
    pub to_move: usize,
    pub last: Option<(Shape, usize)>,
}

impl<const SEATS: usize> State<SEATS> {
    /// The first empty hand.
    pub fn finished(&self) -> Option<usize> {
        self.hands.iter().position(|hand| total(hand) == 0)
    }

    /// The position after a move.
    pub fn after(&self, played: Move) -> State<SEATS> {
        let mut next = *self;
        next.to_move = (self.to_move + 1) % SEATS;
        match played {
            Some(reading) => {
                for rank in 0..Rank::COUNT {
                    next.hands[self.to_move][rank] -= reading.cards[rank];
                }
                next.last = Some((reading.shape, self.to_move));
            }
            // When everyone else has passed, the last to play leads.
            None => next.last = self.last.filter(|&(_, player)| player != next.to_move),
        }
        next
    }
}

/// A position in a third of the bytes, for what is remembered: all that there is of it, side by side, and nothing left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Packed<const SEATS: usize> {
    /// Four bits for each rank.
    hands: [u64; SEATS],
    /// Eight bits each: whose turn it is, and of what was played last 1 more than the kind, its length, its rank and its player; then
    /// how often each seat has played.
    rest: u64,
}

impl<const SEATS: usize> Packed<SEATS> {
    fn of(state: &State<SEATS>, moves_made: [u8; SEATS]) -> Packed<SEATS> {
        let side_by_side = |bits: u32, numbers: &[u8]| {
            assert!(
                numbers.len() as u32 * bits <= u64::BITS && numbers.iter().all(|&number| (number as u32) < 1 << bits)
            );
            numbers.iter().fold(0, |packed: u64, &number| packed << bits | number as u64)
        };
        let last = match state.last {
            Some((shape, player)) => [shape.kind as u8 + 1, shape.len as u8, shape.rank.index() as u8, player as u8],
            None => [0; 4],
        };
        let [kind, len, rank, player] = last;
        let mut rest = [state.to_move as u8, kind, len, rank, player, 0, 0, 0];
        rest[5..][..SEATS].copy_from_slice(&moves_made);
        Packed { hands: state.hands.map(|hand| side_by_side(4, &hand)), rest: side_by_side(8, &rest) }
    }
}

/// Seat 0 plays alone, all others win together.
pub fn same_side(a: usize, b: usize) -> bool {
    (a == 0) == (b == 0)
}

/// Plays out everything under one set of rules.
pub struct Oracle<const SEATS: usize> {
    rules: Rules,
    leads: FxHashMap<Cards, Rc<Vec<Reading>>>,
    wins: FxHashMap<Packed<SEATS>, bool>,
}

impl<const SEATS: usize> Oracle<SEATS> {
    pub fn new(rules: Rules) -> Oracle<SEATS> {
        Oracle { rules, leads: FxHashMap::default(), wins: FxHashMap::default() }
    }

    /// All legal moves; none when the game is over.
    pub fn moves(&mut self, state: &State<SEATS>) -> Vec<Move> {
        if state.finished().is_some() {
            return Vec::new();
        }
        let hand = state.hands[state.to_move];
        let leads = self.leads.entry(hand).or_insert_with(|| Rc::new(leads(&hand, &self.rules))).clone();
        match state.last {
            None => leads.iter().copied().map(Some).collect(),
            Some((last, _)) => {
                let answers = leads.iter().filter(|reading| beats(reading.shape, last));
                answers.copied().map(Some).chain([None]).collect()
            }
        }
    }

    /// Can the side to move force a win?
    pub fn wins(&mut self, state: &State<SEATS>) -> bool {
        if let Some(seat) = state.finished() {
            return same_side(seat, state.to_move);
        }
        let place = Packed::of(state, [0; SEATS]);
        if let Some(&known) = self.wins.get(&place) {
            return known;
        }
        let won = self.moves(state).into_iter().any(|played| self.is_winning(state, played));
        self.wins.insert(place, won);
        won
    }

    /// Does the side to move still win after this move of it?
    pub fn is_winning(&mut self, state: &State<SEATS>, played: Move) -> bool {
        let next = state.after(played);
        self.wins(&next) == same_side(state.to_move, next.to_move)
    }

    /// Every move that keeps the win.
    pub fn winning_moves(&mut self, state: &State<SEATS>) -> Vec<Move> {
        let moves = self.moves(state);
        moves.into_iter().filter(|&played| self.is_winning(state, played)).collect()
    }

    /// How many sequences of exactly `depth` moves there are.
    pub fn perft(&mut self, state: &State<SEATS>, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves(state).into_iter().map(|played| self.perft(&state.after(played), depth - 1)).sum()
    }
}

/// A position played for points, and how often each seat has played a combination: 0, 1, or 2 for more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Staked<const SEATS: usize> {
    pub state: State<SEATS>,
    pub moves_made: [u8; SEATS],
}

impl<const SEATS: usize> Staked<SEATS> {
    /// The position after a move.
    pub fn after(&self, played: Move) -> Staked<SEATS> {
        let mut moves_made = self.moves_made;
        if played.is_some() {
            moves_made[self.state.to_move] = (moves_made[self.state.to_move] + 1).min(2);
        }
        Staked { state: self.state.after(played), moves_made }
    }

    /// What seat 0 gets for a stake of 1 if the game is over. With spring the stake is doubled once more if seat 0 has won and no
    /// other seat has played, or if seat 0 has lost and has played once at most.
    pub fn points_at_the_end(&self, spring: bool) -> Option<i64> {
        let winner = self.state.finished()?;
        let is_spring = match winner {
            0 => self.moves_made[1..].iter().all(|&moves| moves == 0),
            _ => self.moves_made[0] <= 1,
        };
        let stake = if spring && is_spring { 2 } else { 1 };
        Some(if winner == 0 { stake } else { -stake })
    }
}

/// How much a move multiplies the stake.
pub fn multiplies(played: Move) -> i64 {
    match played {
        Some(Reading { shape: Shape { kind: Kind::Bomb | Kind::Rocket, .. }, .. }) => 2,
        _ => 1,
    }
}

/// Plays out everything for points.
pub struct Points<const SEATS: usize> {
    moves: Oracle<SEATS>,
    /// Does spring double the stake?
    spring: bool,
    known: FxHashMap<Packed<SEATS>, i64>,
}

impl<const SEATS: usize> Points<SEATS> {
    pub fn new(rules: Rules, spring: bool) -> Points<SEATS> {
        Points { moves: Oracle::new(rules), spring, known: FxHashMap::default() }
    }

    /// All legal moves; none when the game is over.
    pub fn moves_of(&mut self, position: &Staked<SEATS>) -> Vec<Move> {
        self.moves.moves(&position.state)
    }

    /// What seat 0 gets for a stake of 1 when all play best. Seat 0 wants as much as possible, all others as little.
    pub fn of(&mut self, position: &Staked<SEATS>) -> i64 {
        if let Some(points) = position.points_at_the_end(self.spring) {
            return points;
        }
        let place = Packed::of(&position.state, position.moves_made);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let moves = self.moves.moves(&position.state);
        let points = moves.into_iter().map(|played| self.of_move(position, played));
        let best = if position.state.to_move == 0 { points.max() } else { points.min() };
        let best = best.expect("a move");
        self.known.insert(place, best);
        best
    }

    /// What seat 0 gets after this move.
    pub fn of_move(&mut self, position: &Staked<SEATS>, played: Move) -> i64 {
        multiplies(played) * self.of(&position.after(played))
    }

    /// Every move that keeps these points.
    pub fn best_moves(&mut self, position: &Staked<SEATS>) -> Vec<Move> {
        let points = self.of(position);
        let moves = self.moves.moves(&position.state);
        moves.into_iter().filter(|&played| self.of_move(position, played) == points).collect()
    }
}
