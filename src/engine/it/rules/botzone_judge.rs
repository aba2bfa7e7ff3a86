//! The preset `botzone` against the judge of Botzone's FightTheLandlord 2: what it accepts is what `botzone` generates.
//!
//! The judge (`FightTheLandlord2.py36` of ailab-pku/botzone-local) names the type of the cards that were played from how many ranks
//! occur once, twice, three and four times, and compares types, numbers of cards and ranks. This is written from what it does, and
//! shares nothing with the generator. The judge of the first game lets half as many cards go along with quads in a row, which
//! `botzone` does not: RULES.md says so.

use canju_engine::rules::{Combo, Hand, Kind, Rank, combos};
use canju_testing::budget::share;
use canju_testing::deals::{self, ruleset};
use canju_testing::drawn::QUADS_IN_A_ROW;
use canju_testing::edge;
use canju_testing::oracle::{Cards, sub_multisets};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

const TWO: usize = 12;
const JOKERS: [usize; 2] = [13, 14];

/// What the judge says that cards are.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Judged {
    kind: &'static str,
    /// The ranks that are compared, one for each card of the main part, ascending.
    main: Vec<usize>,
    /// The cards beside them.
    rest: usize,
}

/// The judge's type of these cards; `None` where it calls them an error.
fn judged(cards: &Cards) -> Option<Judged> {
    let held: Vec<usize> = (0..Rank::COUNT).flat_map(|rank| vec![rank; cards[rank] as usize]).collect();
    let with = |times: u8| (0..Rank::COUNT).filter(|&rank| cards[rank] == times).collect::<Vec<usize>>();
    let [once, twice, thrice, four] = [1, 2, 3, 4].map(with);
    let in_a_row = |ranks: &[usize]| ranks.windows(2).all(|two| two[0] + 1 == two[1]) && !ranks.contains(&TWO);
    let all = |kind| Some(Judged { kind, main: held.clone(), rest: 0 });
    let part = |kind, ranks: &[usize]| {
        let main: Vec<usize> = held.iter().copied().filter(|rank| ranks.contains(rank)).collect();
        Some(Judged { kind, rest: held.len() - main.len(), main })
    };
    match held.len() {
        0 => return None,
        1 => return all("single"),
        2 if held == JOKERS => return all("rocket"),
        2 => return if twice.len() == 1 { all("pair") } else { None },
        4 if four.len() == 1 => return all("bomb"),
        n if n >= 5 && once.len() == n && in_a_row(&once) => return all("singles in a row"),
        n if n >= 6 && 2 * twice.len() == n && in_a_row(&twice) => return all("pairs in a row"),
        n if n <= 5 && thrice.len() == 1 => {
            let kind = ["three", "three and one", "three and two"][n - 3];
            return if once.len() == 2 { None } else { part(kind, &thrice) };
        }
        6 if four.len() == 1 && once.len() == 2 => return part("four and two", &four),
        8 if four.len() == 1 && twice.len() == 2 => return part("four and two pairs", &four),
        _ => {}
    }
    let (size, trios, quads) = (held.len(), thrice.len(), four.len());
    if trios > 1 && in_a_row(&thrice) {
        match () {
            () if 3 * trios == size => return all("trios in a row"),
            () if once.len() == trios && 4 * trios == size => return part("trios and singles", &thrice),
            () if twice.len() == trios && 5 * trios == size => return part("trios and pairs", &thrice),
            () => {}
        }
    }
    if quads > 1 && trios == 0 && in_a_row(&four) {
        match () {
            () if 4 * quads == size => return all("quads in a row"),
            () if once.len() == 2 * quads && 6 * quads == size => return part("quads and singles", &four),
            () if twice.len() == 2 * quads && 8 * quads == size => return part("quads and pairs", &four),
            () => {}
        }
    }
    None
}

/// Does the judge let these cards be played on those?
fn accepts(played: &Judged, on: &Judged) -> bool {
    let priority = |of: &Judged| match of.kind {
        "rocket" => 3,
        "bomb" => 2,
        _ => 1,
    };
    if priority(played) != priority(on) {
        return priority(played) > priority(on);
    }
    let size = |of: &Judged| (of.kind, of.main.len(), of.rest);
    size(played) == size(on) && played.main.iter().zip(&on.main).all(|(mine, theirs)| mine > theirs)
}

/// Two hands: of any cards, with quads in a row, or with a chain of trios or quads and just the cards that may go along.
fn drawn(n: usize, rng: &mut StdRng) -> [Hand; 2] {
    let rules = ruleset("botzone");
    match n % 3 {
        0 => *deals::deal::<2>(rng, 1..=10, &rules).hands(),
        1 => *QUADS_IN_A_ROW.draw::<2>(rng, &rules).hands(),
        _ => {
            let (copies, kickers) = if rng.random() { (3, 2) } else { (4, 4) };
            let size = rng.random_range(1..=2);
            [0, 0].map(|_| {
                let mut hand = Hand::run(Rank::from_index(rng.random_range(0..=Rank::ACE.index() - 1)), 2, copies);
                let mut ranks: Vec<Rank> = Rank::all().filter(|&rank| hand.count(rank) == 0).collect();
                ranks.shuffle(rng);
                let few = ranks.into_iter().filter(|rank| rank.copies(1) >= size).take(kickers);
                few.for_each(|rank| hand = hand.plus(Hand::of(rank, size)));
                hand
            })
        }
    }
}

#[test]
fn what_the_judge_accepts_is_what_is_generated() {
    let (rules, mut rng, mut met) = (ruleset("botzone"), deals::rng(1501), [0_usize; Kind::ALL.len()]);
    let states = share(100_000, 50);
    for n in 0..states {
        let [hand, other] = drawn(n, &mut rng);
        let mut leads = combos(other, None, &rules);
        if rng.random() {
            // Large ones: else most are of one kind or another with kickers.
            leads.sort_by_key(|combo| std::cmp::Reverse(combo.cards.len()));
            leads.truncate(3);
        }
        let on = rng.random_bool(0.7).then(|| *leads.choose(&mut rng).expect("a lead"));
        let beaten = on.map(|on| judged(&edge::cards(on.cards)).expect("the judge knows all leads"));
        let accepted = sub_multisets(&edge::cards(hand)).into_iter().filter(|cards| {
            judged(cards).is_some_and(|played| beaten.as_ref().is_none_or(|beaten| accepts(&played, beaten)))
        });
        let mut accepted: Vec<Hand> = accepted.map(|cards| edge::hand(&cards)).collect();
        let generated = combos(hand, on.map(|on| on.shape), &rules);
        for Combo { shape, .. } in generated.iter().chain(&on) {
            met[shape.kind.index()] += 1;
        }
        let mut generated: Vec<Hand> = generated.iter().map(|combo| combo.cards).collect();
        accepted.sort();
        generated.sort();
        assert_eq!(generated, accepted, "{hand} on {on:?}");
    }
    println!("{states} states, combinations by kind: {met:?}");
    assert!(met.iter().all(|&met| met > states / 100), "{met:?}");
}
