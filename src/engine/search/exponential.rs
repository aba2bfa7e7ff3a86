//! Powers of two with fractional exponents, and logarithms, in integers.
//!
//! The evaluation needs an exponential, and the search follows the evaluation. A floating-point `exp` comes from the
//! platform's mathematical library, and its last bit may differ from machine to machine. One such bit can change the
//! search. With integers the nodes are the same everywhere.

/// Fraction bits of an exponent.
pub const EXPONENT_BITS: u32 = 32;

/// log2(e), in units of 2^-32.
pub const LOG2_E: i64 = 6_196_328_019;

/// Fraction bits of the table's entries.
const TABLE_BITS: u32 = 30;

/// The number of leading bits of an exponent's fraction that select an entry.
const INDEX_BITS: u32 = 8;

/// 2^(k/256) for k from 0 to 256, in units of 2^-30.
static TABLE: [u32; (1 << INDEX_BITS) + 1] = table();

/// Each entry is a product of the roots 2^(1/2), 2^(1/4), … 2^(1/256), computed with 62 fraction bits.
const fn table() -> [u32; (1 << INDEX_BITS) + 1] {
    const BITS: u32 = 62;
    let mut roots = [0u128; INDEX_BITS as usize];
    let mut root: u128 = 2 << BITS;
    let mut bit = INDEX_BITS as usize;
    while bit > 0 {
        bit -= 1;
        root = (root << BITS).isqrt();
        roots[bit] = root;
    }
    let mut table = [0; (1 << INDEX_BITS) + 1];
    let mut k = 0;
    while k < 1 << INDEX_BITS {
        let mut power = 1 << BITS;
        let mut bit = 0;
        while bit < INDEX_BITS {
            if k >> bit & 1 == 1 {
                power = (power * roots[bit as usize]) >> BITS;
            }
            bit += 1;
        }
        let dropped = BITS - TABLE_BITS;
        table[k] = ((power + (1 << (dropped - 1))) >> dropped) as u32;
        k += 1;
    }
    table[1 << INDEX_BITS] = 2 << TABLE_BITS;
    table
}

/// 2^exponent, rounded down and kept between 1 and `most`. The exponent is in units of 2^-32.
///
/// Whole exponents are exact. Between two entries of the table the result is interpolated, and too high by a millionth at
/// most.
pub fn power_of_two(exponent: i64, most: u32) -> u32 {
    let whole = exponent >> EXPONENT_BITS;
    if whole < 0 {
        return 1;
    }
    if whole >= 32 {
        return most;
    }
    let fraction = exponent as u32;
    let rest_bits = u32::BITS - INDEX_BITS;
    let (index, rest) = ((fraction >> rest_bits) as usize, (fraction & ((1 << rest_bits) - 1)) as u64);
    let (low, high) = (TABLE[index] as u64, TABLE[index + 1] as u64);
    let power = low + (((high - low) * rest) >> rest_bits);
    // At most 2^31 * 2^31.
    (((power << whole) >> TABLE_BITS) as u32).min(most)
}

/// ln 2, in units of 2^-20.
pub const LN_2: i64 = 726_817;

/// The natural logarithm of a number, of 1 for 0, in units of 2^-20. It is off by a hundredth at most.
pub fn natural_log(number: u32) -> i64 {
    let number = number.max(1) as i64;
    let whole = number.ilog2();
    // log2(1 + x) is about x + x (1 - x) 11/32.
    let x = (number << 20 >> whole) - (1 << 20);
    let log2 = ((whole as i64) << 20) + x + ((x * ((1 << 20) - x) * 11) >> 25);
    (log2 * LN_2) >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: i64 = 1 << EXPONENT_BITS;

    #[test]
    fn whole_exponents_are_exact() {
        for whole in 0..32 {
            assert_eq!(power_of_two(whole * ONE, u32::MAX), 1 << whole);
            assert_eq!(power_of_two(whole * ONE - 1, u32::MAX), if whole == 0 { 1 } else { (1 << whole) - 1 });
        }
    }

    /// Correctly rounded roots of two, computed with forty digits.
    #[test]
    fn known_roots_are_exact() {
        for (index, root) in [(1, 1_076_653_033), (64, 1_276_901_417), (128, 1_518_500_250), (255, 2_141_676_973)] {
            assert_eq!(TABLE[index], root, "2^({index}/256)");
        }
    }

    #[test]
    fn monotone_and_within_a_millionth() {
        let mut last = 0;
        // Steps that meet every entry of the table and many points between two.
        for exponent in (-ONE..33 * ONE).step_by(1_234_567) {
            let power = power_of_two(exponent, u32::MAX);
            assert!(power >= last, "{exponent}");
            last = power;
            let exact = (exponent as f64 / ONE as f64).exp2().clamp(1.0, u32::MAX as f64);
            assert!(
                power as f64 <= exact * 1.000_001 && power as f64 > exact * 0.999_999_9 - 1.0,
                "{exponent}: {exact}"
            );
        }
    }

    #[test]
    fn logarithms_are_right_to_a_hundredth() {
        assert_eq!((natural_log(0), natural_log(1), natural_log(2)), (0, 0, LN_2));
        let mut last = 0;
        for number in (1..1 << 12).chain((1..=1 << 12).map(|part| (1 << 20) * part - 1)) {
            let log = natural_log(number);
            assert!(log >= last, "{number}");
            last = log;
            let exact = (number as f64).ln();
            assert!((log as f64 / (1 << 20) as f64 - exact).abs() < 0.01, "{number}: {log}, {exact}");
        }
    }

    #[test]
    fn extremes_stay_within_their_limits() {
        for (exponent, expected) in [(i64::MIN, 1), (-1, 1), (32 * ONE - 1, 1000), (32 * ONE, 1000), (i64::MAX, 1000)] {
            assert_eq!(power_of_two(exponent, 1000), expected);
        }
    }
}
