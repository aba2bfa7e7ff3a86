//! A position is solved under its own rules, and rules can only be made valid.

use canju_engine::rules::{AnyState, Hand, Kind, Preset, Ruleset, RulesetError};
use canju_engine::{Experiment, Options, Position, Report, Solver, Task, Techniques, Verdict};
use canju_testing::deals::{self, ruleset};
use canju_testing::edge;
use canju_testing::oracle::Oracle;

/// With all techniques and with none.
fn reports(position: &Position) -> [Report; 2] {
    [Techniques::ALL, Techniques::NONE].map(|techniques| {
        let options = Options { threads: 1, memory: 8 << 20, ..Options::default() };
        let experiment = Experiment { techniques, ..Experiment::default() };
        Solver::with_experiment(options, experiment).solve(position, &Task::default())
    })
}

fn oracle_wins(position: &Position) -> bool {
    let AnyState::Two(state) = position.state() else { panic!("two hands") };
    Oracle::new(edge::rules(&position.rules().to_string())).wins(&edge::state(state))
}

/// Five fours exist with two packs only. Solved with the rules of one pack, which was once possible, the position was a loss
/// with all techniques and a win with none.
#[test]
fn a_position_of_two_packs_is_not_solved_with_one() {
    let text = "379J | 4444478";
    assert!(text.parse::<Position>().unwrap_err().to_string().contains("5th card of rank 4"));
    let position = Position::parse(text, ruleset("huanle,packs=2")).unwrap();
    assert_eq!(position.to_string().parse(), Ok(position), "as text, too, it has its rules with it");
    for report in reports(&position) {
        assert_eq!(report.position(), &position);
        assert_eq!(report.verdict() == Verdict::Win, oracle_wins(&position));
    }
}

#[test]
fn positions_that_one_pack_does_not_have() {
    let (mut rng, rules) = (deals::rng(3_701), ruleset("huanle,packs=2"));
    let mut of_two_packs = 0;
    for _ in 0..400 {
        let position = Position::of_state(deals::deal::<2>(&mut rng, 3..=6, &rules), &rules);
        of_two_packs += Position::new(position.hands(), position.turn(), Ruleset::default()).is_err() as u32;
        for report in reports(&position) {
            assert_eq!(report.verdict() == Verdict::Win, oracle_wins(&position), "{position}");
        }
    }
    assert!(of_two_packs > 5, "{of_two_packs}");
}

/// The numbers of a rule set with their ranges, as the page of the rules has them.
const NUMBERS: [(&str, std::ops::RangeInclusive<u8>); 5] = [
    ("packs", 1..=2),
    ("max_wings_per_rank", 1..=4),
    ("min_solo_chain", 3..=12),
    ("min_pair_chain", 2..=12),
    ("min_trio_chain", 2..=12),
];

/// With a number out of its range the search once overflowed its stack, or panicked.
#[test]
fn a_number_out_of_its_range_makes_no_rules() {
    for preset in Preset::ALL {
        for (name, range) in NUMBERS {
            for value in 0..=u8::MAX {
                let rules = preset.rules().with(&format!("{name}={value}"));
                match rules {
                    Ok(rules) => assert!(range.contains(&value), "{rules}"),
                    Err(RulesetError::BadNumber { least, most, .. }) => {
                        assert!(!range.contains(&value) && (least..=most) == range, "{name}={value}");
                    }
                    Err(error) => panic!("{name}={value}: {error}"),
                }
            }
            assert!(preset.rules().with(&format!("{name}=256")).is_err());
        }
        assert_eq!(preset.rules().with("-solo"), Err(RulesetError::NoSolo));
        assert!(preset.rules().with("huanle").is_err() && preset.rules().with("").is_err());
    }
}

/// Every number at both ends of its range, every switch and every kind on and off: 72 rule sets, each with positions on which
/// all techniques, none, and the naive solver agree.
#[test]
fn all_techniques_and_none_agree_under_every_rule() {
    let mut words: Vec<String> = Vec::new();
    for (name, range) in NUMBERS {
        words.extend([*range.start(), *range.end()].map(|value| format!("{name}={value}")));
    }
    let switches = Ruleset::SWITCHES.iter().map(|switch| switch.name.to_owned());
    let kinds = Kind::ALL.iter().filter(|&&kind| kind != Kind::Solo).map(|kind| kind.to_string());
    for word in switches.chain(kinds) {
        words.extend(["+", "-"].map(|sign| format!("{sign}{word}")));
    }
    let mut rng = deals::rng(3_702);
    let mut sets = 0;
    for (number, word) in words.iter().cycle().take(72).enumerate() {
        let preset = Preset::ALL[number % Preset::ALL.len()];
        let rules = preset.rules().with(word).unwrap();
        sets += 1;
        for _ in 0..3 {
            let position = Position::of_state(deals::deal::<2>(&mut rng, 3..=6, &rules), &rules);
            for report in reports(&position) {
                assert_eq!(report.verdict() == Verdict::Win, oracle_wins(&position), "{position}");
            }
        }
    }
    assert_eq!(sets, 72);
}

/// What was once refused by the check of hands and accepted by the solver.
#[test]
fn three_hands_of_two_packs_are_no_position() {
    let hands = ["3", "4", "5"].map(|cards| canju_engine::rules::parse_cards(cards).unwrap());
    let three = |rules| Position::new(&hands, Default::default(), rules);
    assert!(three(Ruleset::default()).is_ok());
    assert!(three(ruleset("huanle,packs=2")).is_err());
    assert!(Position::new(&hands[..1], Default::default(), Ruleset::default()).is_err());
    assert!(Position::new(&[Hand::EMPTY; 4], Default::default(), Ruleset::default()).is_err());
}

/// Random tests draw their rules from these texts.
#[test]
fn random_tests_draw_every_switch_and_number() {
    let names =
        Ruleset::SWITCHES.iter().map(|switch| switch.name).chain(Ruleset::NUMBERS.iter().map(|number| number.name));
    let drawn = deals::rule_strings().join(",") + &deals::TWO_PACKS.join(",");
    let is_drawn = |name: &&str| ["+", "-", ","].iter().any(|sign| drawn.contains(&format!("{sign}{name}")));
    assert_eq!(names.filter(|name| !is_drawn(name)).collect::<Vec<_>>(), Vec::<&str>::new());
}
