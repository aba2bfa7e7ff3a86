//! Certificates: a strategy for the side that wins, which anyone can check with the rules alone.
//!
#![doc = include_str!("FORMAT.md")]
//!
//! | file | contents |
//! |---|---|
//! | `FORMAT.md` | the text above: the format, from which a checker can be written |
//! | `verify/` | [`verify()`]: the checker; imports the rules only |
//! | `strategy.rs` | [`write()`]: the writer, led by a [`Guide`] |

mod strategy;
mod verify;

#[doc(hidden)]
pub use strategy::too_large_in_chinese;
pub use strategy::{Guide, WriteError, Written, write};
#[doc(hidden)]
pub use verify::crc32;
pub use verify::{
    Allowance, Claim, Claimed, DEFAULT_MEMORY, Fault, Form, HeaderError, LOG2_ROWS, MAGIC, MAX_HEADER, MOST_POSITIONS,
    POSITION_BYTES, ROW_BYTES, Step, Verified, VerifyError, Visit, Visitor, verify, verify_and_visit, verify_within,
};
#[doc(hidden)]
pub use verify::{Memory, Relative};
