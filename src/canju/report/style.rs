//! Shared by the forms for people: colours, and readable times, sizes and counts.

pub(super) use crate::words::thousands;
use crate::words::{Language, say};
use anstyle::{AnsiColor, Style};
use canju_engine::search::Verdict;
use canju_engine::solver::Worth;
use std::time::Duration;
use unicode_width::UnicodeWidthStr;

/// How people are shown something: in colours, or without; and in which language.
///
/// ```
/// use canju::report::Palette;
/// assert_eq!(Palette::PLAIN.notable("text"), "text");
/// assert_ne!(Palette::COLOURED.notable("text"), "text");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Palette {
    win: Style,
    loss: Style,
    notable: Style,
    error: Style,
    language: Language,
}

impl Palette {
    /// No colours: for files and pipes.
    pub const PLAIN: Palette = Palette {
        win: Style::new(),
        loss: Style::new(),
        notable: Style::new(),
        error: Style::new(),
        language: Language::English,
    };

    /// For terminals: wins green, losses red, what needs attention yellow, what went wrong bold and red.
    pub const COLOURED: Palette = Palette {
        win: AnsiColor::Green.on_default(),
        loss: AnsiColor::Red.on_default(),
        notable: AnsiColor::Yellow.on_default(),
        error: AnsiColor::Red.on_default().bold(),
        language: Language::English,
    };

    /// The same colours for readers of this language.
    ///
    /// ```
    /// use canju::report::{Language, Palette};
    /// assert_eq!(Palette::PLAIN.language(), Language::English);
    /// assert_eq!(Palette::PLAIN.in_language(Language::Chinese).language(), Language::Chinese);
    /// ```
    #[must_use]
    pub const fn in_language(self, language: Language) -> Palette {
        Palette { language, ..self }
    }

    /// What is shown is in this language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The text in the colour of the verdict.
    pub fn verdict(&self, verdict: Verdict, text: &str) -> String {
        let style = match verdict {
            Verdict::Win => self.win,
            Verdict::Loss => self.loss,
            Verdict::Unknown(_) => self.notable,
        };
        format!("{style}{text}{style:#}")
    }

    /// The text in the colour of what needs attention.
    pub fn notable(&self, text: &str) -> String {
        format!("{style}{text}{style:#}", style = self.notable)
    }

    /// The text in the colour of what went wrong.
    pub fn error(&self, text: &str) -> String {
        format!("{style}{text}{style:#}", style = self.error)
    }
}

/// The columns that a text takes on a terminal, where a Chinese character takes two.
#[doc(hidden)]
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text with spaces up to `width` columns of a terminal.
#[doc(hidden)]
pub fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.width());
    format!("{text}{:missing$}", "")
}

/// The text with spaces before it up to `width` columns.
#[doc(hidden)]
pub fn padded_left(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.width());
    format!("{:missing$}{text}", "")
}

/// A time in three or four digits and its unit.
#[doc(hidden)]
pub fn milliseconds(elapsed_ms: f64) -> String {
    match elapsed_ms {
        ms if ms < 9.995 => format!("{ms:.2} ms"),
        ms if ms < 999.5 => format!("{ms:.0} ms"),
        ms if ms < 59_995.0 => format!("{:.2} s", ms / 1e3),
        ms => {
            let seconds = (ms / 1e3).round() as u64;
            match seconds / 3600 {
                0 => format!("{} min {:02} s", seconds / 60, seconds % 60),
                hours => format!("{hours} h {:02} min", seconds / 60 % 60),
            }
        }
    }
}

/// As [`milliseconds`].
pub(super) fn duration(elapsed: Duration) -> String {
    milliseconds(elapsed.as_secs_f64() * 1e3)
}

/// The first three of a list and the number of the others: a cell is no place for dozens.
pub(super) fn few(language: Language, items: &[String], separator: &str) -> String {
    const SHOWN: usize = 3;
    let shown = items[..items.len().min(SHOWN)].join(separator);
    match items.len().saturating_sub(SHOWN) {
        0 => shown,
        more => say!(language, "and-more", shown = shown, count = more),
    }
}

/// Text that may stand in XML and HTML.
pub(super) fn xml_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The points as short as possible: `+4`, and `-1..+8` where they are not known.
#[doc(hidden)]
pub fn points(worth: Worth) -> String {
    match worth.value() {
        Some(value) => format!("{value:+}"),
        None => format!("{:+}..{:+}", worth.at_least, worth.at_most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_one_reads_them() {
        assert_eq!(
            [0.4, 9.999, 999.4, 999.6, 59_994.0, 59_999.0, 3_600_000.0].map(milliseconds),
            ["0.40 ms", "10 ms", "999 ms", "1.00 s", "59.99 s", "1 min 00 s", "1 h 00 min"]
        );
        assert_eq!([padded("残局", 6), padded_left("残局", 6)], ["残局  ", "  残局"]);
        let items = ["3", "4", "5", "6", "7"].map(str::to_owned);
        assert_eq!(few(Language::English, &items[..3], ", "), "3, 4, 5");
        assert_eq!(few(Language::English, &items, " "), "3 4 5 and 2 more");
    }
}
