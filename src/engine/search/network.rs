//! The small networks behind the evaluation (`evaluate.rs`), the order of moves (`order.rs`) and the hardness (`hardness.rs`): one
//! hidden layer of rectified units on the features of `features.rs`.
//!
//! Weights are trained as floating-point numbers and rounded to integers (`weights.rs`). There are two reasons. Processors multiply and add eight integers of sixteen bits at a time, here two features for four units. And a
//! sum of integers is the same in any order and on every machine. So the search is the same everywhere too.

use super::weights::Weights;
use wide::{i16x8, i32x4};

/// Fraction bits of an output.
pub const OUTPUT_BITS: u32 = 20;

/// Fraction bits of an integer weight.
const WEIGHT_BITS: u32 = 6;

/// A trained network with two inputs for each of `PAIRS`, four hidden units for each of `VECTORS`, and `OUTPUTS` outputs.
pub struct Network<const PAIRS: usize, const VECTORS: usize, const OUTPUTS: usize> {
    /// For each pair of features: the weights from both features to the hidden units, in vectors of four units.
    weights: [[i16x8; VECTORS]; PAIRS],
    biases: [i32x4; VECTORS],
    /// For each output: the weights of the hidden units.
    outputs: [[i32x4; VECTORS]; OUTPUTS],
    /// With [`OUTPUT_BITS`] fraction bits, like the outputs.
    output_biases: [i64; OUTPUTS],
}

impl<const PAIRS: usize, const VECTORS: usize, const OUTPUTS: usize> Network<PAIRS, VECTORS, OUTPUTS> {
    /// A network of the numbers that come next.
    pub const fn read(numbers: &mut Weights<'_>) -> Self {
        // The weights of a pair of features to one unit are neighbours.
        let mut weights = [[[0; 8]; VECTORS]; PAIRS];
        let mut feature = 0;
        while feature < 2 * PAIRS {
            let mut unit = 0;
            while unit < 4 * VECTORS {
                weights[feature / 2][unit / 4][2 * (unit % 4) + feature % 2] = numbers.next_short();
                unit += 1;
            }
            feature += 1;
        }
        let mut scaled = [[i16x8::ZERO; VECTORS]; PAIRS];
        let mut at = 0;
        while at < PAIRS * VECTORS {
            let (pair, four) = (at / VECTORS, at % VECTORS);
            scaled[pair][four] = i16x8::new(weights[pair][four]);
            at += 1;
        }
        let biases = in_fours(numbers);
        let mut outputs = [[i32x4::ZERO; VECTORS]; OUTPUTS];
        let mut at = 0;
        while at < OUTPUTS {
            outputs[at] = in_fours(numbers);
            at += 1;
        }
        let mut output_biases = [0; OUTPUTS];
        let mut at = 0;
        while at < OUTPUTS {
            output_biases[at] = numbers.next() as i64;
            at += 1;
        }
        Network { weights: scaled, biases, outputs, output_biases }
    }

    /// The outputs for these features, in units of 2^-20.
    pub fn outputs<const COUNT: usize>(&self, features: &[i16; COUNT]) -> [i64; OUTPUTS] {
        self.outputs_from(self.biases, features)
    }

    /// The outputs if the hidden units begin with these sums instead of the biases.
    fn outputs_from<const COUNT: usize>(
        &self,
        mut hidden: [i32x4; VECTORS],
        features: &[i16; COUNT],
    ) -> [i64; OUTPUTS] {
        // Two pairs a turn: the loop itself costs a tenth of its work.
        let (fours, rest) = features.as_chunks::<4>();
        let (twos, last) = self.weights.as_chunks::<2>();
        for (&[a, b, c, d], [one, two]) in fours.iter().zip(twos) {
            add(&mut hidden, [a, b], one);
            add(&mut hidden, [c, d], two);
        }
        if let (&[a, b], [weights]) = (rest, last) {
            add(&mut hidden, [a, b], weights);
        }
        let hidden = hidden.map(|units| units.max(i32x4::ZERO));
        std::array::from_fn(|at| {
            let output = hidden.iter().zip(&self.outputs[at]).map(|(&units, &weights)| units * weights);
            // A hidden unit and its weight have six fraction bits each.
            ((output.sum::<i32x4>().reduce_add() as i64) << (OUTPUT_BITS - 2 * WEIGHT_BITS)) + self.output_biases[at]
        })
    }
}

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

    /// The outputs for these features and the other inputs that are 1, by their numbers, in units of 2^-20.
    pub fn outputs<const COUNT: usize>(
        &self,
        features: &[i16; COUNT],
        inputs: impl Iterator<Item = u8>,
    ) -> [i64; OUTPUTS] {
        let mut sums = [i16x8::ZERO; EIGHTS];
        inputs.for_each(|input| {
            for (sum, &weights) in sums.iter_mut().zip(&self.rows[input as usize]) {
                *sum += weights;
            }
        });
        let mut hidden = self.dense.biases;
        for (units, sum) in hidden.as_chunks_mut::<2>().0.iter_mut().zip(sums) {
            let [low, high] = halves(sum);
            units[0] += low;
            units[1] += high;
        }
        self.dense.outputs_from(hidden, features)
    }
}

/// The numbers at even and at odd places.
#[inline(always)]
fn halves(both: i16x8) -> [i32x4; 2] {
    const EVEN: i16x8 = i16x8::new([1, 0, 1, 0, 1, 0, 1, 0]);
    const ODD: i16x8 = i16x8::new([0, 1, 0, 1, 0, 1, 0, 1]);
    [both.dot(EVEN), both.dot(ODD)]
}

/// Adds what a pair of features gives to the hidden units.
#[inline(always)]
fn add<const VECTORS: usize>(hidden: &mut [i32x4; VECTORS], pair: [i16; 2], weights: &[i16x8; VECTORS]) {
    let both: i16x8 = bytemuck::cast(i32x4::splat(bytemuck::cast(pair)));
    for (units, &weights) in hidden.iter_mut().zip(weights) {
        *units += both.dot(weights);
    }
}

/// The next numbers, four units in a vector.
const fn in_fours<const VECTORS: usize>(numbers: &mut Weights<'_>) -> [i32x4; VECTORS] {
    let mut vectors = [i32x4::ZERO; VECTORS];
    let mut four = 0;
    while four < VECTORS {
        vectors[four] = i32x4::new([numbers.next(), numbers.next(), numbers.next(), numbers.next()]);
        four += 1;
    }
    vectors
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

    const COUNT: usize = 10;
    const HIDDEN: usize = 8;

    /// Random weights and features: the vectors and the plain formula give the same output.
    #[test]
    fn vectors_say_what_the_formula_says() {
        let mut state = 1u32;
        let mut random = |range: f32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Multiples of 1/64, so that nothing is lost by rounding.
            ((state >> 8) as f32 / (1u32 << 24) as f32 * 2.0 * range - range) as i32 as f32 / 64.0
        };
        let weights: [[f32; HIDDEN]; COUNT] = std::array::from_fn(|_| std::array::from_fn(|_| random(200.0)));
        let biases: [f32; HIDDEN] = std::array::from_fn(|_| random(200.0));
        let outputs: [[f32; HIDDEN]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| random(100.0)));
        let rows: [[i16; HIDDEN]; 7] = std::array::from_fn(|_| std::array::from_fn(|_| (64.0 * random(200.0)) as i16));
        let layers = [weights.as_flattened(), &biases, outputs.as_flattened()].concat();
        let numbers = layers.iter().map(|weight| (64.0 * weight) as i32).chain([1 << 18, -5 << 19]);
        let numbers = numbers.chain(rows.as_flattened().iter().map(|&weight| weight.into()));
        let text = numbers.map(|number| format!("{number}\n")).collect::<String>();
        let network = Network::<{ COUNT / 2 }, { HIDDEN / 4 }, 2>::read(&mut Weights::of(&text));
        let mut read = Weights::of(&text);
        let sparse = SparseNetwork::<{ COUNT / 2 }, { HIDDEN / 4 }, { HIDDEN / 8 }, 2, 7>::read(&mut read, &[3, 5, 7]);
        read.end();
        for _ in 0..100 {
            let features: [i16; COUNT] = std::array::from_fn(|_| random(64.0 * 15.0) as i16);
            let expected = |inputs: &[u8]| {
                [0, 1].map(|n| {
                    let units = (0..HIDDEN).map(|unit| {
                        let sum: f64 = (0..COUNT).map(|at| features[at] as f64 * weights[at][unit] as f64).sum();
                        let more: f64 = inputs.iter().map(|&input| rows[input as usize][unit] as f64 / 64.0).sum();
                        (sum + more + biases[unit] as f64).max(0.0) * outputs[n][unit] as f64
                    });
                    // Every term is a multiple of 1/4096: nothing is lost on either side.
                    ((units.sum::<f64>() + [0.25, -2.5][n]) * (1 << OUTPUT_BITS) as f64) as i64
                })
            };
            assert_eq!(network.outputs(&features), expected(&[]));
            for inputs in [[].as_slice(), &[0], &[2, 4], &[1, 3, 6]] {
                assert_eq!(sparse.outputs(&features, inputs.iter().copied()), expected(inputs));
            }
        }
    }
}
