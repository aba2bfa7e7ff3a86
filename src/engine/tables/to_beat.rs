//! The lowest body that beats a trick: all that matters about the combination to be answered (step 4 of `key.rs`).

use crate::rules::{Kind, RankMask, Ruleset, State};

/// The lowest body of its kind, among hands that may answer, that beats a trick.
#[derive(Clone, Copy, Debug)]
pub struct ToBeat {
    /// Its kind.
    pub kind: Kind,
    /// Its length, as in [`Shape::len`](crate::rules::Shape::len); 0 for the rocket.
    pub len: u8,
    /// The body's lowest rank. Bodies below it don't beat the trick. 0 if all bodies of the kind and length beat it.
    pub from: u8,
}

impl ToBeat {
    /// Kind and length, not 0, in eight bits.
    pub(super) fn code(self) -> u32 {
        (1 + self.kind.low_bits() as u32) | (self.len as u32) << 4
    }

    /// The lowest body that beats the trick, over all hands that may still answer it; `None` on the lead. `at_least(seat,
    /// n)` are the ranks of which a seat holds at least `n` cards.
    pub(super) fn of<const SEATS: usize>(
        position: &State<SEATS>,
        rules: &Ruleset,
        at_least: impl Fn(usize, u8) -> RankMask,
    ) -> Option<ToBeat> {
        let trick = position.trick()?;
        let (shape, owner) = (trick.shape, trick.owner());
        if !matches!(shape.kind, Kind::Bomb | Kind::Rocket) {
            let copies = shape.kind.body_copies();
            let starts = match shape.kind.is_chain() {
                true => of_answering(position, owner, |seat| at_least(seat, copies).run_starts(shape.len)),
                false => of_answering(position, owner, |seat| at_least(seat, copies)),
            };
            let above = RankMask(starts).above(shape.rank).0;
            if above != 0 {
                return Some(ToBeat { kind: shape.kind, len: shape.len, from: lowest_above(starts, above) });
            }
        }
        if shape.kind != Kind::Rocket && rules.kinds.has(Kind::Bomb) {
            for len in 4..=4 * rules.packs {
                let quads = of_answering(position, owner, |seat| at_least(seat, len));
                let above = match shape.kind {
                    Kind::Bomb if len < shape.len => 0,
                    Kind::Bomb if len == shape.len => RankMask(quads).above(shape.rank).0,
                    _ => quads,
                };
                if above != 0 {
                    return Some(ToBeat { kind: Kind::Bomb, len, from: lowest_above(quads, above) });
                }
            }
        }
        Some(ToBeat { kind: Kind::Rocket, len: 0, from: 0 })
    }
}

/// The union over the hands that may still answer a trick of `owner`.
fn of_answering<const SEATS: usize>(position: &State<SEATS>, owner: usize, held: impl Fn(usize) -> RankMask) -> u16 {
    let (mut seat, mut all) = (position.to_move(), 0);
    while seat != owner {
        all |= held(seat).0;
        seat = (seat + 1) % SEATS;
    }
    all
}

/// The lowest rank of `above`, a subset of `all`. 0 if both are equal: then no barrier is needed.
fn lowest_above(all: u16, above: u16) -> u8 {
    if all == above { 0 } else { above.trailing_zeros() as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::key::{Keys, tests::at};

    #[test]
    fn the_lowest_body_that_beats_a_trick() {
        for (rules, hand, last, (kind, len, from)) in [
            // Of its kind. If all bodies of the kind beat it there is no barrier.
            ("huanle", "3579", "6", (Kind::Solo, 1, 4)),
            ("huanle", "3579", "4", (Kind::Solo, 1, 2)),
            ("huanle", "579", "4", (Kind::Solo, 1, 0)),
            ("huanle", "334455667788", "445566", (Kind::PairChain, 3, 2)),
            // A bomb instead, or the rocket.
            ("huanle", "33336", "7", (Kind::Bomb, 4, 0)),
            ("huanle", "3336", "7", (Kind::Rocket, 0, 0)),
            ("huanle,-bomb", "33336", "7", (Kind::Rocket, 0, 0)),
            ("huanle", "33336", "XD", (Kind::Rocket, 0, 0)),
            // Bombs beat bombs.
            ("huanle", "66667", "5555", (Kind::Bomb, 4, 0)),
            ("huanle", "44446666", "5555", (Kind::Bomb, 4, 3)),
            ("huanle", "44447", "5555", (Kind::Rocket, 0, 0)),
            ("huanle,packs=2", "33333", "5555", (Kind::Bomb, 5, 0)),
            ("huanle,packs=2", "66667", "55555", (Kind::Rocket, 0, 0)),
            ("huanle,packs=2", "4444466666", "55555", (Kind::Bomb, 5, 3)),
            ("huanle,packs=2", "3333333", "555555", (Kind::Bomb, 7, 0)),
            ("huanle,packs=2", "33333333", "5555555", (Kind::Bomb, 8, 0)),
        ] {
            let rules: Ruleset = rules.parse().expect("rules");
            let position = at([hand, "9"], 1, Some((last, 2)), &rules);
            let found = Keys::new(&rules).to_beat(&position).expect("something to answer");
            assert_eq!((found.kind, found.len, found.from), (kind, len, from), "{hand} on {last}");
        }
    }
}
