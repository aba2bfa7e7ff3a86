//! Positions: which setups are valid, the player to move, and which moves are refused.

use canju_engine::rules::{
    CardErrorKind, Combo, Hand, IllegalMove, Kind, Move, MoveError, PositionError, Rank, Ruleset, Setup, Side, State,
    combos, parse_cards, parse_move,
};
use canju_testing::deals::{self, ruleset};
use std::ops::ControlFlow;

fn hand(cards: &str) -> Hand {
    parse_cards(cards).unwrap()
}

fn combo(text: &str) -> Combo {
    parse_move(text, &Ruleset::default()).unwrap().combo().unwrap()
}

fn position<const SEATS: usize>(hands: [&str; SEATS], last: Option<&str>) -> State<SEATS> {
    State::parse(hands, last, &Ruleset::default()).unwrap()
}

fn played<const SEATS: usize>(start: State<SEATS>, moves: &[&str]) -> State<SEATS> {
    let rules = Ruleset::default();
    moves.iter().fold(start, |position, text| {
        position.try_play(parse_move(text, &rules).unwrap(), &rules).unwrap_or_else(|error| panic!("{text}: {error}"))
    })
}

#[test]
fn illegal_moves_are_refused() {
    let rules = Ruleset::default();
    let lead = position(["334445", "555K"], None);
    let refused = |position: &State<2>, m| position.try_play(m, &rules).unwrap_err();
    let play = |text| Move::Play(combo(text));

    assert_eq!(refused(&lead, Move::Pass), IllegalMove::PassOnLead);
    assert_eq!(refused(&lead, play("K")), IllegalMove::NotHeld(hand("K")));
    assert_eq!(refused(&lead, play("333")), IllegalMove::NotHeld(hand("333")));
    let two_solos = Combo { cards: hand("34"), ..combo("3") };
    assert_eq!(refused(&lead, Move::Play(two_solos)), IllegalMove::NoCombo(hand("34")));
    let misread = Combo { cards: hand("3444"), ..combo("4") };
    assert_eq!(refused(&lead, Move::Play(misread)), IllegalMove::NoCombo(hand("3444")));

    let answer = position(["334445", "555K"], Some("6"));
    assert_eq!(refused(&answer, play("5")), IllegalMove::DoesNotBeat(hand("5")));
    assert_eq!(refused(&answer, play("33")), IllegalMove::DoesNotBeat(hand("33")), "another kind");
    assert!(answer.try_play(Move::Pass, &rules).is_ok());

    let over = played(position(["3", "555K"], None), &["3"]);
    assert_eq!(refused(&over, Move::Pass), IllegalMove::GameOver);
    assert_eq!(refused(&over, play("K")), IllegalMove::GameOver);

    let banned = ruleset("huanle,-trio_solo");
    assert_eq!(lead.try_play(play("3444"), &banned), Err(IllegalMove::NoCombo(hand("3444"))));
    assert!(lead.try_play(play("3444"), &rules).is_ok());
}

/// What `play` says of these moves, each of which makes it panic.
#[test]
fn play_panics_on_illegal_moves() {
    let said = |position: State<2>, played: Move| {
        let panic = std::panic::catch_unwind(move || position.play(played)).unwrap_err();
        panic.downcast_ref::<String>().unwrap().clone()
    };
    let play = |text| Move::Play(combo(text));
    let lead = position(["334445", "555K"], None);
    assert_eq!(said(lead, Move::Pass), "illegal move pass: a leader can't pass");
    assert_eq!(said(lead, play("333")), "illegal move 333:trio@3: `333` is not in the hand");
    let answer = position(["334445", "555K"], Some("6"));
    assert_eq!(said(answer, play("5")), "illegal move 5:solo@5: `5` does not beat what was played");
    assert_eq!(said(answer, play("2")), "illegal move 2:solo@2: `2` is not in the hand");
    let over = played(position(["3", "555K"], None), &["3"]);
    assert_eq!(said(over, Move::Pass), "illegal move pass: the game is over");
    assert_eq!(said(over, play("K")), "illegal move K:solo@K: the game is over");
}

/// `play` takes every legal move, to where `try_play` goes.
#[test]
fn play_takes_every_move() {
    let (rules, mut rng) = (Ruleset::default(), deals::rng(720));
    for _ in 0..100 {
        let position = deals::mid_trick::<3>(&mut rng, 2..=7, &rules);
        for m in position.moves(&rules) {
            assert_eq!(Ok(position.play(m)), position.try_play(m, &rules), "{position:?} {m:?}");
        }
    }
}

/// The listener hears the moves in their order and nothing after it has broken.
#[test]
fn moves_are_visited_in_order_until_the_listener_breaks() {
    let (rules, mut rng) = (Ruleset::default(), deals::rng(730));
    for _ in 0..50 {
        let position = deals::mid_trick::<2>(&mut rng, 2..=7, &rules);
        let moves = position.moves(&rules);
        let plays = combos(position.hand(), position.trick().map(|trick| trick.shape), &rules);
        let expected: Vec<Move> =
            plays.into_iter().map(Move::Play).chain(position.trick().map(|_| Move::Pass)).collect();
        assert_eq!(moves, expected, "{position:?}");
        for stop in 0..moves.len() {
            let mut heard = Vec::new();
            let flow = position.for_each_move(&rules, |m| {
                heard.push(m);
                if heard.len() > stop { ControlFlow::Break(m) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((flow, &heard[..]), (ControlFlow::Break(moves[stop]), &moves[..=stop]), "{position:?}");
        }
    }
}

/// Passes are forced for whoever has no other move, and for nobody else.
fn settles_as_moves_say<const SEATS: usize>(seed: u64) {
    let (rules, mut rng) = (Ruleset::default(), deals::rng(seed));
    let mut most = 0;
    for _ in 0..300 {
        let start = deals::mid_trick::<SEATS>(&mut rng, 1..=4, &rules);
        let (mut slow, mut passes) = (start, 0);
        while slow.moves(&rules) == [Move::Pass] {
            (slow, passes) = (slow.play(Move::Pass), passes + 1);
        }
        assert_eq!(start.settled(&rules), (slow, passes), "{start:?}");
        most = most.max(passes);
    }
    assert_eq!(most, SEATS as u16 - 1, "everyone passes somewhere");
}

#[test]
fn forced_passes() {
    settles_as_moves_say::<2>(740);
    settles_as_moves_say::<3>(741);
}

/// The right cards with the shape of a part of them, or of other cards, are no move.
#[test]
fn a_reading_that_the_cards_do_not_have_is_refused() {
    let rules = Ruleset::default();
    let lead = position(["333444555666", "77"], None);
    let chain = combo("333444555666:trio_chain");
    for shape in [
        Combo::new(Kind::TrioChain, 3, Rank::THREE, Hand::EMPTY).shape,
        Combo::new(Kind::TrioSoloChain, 3, Rank::from_index(2), Hand::EMPTY).shape,
        combo("444").shape,
        combo("7777").shape,
    ] {
        let wrong = Combo { cards: chain.cards, shape };
        assert_eq!(lead.try_play(Move::Play(wrong), &rules), Err(IllegalMove::NoCombo(chain.cards)), "{wrong:?}");
    }
    for reading in ["trio_chain", "trio_solo_chain@3", "trio_solo_chain@4"] {
        let reading = combo(&format!("333444555666:{reading}"));
        assert_eq!(lead.try_play(Move::Play(reading), &rules).unwrap().winner(), Some(Side::First));
    }
}

/// `try_play` and `moves` draw the same line: over random positions, all combinations of all hands' cards together.
fn try_play_takes_exactly_the_moves<const SEATS: usize>(text: &str, seed: u64) {
    let (rules, mut rng) = (ruleset(text), deals::rng(seed));
    for _ in 0..100 {
        let position = deals::mid_trick::<SEATS>(&mut rng, 2..=7, &rules);
        let legal = position.moves(&rules);
        let cards = position.hands().iter().fold(Hand::EMPTY, |all, &hand| all.plus(hand));
        for m in combos(cards, None, &rules).into_iter().map(Move::Play).chain([Move::Pass]) {
            assert_eq!(position.try_play(m, &rules).is_ok(), legal.contains(&m), "{text}: {position:?} {m:?}");
        }
    }
}

#[test]
fn try_play_takes_exactly_the_moves_of_two_hands() {
    for (seed, text) in (700..).zip(["huanle", "douzero,+quad_as_two_pairs", "huanle,packs=2", "pagat,packs=2"]) {
        try_play_takes_exactly_the_moves::<2>(text, seed);
    }
}

#[test]
fn try_play_takes_exactly_the_moves_of_three_hands() {
    for (seed, text) in (710..).zip(["huanle", "rlcard,-trio_pair", "botzone"]) {
        try_play_takes_exactly_the_moves::<3>(text, seed);
    }
}

#[test]
fn setups_that_are_no_position() {
    let rules = Ruleset::default();
    let error = |hands: [&str; 2], last| Setup::new(hands.map(hand), last).validate(&rules).unwrap_err();
    assert_eq!(error(["", "3"], None), PositionError::EmptyHand { seat: 0 });
    assert_eq!(error(["3", ""], None), PositionError::EmptyHand { seat: 1 });
    let four = CardErrorKind::TooMany { rank: Rank::from_index(4), packs: 1 };
    assert_eq!(error(["777", "77"], None), PositionError::TooMany(four.clone()));
    let joker = CardErrorKind::TooMany { rank: Rank::BIG_JOKER, packs: 1 };
    assert_eq!(error(["3D", "4D"], None), PositionError::TooMany(joker));
    assert_eq!(error(["77", "77"], Some(combo("7"))), PositionError::LastNotHeld { cards: hand("7"), kind: four });
    let no_combo = Combo { cards: hand("89"), ..combo("8") };
    assert!(matches!(
        error(["3", "4"], Some(no_combo)),
        PositionError::Last(MoveError::NoCombo { cards, .. }) if cards == hand("89")
    ));

    let banned = ruleset("huanle,-trio_solo");
    let setup = Setup::new(["3", "4"].map(hand), Some(combo("5666")));
    assert!(setup.validate(&rules).is_ok());
    assert!(matches!(setup.validate(&banned), Err(PositionError::Last(MoveError::NoCombo { .. }))));

    let two_packs = ruleset("huanle,packs=2");
    let setup = Setup::new(["7777", "7777"].map(hand), None);
    assert!(setup.validate(&rules).is_err() && setup.validate(&two_packs).is_ok());
    assert!(Setup::new(setup.hands, Some(combo("7"))).validate(&two_packs).is_err());

    let three = Setup::new(["77", "7", ""].map(hand), None);
    assert_eq!(three.validate(&rules), Err(PositionError::EmptyHand { seat: 2 }));
    assert_eq!(three.validate(&two_packs), Err(PositionError::TwoPacksOfThreeHands));
}

#[test]
fn texts_that_are_no_position() {
    let rules = Ruleset::default();
    let error = |hands, last| State::<2>::parse(hands, last, &rules).unwrap_err();
    assert_eq!(error(["777", "77"], None).to_string(), "hand 2: column 2: 5th card of rank 7: one pack holds four");
    assert_eq!(error(["3", " "], None), PositionError::EmptyHand { seat: 1 });
    assert_eq!(error(["3", "4"], Some("pass")), PositionError::LastIsPass);
    assert_eq!(error(["3", "4"], Some("")), PositionError::Last(MoveError::Empty));
    assert!(matches!(error(["3", "4"], Some("56")), PositionError::Last(MoveError::NoCombo { .. })));
    assert!(matches!(
        error(["7", "8"], Some("333444555666")),
        PositionError::Last(MoveError::Ambiguous { readings, .. }) if readings.len() == 3
    ));
    assert!(matches!(error(["3D", "4"], Some("D")), PositionError::LastNotHeld { .. }));
}

#[test]
fn the_first_empty_hand_wins_for_its_side() {
    assert_eq!(position(["3", "4"], None).winner(), None);
    assert_eq!(played(position(["3", "4"], None), &["3"]).winner(), Some(Side::First));
    assert_eq!(played(position(["35", "4"], None), &["3", "4"]).winner(), Some(Side::Second));
    assert_eq!(played(position(["3", "44", "5"], None), &["3"]).winner(), Some(Side::First));
    assert_eq!(played(position(["37", "4", "55"], None), &["3", "4"]).winner(), Some(Side::Second));
    let last = played(position(["37", "48", "5"], None), &["3", "4", "5"]);
    assert_eq!(last.winner(), Some(Side::Second));
    assert!(last.moves(&Ruleset::default()).is_empty());
    assert_eq!(State::<3>::side(0), Side::First);
    assert_eq!((State::<3>::side(1), State::<3>::side(2)), (Side::Second, Side::Second));
}

#[test]
fn with_two_hands_a_pass_hands_over_the_lead() {
    let start = position(["35", "47"], None);
    assert_eq!((start.to_move(), start.trick()), (0, None));
    let answered = played(start, &["3", "4"]);
    assert_eq!(answered.trick().map(|t| (t.shape, t.owner())), Some((combo("4").shape, 1)));
    let passed = played(answered, &["pass"]);
    assert_eq!((passed.to_move(), passed.trick()), (1, None));
    assert_eq!(passed.hand(), hand("7"));

    let mid_trick = played(position(["35", "47"], Some("6")), &["pass"]);
    assert_eq!((mid_trick.to_move(), mid_trick.trick()), (1, None));
}

#[test]
fn with_three_hands_two_passes_hand_over_the_lead() {
    let start = position(["35", "47", "68"], None);
    let one = played(start, &["3", "pass"]);
    assert_eq!((one.to_move(), one.trick().map(|t| t.owner())), (2, Some(0)));
    let two = played(one, &["pass"]);
    assert_eq!((two.to_move(), two.trick()), (0, None));

    // A farmer's card goes round to the other sides, its partner included.
    let farmer = played(start, &["3", "4", "pass"]);
    assert_eq!((farmer.to_move(), farmer.trick().map(|t| t.owner())), (0, Some(1)));
    let again = played(farmer, &["pass"]);
    assert_eq!((again.to_move(), again.trick()), (1, None));

    // An answer starts the count of passes anew.
    let anew = played(start, &["3", "pass", "6", "pass"]);
    assert_eq!((anew.to_move(), anew.trick().map(|t| t.owner())), (1, Some(2)));
    let lead = played(anew, &["pass"]);
    assert_eq!((lead.to_move(), lead.trick()), (2, None));

    // With a move to answer, its owner is the last seat.
    let mid_trick = played(position(["35", "47", "68"], Some("9")), &["pass", "pass"]);
    assert_eq!((mid_trick.to_move(), mid_trick.trick()), (2, None));
}
