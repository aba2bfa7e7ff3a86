//! Orders lists by keys, in little code.
//!
//! A sort of the standard library takes several kilobytes for each type of key, which is too much for the module for the web. What is
//! sorted here is short, or seldom sorted, so a heap is as good.

use crate::rules::Move;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The places of these keys, the greatest first, equal ones in the order in which they come.
pub fn greatest_first(keys: &mut dyn Iterator<Item = u64>) -> impl Iterator<Item = usize> + use<> {
    let mut heap: BinaryHeap<(u64, Reverse<usize>)> =
        keys.enumerate().map(|(place, key)| (key, Reverse(place))).collect();
    std::iter::from_fn(move || heap.pop().map(|(_, Reverse(place))| place))
}

/// Sorts moves by their keys, the greatest first; equal ones stay in their order. Each key is asked for once.
pub fn sort_greatest_first(moves: &mut [Move], mut key: impl FnMut(Move) -> u32) {
    let before = moves.to_vec();
    let places = greatest_first(&mut before.iter().map(|&played| key(played).into()));
    moves.iter_mut().zip(places).for_each(|(played, place)| *played = before[place]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;

    #[test]
    fn the_greatest_comes_first_and_equal_ones_stay_in_order() {
        let keys = [3, 1, u64::MAX, 3, 0, 3];
        assert_eq!(greatest_first(&mut keys.into_iter()).collect::<Vec<_>>(), [2, 0, 3, 5, 1, 4]);
        assert_eq!(greatest_first(&mut [].into_iter()).count(), 0);
        let position: Position = "334455667 | 8".parse().expect("a position");
        for key in [|played: Move| played.combo().map_or(0, |combo| combo.cards.len()), |_| 7] {
            let (mut moves, mut expected) = (position.moves(), position.moves());
            sort_greatest_first(&mut moves, key);
            expected.sort_by_key(|&played| Reverse(key(played)));
            assert!(moves.len() > 10 && moves == expected);
        }
    }
}
