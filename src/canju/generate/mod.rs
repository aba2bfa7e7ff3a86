//! New puzzles, the same for a seed on every machine and with any number of threads.
//!
//! | file | contents |
//! |---|---|
//! | `request.rs` | [`Request`]: what is asked for |
//! | `deal.rs` | random hands to begin with |
//! | `change.rs` | small changes of hands |
//! | `climb.rs` | one candidate: from a deal, change by change, to what is asked for |
//! | `deals.rs` | [`Deals`]: random deals by number |
//! | `known.rs` | [`Known`]: positions that must not come again |
//!
//! A run is a sequence of *candidates*, numbered from 0. Each has a stream of random numbers of its own, made of the seed
//! and its number alone, and gives one puzzle or none. So threads can take candidates in any order; the puzzles come in the
//! order of the candidates, and of two puzzles with one position the earlier one stays. With the request, the seed and the
//! number of a candidate its puzzle can be made again without those before it.

mod change;
mod climb;
mod deal;
mod deals;
mod known;
mod request;

pub use climb::{Made, Maker};
#[cfg(feature = "advice")]
pub(crate) use deals::drawn_by_number;
pub use deals::{DealError, Deals, DealtSizes};
pub use known::Known;
pub use request::{
    LARGEST_HAND, MOST_MISSES, NoTheme, Request, RequestError, SMALLEST_HAND, Sizes, read_difficulties, read_seed,
    read_times,
};
