//! What may be typed, and the help, as far as several commands share it.
//!
//! Only types and texts: nothing here opens a file or looks at the machine. Each command has its arguments and its help in its own
//! file below `commands/`; what several of them take is here.
//!
//! | file | contents |
//! |---|---|
//! | `position.rs` | hands, and whose turn it is |
//! | `rules.rs` | `--rules` |
//! | `stakes.rs` | `--scoring`, `--stake` and `--moves-made` |
//! | `solving.rs` | threads and memory |
//! | `task.rs` | what is asked, and limits: from the table of a task's fields |
//! | `output.rs` | where results go, in which form and colours |
//! | `journal.rs` | `--journal` and `--resume` |
//! | `choice.rs` | an argument that is one of a few words |
//! | `number.rs` | an argument that is a number within bounds |

mod choice;
mod journal;
mod number;
mod output;
mod position;
mod rules;
mod solving;
mod stakes;
mod task;

pub use choice::one_of;
pub use journal::JournalArgs;
pub use number::number;
pub use output::{Color, OutputArgs, SingleFormat};
pub use position::{PositionArgs, TurnArgs, cards};
pub use rules::{RulesArgs, RulesParser, rule_words, rules, rules_topic};
pub use solving::{RESISTANCE, SolvingArgs, parse_size, parse_time};
pub use stakes::{PlayedForArgs, StakesArgs, scoring};
pub use task::{LimitArgs, WantedArgs};

/// How `canju` itself, `canju batch` and `canju grade` end.
pub const EXIT_CODES: &str = "\
Exit codes: 0 every puzzle is decided, and as expected where an answer is given; 1 some are undecided; 2 bad input or usage; \
3 an answer differs from the expected one; 130 interrupted. If several apply, the greatest is used. A closed pipe is a success.";
