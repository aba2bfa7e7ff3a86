//! The entries of the partition table decide other positions as the oracle does.
//!
//! An entry is right only if its need holds all facts of its proof. A missing fact gives a wrong verdict in some other position,
//! which is hardly ever met. So these tests make families of positions with one structure (`siblings.rs`). They solve some of
//! them and look up the others in the partition table, and also positions that random play reaches from them.

use super::strength_properties::{ROCKET_LIKE_CHAIN, SIZES, THREE_SIZES, everything, name, one_pack};
use canju_engine::Statistics;
use canju_engine::rules::{Combo, Hand, Kind, KindSet, LastMove, Rank, RankMask, Ruleset, Setup, State, Turn};
use canju_engine::search::{Budget, FactsMemo, Limits, PagePool, Searcher, SolveContext, StopFlag};
use canju_engine::tables::Tables;
use canju_engine::tables::strength::{Outline, Strength};
use canju_engine::{Techniques, Tuning};
use canju_testing::budget::share;
use canju_testing::deals::{self, TWO_PACKS, ruleset};
use canju_testing::drawn::{QUADS_IN_A_ROW, RECIPES};
use canju_testing::edge;
use canju_testing::oracle::Oracle;
use canju_testing::siblings::{Placed, family_of, first, groups, is_below, moved};
use parking_lot::Mutex;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::ops::RangeInclusive;

/// What a run of [`stored_entries_against_oracle`] met.
#[derive(Default, Debug)]
struct Met {
    solved: usize,
    probes: usize,
    wins: usize,
    losses: usize,
    /// Of these in mid-trick.
    answers: usize,
    statistics: Statistics,
}

/// How many facts there are about a position: two for each pair of groups of different hands, and one for each group of
/// the mover and of whoever may answer after it.
fn facts<const SEATS: usize>(position: &State<SEATS>) -> usize {
    let groups = |place: usize| position.hands()[(position.to_move() + place) % SEATS].ranks().len() as usize;
    let pairs = (0..SEATS).flat_map(|first| (0..first).map(move |second| (first, second)));
    let compared: usize = pairs.map(|(first, second)| 2 * groups(first) * groups(second)).sum();
    let last = (position.to_move() + SEATS - 1) % SEATS;
    let waiting = SEATS == 3 && position.trick().is_some_and(|trick| trick.owner() == last);
    compared + groups(0) + if waiting { groups(1) } else { 0 }
}

/// The facts of an entry: its first `facts` bits, inverted for a loss.
fn about(entry: &Strength, facts: usize, wins: bool) -> Strength {
    let mut about = *entry;
    for (n, word) in about.words.iter_mut().enumerate() {
        let kept = if facts >= 64 * (n + 1) { u64::MAX } else { (1 << facts.saturating_sub(64 * n)) - 1 };
        *word = if wins { *word } else { !*word } & kept;
    }
    about
}

/// One set of rules: what the search knows under them, and the oracle.
struct World<'a, const SEATS: usize> {
    text: &'a str,
    rules: Ruleset,
    oracle: Oracle<SEATS>,
    memo: FactsMemo,
    tables: Tables,
    /// Is the partition table so small that it forgets most of what it learns?
    forgets: bool,
    tuning: Tuning,
    met: Met,
}

impl<'a, const SEATS: usize> World<'a, SEATS> {
    fn new(text: &'a str) -> World<'a, SEATS> {
        let rules = ruleset(text);
        World {
            text,
            rules,
            oracle: Oracle::new(edge::rules(text)),
            memo: FactsMemo::new(&rules, &Tuning::DEFAULT),
            tables: Tables::new(4 << 20, &Tuning::DEFAULT),
            forgets: false,
            tuning: Tuning::DEFAULT,
            met: Met::default(),
        }
    }

    /// Begins with empty tables.
    fn forget(&mut self, forgets: bool) {
        let small = Tuning { most_partition_bytes: 4 << 10, partition_sets: 1, ..Tuning::DEFAULT };
        self.forgets = forgets;
        self.tables = Tables::new(4 << 20, if forgets { &small } else { &Tuning::DEFAULT });
    }

    /// Solves a position with what is known, so that more is.
    fn solve(&mut self, position: &State<SEATS>, techniques: Techniques) {
        let (budget, statistics) = (Budget::start(Limits::default(), StopFlag::default()), Mutex::default());
        let shared = SolveContext {
            rules: &self.rules,
            tables: &self.tables,
            budget: &budget,
            techniques,
            tuning: &self.tuning,
            statistics: &statistics,
        };
        let wins = Searcher::new(shared, &mut self.memo).decide_alone(position, &PagePool::new(1 << 20, 256));
        let expected = self.oracle.wins(&edge::state(position));
        assert_eq!(wins, Some(expected), "solved: {} {techniques:?}", name(position, self.text));
        self.met.solved += 1;
        self.met.statistics += statistics.into_inner();
    }

    /// If the partition table decides this position, checks the verdict, and that the entry survives being turned into a
    /// need and back. Returns whether the mover wins.
    fn probe(&mut self, placed: &Placed<SEATS>) -> Option<bool> {
        let Placed { position, structure, strength, .. } = placed;
        self.met.probes += 1;
        let mut entry = Strength::NONE;
        let wins = self.tables.partition.probe(structure, |known| *known = *strength, &mut entry)?;
        let expected = self.oracle.wins(&edge::state(position));
        assert_eq!(wins, expected, "known: {} by {entry:?}", name(position, self.text));
        let (layouts, to_beat) = groups(position, &self.rules);
        let outline = Outline::new(position, layouts.each_ref(), to_beat);
        let (least, most) = if wins { (&entry, strength) } else { (strength, &entry) };
        let decides = is_below(least, most);
        // The entry has the losers' answers of the position that was solved, which may be more.
        let (need, facts) = (outline.need(&entry, wins), facts(position));
        let about = |entry: &Strength| about(entry, facts, wins);
        let [without, with] = [false, true].map(|loser_answers| about(&outline.entry(&need, wins, loser_answers)));
        let there_and_back = is_below(&without, &about(&entry)) && is_below(&about(&entry), &with);
        assert!(there_and_back, "{} wins={wins}: there and back", name(position, self.text));
        assert!(decides, "{} wins={wins} by {entry:?}", name(position, self.text));
        *if wins { &mut self.met.wins } else { &mut self.met.losses } += 1;
        self.met.answers += position.trick().is_some() as usize;
        Some(wins)
    }

    /// Walks from a position that the table decides to others with the same verdict, towards those where it should be
    /// hardest to believe: a won mover becomes weaker, a lost one stronger.
    fn walk(&mut self, from: &Placed<SEATS>, steps: usize, rng: &mut StdRng) {
        let Some(wins) = self.probe(from) else { return };
        let mut at = *from;
        for _ in 0..steps {
            let Some(next) = moved(&at, &self.rules, rng) else { continue };
            let bits = |placed: &Placed<SEATS>| placed.strength.words.iter().map(|word| word.count_ones()).sum::<u32>();
            let harder = if wins { bits(&next) <= bits(&at) } else { bits(&next) >= bits(&at) };
            if self.probe(&next) == Some(wins) && (harder || rng.random_bool(0.1)) {
                at = next;
            }
        }
    }

    /// Walks from this position and from those on some random ways to the end of the game.
    fn walk_along(&mut self, from: &Placed<SEATS>, games: usize, rng: &mut StdRng) {
        self.walk(from, 20, rng);
        for _ in 0..games {
            let (mut at, mut last) = (from.position, from.setup.turn.last);
            while let Some(&played) = at.moves(&self.rules).choose(rng) {
                last = played.combo().map(|combo| LastMove { combo, by: at.to_move() }).or(last);
                at = at.play(played);
                if at.winner().is_some() {
                    break;
                }
                last = last.filter(|_| at.trick().is_some());
                let turn = Turn { to_move: at.to_move(), last };
                let placed = Placed::new(Setup { hands: *at.hands(), turn }, &self.rules).expect("fewer cards");
                self.walk(&placed, 10, rng);
            }
        }
    }
}

/// Solves a third of each family, one after another with what is known, and probes the rest.
fn stored_entries_against_oracle<const SEATS: usize>(
    texts: &[&str],
    each: usize,
    members: usize,
    draw: Draw<SEATS>,
    seed: u64,
) -> Met {
    let mut rng = deals::rng(seed);
    let mut all = Met::default();
    for text in texts {
        let mut world = World::<SEATS>::new(text);
        for n in 0..each {
            // What proof-number nodes leave in the table must hold as well, also where the table has forgotten what it knew
            // of the positions after their moves.
            let depth_first = rng.random_bool(0.7);
            world.tuning.depth_first_cards = if depth_first { 26 } else { rng.random_range(0..=12) };
            let forgets = !depth_first && rng.random_bool(0.5);
            // What one family teaches must not harm the next; but alone it stands out.
            if n % 4 == 0 || forgets != world.forgets {
                world.forget(forgets);
            }
            let techniques = Techniques {
                static_wins: rng.random_bool(0.5),
                kicker_dominance: rng.random_bool(0.7),
                ..Techniques::ALL
            };
            let first = draw(n, &world.rules, &mut rng);
            let family = family_of(first, members, &world.rules, &mut rng);
            let (solved, asked) = family.split_at(family.len() / 3);
            for placed in solved {
                world.solve(&placed.position, techniques);
            }
            for placed in solved.iter().chain(asked) {
                world.walk_along(placed, 1, &mut rng);
            }
        }
        let Met { solved, probes, wins, losses, answers, statistics } = world.met;
        all.solved += solved;
        all.probes += probes;
        all.wins += wins;
        all.losses += losses;
        all.answers += answers;
        all.statistics += statistics;
    }
    println!("{all:?}");
    let Statistics { static_wins, proof_number_nodes, depth_first_nodes, partition_hits, .. } = all.statistics;
    let counts = [static_wins, proof_number_nodes, depth_first_nodes, partition_hits];
    assert!(counts.iter().all(|&count| count > 100), "{all:?}");
    all
}

/// What kind of positions to start families from.
type Draw<const SEATS: usize> = fn(usize, &Ruleset, &mut StdRng) -> Placed<SEATS>;

fn any(n: usize, rules: &Ruleset, rng: &mut StdRng) -> Placed<2> {
    first(rng, &SIZES[n % SIZES.len()], rules)
}

fn any_of_three(n: usize, rules: &Ruleset, rng: &mut StdRng) -> Placed<3> {
    first(rng, &THREE_SIZES[n % THREE_SIZES.len()], rules)
}

/// Positions of three hands that are drawn for a rule of pruning.
fn drawn_for_rules(n: usize, rules: &Ruleset, rng: &mut StdRng) -> Placed<3> {
    loop {
        let recipe = match rules.kinds().has_any(KindSet::QUAD_CHAINS) && n.is_multiple_of(2) {
            true => &QUADS_IN_A_ROW,
            false => &RECIPES[n % RECIPES.len()],
        };
        let position = recipe.draw::<3>(rng, rules);
        let to_move = position.to_move();
        // The combination on the table without its kickers: those have no meaning any more.
        let last = position.trick().map(|trick| {
            let combo = Combo::new(trick.shape.kind, trick.shape.len, trick.shape.rank, Hand::EMPTY);
            LastMove { combo, by: trick.owner() }
        });
        let setup = Setup { hands: *position.hands(), turn: Turn { to_move, last } };
        if let Some(placed) = Placed::new(setup, rules) {
            return placed;
        }
    }
}

/// A leader with a trio, a loose card and a short chain, against a higher trio, a higher chain and some cards: the leader
/// need not try the chain's cards as kickers, for the loose one is lower; but where it is not they must be lost as well.
fn kickers(_: usize, rules: &Ruleset, rng: &mut StdRng) -> Placed<2> {
    loop {
        let mut hand = |trios: RangeInclusive<usize>, chains: RangeInclusive<usize>, loose: usize| {
            let trio = Hand::of(Rank::from_index(rng.random_range(trios)), 3);
            let chain = Hand::run(Rank::from_index(rng.random_range(chains)), 3, 1);
            let mut hand = trio.plus(chain);
            while hand.ranks().len() < 4 + loose as u32 {
                let rank = Rank::from_index(rng.random_range(0..Rank::COUNT));
                if hand.count(rank) == 0 {
                    hand = hand.plus(Hand::of(rank, 1));
                }
            }
            hand
        };
        let hands = [hand(0..=9, 0..=5, 1), hand(6..=11, 4..=9, 4)];
        if hands.iter().any(|hand| !hand.at_least(4).is_empty() || hand.at_least(3).len() != 1) {
            continue;
        }
        if let Some(placed) = Placed::new(Setup::new(hands, None), rules) {
            return placed;
        }
    }
}

#[test]
fn stored_entries_hold_for_kickers() {
    let met = stored_entries_against_oracle(&["huanle,min_solo_chain=3"], 50, 3, kickers, 86);
    assert!(met.losses > 100, "{met:?}");
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_stored_entries_hold_for_kickers() {
    let met = stored_entries_against_oracle(&["huanle,min_solo_chain=3"], 4_000, 3, kickers, 87);
    assert!(met.losses > 10_000, "{met:?}");
}

/// Hands of two packs with bombs of several lengths or the rocket, a bomb or a pair to be answered.
fn bombs(_: usize, rules: &Ruleset, rng: &mut StdRng) -> Placed<2> {
    loop {
        let mut hand = || {
            let groups: &[u8] = if rng.random() { &[4, 5, 1] } else { &[1, 1, 2] };
            let rocket = Hand::of_each(RankMask::JOKERS, 2);
            let jokers = if groups[0] == 1 && rng.random() { rocket } else { Hand::EMPTY };
            let rank = |rng: &mut StdRng| Rank::from_index(rng.random_range(0..=Rank::TWO.index()));
            let mut hand = jokers;
            for &count in groups {
                let rank = rank(rng);
                if hand.count(rank) == 0 {
                    hand = hand.plus(Hand::of(rank, count));
                }
            }
            hand
        };
        let hands = [hand(), hand()];
        let kind = [Kind::Bomb, Kind::Bomb, Kind::Pair, Kind::Solo][rng.random_range(0..4)];
        let len = if kind == Kind::Bomb { 4 } else { 1 };
        let last = Combo::new(kind, len, Rank::from_index(rng.random_range(0..=Rank::TWO.index())), Hand::EMPTY);
        let last = rng.random_bool(0.7).then_some(last);
        if let Some(placed) = Placed::new(Setup::new(hands, last), rules) {
            return placed;
        }
    }
}

#[test]
fn stored_entries_hold_for_bombs_of_two_packs() {
    let texts = [&TWO_PACKS[..2], &[ROCKET_LIKE_CHAIN]].concat();
    let met = stored_entries_against_oracle(&texts, 60, 8, bombs, 88);
    assert!(met.wins > 1_000 && met.losses > 1_000, "{met:?}");
}

#[test]
fn stored_entries_decide_as_the_oracle() {
    let met = stored_entries_against_oracle(&everything(), share(24, 8), 24, any, 83);
    let often = share(10_000, 4);
    assert!(met.wins > often && met.losses > often && met.answers > often, "{met:?}");
}

#[test]
fn stored_entries_of_three_hands_decide_as_the_oracle() {
    let often = share(10_000, 4);
    let met = stored_entries_against_oracle(&one_pack(), share(40, 12), 24, any_of_three, 183);
    assert!(met.wins > often && met.losses > often && met.answers > often, "{met:?}");
    let met = stored_entries_against_oracle(&one_pack(), share(2 * RECIPES.len(), 4), 12, drawn_for_rules, 184);
    assert!(met.wins > often && met.losses > often && met.answers > often, "{met:?}");
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_stored_entries_of_three_hands_decide_as_the_oracle() {
    let met = stored_entries_against_oracle(&one_pack(), 2_000, 24, any_of_three, 185);
    assert!(met.wins > 400_000 && met.losses > 400_000 && met.answers > 400_000, "{met:?}");
    let met = stored_entries_against_oracle(&one_pack(), 100 * RECIPES.len(), 12, drawn_for_rules, 186);
    assert!(met.wins > 400_000 && met.losses > 400_000 && met.answers > 400_000, "{met:?}");
}

#[test]
#[ignore = "minutes; run scripts/check/check_against_oracle.sh"]
fn full_stored_entries_decide_as_the_oracle() {
    let met = stored_entries_against_oracle(&everything(), 1_000, 24, any, 84);
    assert!(met.wins > 400_000 && met.losses > 400_000 && met.answers > 400_000, "{met:?}");
}
