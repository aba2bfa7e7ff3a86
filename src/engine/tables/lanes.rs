//! Sixteen words of sixteen bits, one for each group of a hand, on which the processor works at once.
//!
//! A proof rests on a few of some hundred facts (`strength.rs`). A processor can't predict how many rounds a loop over these few
//! takes. Here all lanes are computed, whatever is in them. That takes more instructions, but fewer branches are mispredicted, and
//! three hands take less time (`benches/history.md`, "Partition table").

use wide::u16x16;

/// How many lanes there are: one for each group of a hand, and one that stays empty.
pub const LANES: usize = 16;

/// A word for each group of a hand, by its number; 0 beyond the last group.
#[derive(Clone, Copy, Default)]
pub struct Lanes(u16x16);

/// Bit `n` in lane `n`.
const NUMBERS: u16x16 = u16x16::new({
    let mut bits = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        bits[lane] = 1 << lane;
        lane += 1;
    }
    bits
});

impl Lanes {
    /// These words.
    pub fn new(words: &[u16; LANES]) -> Lanes {
        Lanes(u16x16::new(*words))
    }

    /// The words.
    pub fn words(self) -> [u16; LANES] {
        self.0.to_array()
    }

    /// The lanes whose words have a bit in common with `mask`, a bit for each.
    pub fn meeting(self, mask: u16) -> u16 {
        let strangers = (self.0 & u16x16::splat(mask)).simd_eq(u16x16::ZERO);
        !(strangers.to_bitmask() as u16)
    }

    /// All bits of the words in these lanes.
    pub fn union(self, lanes: u16) -> u16 {
        let [low, high]: [u128; 2] = bytemuck::cast(self.0 & all_bits_in(lanes));
        let eight = low | high;
        let four = eight as u64 | (eight >> 64) as u64;
        let two = four | four >> 32;
        (two | two >> 16) as u16
    }

    /// Adds `bits` to the words in these lanes.
    pub fn add(&mut self, lanes: u16, bits: u16) {
        self.0 |= all_bits_in(lanes) & u16x16::splat(bits);
    }
}

/// All bits in these lanes, none in the others.
fn all_bits_in(lanes: u16) -> u16x16 {
    (u16x16::splat(lanes) & NUMBERS).simd_eq(NUMBERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lanes_at_once_are_each_lane_alone() {
        // A linear congruential generator; about every other bit is set in `next()`, every fourth in `few()`.
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 48) as u16
        };
        for _ in 0..2_000 {
            let mut few = || next() & next();
            let (mut words, mask): ([u16; LANES], u16) = (std::array::from_fn(|_| few()), few());
            let lanes = next();
            let mut all = Lanes::new(&words);
            assert_eq!(all.words(), words);
            let chosen = |lane: usize| lanes >> lane & 1 != 0;
            let meeting = (0..LANES).filter(|&lane| words[lane] & mask != 0).fold(0, |bits, lane| bits | 1 << lane);
            assert_eq!(all.meeting(mask), meeting);
            let union = (0..LANES).filter(|&lane| chosen(lane)).fold(0, |bits, lane| bits | words[lane]);
            assert_eq!(all.union(lanes), union);
            all.add(lanes, mask);
            (0..LANES).filter(|&lane| chosen(lane)).for_each(|lane| words[lane] |= mask);
            assert_eq!(all.words(), words);
        }
    }
}
