//! Advice against the naive solver in every deal, dealt one card at a time.

use crate::advice::choices::choices;
use crate::advice::known::Known;
use crate::advice::worlds::{Drawn, World, worlds};
use crate::advice::{Advice, Advised, Effort, advise};
use crate::advice::{Question, Seat, WholeGame};
use canju_engine::rules::{Hand, LastMove, Move, Position, Rank, Ruleset, Scoring, Turn, parse_cards};
use canju_engine::search::{Reason, StopFlag};
use canju_testing::budget::{full, share};
use canju_testing::drawn::SEVERAL_BOMBS;
use canju_testing::{deals, edge, oracle};
use std::collections::BTreeMap;
use std::time::Duration;

/// What the player to move of a position knows, if the landlord has shown these cards.
fn known_of(position: &Position, open: Hand) -> Known {
    let seat = Seat::ALL[position.to_move()];
    let left = seat.others().map(|other| position.hands()[other as usize].len());
    let held = position.hands().iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand));
    let played = Hand::deck(position.rules().packs()).minus(held);
    let last = position.last().map(|LastMove { combo, by }| (combo, Seat::ALL[by]));
    Known::new(seat, position.hand(), left, played, open, last, *position.rules()).expect("a position is consistent")
}

/// In how many deals each move wins, by the oracle, and how many there are. Cards are dealt one by one, equal ones too.
fn wins(known: &Known, text: &str) -> (BTreeMap<Move, u64>, u64) {
    let mut oracle = oracle::Oracle::<3>::new(edge::rules(text));
    let [one, other] = known.seat().others();
    let cards: Vec<Rank> = known.unseen().cards().collect();
    let (mut wins, mut deals) = (BTreeMap::new(), 0);
    // Each distinct deal is asked about once.
    let mut asked: BTreeMap<String, Vec<Move>> = BTreeMap::new();
    for dealt in 0..1u32 << cards.len() {
        if dealt.count_ones() != known.left(one) {
            continue;
        }
        let pick = |wanted: u32| {
            (0..cards.len()).filter(|place| dealt >> place & 1 == wanted).map(|place| cards[place]).collect()
        };
        let mut hands = [known.hand(); 3];
        (hands[one as usize], hands[other as usize]) = (pick(1), pick(0));
        // The cards that are shown are these very ones: the first of their ranks.
        let is_shown = |place: usize| {
            let before = cards[..place].iter().filter(|&&rank| rank == cards[place]).count();
            before < usize::from(known.landlord_cards().count(cards[place]))
        };
        if (0..cards.len()).any(|place| is_shown(place) && dealt >> place & 1 == 0) {
            continue;
        }
        deals += 1;
        let winning = asked.entry(hands[one as usize].to_string()).or_insert_with(|| {
            let last = known.last().map(|(combo, by)| LastMove { combo, by: by as usize });
            let turn = Turn { to_move: known.seat() as usize, last };
            let state = canju_engine::rules::Setup { hands, turn }.validate(known.rules()).expect("a position");
            let position = Position::of_state(state, known.rules());
            let state = edge::state(&state);
            position.moves().into_iter().filter(|&played| oracle.is_winning(&state, edge::played(played))).collect()
        });
        winning.iter().for_each(|&played| *wins.entry(played).or_default() += 1);
    }
    (wins, deals)
}

fn all(advised: &Advised) -> impl Iterator<Item = Move> {
    std::iter::once(advised.played).chain(advised.equal.iter().copied())
}

#[test]
fn shares_of_all_worlds_are_those_of_the_oracle() {
    let mut rng = deals::rng(42);
    let (mut positions, mut answers, mut shown, mut equal, mut between, mut dropped) = (0, 0, 0, 0, 0, 0);
    for round in 0..240 {
        let of = |texts: &[&'static str]| texts[round / 2 % texts.len()];
        let text = if round % 2 == 0 { of(&deals::PRESETS) } else { of(deals::rule_strings()) };
        let rules: Ruleset = deals::ruleset(text);
        let state = match round % 3 {
            0 => deals::deal::<3>(&mut rng, 1..=4, &rules),
            _ => deals::mid_trick::<3>(&mut rng, 2..=5, &rules),
        };
        let position = Position::of_state(state, &rules);
        let seat = Seat::ALL[position.to_move()];
        let open = match seat {
            Seat::Landlord => Hand::EMPTY,
            _ => position.hands()[0].cards().step_by(3).take(round % 3).collect(),
        };
        let known = known_of(&position, open);
        let (wins, deals) = wins(&known, text);
        for every_move in [true, false] {
            let effort = Effort { worlds: 1 << 12, threads: 1, memory: 8 << 20, every_move, ..Effort::default() };
            let advice = advise(&known, &effort);
            assert_eq!((advice.drawn, advice.limit), (Drawn::All, None));
            let mut moves: Vec<Move> = advice.moves.iter().flat_map(all).collect();
            assert_eq!(moves.len(), position.moves().len());
            moves.sort();
            moves.dedup();
            assert_eq!(moves.len(), position.moves().len(), "each once");
            for advised in &advice.moves {
                let expected: Vec<u64> = all(advised).map(|played| *wins.get(&played).unwrap_or(&0)).collect();
                let (low, high) = advised.interval;
                if advised.is_dropped {
                    assert!(!every_move);
                    dropped += 1;
                } else {
                    assert_eq!(advised.won + advised.lost, deals, "{known:?}");
                    assert!(low == high && advised.share() == Some(low));
                }
                for wins in expected {
                    assert!(advised.is_dropped || wins == advised.won, "{known:?}: {advised:?}: {wins} of {deals}");
                    let share = wins as f64 / deals as f64;
                    assert!(low <= share && share <= high, "{known:?}: {advised:?}: {wins} of {deals}");
                }
                equal += advised.equal.len();
                between += usize::from(advised.won > 0 && advised.lost > 0);
            }
            // The best one is the best, dropped moves or not.
            let most = wins.values().copied().max().unwrap_or(0);
            assert_eq!(advice.moves[0].won, most, "{known:?}");
        }
        positions += 1;
        answers += usize::from(known.last().is_some());
        shown += usize::from(!open.is_empty());
    }
    assert!(
        positions == 240 && answers > 100 && shown > 60 && equal > 20 && between > 200 && dropped > 30,
        "{answers} answers, {shown} with open cards, {equal} equal moves, {between} that win in some worlds, {dropped} dropped"
    );
}

/// A position of nine cards a hand, more worlds than are drawn.
fn larger(rng: &mut rand::rngs::StdRng) -> Known {
    of_cards(rng, 7..=9)
}

fn of_cards(rng: &mut rand::rngs::StdRng, cards: std::ops::RangeInclusive<usize>) -> Known {
    let rules = Ruleset::default();
    loop {
        let position = Position::of_state(deals::mid_trick::<3>(rng, cards.clone(), &rules), &rules);
        let known = known_of(&position, Hand::EMPTY);
        if position.moves().len() > 2 && worlds(&known, 50, 0).1 != Drawn::All {
            return known;
        }
    }
}

fn comparable(advice: &Advice) -> (usize, Drawn, &[Advised]) {
    (advice.worlds, advice.drawn, &advice.moves)
}

#[test]
fn a_seed_gives_the_same_advice_whatever_the_threads() {
    let mut rng = deals::rng(7);
    let (mut differing, positions) = (0, share(10, 3));
    for _ in 0..positions {
        let known = larger(&mut rng);
        let with = |threads, seed| advise(&known, &Effort { threads, seed, worlds: 40, ..Effort::default() });
        let one = with(1, 3);
        assert_eq!(comparable(&one).1, Drawn::Sample { seed: 3 });
        for threads in [2, 4] {
            assert_eq!(comparable(&with(threads, 3)), comparable(&one), "{threads} threads");
        }
        differing += usize::from(with(1, 4).moves != one.moves);
    }
    assert!(2 * differing > positions, "{differing} of {positions} differ with another seed");
}

/// How often a move is dropped that is put first if none is: the rule states 1 in 200 for each comparison with an equal move.
fn dropping(positions: usize, most_wrong: usize) {
    let mut rng = deals::rng(8);
    let (mut dropped, mut wrong, mut spared) = (0, 0, 0);
    for _ in 0..positions {
        let known = larger(&mut rng);
        let with = |every_move| advise(&known, &Effort { every_move, worlds: 48, threads: 1, ..Effort::default() });
        let (full, raced) = (with(true), with(false));
        let worlds = |advice: &Advice| advice.moves.iter().map(|advised| advised.won + advised.lost).sum::<u64>();
        spared += worlds(&full) - worlds(&raced);
        dropped += raced.moves.iter().filter(|advised| advised.is_dropped).count();
        let best = raced.moves[0].played;
        let in_full = full.moves.iter().find(|advised| advised.played == best).expect("all moves");
        wrong += usize::from(in_full.won < full.moves[0].won);
    }
    assert!(dropped > positions && spared > 2 * positions as u64, "{dropped} moves dropped, {spared} worlds spared");
    assert!(wrong <= most_wrong, "{wrong} of {positions} have another best move");
}

#[test]
fn the_best_move_is_seldom_dropped() {
    dropping(share(60, 4), usize::from(full()));
}

#[test]
#[ignore = "a minute or two"]
fn full_the_best_move_is_seldom_dropped() {
    dropping(500, 5);
}

#[test]
fn points_of_all_worlds_are_those_of_the_oracle() {
    let mut rng = deals::rng(43);
    let (mut compared, mut between, mut springs, mut other_best) = (0, 0, 0, 0);
    for round in 0..share(300, 2) {
        let text = deals::PRESETS[round % deals::PRESETS.len()];
        let rules: Ruleset = deals::ruleset(text);
        let position = Position::of_state(SEVERAL_BOMBS.draw::<3>(&mut rng, &rules), &rules);
        if position.cards() > 15 {
            continue;
        }
        let scoring = if round % 2 == 0 { Scoring::Douzero } else { Scoring::Huanle };
        // Some seat has not played yet, if that is possible.
        let begins = position.to_move() == 0 && position.last().is_none();
        let played = match position.last() {
            _ if begins => [0; 3],
            Some(last) if last.by == 1 => [1, 1, 0],
            _ => [1, 0, 0],
        };
        let known = known_of(&position, Hand::EMPTY);
        let Ok(known) = known.played_for(scoring, Some(3), Some(&played)) else { continue };
        let effort = Effort { worlds: 1 << 12, threads: 1, memory: 8 << 20, every_move: true, ..Effort::default() };
        let advice = advise(&known, &effort);
        assert_eq!((advice.drawn, advice.limit), (Drawn::All, None));
        let (listed, _) = worlds(&known, 1 << 12, 0);
        let deals: u64 = listed.iter().map(|world| world.weight).sum();
        let counts = scoring.counts_spring();
        let mut points = oracle::Points::<3>::new(edge::rules(text), counts);
        let unit = if position.to_move() == 0 { 6.0 } else { -3.0 };
        let mut best = f64::NEG_INFINITY;
        for advised in &advice.moves {
            let mut sum = 0.0;
            for world in &listed {
                let state = match known.position(world.hands).state() {
                    canju_engine::rules::AnyState::Three(state) => edge::state(state),
                    _ => unreachable!("three hands"),
                };
                let staked = oracle::Staked { state, moves_made: if counts { played } else { [2; 3] } };
                let found = points.of_move(&staked, edge::played(advised.played));
                springs += usize::from(counts && found % 2 == 0);
                sum += found as f64 * unit * world.weight as f64;
            }
            let (found, expected) = (advised.points.expect("each is asked"), sum / deals as f64);
            assert!((found.mean - expected).abs() < 1e-9, "{known:?}: {advised:?}: {expected}");
            assert_eq!((found.exact, found.estimated, found.interval), (deals, 0, Some((found.mean, found.mean))));
            best = best.max(expected);
            compared += 1;
            between += usize::from(expected.fract() != 0.0);
        }
        // The first move brings most, whatever it wins.
        assert!((advice.moves[0].points.expect("it is asked").mean - best).abs() < 1e-9);
        other_best += usize::from(advice.moves.iter().any(|advised| advised.won > advice.moves[0].won));
    }
    assert!(
        compared > 150 && between > 50 && springs > 20 && other_best > 0,
        "{compared} moves, {between} that differ by world, {springs} doubled, {other_best} that bring more and win less"
    );
}

/// With a limit that leaves many open where hands have a dozen cards.
fn limited(known: &Known, threads: usize, exact_only: bool) -> Advice {
    advise(known, &Effort { threads, worlds: 24, nodes: Some(600), exact_only, ..Effort::default() })
}

#[test]
fn what_a_limit_leaves_open_is_estimated_and_told() {
    let mut rng = deals::rng(10);
    let (mut estimated, mut decided, mut covered, mut asked, mut wrong) = (0, 0, 0, 0, 0.0);
    for _ in 0..share(40, 5) {
        let known = of_cards(&mut rng, 11..=12);
        let (advice, open) = (limited(&known, 1, false), limited(&known, 1, true));
        for threads in [2, 4] {
            assert_eq!(comparable(&limited(&known, threads, false)), comparable(&advice), "{threads} threads");
        }
        let exact = advise(&known, &Effort { worlds: 24, every_move: true, ..Effort::within(None, None, true) });
        for advised in &advice.moves {
            assert_eq!(advised.open, 0);
            assert_eq!(advised.won + advised.lost + advised.estimated, 24);
            assert!((0.0..=advised.estimated as f64).contains(&advised.expected));
            // What is decided is as it is.
            let truth = exact.moves.iter().find(|exact| all(exact).any(|played| played == advised.played)).expect("it");
            assert!(advised.won <= truth.won && advised.lost <= truth.lost);
            (estimated, decided) = (estimated + advised.estimated, decided + advised.won + advised.lost);
            if advised.estimated > 0 {
                let (low, high) = advised.interval;
                asked += 1;
                wrong += (advised.expected - (truth.won - advised.won) as f64).abs();
                covered += usize::from((low..=high).contains(&truth.share().expect("decided")));
            }
        }
        assert_eq!(
            advice.limit.is_some(),
            advice.moves.iter().any(|advised| advised.estimated > 0 && !advised.is_dropped)
        );
        assert!(open.moves.iter().all(|advised| advised.estimated == 0 && advised.expected == 0.0));
        assert_eq!(open.limit.is_some(), open.moves.iter().any(|advised| advised.open > 0 && !advised.is_dropped));
    }
    assert!(estimated > 100 && decided > 100, "{estimated} estimated, {decided} decided");
    assert!(100 * covered > 95 * asked, "{covered} of {asked} intervals hold");
    assert!(
        20.0 * wrong < estimated as f64,
        "{wrong} of {estimated} estimated worlds are expected to be won, or lost, by mistake"
    );
}

fn refused(change: impl FnOnce(&mut Question)) -> String {
    let mut question = Question::new("34455667789TJQKA2", Seat::Farmer1);
    question.history = Some("3".to_owned());
    change(&mut question);
    question.known(&Ruleset::default()).expect_err("it is refused").to_string()
}

#[test]
fn what_leaves_moves_open_is_named() {
    let known = larger(&mut deals::rng(9));
    let with = |memory, time| advise(&known, &Effort { memory, time, threads: 1, ..Effort::default() }).limit;
    assert_eq!(with(1 << 10, None), None, "little memory only takes longer");
    assert_eq!(with(8 << 20, Some(Duration::ZERO)), Some(Reason::Time));
    let stop = StopFlag::default();
    stop.stop();
    assert_eq!(advise(&known, &Effort { stop, ..Effort::default() }).limit, Some(Reason::Interrupted));
}

#[test]
fn time_is_named_only_when_it_is_over() {
    let mut question = Question::new("33445566778899TTJJQQ", Seat::Landlord);
    question.history = Some(String::new());
    let known = question.known(&Ruleset::default()).expect("it fits");
    let limit = Duration::from_secs(1);
    let advice = advise(&known, &Effort { time: Some(limit), every_move: true, threads: 1, ..Effort::default() });
    assert!(advice.limit.is_none() || advice.elapsed >= limit, "{:?} after {:?}", advice.limit, advice.elapsed);
}

/// If each world had only its part of the time, the advice would depend on what else the machine does.
#[test]
fn time_is_not_divided_as_long_as_half_is_left() {
    let mut question = Question::new("6799TQAAD", Seat::Farmer2);
    question.left = Some([6, 7]);
    question.played = "33334445556667788899TTJJJQQKKA22".to_owned();
    question.landlord_cards = "8K".to_owned();
    (question.last, question.by) = (Some("J".to_owned()), Some(Seat::Landlord));
    let known = question.known(&Ruleset::default()).expect("it fits");
    let within = |time| advise(&known, &Effort { worlds: 1000, threads: 1, time, ..Effort::default() });
    let without = within(None);
    assert!(without.moves.iter().any(|advised| advised.estimated > 0), "some worlds are hard");
    // Other work may slow the machine down: the times get longer.
    let times = (5..).map(|halves| without.elapsed * halves / 2);
    let in_half = |time: Duration| Some(within(Some(time))).filter(|advice| advice.elapsed < time / 2);
    for advice in times.filter_map(in_half).take(2) {
        assert_eq!(comparable(&advice), comparable(&without));
    }
}

/// Nobody waits for a forced pass: with time alone a world gets no more than the usual nodes for it.
#[test]
fn the_only_move_does_not_take_all_of_the_time() {
    for scoring in [Scoring::Win, Scoring::Huanle] {
        let dealt = |seed| WholeGame::deal(seed, &Ruleset::default(), scoring).expect("one pack");
        let has_rocket = |game: &WholeGame| game.hand(Seat::Landlord).contains(parse_cards("XD").expect("cards"));
        let mut game = (0..).map(dealt).find(has_rocket).expect("a deal");
        let rocket = game.game().start().parse_move("XD").expect("the rocket");
        game.play(rocket).expect("it is legal");
        let worlds = 8;
        let effort = Effort { worlds, ..Effort::within(Some(Duration::from_secs(60)), None, false) };
        let advice = advise(&game.known_before(1), &effort);
        let [pass] = advice.moves.as_slice() else { panic!("{} moves", advice.moves.len()) };
        assert_eq!((pass.played, pass.open, advice.limit), (Move::Pass, 0, Some(Reason::Nodes)));
        assert!(pass.estimated > 0 && pass.won + pass.lost + pass.estimated == worlds as u64);
    }
}

#[test]
fn a_history_says_what_is_known() {
    let mut question = Question::new("445566789TJQKA2", Seat::Farmer1);
    question.history = Some("3 7 pass 8 pass pass 99 pass pass 3 4 A 2 pass".to_owned());
    question.landlord_cards = "38D".to_owned();
    let error = question.known(&Ruleset::default()).expect_err("another one's turn");
    assert_eq!(error.to_string(), "history: after it it is farmer2's turn, not farmer1's");
    question.history = Some("3 7 pass 8 pass pass 99 pass pass 3 4 A 2".to_owned());
    let known = question.known(&Ruleset::default()).expect("it fits");
    let (combo, by) = known.last().expect("a move to answer");
    assert_eq!((combo.to_string(), by), ("2".to_owned(), Seat::Landlord));
}

#[test]
fn a_history_says_what_the_stake_is_and_who_has_played() {
    let mut question = Question::new("45677889TJKA2", Seat::Farmer1);
    question.history = Some("3 QQQQ pass XD pass pass 4".to_owned());
    question.scoring = Some("huanle".to_owned());
    let stakes = *question.known(&Ruleset::default()).expect("it fits").stakes();
    assert_eq!((stakes.scoring, stakes.stake, stakes.moves_made), (Scoring::Huanle, 4, [2, 1, 0]));
    question.stake = Some(3);
    assert_eq!(question.known(&Ruleset::default()).expect("it fits").stakes().stake, 12);
    question.scoring = None;
    question.stake = None;
    assert_eq!(question.known(&Ruleset::default()).expect("it fits").stakes().stake, 1);
}

#[test]
fn what_does_not_fit_is_refused_with_its_place() {
    for (said, expected) in [
        (
            refused(|q| q.hand = "34455667789TJQKA".to_owned()),
            "hand: farmer1 has 16 cards, what it has played included, and gets 17",
        ),
        (refused(|q| q.hand = String::new()), "hand: no cards: name at least one"),
        (refused(|q| q.hand = "3445?".to_owned()), "hand: column 5: unknown card `?`"),
        (refused(|q| q.history = Some("3 4".to_owned())), "history: after it it is farmer2's turn, not farmer1's"),
        (refused(|q| q.history = Some("3 3".to_owned())), "history: move 2, farmer1: `3` does not beat landlord's 3"),
        (refused(|q| q.history = Some("pass".to_owned())), "history: move 1, landlord: who leads can't pass"),
        (refused(|q| q.history = Some("34".to_owned())), "history: move 1, landlord: `34` is no combination"),
        (
            refused(|q| q.history = Some("3333".to_owned())),
            "history: move 1, landlord: `3333`: not all of these cards are left",
        ),
        (refused(|q| q.played = "3".to_owned()), "played: the history says so already"),
        (refused(|q| q.landlord_cards = "3XXD".to_owned()), "landlord_cards: column 3: 2nd card of rank X"),
        (
            refused(|q| q.left = Some([17, 17])),
            "left: landlord and farmer2 hold 17 + 17 cards, but 36 cards are unseen",
        ),
        (refused(|q| q.left = Some([u32::MAX, 37])), "left: landlord and farmer2 hold 4294967295 + 37 cards, but 36"),
        (refused(|q| q.landlord_cards = "89JD".to_owned()), "landlord_cards: the landlord shows 3 cards, not 4: 89JD"),
        (
            refused(|q| (q.history, q.landlord_cards) = (Some("9".to_owned()), "9JXD".to_owned())),
            "landlord_cards: the landlord shows 3 cards, not 4: 9JXD",
        ),
        (
            refused(|q| (q.history, q.left, q.landlord_cards) = (None, Some([20, 17]), "TJQK".to_owned())),
            "landlord_cards: the landlord shows 3 cards, not 4: TJQK",
        ),
        (refused(|q| q.left = Some([36, 0])), "left: farmer2 has no cards left: the game is over"),
        (refused(|q| q.history = None), "left: missing: how many cards do landlord and farmer2 hold?"),
        (refused(|q| (q.history, q.by) = (None, Some(Seat::Landlord))), "by: there is no move to answer"),
        (
            refused(|q| (q.history, q.last) = (None, Some("3".to_owned()))),
            "played: it must have all cards played, those of `last` too: 3",
        ),
        (refused(|q| q.rules = Some("nonsense".to_owned())), "rules: "),
        (refused(|q| q.scoring = Some("dozero".to_owned())), "scoring: there is no `dozero`"),
        (refused(|q| q.stake = Some(2)), "stake: "),
        (refused(|q| q.moves_made = Some(vec![0; 3])), "moves_made: the history says so already"),
        (
            refused(|q| {
                (q.history, q.left, q.scoring) = (None, Some([20, 17]), Some("huanle".to_owned()));
                q.moves_made = Some(vec![1, 0]);
            }),
            "moves_made: ",
        ),
    ] {
        assert!(said.starts_with(expected), "{said}\n{expected}");
    }
}

#[test]
fn open_cards_that_the_landlord_has_played_are_no_longer_in_its_hand() {
    let mut question = Question::new("34455667789TJQKA2", Seat::Farmer1);
    question.history = Some("9".to_owned());
    question.landlord_cards = "9JD".to_owned();
    let known = question.known(&Ruleset::default()).expect("it fits");
    assert_eq!(known.landlord_cards(), parse_cards("JD").expect("cards"));
    assert_eq!((known.left(Seat::Landlord), known.left(Seat::Farmer2)), (19, 17));
}

/// Moves can come to the same in one world and not in another: here two readings of twelve cards, where nobody has an answer to either.
#[test]
fn moves_are_equal_only_if_they_are_in_every_world() {
    let hands = ["333444555666Q", "777888999TTT", "Q"].map(|text| parse_cards(text).expect("cards"));
    let turn = Turn { to_move: 0, last: None };
    let known = known_of(&Position::new(&hands, turn, Ruleset::default()).expect("a position"), Hand::EMPTY);
    let mut worlds = worlds(&known, 100, 0).0;
    let are_equal = |world: &World, one: Move, other: Move| {
        let position = known.position(world.hands);
        position.after(one).canonical() == position.after(other).canonical()
    };
    let mut only_in_some = 0;
    // Whichever world comes first.
    for _ in 0..worlds.len() {
        worlds.rotate_left(1);
        let choices = choices(&known, &worlds, || false);
        for choice in &choices {
            let is_everywhere = |&other: &Move| worlds.iter().all(|world| are_equal(world, choice.played, other));
            assert!(choice.equal.iter().all(is_everywhere), "{:?}", choice.played);
        }
        let played: Vec<Move> = choices.iter().map(|choice| choice.played).filter(|played| !played.doubles()).collect();
        for (number, &one) in played.iter().enumerate() {
            only_in_some += played[number + 1..].iter().filter(|&&other| are_equal(&worlds[0], one, other)).count();
        }
    }
    assert!(only_in_some > 0, "moves that are equal in the world that comes first");
}
