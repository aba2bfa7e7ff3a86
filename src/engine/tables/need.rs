//! Needs: the facts that a proof rests on, built from the end of the game backwards.
//!
//! A proof seldom uses all facts of its position (`strength.rs`). A [`Need`] holds those that it does use, and every position
//! of the structure in which they hold has the same verdict. The search builds needs one move at a time, from the end of the
//! game backwards. This is Ginsberg's partition search (AAAI 1996).
//!
//! A fact says whether a group of one hand beats a group of another one. Only facts that favour the winning side are ever
//! needed. So a fact about a winner's group says that it beats the other one, and a fact about a loser's group says that it
//! does not. With three hands there are facts between the two farmers as well: if they win, that one of them can take the
//! trick from the other; if they lose, that it can't.
//!
//! **An example.** The loser leads from `67Q` against the winner's `5K`. Take the loser's move 6 and the winner's
//! answer K.
//!
//! 1. After the K the loser holds 7 and Q and must pass. The winner leads its last card, the 5. That needs no fact.
//! 2. Back over the winner's K ([`Need::step_back`]): the loser must not be able to beat it. So neither 7 nor Q beats K. The K
//!    is also the winner's answer to the trick ([`Need::add_answer`]), so it must be high enough for the trick.
//! 3. Back over the loser's 6: the trick is this 6, so "high enough for the trick" becomes "K beats 6".
//!
//! The winner answers the 7 and the Q in the same way. A loss needs an answer to every move, so the needs of the three
//! moves are joined ([`Need::join`]): K beats 6, 7 and Q. No fact is about the 5. So a leader with three loose single
//! cards loses to two loose single cards if one of these is above all three: `89J` loses to `3Q`, too.

use super::to_beat::ToBeat;
use crate::rules::{Kind, RankMask, Shape, Side, State};

/// The facts that a proof rests on, about the ranks of one position.
///
/// [`Outline::entry`](super::strength::Outline::entry) turns a need into an entry of the partition table,
/// [`Outline::need`](super::strength::Outline::need) turns an entry back into a need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Need<const SEATS: usize> {
    /// `beaten[x][y][r]`: the ranks of seat `y` for which it matters whether they beat rank `r` of seat `x`.
    pub(super) beaten: [[[u16; 16]; SEATS]; SEATS],
    /// What must be high enough for the trick.
    pub(super) high: Answers<SEATS>,
}

impl<const SEATS: usize> Default for Need<SEATS> {
    fn default() -> Self {
        Need { beaten: [[[0; 16]; SEATS]; SEATS], high: [0; SEATS] }
    }
}

/// For each seat of the winning side: its ranks that must be high enough for the trick.
pub type Answers<const SEATS: usize> = [u16; SEATS];

/// A move over which a need is carried back.
pub struct Step<'a, const SEATS: usize> {
    /// Who moves.
    pub mover: usize,
    /// What is played; `None` for a pass.
    pub played: Option<Shape>,
    /// The lowest body that beats the trick, before the move and after it with all forced passes.
    pub to_beat: [Option<ToBeat>; 2],
    /// For each hand before the move: its ranks with at least 1, 2, 3 and 4 cards.
    pub at_least: [&'a [RankMask; 4]; SEATS],
}

impl<const SEATS: usize> Need<SEATS> {
    /// Records comparisons of seat `x`'s ranks `these` with seat `y`'s ranks `those`.
    pub fn compare(&mut self, (x, these): (usize, RankMask), (y, those): (usize, RankMask)) {
        those.iter().for_each(|rank| self.beaten[y][x][rank.index()] |= these.0);
    }

    /// Adds the other's comparisons, not its answers.
    pub fn join(&mut self, other: &Need<SEATS>) {
        for x in 0..SEATS {
            for y in (0..SEATS).filter(|&y| y != x) {
                for (mine, theirs) in self.beaten[x][y].iter_mut().zip(&other.beaten[x][y]) {
                    *mine |= theirs;
                }
            }
        }
    }

    /// Takes the answers out: see [`Need::step_back`].
    pub fn take_answers(&mut self) -> Answers<SEATS> {
        std::mem::replace(&mut self.high, [0; SEATS])
    }

    /// Carries a need back over a move and adds it to this one. Its comparisons are already in this need, since a move does
    /// not change them. `answers` are its answers to the trick after the move, and `winner` is the side that wins.
    ///
    /// *A combination.* No loser may gain an answer, even if its partner has played: a loser's body of the same kind and
    /// length that does not beat the combination here must not beat it elsewhere. Bodies that beat it are part of the proof
    /// already. And the winners' answers must beat it: "high enough for the trick" becomes "beats the rank that was
    /// played", unless a bomb or the rocket answers another kind, which it does at any rank.
    ///
    /// *A pass.* The winners' answers are still to the same trick. But if kind and length of the lowest body that beats it
    /// differ, they were bombs, and before the pass a body of the trick's own kind beats it. Then bombs beat it at any
    /// rank. The losers' missing answers before the pass are added when the entry is made.
    pub fn step_back(&mut self, answers: Answers<SEATS>, step: &Step<SEATS>, winner: Side) {
        let [before, after] = step.to_beat.map(|to_beat| to_beat.map(|to_beat| (to_beat.kind, to_beat.len)));
        let Some(shape) = step.played else {
            if SEATS > 2 && before == after {
                self.high.iter_mut().zip(answers).for_each(|(high, answers)| *high |= answers);
            }
            return;
        };
        let answered_in_kind = after == Some((shape.kind, shape.len));
        for (seat, answers) in answers.into_iter().enumerate().filter(|&(seat, _)| seat != step.mover) {
            let about = &mut self.beaten[step.mover][seat][shape.rank.index()];
            if State::<SEATS>::side(seat) != winner {
                let bodies = bodies(shape, step.at_least[seat]);
                *about |= bodies.0 & !bodies.above(shape.rank).0;
            } else if answered_in_kind {
                *about |= answers;
            }
        }
    }

    /// Adds the fact that a winner's move itself rests on: it is high enough for the trick.
    pub fn add_answer(&mut self, step: &Step<SEATS>) {
        if let (Some(shape), Some(to_beat)) = (step.played, step.to_beat[0])
            && (shape.kind, shape.len) == (to_beat.kind, to_beat.len)
        {
            self.high[step.mover] |= 1 << shape.rank.index();
        }
    }
}

/// The ranks at which a hand has a body of this kind and length. `at_least` are its ranks with at least 1, 2, 3 and 4 cards.
fn bodies(shape: Shape, at_least: &[RankMask; 4]) -> RankMask {
    match shape.kind {
        Kind::Rocket => RankMask::EMPTY,
        Kind::Bomb => at_least[3],
        kind if kind.is_chain() => at_least[kind.body_copies() as usize - 1].run_starts(shape.len),
        kind => at_least[kind.body_copies() as usize - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_cards;
    use crate::tables::layout::Layout;
    use crate::tables::strength::Outline;

    const NOTHING: RankMask = RankMask::EMPTY;

    fn ranks(cards: &str) -> RankMask {
        parse_cards(cards).expect("cards").ranks()
    }

    fn solo(card: &str) -> Shape {
        Shape { kind: Kind::Solo, len: 1, rank: ranks(card).lowest().expect("a card") }
    }

    /// The example of the module's head: the loser, seat 0, leads a card of `67Q`, the winner answers with the K of `5K`.
    fn after_lead(played: &str, left: &str) -> Need<2> {
        let solos = Some(ToBeat { kind: Kind::Solo, len: 1, from: 0 });
        let [losers, winners] = [left, "5K"].map(|cards| [ranks(cards), NOTHING, NOTHING, NOTHING]);
        let at_least = [&losers, &winners];
        let mut need = Need::default();
        let answer = Step { mover: 1, played: Some(solo("K")), to_beat: [solos, None], at_least };
        need.step_back([0; 2], &answer, Side::Second);
        need.add_answer(&answer);
        let lead = Step { mover: 0, played: Some(solo(played)), to_beat: [None, solos], at_least };
        let answers = need.take_answers();
        need.step_back(answers, &lead, Side::Second);
        need
    }

    #[test]
    fn a_need_steps_back_over_an_answer_and_a_lead() {
        let mut expected = Need::default();
        expected.compare((0, ranks("7Q")), (1, ranks("K")));
        expected.compare((1, ranks("K")), (0, ranks("6")));
        assert_eq!(after_lead("6", "7Q"), expected);
    }

    /// Over a pass the winners' answers stay those to the same trick, unless only bombs were left to beat it.
    #[test]
    fn a_need_steps_back_over_a_pass() {
        let none = [NOTHING; 4];
        let [solo, bomb] = [(Kind::Solo, 1), (Kind::Bomb, 4)].map(|(kind, len)| Some(ToBeat { kind, len, from: 3 }));
        let after_pass = |to_beat: [Option<ToBeat>; 2]| {
            let mut need = Need::<3>::default();
            need.step_back([0, 0, 7], &Step { mover: 1, played: None, to_beat, at_least: [&none; 3] }, Side::Second);
            need
        };
        assert_eq!(after_pass([solo, solo]), Need { high: [0, 0, 7], ..Need::default() });
        assert_eq!(after_pass([bomb, bomb]), Need { high: [0, 0, 7], ..Need::default() });
        assert_eq!(after_pass([solo, bomb]), Need::default());
    }

    #[test]
    fn a_loss_needs_an_answer_to_every_move() {
        let mut lost = after_lead("6", "7Q");
        lost.join(&after_lead("7", "6Q"));
        lost.join(&after_lead("Q", "67"));
        let layout = |cards: &str| Layout::new(parse_cards(cards).expect("cards"), 0);
        let layouts = |loser: &str, winner: &str| [layout(loser), layout(winner)];
        fn outline(layouts: &[Layout; 2]) -> Outline<'_, 2> {
            Outline { layouts: layouts.each_ref(), to_move: 0, owner: None, to_beat: None }
        }
        let most = outline(&layouts("67Q", "5K")).entry(&lost, false, true);
        let loses = |loser: &str, winner: &str| {
            let strength = outline(&layouts(loser, winner)).strength();
            strength.words.iter().zip(&most.words).all(|(bits, most)| bits & !most == 0)
        };
        assert!(loses("67Q", "5K") && loses("89J", "3Q"));
        assert!(!loses("89J", "TJ") && !loses("8JK", "3Q"));
    }
}
