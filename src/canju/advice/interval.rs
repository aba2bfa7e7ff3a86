//! Intervals for shares.

/// The quantile of the normal distribution for an interval of 95 %.
pub(crate) const Z: f64 = 1.959_963_985;

/// The 95 % interval of a share of which `won` of `asked` draws were seen (Wilson 1927), or expected. 0 to 1 if there was none.
pub(crate) fn wilson(won: f64, asked: u64) -> (f64, f64) {
    if asked == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (asked as f64, won / asked as f64);
    let middle = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let all = 1.0 + Z * Z / n;
    (((middle - spread) / all).max(0.0), ((middle + spread) / all).min(1.0))
}

/// The probability that of `ahead + behind` tosses of a fair coin at most `behind` are heads.
pub(crate) fn sign_test(ahead: u64, behind: u64) -> f64 {
    let tosses = ahead + behind;
    // The terms are products that may be too small for a number before the last factors: so a logarithm.
    let mut term = -(tosses as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for heads in 0..=behind {
        sum += term.exp();
        term += ((tosses - heads) as f64 / (heads + 1) as f64).ln();
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_tables() {
        let rounded = |(low, high): (f64, f64)| ((low * 1000.0).round() as u32, (high * 1000.0).round() as u32);
        // Newcombe 1998, table 1, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        assert_eq!(rounded(wilson(81.0, 263)), (255, 366));
        assert_eq!(rounded(wilson(15.0, 148)), (62, 160));
        assert_eq!(rounded(wilson(0.0, 20)), (0, 161));
        assert_eq!(rounded(wilson(1.0, 29)), (6, 172));
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn the_sign_test_counts_tosses() {
        for (ahead, behind, expected) in
            [(3, 0, 1.0 / 8.0), (3, 1, 5.0 / 16.0), (0, 2, 1.0), (0, 0, 1.0), (9, 1, 11.0 / 1024.0)]
        {
            assert!((sign_test(ahead, behind) - expected).abs() < 1e-12, "{ahead} {behind}");
        }
        // Too improbable for 2^-n to be a number.
        assert_eq!(sign_test(2_000, 3), 0.0);
        assert!(sign_test(3_000, 2_800) > 0.001);
    }
}
