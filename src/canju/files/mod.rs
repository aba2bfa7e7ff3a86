//! Files on disk: which names stand for one file, and writing so that no run leaves half of one.
//!
//! | file | contents |
//! |---|---|
//! | `identity.rs` | [`is_same`], [`target`]: a file behind its names |
//! | `whole.rs` | [`OutputFile`]: a file that appears, or is replaced, as a whole |
//! | `drafts.rs` | the file in which it is written until then, and those that killed runs left |

mod drafts;
mod identity;
mod whole;

pub use identity::is_same;
pub use identity::target;
pub use whole::{OutputDirectory, OutputFile, SharedFile};
