//! The whole deal of a seed, that of `canju play --deal SEED --hidden`: the record `canju.deal/1`.

use crate::advice::WholeGame;
use crate::requests::asked::Taken;
use crate::requests::refusal::Refusal;
use canju_engine::rules::{Ruleset, Scoring};
use serde::Serialize;

/// The largest seed: JavaScript counts no further.
const MOST_SEED: u64 = (1 << 53) - 1;

/// Which deal.
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[cfg_attr(test, schema(as = Deal, example = json!({"seed": 7})))]
#[allow(dead_code, reason = "it only describes what `AskedDeal::read` reads")]
pub struct DealBody {
    /// The same deal as every time with this number; by default one by chance.
    #[cfg_attr(test, schema(maximum = 9_007_199_254_740_991_u64))]
    seed: Option<u64>,
    /// A preset and what differs from it, with one pack.
    #[cfg_attr(test, schema(default = "huanle"))]
    rules: Option<String>,
}

/// A whole deal.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Dealt {
    /// `canju.deal/1`.
    schema: &'static str,
    /// Its seed.
    seed: u64,
    /// The rules.
    rules: String,
    /// The hands in playing order, 20, 17 and 17 cards, the landlord's first.
    #[cfg_attr(test, schema(min_items = 3, max_items = 3))]
    hands: Vec<String>,
    /// Three cards of the landlord's hand, which all see.
    landlord_cards: String,
}

/// A request, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedDeal {
    seed: u64,
    game: WholeGame,
}

impl AskedDeal {
    /// Reads a body. `seed` is for a request without one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(body: &[u8], seed: u64) -> Result<AskedDeal, Refusal> {
        let mut taken = Taken::read(body)?;
        let given: Option<u64> = taken.value("seed", "a whole number from 0 on")?;
        let rules: Option<String> = taken.value("rules", "a string")?;
        taken.end()?;
        if let Some(seed) = given.filter(|&seed| seed > MOST_SEED) {
            return Err(Refusal::request(format!("seed: {seed} is not 0 to {MOST_SEED}")).of("seed"));
        }
        let of_rules = |detail: String| Refusal::request(format!("rules: {detail}")).of("rules");
        let rules: Ruleset =
            rules.map_or(Ok(Ruleset::default()), |text| text.parse()).map_err(|error| of_rules(error.to_string()))?;
        let seed = given.unwrap_or(seed & MOST_SEED);
        let game = WholeGame::deal(seed, &rules, Scoring::Win).map_err(|error| of_rules(error.to_string()))?;
        Ok(AskedDeal { seed, game })
    }

    /// The deal.
    pub fn deal(&self) -> Dealt {
        let start = self.game.game().start();
        let hands = start.hands().iter().map(ToString::to_string).collect();
        let (rules, landlord_cards) = (start.rules().to_string(), self.game.open().to_string());
        Dealt { schema: "canju.deal/1", seed: self.seed, rules, hands, landlord_cards }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advice::Seat;
    use canju_engine::rules::{Hand, parse_cards};
    use serde_json::{Value, json};

    /// The record of a request, where the door's seed is 5.
    fn dealt(body: &Value) -> Value {
        let asked = AskedDeal::read(body.to_string().as_bytes(), 5).unwrap_or_else(|refusal| panic!("{refusal:?}"));
        serde_json::to_value(asked.deal()).expect("JSON")
    }

    #[test]
    fn a_seed_is_the_deal_of_the_game_with_hidden_hands() {
        for (seed, text) in [(0, "huanle"), (7, "douzero"), (MOST_SEED, "pagat,-trio_pair")] {
            let rules = text.parse().expect("rules");
            let game = WholeGame::deal(seed, &rules, Scoring::Huanle).expect("one pack");
            let hands = Seat::ALL.map(|seat| game.hand(seat).to_string());
            let record = json!({"schema": "canju.deal/1", "seed": seed, "rules": text, "hands": hands,
                "landlord_cards": game.open().to_string()});
            assert_eq!(dealt(&json!({"seed": seed, "rules": text})), record);
        }
        let record = dealt(&json!({}));
        assert_eq!(record, dealt(&json!({"seed": 5, "rules": "huanle"})));
        let cards = |text: &Value| parse_cards(text.as_str().expect("text")).expect("cards");
        let hands: Vec<Hand> = record["hands"].as_array().expect("hands").iter().map(cards).collect();
        assert_eq!(hands.iter().map(|hand| hand.len()).collect::<Vec<_>>(), [20, 17, 17]);
        assert_eq!(hands.into_iter().fold(Hand::EMPTY, Hand::plus), Hand::deck(1));
        let open = cards(&record["landlord_cards"]);
        assert!(open.len() == 3 && cards(&record["hands"][0]).contains(open));
    }

    /// A door may draw it from more numbers than a request can say.
    #[test]
    fn the_seed_of_a_door_can_be_asked_for() {
        let asked = AskedDeal::read(b"{}", u64::MAX).expect("a deal");
        let again = format!(r#"{{"seed":{}}}"#, asked.seed);
        assert_eq!(AskedDeal::read(again.as_bytes(), 0).expect("a deal"), asked);
    }

    #[test]
    fn what_is_wrong_has_its_field_and_its_cure() {
        for (body, code, field, text) in [
            (r#"{"seed":-1}"#, "bad_json", "seed", "`seed`: -1 is not a whole number from 0 on"),
            (r#"{"seed":"7"}"#, "bad_json", "seed", "`seed`: \"7\" is not a whole number from 0 on"),
            (r#"{"rules":1}"#, "bad_json", "rules", "`rules`: 1 is not a string"),
            (r#"{"cards":"8+8"}"#, "bad_json", "cards", "unknown field `cards`"),
            (
                r#"{"seed":9007199254740992}"#,
                "bad_request",
                "seed",
                "seed: 9007199254740992 is not 0 to 9007199254740991",
            ),
            (r#"{"rules":"chess"}"#, "bad_request", "rules", "rules: unknown rules `chess`"),
            (
                r#"{"rules":"huanle,packs=2"}"#,
                "bad_request",
                "rules",
                "rules: three hands can be solved with one pack only",
            ),
        ] {
            let fault = AskedDeal::read(body.as_bytes(), 0).expect_err(body).0;
            assert_eq!((fault.code, fault.field.as_deref()), (code, Some(field)), "{body}");
            assert!(fault.detail.starts_with(text) && !fault.detail.contains('\n'), "{}", fault.detail);
        }
    }
}
