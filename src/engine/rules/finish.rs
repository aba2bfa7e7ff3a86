//! Wins at once: the move with which a player sheds its last card and, in a question about points, reaches its goal.
//!
//! The solver plays such a move wherever there is one. A certificate leaves these moves out, so its writer and its checker must
//! find the same ones.

use super::classify::classify;
use super::combo::{Combo, Move, Shape};
use super::ruleset::Ruleset;
use super::state::{State, Trick};

/// The move with which the player to move sheds its last card now, if there is one. If its cards are several combinations,
/// it is the first of them in the order of [`State::moves`].
///
/// ```
/// use canju_engine::rules::{State, Ruleset, finishing_move};
/// let rules = Ruleset::default();
/// let finish = |first, last| {
///     let position = State::<2>::parse([first, "4"], last, &rules).unwrap();
///     finishing_move(&position, &rules).map(|played| played.to_string())
/// };
/// assert_eq!(finish("3333", None).as_deref(), Some("3333"));
/// assert_eq!(finish("33", Some("44")), None);
/// ```
pub fn finishing_move<const SEATS: usize>(position: &State<SEATS>, rules: &Ruleset) -> Option<Move> {
    if position.winner().is_some() {
        return None;
    }
    let hand = position.hand();
    let (me, side) = (position.to_move(), position.side_to_move());
    let reaches_goal = |combo: &Combo| !position.goal().after(me, combo.shape.kind).is_missed_by(side);
    let Some(Trick { shape, .. }) = position.trick() else {
        return classify(hand, rules).into_iter().find(reaches_goal).map(Move::Play);
    };
    // A move that beats the trick has as many cards, or is a bomb or the rocket: cards of one rank or two.
    let Shape { kind, len, .. } = shape;
    let size = len * kind.body_copies() + kind.kickers(len) * kind.kicker_copies();
    if hand.len() != size as u32 && hand.ranks().len() > 2 {
        return None;
    }
    classify(hand, rules).into_iter().find(|combo| combo.shape.beats(shape) && reaches_goal(combo)).map(Move::Play)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Hand, Rank, RankMask, Setup, combos};
    use proptest::prelude::*;

    /// Hands of few ranks, which often are one combination; now and then with the rocket.
    fn hand() -> impl Strategy<Value = Hand> {
        let group = (0usize..6, prop::sample::select(&[1u8, 1, 2, 2, 3, 3, 4][..]));
        prop::collection::vec(group, 1..=4).prop_map(|groups| {
            let cards = |(index, n)| match index {
                5 => Hand::of_each(RankMask::JOKERS, 1),
                index => Hand::of(Rank::from_index(if index < 4 { index } else { 12 }), n),
            };
            let add =
                |hand: Hand, more: Hand| if (hand.ranks() & more.ranks()).is_empty() { hand.plus(more) } else { hand };
            groups.into_iter().map(cards).fold(Hand::EMPTY, add)
        })
    }

    #[test]
    fn an_answer_of_any_kind_may_shed_all_cards() {
        let rules = Ruleset::default();
        for (hand, last, sheds) in [
            ("56789", "45678", true),
            ("45678", "45678", false),
            ("456789", "45678", false),
            ("667788", "334455", true),
            ("555666", "333444", true),
            ("55566678", "33344478", true),
            ("55566677JJ", "33344477JJ", true),
            ("555666", "33344478", false),
            ("5556", "4447", true),
            ("55566", "44477", true),
            ("555578", "444478", true),
            ("55557788", "44447788", true),
            ("4444", "56789", true),
            ("XD", "33344477JJ", true),
        ] {
            let position = State::<2>::parse([hand, "3"], Some(last), &rules).expect("a position");
            let played = sheds.then(|| hand.to_owned());
            assert_eq!(finishing_move(&position, &rules).map(|played| played.to_string()), played, "{hand} on {last}");
        }
    }

    proptest! {
        #[test]
        fn it_is_the_first_move_that_sheds_all(hand in hand(), table in hand()) {
            let rules = Ruleset::default();
            let king = Hand::of(Rank::from_index(10), 1);
            let tables = combos(table, None, &rules).into_iter().map(Some).chain([None]);
            for last in tables {
                let Ok(position) = Setup::<2>::new([hand, king], last).validate(&rules) else { continue };
                let sheds = |played: &Move| played.combo().is_some_and(|combo| combo.cards == hand);
                let first = position.moves(&rules).into_iter().find(sheds);
                prop_assert_eq!(finishing_move(&position, &rules), first, "{}", position);
            }
        }
    }
}
