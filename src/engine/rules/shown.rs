//! Makes text from outside safe to show to people.
//!
//! Ids, names, sources and paths come from files that anyone may have written. Printed as they are, a newline in a name
//! forges a line of a report, and an escape sequence reaches the terminal. So all text for people passes through [`shown`]
//! where it is printed. Errors and records keep the text as it was, because programs read them as JSON, which has escapes
//! of its own.

use std::borrow::Cow;

/// A text with every sign escaped that a reader can't see or that moves others: control characters, line and paragraph
/// separators, signs that change the direction of text, and unusual spaces. Escaping twice changes nothing more.
///
/// ```
/// use canju::rules::shown;
/// assert_eq!(shown("残局 é 👨‍👩‍👧"), "残局 é 👨‍👩‍👧");
/// assert_eq!(shown("a\n\u{1b}[31mb"), r"a\u{a}\u{1b}[31mb");
/// assert_eq!(shown(r"a\u{a}"), r"a\u{a}");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        match is_hidden(sign) {
            true => safe.extend(sign.escape_unicode()),
            false => safe.push(sign),
        }
    }
    Cow::Owned(safe)
}

/// Is this sign invisible, or does it change how others are shown? The joiner within emoji is part of ordinary text, and so
/// are the wide space of Chinese and the no-break space.
fn is_hidden(sign: char) -> bool {
    match sign {
        ' ' | '\u{a0}' | '\u{3000}' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        '\u{200b}' | '\u{2060}' | '\u{feff}' => true,
        sign => sign.is_control() || sign.is_whitespace(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_signs_are_escaped_and_ordinary_text_is_not() {
        for hidden in [
            '\0', '\t', '\n', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{200e}', '\u{202a}', '\u{202e}',
            '\u{2066}', '\u{2069}', '\u{2028}', '\u{2029}', '\u{2003}', '\u{200b}', '\u{feff}',
        ] {
            let (text, escape) = (format!("a{hidden}b"), format!("a\\u{{{:x}}}b", hidden as u32));
            assert_eq!(shown(&text), escape);
            assert_eq!(shown(&escape), escape);
        }
        for ordinary in ["", "斗地主 残局，第 1 关", "　", "déjà vu", "♠️ 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿", r"a\b|`*"]
        {
            assert!(matches!(shown(ordinary), Cow::Borrowed(same) if same == ordinary));
        }
    }
}
