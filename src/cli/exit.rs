//! Exit codes: part of the interface, because scripts rely on them.

use canju::batch::Summary;

/// How the program ends. If several apply, the greatest one is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExitCode {
    /// Every puzzle decided, and as expected where an answer is given. A closed pipe is a success, too.
    Success = 0,
    /// Some puzzle is undecided.
    Undecided = 1,
    /// Bad input, bad usage, or an output that can't be written.
    BadInput = 2,
    /// An answer differs from the expected one.
    Differs = 3,
    /// Ctrl-C.
    Interrupted = 130,
}

impl ExitCode {
    /// The exit code of a batch.
    pub fn of(summary: &Summary, interrupted: bool) -> ExitCode {
        let applying = [
            (interrupted, ExitCode::Interrupted),
            (summary.differing > 0, ExitCode::Differs),
            (summary.counts.errors > 0, ExitCode::BadInput),
            (summary.counts.unknown > 0, ExitCode::Undecided),
        ];
        applying.into_iter().find(|(applies, _)| *applies).map_or(ExitCode::Success, |(_, code)| code)
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju::batch::Counts;

    #[test]
    fn the_gravest_reason_decides() {
        let summary = |differing, counts| {
            let mut summary = Summary::default();
            (summary.differing, summary.counts) = (differing, counts);
            summary
        };
        let all = Counts { wins: 0, losses: 0, unknown: 1, errors: 1 };
        assert_eq!(ExitCode::of(&summary(1, all), true), ExitCode::Interrupted);
        assert_eq!(ExitCode::of(&summary(1, all), false), ExitCode::Differs);
        assert_eq!(ExitCode::of(&summary(0, all), false), ExitCode::BadInput);
        assert_eq!(ExitCode::of(&summary(0, Counts { errors: 0, ..all }), false), ExitCode::Undecided);
        assert_eq!(ExitCode::of(&summary(0, Counts { wins: 1, ..Counts::default() }), false), ExitCode::Success);
    }
}
