//! Every verdict, every mark and every keeping move of random games against the naive solver.

use canju::review::{Mark, Review, ReviewOptions, review};
use canju::rules::{Move, Ruleset, Side};
use canju::{Options, Position, Solver, Task, Verdict};
use canju_engine::rules::{Hand, Rank, Setup, State};
use canju_testing::budget::share;
use canju_testing::deals::{self, PRESETS, rule_strings};
use canju_testing::edge;
use canju_testing::oracle::{self, Oracle, same_side};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::{BTreeMap, BTreeSet};

/// What the games have reached, by name.
type Reached = BTreeMap<&'static str, usize>;

/// Four trios in a row against the rocket: only all twelve cards at once win, and they are one combination or, as three trios with
/// three kickers, another.
fn one_set_of_cards<const SEATS: usize>(rng: &mut StdRng, rules: &Ruleset) -> State<SEATS> {
    let mut hands = [Hand::of(Rank::TWO, 1); SEATS];
    hands[0] = Hand::run(Rank::from_index(rng.random_range(0..8)), 4, 3);
    hands[rng.random_range(1..SEATS)] = Hand::of(Rank::SMALL_JOKER, 1).plus(Hand::of(Rank::BIG_JOKER, 1));
    Setup::new(hands, None).validate(rules).expect("a legal position")
}

/// A random game: its start and its moves. Most moves are random; about half of the games stop early.
fn game<const SEATS: usize>(rng: &mut StdRng, rules: &Ruleset) -> (State<SEATS>, Vec<Move>) {
    // The naive solver goes through everything: with three hands fewer cards are as much work.
    let most = if SEATS == 2 { 10 } else { 6 };
    let sizes = 1..=rng.random_range(2..=most);
    let start = match rng.random_range(0..100) {
        0..40 => deals::mid_trick(rng, 1.max(sizes.end() / 2)..=*sizes.end(), rules),
        40..99 => deals::deal(rng, sizes, rules),
        _ => one_set_of_cards(rng, rules),
    };
    let stops = if rng.random_bool(0.5) { rng.random_range(0..12) } else { usize::MAX };
    let (mut here, mut moves) = (start, Vec::new());
    while here.winner().is_none() && moves.len() < stops {
        let legal = here.moves(rules);
        // A pass is one of many moves, so random players would hardly ever pass.
        let played =
            if here.can_pass() && rng.random_bool(0.25) { Move::Pass } else { *legal.choose(rng).expect("a move") };
        moves.push(played);
        here = here.play(played);
    }
    (start, moves)
}

fn cards(played: oracle::Move) -> oracle::Cards {
    played.map_or([0; 15], |reading| reading.cards)
}

/// Compares a review with what the naive solver says.
fn compare<const SEATS: usize>(
    (start, moves): &(State<SEATS>, Vec<Move>),
    review: &Review,
    all_moves: bool,
    (oracle, lengths): (&mut Oracle<SEATS>, &mut Solver),
    reached: &mut Reached,
) {
    let mut here = edge::state(start);
    let mut count = |what| *reached.entry(what).or_default() += 1;
    let winner = |oracle: &mut Oracle<SEATS>, state: &oracle::State<SEATS>| match (oracle.wins(state), state.to_move) {
        (true, 0) | (false, 1..) => Ok(Side::First),
        _ => Ok(Side::Second),
    };
    assert_eq!(
        (review.limit, review.winners.len(), review.moves.len()),
        (None, moves.len() + 1, moves.len()),
        "{start}"
    );
    for (at, (&played, found)) in moves.iter().zip(&review.moves).enumerate() {
        let context = || format!("{start}, move {}: {played}, {moves:?}", at + 1);
        let (legal, played) = (oracle.moves(&here), edge::played(played));
        let (before, keeps) = (oracle.wins(&here), oracle.is_winning(&here, played));
        let verdict = |wins| if wins { Verdict::Win } else { Verdict::Loss };
        assert_eq!(review.winners[at], winner(oracle, &here), "{}", context());
        assert_eq!(
            (found.player, found.before, found.after),
            (here.to_move, verdict(before), verdict(keeps)),
            "{}",
            context()
        );
        let mark = match (legal.len(), before, keeps) {
            (1, ..) => Mark::Forced,
            (_, false, _) => Mark::LostAnyway,
            (_, true, true) => Mark::Kept,
            (_, true, false) => Mark::GaveAway,
        };
        assert_eq!(found.mark, mark, "{}", context());
        count(mark.name());
        if matches!(mark, Mark::Kept | Mark::GaveAway) {
            let mut winning = oracle.winning_moves(&here);
            winning.sort();
            let keeping = edge::moves(&found.keeping);
            assert!(!keeping.is_empty() && keeping.iter().all(|played| winning.contains(played)), "{}", context());
            assert!(found.keeping_is_complete <= (keeping == winning), "{}", context());
            if all_moves {
                assert!(found.keeping_is_complete, "{}", context());
                assert_eq!(keeping, winning, "{}", context());
                count("all keeping moves");
            } else {
                let sets: BTreeSet<_> = keeping.iter().map(|&played| cards(played)).collect();
                assert!(sets.len() <= 2, "{}", context());
            }
            let sets: BTreeSet<_> = winning.iter().map(|&played| cards(played)).collect();
            assert_eq!(found.only, Some(sets.len() == 1), "{}", context());
            count(if sets.len() == 1 { "only move" } else { "several moves" });
            if sets.len() == 1 && winning.len() > 1 && !all_moves {
                count("only set of cards, of several readings");
            }
        } else {
            assert!(found.keeping.is_empty() && found.only.is_none() && !found.keeping_is_complete, "{}", context());
        }
        let next = here.after(played);
        if mark == Mark::GaveAway {
            // The other side's first move after it wins; until then the mistaken side's can't help it.
            let (mut there, last) = (next, found.refutation.len() - 1);
            for (index, &reply) in found.refutation.iter().enumerate() {
                let reply = edge::played(reply);
                let is_mistaken = same_side(there.to_move, here.to_move);
                assert!(oracle.moves(&there).contains(&reply) && is_mistaken == (index < last), "{}", context());
                assert!(is_mistaken || oracle.is_winning(&there, reply), "{}", context());
                there = there.after(reply);
            }
            count("refutation");
            count(if last > 0 { "refutation after the partner's move" } else { "refutation at once" });
            if let Some(plies) = found.plies {
                let here = moves[..at].iter().fold(*start, |here, &played| here.play(played));
                let task = Task { shortest: true, ..Task::default() };
                let shortest = lengths.solve(&Position::of_state(here, review.start.rules()), &task);
                assert_eq!(shortest.plies(), Some(plies), "{}", context());
            }
            count(if found.plies.is_some() { "plies" } else { "no plies" });
        } else {
            assert!(found.refutation.is_empty() && found.plies.is_none(), "{}", context());
        }
        here = next;
    }
    assert_eq!(review.winners.last().copied(), Some(winner(oracle, &here)), "{start}");
    assert_eq!(review.is_over, here.finished().is_some());
    count(if review.is_over { "over" } else { "stopped early" });
    count(if start.trick().is_some() { "mid-trick start" } else { "start on the lead" });
    let given_away: u32 = review.players().iter().map(|tally| tally.given_away).sum();
    assert_eq!(given_away as usize, review.turning_points().count());
}

/// Reviews so many games with one solver.
fn reviewed<const SEATS: usize>(seed: u64, games: usize) -> Reached {
    let (mut rng, mut reached) = (deals::rng(seed), Reached::new());
    let options = Options { threads: 1, memory: 4 << 20, ..Options::default() };
    let (mut solver, mut lengths) = (Solver::new(options.clone()), Solver::new(options));
    let texts: Vec<&str> = PRESETS.into_iter().chain(rule_strings().iter().copied()).collect();
    for number in 0..games {
        let text = if number % 3 == 0 { *texts.choose(&mut rng).expect("rules") } else { PRESETS[0] };
        let rules = deals::ruleset(text);
        let game = game::<SEATS>(&mut rng, &rules);
        let start = Position::of_state(game.0, &rules);
        let all_moves = number % 2 == 0;
        let options = ReviewOptions { all_moves, ..ReviewOptions::default() };
        let review = review(&mut solver, &start, &game.1, &options).expect("legal moves");
        compare(&game, &review, all_moves, (&mut Oracle::new(edge::rules(text)), &mut lengths), &mut reached);
    }
    reached
}

/// All games reach so much. A share of them reaches half of its part at least: so few differ more by chance.
fn demand(reached: &Reached, least: &[(&str, usize)]) {
    for &(what, count) in least {
        assert!(reached.get(what).is_some_and(|&found| found >= share(count, 2 * PARTS)), "{what}: {reached:#?}");
    }
}

/// Of so many parts of the games one is played.
const PARTS: usize = 10;

#[test]
fn games_are_as_the_naive_solver_says() {
    let common = [
        ("kept", 2_000),
        ("gave_away", 500),
        ("lost_anyway", 1_000),
        ("forced", 1_500),
        ("all keeping moves", 1_000),
        ("only move", 500),
        ("several moves", 1_000),
        ("only set of cards, of several readings", 5),
        ("plies", 500),
        ("over", 700),
        ("stopped early", 400),
        ("mid-trick start", 700),
        ("start on the lead", 700),
    ];
    let two = reviewed::<2>(41, share(3_000, PARTS));
    demand(&two, &common);
    let three = reviewed::<3>(42, share(2_000, PARTS));
    demand(&three, &common);
    demand(&three, &[("refutation after the partner's move", 50), ("refutation at once", 100)]);
}
