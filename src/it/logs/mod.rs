//! Game logs of other programs and in plain text.

mod bad_logs;
mod botzone;
mod doors;
mod round_trip;
mod written;
