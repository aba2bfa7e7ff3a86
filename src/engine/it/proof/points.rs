//! Certificates of points: of drawn positions with bombs they are accepted and say what the oracle says; whoever changes what is
//! claimed, or what is played for, has no proof of it.

use crate::proof::mutations::{check_sealed, header_end, is_true, oracle_value, seal, typed, with_header};
use crate::proof::round_trips::{ALLOWED, options, ordinary, plain};
use crate::search::points::{SCORINGS, one_pack, staked, with_bombs};
use canju_engine::proof::{
    Claim, Claimed, Fault, Form, Guide, HeaderError, Relative, VerifyError, WriteError, verify_within, write,
};
use canju_engine::rules::{AnyState, Goal, Move, Setup, Side, State, Turn};
use canju_engine::solver::Restored;
use canju_engine::{Position, Report, Solver, Verdict, Worth};
use canju_testing::budget::share;
use canju_testing::deals::{self, TWO_PACKS, ruleset};
use canju_testing::drawn::SEVERAL_BOMBS;
use canju_testing::edge;
use canju_testing::oracle::{Points, Staked};
use canju_testing::siblings::{Placed, family_of};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

/// What a run met.
#[derive(Default, Debug)]
struct Met {
    certificates: usize,
    /// By the doublings with which the mover wins, and loses.
    won: [usize; 4],
    lost: [usize; 4],
    /// Those that would be accepted with other numbers of moves made, of all changed ones.
    moves_made: [usize; 2],
    answers: usize,
    walks: [usize; 2],
}

/// A position that is played for points. That of a state with a trick has cards for it.
fn drawn<const SEATS: usize>(rng: &mut StdRng, n: usize, text: &str) -> (State<SEATS>, Position) {
    let rules = ruleset(text);
    loop {
        let state = with_bombs::<SEATS>(rng, n, &rules);
        let position = Position::of_state(state, &rules);
        if !position.has_trick() || position.last().is_some() {
            let (position, _) = staked::<SEATS>(rng, position, SCORINGS[n / 3 % SCORINGS.len()]);
            return (state, position);
        }
    }
}

fn run<const SEATS: usize>(n: usize, texts: &[&str], seed: u64) {
    let (mut rng, mut solver, mut met) = (deals::rng(seed), Solver::new(options()), Met::default());
    let tasks = [ordinary(), plain()];
    for (number, text) in texts.iter().cycle().take(n).enumerate() {
        let (state, position) = drawn::<SEATS>(&mut rng, number, text);
        let value = oracle_value(&position, &state);
        for task in &tasks {
            let report = solver.solve(&position, task);
            let mut bytes = Vec::new();
            match solver.certify(&report, task, &mut bytes) {
                Err(WriteError::TooLarge { .. }) if task.plain => continue,
                result => result.unwrap_or_else(|error| panic!("{position}: {error}")),
            };
            let verified = verify_within(&bytes[..], ALLOWED).unwrap_or_else(|error| panic!("{position}: {error}"));
            let claim = &verified.claim;
            assert_eq!((claim.position, claim.claimed), (position, Claimed::Exactly(value)), "{position}");
            assert_eq!(matches!(claim.form, Form::Plain { .. }), task.plain);
            assert_eq!(claim.wins(), Some(report.verdict() == Verdict::Win));
            others_are_refused(&bytes, value, &mut met);
            if !task.plain {
                for (how, place) in [("at_least", 0), ("at_most", 1)] {
                    let positions = bounds(&bytes, value, how);
                    met.walks[place] += (positions > 0) as usize;
                }
                note(&mut met, &position, value);
            }
        }
    }
    println!("{SEATS} hands: {met:?}");
    assert!(met.won[..3].iter().chain(&met.lost[..3]).all(|&met| met > n / 200), "{met:?}");
    assert!(met.answers > n / 20 && met.walks.iter().all(|&walks| walks > n / 4), "{met:?}");
    assert!(SEATS == 2 || met.moves_made[0] < met.moves_made[1], "{met:?}");
}

fn note(met: &mut Met, position: &Position, value: i64) {
    met.certificates += 1;
    met.answers += position.has_trick() as usize;
    let hands = position.hands().len();
    let unit = position.stakes().stake * if hands == 3 && position.to_move() == 0 { 2 } else { 1 };
    let doublings = (value.unsigned_abs() / unit).ilog2() as usize;
    (if value > 0 { &mut met.won } else { &mut met.lost })[doublings.min(3)] += 1;
}

/// The certificate with another value, stake or scoring proves nothing, and one with other numbers of moves made nothing untrue.
fn others_are_refused(bytes: &[u8], value: i64, met: &mut Met) {
    let claim = verify_within(bytes, ALLOWED).unwrap().claim;
    let stakes = *claim.position.stakes();
    let line = format!("value exactly {value}");
    let changed = |from: &str, to: &str| check_sealed(with_header(bytes, from, to));
    for other in [2 * value, -value, value + 1, 4 * value] {
        assert!(changed(&line, &format!("value exactly {other}")).is_err(), "{claim} is said to be worth {other}");
    }
    if value % 2 == 0 {
        assert!(changed(&line, &format!("value exactly {}", value / 2)).is_err(), "{claim} is said to be worth half");
    }
    for stake in [stakes.stake + 1, 2 * stakes.stake] {
        let stake = changed(&format!("stake {}", stakes.stake), &format!("stake {stake}"));
        assert!(stake.is_err(), "{claim} is said to have another stake");
    }
    if let [a, b, c] = stakes.moves_made
        && stakes.scoring.counts_spring()
        && claim.position.hands().len() == 3
    {
        for made in [[2, 2, 2], [1, 1, 1], [1, 0, 0], [0, 0, 0]].into_iter().filter(|made| *made != [a, b, c]) {
            let [d, e, f] = made;
            met.moves_made[1] += 1;
            if let Ok(verified) = changed(&format!("moves_made {a} {b} {c}"), &format!("moves_made {d} {e} {f}")) {
                assert!(is_true(&verified.claim), "{} is accepted", verified.claim);
                met.moves_made[0] += 1;
            }
        }
    }
}

/// The part of a certificate of a value that proves this bound is a certificate of the bound. Returns its positions.
fn bounds(bytes: &[u8], value: i64, how: &str) -> u64 {
    let bytes = with_header(bytes, "value exactly", &format!("value {how}"));
    let (start, end) = (header_end(&bytes), bytes.len() - 12);
    // Where the one walk ends and the other begins the file does not say.
    let accepted = (start..=end).find_map(|cut| {
        let part = if how == "at_least" { &bytes[start..cut] } else { &bytes[cut..end] };
        let mut sealed = [&bytes[..start], part, &[0; 12]].concat();
        seal(&mut sealed);
        check_sealed(sealed).ok()
    });
    let verified = accepted.unwrap_or_else(|| panic!("no part proves {how} {value}"));
    let claimed = if how == "at_least" { Claimed::AtLeast(value) } else { Claimed::AtMost(value) };
    assert_eq!(verified.claim.claimed, claimed);
    let says = (how == "at_least") == (value > 0);
    assert_eq!(verified.claim.wins(), says.then_some(value > 0));
    verified.positions
}

#[test]
fn points_of_two_hands() {
    run::<2>(share(400, 4), &one_pack(), 901);
}

#[test]
fn points_of_three_hands() {
    run::<3>(share(400, 10), &one_pack(), 902);
}

#[test]
fn points_of_two_packs() {
    run::<2>(share(120, 4), &TWO_PACKS, 903);
}

/// Where a limit has left the value open the certificate proves what is certain; what is not true has none.
#[test]
fn a_bound_that_is_certain_is_proved() {
    let (mut solver, task) = (Solver::new(options()), ordinary());
    let positions = [
        ("3333K | 44Q | scoring=douzero stake=3", 6),
        ("333345 | 6666QK | scoring=douzero", 1),
        ("34 | 7777XD | scoring=pagat", -4),
        ("3333K | 45 | 78Q | scoring=botzone moves_made=0,0,0", 8),
    ];
    for (text, value) in positions {
        let position: Position = text.parse().unwrap();
        let report = solver.solve(&position, &task);
        assert_eq!(report.worth().and_then(Worth::value), Some(value), "{text}");
        let mut written = |worth: Option<Worth>| {
            let found = Restored { best: report.best(), worth, ..Restored::default() };
            let mut bytes = Vec::new();
            let restored = Report::restored(position, report.verdict(), found);
            let result = solver.certify(&restored, &task, &mut bytes);
            result.map(|_| verify_within(&bytes[..], ALLOWED).expect("it holds").claim.claimed)
        };
        let unit = position.stakes().stake as i64 * if position.hands().len() == 3 { 2 } else { 1 };
        let claimed = |points| if value > 0 { Claimed::AtLeast(points) } else { Claimed::AtMost(points) };
        // Nothing is known but the verdict.
        assert_eq!(written(None).unwrap(), claimed(value.signum() * unit), "{text}");
        let open = |points: i64| match value > 0 {
            true => Worth { at_least: points, at_most: 1 << 20 },
            false => Worth { at_least: -(1 << 20), at_most: points },
        };
        assert_eq!(written(Some(open(value))).unwrap(), claimed(value), "{text}");
        assert!(written(Some(open(2 * value))).is_err(), "{text}");
        let exactly = |points| Some(Worth { at_least: points, at_most: points });
        assert!(written(exactly(2 * value)).is_err() && written(exactly(-value)).is_err(), "{text}");
        assert!(matches!(written(exactly(3 * value)), Err(WriteError::NoSuchResult)), "{text}");
    }
}

/// Never asked.
struct Nobody;

impl Guide<2> for Nobody {
    type Error = ();

    fn winning_move(&mut self, position: &State<2>) -> Result<Move, ()> {
        panic!("asked about {position}")
    }
}

/// A doubling for which a side has no bomb needs no walk, and one that it is to have can't be proved.
#[test]
fn what_is_out_of_reach_takes_no_walk() {
    let position: Position = "34K | 44Q | scoring=douzero".parse().unwrap();
    let AnyState::Two(state) = *position.state() else { panic!("two hands") };
    for form in [Form::Compared { log2_rows: 4 }, Form::Plain { positions: 8 }] {
        let claim = |claimed| {
            let mut bytes = Vec::new();
            let claim = Claim { position, claimed, form };
            write(&claim, &state, &mut Nobody, &mut bytes).map(|_| bytes)
        };
        for (claimed, wins) in [(Claimed::AtMost(1), None), (Claimed::AtLeast(-1), None), (Claimed::AtMost(4), None)] {
            let bytes = claim(claimed).unwrap();
            let verified = verify_within(&bytes[..], ALLOWED).unwrap();
            assert_eq!((verified.positions, verified.moves, verified.claim.wins()), (0, 0, wins));
            let says = if claimed == Claimed::AtLeast(-1) { "value at_least -1" } else { "value at_most" };
            let more = if claimed == Claimed::AtLeast(-1) { "value at_most -2" } else { "value at_least" };
            let untrue = match claimed {
                Claimed::AtMost(1) => with_header(&bytes, "value at_most 1", "value at_least 2"),
                _ => with_header(&bytes, says, more),
            };
            let Err(VerifyError::Fails { fault, .. }) = check_sealed(untrue) else { panic!("{claimed:?}") };
            assert_eq!(fault, Fault::OutOfReach, "{claimed:?}");
        }
        assert!(matches!(claim(Claimed::AtLeast(2)), Err(WriteError::Fails(_))));
        assert!(matches!(claim(Claimed::AtMost(-2)), Err(WriteError::Fails(_))));
        for claimed in [Claimed::Win, Claimed::Loss, Claimed::AtLeast(0), Claimed::Exactly(3), Claimed::AtMost(1 << 28)]
        {
            assert!(matches!(claim(claimed), Err(WriteError::NoSuchResult)), "{claimed:?}");
        }
    }
}

/// The loser may shed its last card, if it misses its goal; the winner of the question may not, if it misses its own.
#[test]
fn to_shed_the_last_card_is_not_enough() {
    let (mut solver, task) = (Solver::new(options()), ordinary());
    // The first hand sheds all its cards at once. If it plays its bomb the other one has a higher one, and wins.
    let bytes = typed(&mut solver, &task, "333345 | 6666QK | scoring=douzero");
    let verified = verify_within(&bytes[..], ALLOWED).unwrap();
    assert_eq!(verified.claim.claimed, Claimed::Exactly(1));
    assert!(verified.positions > 3, "{verified:?}");
    let position: Position = "333345 | 6666QK".parse().unwrap();
    let all = position.parse_move("333345").unwrap();
    let number = position.moves().iter().position(|&played| played == all).unwrap() as u8;
    let header = with_header(&bytes, "exactly 1", "at_least 2");
    let shed = [&header[..header.len() - bytes.len() + header_end(&bytes)], &[number], &[0; 12]].concat();
    let Err(VerifyError::Fails { fault, .. }) = check_sealed(shed) else { panic!("it has missed its goal") };
    assert_eq!(fault, Fault::LoserWins("333345".to_owned()));
}

/// A side that has broken its only bomb has no doubling any more, whatever follows.
#[test]
fn what_has_gone_out_of_reach_proves_nothing() {
    let (mut solver, task) = (Solver::new(options()), ordinary());
    let text = "3333K | 44Q | scoring=douzero";
    let bytes = typed(&mut solver, &task, text);
    let position: Position = text.parse().unwrap();
    let broken = position.parse_move("333K").unwrap();
    let number = position.moves().iter().position(|&played| played == broken).unwrap() as u8;
    for (from, to) in [("exactly 2", "at_least 2"), ("exactly 2", "exactly 2")] {
        let header = with_header(&bytes, from, to);
        let forged = [&header[..header_end(&header)], &[number], &[0; 12]].concat();
        let Err(VerifyError::Fails { fault, .. }) = check_sealed(forged) else { panic!("there is no bomb left") };
        assert_eq!(fault, Fault::OutOfReach, "{to}");
    }
}

#[test]
fn headers_of_points() {
    let (mut solver, task) = (Solver::new(options()), ordinary());
    let two = typed(&mut solver, &task, "3333K | 44Q | scoring=douzero stake=3");
    let three = typed(&mut solver, &task, "3333K | 45 | 78Q | scoring=botzone stake=2 moves_made=0,0,0");
    for (bytes, from, to) in [
        (&two, "certificate 6", "certificate 4"),
        (&two, "certificate 6", "certificate 7"),
        (&two, "certificate 6", "certificate 8"),
        (&two, "scoring douzero", "scoring win"),
        (&two, "scoring douzero", "scoring Douzero"),
        (&two, "scoring douzero\n", ""),
        (&two, "stake 3", "stake 0"),
        (&two, "stake 3", "stake 03"),
        (&two, "stake 3", "stake 1000001"),
        (&two, "stake 3\n", ""),
        (&two, "moves_made -", "moves_made 2 2 2"),
        (&two, "moves_made -\n", ""),
        (&two, "value exactly 6", "verdict win"),
        (&two, "value exactly 6", "value 6"),
        (&two, "value exactly 6", "value exactly +6"),
        (&two, "value exactly 6", "value exactly 06"),
        (&two, "value exactly 6", "value exactly 0"),
        (&two, "value exactly 6", "value exactly 9"),
        (&two, "value exactly 6", "value exactly 9223372036854775808"),
        (&two, "value exactly 6", "value exactly -9223372036854775808"),
        (&two, "value exactly 6", "value exactly 805306368"),
        (&two, "value exactly 6", "value most 6"),
        (&three, "moves_made 0 0 0", "moves_made -"),
        (&three, "moves_made 0 0 0", "moves_made 0,0,0"),
        (&three, "moves_made 0 0 0", "moves_made 0 0"),
        (&three, "moves_made 0 0 0", "moves_made 0 0 3"),
        (&three, "moves_made 0 0 0", "moves_made 0 1 0"),
        (&three, "scoring botzone", "scoring pagat"),
    ] {
        let error = check_sealed(with_header(bytes, from, to)).unwrap_err();
        assert!(matches!(error, VerifyError::Header(_)), "{to}: {error}");
    }
    let error = |from, to| check_sealed(with_header(&two, from, to)).unwrap_err();
    assert!(matches!(error("douzero", "win"), VerifyError::Header(HeaderError::Stakes(_) | HeaderError::NoPoints)));
    assert!(matches!(error("exactly 6", "exactly 9"), VerifyError::Header(HeaderError::Points)));
    // Another scoring without spring is the same game of two hands: this is a claim of its own, and it holds.
    assert!(check_sealed(with_header(&two, "scoring douzero", "scoring pagat")).is_ok());
}

/// After bombs the stake may be greater than any that is read.
#[test]
fn a_stake_that_no_header_can_say() {
    let position: Position = "3333K5 | 44Q | scoring=douzero stake=600000".parse().unwrap();
    let position = position.play(position.parse_move("3333").unwrap()).unwrap();
    let (mut solver, task) = (Solver::new(options()), ordinary());
    let report = solver.solve(&position, &task);
    let mut bytes = Vec::new();
    let error = solver.certify(&report, &task, &mut bytes).unwrap_err();
    assert!(matches!(error, WriteError::Stakes(_)) && bytes.is_empty(), "{error:?}");
}

/// Does this side win with so many doublings, by the oracle? `spring` as in [`Goal::new`].
fn reaches<const SEATS: usize>(oracle: &mut Points<SEATS>, state: &State<SEATS>, goal: Goal, spring: u8) -> bool {
    let mut moves_made = [2; SEATS];
    match goal.side() {
        Side::First if spring > 0 => moves_made[1..].fill(0),
        Side::First => {}
        Side::Second => moves_made[0] -= spring,
    }
    let points = oracle.of(&Staked { state: edge::state(state), moves_made });
    let points = if goal.side() == Side::First { points } else { -points };
    points >= 1 << goal.doublings()
}

/// Positions of one structure under questions about points: what is at least as good as one that is won is won, too, by the oracle;
/// and only under the same question.
fn families<const SEATS: usize>(each: usize, texts: &[&str], seed: u64) {
    let (mut rng, mut pairs, mut unlike) = (deals::rng(seed), 0, 0);
    for text in texts.iter().cycle().take(each) {
        let rules = ruleset(text);
        let state = SEVERAL_BOMBS.draw::<SEATS>(&mut rng, &rules);
        let turn = Turn { to_move: state.to_move(), last: None };
        let Some(first) = Placed::new(Setup { hands: *state.hands(), turn }, &rules) else { continue };
        let members = family_of(first, 12, &rules, &mut rng);
        let (side, doublings) = (*[Side::First, Side::Second].choose(&mut rng).unwrap(), rng.random_range(1..=3));
        let most = if SEATS == 2 { 0 } else { 1 + side as u8 };
        let spring = rng.random_range(0..=most);
        let goals = [Goal::new(side, doublings, spring), Goal::new(side, doublings % 3 + 1, spring)];
        let others =
            [Goal::new(side.opponent(), doublings, spring), Goal::new(side, doublings, (spring + 1) % 3), Goal::WIN];
        let mut oracle = Points::<SEATS>::new(edge::rules(text), SEATS == 3);
        let mut asked = Vec::new();
        for goal in goals {
            for placed in &members {
                let position = placed.position.with_goal(goal).settled(&rules).0;
                if position.is_goal_within_reach(&rules) {
                    asked.push((position, reaches(&mut oracle, &placed.position, goal, spring)));
                }
            }
        }
        for winner in [Side::First, Side::Second] {
            let relative = |position: &State<SEATS>| Relative::of(position, winner, &rules);
            let won = |&(_, reached): &(State<SEATS>, bool)| reached == (winner == side);
            for one in asked.iter().filter(|one| won(one)) {
                let proved = relative(&one.0);
                for other in &asked {
                    if relative(&other.0).is_at_least(&proved, winner) {
                        assert_eq!(one.0.goal(), other.0.goal());
                        assert!(won(other), "{} is won by {winner:?}, {} is not: {text}", one.0, other.0);
                        pairs += (one.0 != other.0) as usize;
                    }
                }
                for goal in others {
                    unlike += 1;
                    assert!(!relative(&one.0.with_goal(goal)).is_at_least(&proved, winner), "{} {goal}", one.0);
                }
            }
        }
    }
    println!("{pairs} pairs, {unlike} with other goals");
    assert!(pairs > each && unlike > each, "{pairs} {unlike}");
}

#[test]
fn at_least_as_good_for_points_is_won_too() {
    families::<2>(share(400, 10), &one_pack(), 911);
    families::<2>(share(100, 5), &TWO_PACKS, 912);
}

#[test]
fn at_least_as_good_for_points_is_won_too_with_three_hands() {
    families::<3>(share(400, 40), &one_pack(), 913);
}
