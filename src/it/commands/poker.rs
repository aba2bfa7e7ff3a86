//! `canju poker`: every form of every answer, and what is refused.

use crate::commands::program::{Run, canju};
use canju_testing::budget::full;
use regex::Regex;
use serde_json::Value;

/// What the program prints for this command line, words separated by `|`.
fn poker(line: &str) -> Run {
    canju(["poker"].into_iter().chain(line.split('|')))
}

fn printed(line: &str) -> String {
    let found = poker(line);
    assert_eq!((found.code, found.stderr.as_str()), (Some(0), ""), "{line}");
    found.stdout
}

#[test]
fn rank() {
    let hands = "TC 9D TD JH 5C|6C 7C 8C 9C TC 5C ?B|td tc 5h 5c 7c ?r ?b|5♣2♦A♠4♠3♣|7C 7D 7H ?B ?R";
    insta::assert_snapshot!("rank_text", printed(&format!("rank|{hands}")));
    insta::assert_snapshot!("rank_json", printed(&format!("rank|{hands}|--format|json")));
    // A tie, on a common board.
    let tie = "rank|AS 2D KC QD JH 9S 7C|AD 3S KC QD JH 9S 7C|KD 2D KC QD JH 8S 7C";
    insta::assert_snapshot!("rank_tie", printed(&tie.replace("KD 2D", "3H 2D")));
    assert_eq!(printed(tie).matches("best").count(), 1);
    insta::assert_snapshot!("rank_colour", printed("rank|TC 9D TD JH 5C|--color|always"));
}

/// The same cards on every machine.
#[test]
fn deal() {
    insta::assert_snapshot!("deal_text", printed("deal|--hands|6|--cards|5|--seed|1"));
    insta::assert_snapshot!("deal_json", printed("deal|--hands|2|--cards|7|--seed|18446744073709551615|--format|json"));
    let all = printed("deal|--hands|4|--cards|13|--seed|3");
    assert_eq!(all.split_whitespace().collect::<std::collections::BTreeSet<_>>().len(), 52);
}

#[test]
fn frequencies() {
    insta::assert_snapshot!("frequencies_text", printed("frequencies"));
    insta::assert_snapshot!("frequencies_json", printed("frequencies|--format|json"));
    // 52 over 6.
    assert!(printed("frequencies|--cards|6").contains("20,358,520"));
    // These take some seconds.
    if full() {
        insta::assert_snapshot!("frequencies_of_seven", printed("frequencies|--cards|7"));
    }
    let sample = "frequencies|--cards|7|--samples|100000|--seed|1";
    insta::assert_snapshot!("frequencies_sample_text", printed(sample));
    insta::assert_snapshot!("frequencies_sample_json", printed(&format!("{sample}|--format|json")));
    assert_eq!(printed(&format!("{sample}|--threads|1")), printed(&format!("{sample}|--threads|5")));
    // A kind that was not drawn has no odds.
    let one: Value = serde_json::from_str(&printed("frequencies|--samples|1|--seed|1|--format|json")).expect("JSON");
    assert_eq!((&one["total"], &one["kinds"][0]["odds_against"]), (&Value::from(1), &Value::Null));
}

/// Without a seed the cards are new ones each time, and the seed that was taken gives them again.
#[test]
fn a_new_seed_can_be_repeated() {
    let note = Regex::new(r"^canju: --seed (\d+) repeats this\n$").unwrap();
    for line in ["deal|--hands|5", "frequencies|--samples|1000"] {
        let (first, second) = (poker(line), poker(line));
        assert!(first.code == Some(0) && first.stdout != second.stdout, "{line}");
        let seed = note.captures(&first.stderr).unwrap_or_else(|| panic!("{}", first.stderr));
        assert_eq!(printed(&format!("{line}|--seed|{}", &seed[1])), first.stdout);
        assert_eq!(poker(&format!("{line}|--quiet")).stderr, "");
    }
}

#[test]
fn output_to_a_file() {
    let root = crate::commands::program::directory(&[]);
    let path = root.path().join("deal.txt");
    let line = "deal|--hands|6|--seed|1";
    assert_eq!(printed(&format!("{line}|--output|{}", path.display())), "");
    assert_eq!(std::fs::read_to_string(path).expect("the file"), printed(line));
}

#[test]
fn refusals() {
    let refusal = |line: &&str| {
        let found = poker(line);
        assert_eq!((found.code, found.stdout.as_str()), (Some(2), ""), "{line}: {}", found.stderr);
        assert!(found.stderr.starts_with("error: "), "{}", found.stderr);
        format!("$ canju poker {}\n{}", line.replace('|', " | "), found.stderr)
    };
    let lines = [
        "rank|TC 9D 1D JH 5C",
        "rank|TC 9D TD JH 5C|TC 9D T JH 5C",
        "rank|TC 9D TC JH 5C",
        "rank|TC 9D ?B JH ?B",
        "rank|TC 9D TD JH",
        "rank|2C 3C 4C 5C 6C 7C 8C 9C",
        "rank|",
        "rank|TC|9D|TD|JH|5C",
        "rank|TC 9D TD JH \u{1b}[31m",
        "rank",
        "deal|--hands|11|--cards|5",
        "deal|--hands|1|--cards|53|--seed|1",
        "deal|--hands|0",
        "frequencies|--cards|4",
        "frequencies|--seed|1",
        "frequencies|--samples|0",
        "shuffle",
    ];
    insta::assert_snapshot!(lines.iter().map(refusal).collect::<Vec<_>>().join("\n"));
}
