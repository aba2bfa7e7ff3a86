//! The themes of a puzzle as they are written: what its winner must do that players don't like to do or don't think of.
//!
//! Their definitions are in `canju::grade`; here they are only read and written.

use canju_engine::InChinese;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The table: a theme, its name, whose moves may be of it, and what people call it in English and in Chinese. What a move of a theme is
/// says `canju::grade` (`src/canju/grade/themes.rs`).
macro_rules! themes {
    (@farmers farmers) => { true };
    (@farmers all) => { false };
    ($($(#[$about:meta])* $Theme:ident $name:ident $whose:ident: $english:literal, $chinese:literal, $kind:literal, $instead:literal;)*) => {
        /// What a win needs: without a first move of this kind it is gone.
        ///
        /// ```
        /// use canju::puzzle::Theme;
        /// let theme: Theme = "splits_bomb".parse()?;
        /// assert_eq!((theme, theme.to_string()), (Theme::SplitsBomb, "splits_bomb".to_owned()));
        /// assert!("brilliant".parse::<Theme>().is_err());
        /// # Ok::<(), canju::puzzle::ThemeError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Theme {
            $($(#[$about])* $Theme,)*
        }

        impl Theme {
            /// All of them.
            pub const ALL: [Theme; [$(stringify!($Theme)),*].len()] = [$(Theme::$Theme),*];

            /// Its name in packs and records.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Theme::$Theme => stringify!($name),)*
                }
            }

            /// Can only a farmer's move be of this kind?
            pub const fn is_of_farmers(self) -> bool {
                match self {
                    $(Theme::$Theme => themes!(@farmers $whose),)*
                }
            }

            /// The two columns of the page about themes: the kind of first moves, and what a player could think of instead.
            #[doc(hidden)]
            pub const fn defined(self) -> [&'static str; 2] {
                match self {
                    $(Theme::$Theme => [$kind, $instead],)*
                }
            }

            /// What people call it, in English and in Chinese.
            #[doc(hidden)]
            pub const fn called(self) -> [&'static str; 2] {
                match self {
                    $(Theme::$Theme => [$english, $chinese],)*
                }
            }
        }
    };
}

themes! {
    /// It lets the other side take the lead, although it could lead what nobody there beats.
    GivesUpLead gives_up_lead all: "gives up the lead", "让出牌权",
        "a lead that a hand of the other side can beat and that does not end the game",
        "a lead that it can't beat";
    /// It plays a part of a bomb or of the rocket.
    SplitsBomb splits_bomb all: "splits a bomb", "拆炸弹",
        "takes a part of four equal cards, or of the rocket, and leaves a part",
        "any other move";
    /// It takes a card out of a chain and plays no chain with it.
    SplitsChain splits_chain all: "splits a chain", "拆顺子",
        "takes a card of a chain's rank so that too few are left for the chain, and is no chain of that kind itself",
        "any other move";
    /// It plays a bomb or the rocket, or four cards with kickers, where an ordinary play is possible.
    SacrificesBomb sacrifices_bomb all: "sacrifices a bomb", "舍炸弹",
        "a bomb, the rocket, or four cards with kickers, and not the last cards",
        "a play of another kind";
    /// It passes on the other side's trick, although it could beat it and break nothing.
    RefusesToBeat refuses_to_beat all: "refuses to beat", "能压不压",
        "a pass on a trick of the other side",
        "a play that breaks nothing and is no bomb";
    /// It plays what leaves more combinations to play than another move does.
    LongWay long_way all: "the longer way", "多走一手",
        "a play after which the hand needs as many combinations as before or more",
        "a play after which it needs one less";
    /// It passes, although it could beat the trick.
    OnlyPass only_pass all: "only a pass wins", "唯有不要",
        "a pass",
        "any play";
    /// A farmer plays what its partner must take over: if the partner passes, the win is gone.
    FeedsPartner feeds_partner farmers: "feeds the partner", "喂牌",
        "a farmer's play after which the partner must beat it: if the landlord, should he come first, passes, and then the partner passes, the farmers lose",
        "any losing move";
    /// A farmer plays high, so that the landlord can't beat it, although a lower combination of its kind would do for the trick.
    BlocksLandlord blocks_landlord farmers: "blocks the landlord", "顶地主",
        "a farmer's play, no bomb, that the landlord can't beat, while the farmer has a lower one of the same kind and length that the landlord can beat",
        "any other move; there is one, the lower one";
    /// A farmer passes on its partner's trick, although it could beat it.
    LetsPartnerThrough lets_partner_through farmers: "lets the partner through", "放队友走",
        "a farmer's pass on the partner's trick",
        "any play";
}

/// A text that is not a theme.
///
/// ```
/// use canju::puzzle::Theme;
/// let error = "brilliant".parse::<Theme>().unwrap_err();
/// assert!(error.to_string().starts_with("`brilliant` is not a theme: expected gives_up_lead, splits_bomb, "));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a theme: expected {all}", all = Theme::ALL.map(Theme::name).join(", "))]
pub struct ThemeError(String);

impl InChinese for ThemeError {
    fn in_chinese(&self) -> String {
        format!("`{}` 不是主题：应是 {} 之一", self.0, Theme::ALL.map(Theme::name).join("、"))
    }
}

impl Theme {
    /// Themes with commas between them, each once.
    ///
    /// # Errors
    /// If one of them is not a theme.
    pub fn read_list(text: &str) -> Result<Vec<Theme>, ThemeError> {
        let named = text.split(',').map(|name| name.trim().parse()).collect::<Result<Vec<Theme>, _>>()?;
        // No sort: its code is too large for the module for the web.
        Ok(Theme::ALL.into_iter().filter(|theme| named.contains(theme)).collect())
    }
}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Theme, ThemeError> {
        Theme::ALL.into_iter().find(|theme| theme.name() == text).ok_or_else(|| ThemeError(text.to_owned()))
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Theme {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_reads_back() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        let list = Theme::read_list("only_pass, splits_bomb,only_pass");
        assert_eq!(list, Ok(vec![Theme::SplitsBomb, Theme::OnlyPass]));
        assert!(Theme::read_list("").is_err() && Theme::read_list("only_pass,").is_err());
    }
}
