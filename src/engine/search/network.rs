//! The small networks behind the evaluation (`evaluate.rs`), the order of moves (`order.rs`) and the hardness (`hardness.rs`): one
//! hidden layer of rectified units on the features of `features.rs`.
//!
//! Weights are trained as floating-point numbers and rounded to integers (`weights.rs`). There are two reasons. Processors
//! multiply and add eight integers of sixteen bits at a time, here two features for four units. And a sum of integers is the
//! same in any order and on every machine. So the search is the same everywhere too.

use super::weights::Weights;
use wide::{i16x8, i32x4};

/// Fraction bits of an output.
pub const OUTPUT_BITS: u32 = 20;

/// Fraction bits of an integer weight.
const WEIGHT_BITS: u32 = 6;

/// A trained network with two inputs for each of `PAIRS`, four hidden units for each of `VECTORS`, and `OUTPUTS` outputs.
pub struct Network<const PAIRS: usize, const VECTORS: usize, const OUTPUTS: usize> {
    /// For each pair of features: the weights from both features to the hidden units, in vectors of four units.
    pub(super) weights: [[i16x8; VECTORS]; PAIRS],
    pub(super) biases: [i32x4; VECTORS],
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
        // Two pairs a turn: the loop itself costs a tenth of its work.
        let mut hidden = self.biases;
        let (fours, rest) = features.as_chunks::<4>();
        let (twos, last) = self.weights.as_chunks::<2>();
        for (&[a, b, c, d], [one, two]) in fours.iter().zip(twos) {
            add(&mut hidden, [a, b], one);
            add(&mut hidden, [c, d], two);
        }
        if let (&[a, b], [weights]) = (rest, last) {
            add(&mut hidden, [a, b], weights);
        }
        self.outputs_of(hidden)
    }

    /// The outputs for these sums of the hidden units.
    pub(super) fn outputs_of(&self, hidden: [i32x4; VECTORS]) -> [i64; OUTPUTS] {
        let hidden = hidden.map(|units| units.max(i32x4::ZERO));
        std::array::from_fn(|at| {
            let output = hidden.iter().zip(&self.outputs[at]).map(|(&units, &weights)| units * weights);
            // A hidden unit and its weight have six fraction bits each.
            ((output.sum::<i32x4>().reduce_add() as i64) << (OUTPUT_BITS - 2 * WEIGHT_BITS)) + self.output_biases[at]
        })
    }
}

/// Adds what a pair of features gives to the hidden units.
#[inline(always)]
pub(super) fn add<const VECTORS: usize>(hidden: &mut [i32x4; VECTORS], pair: [i16; 2], weights: &[i16x8; VECTORS]) {
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
    use super::super::sparse_network::{SparseNetwork, Sums};
    use super::*;

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
        let mut last = Sums::default();
        let mut features = [0i16; COUNT];
        for _ in 0..100 {
            // Some stay as they were.
            features = features.map(|old| if random(64.0) < 0.0 { old } else { random(64.0 * 15.0) as i16 });
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
                let set = [inputs.iter().fold(0, |set, input| set | 1 << input), 0, 0, 0];
                // After any other position, and as the first one.
                assert_eq!(sparse.outputs(&mut last, &features, set), expected(inputs));
                assert_eq!(sparse.outputs(&mut Sums::default(), &features, set), expected(inputs));
            }
        }
    }
}
