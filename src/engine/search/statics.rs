//! Static wins: wins that are seen without search, and the facts that they rest on.
//!
//! - *One combination.* A hand that is one combination wins on the lead.
//! - *Sure groups.* Let the other side hold neither bomb nor rocket. Take all cards that the mover holds of one rank. This
//!   group is *sure* if the other side holds no group of that size above it. Otherwise it is *beatable*. The mover leads its
//!   sure groups, and the other side must pass each time. If one combination is left then, the mover wins. Sure trios and
//!   quads take beatable groups along as kickers.
//! - *Quick tricks.* A sure group above all groups of its size on the other side can also take back a trick: the mover leads
//!   a beatable group, the other side beats it, the mover beats that with the quick trick and leads again. So each quick
//!   trick pays for one beatable group of its size, as long as the other side can't shed its last card on these tricks. A
//!   pair above all single cards pays for two beatable single cards instead.
//! - *Chains.* Chains are sure or beatable in the same way. A beatable chain must be the last combination.
//! - *Answers.* The same holds for the player to answer, once it has beaten the trick with a sure group or a bomb.
//!
//! The rules hold only where pairs, trios and bombs may be played. They are sufficient, not necessary: a position without a
//! static win may still be won.
//!
//! **Three hands.** *A farmer* plays against the landlord alone, and its partner always passes, which it may. Then the game
//! is the one of two hands: whatever the farmer leads or answers with, only the landlord may beat it, and after that the
//! farmer answers before anybody leads. It does not matter whose card the farmer answers, its partner's or the landlord's.
//! *The landlord* plays against both farmers ([`Farmers`]). A group is sure if neither farmer beats it, so of both hands the
//! better one counts, size by size. Their cards are never added up: a combination comes from one hand. When the landlord
//! leads a beatable group, each farmer plays on it once at most before the landlord takes the trick back, with a group that neither
//! beats. So each sheds at most what one opponent would, and neither must shed its last card.

use super::facts::{Facts, RanksByCount};
use crate::rules::{Kind, KindSet, Rank, RankMask, Ruleset, Shape, State};
use crate::tables::{Answers, Need};

/// A win of the side to move that is seen without search.
#[derive(Clone, Copy, Debug)]
pub struct StaticWin(Method);

#[derive(Clone, Copy, Debug)]
enum Method {
    /// The whole hand is one combination and is played.
    OneCombination,
    /// The side to move leads sure groups and takes every other trick back.
    QuickTricks(Plan),
}

/// The cards with which the side to move leads and takes tricks back.
#[derive(Clone, Copy, Debug)]
struct Plan {
    count: TrickCount,
    needed: QuickTricksNeeded,
    /// The lowest rank of the body that beats the trick. `None` on the lead, and where a bomb beats it.
    answer: Option<Rank>,
}

/// How many quick tricks a plan needs, by their cards.
#[derive(Clone, Copy, Debug)]
struct QuickTricksNeeded {
    /// A single card takes back the trick of a beatable single card.
    singles: u32,
    /// A pair above all single cards takes back the tricks of two beatable single cards.
    high_pairs: u32,
    /// A pair takes back the trick of a beatable pair.
    pairs: u32,
    /// Every group is sure. Then one of them is the last combination, and that one need not win its trick.
    sure_left_for_last: bool,
}

/// What can beat the mover's groups.
trait Opposition {
    /// As [`Facts::up_to_highest`].
    fn up_to_highest(&self) -> [RankMask; 3];
    /// The cards of the hand that is shed first.
    fn cards(&self) -> u32;
    /// Is there a bomb or a rocket?
    fn bomb(&self) -> bool;
    /// The ranks at which a chain of `len` ranks with `copies` cards each can start.
    fn run_starts(&self, copies: u8, len: u8) -> RankMask;
}

/// One opponent: with two hands, and for a farmer the landlord.
impl Opposition for Facts {
    fn up_to_highest(&self) -> [RankMask; 3] {
        self.up_to_highest
    }

    fn cards(&self) -> u32 {
        self.cards as u32
    }

    fn bomb(&self) -> bool {
        self.bomb
    }

    fn run_starts(&self, copies: u8, len: u8) -> RankMask {
        self.groups.at_least[copies as usize - 1].run_starts(len)
    }
}

/// Both farmers, against the landlord.
struct Farmers<'a>([&'a Facts; 2]);

impl Opposition for Farmers<'_> {
    fn up_to_highest(&self) -> [RankMask; 3] {
        let [one, other] = self.0;
        [0, 1, 2].map(|n| one.up_to_highest[n] | other.up_to_highest[n])
    }

    fn cards(&self) -> u32 {
        let [one, other] = self.0;
        one.cards.min(other.cards) as u32
    }

    fn bomb(&self) -> bool {
        self.0.iter().any(|farmer| farmer.bomb)
    }

    fn run_starts(&self, copies: u8, len: u8) -> RankMask {
        let [one, other] = self.0.map(|farmer| farmer.run_starts(copies, len));
        one | other
    }
}

/// The kinds without which groups can't be played whole.
const NEEDED: KindSet = KindSet::EMPTY.with(Kind::Pair).with(Kind::Trio).with(Kind::Bomb);

/// The win of the side to move, if one is seen without search. The hands are in seat order. Whatever is asked of the position, this
/// is a win of the game itself.
pub fn static_win<const SEATS: usize>(
    position: &State<SEATS>,
    hands: &[&Facts; SEATS],
    rules: &Ruleset,
) -> Option<StaticWin> {
    let me = position.to_move();
    let trick = position.trick().map(|trick| trick.shape);
    match me {
        0 if SEATS > 2 => win_against(hands[me], &Farmers([hands[1], hands[SEATS - 1]]), trick, rules),
        0 => win_against(hands[me], hands[1], trick, rules),
        _ => win_against(hands[me], hands[0], trick, rules),
    }
}

/// As [`static_win`], for a position with a goal. The other side wins the question by winning the game. The side that the question is
/// about must also double: here only by leading its whole hand.
#[cold]
#[inline(never)]
pub fn static_win_to_goal<const SEATS: usize>(
    position: &State<SEATS>,
    hands: &[&Facts; SEATS],
    rules: &Ruleset,
) -> Option<StaticWin> {
    if position.goal().side() != position.side_to_move() {
        return static_win(position, hands, rules);
    }
    let me = hands[position.to_move()];
    if position.trick().is_some() || !me.one_combo {
        return None;
    }
    // A combination that is a bomb for one reading is one for all.
    let ranks = me.hand.ranks();
    let kind = match me.bomb {
        true if ranks.len() == 1 => Kind::Bomb,
        true if ranks == RankMask::JOKERS => Kind::Rocket,
        _ => Kind::Solo,
    };
    let goal = position.goal().after(position.to_move(), kind);
    (!goal.is_missed_by(position.side_to_move())).then_some(StaticWin(Method::OneCombination))
}

fn win_against(me: &Facts, them: &impl Opposition, trick: Option<Shape>, rules: &Ruleset) -> Option<StaticWin> {
    if trick.is_none() && me.one_combo {
        return Some(StaticWin(Method::OneCombination));
    }
    if them.bomb() || !rules.kinds.has_all(NEEDED) {
        return None;
    }
    let plan = |count: TrickCount| match trick {
        None => count.leads_to_win(them, rules).map(|needed| Plan { count, needed, answer: None }),
        Some(shape) => count.answers(shape, them, rules),
    };
    let groups = plan(TrickCount::of(&me.groups, them, [None; 2]));
    let chains = || plan(TrickCount::of(&me.unchained, them, me.chains));
    let plan = groups.or_else(|| me.chains[0].and_then(|_| chains()))?;
    Some(StaticWin(Method::QuickTricks(plan)))
}

impl StaticWin {
    /// Adds the facts that this win of the side to move rests on, and returns its answer to the trick. The hands are in seat
    /// order.
    pub fn add_need<const SEATS: usize>(
        &self,
        position: &State<SEATS>,
        hands: &[&Facts; SEATS],
        need: &mut Need<SEATS>,
    ) -> Answers<SEATS> {
        let (me, mut answers) = (position.to_move(), [0; SEATS]);
        let opponent = position.side_to_move().opponent();
        let them = || (0..SEATS).filter(|&seat| State::<SEATS>::side(seat) == opponent);
        let Method::QuickTricks(Plan { count, needed, answer }) = &self.0 else { return answers };
        let [solos, pairs, trios] = count.sure;
        let mut last = if needed.sure_left_for_last { solos | pairs | trios } else { RankMask::EMPTY };
        if let Some(rank) = *answer {
            last = last & !RankMask::run(rank, 1);
            answers[me] = 1 << rank.index();
        }
        // The lowest sure group is left for last: it would need the most facts.
        let last = last.lowest().map_or(RankMask::EMPTY, |rank| RankMask::run(rank, 1));
        let high = highest(count.high_pairs, needed.high_pairs);
        // A chain that can be beaten is the last combination, and rests on nothing.
        let is_sure = |chain: &Shape| !them().any(|seat| is_beatable(*chain, hands[seat]));
        let chains = count.chains.map(|chain| chain.filter(is_sure));
        for seat in them() {
            let held = &hands[seat].groups.at_least;
            for (&sure, &held) in count.sure.iter().zip(held) {
                need.compare((seat, held), (me, sure & !last));
            }
            for chain in chains.into_iter().flatten() {
                need.compare((seat, rivals(chain, hands[seat])), (me, RankMask::run(chain.rank, 1)));
            }
            let mut above = |mine: RankMask, theirs: RankMask| need.compare((me, mine), (seat, theirs));
            above(highest(count.quick_tricks[0], needed.singles), held[0]);
            above(high, held[0] | held[1]);
            above(highest(count.quick_tricks[1] & !high, needed.pairs), held[1]);
        }
        answers
    }
}

/// Sure and beatable groups of one, two and three cards in the mover's hand. The other side has no bomb.
#[derive(Clone, Copy, Debug)]
struct TrickCount {
    sure: [RankMask; 3],
    beatable: [u32; 3],
    /// The single cards and the pairs above all groups of their size on the other side.
    quick_tricks: [RankMask; 2],
    /// The pairs among these that are also above all single cards of the other side.
    high_pairs: RankMask,
    quads: u32,
    /// The chains that are played as such.
    chains: [Option<Shape>; 2],
    /// How many of these can be beaten.
    beatable_chains: u32,
}

impl TrickCount {
    fn of(me: &RanksByCount, them: &impl Opposition, chains: [Option<Shape>; 2]) -> TrickCount {
        let up_to_highest = them.up_to_highest();
        let groups = [1, 2, 3].map(|n| me.exactly(n));
        let beaten = up_to_highest.map(|mask| RankMask(mask.0 >> 1));
        let pairs = groups[1] & !up_to_highest[1];
        TrickCount {
            sure: [0, 1, 2].map(|n| groups[n] & !beaten[n]),
            beatable: [0, 1, 2].map(|n| (groups[n] & beaten[n]).len()),
            quick_tricks: [groups[0] & !up_to_highest[0], pairs],
            high_pairs: pairs & !up_to_highest[0],
            quads: me.at_least[3].len(),
            chains,
            beatable_chains: chains.into_iter().flatten().filter(|&chain| is_beatable(chain, them)).count() as u32,
        }
    }

    /// The quick tricks with which the leader wins; `None` if no win is seen.
    fn leads_to_win(&self, them: &impl Opposition, rules: &Ruleset) -> Option<QuickTricksNeeded> {
        let [mut solos, mut pairs, trios] = self.beatable;
        if trios + self.beatable_chains > 1 {
            return None;
        }
        let mut kicker_slots = self.sure[2].len() + trios;
        if rules.kinds.has(Kind::TrioSolo) {
            let taken = kicker_slots.min(solos);
            solos -= taken;
            kicker_slots -= taken;
        }
        if rules.kinds.has(Kind::TrioPair) {
            pairs -= kicker_slots.min(pairs);
        }
        // With two packs a group may have more than four cards, and some would stay behind.
        let mut quads = if rules.packs == 1 { self.quads } else { 0 };
        while quads > 0 && rules.kinds.has(Kind::FourTwoSolo) && solos >= 2 {
            (quads, solos) = (quads - 1, solos - 2);
        }
        while quads > 0 && rules.kinds.has(Kind::FourTwoPair) && pairs >= 2 {
            (quads, pairs) = (quads - 1, pairs - 2);
        }
        // The last combination is the beatable trio or chain. If there is none, it is a single or a pair.
        let pays = |solos, pairs| self.pays_for(solos, pairs, them);
        if trios + self.beatable_chains == 1 {
            pays(solos, pairs)
        } else {
            let needed = pays(solos.saturating_sub(1), pairs).or_else(|| pays(solos, pairs.saturating_sub(1)))?;
            Some(QuickTricksNeeded { sure_left_for_last: solos + pairs == 0, ..needed })
        }
    }

    /// The quick tricks that take back the tricks of these beatable groups; `None` if there are too few.
    fn pays_for(&self, solos: u32, pairs: u32, them: &impl Opposition) -> Option<QuickTricksNeeded> {
        if solos + 2 * pairs >= them.cards() {
            return None;
        }
        let singles = solos.min(self.quick_tricks[0].len());
        let high_pairs = (solos - singles).div_ceil(2);
        let needed = QuickTricksNeeded { singles, high_pairs, pairs, sure_left_for_last: false };
        (high_pairs <= self.high_pairs.len() && pairs + high_pairs <= self.quick_tricks[1].len()).then_some(needed)
    }

    /// The plan of the player to answer: beat the trick with a sure group or a bomb, then lead.
    fn answers(&self, shape: Shape, them: &impl Opposition, rules: &Ruleset) -> Option<Plan> {
        let size = match shape.kind {
            Kind::Solo => 0,
            Kind::Pair => 1,
            Kind::Trio => 2,
            _ => 3,
        };
        if size < 3 {
            let beating = self.sure[size].above(shape.rank);
            // The lowest sure group that beats the trick. A trio takes no kicker along here.
            if let Some(rank) = beating.lowest() {
                let others = !RankMask::run(rank, 1);
                let mut left = *self;
                left.sure[size] = left.sure[size] & others;
                if size < 2 {
                    left.quick_tricks[size] = left.quick_tricks[size] & others;
                }
                if size == 1 {
                    left.high_pairs = left.high_pairs & others;
                }
                if let Some(needed) = left.leads_to_win(them, rules) {
                    // The facts that the win needs include this group, too.
                    let count = TrickCount { sure: self.sure, ..left };
                    return Some(Plan { count, needed, answer: Some(rank) });
                }
            }
        }
        // A chain that beats the trick and can't be beaten: the plan is the same as if it were led.
        let chain = self.chains.into_iter().flatten().find(|chain| chain.beats(shape));
        if let Some(chain) = chain
            && self.beatable_chains == 0
            && let Some(needed) = self.leads_to_win(them, rules)
        {
            return Some(Plan { count: *self, needed, answer: Some(chain.rank) });
        }
        let bombs = self.quads > 0 && !matches!(shape.kind, Kind::Bomb | Kind::Rocket);
        let left = bombs.then(|| TrickCount { quads: self.quads - 1, ..*self })?;
        left.leads_to_win(them, rules).map(|needed| Plan { count: left, needed, answer: None })
    }
}

/// The ranks at which the other side can start a chain of this kind and length.
fn rivals(chain: Shape, them: &impl Opposition) -> RankMask {
    them.run_starts(chain.kind.body_copies(), chain.len)
}

/// Does the other side hold a higher chain?
fn is_beatable(chain: Shape, them: &impl Opposition) -> bool {
    !rivals(chain, them).above(chain.rank).is_empty()
}

/// The `count` highest of these ranks.
fn highest(mut ranks: RankMask, count: u32) -> RankMask {
    while ranks.len() > count {
        ranks = ranks.without_lowest();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Goal, parse_cards};
    use crate::search::FactsMemo;
    use crate::tables::strength::{Outline, Strength};

    fn facts(hands: [&str; 2], rules: &Ruleset) -> [Facts; 2] {
        let mut memo = FactsMemo::new(rules, &crate::tuning::Tuning::DEFAULT);
        hands.map(|hand| memo.of(parse_cards(hand).expect("cards")))
    }

    fn outline(hands: &[Facts; 2]) -> Outline<'_, 2> {
        let layouts = hands.each_ref().map(|facts| &facts.layout);
        Outline { layouts, to_move: 0, owner: None, to_beat: None }
    }

    fn is_at_least(strength: &Strength, least: &Strength) -> bool {
        strength.words.iter().zip(&least.words).all(|(bits, least)| least & !bits == 0)
    }

    /// The entry of a win on the lead decides its own position. It does not decide `lost`, which has the same structure but
    /// lacks a fact.
    #[track_caller]
    fn covers(won: [&str; 2], lost: [&str; 2]) {
        let rules = Ruleset::default();
        let hands = facts(won, &rules);
        let position = State::<2>::parse(won, None, &rules).expect("a position");
        let win = static_win(&position, &hands.each_ref(), &rules).expect("a static win");
        let mut need = Need::default();
        win.add_need(&position, &hands.each_ref(), &mut need);
        let least = outline(&hands).entry(&need, true, false);
        assert!(is_at_least(&outline(&hands).strength(), &least), "{won:?} covers itself");
        let other = facts(lost, &rules);
        assert_eq!(outline(&hands).structure(Goal::WIN), outline(&other).structure(Goal::WIN), "{won:?} {lost:?}");
        assert!(!is_at_least(&outline(&other).strength(), &least), "{won:?} covers {lost:?}");
    }

    fn wins<const SEATS: usize>(hands: [&str; SEATS]) -> bool {
        let rules = Ruleset::default();
        let position = State::<SEATS>::parse(hands, None, &rules).expect("a position");
        let mut memo = FactsMemo::new(&rules, &crate::tuning::Tuning::DEFAULT);
        let facts = position.hands().map(|hand| memo.of(hand));
        static_win(&position, &facts.each_ref(), &rules).is_some()
    }

    #[test]
    fn four_equal_cards_take_two_losers_along_once() {
        assert!(wins(["3333456", "QQKKAA"]), "two single cards");
        assert!(!wins(["33334568", "QQKKAA"]), "two of four");
        assert!(!wins(["33334568 9A", "QQKKTT"]), "two of five, and the ace takes back one trick");
        assert!(wins(["333345 68A", "QQKKTT"]), "two of four, and the ace takes back one trick");
        assert!(wins(["33334455 6", "QQKKAA"]), "two pairs");
        assert!(!wins(["55553377 99JJ", "QQKKAA2"]), "two of four pairs");
        assert!(!wins(["55553377 99JJQQAA", "TTKK888"]), "two of five pairs, and the aces take back one trick");
        assert!(wins(["55553377 99JJAA", "TTKK888"]), "two of four pairs, and the aces take back one trick");
    }

    #[test]
    fn both_farmers_count_against_the_landlord() {
        assert!(wins(["34A", "5566", "78"]));
        assert!(!wins(["34A", "5566", "7"]), "a farmer sheds its last card on the first trick");
        assert!(!wins(["34A", "7", "5566"]));
        assert!(!wins(["34A", "5566", "72"]), "a farmer beats the ace");
        assert!(!wins(["34A", "72", "5566"]));
        assert!(!wins(["34A", "5566", "7777"]), "a farmer has a bomb");
        assert!(!wins(["34A", "7777", "5566"]));
    }

    #[test]
    fn a_win_needs_its_chain_to_hold() {
        covers(["45678KK", "34567AA"], ["34567KK", "45678AA"]);
        covers(["445566KK", "334455AA"], ["334455KK", "445566AA"]);
    }

    #[test]
    fn a_win_needs_its_sure_groups_to_be_sure() {
        covers(["3A", "4Q"], ["3Q", "4A"]);
        covers(["3AA", "4QQ"], ["3QQ", "4AA"]);
    }

    #[test]
    fn a_win_needs_its_quick_tricks_to_beat_what_they_take_back() {
        covers(["34A", "55KKK"], ["34A", "55AAA"]);
        covers(["3344QQ", "55JJ6"], ["3344QQ", "55QQ6"]);
        // A pair takes back the trick of one of two beatable single cards. The other one is the last combination.
        covers(["345QQ", "66JJ9T"], ["345QQ", "66QQ9T"]);
    }
}
