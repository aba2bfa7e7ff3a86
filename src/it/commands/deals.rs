//! `canju deals`: the hands are those that its documentation says, dealt here a second time from the definition of ChaCha.

use crate::commands::program::{canju, program, run};
use serde_json::Value;

/// One block of ChaCha with eight rounds, as sixteen words.
fn block(seed: u64, stream: u64, counter: u64) -> [u32; 16] {
    let halves = |number: u64| [number as u32, (number >> 32) as u32];
    let mut start = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    start[4..6].copy_from_slice(&halves(seed));
    start[12..14].copy_from_slice(&halves(counter));
    start[14..].copy_from_slice(&halves(stream));
    let mut words: [u32; 16] = start;
    let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
        for (to, from, with, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            words[to] = words[to].wrapping_add(words[from]);
            words[with] = (words[with] ^ words[to]).rotate_left(turn);
        }
    };
    for _ in 0..4 {
        for column in 0..4 {
            quarter(column, column + 4, column + 8, column + 12);
        }
        for column in 0..4 {
            quarter(column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12);
        }
    }
    std::array::from_fn(|place| words[place].wrapping_add(start[place]))
}

/// The deal with this number, by the steps of the documentation.
fn dealt(sizes: &[usize], packs: usize, seed: u64, number: u64) -> Vec<String> {
    let mut words = (0..).flat_map(|counter| block(seed, number, counter));
    let mut below = |most: u64| loop {
        let product = u64::from(words.next().expect("without end")) * most;
        if product % (1 << 32) >= (1 << 32) % most {
            return (product >> 32) as usize;
        }
    };
    let order = "3456789TJQKA2XD";
    let copies = |rank: char| if "XD".contains(rank) { packs } else { 4 * packs };
    let mut cards: Vec<char> = order.chars().flat_map(|rank| std::iter::repeat_n(rank, copies(rank))).collect();
    let count = sizes.iter().sum();
    for place in 0..count {
        let other = place + below((cards.len() - place) as u64);
        cards.swap(place, other);
    }
    let mut rest = cards.into_iter();
    let mut hand = |&size: &usize| {
        let mut hand: Vec<char> = rest.by_ref().take(size).collect();
        hand.sort_by_key(|&rank| order.find(rank));
        hand.into_iter().collect()
    };
    sizes.iter().map(&mut hand).collect()
}

/// The same without shuffling.
fn dealt_unshuffled(sizes: &[usize], packets: usize, seed: u64, number: u64) -> Vec<String> {
    let mut words = (0..).flat_map(|counter| block(seed, number, counter));
    let mut below = |most: usize| loop {
        let product = u64::from(words.next().expect("without end")) * most as u64;
        if product % (1 << 32) >= (1 << 32) % most as u64 {
            return (product >> 32) as usize;
        }
    };
    let order = "3456789TJQKA2XD";
    let mut cards: Vec<char> =
        order.chars().flat_map(|rank| std::iter::repeat_n(rank, if "XD".contains(rank) { 1 } else { 4 })).collect();
    for _ in 0..packets {
        let place = below(cards.len());
        let length = 1 + below(cards.len() - place);
        let packet: Vec<char> = cards.drain(place..place + length).collect();
        cards.extend(packet);
    }
    let (mut hands, mut rest) = (vec![Vec::new(); sizes.len()], cards.into_iter());
    while hands.iter().zip(sizes).any(|(hand, &size)| hand.len() < size) {
        for (hand, &size) in hands.iter_mut().zip(sizes) {
            hand.extend(rest.by_ref().take((size - hand.len()).min(6)));
        }
    }
    let sorted = |mut hand: Vec<char>| {
        hand.sort_by_key(|&rank| order.find(rank));
        hand.into_iter().collect()
    };
    hands.into_iter().map(sorted).collect()
}

fn lines(arguments: &str) -> Vec<Value> {
    let found = canju(["deals"].into_iter().chain(arguments.split(' ')));
    assert_eq!(found.code, Some(0), "{}", found.transcript());
    found.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_hands_are_those_of_the_documentation() {
    for (cards, packs, seed, first) in [
        ("20+17+17", 1, 7, 0),
        ("12+10+10", 1, u64::MAX, 3),
        ("27+27", 1, 1, u64::from(u32::MAX)),
        ("54+54", 2, 1 << 40, u64::MAX - 29),
        ("1+1", 1, 0, 0),
    ] {
        let rules = if packs == 2 { "huanle,packs=2" } else { "huanle" };
        let sizes: Vec<usize> = cards.split('+').map(|size| size.parse().expect("a number")).collect();
        let found = lines(&format!("--cards {cards} --count 30 --seed {seed}:{first} --rules {rules} -q"));
        assert_eq!(found.len(), 30);
        for (line, number) in found.iter().zip(first..=u64::MAX) {
            assert_eq!(line["id"], format!("{seed}:{number}"));
            assert_eq!(line["rules"], rules);
            assert_eq!(line["hands"], Value::from(dealt(&sizes, packs, seed, number)), "{line}");
        }
    }
}

#[test]
fn hands_that_are_not_shuffled_are_those_of_the_documentation() {
    for (cards, packets) in [("20+17+17", 0), ("20+17+17", 10), ("12+10+10", 3), ("17+17", 1_000)] {
        let sizes: Vec<usize> = cards.split('+').map(|size| size.parse().expect("a number")).collect();
        let found = lines(&format!("--cards {cards} --count 20 --seed 5:3 --no-shuffle {packets} -q"));
        for (line, number) in found.iter().zip(3..) {
            assert_eq!(line["hands"], Value::from(dealt_unshuffled(&sizes, packets, 5, number)), "{line}");
        }
    }
    let bombs = |more: &str| {
        let hand = |hand: &Value| {
            let hand = hand.as_str().expect("a hand");
            let quads = "3456789TJQKA2".chars().filter(|&rank| hand.matches(rank).count() == 4).count();
            quads + hand.contains("XD") as usize
        };
        let deals = lines(&format!("--cards 20+17+17 --count 200 --seed 5 -q{more}"));
        deals.iter().flat_map(|deal| deal["hands"].as_array().expect("hands")).map(hand).sum::<usize>() as f64 / 200.0
    };
    let (few, many) = (bombs(""), bombs(" --no-shuffle 10"));
    println!("{few} {many}");
    assert!(few < 1.0 && (4.0..5.0).contains(&many), "{few} {many}");
}

/// These deals stand in tables of results: they must never change.
#[test]
fn some_deals_for_good() {
    let two = ["--cards 20+17+17 --seed 1 --count 2", "--cards 10+10 --seed 2026:1000000 --count 2 --rules pagat"];
    let hands = two.map(|arguments| canju(["deals"].into_iter().chain(arguments.split(' '))).stdout);
    insta::assert_snapshot!("deals", hands.concat());
}

#[test]
fn a_batch_takes_them() {
    let deals = canju(["deals", "--cards", "5+4+4", "--count", "20", "--seed", "3"]).stdout;
    let solved = run(program().args(["batch", "-", "--format", "jsonl", "--quiet"]).write_stdin(deals));
    assert_eq!((solved.code, solved.stdout.lines().count()), (Some(0), 20), "{}", solved.transcript());
}

#[test]
fn refusals() {
    for (arguments, message) in [
        ("--cards 30+30 --seed 1", "30+30 are 60 cards, and there are 54: ask for smaller hands"),
        (
            "--cards 20+0",
            "`20+0`: expected the cards of two or three hands, at least one each, such as 17+17 or 20+17+17",
        ),
        ("--cards 20", "`20`: expected the cards of two or three hands"),
        ("--cards 1+1+1+1", "`1+1+1+1`: expected the cards of two or three hands"),
        ("--cards 99999999999+1", "`99999999999+1`: expected the cards of two or three hands"),
    ] {
        let refused = canju(["deals"].into_iter().chain(arguments.split(' ')));
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""));
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    // Without a seed a new one is taken, and said.
    let new = canju(["deals", "--cards", "3+3"]);
    let seed = new.stderr.strip_prefix("canju: --seed ").and_then(|rest| rest.split(' ').next()).expect("the seed");
    assert_eq!(canju(["deals", "--cards", "3+3", "--seed", seed]).stdout, new.stdout);
}
