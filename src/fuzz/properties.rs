//! What must hold for any input: one function a kind of input, which panics if it does not.
//!
//! The fuzzer (`scripts/check/fuzz_inputs.sh`) looks for an input that breaks one of them, guided by the code it reaches,
//! and `cargo test` replays the inputs it has kept (`src/it/packs/fuzz_corpora.rs`). So this file belongs to two packages and
//! uses only the public side of the library. "No panic" alone finds little: what is accepted must say the same when it is
//! printed and read again, what is refused must be refused at a place in the input.

use canju::batch::{Batch, Journal, JournalError, Record, Replay};
use canju::proof::{Claim, Fault, Verified, VerifyError, verify_and_visit};
use canju::puzzle::{Expectation, Puzzle, PuzzleError, PuzzleErrorKind, read};
use canju::rules::{
    CardError, CardErrorKind, Combo, Hand, Move, MoveError, Ruleset, Side, classify, combos, parse_cards, parse_move,
};
use canju::{Options, Position};
use canju_engine::rules::parse_cards_from;
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// A property by its name, which is that of its corpus, too.
pub type Property = fn(&[u8]);

/// All of them.
pub const ALL: [(&str, Property); 5] = [
    ("pack_lines", pack_lines),
    ("json_lines", json_lines),
    ("moves", moves),
    ("journals", journals),
    ("certificates", certificates),
];

/// Lines of a pack: a puzzle prints to one line that reads back as the same puzzle, an error lies within its line.
pub fn pack_lines(data: &[u8]) {
    for item in read(data, "pack", Ruleset::default()) {
        match item {
            Ok(puzzle) => {
                check_puzzle(&puzzle);
                let line = puzzle.to_string();
                let again = Puzzle { id: "pack:1".to_owned(), ..puzzle };
                // A line's own rules count, whatever the pack's are.
                for defaults in ["huanle", "pagat,-trio,packs=2"] {
                    let rules: Ruleset = defaults.parse().expect("rules");
                    let found: Vec<_> = read(line.as_bytes(), "pack", rules).collect();
                    assert_eq!(found, [Ok(again.clone())], "{line}");
                }
            }
            Err(error) => check_place(data, &error),
        }
    }
}

/// JSON lines: the same, written as JSON with its id.
pub fn json_lines(data: &[u8]) {
    for item in read(data, "lines", Ruleset::default()) {
        match item {
            Ok(puzzle) => {
                check_puzzle(&puzzle);
                let line = json(&puzzle);
                let found: Vec<_> = read(line.as_bytes(), "lines", Ruleset::default()).collect();
                assert_eq!(found, [Ok(puzzle)], "{line}");
            }
            Err(error) => check_place(data, &error),
        }
    }
}

fn json(puzzle: &Puzzle) -> String {
    let (position, turn) = (&puzzle.position, puzzle.position.turn());
    let hands: Vec<String> = position.hands().iter().map(Hand::to_string).collect();
    let notation = |played| position.notation(played);
    let mut object = serde_json::json!({ "id": puzzle.id, "hands": hands, "rules": position.rules().to_string() });
    let mut set = |field: &str, value: Option<String>| {
        if let Some(value) = value {
            object[field] = value.into();
        }
    };
    set("last", turn.combo().map(Move::Play).map(notation));
    set("expected", puzzle.expected.map(|expected| expected.verdict().to_string()));
    set("expected_best", puzzle.expected.and_then(Expectation::best).map(notation));
    set("name", puzzle.name.clone());
    set("source", puzzle.source.clone());
    object["turn"] = (turn.to_move + 1).into();
    object["last_by"] = turn.last.map(|last| last.by + 1).into();
    let stakes = position.stakes();
    if stakes.scoring.has_points() {
        object["scoring"] = stakes.scoring.name().into();
        object["stake"] = stakes.stake.into();
        object["moves_made"] = stakes.given_moves_made(position.state()).map(Vec::from).into();
    }
    object["expected_value"] = puzzle.expected.and_then(Expectation::value).into();
    object["meta"] = puzzle.meta.clone().into();
    object.to_string()
}

/// What was read is a position in which the expected move can be played, of cards that the packs hold.
fn check_puzzle(puzzle: &Puzzle) {
    let position = &puzzle.position;
    let again = Position::new(position.hands(), position.turn(), *position.rules()).expect("a position");
    let stakes = position.stakes();
    let (stake, made) =
        (stakes.scoring.has_points().then_some(stakes.stake), stakes.given_moves_made(position.state()));
    let again = again.with_stakes(stakes.scoring, stake, made.as_ref().map(|made| &made[..]));
    assert_eq!(again.as_ref(), Ok(position), "a puzzle that was read is a position");
    let mut left = Hand::deck(position.rules().packs());
    let last = position.turn().combo().map_or(Hand::EMPTY, |combo| combo.cards);
    for &hand in position.hands().iter().chain([&last]) {
        left = left.checked_minus(hand).expect("more cards than the packs hold");
    }
    if let Some(best) = puzzle.expected.and_then(Expectation::best) {
        position.play(best).expect("the best move can be played");
    }
}

/// The error names a place in the input.
fn check_place(data: &[u8], error: &PuzzleError) {
    let text = String::from_utf8_lossy(data).replace("\r\n", "\n").replace('\r', "\n");
    let columns = |line: &str| line.chars().count();
    // After an `@line` the numbers are those of another file: then any line will do.
    let moved = data.windows(5).any(|window| window == b"@line");
    let most = match moved {
        true => text.split('\n').map(columns).max(),
        false => text.split('\n').nth(usize::try_from(error.line).expect("a line number") - 1).map(columns),
    };
    let most = most.unwrap_or_else(|| panic!("no line {}: {error}", error.line));
    assert!((1..=most + 1).contains(&error.column), "column {} of {most}: {error}", error.column);
    assert!(error.to_string().starts_with("line "));
    assert!(!matches!(error.kind, PuzzleErrorKind::Read(_)), "bytes in memory can be read");
}

/// Rules on the first line, on each other one cards or a move.
pub fn moves(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let rules: Ruleset = match first.parse() {
        Ok(rules) => rules,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            Ruleset::default()
        }
    };
    assert_eq!(rules.to_string().parse(), Ok(rules));
    for line in rest.split('\n') {
        cards(line, &rules);
        one_move(line, &rules);
    }
}

fn cards(text: &str, rules: &Ruleset) {
    let most = text.chars().count();
    match parse_cards(text) {
        Ok(hand) => {
            assert!(hand.len() <= 54);
            assert_eq!(parse_cards(&hand.to_string()), Ok(hand));
        }
        // Either reading can be typed, unless that is too many cards, and they differ.
        Err(CardError { kind: CardErrorKind::TwoReadings { readings, .. }, .. }) => {
            let [one, other] = readings.map(|reading| parse_cards(&reading));
            for read in [&one, &other] {
                assert!(matches!(read, Ok(_) | Err(CardError { kind: CardErrorKind::TooMany { .. }, .. })), "{text}");
            }
            assert!(one.is_err() || one != other, "{text}");
        }
        Err(_) => {}
    }
    // Out of a pool that is not full: what is read is taken out, and nothing when it is refused.
    let full = Hand::deck(rules.packs()).checked_minus(parse_cards("3459TX").expect("cards")).expect("of a pack");
    let mut pool = full;
    match parse_cards_from(text, &mut pool, rules.packs()) {
        Ok(hand) => assert_eq!(pool.checked_minus(Hand::EMPTY), full.checked_minus(hand)),
        Err(error) => {
            assert_eq!(pool, full);
            assert!((1..=most).contains(&error.column), "{error}");
        }
    }
}

fn one_move(text: &str, rules: &Ruleset) {
    let most = text.chars().count();
    match parse_move(text, rules) {
        Ok(Move::Pass) => assert_eq!(rules.notation(Move::Pass), "pass"),
        Ok(played @ Move::Play(combo)) => {
            let written = rules.notation(played);
            assert_eq!(parse_move(&written, rules), Ok(played), "{written}");
            // The classifier and the generator know it as well.
            assert!(classify(combo.cards, rules).contains(&combo), "{written}");
            let all = |combo: &Combo| combo.cards.len() <= 12;
            assert!(!all(&combo) || combos(combo.cards, None, rules).contains(&combo), "{written}");
        }
        Err(error) => {
            assert!((1..=most + 1).contains(&error.column()), "{error}");
            assert!(error.to_string().starts_with(&format!("column {}: ", error.column())), "{error}");
            if let MoveError::Ambiguous { cards, readings } | MoveError::NoSuchReading { cards, readings, .. } = &error
            {
                let mut read: Vec<Move> = Vec::new();
                for reading in readings {
                    let played = parse_move(reading, rules).unwrap_or_else(|error| panic!("{reading}: {error}"));
                    assert_eq!(played.combo().map(|combo| combo.cards), Some(*cards), "{reading}");
                    assert!(!read.contains(&played), "two readings are one: {readings:?}");
                    read.push(played);
                }
            }
        }
    }
}

/// The puzzles of the journals' batch: all are decided at a glance, one line is none.
const ITEMS: &str = "3 | 4\n33 | 44 | expect=loss\nno puzzle\n44 | 5 | last=3 expect=win best=44\n35 | 4\n";

/// A journal. After an `H` the right header is put before the input, and its lines get their checksums.
///
/// Whatever the file holds, it is refused, or it is gone on with and comes to one record for each item; then a second
/// run finds all of them there.
pub fn journals(data: &[u8]) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("journal");
    let bytes = match data.split_first() {
        Some((b'H', body)) => sealed(body),
        _ => data.to_vec(),
    };
    std::fs::write(&path, &bytes).expect("a file");
    let (journal, replay) = match open(&path) {
        Ok(opened) => opened,
        Err(error) => {
            // What is refused is left alone.
            assert_eq!(std::fs::read(&path).expect("the file"), bytes, "{error}");
            assert!(!matches!(error, JournalError::Io { .. } | JournalError::Exists(_)), "{error}");
            return;
        }
    };
    let finished = replay.finished();
    assert!(finished <= bytes.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1) as u64);
    let kept = std::fs::read(&path).expect("the file");
    assert!(kept.ends_with(b"\n"), "a torn line stays");
    assert!(bytes.starts_with(&kept) || finished == 0, "a whole line is gone");
    let Ok(records) = run(journal, replay) else { return };
    assert_eq!(records.len(), ITEMS.lines().count());
    let (journal, replay) = open(&path).expect("a journal that was gone on with");
    assert_eq!(replay.finished(), records.len() as u64);
    assert_eq!(run(journal, replay).expect("all is there"), records);
}

/// The right header, and each line with the checksum that it needs: random bytes would never get past it.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = b"{\"schema\":\"canju.journal/2\",\"batch\":{\"rules\":\"huanle\"}}\n".to_vec();
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        match line.strip_prefix(b"{") {
            Some(content) => {
                let crc = crc32(content.strip_suffix(b"\n").unwrap_or(content));
                bytes.extend(format!("{{\"crc\":\"{crc:08x}\",").as_bytes());
                bytes.extend(content);
            }
            None => bytes.extend(line),
        }
    }
    bytes
}

fn open(path: &Path) -> Result<(Journal, Replay), JournalError> {
    loop {
        match Journal::open(path, serde_json::Map::from_iter([("rules".to_owned(), "huanle".into())]), true) {
            // A test beside this one is starting a program, which has all files open for a moment.
            Err(JournalError::Busy(_)) => std::thread::yield_now(),
            opened => return opened,
        }
    }
}

/// The batch's records, those of the journal among them.
fn run(journal: Journal, replay: Replay) -> Result<Vec<Record>, String> {
    let options = Options { threads: 1, memory: 1 << 20, ..Options::default() };
    let items = read(ITEMS.as_bytes(), "pack", Ruleset::default()).map(|item| item.map_err(Into::into));
    let mut records = Vec::new();
    let sink = |record| {
        records.push(record);
        Ok::<(), io::Error>(())
    };
    let summary = Batch::new(options).journal(journal, replay).run(items, sink);
    summary.map(|_| records).map_err(|error| error.to_string())
}

/// The memory a checker may use here, in bytes: 2^7 rows.
const ALLOWED: u64 = 64 << 10;

/// Positions looked at before an input is passed over: it may ask for years of work.
const MOST_POSITIONS: u32 = 5_000;

/// A certificate without its trailer, which is put right: random bytes would never get past it, and it is not what makes the
/// checker sound. What is accepted is true: of few cards, every game is played out.
pub fn certificates(data: &[u8]) {
    // A hand of two packs may have more moves than anyone counts in a moment.
    let header_end = data.windows(2).position(|pair| pair == b"\n\n").map_or(data.len(), |at| at + 2);
    if data[..header_end].split(|&byte| byte == b'\n').any(|line| line.starts_with(b"hands ") && line.len() > 36) {
        return;
    }
    match check(data, header_end) {
        Ok(Verified { claim, .. }) => {
            assert!(claim.memory_bytes() <= ALLOWED);
            assert_eq!(claim.to_string(), as_version_4(&String::from_utf8_lossy(&data[..header_end])));
            if claim.position.cards() <= 8 {
                assert!(is_true(&claim), "{claim}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A header as version 4 writes it, or a later one. In version 2 the first hand is to move, and the last has played `last`.
fn as_version_4(header: &str) -> String {
    if let Some(rest) = header.strip_prefix("canju certificate 3\n") {
        return format!("canju certificate 4\n{rest}");
    }
    let Some(old) = header.strip_prefix("canju certificate 2\n") else { return header.to_owned() };
    let seats = old.lines().find_map(|line| line.strip_prefix("hands ")).map_or(0, |hands| hands.split(' ').count());
    let line = |line: &str| match line.strip_prefix("last ") {
        None => format!("{line}\n"),
        Some("-") => "turn 1\nlast -\n".to_owned(),
        Some(last) => format!("turn 1\nlast {last} by {seats}\n"),
    };
    old.lines().map(line).fold("canju certificate 4\n".to_owned(), |header, line| header + &line)
}

/// Checks with the trailer that belongs to the body.
fn check(data: &[u8], header_end: usize) -> Result<Verified, VerifyError> {
    // With a trailer of zeros the checker says what its count should be, and where.
    let mut bytes = [data, &[0; 12]].concat();
    match visited(&bytes) {
        Err(VerifyError::Fails { fault: Fault::Count { positions, .. }, byte, .. }) => {
            let body = usize::try_from(byte).expect("a place in memory") - 8;
            assert!((header_end..=bytes.len()).contains(&body));
            bytes.truncate(body);
            bytes.extend(positions.to_le_bytes());
            bytes.extend(crc32(&bytes).to_le_bytes());
            let verified = visited(&bytes)?;
            assert_eq!((verified.positions, verified.bytes), (positions, bytes.len() as u64));
            // Sealed or not, the whole file counts: no byte less, none more, none other at the end.
            let end = bytes.len() - 1;
            assert!(visited(&bytes[..end]).is_err());
            assert!(visited(&[&bytes[..], b"\0"].concat()).is_err());
            bytes[end] ^= 1;
            assert!(visited(&bytes).is_err());
            Ok(verified)
        }
        other => other,
    }
}

fn visited(bytes: &[u8]) -> Result<Verified, VerifyError> {
    let mut positions = 0;
    let mut visitor = |_: canju::proof::Visit| {
        positions += 1;
        if positions > MOST_POSITIONS { Err(io::Error::other("too much work")) } else { Ok(()) }
    };
    verify_and_visit(bytes, ALLOWED, Some(&mut visitor))
}

/// CRC-32, bit by bit.
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ byte as u32, |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}

fn is_true(claim: &Claim) -> bool {
    let position = &claim.position;
    if !position.stakes().scoring.has_points() {
        return Some(wins(position, &mut HashMap::new())) == claim.winner().map(|winner| winner == Side::First);
    }
    let first = points(position, &mut HashMap::new());
    let value = match position.side_to_move() {
        Side::First if position.hands().len() == 3 => 2 * first,
        Side::First => first,
        Side::Second => -first,
    };
    let [at_least, at_most] = claim.claimed.bounds();
    at_least.is_none_or(|least| least <= value) && at_most.is_none_or(|most| value <= most)
}

/// The stake at the end if the first player's side wins, or the negative of it. Every move is tried.
fn points(position: &Position, known: &mut HashMap<Position, i64>) -> i64 {
    let stakes = position.stakes();
    if let Some(winner) = position.winner() {
        let [landlord, first, second] = stakes.moves_made;
        let counts = stakes.scoring.counts_spring() && position.hands().len() == 3;
        let spring = if winner == Side::First { first + second == 0 } else { landlord <= 1 };
        let stake = stakes.stake as i64 * if counts && spring { 2 } else { 1 };
        return if winner == Side::First { stake } else { -stake };
    }
    if let Some(&points) = known.get(position) {
        return points;
    }
    let next = |played| position.play(played).expect("a move of the position");
    let results = position.moves().into_iter().map(|played| points(&next(played), known));
    let best = if position.side_to_move() == Side::First { results.max() } else { results.min() };
    let best = best.expect("a game that is not over has moves");
    known.insert(*position, best);
    best
}

/// Does the first player's side win? Every move is tried.
fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(winner) = position.winner() {
        return winner == Side::First;
    }
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let ours = position.side_to_move() == Side::First;
    let next = |played| position.play(played).expect("a move of the position");
    let mut results = position.moves().into_iter().map(|played| wins(&next(played), known));
    let wins = if ours { results.any(|wins| wins) } else { results.all(|wins| wins) };
    known.insert(*position, wins);
    wins
}
