//! Hints in three steps: the kind of a move, more about it, its cards.
//!
//! A person who asks wants to go on thinking. So each hint says as little as helps: after "a single card" comes only whether
//! it is low or high, because its rank would be the whole move.

use crate::cli::language::text;
use canju_engine::rules::{Kind, Move, Ruleset, Shape};

/// How many hints lead to the cards.
pub(super) const STEPS: usize = 3;

/// A hint.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Hint {
    /// What to play: `play a pair`, `pass`.
    pub text: String,
    /// Does it name the whole move?
    pub tells_all: bool,
}

/// The hint of step 1 to [`STEPS`] towards this move; a later step repeats the last one.
pub(super) fn hint(played: Move, step: usize, rules: &Ruleset) -> Hint {
    let Move::Play(combo) = played else { return Hint { text: text!("hint-pass"), tells_all: true } };
    let shape = combo.shape;
    let text = match step {
        0 | 1 => text!("hint-play", what = kind(shape.kind)),
        2 => text!("hint-play", what = more(shape)),
        _ => text!("hint-play-cards", what = rules.notation(played)),
    };
    // There is one rocket, so its kind is the move.
    Hint { text, tells_all: step >= STEPS || shape.kind == Kind::Rocket }
}

fn kind(kind: Kind) -> String {
    text!(&format!("hint-{kind}"))
}

/// The kind, with the length of a chain, the rank of what has kickers, and whether anything else is low or high.
fn more(shape: Shape) -> String {
    let Shape { len, rank, .. } = shape;
    let name = kind(shape.kind);
    match shape.kind {
        Kind::SoloChain => text!("hint-straight-of", count = len),
        Kind::PairChain => text!("hint-pairs-of", count = len),
        Kind::TrioChain => text!("hint-trios-of", count = len),
        Kind::TrioSoloChain => text!("hint-trios-solo-of", count = len),
        Kind::TrioPairChain => text!("hint-trios-pair-of", count = len),
        Kind::QuadChain => text!("hint-quads-of", count = len),
        Kind::QuadSoloChain => text!("hint-quads-solo-of", count = len),
        Kind::QuadPairChain => text!("hint-quads-pair-of", count = len),
        Kind::TrioSolo | Kind::TrioPair | Kind::FourTwoSolo | Kind::FourTwoPair => {
            text!("hint-of-rank", kind = name, rank = rank.to_string())
        }
        Kind::Solo | Kind::Pair | Kind::Trio | Kind::Bomb => match rank.index() {
            // A third of the ranks each.
            0..=4 => text!("hint-low", kind = name),
            5..=9 => text!("hint-middle", kind = name),
            _ => text!("hint-high", kind = name),
        },
        Kind::Rocket => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use canju_engine::rules::parse_move;

    fn hints(text: &str) -> [String; 3] {
        let rules = Ruleset::default().with("packs=2").unwrap();
        let played = parse_move(text, &rules).unwrap();
        [1, 2, 3].map(|step| hint(played, step, &rules).text)
    }

    #[test]
    fn from_the_kind_to_the_cards() {
        let of = |text| hints(text).map(|hint| hint.replace("play ", "")).join("; ");
        assert_eq!(of("7"), "a single card; a single card, a low one (3 to 7); 7");
        assert_eq!(of("88"), "a pair; a pair, a middle one (8 to Q); 88");
        assert_eq!(of("QQQ"), "a trio; a trio, a middle one (8 to Q); QQQ");
        assert_eq!(of("D"), "a single card; a single card, a high one (K and above); D");
        assert_eq!(of("3999"), "a trio with a single card; a trio with a single card, the 9s; 3999");
        assert_eq!(of("KKK44"), "a trio with a pair; a trio with a pair, the Ks; 44KKK");
        assert_eq!(of("34567"), "a straight; a straight of 5 cards; 34567");
        assert_eq!(of("334455"), "a straight of pairs; a straight of 3 pairs; 334455");
        assert_eq!(of("333444"), "a straight of trios; a straight of 2 trios; 333444");
        assert_eq!(
            of("33344456"),
            "a straight of trios with single cards; a straight of 2 trios with single cards; 33344456"
        );
        assert_eq!(of("3334445566"), "a straight of trios with pairs; a straight of 2 trios with pairs; 3334445566");
        assert_eq!(of("333356"), "four equal cards with two others; four equal cards with two others, the 3s; 333356");
        assert_eq!(
            of("33335566"),
            "four equal cards with two pairs; four equal cards with two pairs, the 3s; 33335566"
        );
        assert_eq!(of("22222"), "a bomb; a bomb, a high one (K and above); 22222");
        assert_eq!(of("XXDD"), "the rocket; the rocket; XXDD");
        assert_eq!(of("pass"), "pass; pass; pass");
    }

    #[test]
    fn what_tells_all() {
        let rules = Ruleset::default();
        let tells_all = |text, step| hint(parse_move(text, &rules).unwrap(), step, &rules).tells_all;
        assert!(!tells_all("3999", 1) && !tells_all("3999", 2) && tells_all("3999", 3) && tells_all("3999", 9));
        assert!(tells_all("XD", 1) && tells_all("pass", 1));
    }
}
