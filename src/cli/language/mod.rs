//! The language of what people read: `--lang`, else that of the locale, else English. It is chosen once, before anything is read or
//! printed. What programs read is the same in every language.
//!
//! | file | contents |
//! |---|---|
//! | `help.rs` | the help in Chinese |
//! | `usage.rs` | what is wrong with a command line, in Chinese |
//! | `errors.rs` | errors in the language of this run |

mod errors;
mod help;
mod usage;

pub(super) use errors::{in_words, said, told};
pub(super) use help::translated;
pub(super) use usage::print;

use canju::words::Language;
use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Chooses the language from the arguments and the environment.
pub(super) fn choose(arguments: &[OsString]) {
    let _ = CHOSEN.set(wanted(arguments, |name| std::env::var_os(name)));
}

/// The language of this run.
pub(super) fn language() -> Language {
    CHOSEN.get().copied().unwrap_or_default()
}

/// A text of the catalogue in the language of this run: `text!("done", count = 3)`.
macro_rules! text {
    ($($arguments:tt)*) => { canju::words::say!($crate::cli::language::language(), $($arguments)*) };
}
pub(super) use text;

/// As the values of `--lang` are typed.
pub(super) fn of_code(code: &OsStr) -> Option<Language> {
    Language::ALL.into_iter().find(|language| code == language.code())
}

/// The last `--lang`, before the arguments are parsed: their errors are in this language, too. Else the first of the variables that
/// is set, as C libraries read them.
fn wanted(arguments: &[OsString], variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let options = || arguments.iter().take_while(|argument| *argument != "--");
    let apart = options().zip(options().skip(1)).filter(|(option, _)| *option == "--lang").map(|(_, value)| &**value);
    let joined = options().filter_map(|option| option.to_str()?.strip_prefix("--lang=").map(OsStr::new));
    if let Some(language) = apart.chain(joined).filter_map(of_code).last() {
        return language;
    }
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(set);
    locale.map_or(Language::English, |locale| Language::of_locale(&locale.to_string_lossy()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_before_locales() {
        let of = |line: &str, variables: &[(&str, &str)]| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let variable = |name: &str| variables.iter().find(|(set, _)| *set == name).map(|(_, value)| value.into());
            wanted(&arguments, variable)
        };
        let (english, chinese) = (Language::English, Language::Chinese);
        let zh = [("LANG", "zh_CN.UTF-8")];
        assert_eq!(of("canju solve", &[]), english);
        assert_eq!(of("canju solve", &zh), chinese);
        assert_eq!(of("canju solve --lang en", &zh), english);
        assert_eq!(of("canju solve --lang=zh", &[]), chinese);
        assert_eq!(of("canju solve -- --lang zh", &[]), english);
        assert_eq!(of("canju solve --lang fr", &zh), chinese, "an error about it can be read");
        assert_eq!(of("canju", &[("LC_ALL", "C"), zh[0]]), english);
        assert_eq!(of("canju", &[("LC_ALL", ""), ("LC_MESSAGES", "zh_TW"), ("LANG", "en_GB")]), chinese);
    }
}
