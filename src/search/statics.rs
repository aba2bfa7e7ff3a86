//! Static cut-offs: wins that can be seen without search.
//!
//! - A hand that is one combination wins on the lead.
//! - *Control.* Let the other side hold neither bomb nor rocket. A group of equal cards, all I hold of a rank, is a *winner*
//!   if the other side holds no group of that size above it, else a *loser*. On the lead I play my winners, to each of
//!   which the other side must pass, and if then one combination is left I win. Winning trios and quads take losers
//!   along as kickers.
//! - *Recapture.* A winner above all groups of its size on the other side can also take a trick back: I lead a loser,
//!   and whatever the other side plays on it I beat, to lead again. So each such winner pays for one loser of its size, as
//!   long as the other side can't shed its last card on these tricks. A winning pair above all single cards pays for two
//!   single losers instead.
//! - Chains are winners or losers likewise; one that can be beaten must be the last combination.
//! - On an answer the same holds after beating the trick with a winner or a bomb.
//!
//! Two hands only, and only where pairs, trios and bombs may be played. These are sufficient conditions; where they fail
//! nothing is claimed.

use super::facts::{Facts, Groups};
use crate::rules::{Kind, RankMask, Ruleset, Shape};

/// Does the side to move, holding `me` against `them`, win for certain?
pub fn wins(me: &Facts, them: &Facts, trick: Option<Shape>, rules: &Ruleset) -> bool {
    let control = || [Kind::Pair, Kind::Trio, Kind::Bomb].into_iter().all(|kind| rules.kinds.has(kind)) && !them.bomb;
    match trick {
        None => me.one_combo || control() && plans(me, them).any(|plan| plan.leads_to_win(rules)),
        Some(shape) => control() && plans(me, them).any(|plan| plan.answers(shape, rules)),
    }
}

/// The ways to see a hand: as groups only, or with its chains set apart.
fn plans(me: &Facts, them: &Facts) -> impl Iterator<Item = Control> {
    let groups = Control::of(&me.groups, them, [None; 2]);
    let chains = || Control::of(&me.unchained, them, me.chains);
    std::iter::once(groups).chain(me.chains[0].is_some().then(chains))
}

/// Winners and losers among one's groups of one, two and three cards, the other side having no bomb.
#[derive(Clone, Copy)]
struct Control {
    winners: [RankMask; 3],
    losers: [u32; 3],
    /// How many single and pair winners are above all groups of their size on the other side.
    recaptures: [u32; 2],
    /// Pairs among these that are also above all single cards.
    high_pairs: u32,
    quads: u32,
    /// Chains played whole, those that can be beaten counted.
    chains: [Option<Shape>; 2],
    losing_chains: u32,
    /// The highest rank of each size on the other side and all below.
    reach: [RankMask; 3],
    their_cards: u32,
}

impl Control {
    fn of(me: &Groups, them: &Facts, chains: [Option<Shape>; 2]) -> Control {
        let reach = [0, 1, 2].map(|n| them.groups.at_least[n].up_to_highest());
        let groups = [1, 2, 3].map(|n| me.exactly(n));
        let beaten = reach.map(|mask| RankMask(mask.0 >> 1));
        Control {
            winners: [0, 1, 2].map(|n| groups[n] & !beaten[n]),
            losers: [0, 1, 2].map(|n| (groups[n] & beaten[n]).len()),
            recaptures: [0, 1].map(|n| (groups[n] & !reach[n]).len()),
            high_pairs: (groups[1] & !reach[0] & !reach[1]).len(),
            quads: me.at_least[3].len(),
            chains,
            losing_chains: chains.into_iter().flatten().filter(|&chain| beatable(chain, them)).count() as u32,
            reach,
            their_cards: them.cards as u32,
        }
    }

    /// Does the leader win?
    fn leads_to_win(self, rules: &Ruleset) -> bool {
        let [mut solos, mut pairs, trios] = self.losers;
        if trios + self.losing_chains > 1 {
            return false;
        }
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
        // The last combination: the losing trio or chain, else a loser of either size.
        if trios + self.losing_chains == 1 {
            self.pays_for(solos, pairs)
        } else {
            self.pays_for(solos.saturating_sub(1), pairs) || self.pays_for(solos, pairs.saturating_sub(1))
        }
    }

    /// Can these losers be led and each trick be taken back?
    fn pays_for(self, solos: u32, pairs: u32) -> bool {
        let [single, double] = self.recaptures;
        if solos + 2 * pairs >= self.their_cards && solos + pairs > 0 {
            return false;
        }
        let missing = solos.saturating_sub(single).div_ceil(2);
        missing <= self.high_pairs && pairs + missing <= double
    }

    /// Does the answerer win by beating the trick with a winner and leading from there?
    fn answers(self, shape: Shape, rules: &Ruleset) -> bool {
        let size = match shape.kind {
            Kind::Solo => 0,
            Kind::Pair => 1,
            Kind::Trio => 2,
            _ => 3,
        };
        if size < 3 {
            let beating = self.winners[size].above(shape.rank);
            // The cheapest winner that does; a trio played bare takes nothing along.
            if let Some(rank) = { beating }.next() {
                let mut left = self;
                left.winners[size] = left.winners[size] & !RankMask::run(rank, 1);
                if size < 2 && !self.reach[size].has(rank) {
                    left.recaptures[size] -= 1;
                    left.high_pairs -= (size == 1 && !self.reach[0].has(rank)) as u32;
                }
                if left.leads_to_win(rules) {
                    return true;
                }
            }
        }
        // A chain that beats the trick and can't be beaten is as good as led.
        let chain = self.chains.into_iter().flatten().any(|chain| chain.beats(shape));
        if chain && self.losing_chains == 0 && self.leads_to_win(rules) {
            return true;
        }
        let bombs = self.quads > 0 && !matches!(shape.kind, Kind::Bomb | Kind::Rocket);
        bombs && Control { quads: self.quads - 1, ..self }.leads_to_win(rules)
    }
}

/// Does the other side hold a higher chain?
fn beatable(chain: Shape, them: &Facts) -> bool {
    let held = them.groups.at_least[chain.kind.body_copies() as usize - 1];
    !held.run_starts(chain.len).above(chain.rank).is_empty()
}
