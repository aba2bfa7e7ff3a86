//! `canju moves`: lists, counts, and the published counts of the whole pack.

use crate::commands::program::canju;
use serde_json::{Value, json};

fn moves(arguments: &str) -> String {
    let found = canju(["moves"].into_iter().chain(arguments.split_whitespace()));
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{arguments}");
    found.stdout
}

fn counts(arguments: &str) -> Value {
    serde_json::from_str(&moves(&format!("{arguments} --count --format json"))).expect("a JSON object")
}

#[test]
fn every_form() {
    insta::assert_snapshot!("moves_text", moves("33344456XD"));
    insta::assert_snapshot!("moves_json", moves("33344456XD --format json"));
    insta::assert_snapshot!("moves_after_text", moves("444455XD --after 33"));
    insta::assert_snapshot!("moves_after_json", moves("444455XD --after 33 --format json"));
    insta::assert_snapshot!("moves_count_text", moves("333444555666 --count"));
    insta::assert_snapshot!("moves_count_deck_text", moves("--deck 1 --max-cards 20 --count --rules rlcard"));
    insta::assert_snapshot!("moves_count_json", moves("333444555666 --count --format json"));
}

/// RLCard's published action space.
#[test]
fn the_whole_pack_under_rlcard() {
    let found = counts("--deck 1 --max-cards 20 --rules rlcard");
    assert_eq!(found["schema"], "canju.moves/1");
    assert_eq!(found["rules"], "rlcard");
    assert_eq!(found["total"], 27471);
    assert_eq!(
        found["kinds"],
        json!({
            "solo": 15, "pair": 13, "trio": 13, "trio_solo": 182, "trio_pair": 156, "solo_chain": 36, "pair_chain": 52,
            "trio_chain": 45, "trio_solo_chain": 21822, "trio_pair_chain": 2939, "four_two_solo": 1326,
            "four_two_pair": 858, "bomb": 13, "rocket": 1,
        })
    );
    assert_eq!(
        found["by_length"],
        json!({
            "solo_chain": {"5": 8, "6": 7, "7": 6, "8": 5, "9": 4, "10": 3, "11": 2, "12": 1},
            "pair_chain": {"3": 10, "4": 9, "5": 8, "6": 7, "7": 6, "8": 5, "9": 4, "10": 3},
            "trio_chain": {"2": 11, "3": 10, "4": 9, "5": 8, "6": 7},
            "trio_solo_chain": {"2": 968, "3": 3282, "4": 7184, "5": 10388},
            "trio_pair_chain": {"2": 605, "3": 1200, "4": 1134},
        })
    );
    // In rlcard every card set has exactly one kind.
    assert_eq!(found["card_sets"]["total"], 27471);
}

/// 333444555666 is four trios in a row, or three with the last or the first one as wings.
#[test]
fn a_card_set_with_several_readings_is_counted_once() {
    let found = counts("333444555666");
    let number = |value: &Value| value.as_u64().expect("a number");
    assert_eq!(number(&found["kinds"]["trio_solo_chain"]), number(&found["card_sets"]["trio_solo_chain"]) + 1);
    assert_eq!(number(&found["total"]), number(&found["card_sets"]["total"]) + 2);
    // Three quads in a row, or two with the first or the last one as kickers, of which four may be of one rank.
    let found = counts("333344445555 --rules douzero,+quad_chain,+quad_solo_chain");
    let shuttles = |of: &str| ["quad_chain", "quad_solo_chain"].map(|kind| number(&found[of][kind]));
    assert_eq!(shuttles("kinds"), [3, 2]);
    assert_eq!(shuttles("card_sets"), [3, 1]);
    // Where only the higher of two readings beats what was played there is one.
    let after = counts("444555666777 --after 333444555888:trio_solo_chain@3 --rules huanle,packs=2");
    assert_eq!((&after["total"], &after["card_sets"]["total"]), (&2.into(), &1.into()));
    let after = counts("444555666777 --after 444555666888:trio_solo_chain@4 --rules huanle,packs=2");
    assert_eq!((&after["total"], &after["card_sets"]["total"]), (&1.into(), &1.into()));
}

#[test]
fn two_packs() {
    let found = counts("--deck 2 --max-cards 8");
    assert_eq!(found["kinds"]["bomb"], 65);
    assert_eq!(found["kinds"]["rocket"], 1);
    assert_eq!(found["kinds"]["pair"], 15);
    assert_eq!(found["rules"], "huanle,packs=2");
}
