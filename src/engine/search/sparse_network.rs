//! A network that also sees many inputs of 0 or 1, and remembers what it has summed up for the last position.
//!
//! Of two positions that a search evaluates one after the other, mostly siblings, most inputs are the same. So the sums of the hidden
//! units are kept ([`Sums`]), and only what differs is taken away and added. These are sums of integers, which are exact: the outputs
//! don't depend on what came before.

use super::network::{Network, add};
use super::weights::Weights;
use wide::{i16x8, i32x4};

/// A network that also has many inputs of 0 or 1, few of which are 1, such as "the landlord has two sevens". Each of them
/// has a row of weights to the hidden units, and the rows of those that are 1 are added up. `EIGHTS` is half of `VECTORS`.
pub struct SparseNetwork<
    const PAIRS: usize,
    const VECTORS: usize,
    const EIGHTS: usize,
    const OUTPUTS: usize,
    const INPUTS: usize,
> {
    dense: Network<PAIRS, VECTORS, OUTPUTS>,
    /// In units of 2^-6. The first four and the last four of eight units alternate, for [`halves`].
    rows: [[i16x8; EIGHTS]; INPUTS],
}

impl<const PAIRS: usize, const VECTORS: usize, const EIGHTS: usize, const OUTPUTS: usize, const INPUTS: usize>
    SparseNetwork<PAIRS, VECTORS, EIGHTS, OUTPUTS, INPUTS>
{
    /// A network of the numbers that come next. `groups` are the ends of the groups of inputs of which at most one is 1 at a time.
    pub const fn read<const GROUPS: usize>(numbers: &mut Weights<'_>, groups: &[usize; GROUPS]) -> Self {
        assert!(VECTORS == 2 * EIGHTS && groups[GROUPS - 1] == INPUTS);
        let dense = Network::read(numbers);
        let mut rows = [[[0; 8]; EIGHTS]; INPUTS];
        // The greatest sum of each unit, which must have room in sixteen bits.
        let mut sums = [[0; 8]; EIGHTS];
        let (mut input, mut group) = (0, 0);
        while group < GROUPS {
            let mut most = [[0; 8]; EIGHTS];
            while input < groups[group] {
                let mut unit = 0;
                while unit < 8 * EIGHTS {
                    let (eight, place) = (unit / 8, 2 * (unit % 4) + unit % 8 / 4);
                    let weight = numbers.next_short();
                    rows[input][eight][place] = weight;
                    let size = weight.unsigned_abs() as u32;
                    if size > most[eight][place] {
                        most[eight][place] = size;
                    }
                    unit += 1;
                }
                input += 1;
            }
            let mut at = 0;
            while at < 8 * EIGHTS {
                sums[at / 8][at % 8] += most[at / 8][at % 8];
                assert!(sums[at / 8][at % 8] < 1 << 15, "a sum for sixteen bits");
                at += 1;
            }
            group += 1;
        }
        let mut vectors = [[i16x8::ZERO; EIGHTS]; INPUTS];
        let mut at = 0;
        while at < INPUTS * EIGHTS {
            vectors[at / EIGHTS][at % EIGHTS] = i16x8::new(rows[at / EIGHTS][at % EIGHTS]);
            at += 1;
        }
        SparseNetwork { dense, rows: vectors }
    }

    /// The outputs for these features and the other inputs that are 1, in units of 2^-20. `last` is of the last position that this
    /// network saw, and of this one afterwards.
    pub fn outputs<const COUNT: usize>(
        &self,
        last: &mut Sums<COUNT, VECTORS, EIGHTS>,
        features: &[i16; COUNT],
        inputs: InputSet,
    ) -> [i64; OUTPUTS] {
        // Taken away first, so that at no time two inputs of a group are added up.
        let old = std::mem::replace(&mut last.inputs, inputs);
        for set in 0..inputs.len() {
            for_each_bit(old[set] & !inputs[set], |bit| {
                let row = &self.rows[set * INPUTS_OF_SET + bit];
                last.of_inputs.iter_mut().zip(row).for_each(|(sum, &weights)| *sum -= weights);
            });
        }
        for set in 0..inputs.len() {
            for_each_bit(inputs[set] & !old[set], |bit| {
                let row = &self.rows[set * INPUTS_OF_SET + bit];
                last.of_inputs.iter_mut().zip(row).for_each(|(sum, &weights)| *sum += weights);
            });
        }
        let (grown, changed) = differences(&last.features, features);
        for_each_bit(changed, |pair| {
            add(&mut last.of_features, [grown[2 * pair], grown[2 * pair + 1]], &self.dense.weights[pair]);
        });
        last.features = *features;
        let mut hidden = self.dense.biases;
        for (n, units) in hidden.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let [low, high] = halves(last.of_inputs[n]);
            units[0] += last.of_features[2 * n] + low;
            units[1] += last.of_features[2 * n + 1] + high;
        }
        self.dense.outputs_of(hidden)
    }
}

/// Which inputs of 0 or 1 are 1, in four sets: bit *n* of set *s* is the input 60 *s* + *n*.
pub type InputSet = [u64; 4];

/// The inputs of all sets but the last.
pub const INPUTS_OF_SET: usize = 60;

/// What the inputs of the last position bring to the hidden units. At first it is of inputs that are all 0.
#[derive(Clone, Copy)]
pub struct Sums<const COUNT: usize, const VECTORS: usize, const EIGHTS: usize> {
    features: [i16; COUNT],
    inputs: InputSet,
    of_features: [i32x4; VECTORS],
    /// As the rows of [`SparseNetwork`].
    of_inputs: [i16x8; EIGHTS],
}

impl<const COUNT: usize, const VECTORS: usize, const EIGHTS: usize> Default for Sums<COUNT, VECTORS, EIGHTS> {
    fn default() -> Self {
        let (of_features, of_inputs) = ([i32x4::ZERO; VECTORS], [i16x8::ZERO; EIGHTS]);
        Sums { features: [0; COUNT], inputs: [0; 4], of_features, of_inputs }
    }
}

/// How much each number has grown, and a bit for each pair of numbers of which one has changed.
#[inline(always)]
fn differences<const COUNT: usize>(old: &[i16; COUNT], new: &[i16; COUNT]) -> ([i16; COUNT], u64) {
    const { assert!(COUNT.is_multiple_of(2) && COUNT <= 2 * 64) };
    let (mut grown, mut changed) = ([0; COUNT], 0);
    let (eights, rest) = grown.as_chunks_mut::<8>();
    for (n, grown) in eights.iter_mut().enumerate() {
        let at = |numbers: &[i16; COUNT]| i16x8::new(numbers.as_chunks::<8>().0[n]);
        let eight = at(new) - at(old);
        *grown = eight.to_array();
        let same = bytemuck::cast::<_, i32x4>(eight).simd_eq(i32x4::ZERO);
        changed |= ((!same.to_bitmask() & 15) as u64) << (4 * n);
    }
    let start = COUNT - rest.len();
    for (n, grown) in rest.iter_mut().enumerate() {
        *grown = new[start + n] - old[start + n];
        changed |= ((*grown != 0) as u64) << ((start + n) / 2);
    }
    (grown, changed)
}

#[inline(always)]
fn for_each_bit(mut bits: u64, mut visit: impl FnMut(usize)) {
    while bits != 0 {
        visit(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The numbers at even and at odd places.
#[inline(always)]
fn halves(both: i16x8) -> [i32x4; 2] {
    const EVEN: i16x8 = i16x8::new([1, 0, 1, 0, 1, 0, 1, 0]);
    const ODD: i16x8 = i16x8::new([0, 1, 0, 1, 0, 1, 0, 1]);
    [both.dot(EVEN), both.dot(ODD)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each group at its greatest is just too much.
    #[test]
    #[should_panic = "a sum for sixteen bits"]
    fn sums_that_have_no_room_are_refused() {
        let network = |last: i32| {
            let rows = [20_000, -30_000, last].map(|weight| format!("{weight} ").repeat(8)).concat();
            // Two features and their units, biases and an output.
            let text = "0 ".repeat(2 * 8 + 8 + 8 + 1) + &rows;
            SparseNetwork::<1, 2, 1, 1, 3>::read(&mut Weights::of(&text), &[2, 3])
        };
        network(2_767);
        network(-2_768);
    }
}
