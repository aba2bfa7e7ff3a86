//! Corrects the evaluation's guess by what searches of similar positions found.
//!
//! The network (`evaluate.rs`) leaves a quarter of the variance of the work unexplained, and its error is much the same wherever
//! hands are the same: the plan that turns out to be long is long against many hands that differ by a card. So each visit of the
//! proof-number search compares what it found with the guess, for a win of each side, under keys of parts of the position. The
//! guess for a new position is then corrected by what was learned under its keys (`tables/corrections.rs`).
//!
//! What a visit finds for a side:
//!
//! - A win: the work that it took.
//! - A loss: the win that was hoped for would take more, by [`LOST`].
//! - Neither: the number has changed, and the work that would explain it.
//!
//! Each position has several keys, and its error is a sum of parts, one for each key, learned together. With a mean of the errors
//! under one key the search of large deals of three hands takes twice the nodes. Figures: `benches/history.md`, "Corrections
//! of the evaluation".

use super::evaluate::{Guess, error_of_work};
use super::exponential::LN_2;
use super::network::OUTPUT_BITS;
use crate::rules::{Hand, Side, State};
use crate::tables::{Correcting, CorrectionKeys, ERROR_BITS, ProofNumbers, Weight, Work};

/// The error of the work of a win that turned out to be a loss, in units of 2^-20.
const LOST: i64 = 2 << OUTPUT_BITS;

/// The corrections to add to the logarithms of the nodes: of a win of the side to move, and of one of the other side. In
/// units of 2^-20.
pub fn of<const SEATS: usize>(position: &State<SEATS>, known: Correcting) -> [i64; 2] {
    by_mover(position, known.of(keys(position))).map(|error| error << (OUTPUT_BITS - ERROR_BITS))
}

/// Takes note of what a visit found: the numbers now, and the work of the longest visit so far.
pub fn learn<const SEATS: usize>(
    position: &State<SEATS>,
    guess: &Guess,
    numbers: ProofNumbers,
    work: Work,
    known: Correcting,
) {
    let weight = if numbers.is_solved() { Weight::Solved } else { Weight::Unfinished };
    let errors = by_mover(position, errors(guess, numbers, work)).map(|error| error >> (OUTPUT_BITS - ERROR_BITS));
    known.learn(keys(position), errors, weight);
}

/// From the order of sides, first and second, to the side to move and the other one, and back.
fn by_mover<const SEATS: usize>(position: &State<SEATS>, [first, second]: [i64; 2]) -> [i64; 2] {
    match position.side_to_move() {
        Side::First => [first, second],
        Side::Second => [second, first],
    }
}

/// By how much the guessed work of a win of the side to move was too small, and that of the other side.
fn errors(guess: &Guess, numbers: ProofNumbers, work: Work) -> [i64; 2] {
    let guessed = guess.numbers([0; 2]);
    let [win, loss] = guess.works();
    let nodes = work.level() as i64 * LN_2 / 8;
    match numbers {
        ProofNumbers { pn: 0, .. } => [nodes - win, LOST],
        ProofNumbers { dn: 0, .. } => [LOST, nodes - loss],
        _ => [error_of_work(numbers.pn, guessed.pn), error_of_work(numbers.dn, guessed.dn)],
    }
}

/// The keys of a position: each hand, both hands of the farmers, each side's hands with the trick and the player to move, and these
/// two alone, which a worker learns for itself.
fn keys<const SEATS: usize>(position: &State<SEATS>) -> CorrectionKeys<impl Iterator<Item = u64> + Clone> {
    let trick = position.trick().map_or(0, |trick| {
        let shape = trick.shape;
        1 | (shape.kind as u64) << 1
            | (shape.len as u64) << 8
            | (shape.rank.index() as u64) << 16
            | (trick.owner() as u64) << 24
    });
    let goal = (position.goal().code() as u64) << 40;
    let turn = mixed(trick | (position.to_move() as u64 + 1) << 32 | goal);
    let hands = position.hands().map(Hand::bits);
    let each = (0..SEATS).map(move |seat| mixed((goal | (seat as u64 + 1)) ^ mixed(hands[seat])));
    let farmers = hands[1..].iter().fold(goal, |key, hand| mixed(key ^ hand));
    let pair = (SEATS == 3).then_some(farmers);
    let with_turn = [mixed(hands[0]), farmers].map(|side| mixed(side.rotate_left(1) ^ turn));
    CorrectionKeys { shared: each.chain(pair).chain(with_turn), own: turn }
}

fn mixed(word: u64) -> u64 {
    let word = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;
    use crate::search::FactsMemo;
    use crate::search::evaluate::Evaluator;
    use crate::search::exponential::natural_log;
    use crate::tables::INFINITE;
    use crate::tables::{Corrections, OwnCorrections};
    use crate::tuning::Tuning;

    const ONE: i64 = 1 << OUTPUT_BITS;

    /// What one worker knows.
    struct Known(Corrections, OwnCorrections);

    impl Known {
        fn all(&self) -> Correcting<'_> {
            Correcting { shared: &self.0, own: &self.1 }
        }
    }

    impl Default for Known {
        fn default() -> Known {
            Known(Corrections::new(1 << 16), OwnCorrections::default())
        }
    }

    fn position<const SEATS: usize>(hands: [&str; SEATS], last: Option<&str>) -> State<SEATS> {
        State::parse(hands, last, &Ruleset::default()).expect("a position")
    }

    fn guess<const SEATS: usize>(position: &State<SEATS>) -> Guess {
        let mut memo = FactsMemo::new(&Ruleset::default(), &Tuning::DEFAULT);
        let facts = position.hands().map(|hand| memo.of(hand));
        Evaluator::default().guess(position, &facts.each_ref())
    }

    fn keys_of<const SEATS: usize>(hands: [&str; SEATS], last: Option<&str>) -> Vec<u64> {
        let position = position(hands, last);
        let CorrectionKeys { shared, own } = keys(&position);
        shared.chain([own]).collect()
    }

    /// Which keys two positions have in common.
    fn same<const SEATS: usize>(one: [&str; SEATS], other: [&str; SEATS]) -> Vec<bool> {
        let (one, other) = (keys_of(one, None), keys_of(other, None));
        one.iter().zip(&other).map(|(one, other)| one == other).collect()
    }

    #[test]
    fn keys_are_parts_of_the_position() {
        let base = ["34569", "44778", "3TTJJ"];
        let all = keys_of(base, None);
        assert!(all.iter().enumerate().all(|(at, one)| !all[at + 1..].contains(one)), "{all:x?}");
        // Each hand, the farmers' hands; with the trick the landlord's and the farmers'; the trick.
        let landlord = same(base, ["3456T", "44778", "3TTJJ"]);
        assert_eq!(landlord, [false, true, true, true, false, true, true]);
        assert_eq!(same(base, ["34569", "44779", "3TTJJ"]), [true, false, true, false, true, false, true]);
        assert_eq!(same(base, ["34569", "44778", "3TTJQ"]), [true, true, false, false, true, false, true]);
        // Which farmer has them matters: the landlord's hand, the same with the trick, and the trick are all that is the same.
        assert_eq!(same(base, ["34569", "3TTJJ", "44778"]), [true, false, false, false, true, false, true]);
        let changed = keys_of(["34569", "3TTJJ", "44778"], None);
        assert_eq!(changed.iter().filter(|&key| all.contains(key)).count(), 3);
        // Two hands are two sides.
        assert_eq!(same(["34569", "44778"], ["34569", "44779"]), [true, false, true, false, true]);
        // Whose turn it is and what is to be beaten.
        let keys =
            [None, Some("3"), Some("4"), Some("33"), Some("345678")].map(|last| keys_of(["34569", "44778"], last));
        for (at, one) in keys.iter().enumerate() {
            for other in &keys[at + 1..] {
                assert_eq!([0, 1, 2, 3, 4].map(|n| one[n] == other[n]), [true, true, false, false, false]);
            }
        }
    }

    #[test]
    fn errors_of_solved_positions() {
        let guess = guess(&position(["33455667TJQKA22D", "445668899TTJQKAX"], None));
        let [win, loss] = guess.works();
        let work = Work::of(1 << 20);
        // 1 + 2^20 nodes: the level is 160.
        let nodes = 20 * LN_2;
        assert_eq!(errors(&guess, ProofNumbers::WIN, work), [nodes - win, LOST]);
        assert_eq!(errors(&guess, ProofNumbers::LOSS, work), [LOST, nodes - loss]);
    }

    #[test]
    fn errors_of_unfinished_positions_follow_their_numbers() {
        let guess = guess(&position(["33455667TJQKA22D", "445668899TTJQKAX"], None));
        let ProofNumbers { pn, dn } = guess.numbers([0; 2]);
        let errors = |pn, dn| errors(&guess, ProofNumbers { pn, dn }, Work::default());
        assert_eq!(errors(pn, dn), [0, 0]);
        // Numbers are proportional to the work to the power of 4/5.
        let [more, less] = errors(4 * pn, dn / 2 + 1);
        assert!((more - 5 * LN_2 / 2).abs() < ONE / 10 && less < 0, "{more} {less}");
        assert_eq!(errors(INFINITE - 1, dn)[0], (natural_log(INFINITE - 1) - natural_log(pn)) * 5 / 4);
    }

    /// What was learned about a hand corrects the guess for it against another hand.
    #[test]
    fn what_is_learned_corrects_the_next_guess() {
        let known = Known::default();
        let [first, next] =
            ["445668899TTJQKAX", "445668899TTJJKAX"].map(|theirs| position(["33455667TJQKA22D", theirs], None));
        assert_eq!(of(&next, known.all()), [0, 0]);
        (0..20).for_each(|_| learn(&first, &guess(&first), ProofNumbers::WIN, Work::of(1 << 30), known.all()));
        let [win, loss] = of(&next, known.all());
        assert!(win > 2 * ONE && (0..2 * ONE).contains(&loss), "{win} {loss}");
        let (corrected, before) = (guess(&next).numbers([win, loss]), guess(&next).numbers([0; 2]));
        assert!(corrected.pn > 5 * before.pn, "{corrected:?} {before:?}");
        // About the same hands it is known better, and about others worse. The sides stay the same when it is the other's turn.
        let [same, other] =
            [&first, &position(["33445677TJQKA2KD", "445668899TTJJKAX"], None)].map(|p| of(p, known.all())[0]);
        assert!(same > win && other < win, "{same} {win} {other}");
        let answer = first.play(first.moves(&Ruleset::default())[0]);
        let [of_mover, of_other] = of(&answer, known.all());
        assert!(answer.side_to_move() == Side::Second && of_other > of_mover + ONE, "{of_mover} {of_other}");
        // The same is learned when it is the other's turn.
        let known = Known::default();
        (0..20).for_each(|_| learn(&answer, &guess(&answer), ProofNumbers::LOSS, Work::of(1 << 30), known.all()));
        let ([of_mover, of_other], [of_first, of_second]) = (of(&answer, known.all()), of(&first, known.all()));
        assert!(
            of_other > of_mover + ONE && of_first > of_second + ONE,
            "{of_mover} {of_other} {of_first} {of_second}"
        );
    }

    /// An unfinished search counts half.
    #[test]
    fn errors_have_weights() {
        let first = position(["33455667TJQKA22D", "445668899TTJQKAX"], None);
        let guess = guess(&first);
        let after = |numbers| {
            let known = Known::default();
            learn(&first, &guess, numbers, Work::of(1 << 10), known.all());
            of(&first, known.all())[0]
        };
        let ProofNumbers { pn, dn } = guess.numbers([0; 2]);
        let unfinished = ProofNumbers { pn: 50 * pn, dn };
        let errors = [ProofNumbers::WIN, unfinished].map(|numbers| errors(&guess, numbers, Work::of(1 << 10))[0]);
        // Five keys take 3/10 times 2/5 and 1/4 each.
        let expected = [errors[0] * 5 * 6 / 50, errors[1] * 5 * 3 / 40];
        for (numbers, expected) in [ProofNumbers::WIN, unfinished].into_iter().zip(expected) {
            assert!((after(numbers) - expected).abs() < ONE / 50, "{} {expected}", after(numbers));
        }
    }
}
