//! What is written on paper, in both languages.

use crate::puzzle::Theme;
use crate::report::{Language, seats};
use canju_engine::rules::Position;

/// The name of a seat, as it begins a line.
pub fn seat(language: Language, hands: usize, seat: usize) -> String {
    let mut name = seats::seat(language, hands, seat);
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// What is before the cards that must be answered.
pub fn to_beat(language: Language) -> &'static str {
    match language {
        Language::English => "to beat",
        Language::Chinese => "待压",
    }
}

/// The task of a position: who is to move, and for whom to find the win. `is_won` is `None` if the sheet does not tell.
pub fn task(language: Language, position: &Position, is_won: Option<bool>) -> String {
    let (hands, mover) = (position.hands().len(), position.to_move());
    let name = seat(language, hands, mover);
    let is_farmer = hands == 3 && mover > 0;
    match (language, position.last().map(|last| last.combo.cards.to_string()), is_won) {
        (Language::English, None, Some(true)) if is_farmer => format!("{name} leads. How do the farmers win?"),
        (Language::English, None, Some(true)) => format!("{name} leads and wins. How?"),
        (Language::English, None, _) => format!("{name} leads. Who wins?"),
        (Language::English, Some(cards), Some(true)) if is_farmer => {
            format!("{name} must answer {cards}. How do the farmers win?")
        }
        (Language::English, Some(cards), Some(true)) => format!("{name} must answer {cards} and wins. How?"),
        (Language::English, Some(cards), _) => format!("{name} must answer {cards}. Who wins?"),
        (Language::Chinese, None, Some(true)) if is_farmer => format!("{name}先出，农民怎样取胜？"),
        (Language::Chinese, None, Some(true)) => format!("{name}先出，怎样取胜？"),
        (Language::Chinese, None, _) => format!("{name}先出，谁能赢？"),
        (Language::Chinese, Some(cards), Some(true)) if is_farmer => format!("{name}须应 {cards}，农民怎样取胜？"),
        (Language::Chinese, Some(cards), Some(true)) => format!("{name}须应 {cards}，怎样取胜？"),
        (Language::Chinese, Some(cards), _) => format!("{name}须应 {cards}，谁能赢？"),
    }
}

/// The name of a theme.
pub fn theme(language: Language, theme: Theme) -> &'static str {
    let [english, chinese] = theme.called();
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

/// The words around the puzzles of a sheet.
pub struct Frame {
    pub title: &'static str,
    pub answers: &'static str,
    pub rules: &'static str,
    pub pass: &'static str,
    pub lost: &'static str,
    pub undecided: &'static str,
    pub explained: &'static str,
}

/// The words of this language.
pub const fn frame(language: Language) -> Frame {
    match language {
        Language::English => Frame {
            title: "Dou Dizhu puzzles",
            answers: "Answers",
            rules: "rules",
            pass: "pass",
            lost: "lost, whatever is played",
            undecided: "not decided",
            explained: "All hands are open. T is ten, X the small and D the big joker. The number behind a puzzle says how hard it is, from \
                        1.0 to 5.0.",
        },
        Language::Chinese => Frame {
            title: "斗地主残局",
            answers: "答案",
            rules: "规则",
            pass: "不要",
            lost: "必败，怎么出都输",
            undecided: "未能判定",
            explained: "各家明牌。T 即 10，X 为小王，D 为大王。题号后的数字是难度，1.0 最易，5.0 最难。",
        },
    }
}
