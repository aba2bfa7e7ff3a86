//! The legal combinations of a hand: all on the lead, or those that beat a given shape.
//!
//! The listener gets each combination as it is found and may stop the generation. So "is there any?" and "take the first
//! good one" take no more work than they need. Bodies come from run masks. Kickers are enumerated for each body, rank by
//! rank. In a rich hand most combinations differ only in their kickers, and most of these are not better than others. A
//! caller can leave them out with a [`KickerOrder`].

use super::card::{Rank, RankMask};
use super::combo::{Combo, Kind, Shape};
use super::hand::Hand;
use super::ruleset::Ruleset;
use std::ops::ControlFlow;

/// Which kickers may be left out: higher ones while a lower equivalent one stays in the hand.
///
/// Kickers are chosen from the lowest rank up. Once a rank of `free_singles` is passed over, no rank of `singles` gives a
/// single kicker. Once a rank of `free_pairs` is passed over, no rank of `pairs` gives two cards. The caller must know why
/// this is safe.
///
/// ```
/// use canju_engine::rules::{KickerOrder, Ruleset, for_each_lead, parse_cards};
/// use std::ops::ControlFlow;
/// let leads = |order| {
///     let mut count = 0;
///     let _ = for_each_lead::<()>(parse_cards("4567999").unwrap(), &Ruleset::default(), order, |_| {
///         count += 1;
///         ControlFlow::Continue(())
///     });
///     count
/// };
/// let singles = parse_cards("4567")?.ranks();
/// let lowest_first = KickerOrder { free_singles: singles, singles, ..KickerOrder::default() };
/// assert_eq!((leads(KickerOrder::default()), leads(lowest_first)), (11, 8)); // of 999 with one card only 4999
/// # Ok::<(), canju::rules::CardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KickerOrder {
    /// Ranks with one card that the hand does not need elsewhere, for example in a chain.
    pub free_singles: RankMask,
    /// Ranks with one card.
    pub singles: RankMask,
    /// Ranks with two cards that the hand does not need elsewhere.
    pub free_pairs: RankMask,
    /// Ranks with two cards.
    pub pairs: RankMask,
}

impl KickerOrder {
    /// Is no kicker left out?
    pub fn is_empty(&self) -> bool {
        self.free_singles.is_empty() && self.free_pairs.is_empty()
    }
}

/// Calls `listener` with every combination of `hand` that beats `beating`, or that it can lead, until it breaks.
pub fn for_each_combo<B>(
    hand: Hand,
    beating: Option<Shape>,
    rules: &Ruleset,
    order: KickerOrder,
    listener: impl FnMut(Combo) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match beating {
        None => for_each_lead(hand, rules, order, listener),
        Some(shape) => for_each_answer(hand, shape, rules, order, listener),
    }
}

/// As [`for_each_combo`] with no kicker left out. For other crates: the generator is compiled here, once, and not for each listener.
pub fn visit_combos<B>(
    hand: Hand,
    beating: Option<Shape>,
    rules: &Ruleset,
    listener: impl FnMut(Combo) -> ControlFlow<B>,
) -> ControlFlow<B> {
    fn visit(hand: Hand, beating: Option<Shape>, rules: &Ruleset, listener: Listener<Combo>) -> ControlFlow<()> {
        for_each_combo(hand, beating, rules, KickerOrder::default(), listener)
    }
    without_value(listener, |listener| visit(hand, beating, rules, listener))
}

/// Is called with items until it breaks.
pub(super) type Listener<'a, T> = &'a mut dyn FnMut(T) -> ControlFlow<()>;

/// Calls `visit` with a listener of one type for all, and returns what `listener` broke with.
pub(super) fn without_value<T, B>(
    mut listener: impl FnMut(T) -> ControlFlow<B>,
    visit: impl FnOnce(Listener<T>) -> ControlFlow<()>,
) -> ControlFlow<B> {
    let mut broken = None;
    let _ = visit(&mut |item| match listener(item) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(value) => {
            broken = Some(value);
            ControlFlow::Break(())
        }
    });
    broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

/// Calls `listener` with every combination `hand` can lead, until it breaks.
pub fn for_each_lead<B>(
    hand: Hand,
    rules: &Ruleset,
    order: KickerOrder,
    mut listener: impl FnMut(Combo) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let generator = Generator { hand, rules, order };
    for kind in Kind::ALL {
        if !rules.kinds.has(kind) {
            continue;
        }
        match kind {
            Kind::Bomb => generator.bombs(None, &mut listener)?,
            Kind::Rocket => generator.rocket(&mut listener)?,
            _ => {
                let longest = if kind.is_chain() { 12 } else { 1 };
                for len in rules.min_len(kind)..=longest {
                    let starts = generator.starts(kind, len);
                    if starts.is_empty() {
                        break;
                    }
                    generator.bodies(kind, len, starts, &mut listener)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Calls `listener` with every combination of `hand` that beats `shape`, until it breaks. `pass` is not among them.
pub fn for_each_answer<B>(
    hand: Hand,
    shape: Shape,
    rules: &Ruleset,
    order: KickerOrder,
    mut listener: impl FnMut(Combo) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let generator = Generator { hand, rules, order };
    match shape.kind {
        Kind::Rocket => return ControlFlow::Continue(()),
        Kind::Bomb => {}
        kind => {
            let starts = generator.starts(kind, shape.len).above(shape.rank);
            generator.bodies(kind, shape.len, starts, &mut listener)?;
        }
    }
    if rules.kinds.has(Kind::Bomb) {
        generator.bombs((shape.kind == Kind::Bomb).then_some(shape), &mut listener)?;
    }
    if rules.kinds.has(Kind::Rocket) {
        generator.rocket(&mut listener)?;
    }
    ControlFlow::Continue(())
}

/// Has `hand` a combination that beats `shape`?
///
/// Rank masks nearly always give the answer. The generator is only asked if there is a body and its kickers are in doubt.
pub fn can_answer(hand: Hand, shape: Shape, rules: &Ruleset) -> bool {
    let kind = shape.kind;
    if kind == Kind::Rocket {
        return false;
    }
    let copies = kind.body_copies();
    if matches!(kind, Kind::Solo | Kind::Pair | Kind::Trio) && hand.spread(copies) >> 4 >> (4 * shape.rank.index()) != 0
    {
        return true;
    }
    if hand.has_rocket() && rules.kinds.has(Kind::Rocket) && hand.contains(Hand::of_each(RankMask::JOKERS, rules.packs))
    {
        return true;
    }
    let bomb = rules.kinds.has(Kind::Bomb) && hand.spread(4) != 0;
    match kind {
        Kind::Solo | Kind::Pair | Kind::Trio => return bomb,
        Kind::Bomb if !bomb => return false,
        Kind::Bomb => {}
        _ if bomb => return true,
        kind => {
            let generator = Generator { hand, rules, order: KickerOrder::default() };
            let starts = generator.starts(kind, shape.len).above(shape.rank);
            let size = shape.len * copies + kind.kickers(shape.len) * kind.kicker_copies();
            if starts.is_empty() || hand.len() < size as u32 {
                return false;
            }
            if kind.kicker_copies() == 0 {
                return true;
            }
        }
    }
    for_each_answer(hand, shape, rules, KickerOrder::default(), |_| ControlFlow::Break(())).is_break()
}

/// All combinations of `hand`, by kind, length, rank and kickers; with `beating` only those that beat that shape.
///
/// ```
/// use canju::rules::{combos, parse_cards, Ruleset};
/// let moves = combos(parse_cards("3444").unwrap(), None, &Ruleset::default());
/// let moves: Vec<_> = moves.iter().map(|combo| combo.to_string()).collect();
/// assert_eq!(moves, ["3", "4", "44", "444", "3444"]);
/// ```
pub fn combos(hand: Hand, beating: Option<Shape>, rules: &Ruleset) -> Vec<Combo> {
    let mut found = Vec::new();
    let push = |combo| {
        found.push(combo);
        ControlFlow::<()>::Continue(())
    };
    let _ = for_each_combo(hand, beating, rules, KickerOrder::default(), push);
    found
}

/// A combination of this shape made of cards of `hand`, its first by kickers; `None` if there is none.
pub fn combo_of_shape(hand: Hand, shape: Shape, rules: &Ruleset) -> Option<Combo> {
    let bare = Combo::bare(shape.kind, shape.len, shape.rank);
    if !rules.kinds.has(shape.kind) || !hand.contains(bare.cards) {
        return None;
    }
    let generator = Generator { hand, rules, order: KickerOrder::default() };
    let starts = RankMask::run(shape.rank, 1);
    match generator.bodies(shape.kind, shape.len, starts, &mut ControlFlow::Break) {
        ControlFlow::Break(combo) => Some(combo),
        ControlFlow::Continue(()) => None,
    }
}

struct Generator<'a> {
    hand: Hand,
    rules: &'a Ruleset,
    order: KickerOrder,
}

impl Generator<'_> {
    /// The ranks at which a body of this kind and length can start.
    #[inline(always)]
    fn starts(&self, kind: Kind, len: u8) -> RankMask {
        let held = self.hand.at_least(kind.body_copies());
        if kind.is_chain() { held.run_starts(len) } else { held }
    }

    fn bodies<B>(
        &self,
        kind: Kind,
        len: u8,
        starts: RankMask,
        listener: &mut impl FnMut(Combo) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for rank in starts {
            let bare = Combo::bare(kind, len, rank);
            let mut with = |kickers| listener(Combo { cards: bare.cards.plus_unchecked(kickers), ..bare });
            match kind.kicker_copies() {
                0 => with(Hand::EMPTY)?,
                copies => {
                    let body = bare.shape.body();
                    let ranks = self.hand.at_least(copies) & !body;
                    self.kickers(copies, kind.kickers(len), ranks, body, Choice::default(), &mut with)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Extends `choice` in every way by `missing` more kickers of `copies` cards each, from `ranks`.
    fn kickers<B>(
        &self,
        copies: u8,
        missing: u8,
        ranks: RankMask,
        body: RankMask,
        choice: Choice,
        listener: &mut impl FnMut(Hand) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if missing == 0 {
            return listener(choice.cards);
        }
        let Some(rank) = ranks.lowest() else { return ControlFlow::Continue(()) };
        let held = self.hand.count(rank) / copies;
        let most = if copies == 1 { self.rules.most_wings(rank, body) } else { self.rules.most_pairs() };
        let second_joker = rank == Rank::BIG_JOKER && choice.cards.count(Rank::SMALL_JOKER) > 0;
        let most = if second_joker && !self.rules.both_jokers_as_kickers { 0 } else { most.min(held).min(missing) };
        for n in (0..=most).rev() {
            let cards = n * copies;
            if choice.passed_single && cards == 1 && self.order.singles.has(rank)
                || choice.passed_pair && cards == 2 && self.order.pairs.has(rank)
            {
                continue;
            }
            let choice = Choice {
                cards: choice.cards.plus_unchecked(Hand::of_unchecked(rank, cards)),
                passed_single: choice.passed_single || cards == 0 && self.order.free_singles.has(rank),
                passed_pair: choice.passed_pair || cards == 0 && self.order.free_pairs.has(rank),
            };
            self.kickers(copies, missing - n, ranks.without_lowest(), body, choice, listener)?;
        }
        ControlFlow::Continue(())
    }

    /// The bombs, smaller ones first; with `beaten` only those that beat it.
    fn bombs<B>(&self, beaten: Option<Shape>, listener: &mut impl FnMut(Combo) -> ControlFlow<B>) -> ControlFlow<B> {
        for len in 4..=4 * self.rules.packs {
            for rank in self.hand.at_least(len) {
                let bomb = Combo::bare(Kind::Bomb, len, rank);
                if beaten.is_none_or(|shape| bomb.shape.beats(shape)) {
                    listener(bomb)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn rocket<B>(&self, listener: &mut impl FnMut(Combo) -> ControlFlow<B>) -> ControlFlow<B> {
        let rocket = Combo::bare(Kind::Rocket, 2 * self.rules.packs, Rank::SMALL_JOKER);
        if self.hand.contains(rocket.cards) { listener(rocket) } else { ControlFlow::Continue(()) }
    }
}

/// The kickers chosen so far, and whether free ones were passed over.
#[derive(Clone, Copy, Default)]
struct Choice {
    cards: Hand,
    passed_single: bool,
    passed_pair: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_cards;
    use proptest::prelude::*;

    /// Few ranks, so that groups, chains and bombs are frequent: 3 to 8, the 2 and the jokers.
    fn hand() -> impl Strategy<Value = Hand> {
        prop::array::uniform9(0u8..=4).prop_map(|counts| {
            let ranks = (0..6).map(Rank::from_index).chain([Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER]);
            let held = |(rank, n): (Rank, u8)| Hand::of(rank, if rank.is_joker() { n / 3 } else { n });
            ranks.zip(counts).map(held).fold(Hand::EMPTY, Hand::plus)
        })
    }

    const RULES: [&str; 6] =
        ["huanle", "pagat", "huanle,-bomb", "huanle,-rocket", "huanle,-trio_solo,-trio_pair", "huanle,packs=2"];

    fn rules() -> impl Strategy<Value = Ruleset> {
        prop::sample::select(&RULES[..]).prop_map(|text| text.parse().expect("rules"))
    }

    proptest! {
        #[test]
        fn answers_are_told_without_generating_them(hand in hand(), table in hand(), rules in rules()) {
            for combo in combos(table, None, &rules) {
                let answers = combos(hand, Some(combo.shape), &rules);
                prop_assert!(answers.iter().all(|answer| answer.shape.beats(combo.shape)));
                prop_assert_eq!(can_answer(hand, combo.shape, &rules), !answers.is_empty(), "{} {}", hand, combo);
            }
        }

        #[test]
        fn a_shape_is_made_of_held_cards(hand in hand(), table in hand(), rules in rules()) {
            let held = combos(hand, None, &rules);
            for combo in combos(table, None, &rules) {
                let first = held.iter().find(|held| held.shape == combo.shape).copied();
                prop_assert_eq!(combo_of_shape(hand, combo.shape, &rules), first, "{} {}", hand, combo);
            }
        }
    }

    #[test]
    fn a_banned_shape_is_made_of_no_cards() {
        let hand = parse_cards("3334").expect("cards");
        let shape = Shape { kind: Kind::TrioSolo, len: 1, rank: Rank::THREE };
        assert!(combo_of_shape(hand, shape, &Ruleset::default()).is_some());
        assert_eq!(combo_of_shape(hand, shape, &"huanle,-trio_solo".parse().expect("rules")), None);
    }

    /// Once the pair of 3 is passed over, no other pair is a kicker. A free pair that is taken is not passed over.
    #[test]
    fn pairs_are_left_out_like_single_cards() {
        let leads = |cards, kind| {
            let hand: Hand = parse_cards(cards).expect("cards");
            let pairs = hand.exactly(2);
            let order = KickerOrder { free_pairs: pairs, pairs, ..KickerOrder::default() };
            let mut found = Vec::new();
            let _ = for_each_lead::<()>(hand, &Ruleset::default(), order, |combo| {
                found.extend((combo.shape.kind == kind).then(|| combo.to_string()));
                ControlFlow::Continue(())
            });
            found
        };
        assert_eq!(leads("334455777", Kind::TrioPair), ["33777"]);
        assert_eq!(leads("3344557779", Kind::TrioSolo), ["3777", "4777", "5777", "7779"], "single cards of pairs stay");
        assert_eq!(leads("334455777888", Kind::TrioPairChain), ["3344777888"]);
    }

    #[test]
    fn no_kicker_is_left_out_if_none_is_free() {
        let (none, some) = (KickerOrder::default(), RankMask::JOKERS);
        assert!(none.is_empty() && KickerOrder { singles: some, pairs: some, ..none }.is_empty());
        assert!(!KickerOrder { free_singles: some, ..none }.is_empty());
        assert!(!KickerOrder { free_pairs: some, ..none }.is_empty());
    }
}
