//! Sheets: pages of six puzzles each as cards, the answers on the last page, in one file of HTML that prints as it should.
//!
//! A page is a page of the printer: sizes are in millimetres of A4, and each page of puzzles ends with a break. With few puzzles the
//! answers take one page; many flow on.

use super::words::{frame, task, theme};
use super::{escaped, position_svg};
use crate::puzzle::Puzzle;
use crate::report::Language;
use canju_engine::rules::Move;
use canju_engine::search::Verdict;
use std::fmt::Write;

/// The puzzles of a page.
#[doc(hidden)]
pub const PUZZLES_OF_PAGE: usize = 6;

/// A puzzle of a sheet and its answer.
///
/// ```
/// use canju::{Verdict, report::{Language, SheetPuzzle, sheet}};
/// let puzzle: canju::puzzle::Puzzle = "335 | 4A".parse()?;
/// let best = puzzle.position.parse_move("33").ok();
/// let html = sheet(&[SheetPuzzle { puzzle, verdict: Verdict::Win, best }], None, Language::English);
/// assert!(html.contains("First leads and wins. How?"));
/// # Ok::<(), canju::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Who wins, for the side to move.
    pub verdict: Verdict,
    /// A move that wins.
    pub best: Option<Move>,
}

const STYLE: &str = "\
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { margin: 0 auto; width: 186mm; color: #22302f; background: #fff; font: 10.5pt/1.35 system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact }
.page { height: 272mm; break-after: page; break-inside: avoid; display: grid; grid-template: 13mm repeat(3, 1fr) 6mm / 1fr 1fr; gap: 2mm 6mm }
header, footer { grid-column: 1 / -1; display: flex; justify-content: space-between; align-items: baseline }
h1 { font-size: 15pt; margin: 0 }
footer { font-size: 8pt; color: #5c665f }
.puzzle { border-top: .3mm solid #b9b29c; padding-top: 2mm; min-height: 0; overflow: hidden }
.puzzle p { margin: 0 0 1.5mm; display: flex; gap: 2mm }
.puzzle p b { min-width: 7mm }
.puzzle p span { flex: 1 }
.puzzle i, .answers i { font-style: normal; color: #5c665f }
.puzzle svg { display: block; width: 100%; height: auto; max-height: 66mm }
.answers ol { columns: 3; column-gap: 6mm; padding: 0; margin: 3mm 0; list-style: none; font-size: 9.5pt }
.answers li { break-inside: avoid; padding-left: 9mm; text-indent: -9mm; margin-bottom: .8mm; overflow-wrap: anywhere }
.answers li b { display: inline-block; min-width: 9mm; text-indent: 0 }
.answers small { color: #5c665f }
";

/// A sheet of these puzzles as HTML, six to a page, the answers at the end. Without a title it has one for all sheets.
///
/// ```
/// use canju::report::{Language, sheet};
/// assert!(sheet(&[], Some("My puzzles"), Language::English).contains("<title>My puzzles</title>"));
/// ```
pub fn sheet(puzzles: &[SheetPuzzle], title: Option<&str>, language: Language) -> String {
    let words = frame(language);
    let title = escaped(title.unwrap_or(words.title));
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<body>\n",
        tag(language)
    );
    let pages = puzzles.len().div_ceil(PUZZLES_OF_PAGE);
    for (page, part) in puzzles.chunks(PUZZLES_OF_PAGE).enumerate() {
        // Writing to a string does not fail.
        let _ = write!(
            html,
            "<section class=\"page\">\n<header><h1>{title}</h1><span>{} / {pages}</span></header>\n",
            page + 1
        );
        for (place, one) in part.iter().enumerate() {
            let _ = add_puzzle(&mut html, page * PUZZLES_OF_PAGE + place + 1, one, language);
        }
        // The foot is in the last row, whether the page is full or not.
        let foot = "style=\"grid-row: 5\"";
        let _ = write!(html, "<footer {foot}><span>{}</span></footer>\n</section>\n", words.explained);
    }
    let _ = write!(html, "<section class=\"answers\">\n<header><h1>{}</h1></header>\n<ol>\n", words.answers);
    for (number, one) in puzzles.iter().enumerate() {
        let _ = add_answer(&mut html, number + 1, one, language);
    }
    html + "</ol>\n</section>\n</body>\n</html>\n"
}

/// As HTML calls the language.
const fn tag(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh-CN",
    }
}

fn add_puzzle(html: &mut String, number: usize, one: &SheetPuzzle, language: Language) -> std::fmt::Result {
    let SheetPuzzle { puzzle, verdict, .. } = one;
    let is_won = matches!(verdict, Verdict::Win).then_some(true);
    let rules = puzzle.position.rules();
    let rules = match *rules == Default::default() {
        true => String::new(),
        false => format!(" ({} {rules})", frame(language).rules),
    };
    let task = escaped(&(task(language, &puzzle.position, is_won) + &rules));
    let difficulty = puzzle.difficulty.map_or(String::new(), |difficulty| difficulty.to_string());
    let picture = position_svg(&puzzle.position, language);
    writeln!(
        html,
        "<div class=\"puzzle\"><p><b>{number}</b><span>{task}</span><i>{difficulty}</i></p>\n{picture}</div>"
    )
}

fn add_answer(html: &mut String, number: usize, one: &SheetPuzzle, language: Language) -> std::fmt::Result {
    let words = frame(language);
    let answer = match (one.verdict, one.best) {
        (Verdict::Win, Some(Move::Pass)) => words.pass.to_owned(),
        (Verdict::Win, Some(best)) => one.puzzle.position.notation(best),
        (Verdict::Loss, _) => words.lost.to_owned(),
        _ => words.undecided.to_owned(),
    };
    let themes: Vec<&str> = one.puzzle.themes.iter().map(|&found| theme(language, found)).collect();
    let comma = if language == Language::Chinese { "，" } else { ", " };
    let themes = if themes.is_empty() { String::new() } else { format!(" <small>{}</small>", themes.join(comma)) };
    writeln!(html, "<li><b>{number}</b>{}{themes}</li>", escaped(&answer))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, verdict: Verdict) -> SheetPuzzle {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let best = puzzle.expected.and_then(|expected| expected.best());
        SheetPuzzle { puzzle, verdict, best }
    }

    #[test]
    fn six_to_a_page_and_the_answers_behind_them() {
        let all: Vec<SheetPuzzle> = (0..13).map(|_| of("335 | 4A | best=33 difficulty=1.1", Verdict::Win)).collect();
        for (count, pages) in [(0, 0), (1, 1), (6, 1), (7, 2), (12, 2), (13, 3)] {
            let html = sheet(&all[..count], None, Language::English);
            assert_eq!(html.matches("<section class=\"page\">").count(), pages);
            assert_eq!((html.matches("<svg").count(), html.matches("<li>").count()), (count, count));
            assert!(html.rfind("class=\"puzzle\"").is_none_or(|last| last < html.find("<ol>").unwrap()));
        }
    }

    #[test]
    fn answers_of_every_kind_in_both_languages() {
        let puzzles = [
            of("345 | 44 | 6Q | turn=2 best=44 themes=feeds_partner", Verdict::Win),
            of("8T | 792 | 3357 | last=9 best=pass themes=only_pass", Verdict::Win),
            of("3 | 4 | last=5", Verdict::Loss),
            of("335 | 4A | rules=rlcard", Verdict::Unknown(canju_engine::search::Reason::Time)),
        ];
        let english = sheet(&puzzles, Some("<mine>"), Language::English);
        for text in [
            "&lt;mine&gt;",
            "Farmer 1 leads. How do the farmers win?",
            "<li><b>1</b>44 <small>feeds the partner</small></li>",
            "First must answer 5. Who wins?",
            "<li><b>2</b>pass <small>only a pass wins",
            "lost, whatever is played",
            "not decided",
            "Who wins? (rules rlcard)",
        ] {
            assert!(english.contains(text), "{text}");
        }
        let chinese = sheet(&puzzles, None, Language::Chinese);
        for text in [
            "斗地主残局",
            "农民甲先出，农民怎样取胜？",
            "44 <small>喂牌",
            "地主须应 9，怎样取胜？",
            "<b>2</b>不要",
            "答案",
            "zh-CN",
        ] {
            assert!(chinese.contains(text), "{text}");
        }
    }
}
