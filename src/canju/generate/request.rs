//! A request for puzzles, and the check whether there can be such a puzzle.

use crate::puzzle::{Difficulty, DifficultyError, Theme};
use canju_engine::InChinese;
use canju_engine::rules::{Hand, Kind, Ruleset, Scoring};
use canju_engine::search::Verdict;
use std::fmt;
use std::str::FromStr;

/// The fewest cards of a hand: with fewer there is nothing to find.
pub const SMALLEST_HAND: u32 = 3;

/// The most cards of a hand, a landlord's at the start of a game.
pub const LARGEST_HAND: u32 = 20;

/// After this many candidates in a row without a puzzle there is probably none.
pub const MOST_MISSES: u64 = 1_000;

/// A seed as it is typed, `7` or `7:12`: the seed, and the number of the first candidate.
///
/// ```
/// use canju::generate::read_seed;
/// assert_eq!([read_seed("7"), read_seed("7:12"), read_seed("7:")], [Some((7, 0)), Some((7, 12)), None]);
/// ```
pub fn read_seed(text: &str) -> Option<(u64, u64)> {
    let (seed, first) = text.split_once(':').unwrap_or((text, "0"));
    seed.parse().ok().zip(first.parse().ok())
}

/// A range of difficulties as it is typed, `3` or `3..4.5`.
///
/// # Errors
/// If one of the two is not a difficulty.
///
/// ```
/// use canju::generate::read_difficulties;
/// assert_eq!(read_difficulties("3..4.5"), Ok(("3".parse()?, "4.5".parse()?)));
/// # Ok::<(), canju::puzzle::DifficultyError>(())
/// ```
pub fn read_difficulties(text: &str) -> Result<(Difficulty, Difficulty), DifficultyError> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    Ok((least.parse()?, most.parse()?))
}

/// How many times the stake is to be won, as it is typed: `1`, `2`, `4` and so on.
///
/// # Errors
/// If it is none of these.
///
/// ```
/// use canju::generate::read_times;
/// assert_eq!(read_times("4"), Ok(4));
/// assert!(read_times("3").is_err());
/// ```
pub fn read_times(text: &str) -> Result<u32, RequestError> {
    let times = text.parse().ok().filter(|times: &u32| times.is_power_of_two() && *times <= MOST_TIMES);
    times.ok_or_else(|| RequestError::Times(text.to_owned()))
}

/// The most times that the stake is won in a puzzle.
const MOST_TIMES: u32 = 32;

/// How many cards each hand may have: `10+10`, `8..10+12`, `8+6+6`.
///
/// ```
/// use canju::generate::Sizes;
/// let sizes: Sizes = "8..10+12".parse()?;
/// assert_eq!((sizes.hands(), sizes.to_string()), (&[(8, 10), (12, 12)][..], "8..10+12".to_owned()));
/// # Ok::<(), canju::generate::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sizes(Vec<(u32, u32)>);

/// A puzzle that is wanted.
///
/// ```
/// use canju::generate::Request;
/// let request = Request { is_unique: true, ..Request::new("6+6".parse()?) };
/// assert!(request.check().is_ok());
/// # Ok::<(), canju::generate::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The sizes of the hands.
    pub sizes: Sizes,
    /// The rules.
    pub rules: Ruleset,
    /// The seat of the hand to move, from 0.
    pub turn: usize,
    /// The seat that played the trick to answer; `None` if the hand to move leads.
    pub by: Option<usize>,
    /// The verdict for the hand to move; `None` for either.
    pub verdict: Option<Verdict>,
    /// Must exactly one set of cards win?
    pub is_unique: bool,
    /// From this difficulty to that one, both included; `None` for any.
    pub difficulty: Option<(Difficulty, Difficulty)>,
    /// A theme that it must have; `None` for any or none.
    pub theme: Option<Theme>,
    /// Must every card matter?
    pub is_minimal: bool,
    /// How it is scored.
    pub scoring: Scoring,
    /// How many times the stake must be won at least, 1, 2, 4 and so on. Above 1 with [`Request::is_unique`], other moves must win less.
    pub times: u32,
    /// The seed.
    pub seed: u64,
}

/// Why there is no such puzzle.
///
/// ```
/// use canju::generate::{Request, Sizes};
/// let error = Request::new("20+20+20".parse()?).check().unwrap_err();
/// assert_eq!(error.to_string(), "20+20+20 are at least 60 cards, and one pack holds 54: ask for smaller hands");
/// assert!("10..8+10".parse::<Sizes>().is_err());
/// # Ok::<(), canju::generate::RequestError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// Sizes that can't be read.
    #[error("`{0}`: expected the cards of two or three hands, such as 10+10, 8..10+12 or 8+6+6")]
    Sizes(String),
    /// A size that no hand has.
    #[error("`{0}`: a hand has {SMALLEST_HAND} to {LARGEST_HAND} cards here")]
    Size(String),
    /// A range that holds nothing.
    #[error("`{0}` is an empty range: the smaller number comes first")]
    Empty(String),
    /// More cards than there are.
    #[error("{sizes} are at least {cards} cards, and {} {}: ask for smaller hands", pack_holds(*.packs), 54 * u32::from(*.packs))]
    TooMany {
        /// The sizes.
        sizes: Sizes,
        /// The fewest cards that these are.
        cards: u32,
        /// The packs of the rules.
        packs: u8,
    },
    /// Three hands under rules with two packs.
    #[error("three hands can be generated with one pack only, and these rules have two")]
    TwoPacksOfThreeHands,
    /// A hand to move, or one that played the trick, that there is not.
    #[error("there is no hand {0}: the hands are counted from 1")]
    NoSuchHand(usize),
    /// A hand that answers itself.
    #[error("hand {0} can't answer its own move")]
    OwnMove(usize),
    /// A theme that no position asked for has.
    #[error("no win here is of the theme {theme}: {why}")]
    NoSuchTheme {
        /// The theme.
        theme: Theme,
        /// Why.
        why: NoTheme,
    },
    /// A number of times that is not a power of two.
    #[error("`{0}`: bombs double the stake, so it is won 1, 2, 4, 8, 16 or {MOST_TIMES} times")]
    Times(String),
    /// Points are asked for, and there are none.
    #[error("to win {0} times the stake there must be points: choose a scoring, too")]
    NoPoints(u32),
    /// The hands can't hold so many bombs.
    #[error("to win {times} times the stake takes {}, and the side to move can't hold as many: ask for larger hands", bombs(*.times))]
    TooFewBombs {
        /// The times.
        times: u32,
    },
    /// A loss with a unique winning move.
    #[error(
        "a lost position has no winning move, so neither a unique one nor one that wins points: leave out one of the two"
    )]
    UniqueLoss,
}

impl InChinese for RequestError {
    fn in_chinese(&self) -> String {
        match self {
            RequestError::Sizes(word) => {
                format!("`{word}`：应是两家或三家的牌数，例如 10+10、8..12+10 或 8+6+6")
            }
            RequestError::Size(word) => format!("`{word}`：这里每家只能有 {SMALLEST_HAND} 到 {LARGEST_HAND} 张"),
            RequestError::Empty(word) => format!("`{word}` 里没有数：小的写在前面"),
            RequestError::TooMany { sizes, cards, packs } => {
                let held = 54 * u32::from(*packs);
                format!("{sizes} 至少 {cards} 张，而 {packs} 副牌只有 {held} 张：请少写几张")
            }
            RequestError::TwoPacksOfThreeHands => "三家只能用一副牌出题，而这套规则用两副".to_owned(),
            RequestError::NoSuchHand(number) => format!("没有第 {number} 家：从 1 数起"),
            RequestError::OwnMove(number) => format!("第 {number} 家不能压自己出的牌"),
            RequestError::NoSuchTheme { theme, why } => {
                format!("这样的局面里没有 {theme} 的赢法：{}", why.in_chinese())
            }
            RequestError::Times(word) => {
                format!("`{word}`：炸弹使底分翻倍，所以赢的倍数是 1、2、4、8、16 或 {MOST_TIMES}")
            }
            RequestError::NoPoints(times) => format!("要赢 {times} 倍就得计分：请再选一种计分"),
            RequestError::TooFewBombs { times } => {
                format!("要赢 {times} 倍需要 {} 个炸弹，出牌一方的牌装不下：请多要几张牌", times.ilog2())
            }
            RequestError::UniqueLoss => "必败的局面没有能赢的出法，也就谈不上唯一或赢几倍：两个条件去掉一个".to_owned(),
        }
    }
}

/// Why no position asked for can have a theme.
///
/// ```
/// assert_eq!(canju::generate::NoTheme::Lost.to_string(), "the position is lost");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoTheme {
    /// A loss is asked for.
    #[error("the position is lost")]
    Lost,
    /// Only farmers have it.
    #[error("a farmer of three hands must be to move")]
    NoFarmer,
    /// The hand to move leads.
    #[error("there is no trick to pass on")]
    NoTrick,
    /// The landlord has played the trick.
    #[error("the trick is the landlord's")]
    LandlordsTrick,
    /// The partner has played the trick.
    #[error("the trick is the partner's")]
    PartnersTrick,
    /// There is a trick to answer.
    #[error("the hand to move does not lead")]
    NoLead,
}

impl InChinese for NoTheme {
    fn in_chinese(&self) -> String {
        let words = match self {
            NoTheme::Lost => "要的是必败",
            NoTheme::NoFarmer => "须是三家，轮到农民",
            NoTheme::NoTrick => "没有可以不要的一手",
            NoTheme::LandlordsTrick => "要压的是地主的牌",
            NoTheme::PartnersTrick => "要压的是队友的牌",
            NoTheme::NoLead => "轮到的一家没有牌权",
        };
        words.to_owned()
    }
}

fn bombs(times: u32) -> String {
    let count = times.ilog2();
    format!("{count} bomb{}", if count == 1 { "" } else { "s" })
}

fn pack_holds(packs: u8) -> &'static str {
    if packs == 1 { "one pack holds" } else { "two packs hold" }
}

impl Sizes {
    /// The fewest and the most cards of each hand.
    pub fn hands(&self) -> &[(u32, u32)] {
        &self.0
    }
}

impl FromStr for Sizes {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Sizes, RequestError> {
        let unreadable = || RequestError::Sizes(text.to_owned());
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| unreadable());
        let range = |hand: &str| {
            let (least, most) = match hand.split_once("..") {
                Some((least, most)) => (number(least)?, number(most)?),
                None => (number(hand)?, number(hand)?),
            };
            if least > most {
                return Err(RequestError::Empty(hand.to_owned()));
            }
            if least < SMALLEST_HAND || most > LARGEST_HAND {
                return Err(RequestError::Size(hand.to_owned()));
            }
            Ok((least, most))
        };
        let hands = text.split('+').map(range).collect::<Result<Vec<_>, _>>()?;
        if matches!(hands.len(), 2 | 3) { Ok(Sizes(hands)) } else { Err(unreadable()) }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (least, most)) in self.0.iter().enumerate() {
            let plus = if number == 0 { "" } else { "+" };
            match least == most {
                true => write!(f, "{plus}{least}")?,
                false => write!(f, "{plus}{least}..{most}")?,
            }
        }
        Ok(())
    }
}

impl Request {
    /// Any decided position of these sizes under the default rules, with seed 0.
    pub fn new(sizes: Sizes) -> Request {
        let rules = Ruleset::default();
        Request {
            sizes,
            rules,
            turn: 0,
            by: None,
            verdict: None,
            is_unique: false,
            difficulty: None,
            theme: None,
            is_minimal: false,
            scoring: Scoring::Win,
            times: 1,
            seed: 0,
        }
    }

    /// Can there be such a puzzle at all?
    ///
    /// # Errors
    /// If there can't, and why.
    pub fn check(&self) -> Result<(), RequestError> {
        let packs = self.rules.packs();
        if self.sizes.0.len() == 3 && packs > 1 {
            return Err(RequestError::TwoPacksOfThreeHands);
        }
        let seats = self.sizes.0.len();
        if let Some(seat) = [Some(self.turn), self.by].into_iter().flatten().find(|&seat| seat >= seats) {
            return Err(RequestError::NoSuchHand(seat + 1));
        }
        if self.by == Some(self.turn) {
            return Err(RequestError::OwnMove(self.turn + 1));
        }
        // The trick to answer takes a card at least.
        let cards = self.sizes.0.iter().map(|(least, _)| *least).sum::<u32>() + self.by.is_some() as u32;
        if cards > Hand::deck(packs).len() {
            return Err(RequestError::TooMany { sizes: self.sizes.clone(), cards, packs });
        }
        if (self.is_unique || self.times > 1) && self.verdict == Some(Verdict::Loss) {
            return Err(RequestError::UniqueLoss);
        }
        if self.times > 1 && !self.scoring.has_points() {
            return Err(RequestError::NoPoints(self.times));
        }
        if self.bombs() > self.most_bombs() {
            return Err(RequestError::TooFewBombs { times: self.times });
        }
        if let Some(theme) = self.theme
            && let Some(why) = self.excludes(theme)
        {
            return Err(RequestError::NoSuchTheme { theme, why });
        }
        if let Some((least, most)) = self.difficulty
            && least > most
        {
            return Err(RequestError::Empty(format!("{least}..{most}")));
        }
        Ok(())
    }

    /// Why no position asked for can have this theme, if none can.
    fn excludes(&self, theme: Theme) -> Option<NoTheme> {
        let is_farmers = self.sizes.0.len() == 3 && self.turn > 0;
        match theme {
            _ if self.verdict == Some(Verdict::Loss) => Some(NoTheme::Lost),
            _ if theme.is_of_farmers() && !is_farmers => Some(NoTheme::NoFarmer),
            Theme::OnlyPass | Theme::RefusesToBeat | Theme::LetsPartnerThrough if self.by.is_none() => {
                Some(NoTheme::NoTrick)
            }
            Theme::LetsPartnerThrough if self.by == Some(0) => Some(NoTheme::LandlordsTrick),
            Theme::RefusesToBeat if is_farmers && self.by != Some(0) => Some(NoTheme::PartnersTrick),
            Theme::GivesUpLead if self.by.is_some() => Some(NoTheme::NoLead),
            _ => None,
        }
    }

    /// How many bombs it takes to win so many times the stake.
    pub(super) fn bombs(&self) -> u32 {
        self.times.ilog2()
    }

    /// The most bombs that the hands of the side to move can hold.
    fn most_bombs(&self) -> u32 {
        let kinds = self.rules.kinds();
        let of_side = |(seat, _): &(usize, &(u32, u32))| (*seat == 0) == (self.turn == 0);
        let hands = self.sizes.0.iter().enumerate().filter(of_side);
        let bombs: u32 = hands.map(|(_, (_, most))| most / 4).sum();
        bombs * kinds.has(Kind::Bomb) as u32 + kinds.has(Kind::Rocket) as u32
    }

    /// The verdict that is asked for; a unique winning move, points and a theme ask for a win.
    pub fn wanted(&self) -> Option<Verdict> {
        self.verdict.or((self.is_unique || self.times > 1 || self.theme.is_some()).then_some(Verdict::Win))
    }
}
