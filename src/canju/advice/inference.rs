//! What passes tell about hidden hands: how likely those of a game are in a deal.
//!
//! Who could have answered a move in kind, and passed, probably held no such answer. Two cases differ in how probably: a pass on an
//! opponent's move, and a farmer's on its partner's. And an answer that takes a 2 or a joker is held back more often than a lower one.
//! [`PASSES`] has how often each is passed on. The likelihood of a deal is the product over all passes of the others: of each that
//! could have been an answer in kind its share, and 1 of the rest. Bombs and the rocket say nothing: they are held back nearly always.
//! Moves that were played say nothing, either: whatever a deal is, those cards were there.
//!
//! The shares are those of players who take advice themselves (`benches/advice/README.md`, "What passes tell"). People and other programs
//! pass on other things, so passes count only where that is asked for.

use crate::advice::question_error::QuestionError;
use crate::advice::seat::Seat;
use canju_engine::rules::{Combo, Hand, Rank, Ruleset, RulesetError, can_answer};

/// How often a move is passed on by who could answer it in kind: by whether the partner played it, and whether each answer takes a 2 or
/// a joker.
const PASSES: [[f64; 2]; 2] = [[0.16, 0.49], [0.44, 0.88]];

/// A pass in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pass {
    /// Who passed.
    pub by: Seat,
    /// On what.
    pub beaten: Combo,
    /// Who had played it.
    pub owner: Seat,
    /// What who passed has played since.
    pub since: Hand,
}

/// The passes of the two others in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Evidence {
    passes: Vec<Pass>,
    /// The rules without bombs and the rocket.
    in_kind: Ruleset,
}

impl Evidence {
    /// What these passes tell whoever sits on this seat.
    pub fn new(seat: Seat, mut passes: Vec<Pass>, rules: &Ruleset) -> Result<Evidence, QuestionError> {
        passes.retain(|pass| pass.by != seat);
        let in_kind = format!("{rules},-bomb,-rocket").parse();
        let in_kind = in_kind.map_err(|error: RulesetError| QuestionError::new("rules", error))?;
        Ok(Evidence { passes, in_kind })
    }

    /// How likely it is that these passes are made where these hands, in seat order, are left.
    pub fn likelihood(&self, hands: &[Hand; 3]) -> f64 {
        let share = |pass: &Pass| {
            let held = hands[pass.by as usize].plus(pass.since);
            let can = |hand| can_answer(hand, pass.beaten.shape, &self.in_kind);
            let is_partner = pass.by != Seat::Landlord && pass.owner != Seat::Landlord;
            let [low, high] = PASSES[usize::from(is_partner)];
            match held {
                held if !can(held) => 1.0,
                held if can(held.cards().filter(|&rank| rank < Rank::TWO).collect()) => low,
                _ => high,
            }
        };
        self.passes.iter().map(share).product()
    }
}

#[cfg(test)]
mod tests {
    use crate::advice::known::Known;
    use crate::advice::worlds::{World, draw, likely, worlds};
    use crate::advice::{Question, Seat};
    use canju_engine::rules::{Hand, Kind, Move, Position, Rank, Ruleset, Turn};
    use canju_testing::budget::share;
    use canju_testing::deals;
    use rand::rngs::StdRng;
    use rand::seq::{IndexedRandom, SliceRandom};
    use std::collections::BTreeMap;

    /// Plays a whole deal at random until all have some cards and together at most so many: the moves and what is left.
    fn game(rng: &mut StdRng, most: u32) -> (Vec<Move>, Position) {
        let rules = Ruleset::default();
        loop {
            let mut cards: Vec<Rank> = Hand::deck(1).cards().collect();
            cards.shuffle(rng);
            let (landlord, farmers) = cards.split_at(20);
            let hands = [landlord, &farmers[..17], &farmers[17..]].map(|cards| cards.iter().copied().collect::<Hand>());
            let start = Position::new(&hands, Turn { to_move: 0, last: None }, rules).expect("a deal");
            let (mut position, mut played) = (start, Vec::new());
            while position.winner().is_none() && position.cards() > most {
                let next = *position.moves().choose(rng).expect("a move");
                position = position.after(next);
                played.push(next);
            }
            if position.winner().is_none() && position.moves().len() > 1 {
                return (played, position);
            }
        }
    }

    /// What the player to move knows, without what passes tell and with it.
    fn known(played: &[Move], position: &Position) -> [Known; 2] {
        let rules = position.rules();
        let words: Vec<String> = played.iter().map(|&played| rules.notation(played)).collect();
        let mut question = Question::new(position.hand().to_string(), Seat::ALL[position.to_move()]);
        question.history = Some(words.join(" "));
        [false, true].map(|infer| {
            question.infer = infer;
            question.known(rules).expect("a game")
        })
    }

    /// How often passes like these were seen, by replaying the game in this world: answers in kind that take neither 2 nor joker, and
    /// others, by whom the move to answer was played.
    fn replayed(played: &[Move], seat: usize, left: &[Hand; 3], rules: Ruleset) -> [[u32; 2]; 2] {
        let mut hands = *left;
        for (number, one) in played.iter().enumerate() {
            if let Move::Play(combo) = one {
                hands[number % 3] = hands[number % 3].plus(combo.cards);
            }
        }
        let mut position = Position::new(&hands, Turn { to_move: 0, last: None }, rules).expect("as at the start");
        let mut passes = [[0; 2]; 2];
        for &one in played {
            let (by, last) = (position.to_move(), position.last());
            if one == Move::Pass && by != seat {
                let last = last.expect("a pass answers");
                let in_kind = |answer: &Move| match answer {
                    Move::Play(combo) => combo.shape.kind == last.combo.shape.kind && combo.shape.kind != Kind::Bomb,
                    Move::Pass => false,
                };
                let is_low = |answer: &Move| {
                    answer.combo().is_some_and(|combo| combo.cards.cards().all(|rank| rank < Rank::TWO))
                };
                let answers: Vec<Move> = position.moves().into_iter().filter(in_kind).collect();
                if !answers.is_empty() {
                    let is_partner = by != 0 && last.by != 0;
                    passes[usize::from(is_partner)][usize::from(!answers.iter().any(is_low))] += 1;
                }
            }
            position = position.after(one);
        }
        passes
    }

    fn product(passes: [[u32; 2]; 2]) -> f64 {
        let shares = passes.iter().flatten().zip(super::PASSES.iter().flatten());
        shares.map(|(&times, share)| share.powi(times as i32)).product()
    }

    #[test]
    fn the_likelihood_is_that_of_the_game_replayed_in_the_world() {
        let mut rng = deals::rng(61);
        let (mut compared, mut met) = (0, [[0; 2]; 2]);
        for _ in 0..60 {
            let (played, position) = game(&mut rng, 9);
            let [plain, known] = known(&played, &position);
            let (listed, _) = worlds(&plain, 5_000, 0);
            let (weighed, _) = worlds(&known, 5_000, 0);
            let mut weights = Vec::new();
            for (world, weighed) in listed.iter().zip(&weighed) {
                assert_eq!(world.hands, weighed.hands);
                let passes = replayed(&played, position.to_move(), &world.hands, *position.rules());
                let expected = product(passes);
                assert!((known.likelihood(&world.hands) - expected).abs() < 1e-12, "{played:?} {world:?}: {passes:?}");
                assert!((plain.likelihood(&world.hands) - 1.0).abs() < 1e-12, "nobody has asked");
                for (met, passes) in met.iter_mut().flatten().zip(passes.iter().flatten()) {
                    *met += passes;
                }
                weights.push(world.weight as f64 * expected);
                compared += 1;
            }
            // The weights are in proportion to deals times likelihood, but for rounding.
            let ratio = |(weighed, weight): (&World, &f64)| weighed.weight as f64 / weight;
            let most = weighed.iter().zip(&weights).max_by(|one, other| one.1.total_cmp(other.1)).expect("worlds");
            for both in weighed.iter().zip(&weights) {
                let off = (ratio(both) / ratio(most) - 1.0).abs();
                assert!(both.0.weight == 1 || off * both.0.weight as f64 <= 1.5, "{off}");
            }
        }
        assert!(compared > 300 && met.iter().flatten().all(|&met| met > 100), "{compared} worlds, {met:?}");
    }

    #[test]
    fn worlds_are_drawn_about_as_often_as_they_weigh() {
        let mut rng = deals::rng(62);
        let (games, mut plain_is_off) = (share(20, 4), 0.0);
        for _ in 0..games {
            let (played, position) = game(&mut rng, 8);
            let [_, known] = known(&played, &position);
            let (listed, _) = worlds(&known, 5_000, 0);
            let all: f64 = listed.iter().map(|world| world.weight as f64).sum();
            let (cards, count) = known.hidden();
            const DRAWN: u64 = 2_000;
            let off = |drawn: &dyn Fn(u64) -> [Hand; 3]| {
                let mut found = BTreeMap::<String, f64>::new();
                (0..DRAWN).for_each(|number| *found.entry(format!("{:?}", drawn(number))).or_default() += 1.0);
                let share = |world: &World| found.get(&format!("{:?}", world.hands)).unwrap_or(&0.0) / DRAWN as f64;
                listed.iter().map(|world| (share(world) - world.weight as f64 / all).abs()).sum::<f64>() / 2.0
            };
            let by_chance = (listed.len() as f64 / DRAWN as f64).sqrt();
            let inferred = off(&|number| likely(&known, cards, count, 5, number));
            assert!(inferred < 0.02 + by_chance, "{inferred} with {} worlds", listed.len());
            plain_is_off += off(&|number| known.hands(draw(cards, count, 5, number)));
        }
        assert!(plain_is_off / games as f64 > 0.1, "worlds that are as likely differ by {plain_is_off}");
    }
}
