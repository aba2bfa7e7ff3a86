//! The positions a walk through a certificate remembers as proved: a table of fixed size, one position a slot.
//!
//! Writer and checker keep the same one, so that the writer knows what the checker still remembers and leaves it out.
//! A slot holds the whole position, so what is found is that position and no other. See the format's page.

use crate::rules::Position;

/// An odd number that spreads bits: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bytes of a slot.
pub const fn slot_bytes(seats: usize) -> usize {
    8 * (seats + 1)
}

/// Proved positions.
pub struct Memory<const SEATS: usize> {
    /// The slots one after another, each as many words as a key; a first word of 0 is an empty slot.
    words: Vec<u64>,
    shift: u32,
}

impl<const SEATS: usize> Memory<SEATS> {
    /// An empty memory of 2^`log2_slots` slots, `log2_slots` from 1 to 40.
    pub fn new(log2_slots: u32) -> Self {
        Memory { words: vec![0; (SEATS + 1) << log2_slots], shift: 64 - log2_slots }
    }

    /// The words of a position and where they belong.
    fn place(&self, position: &Position<SEATS>) -> ([u64; 4], usize) {
        let key = key(position);
        let mix = |hash: u64, &word: &u64| (hash ^ word).wrapping_mul(SPREAD);
        let hash = key[..=SEATS].iter().fold(0, |hash, word| {
            let mixed = mix(hash, word);
            mixed ^ mixed >> 29
        });
        (key, (hash.wrapping_mul(SPREAD) >> self.shift) as usize * (SEATS + 1))
    }

    /// Is this position remembered?
    pub fn holds(&self, position: &Position<SEATS>) -> bool {
        let (key, at) = self.place(position);
        self.words[at..=at + SEATS] == key[..=SEATS]
    }

    /// Remembers a position in the place of what was in its slot.
    pub fn remember(&mut self, position: &Position<SEATS>) {
        let (key, at) = self.place(position);
        self.words[at..=at + SEATS].copy_from_slice(&key[..=SEATS]);
    }
}

/// A position as words: the hands, then mover and trick. The first is 0 for no position, as no hand is empty.
fn key<const SEATS: usize>(position: &Position<SEATS>) -> [u64; 4] {
    let mut key = [0; 4];
    for (word, hand) in key.iter_mut().zip(position.hands()) {
        *word = hand.bits();
    }
    let trick = position.trick().map_or(0, |trick| {
        let shape = trick.shape;
        (1 + trick.owner as u64) << 4
            | (shape.kind as u64) << 8
            | (shape.len as u64) << 12
            | (shape.rank.index() as u64) << 16
    });
    key[SEATS] = position.to_move() as u64 | trick;
    key
}
