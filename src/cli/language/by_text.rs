//! Errors of the libraries that are texts, not values: they are known by their English form.
//!
//! In a form, `{name}` stands for any text, which is the value of that name in Chinese. What `{problem}` and `{why}` stand for is looked
//! up in its turn.

use super::errors::seat_word;
use canju_words::{Language, Value};

/// The English form of a text, and the name of its Chinese one. The first form that fits is taken.
pub(super) const FORMS: &[(&str, &str)] = &[
    ("{id}: line {line}, column {column}: {problem}", "error-id-line-column"),
    ("line {line}, column {column}: {problem}", "error-line-column"),
    ("column {column}: {problem}", "error-column"),
    ("move {number} ({player}): {why}", "error-wrong-move"),
    ("move {number}, {player}: {why}", "error-wrong-move"),
    // Cards and moves.
    ("unknown card `{card}`: cards are 3 4 5 6 {rest}", "error-card-unknown"),
    ("`{card}` can be {one} or {other}: write the one you mean", "error-card-two-readings"),
    ("{nth} card of rank {rank}: {packs} pack holds {held}", "error-card-too-many"),
    ("{nth} card of rank {rank}: {packs} packs hold {held}", "error-card-too-many"),
    ("no cards: name the cards of the move, or `pass`", "error-move-empty"),
    ("`{cards}` is no combination under {rules}", "error-move-no-combination"),
    ("`{cards}` can be {readings}: say which one", "error-move-ambiguous"),
    ("`{cards}` is no `{reading}`: expected one of {readings}", "error-move-no-such-reading"),
    ("the game is over", "error-game-over"),
    ("a leader can't pass", "error-pass-on-lead"),
    ("who leads can't pass", "error-pass-on-lead"),
    ("`{cards}` is not in the hand", "error-not-held"),
    ("`{cards}` is no such combination under these rules", "error-no-combination"),
    ("`{cards}` does not beat what was played", "error-does-not-beat"),
    ("three hands can be solved with one pack only", "error-two-packs-three-hands"),
    // Puzzles in JSON.
    ("it has no `hands`", "error-json-no-hands"),
    ("`{field}`: {value} is not a list of hands", "error-json-hands"),
    ("`{field}`: {value} is not the number of a hand", "error-json-number"),
    ("`{field}`: {value} is not a list of themes", "error-json-themes"),
    ("`{field}`: {value} is not a list of moves", "error-json-moves"),
    ("`{field}`: {value} is not a string", "error-json-string"),
    ("EOF while parsing {what}", "error-json-end"),
    ("did you mean `{field}`? What is yours goes below `meta`", "error-json-similar"),
    ("expected {fields}; what is yours goes below `meta`", "error-json-fields"),
    // Inputs of a batch.
    ("no *.ddz or *.jsonl file in it", "error-no-packs"),
    ("can't read it: a link to a directory it lies in", "error-link-loop"),
    ("can't read it: {why}", "error-cant-read-it"),
    // Questions for advice.
    ("no cards: name at least one", "error-no-cards"),
    ("only a history says who passed on what: add it, or leave this out", "error-infer-history"),
    ("missing: how many cards do {one} and {other} hold?", "error-left-missing"),
    ("the history says so already: leave one of them out", "error-history-says"),
    ("there is no move to answer: add it with `last`, or leave `by` out", "error-no-move-to-answer"),
    ("after a `pass` it is what was played before it", "error-answer-pass"),
    ("it must have all cards played, those of `last` too: {cards}", "error-played-last"),
    ("{seat} is to move, so another seat has played the move to answer", "error-own-answer"),
    ("the landlord shows {most} cards, not {count}: {cards}", "error-shows"),
    (
        "{one} and {other} hold {left} + {right} cards, but {unseen} cards are unseen: {deck} less {hand} in the hand and {played} played",
        "error-left-unseen",
    ),
    ("{seat} has no cards left: the game is over", "error-no-cards-left"),
    ("they are in the landlord's own hand or played: leave them out", "error-own-landlord-cards"),
    ("the landlord holds {count} cards, so not all of {cards}: leave out what was played", "error-landlord-holds"),
    ("`{cards}` does not beat {seat}'s {beaten}", "error-does-not-beat-cards"),
    ("`{cards}`: not all of these cards are left, beside the own hand and what was played", "error-cards-gone"),
    ("after it it is {other}'s turn, not {seat}'s", "error-history-turn"),
    (
        "{seat} has {count} cards, what it has played included, and gets {dealt} in a whole deal: complete the hand or the history, or say with `left` how many the others hold",
        "error-history-hand",
    ),
    ("{seat} has played {count} cards, and gets {dealt}", "error-history-played"),
    // Headers of certificates.
    ("no `{field}`", "error-header-field"),
    ("this version is not known, only 2 to 5 are", "error-header-version"),
    ("last: expected `MOVE by N`", "error-header-last"),
    ("verdict `{word}` is neither win nor loss", "error-header-verdict"),
    ("plain: expected a number up to {most}", "error-header-plain"),
    ("memory: expected a number from 4 to 24", "error-header-memory"),
    ("three hands need version 4: write this certificate anew", "error-header-old"),
    ("expected the number of a hand", "error-header-hand"),
    ("it is not UTF-8", "error-header-utf8"),
    ("not spelled as this program spells it", "error-header-spelling"),
    ("expected two or three hands", "error-header-hands"),
    // Why no puzzle has a theme.
    ("the position is lost", "error-theme-lost"),
    ("a farmer of three hands must be to move", "error-theme-farmer"),
    ("there is no trick to pass on", "error-theme-no-trick"),
    ("the trick is the landlord's", "error-theme-landlords-trick"),
    ("the trick is the partner's", "error-theme-partners-trick"),
    ("the hand to move does not lead", "error-theme-no-lead"),
    // The machine and the system.
    ("--memory {size}: this machine has {total}: ask for less", "error-memory"),
    ("`ulimit -v` leaves {limit} of address space, and a search needs {least}: raise the limit", "error-addresses"),
    ("more than {count} puzzles: the others are left out", "error-too-many-puzzles"),
    ("too many symbolic links", "error-links"),
    ("its drafts are removed by other runs", "error-drafts"),
    ("No such file or directory (os error {code})", "error-io-not-found"),
    ("Permission denied (os error {code})", "error-io-denied"),
    ("Is a directory (os error {code})", "error-io-directory"),
    ("{value} is not in {least}..{most}", "error-range"),
];

/// The text in Chinese, if its form is known.
pub(super) fn chinese(text: &str) -> Option<String> {
    FORMS.iter().find_map(|(form, name)| {
        let values = fit(form, text)?.into_iter().map(|(name, value)| (name, Value::from(in_chinese(name, value))));
        Language::Chinese.find(name, &values.collect::<Vec<_>>())
    })
}

/// A value of this name as it stands in a Chinese text.
fn in_chinese(name: &str, value: &str) -> String {
    const NUMBERS: [&str; 9] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    match name {
        "problem" | "why" => chinese(value).unwrap_or_else(|| value.to_owned()),
        "player" | "seat" | "one" | "other" => seat_word(value),
        "readings" => value.replace(" or ", "、").replace(", ", "、"),
        "nth" => value.trim_end_matches(char::is_alphabetic).to_owned(),
        "packs" | "held" => match NUMBERS.iter().position(|number| *number == value) {
            Some(number) => number.to_string(),
            None => value.to_owned(),
        },
        _ => value.to_owned(),
    }
}

/// What the places of a form stand for in this text, if it fits.
fn fit<'t>(form: &'static str, text: &'t str) -> Option<Vec<(&'static str, &'t str)>> {
    let Some((before, rest)) = form.split_once('{') else { return (form == text).then(Vec::new) };
    let (name, rest) = rest.split_once('}')?;
    let text = text.strip_prefix(before)?;
    let ends: Vec<usize> = match rest.split('{').next() {
        Some("") | None => vec![text.len()],
        Some(next) => text.match_indices(next).map(|(end, _)| end).collect(),
    };
    ends.into_iter().find_map(|end| {
        let mut values = fit(rest, &text[end..])?;
        values.push((name, &text[..end]));
        Some(values)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_fit_and_have_all_values_of_the_chinese_text() {
        for (form, name) in FORMS {
            let values = fit(form, form).unwrap_or_else(|| panic!("{form}"));
            let values: Vec<_> = values.into_iter().map(|(name, value)| (name, Value::from(value))).collect();
            let text = Language::Chinese.find(name, &values).unwrap_or_else(|| panic!("{name}"));
            assert!(!text.contains("{$"), "{name}: {text}");
        }
    }

    #[test]
    fn texts_within_texts() {
        let of = |text: &str| chinese(text).unwrap_or_default();
        assert_eq!(
            of("line 1, column 30: move 2 (farmer 1): `A` is not in the hand"),
            "第 1 行第 30 个字符：第 2 手（农民甲）：手里没有 `A`"
        );
        assert_eq!(of("5th card of rank 3: one pack holds four"), "第 5 张 3 多了：1 副牌里只有 4 张");
        assert_eq!(of("`a` is not in b: `c` is not in the hand"), "手里没有 `a` is not in b: `c`");
        assert_eq!(chinese("the moon is full"), None);
    }
}
