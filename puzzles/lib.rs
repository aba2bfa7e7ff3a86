//! The packs that ship, as text: an installed program has no directory of puzzles.

macro_rules! packs {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!($name))),*] };
}

/// Each pack's name below `puzzles/` and its text, in the order in which they are shown.
pub const PACKS: [(&str, &str); 10] = packs![
    "published/circulated.ddz",
    "published/game-levels.ddz",
    "published/solver-tables.ddz",
    "published/unanswered.ddz",
    "graded/1-beginner.ddz",
    "graded/2-easy.ddz",
    "graded/3-medium.ddz",
    "graded/4-hard.ddz",
    "graded/5-master.ddz",
    "graded/6-lost.ddz",
];

/// All these puzzles as one pack with nothing but their positions, a third of the text: the module for the web has room for no more.
pub const POSITIONS: &str = match str::from_utf8(&POSITION_BYTES) {
    Ok(text) => text,
    Err(_) => panic!("positions are ASCII"),
};

const POSITION_BYTES: [u8; LENGTH] = {
    let mut bytes = [0; LENGTH];
    write_positions(&mut bytes);
    bytes
};

const LENGTH: usize = write_positions(&mut []);

/// Writes the positions, as far as there is room, and says how many bytes they have.
const fn write_positions(into: &mut [u8]) -> usize {
    let (mut length, mut pack) = (0, 0);
    while pack < PACKS.len() {
        let text = PACKS[pack].1.as_bytes();
        // What stands between the last word that was kept and the next one: nothing at the head of a line.
        let (mut at, mut between): (usize, &[u8]) = (0, b"");
        while at < text.len() {
            let end = end_of_word(text, at);
            let word = text.split_at(end).0.split_at(at).1;
            if word.len() == 1 && word[0] == b'|' {
                between = b" | ";
            } else if !word.is_empty() && !says_more(word) {
                length = put(into, length, between);
                length = put(into, length, word);
                between = b" ";
            }
            at = end + 1;
            if end < text.len() && text[end] == b'\n' {
                length = if between.is_empty() { length } else { put(into, length, b"\n") };
                between = b"";
            }
        }
        pack += 1;
    }
    length
}

const fn put(into: &mut [u8], length: usize, bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        if length + at < into.len() {
            into[length + at] = bytes[at];
        }
        at += 1;
    }
    length + at
}

/// Where a word ends: at a space outside of quotes, or with its line. A comment is a word.
const fn end_of_word(text: &[u8], start: usize) -> usize {
    let (mut at, mut is_whole) = (start, text[start] == b'#');
    while at < text.len() && text[at] != b'\n' && (is_whole || text[at] != b' ') {
        is_whole ^= text[at] == b'"' && text[start] != b'#';
        at += 1;
    }
    at
}

/// Is it a comment, or does it say something that is no part of the position?
const fn says_more(word: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 8] =
        [b"#", b"expect=", b"best=", b"name=", b"source=", b"difficulty=", b"seed=", b"level="];
    let mut number = 0;
    while number < BEGINNINGS.len() {
        let (beginning, mut same) = (BEGINNINGS[number], 0);
        while same < beginning.len() && same < word.len() && beginning[same] == word[same] {
            same += 1;
        }
        if same == beginning.len() {
            return true;
        }
        number += 1;
    }
    false
}
