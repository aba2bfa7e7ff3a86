//! A position as a picture: SVG, a row of cards for each hand, the hand to move marked, and above them what it must answer.

use super::escaped;
use super::words::{seat, to_beat};
use crate::report::Language;
use crate::words::say;
use canju_engine::rules::{Hand, Position, Rank};
use std::fmt::Write;

/// Width of the picture.
const WIDTH: u32 = 560;
/// A card.
const CARD: (u32, u32) = (44, 62);
/// From one card to the next, at most.
const STEP: u32 = 27;
/// Where the cards begin, right of the names.
const LEFT: u32 = 112;
/// From one row to the next.
const ROW: u32 = 76;
const MARGIN: u32 = 10;

const BLACK: &str = "#22302f";
const RED: &str = "#b22a1b";

/// The suits, as paths in a square of 32 pixels: those of the app.
const PIPS: [(&str, &str); 4] = [
    (
        BLACK,
        "M16 2C20 8 29 13 29 19.500C29 23.500 26 26 22.800 26C20.600 26 18.700 25 17.500 23.200C17.700 26 18.600 28.500 20.500 30H11.500C13.400 28.500 14.300 26 14.500 23.200C13.300 25 11.400 26 9.200 26C6 26 3 23.500 3 19.500C3 13 12 8 16 2Z",
    ),
    (
        RED,
        "M16 29C7 21 2 16 2 10.200C2 6 5.200 3 9 3C12 3 14.600 4.700 16 7.400C17.400 4.700 20 3 23 3C26.800 3 30 6 30 10.200C30 16 25 21 16 29Z",
    ),
    (
        BLACK,
        "M16 2A6.500 6.500 0 0 1 21.300 12.300A6.500 6.500 0 1 1 17.600 20.600C17.800 25 18.700 28 20.700 30H11.300C13.300 28 14.200 25 14.400 20.600A6.500 6.500 0 1 1 10.700 12.300A6.500 6.500 0 0 1 16 2Z",
    ),
    (RED, "M16 2C19 7.500 22.500 12 27 16C22.500 20 19 24.500 16 30C13 24.500 9.500 20 5 16C9.500 12 13 7.500 16 2Z"),
];

/// The picture of a position.
///
/// ```
/// use canju::report::{Language, position_svg};
/// let svg = position_svg(&"K5 | 44Q | last=J".parse()?, Language::English);
/// assert!(svg.starts_with("<svg") && svg.contains("to beat"));
/// # Ok::<(), canju::TextError>(())
/// ```
pub fn position_svg(position: &Position, language: Language) -> String {
    let hands = position.hands();
    let mut rows: Vec<(String, Hand, bool)> = Vec::new();
    if let Some(last) = position.last() {
        let label = format!("{} · {}", seat(language, hands.len(), last.by), to_beat(language));
        rows.push((label, last.combo.cards, false));
    }
    for (number, &hand) in hands.iter().enumerate() {
        rows.push((seat(language, hands.len(), number), hand, number == position.to_move()));
    }
    let height = MARGIN * 2 + ROW * rows.len() as u32 - (ROW - CARD.1);
    let mut title = hands.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
    if let Some(last) = position.last() {
        // Writing to a string does not fail.
        let _ = write!(title, "{}{} {}", say!(language, "comma"), to_beat(language), last.combo.cards);
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         font-family=\"system-ui, 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif\">\n<title>{}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(&title)
    );
    let mut dealt = [0u8; Rank::COUNT];
    for (row, (label, hand, moves)) in rows.iter().enumerate() {
        let _ = add_row(&mut svg, MARGIN + ROW * row as u32, (label, *hand, *moves), &mut dealt);
    }
    svg + "</svg>\n"
}

/// A row: a name, and cards. `dealt` are the cards drawn before, by rank, from which the suits follow.
fn add_row(
    svg: &mut String,
    top: u32,
    (label, hand, moves): (&str, Hand, bool),
    dealt: &mut [u8; Rank::COUNT],
) -> std::fmt::Result {
    let middle = top + CARD.1 / 2;
    if moves {
        writeln!(svg, "<path d=\"M{MARGIN} {} l10 7 l-10 7 z\" fill=\"{RED}\"/>", middle - 7)?;
    }
    let weight = if moves { 700 } else { 400 };
    // A name of two parts takes two lines.
    let parts: Vec<&str> = label.split(" · ").collect();
    for (line, part) in parts.iter().enumerate() {
        let y = middle + 5 + 18 * line as u32 - 9 * (parts.len() as u32 - 1);
        let x = MARGIN + 15;
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"15\" font-weight=\"{weight}\" fill=\"{BLACK}\">{part}</text>"
        )?;
    }
    let cards: Vec<Rank> = hand.cards().collect();
    let room = WIDTH - LEFT - CARD.0 - MARGIN;
    let step = if cards.len() < 2 { 0 } else { (room / (cards.len() as u32 - 1)).min(STEP) };
    for (place, &rank) in cards.iter().enumerate() {
        let copy = dealt[rank.index()];
        dealt[rank.index()] += 1;
        add_card(svg, LEFT + step * place as u32, top, (rank, copy))?;
    }
    Ok(())
}

/// A card. Index and suit stand at the left edge, which the next card leaves free.
fn add_card(svg: &mut String, x: u32, y: u32, (rank, copy): (Rank, u8)) -> std::fmt::Result {
    let (width, height) = CARD;
    write!(
        svg,
        "<g transform=\"translate({x},{y})\"><rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"5\" fill=\"#fffdf6\" stroke=\"#8f8670\"/>",
        width - 1,
        height - 1
    )?;
    let font = "font-family=\"Georgia, 'DejaVu Serif', serif\" font-weight=\"700\"";
    if rank.is_joker() {
        // Big and small differ in form, too: the small one's letters are an outline.
        let is_big = rank != Rank::SMALL_JOKER;
        let look = if is_big {
            format!("fill=\"{RED}\"")
        } else {
            format!("fill=\"none\" stroke=\"{BLACK}\" stroke-width=\"0.7\"")
        };
        for (place, letter) in "JOKER".chars().enumerate() {
            let y = 14 + 11 * place;
            write!(
                svg,
                "<text x=\"9\" y=\"{y}\" font-size=\"12\" text-anchor=\"middle\" {font} {look}>{letter}</text>"
            )?;
        }
        let fill = if is_big { RED } else { "none" };
        let stroke = if is_big { RED } else { BLACK };
        write!(svg, "<circle cx=\"29\" cy=\"31\" r=\"9\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>")?;
    } else {
        let (colour, pip) = PIPS[usize::from(copy) % PIPS.len()];
        let text = if rank.symbol() == 'T' { "10".to_owned() } else { rank.symbol().to_string() };
        let narrow = if text.len() > 1 { " textLength=\"19\" lengthAdjust=\"spacingAndGlyphs\"" } else { "" };
        write!(svg, "<text x=\"4\" y=\"19\" font-size=\"19\" {font} fill=\"{colour}\"{narrow}>{text}</text>")?;
        write!(svg, "<path transform=\"translate(4,24) scale(.42)\" fill=\"{colour}\" d=\"{pip}\"/>")?;
    }
    writeln!(svg, "</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(text: &str, language: Language) -> String {
        position_svg(&text.parse().expect("a position"), language)
    }

    #[test]
    fn every_card_is_drawn_and_none_leaves_the_picture() {
        for text in ["3334445556667778889T | 99JJQQKKAA22XDTTT | JJQQKKAA", "K5 | 44Q | last=J", "3 | 4"] {
            let position: Position = text.parse().expect("a position");
            let svg = svg(text, Language::English);
            let last = position.last().map_or(0, |last| last.combo.cards.len());
            assert_eq!(svg.matches("rx=\"5\"").count() as u32, position.cards() + last);
            for place in svg.split("translate(").skip(1).filter(|part| part.contains("rx=\"5\"")) {
                let x: u32 = place.split(',').next().and_then(|x| x.parse().ok()).expect("a number");
                assert!(x + CARD.0 + MARGIN <= WIDTH, "{text}: {x}");
            }
        }
    }

    #[test]
    fn the_hand_to_move_and_the_language_are_seen() {
        let chinese = svg("45 | 44 | 6Q | turn=3 last=J by=1", Language::Chinese);
        assert!(chinese.contains("font-weight=\"700\" fill=\"#22302f\">农民乙"));
        assert!(chinese.contains("地主</text>") && chinese.contains("待压</text>"));
        assert_eq!(chinese.matches("l10 7 l-10 7 z").count(), 1);
        assert!(svg("45 | 44", Language::English).contains(">First</text>"));
    }
}
