//! Reading never panics, whatever the bytes are. A puzzle that is printed reads back as the same puzzle.

use canju::puzzle::{Difficulty, Expectation, Puzzle, read};
use canju::rules::{Hand, LastMove, Move, Rank, Ruleset, Scoring, Turn, combos};
use canju::{Position, Verdict};
use proptest::prelude::*;
use proptest::sample::Index;

const RULES: [&str; 8] = [
    "huanle",
    "rlcard",
    "douzero,-trio_pair",
    "openspiel,+four_two_solo",
    "pagat,packs=2",
    "botzone,min_pair_chain=2",
    "huanle,-trio_solo,+quad_as_two_pairs",
    "huanle,-bomb,-rocket,max_wings_per_rank=1",
];

/// `count` cards dealt from the pack, which they leave.
fn deal(pack: &mut Vec<Rank>, count: usize, picks: &mut impl Iterator<Item = Index>) -> Hand {
    (0..count).filter_map(|_| picks.next()).map(|pick| pack.swap_remove(pick.index(pack.len()))).collect()
}

prop_compose! {
    fn puzzle()(
        rules in prop::sample::select(&RULES[..]),
        sizes in prop::collection::vec(1usize..=12, 2..=3),
        picks in prop::collection::vec(any::<Index>(), 60),
        last in prop::option::of(any::<Index>()),
        (turn, by) in (0..3usize, 1..3usize),
        best in any::<Index>(),
        expectation in 0..6,
        (scoring, stake, made) in (prop::sample::select(Scoring::ALL), prop::option::of(1u64..=1_000_000), prop::array::uniform3(0u8..3)),
        name in prop::option::of(any::<String>()),
        source in prop::option::of(r#"[ -~残局#|"\\\n\t\r]{0,12}"#),
        (difficulty, level, seed) in (
            prop::option::of(10u32..=50),
            prop::option::of(any::<String>()),
            prop::option::of(prop_oneof!["[0-9]{0,3}:?[0-9]{0,3}", any::<String>()]),
        ),
    ) -> Puzzle {
        let mut rules: Ruleset = rules.parse().unwrap();
        if sizes.len() == 3 {
            // Three hands can be solved with one pack only.
            rules = rules.with("packs=1").unwrap();
        }
        let mut picks = picks.into_iter();
        let mut pack: Vec<Rank> = Hand::deck(rules.packs()).cards().collect();
        let hands: Vec<Hand> = sizes.iter().map(|&size| deal(&mut pack, size, &mut picks)).collect();
        // What was played came from what is left.
        let played = combos(deal(&mut pack, 8, &mut picks), None, &rules);
        let last = last.map(|index| played[index.index(played.len())]);
        let seats = hands.len();
        let to_move = turn % seats;
        // Another seat than the one to move: the offset is less than the number of seats.
        let by = (to_move + 1 + (by - 1) % (seats - 1)) % seats;
        let turn = Turn { to_move, last: last.map(|combo| LastMove { combo, by }) };
        let difficulty = difficulty.map(Difficulty::of_tenths);
        let id = "pack:1".to_owned();
        let position = Position::new(&hands, turn, rules).unwrap();
        let stake = stake.filter(|_| scoring.has_points());
        // What contradicts the hands is left out.
        let staked = position.with_stakes(scoring, stake, Some(&made));
        let position = staked.or_else(|_| position.with_stakes(scoring, stake, None)).unwrap();
        let mut puzzle = Puzzle { id, name, source, difficulty, level, seed, ..Puzzle::from(position) };
        let mut moves: Vec<Move> =
            combos(hands[to_move], last.map(|last| last.shape), &rules).into_iter().map(Move::Play).collect();
        moves.extend(last.map(|_| Move::Pass));
        puzzle.expected = match expectation {
            0 => None,
            1 => Some(Expectation::of(Verdict::Loss, None).unwrap()),
            2 => Some(Expectation::of(Verdict::Win, None).unwrap()),
            3 if scoring.has_points() => Expectation::of_value(-4, None),
            4 if scoring.has_points() => Expectation::of_value(6, Some(moves[best.index(moves.len())])),
            _ => Some(Expectation::of(Verdict::Win, Some(moves[best.index(moves.len())])).unwrap()),
        };
        puzzle
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes[..], "pack", Ruleset::default()).for_each(drop);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in any::<String>(), object in any::<String>()) {
        read(text.as_bytes(), "pack", Ruleset::default()).for_each(drop);
        read(format!("{{{object}").as_bytes(), "pack", Ruleset::default()).for_each(drop);
    }

    /// Made of the pieces of real lines, so that it gets further than any text would.
    #[test]
    fn nearly_right_lines_are_read_without_a_panic(
        pieces in prop::collection::vec(
            prop::sample::select(&[
                "34", "5XD", "10", "大王", "|", "|", " ", "\n", "\r", "\r\n", "#", "\"", "\\", "=", "last=", "best=3", "turn=", "by=", "2", "@moves ", "@human ", "expect=win", "expect=+4", "scoring=", "stake=3", "moves_made=0,1", "@scoring huanle", "@stake ", "name=\"a\"",
                "rules=", "huanle", ",-trio_pair", "@rules ", "{", "}", "\"hands\":", "[\"3\",\"4\"]", "\"last\":\"", "\"id\":1,", ":bomb",
                "@", "777888999TTT", "残",
            ][..]),
            0..24,
        )
    ) {
        let text = pieces.concat();
        for error in read(text.as_bytes(), "pack", Ruleset::default()).filter_map(Result::err) {
            let text = text.replace("\r\n", "\n").replace('\r', "\n");
            let line = text.split('\n').nth(error.line as usize - 1).unwrap_or_default();
            prop_assert!(error.column >= 1 && error.column <= line.chars().count() + 1, "{error} in {line:?}");
            prop_assert!(error.to_string().starts_with("line "));
        }
    }

    #[test]
    fn what_is_printed_reads_back(puzzle in puzzle()) {
        for defaults in ["huanle", "pagat,-trio", "douzero,packs=2"] {
            let line = puzzle.to_string();
            let found: Vec<_> = read(line.as_bytes(), "pack", defaults.parse::<Ruleset>().unwrap()).collect();
            prop_assert_eq!(&found, &[Ok(puzzle.clone())], "{}", line);
        }
    }
}
