//! Reads the weights of the networks (`networks/*.txt`) when the program is compiled.
//!
//! A file has integers in decimal, with spaces or ends of lines between them, and comments from a `#` to the end of the
//! line. For each network, with three hands one for each seat to move, it has, one after another:
//!
//! | lines | numbers | in units of |
//! |---|---|---|
//! | one, of order networks only | what the score of a move gains for each card played | 2^-20 |
//! | one for each feature, in the order of `features.rs` | the weights from it to the hidden units | 2^-6 |
//! | one | the biases of the hidden units | 2^-6 |
//! | one for each output | the weights from the hidden units to it | 2^-6 |
//! | one | the biases of the outputs | 2^-20 |
//! | one for each card input, of three hands only | the weights from it to the hidden units | 2^-6 |
//!
//! `scripts/train/train_network.py` writes them.

/// The numbers of a file that are still to be read.
pub struct Weights<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Weights<'a> {
    /// All numbers of a file.
    pub const fn of(text: &'a str) -> Weights<'a> {
        Weights { text: text.as_bytes(), at: 0 }
    }

    /// The next number.
    ///
    /// The compiler interprets this for 80,000 numbers, which takes it seconds: it calls nothing for a digit.
    ///
    /// # Panics
    /// If there is none, so that the program does not compile. So do the other functions.
    pub const fn next(&mut self) -> i32 {
        self.skip();
        let text = self.text;
        let is_negative = self.at < text.len() && text[self.at] == b'-';
        let start = self.at + is_negative as usize;
        let (mut number, mut at) = (0, start);
        while at < text.len() {
            match text[at] {
                digit @ b'0'..=b'9' => number = 10 * number + (digit - b'0') as i32,
                _ => break,
            }
            at += 1;
        }
        assert!(at > start, "a number is missing");
        self.at = at;
        if is_negative { -number } else { number }
    }

    /// The next number, which has sixteen bits.
    pub const fn next_short(&mut self) -> i16 {
        let number = self.next();
        assert!(number.unsigned_abs() < 1 << 15, "a weight for sixteen bits");
        number as i16
    }

    /// There are no more numbers.
    pub const fn end(mut self) {
        self.skip();
        assert!(self.at == self.text.len(), "a number too many");
    }

    /// Goes to the next sign that is neither white space nor in a comment.
    const fn skip(&mut self) {
        let (text, mut at, mut is_comment) = (self.text, self.at, false);
        while at < text.len() {
            match text[at] {
                b'\n' => is_comment = false,
                b'#' => is_comment = true,
                b' ' | b'\r' => {}
                _ if is_comment => {}
                _ => break,
            }
            at += 1;
        }
        self.at = at;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_comments() {
        let mut weights = Weights::of("# 7 weights\r\n-12 0\n\n32767 # 5\n-2147483647\n");
        assert_eq!([weights.next(), weights.next()], [-12, 0]);
        assert_eq!((weights.next_short(), weights.next()), (32_767, -2_147_483_647));
        weights.end();
    }

    #[test]
    #[should_panic = "a number is missing"]
    fn a_number_that_is_missing_is_noticed() {
        Weights::of("# 1").next();
    }

    #[test]
    #[should_panic = "a number is missing"]
    fn what_is_no_number_is_noticed() {
        let mut weights = Weights::of("1,2");
        assert_eq!(weights.next(), 1);
        weights.next();
    }

    #[test]
    #[should_panic = "a number too many"]
    fn a_number_too_many_is_noticed() {
        Weights::of("\n 1").end();
    }

    #[test]
    #[should_panic = "a weight for sixteen bits"]
    fn a_weight_too_large_is_noticed() {
        Weights::of("32768").next_short();
    }
}
