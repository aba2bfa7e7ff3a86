//! A whole game in which nobody sees the other hands: the deal, what each player knows, bots that play by advice, and what a player's
//! moves cost by what it could know.

use crate::advice::adviser::{Advice, Advised, Effort, advise};
use crate::advice::known::Known;
use crate::advice::question::Question;
use crate::advice::seat::Seat;
use crate::generate::drawn_by_number;
use crate::play::{Game, Humans};
use crate::puzzle::Puzzle;
use canju_engine::rules::{Hand, IllegalMove, Move, Position, PositionError, Ruleset, Scoring, Turn};

/// The landlord's cards that all see.
const OPEN: u32 = 3;

/// How well a bot plays: from how many worlds its advice comes, and with how many nodes for each.
///
/// ```
/// use canju::advice::Strength;
/// assert!(Strength::Easy.effort(7).worlds < Strength::Hard.effort(7).worlds);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Four worlds, hardly searched.
    Easy,
    /// Sixteen worlds.
    Medium,
    /// Sixty-four worlds, with the usual nodes.
    Hard,
}

impl Strength {
    /// The effort of a move, with worlds of this seed.
    pub fn effort(self, seed: u64) -> Effort {
        let (worlds, nodes) = match self {
            Strength::Easy => (4, Some(500)),
            Strength::Medium => (16, Some(4_000)),
            Strength::Hard => (64, None),
        };
        Effort { worlds, seed, ..Effort::within(None, nodes, false) }
    }
}

/// A whole game with hidden hands.
///
/// ```
/// use canju::advice::{Seat, Strength, WholeGame};
/// use canju::rules::{Ruleset, Scoring};
/// let mut game = WholeGame::deal(7, &Ruleset::default(), Scoring::Huanle)?;
/// assert_eq!((game.to_move(), game.hand(Seat::Landlord).len(), game.open().len()), (Some(Seat::Landlord), 20, 3));
/// let advice = game.advice(&Strength::Easy.effort(1));
/// game.play(advice.moves[0].played)?;
/// assert_eq!(game.to_move(), Some(Seat::Farmer1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeGame {
    game: Game,
    open: Hand,
}

impl WholeGame {
    /// The deal of a seed, with one pack: the first of [`Deals`](crate::generate::Deals), and three of the landlord's cards, which lie
    /// open.
    ///
    /// # Errors
    /// If the rules are for two packs.
    pub fn deal(seed: u64, rules: &Ruleset, scoring: Scoring) -> Result<WholeGame, PositionError> {
        let pack = Hand::deck(1);
        let cards = drawn_by_number(pack, pack.len(), seed, 0);
        let hands = [&cards[..20], &cards[20..37], &cards[37..]].map(|cards| cards.iter().copied().collect::<Hand>());
        let start = Position::new(&hands, Turn { to_move: 0, last: None }, *rules)?;
        let start = start.with_stakes(scoring, None, None).expect("a game that begins");
        let open = drawn_by_number(hands[0], OPEN, seed, 0).into_iter().collect();
        Ok(WholeGame { game: Game::new(Puzzle::from(start), Humans::Both), open })
    }

    /// The moves, with all hands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whose turn it is, if the game is not over.
    pub fn to_move(&self) -> Option<Seat> {
        self.game.winner().is_none().then(|| Seat::ALL[self.game.to_move()])
    }

    /// What a seat holds.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.game.position().hands()[seat as usize]
    }

    /// The landlord's cards that all have seen.
    pub fn open(&self) -> Hand {
        self.open
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal, and why; then the game is unchanged.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.game.play(played)
    }

    /// What the player to move knew before the move of this number, from 0.
    ///
    /// # Panics
    /// If the game has fewer moves, or was over.
    pub fn known_before(&self, number: usize) -> Known {
        let (here, rules) = (self.game.position_before(number), self.game.rules());
        let seat = Seat::ALL[here.to_move()];
        let words: Vec<String> = self.game.moves()[..number].iter().map(|&played| rules.notation(played)).collect();
        let question = Question {
            history: Some(words.join(" ")),
            landlord_cards: if seat == Seat::Landlord { String::new() } else { self.open.to_string() },
            scoring: Some(here.stakes().scoring.name().to_owned()),
            ..Question::new(here.hand().to_string(), seat)
        };
        question.known(rules).expect("a game that was played")
    }

    /// Advice for the player to move, who sees its own hand, the moves and the open cards.
    ///
    /// # Panics
    /// If the game is over.
    pub fn advice(&self, effort: &Effort) -> Advice {
        advise(&self.known_before(self.game.moves().len()), effort)
    }

    /// What the move of this number cost by what its player could know. `None` if there was no choice.
    ///
    /// # Panics
    /// As [`WholeGame::known_before`].
    pub fn cost(&self, number: usize, effort: &Effort) -> Option<Cost> {
        let played = self.game.moves()[number];
        let advice = advise(&self.known_before(number), effort);
        let is_it = |advised: &&Advised| advised.played == played || advised.equal.contains(&played);
        let (best, own) = (&advice.moves[0], advice.moves.iter().find(is_it).expect("a legal move"));
        if advice.moves.len() == 1 {
            return None;
        }
        let between = |of: fn(&Advised) -> Option<f64>| Some((of(best)? - of(own)?).max(0.0));
        let share = between(Advised::share).unwrap_or(0.0);
        let points = between(|advised| Some(advised.points?.mean));
        Some(Cost { best: best.played, share, points, advice })
    }
}

/// What a move cost in expectation: an estimate.
///
/// ```
/// use canju::advice::Cost;
/// fn shown(cost: &Cost) -> String {
///     format!("{:.0} worlds of a hundred", 100.0 * cost.share)
/// }
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Cost {
    /// The move that was advised.
    pub best: Move,
    /// In how large a share of worlds it wins more often, 0 to 1.
    pub share: f64,
    /// How many points more it may be expected to bring, if it is played for points and both moves were asked for them.
    pub points: Option<f64>,
    /// All of the advice.
    pub advice: Advice,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Deals;
    use canju_testing::budget::share;

    fn dealt(seed: u64) -> WholeGame {
        WholeGame::deal(seed, &Ruleset::default(), Scoring::Huanle).expect("one pack")
    }

    /// A game between bots.
    fn played(seed: u64, strength: Strength) -> WholeGame {
        let mut game = dealt(seed);
        while game.to_move().is_some() {
            let played = game.advice(&strength.effort(seed)).moves[0].played;
            game.play(played).expect("advised moves are legal");
        }
        game
    }

    #[test]
    fn a_seed_is_a_deal_and_a_game() {
        for seed in 0..share(4, 2) as u64 {
            let (one, other) = (played(seed, Strength::Easy), played(seed, Strength::Easy));
            assert_eq!(one, other);
            let start = one.game().start();
            let sizes = "20+17+17".parse().expect("three hands");
            assert_eq!(start.hands(), Deals::new(sizes, 1, seed).expect("a pack").deal(0));
            assert!(start.hands()[0].contains(one.open()) && one.open().len() == 3);
            assert!(one.game().winner().is_some() && one.to_move().is_none());
        }
        assert_ne!(dealt(1).game().start(), dealt(2).game().start());
        let two_packs = "huanle,packs=2".parse().expect("rules");
        let refused = WholeGame::deal(1, &two_packs, Scoring::Win);
        assert_eq!(refused.map(|_| ()), Err(PositionError::TwoPacksOfThreeHands));
    }

    /// What a player knows is the same if the two others have each other's cards.
    #[test]
    fn nobody_sees_what_the_others_hold() {
        let mut game = dealt(3);
        for _ in 0..12 {
            let Some(seat) = game.to_move() else { break };
            let number = game.game().moves().len();
            let known = game.known_before(number);
            assert_eq!((known.seat(), known.hand()), (seat, game.hand(seat)));
            let open = if seat == Seat::Landlord { Hand::EMPTY } else { known.landlord_cards() };
            assert!(game.hand(Seat::Landlord).contains(open));
            // A card that nobody has shown goes from one of the others to the other, and one back: the game so far was possible, too.
            let [one, other] = seat
                .others()
                .map(|seat| game.hand(seat).minus(if seat == Seat::Landlord { open } else { Hand::EMPTY }));
            let given = one.cards().find(|&rank| other.count(rank) == 0);
            let taken = other.cards().find(|&rank| one.count(rank) == 0);
            if let (Some(given), Some(taken)) = (given, taken) {
                let mut hands: Vec<Hand> = game.game().start().hands().to_vec();
                let [first, second] = seat.others().map(|seat| seat as usize);
                let card = |rank| Hand::of(rank, 1);
                hands[first] = hands[first].minus(card(given)).plus(card(taken));
                hands[second] = hands[second].minus(card(taken)).plus(card(given));
                let start = game.game().start().with_hands(&hands).expect("a deal");
                let mut exchanged = WholeGame { game: Game::new(Puzzle::from(start), Humans::Both), open: game.open };
                for &played in game.game().moves() {
                    exchanged.play(played).expect("it has these cards");
                }
                assert_eq!(exchanged.known_before(number), known);
            }
            let advised = game.advice(&Strength::Easy.effort(1)).moves[0].played;
            game.play(advised).expect("advised moves are legal");
        }
        assert!(game.game().moves().len() > 8);
    }

    #[test]
    fn the_advised_move_costs_nothing_and_a_blunder_does() {
        let mut game = dealt(5);
        let effort = Strength::Easy.effort(2);
        let advice = game.advice(&effort);
        game.play(advice.moves[0].played).expect("it is legal");
        let cost = game.cost(0, &effort).expect("there is a choice");
        assert_eq!((cost.best, cost.share, cost.points), (advice.moves[0].played, 0.0, Some(0.0)));
        let mut worse = dealt(5);
        let share = |advised: &Advised| advised.share().expect("it is counted");
        let worst = advice.moves.iter().min_by(|one, other| share(one).total_cmp(&share(other))).expect("moves");
        worse.play(worst.played).expect("it is legal");
        let cost = worse.cost(0, &effort).expect("there is a choice");
        assert!((cost.share - (share(&advice.moves[0]) - share(worst)).max(0.0)).abs() < 1e-9);
    }
}
