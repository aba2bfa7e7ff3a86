//! The errors of the libraries in Chinese, which are known by their English form.
//!
//! In a form, `{name}` stands for any text, which is the value of that name in Chinese. What `{problem}` and `{why}` stand for is looked
//! up in its turn.

use canju::report::undecided;
use canju::words::{Language, Value, say};

/// The English form of a text, and the name of its Chinese one. The first form that fits is taken.
const FORMS: &[(&str, &str)] = &[
    // Where it is: these go first, since others fit their ends.
    ("{problem}; did you mean `{word}`?", "error-similar"),
    ("{id}: line {line}, column {column}: {problem}", "error-id-line-column"),
    ("line {line}, column {column}: {problem}", "error-line-column"),
    ("column {column}: {problem}", "error-column"),
    ("move {number} ({player}): {why}", "error-wrong-move"),
    ("move {number}, {player}: {why}", "error-wrong-move"),
    ("hand {hand} is empty: every player needs at least one card", "error-hand-empty"),
    ("hand {number} can't answer its own move", "error-request-own-move"),
    ("hand {hand}: {problem}", "error-hand"),
    ("last: `pass` leaves nothing to answer: leave it out where a player leads", "error-last-is-pass"),
    ("last: `{cards}` can't have been played: {problem}", "error-last-not-held"),
    ("last: expected `MOVE by N`", "error-header-last"),
    ("last: {problem}", "error-last"),
    ("best: {problem}", "error-best"),
    ("the hands together: {problem}", "error-hands-together"),
    ("header: {problem}", "error-verify-header"),
    ("rules: {problem}", "error-header-rules"),
    ("byte {byte}, position {number}: {position}: {problem}", "error-verify-fails"),
    // Cards and moves.
    ("unknown card `{card}`: cards are {cards}", "error-card-unknown"),
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
    // Positions.
    ("{count} hands: a game has two or three", "error-hand-count"),
    ("{field}: there is no hand {number}: expected {numbers}", "error-no-such-hand"),
    ("by: there is no move to answer: add it with `last`, or leave `by` out", "error-by-without-last"),
    ("by: hand {hand} is to move, so another hand has played the move to answer", "error-own-move"),
    ("three hands can be solved with one pack only", "error-two-packs-three-hands"),
    // Rules.
    ("unknown rules `{word}`: expected one of {names}", "error-unknown-preset"),
    (
        "unknown rule `{word}`: expected + or - and a kind ({kinds}) or a switch ({switches}), or {numbers}= and a number",
        "error-unknown-rule",
    ),
    ("`{rule}`: expected a number from {least} to {most}", "error-rule-number"),
    ("`-solo`: single cards can't be banned, a leader must always have a move", "error-no-solo"),
    // Packs.
    ("expected one position on one line, such as `346999Q2 | 34JAAD`", "error-not-one"),
    ("expected one puzzle on one line", "error-not-one-puzzle"),
    ("{count} hand: expected `HAND | HAND`, {others}", "error-hands-in-line"),
    ("{count} hands: expected `HAND | HAND`, {others}", "error-hands-in-line"),
    ("{attribute}: `{text}` is not the number of a hand: expected 1, 2 or 3", "error-hand-number"),
    ("unexpected `|`: attributes come last, separated by spaces", "error-after-attributes"),
    ("unknown attribute `{word}`: expected {attributes}", "error-unknown-attribute"),
    ("`{word}` is given twice: leave one out", "error-duplicate"),
    ("`{word}=` has no value: write it right after the `=`", "error-no-value"),
    ("this quote is never closed: {cure}", "error-open-quote"),
    ("`{sign}` within or right after a value: put the whole value in quotes", "error-needs-quotes"),
    ("unknown escape `\\{sign}`: expected {escapes}", "error-escape"),
    ("`{word}` is not a side: expected first, second, both or none", "error-human"),
    ("`@{word}` belongs right below its puzzle, and there is none above", "error-no-game"),
    ("`@{word}` comes too late, its puzzle is answered: {cure}", "error-too-late"),
    ("the game is over after its {count} moves: there is nothing to solve", "error-puzzle-over"),
    ("`{word}` is not a difficulty: expected {numbers}", "error-difficulty"),
    ("`{word}` is not a theme: expected {themes}", "error-theme"),
    ("line {line} can't be read, so the rules are not known: {cure}", "error-no-defaults"),
    ("`{word}` is not an answer: expected win or loss", "error-expect"),
    ("a lost position has no best move: leave out `best=` or write expect=win", "error-best-of-loss"),
    ("unknown directive `@{word}`: expected {directives}", "error-directive"),
    ("`{word}` is not a line number: expected @line N, the number of the line that follows", "error-line-number"),
    ("byte 0x{byte} is not UTF-8: save the file as UTF-8", "error-not-utf8"),
    ("the line is longer than {count} bytes: a puzzle takes a line of its own", "error-too-long"),
    ("can't read on: {why}", "error-cant-read-on"),
    ("no puzzle in it: expected a line like `346999Q2 | 34JAAD`", "error-saved-no-puzzle"),
    ("line {line}: a second puzzle, but a game has only one", "error-saved-second"),
    ("no *.ddz or *.jsonl file in it", "error-no-packs"),
    (
        "these are cards, and no file: write a position as a line `HAND | HAND` into a file, or to standard input (`-`)",
        "error-hand-no-file",
    ),
    ("can't read it: a link to a directory it lies in", "error-link-loop"),
    ("can't read it: {why}", "error-cant-read-it"),
    // Puzzles in JSON.
    ("unknown card `{integer}`: in a list, cards are DouZero's integers {integers}", "error-integer"),
    ("unknown field `{field}`: did you mean `{other}`? What is yours goes below `meta`", "error-field-similar"),
    ("unknown field `{field}`: expected {fields}; what is yours goes below `meta`", "error-field"),
    ("not a JSON puzzle: it has no `hands`: expected an object like {example}", "error-json-no-hands"),
    (
        "not a JSON puzzle: `{field}`: {value} is not a list of hands: expected an object like {example}",
        "error-json-hands",
    ),
    (
        "not a JSON puzzle: `{field}`: {value} is not the number of a hand: expected an object like {example}",
        "error-json-number",
    ),
    (
        "not a JSON puzzle: `{field}`: {value} is not a list of themes: expected an object like {example}",
        "error-json-themes",
    ),
    (
        "not a JSON puzzle: `{field}`: {value} is not a list of moves: expected an object like {example}",
        "error-json-moves",
    ),
    ("not a JSON puzzle: `{field}`: {value} is not a string: expected an object like {example}", "error-json-string"),
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
    // Deals and puzzles to order.
    ("`{word}`: expected the cards of two or three hands, at least one each, such as {examples}", "error-deal-sizes"),
    ("`{word}`: expected the cards of two or three hands, such as {examples}", "error-request-sizes"),
    ("`{word}`: a hand has {least} to {most} cards here", "error-request-size"),
    ("`{word}` is an empty range: the smaller number comes first", "error-request-empty"),
    (
        "{sizes} are at least {cards} cards, and {packs} pack holds {held}: ask for smaller hands",
        "error-request-too-many",
    ),
    (
        "{sizes} are at least {cards} cards, and {packs} packs hold {held}: ask for smaller hands",
        "error-request-too-many",
    ),
    ("{sizes} are {cards} cards, and there are {held}: ask for smaller hands", "error-deal-too-many"),
    ("three hands can be generated with one pack only, and these rules have two", "error-request-two-packs"),
    ("there is no hand {number}: the hands are counted from 1", "error-request-hand"),
    ("a lost position has no winning move, so it can't be a unique one: {cure}", "error-request-unique-loss"),
    ("no win here is of the theme {theme}: {why}", "error-request-theme"),
    ("the position is lost", "error-theme-lost"),
    ("a farmer of three hands must be to move", "error-theme-farmer"),
    ("there is no trick to pass on", "error-theme-no-trick"),
    ("the trick is the landlord's", "error-theme-landlords-trick"),
    ("the trick is the partner's", "error-theme-partners-trick"),
    ("the hand to move does not lead", "error-theme-no-lead"),
    // Journals and certificates.
    ("journal {path} is there already: --resume goes on with it; or remove it", "error-journal-exists"),
    ("{path} is not a journal of this program", "error-journal-none"),
    ("journal {path} is in use by another run", "error-journal-busy"),
    ("journal {path} has the form {theirs}, this version goes on with {cure}", "error-journal-version"),
    ("journal {path} is of another batch: there {field} is {theirs}, here it is {ours}", "error-journal-other-batch"),
    (
        "journal {path} is of other puzzles: its item {number} is {theirs}, the input's is {ours}",
        "error-journal-puzzles",
    ),
    ("journal {path}, line {line}: damaged. No record stands above it: {cure}", "error-journal-damaged"),
    (
        "journal {path}, line {line}: damaged. The record above it is whole. {cure}: head {command}",
        "error-journal-damaged-below",
    ),
    (
        "journal {path}, line {line}: damaged. The {count} records above it are whole. {cure}: head {command}",
        "error-journal-damaged-below",
    ),
    ("can't write the results", "error-cant-write"),
    ("can't write the certificate", "error-cant-write-certificate"),
    ("the system gives no threads", "error-no-threads"),
    ("not a certificate: it does not start with `{magic}`", "error-not-a-certificate"),
    ("checking takes {needed} bytes of memory, {allowed} are allowed", "error-verify-memory"),
    ("the time limit was reached after {positions} positions", "error-verify-time"),
    ("the certificate ends here", "error-fault-truncated"),
    ("a malformed number", "error-fault-number"),
    ("move number {index} of {moves} legal ones", "error-fault-move"),
    ("the side that should lose wins by {cards}", "error-fault-loser-wins"),
    ("the header counts {counted} positions to remember, the proof has {found}", "error-fault-miscounted"),
    ("the trailer counts {counted} positions, the proof has {positions}", "error-fault-count"),
    ("the checksum is wrong", "error-fault-checksum"),
    ("bytes after the end", "error-fault-trailing"),
    ("no `{field}`", "error-header-field"),
    ("this version is not known, only 2 to 5 are", "error-header-version"),
    ("verdict `{word}` is neither win nor loss", "error-header-verdict"),
    ("plain: expected a number up to {most}", "error-header-plain"),
    ("memory: expected a number from 4 to 24", "error-header-memory"),
    ("three hands need version 4: write this certificate anew", "error-header-old"),
    ("expected the number of a hand", "error-header-hand"),
    ("it is not UTF-8", "error-header-utf8"),
    ("not spelled as this program spells it", "error-header-spelling"),
    ("expected two or three hands", "error-header-hands"),
    ("the game is over: there is nothing to explain", "error-explain-over"),
    ("undecided, there is nothing to explain: {reason}", "error-explain-undecided"),
    // Poker.
    ("unknown card `{card}`: a card is a rank, {cards}", "error-poker-card"),
    ("second {card}: one pack holds one of each card, so leave it out", "error-poker-twice"),
    ("{count} card: a hand has five, six or seven", "error-poker-size"),
    ("{count} cards: a hand has five, six or seven", "error-poker-size"),
    ("{hands} × {cards} cards are {all}, and the pack holds {held}: deal fewer hands or cards", "error-poker-too-many"),
    // The machine and its files.
    ("--memory {size}: this machine has {total}: ask for less", "error-memory"),
    ("`ulimit -v` leaves {limit} of address space, and a search needs {least}: raise the limit", "error-addresses"),
    ("more than {count} puzzles: the others are left out", "error-too-many-puzzles"),
    ("too many symbolic links", "error-links"),
    ("its drafts are removed by other runs", "error-drafts"),
    // The cause follows.
    ("journal {path}", "error-journal"),
    // Of the parser of JSON, of the system, of Rust and of clap.
    ("not a JSON puzzle: EOF while parsing {what}: expected an object like {example}", "error-json-end"),
    ("not a JSON puzzle: {parser}: expected an object like {example}", "error-json"),
    ("{parser} at line {line} column {column}", "error-json-at"),
    ("No such file or directory (os error {code})", "error-io-not-found"),
    ("Permission denied (os error {code})", "error-io-denied"),
    ("Is a directory (os error {code})", "error-io-directory"),
    ("invalid digit found in string", "error-not-a-number"),
    ("cannot parse integer from empty string", "error-not-a-number"),
    ("number too large to fit in target type", "error-number-too-large"),
    ("number too small to fit in target type", "error-number-too-large"),
    ("{value} is not in {least}..{most}", "error-range"),
];

/// A longer text, which quotes a stranger's, is not looked up: a form with several places may fit at very many ends.
const MOST_BYTES: usize = 4 << 10;

/// The text in Chinese, if its form is known.
pub(super) fn chinese(text: &str) -> Option<String> {
    if text.len() > MOST_BYTES {
        return None;
    }
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
        "reason" => undecided(Language::Chinese, Some(value)),
        "names" | "numbers" | "readings" | "switches" | "themes" | "fields" => {
            value.replace("=, ", "、").replace(", ", "、").replace(" or ", "、")
        }
        "nth" => value.trim_end_matches(char::is_alphabetic).to_owned(),
        "packs" | "held" | "count" => match NUMBERS.iter().position(|number| *number == value) {
            Some(number) => number.to_string(),
            None => value.to_owned(),
        },
        _ => value.to_owned(),
    }
}

/// A seat from its English name; other texts stay as they are.
fn seat_word(name: &str) -> String {
    macro_rules! zh {
        ($name:literal) => {
            say!(Language::Chinese, $name)
        };
    }
    match name {
        "first" => zh!("seat-first"),
        "second" => zh!("seat-second"),
        "landlord" => zh!("seat-landlord"),
        "farmer 1" => zh!("seat-farmer-1"),
        "farmer 2" => zh!("seat-farmer-2"),
        "farmer1" => zh!("seat-name-farmer1"),
        "farmer2" => zh!("seat-name-farmer2"),
        other => other.to_owned(),
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
        assert_eq!(chinese(&format!("column 1: {}", "a".repeat(MOST_BYTES))), None);
    }
}
