//! A second, naive opinion on poker hands, made from the text of Norvig's lesson alone: cards are texts, a hand of five is
//! grouped and compared as a tuple, more cards are all their fives, and jokers are all that they can be. It shares no code with the
//! ranking it checks.

use std::array::from_fn;

/// A kind, 0 for high card … 9 for five of a kind, and the different ranks in order of weight (14 for the ace, 1 where it is
/// below the 2), then zeros.
pub type Worth = (usize, [u8; 5]);

/// A rank from 2 to 14, and a suit.
type Card = (u8, char);

const RANKS: &str = "--23456789TJQKA";

fn card(rank: char, suit: char) -> Card {
    (RANKS.find(rank).expect("a rank") as u8, suit)
}

/// What a card, such as `TC` or `?B`, can be.
fn meanings(text: &str) -> Vec<Card> {
    let signs: Vec<char> = text.chars().collect();
    let suits = match text {
        "?B" => ['C', 'S'],
        "?R" => ['D', 'H'],
        _ => return vec![card(signs[0], signs[1])],
    };
    suits.iter().flat_map(|&suit| RANKS[2..].chars().map(move |rank| card(rank, suit))).collect()
}

fn worth_of_five(cards: [Card; 5]) -> Worth {
    // How many there are of each rank, the most frequent first, then the highest.
    let mut groups: Vec<(usize, u8)> =
        (2..=14).map(|rank| (cards.iter().filter(|card| card.0 == rank).count(), rank)).collect();
    groups.retain(|group| group.0 > 0);
    groups.sort_unstable_by(|a, b| b.cmp(a));
    let counts: Vec<usize> = groups.iter().map(|group| group.0).collect();
    let mut ranks: [u8; 5] = from_fn(|place| groups.get(place).map_or(0, |group| group.1));
    if ranks == [14, 5, 4, 3, 2] {
        ranks = [5, 4, 3, 2, 1];
    }
    let straight = counts.len() == 5 && ranks[0] - ranks[4] == 4;
    let flush = cards.iter().all(|card| card.1 == cards[0].1);
    let kind = match counts[..] {
        [5] => 9,
        _ if straight && flush => 8,
        [4, 1] => 7,
        [3, 2] => 6,
        _ if flush => 5,
        _ if straight => 4,
        [3, ..] => 3,
        [2, 2, _] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    (kind, ranks)
}

/// The best five of these cards.
fn worth_of_known(cards: &[Card]) -> Worth {
    let fives = (0u32..1 << cards.len()).filter(|set| set.count_ones() == 5);
    let five = |set: u32| {
        let mut chosen = (0..cards.len()).filter(|place| set >> place & 1 == 1).map(|place| cards[place]);
        from_fn(|_| chosen.next().expect("five cards"))
    };
    fives.map(|set| worth_of_five(five(set))).max().expect("five cards at least")
}

/// The best worth of these cards, whatever the jokers among them stand for.
pub fn worth(cards: &[String]) -> Worth {
    let mut hands: Vec<Vec<Card>> = vec![Vec::new()];
    for card in cards {
        let meanings = meanings(card);
        hands = hands.iter().flat_map(|hand| meanings.iter().map(|&card| [&hand[..], &[card]].concat())).collect();
    }
    hands.iter().map(|hand| worth_of_known(hand)).max().expect("a meaning")
}
