//! Five-card poker: hands ranked, dealt and counted.
//!
//! A room of its own, after the poker program of Peter Norvig's course (*Design of Computer Programs*, Udacity CS212, unit 1).
//! It shares the cards' [`Rank`] with the rest of this crate and nothing else: no solver is needed for poker, and no poker for
//! Dou Dizhu. The feature `poker` brings it; its only dependency beyond the solver's is the generator of random numbers.
//!
//! | file | contents |
//! |---|---|
//! | `card.rs` | [`Card`], [`Suit`], and [`Hand`]s as people type them |
//! | `strength.rs` | [`Strength`]: what a hand is worth, with jokers and with more than five cards |
//! | `deal.rs` | a shuffled pack, and hands dealt from it |
//! | `frequencies.rs` | how often each [`Kind`] comes, counted or sampled |
//!
//! ```
//! use canju::poker::{Hand, Strength};
//!
//! let hands = ["TC TD TH 5C 5D", "6C 7C 8C 9C TC", "6D 7D 8D 9D TD"].map(|text| text.parse::<Hand>());
//! let [full_house, clubs, diamonds] = hands.map(|hand| Strength::of(&hand.unwrap()));
//! assert_eq!(full_house.to_string(), "full house T 5");
//! assert!(clubs > full_house && clubs == diamonds);
//! ```
//!
//! [`Rank`]: canju_engine::rules::Rank

mod card;
mod deal;
mod frequencies;
mod strength;

pub use card::{Card, CardError, CardErrorKind, Hand, HandError, Suit};
pub use deal::{TooManyCards, deal};
pub use frequencies::Frequencies;
pub use strength::{Kind, Strength};
