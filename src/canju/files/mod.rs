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

use canju_engine::InChinese;

/// Why a file can't be written, where the system says nothing. It is within an [`io::Error`](std::io::Error).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// Symbolic links that may go round in a circle.
    #[error("too many symbolic links")]
    TooManyLinks,
    /// Other runs remove its drafts, again and again.
    #[error("its drafts are removed by other runs")]
    DraftsRemoved,
    /// Somebody else still writes into it.
    #[error("the file is still being written")]
    StillWritten,
}

impl InChinese for FileError {
    fn in_chinese(&self) -> String {
        let words = match self {
            FileError::TooManyLinks => "符号链接太多",
            FileError::DraftsRemoved => "草稿被别的运行删掉了",
            FileError::StillWritten => "文件还在写",
        };
        words.to_owned()
    }
}
