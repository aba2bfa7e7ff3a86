//! Static cut-offs: wins that can be seen without search.
//!
//! - A hand that is one combination wins on the lead.
//! - *Control.* Let the other side hold neither bomb nor rocket. A group of equal cards, all I hold of a rank, is a winner
//!   if the other side holds no group of that size above it. On the lead I play my winners, to each of which the other
//!   side must pass, and if then at most one combination is left I win. Winning trios and quads take losers along.
//!   A quad beats everything there. On an answer the same holds if a winner that beats the trick is among them.
//!
//! Two hands only, and only where pairs, trios and bombs may be played. These are sufficient conditions; where they fail nothing is claimed.

use super::facts::Facts;
use crate::rules::{Kind, RankMask, Ruleset, Shape};

/// Does the side to move, holding `me` against `them`, win for certain?
pub fn wins(me: &Facts, them: &Facts, trick: Option<Shape>, rules: &Ruleset) -> bool {
    let control = || [Kind::Pair, Kind::Trio, Kind::Bomb].into_iter().all(|kind| rules.kinds.has(kind)) && !them.bomb;
    match trick {
        None => me.one_combo || control() && Control::of(me, them).leads_to_win(rules),
        Some(shape) => control() && Control::of(me, them).answers(shape, rules),
    }
}

/// Winners and losers among one's groups, the other side having no bomb.
#[derive(Clone, Copy)]
struct Control {
    winners: [RankMask; 3],
    losers: [u32; 3],
    quads: u32,
}

impl Control {
    fn of(me: &Facts, them: &Facts) -> Control {
        let mut control = Control { winners: [RankMask::EMPTY; 3], losers: [0; 3], quads: me.at_least[3].len() };
        for n in 0..3 {
            let groups = me.exactly(n + 1);
            let beaten = below_highest(them.at_least[n]);
            control.winners[n] = groups & !beaten;
            control.losers[n] = (groups & beaten).len();
        }
        control
    }

    /// Does the leader win by playing winners and one last combination?
    fn leads_to_win(self, rules: &Ruleset) -> bool {
        let [mut solos, mut pairs, trios] = self.losers;
        if trios > 1 {
            return false;
        }
        // The last combination: the losing trio, else any loser.
        let spare = 1 - trios;
        let mut carriers = self.winners[2].len() + trios;
        if rules.kinds.has(Kind::TrioSolo) {
            let taken = carriers.min(solos);
            solos -= taken;
            carriers -= taken;
        }
        if rules.kinds.has(Kind::TrioPair) {
            pairs -= carriers.min(pairs);
        }
        // With two packs a group of more than four would leave a rest.
        let mut quads = if rules.packs == 1 { self.quads } else { 0 };
        while quads > 0 && rules.kinds.has(Kind::FourTwoSolo) && solos >= 2 {
            (quads, solos) = (quads - 1, solos - 2);
        }
        while quads > 0 && rules.kinds.has(Kind::FourTwoPair) && pairs >= 2 {
            (quads, pairs) = (quads - 1, pairs - 2);
        }
        solos + pairs <= spare
    }

    /// Does the answerer win by beating the trick with a winner and leading from there?
    fn answers(mut self, shape: Shape, rules: &Ruleset) -> bool {
        let copies = match shape.kind {
            Kind::Solo => 1,
            Kind::Pair => 2,
            Kind::Trio => 3,
            _ => 0,
        };
        if copies > 0 {
            let beating = self.winners[copies - 1].above(shape.rank);
            if let Some(rank) = { beating }.next() {
                if copies == 3 {
                    // A bare trio takes nothing along.
                    self.winners[2] = self.winners[2] & !RankMask::run(rank, 1);
                }
                if self.leads_to_win(rules) {
                    return true;
                }
            }
        }
        if self.quads > 0 && !matches!(shape.kind, Kind::Bomb | Kind::Rocket) {
            self.quads -= 1;
            return self.leads_to_win(rules);
        }
        false
    }
}

/// The ranks below the highest of `ranks`.
fn below_highest(ranks: RankMask) -> RankMask {
    RankMask((((1u32 << (16 - ranks.0.leading_zeros())) - 1) >> 1) as u16)
}
