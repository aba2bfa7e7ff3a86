//! What is wrong with a log is one line with the place, the token and the cure, in each language.

use crate::logs::botzone::{Story, played};
use canju::logs::read;
use canju::rules::Ruleset;
use canju_engine::InChinese;
use canju_testing::budget::share;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

/// A match with one value replaced.
fn with(pointer: &str, value: Value) -> String {
    let mut log = played(11, 2, Story::Whole).log;
    // The deal is shown in each of the bids.
    *log.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")) = value;
    log.to_string()
}

fn bad_logs() -> Vec<(&'static str, String)> {
    let whole = played(11, 2, Story::Whole).log;
    let first =
        whole.as_array().expect("a list").iter().position(|part| part.pointer("/output/display/event").is_some());
    let event = format!("/{}/output/display/event", first.expect("a move"));
    let text = whole.to_string();
    let plain = |more: &str| format!("地主手牌: 335\n下家手牌: 4A\n上家手牌: 66\n{more}");
    let mut missing = whole.clone();
    missing[0]["output"] = json!({"command": "request"});
    missing.as_array_mut().expect("a list").truncate(1);
    vec![
        ("empty", String::new()),
        ("blank", "\n  \n# nothing\n".to_owned()),
        ("truncated JSON", text[..text.len() / 2].to_owned()),
        ("no JSON", "[17, 18, nineteen]".to_owned()),
        ("an empty list", "[]".to_owned()),
        ("another form", "[{\"round\": 1}]".to_owned()),
        ("one player's requests", "{\"requests\":[{\"own\":[1,2,3]}],\"responses\":[]}".to_owned()),
        ("no deal", missing.to_string()),
        ("nobody plays", Value::Array(whole.as_array().expect("a list")[..2].to_vec()).to_string()),
        ("card 54", with("/0/output/display/allocation/1/3", json!(54))),
        ("card -1", with("/0/output/display/publiccard/0", json!(-1))),
        ("a card twice in the deal", with("/0/output/display/allocation/1/3", whole.pointer("/0/output/display/allocation/0/0").cloned().expect("a card"))),
        ("two hands", with("/0/output/display/allocation", json!([[1], [2]]))),
        ("a hand of text", with("/0/output/display/allocation/2", json!("345"))),
        ("a card twice in a move", with(&format!("{event}/action"), json!([5, 5]))),
        ("a card of another", with(&format!("{event}/action"), json!([whole.pointer("/0/output/display/allocation").and_then(|deal| {
            let player = whole.pointer(&format!("{event}/player"))?.as_u64()? as usize;
            deal[(player + 1) % 3].get(0)
        }).cloned().expect("a card")]))),
        ("no player", with(&format!("{event}/player"), json!(3))),
        ("no move", with(&format!("{event}/action"), Value::Null)),
        ("another's turn", {
            let player = whole.pointer(&format!("{event}/player")).and_then(Value::as_u64).expect("a player");
            let mut log = whole.clone();
            let next = whole.as_array().expect("a list").iter().skip(first.unwrap_or(0) + 1).position(|part| part.pointer("/output/display/event").is_some());
            let next = first.unwrap_or(0) + 1 + next.expect("another move");
            log[next]["output"]["display"]["event"] = json!({"player": player, "action": []});
            log.to_string()
        }),
        ("a hand of DouZero's is missing", r#"{"card_play_data":{"landlord":[3]},"card_play_action_seq":[]}"#.to_owned()),
        ("no such card of DouZero's", r#"{"card_play_data":{"landlord":[3],"landlord_down":[15],"landlord_up":[4]},"card_play_action_seq":[]}"#.to_owned()),
        ("five threes", r#"{"card_play_data":{"landlord":[3,3,3],"landlord_down":[3,3],"landlord_up":[4]},"card_play_action_seq":[]}"#.to_owned()),
        ("no combination", r#"{"card_play_data":{"landlord":[3,4],"landlord_down":[5],"landlord_up":[4]},"card_play_action_seq":[[3,4]]}"#.to_owned()),
        ("a pass on the lead", r#"{"card_play_data":{"landlord":[3,4],"landlord_down":[5],"landlord_up":[4]},"card_play_action_seq":[[]]}"#.to_owned()),
        ("no hands of RLCard's", r#"{"trace":[[0,"3"]]}"#.to_owned()),
        ("no pair", r#"{"hands":["3","4","5"],"trace":[[0,"3","4"]]}"#.to_owned()),
        ("no cards", r#"{"hands":["3","4","5"],"trace":[[0,"W"]]}"#.to_owned()),
        ("an empty hand", r#"{"hands":["3","4",""],"trace":[[0,"3"]]}"#.to_owned()),
        ("after the end", r#"{"hands":["3","4","5"],"trace":[[0,"3"],[1,"4"]]}"#.to_owned()),
        ("the second of two games", r#"[{"hands":["3","4","5"],"trace":[[0,"3"]]},{"hands":["3","4","5"],"trace":[[2,"3"]]}]"#.to_owned()),
        ("an unknown card", plain("地主: 3?")),
        ("an unknown word", plain("地主: 3\n然后呢")),
        ("words in place of cards", plain("地主: 3, 下家: 随便")),
        ("a card too many", "地主手牌: 33533\n下家手牌: 3A\n地主: 3".to_owned()),
        ("a fourth player", plain("地主: 3, 下家: 4, 上家: 6, 小明: 7")),
        ("not in the hand", plain("地主: 3, 下家: A, 上家: 9")),
        ("too low", plain("地主: 5, 下家: 4")),
        ("the wrong seat", plain("地主: 3, 上家: 6")),
        ("no name", ": 33".to_owned()),
        ("hands and no moves", plain("")),
        ("no hand", "地主: 33, 下家: 44".to_owned()),
        ("no landlord", "小明手牌: 33\n小红手牌: 4\n阿强手牌: 5\n小明: 3, 小红: 4, 阿强: 5".to_owned()),
        ("a line of a pack", "335 | 4?".to_owned()),
    ]
}

#[test]
fn one_line_each() {
    let mut table = String::new();
    for (name, text) in bad_logs() {
        let faults: Vec<_> = read(&text, "a.log", Ruleset::default()).into_iter().filter_map(Result::err).collect();
        let [fault] = &faults[..] else { panic!("{name}: {} faults", faults.len()) };
        let lines = [fault.to_string(), fault.in_chinese()];
        assert!(lines.iter().all(|line| !line.contains('\n')), "{name}");
        table += &format!("{name}  [{}]\n    {}\n    {}\n", fault.id, lines[0], lines[1]);
    }
    insta::assert_snapshot!("bad_logs", table);
}

/// Whatever is broken in a log, it is an error or a game, and never a panic.
#[test]
fn nothing_panics() {
    let mut rng = StdRng::seed_from_u64(3);
    let plain = "地主手牌: 3 3 5\n下家手牌: 4 A\n上家的手牌：6，6\n底牌: 3\n甲(地主): 3, 过; 上家 6。 1. 小明: 大王、小王 # x\n剩余 地主: 5\n33:trio_chain@4";
    let texts = [
        played(1, 1, Story::Failure).log.to_string(),
        played(2, 2, Story::Whole).log.to_string(),
        r#"{"card_play_data":{"landlord":[3,17],"landlord_down":[30],"landlord_up":[4]},"card_play_action_seq":[[3],[],[4]]}"#.to_owned(),
        r#"[{"raw_obs":{"current_hand":"3","trace":[[0,"BR"]]}},{"current_hand":"4","trace":[]},[{"current_hand":"","trace":[[0,"4444"]]}]]"#.to_owned(),
        plain.to_owned(),
    ];
    let junk: Vec<char> =
        "[]{},:：;。、\"0123456789-.eE#()（）@|\\\n \t\u{FEFF}地主甲过王XD牌手剩底nul".chars().collect();
    for _ in 0..share(20_000, 10) {
        let mut signs: Vec<char> = texts[rng.random_range(0..texts.len())].chars().collect();
        for _ in 0..rng.random_range(1..8) {
            let (at, sign) = (rng.random_range(0..signs.len()), junk[rng.random_range(0..junk.len())]);
            match rng.random_range(0..4) {
                0 => signs[at] = sign,
                1 => signs.insert(at, sign),
                2 if signs.len() > 1 => drop(signs.remove(at)),
                _ => {
                    let end = (at + rng.random_range(0..40)).min(signs.len());
                    let part: Vec<char> = signs[at..end].to_vec();
                    let to = rng.random_range(0..=signs.len());
                    signs.splice(to..to, part);
                }
            }
        }
        let text: String = signs.into_iter().collect();
        for fault in read(&text, "a.log", Ruleset::default()).into_iter().filter_map(Result::err) {
            assert!(!fault.to_string().is_empty() && !fault.in_chinese().is_empty());
        }
    }
}
