//! Mutated certificates: the checker accepts none that claims something untrue, and none makes it panic.
//!
//! Most mutations get the right checksum again, and the right count if only the count is wrong. Otherwise the checksum would
//! refuse them all, and the checker must be sound without it.

use crate::proof::round_trips::{ALLOWED, certificate, options, oracle_wins, ordinary, plain};
use canju_engine::Position;
use canju_engine::proof::crc32;
use canju_engine::proof::{Claim, Fault, Form, Verified, VerifyError, verify_within};
use canju_engine::rules::{AnyState, Ruleset, Setup, State};
use canju_engine::{Solver, Task};
use canju_testing::deals::{self, ruleset};
use canju_testing::edge;
use canju_testing::oracle::{Points, Staked};
use rand::RngExt;
use rand::rngs::StdRng;

/// The right checksum at the end.
pub fn seal(bytes: &mut [u8]) {
    if let Some(end) = bytes.len().checked_sub(4) {
        let checksum = crc32(&bytes[..end]);
        bytes[end..].copy_from_slice(&checksum.to_le_bytes());
    }
}

/// Checks a sealed certificate; where nothing but the count is wrong, that is put right, too.
pub fn check_sealed(mut bytes: Vec<u8>) -> Result<Verified, VerifyError> {
    seal(&mut bytes);
    match verify_within(&bytes[..], ALLOWED) {
        Err(VerifyError::Fails { fault: Fault::Count { positions, .. }, byte, .. }) => {
            bytes[byte as usize - 8..byte as usize].copy_from_slice(&positions.to_le_bytes());
            seal(&mut bytes);
            verify_within(&bytes[..], ALLOWED)
        }
        result => result,
    }
}

fn two_by(solver: &mut Solver, task: &Task, hands: [&str; 2], rules: &str) -> Vec<u8> {
    let rules = ruleset(rules);
    let hands = *State::<2>::parse(hands, None, &rules).unwrap().hands();
    certificate(solver, task, &Setup::new(hands, None), &rules).1
}

fn three_by(solver: &mut Solver, task: &Task, hands: [&str; 3], last: Option<&str>) -> Vec<u8> {
    let rules = Ruleset::default();
    let hands = *State::<3>::parse(hands, last, &rules).unwrap().hands();
    let last = last.and_then(|text| canju_engine::rules::parse_move(text, &rules).unwrap().combo());
    certificate(solver, task, &Setup::new(hands, last), &rules).1
}

fn two(hands: [&str; 2], rules: &str) -> Vec<u8> {
    two_by(&mut Solver::new(options()), &ordinary(), hands, rules)
}

pub fn header_end(bytes: &[u8]) -> usize {
    bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2
}

/// The certificate with a part of its header replaced.
pub fn with_header(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    let (header, body) = bytes.split_at(header_end(bytes));
    let header = std::str::from_utf8(header).unwrap();
    assert!(header.contains(from), "{header}");
    [header.replace(from, to).as_bytes(), body].concat()
}

/// Is what is claimed true, by the oracle?
pub fn is_true(claim: &Claim) -> bool {
    if claim.position.stakes().scoring.has_points() {
        let value = match claim.position.state() {
            AnyState::Two(state) => oracle_value(&claim.position, state),
            AnyState::Three(state) => oracle_value(&claim.position, state),
        };
        let [at_least, at_most] = claim.claimed.bounds();
        assert!(at_least.or(at_most).is_some(), "{claim}");
        return at_least.is_none_or(|least| least <= value) && at_most.is_none_or(|most| value <= most);
    }
    let text = claim.position.rules().to_string();
    let wins = match claim.position.state() {
        AnyState::Two(state) => oracle_wins(state, &text),
        AnyState::Three(state) => oracle_wins(state, &text),
    };
    Some(wins) == claim.wins()
}

/// What the player to move gets, by the oracle.
pub fn oracle_value<const SEATS: usize>(position: &Position, state: &State<SEATS>) -> i64 {
    let stakes = position.stakes();
    let moves_made = std::array::from_fn(|seat| stakes.moves_made[seat]);
    let mut points =
        Points::new(edge::rules(&position.rules().to_string()), stakes.scoring.counts_spring() && SEATS == 3);
    let first = points.of(&Staked { state: edge::state(state), moves_made }) * stakes.stake as i64;
    match state.to_move() {
        0 if SEATS == 3 => 2 * first,
        0 => first,
        _ => -first,
    }
}

/// A mutation of one of several kinds.
fn mutated(rng: &mut StdRng, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let header = header_end(&bytes);
    for _ in 0..rng.random_range(1..=3) {
        // Half of the time in the header: it is what the claim is.
        let end = if rng.random() { header } else { bytes.len() };
        let at = rng.random_range(0..end.min(bytes.len()).max(1));
        match rng.random_range(0..8) {
            _ if bytes.is_empty() => {}
            0 | 1 => bytes[at] ^= 1 << rng.random_range(0..8),
            2 => bytes[at] = rng.random(),
            3 => drop(bytes.remove(at)),
            4 => bytes.insert(at, rng.random()),
            5 => bytes[at] = b"3456789TJQKA2XD -,:@\n0"[rng.random_range(0..22)],
            6 => {
                let with = rng.random_range(0..bytes.len());
                bytes.swap(at, with);
            }
            _ => bytes.truncate(bytes.len().saturating_sub(rng.random_range(1..20))),
        }
    }
    bytes
}

/// The certificate of a position as it is typed.
pub fn typed(solver: &mut Solver, task: &Task, position: &str) -> Vec<u8> {
    let report = solver.solve(&position.parse().unwrap(), task);
    let mut bytes = Vec::new();
    solver.certify(&report, task, &mut bytes).unwrap();
    bytes
}

/// Certificates of wins and losses and of points, of two hands and of three.
fn certificates(task: &Task) -> [Vec<u8>; 11] {
    let solver = &mut Solver::new(options());
    [
        two_by(solver, task, ["346999Q2", "34JAAD"], "huanle"),
        two_by(solver, task, ["35577TTQQ2", "9AA"], "huanle"),
        two_by(solver, task, ["667799D", "8TT"], "huanle,-four_two_solo,-four_two_pair"),
        two_by(solver, task, ["77J2", "99Q"], "pagat"),
        two_by(solver, task, ["3455KK", "345522"], "douzero"),
        three_by(solver, task, ["345", "678", "9TJ"], None),
        three_by(solver, task, ["3479", "66Q", "58J"], Some("7")),
        typed(solver, task, "33334K2 | 4449QD | scoring=douzero stake=3"),
        typed(solver, task, "3456 | 7777XD | scoring=pagat"),
        typed(solver, task, "3333K | 45 | 78Q | scoring=botzone stake=2 moves_made=0,0,0"),
        typed(solver, task, "35K | 4444 | 78Q | scoring=huanle moves_made=1,1,0 turn=2 last=3"),
    ]
}

#[test]
fn no_mutation_that_claims_something_untrue_is_accepted() {
    mutations(&certificates(&ordinary()), 3_000, 31);
}

#[test]
fn no_mutation_of_a_plain_certificate_that_claims_something_untrue_is_accepted() {
    mutations(&certificates(&plain()), 1_500, 33);
}

/// An ordinary certificate leaves out what is at least as good as something proved. Read as a plain one it lacks answers.
#[test]
fn an_ordinary_certificate_is_not_plain() {
    for (ordinary, plain) in certificates(&ordinary()).iter().zip(certificates(&plain())) {
        let Verified { claim, positions, .. } = verify_within(&ordinary[..], ALLOWED).unwrap();
        let in_full = verify_within(&plain[..], ALLOWED).unwrap().positions;
        let Form::Compared { log2_rows } = claim.form else { panic!("{claim}") };
        let labelled = match claim.position.stakes().scoring.has_points() {
            false => with_header(ordinary, "certificate 4", "certificate 5"),
            true => with_header(ordinary, "certificate 6", "certificate 7"),
        };
        let accepted = (0..=in_full as u32).filter(|number| {
            let labelled = with_header(&labelled, &format!("memory {log2_rows}"), &format!("plain {number}"));
            check_sealed(labelled).is_ok()
        });
        // Where nothing was left out, it is plain.
        assert_eq!(accepted.count() as u64, (positions == in_full) as u64, "{claim}");
    }
}

#[test]
fn a_plain_certificate_says_how_many_positions_it_proves() {
    let bytes = two_by(&mut Solver::new(options()), &plain(), ["346999Q2", "34JAAD"], "huanle");
    let Form::Plain { positions } = verify_within(&bytes[..], ALLOWED).unwrap().claim.form else { panic!() };
    let from = format!("plain {positions}");
    let with = |number: u32| fault(with_header(&bytes, &from, &format!("plain {number}")));
    let (fewer, more) = (positions - 1, positions + 1);
    assert_eq!(with(fewer), Fault::Miscounted { counted: fewer, found: None });
    assert_eq!(with(more), Fault::Miscounted { counted: more, found: Some(positions) });
    for to in ["plain 16777217", "plain 0x10", "plain 010", "plain -1", "plain ", "memory 12"] {
        assert!(check_sealed(with_header(&bytes, &from, to)).unwrap_err().is_failure(), "{to}");
    }
    let greedy = with_header(&bytes, &from, "plain 16777216");
    assert!(matches!(check_sealed(greedy), Err(VerifyError::Memory { .. })));
}

fn mutations(certificates: &[Vec<u8>], rounds: u32, seed: u64) {
    let mut rng = deals::rng(seed);
    let (mut accepted, mut other_claims) = (0, 0);
    for round in 0..rounds {
        for original in certificates {
            let mutation = mutated(&mut rng, original);
            if mutation == *original {
                continue;
            }
            if round % 3 == 0 {
                assert!(verify_within(&mutation[..], ALLOWED).is_err(), "{:?}", String::from_utf8_lossy(&mutation));
                continue;
            }
            if let Ok(verified) = check_sealed(mutation) {
                accepted += 1;
                if verified.claim != verify_within(&original[..], ALLOWED).unwrap().claim {
                    other_claims += 1;
                    assert!(is_true(&verified.claim), "accepted though untrue:\n{}", verified.claim);
                }
            }
        }
    }
    // Another winning move at the end, another memory that changes nothing: these are proofs as well.
    assert!(accepted > 0 && other_claims <= accepted, "{accepted} {other_claims}");
}

#[test]
fn any_bytes_at_all_are_refused_without_a_panic() {
    let mut rng = deals::rng(32);
    let header =
        b"canju certificate 2\nrules huanle,packs=2\nhands 33334444555566667777 3333444455556666777788\nlast -\n";
    for _ in 0..500 {
        let noise: Vec<u8> = (0..rng.random_range(0..300)).map(|_| rng.random()).collect();
        assert!(verify_within(&noise[..], ALLOWED).is_err());
        let body = [&header[..], b"verdict win\nmemory 4\n\n", &noise].concat();
        assert!(check_sealed(body).is_err());
    }
}

fn fault(bytes: Vec<u8>) -> Fault {
    match check_sealed(bytes).unwrap_err() {
        VerifyError::Fails { fault, .. } => fault,
        error => panic!("{error}"),
    }
}

#[test]
fn a_flipped_verdict() {
    let loss = with_header(&two(["346999Q2", "34JAAD"], "huanle"), "verdict win", "verdict loss");
    assert!(check_sealed(loss).unwrap_err().is_failure());
    let win = with_header(&two(["35577TTQQ2", "9AA"], "huanle"), "verdict loss", "verdict win");
    assert!(check_sealed(win).unwrap_err().is_failure());
}

/// The checker lists the replies: what can be missing is the answer to one. What is left then is read as other moves,
/// which by chance may win, too, and take as many bytes: that is another proof. Nearly always it is none.
#[test]
fn a_missing_reply() {
    let bytes = two(["346999Q2", "34JAAD"], "huanle");
    let (start, end) = (header_end(&bytes), bytes.len() - 12);
    let without = |at: usize| [&bytes[..at], &bytes[at + 1..]].concat();
    let accepted = (start..end).filter(|&at| check_sealed(without(at)).is_ok()).count();
    assert!(accepted < (end - start) / 2, "{accepted} of {}", end - start);
    let mut none = bytes[..start].to_vec();
    none.extend([0; 7]);
    assert!(check_sealed(none).unwrap_err().is_failure());
}

#[test]
fn an_illegal_move() {
    let mut bytes = two(["346999Q2", "34JAAD"], "huanle");
    let start = header_end(&bytes);
    bytes[start] = 120;
    assert!(matches!(fault(bytes.clone()), Fault::NoSuchMove { index: 120, .. }));
    bytes.splice(start..=start, [0xff, 0xff, 0xff, 0xff, 0x0f]);
    assert_eq!(fault(bytes.clone()), Fault::BadNumber);
    bytes.splice(start..start + 5, [0x81, 0]);
    assert_eq!(fault(bytes), Fault::BadNumber);
}

#[test]
fn truncated_and_lengthened() {
    let bytes = two(["3455KK", "345522"], "huanle");
    for len in 0..bytes.len() {
        assert!(verify_within(&bytes[..len], ALLOWED).is_err(), "{len}");
    }
    assert!(matches!(
        verify_within(&[&bytes[..], b"\0"].concat()[..], ALLOWED),
        Err(VerifyError::Fails { fault: Fault::Trailing, .. })
    ));
}

/// There are no references, so none can dangle or close a cycle: a position counts as proved once it has been.
#[test]
fn a_loop_that_never_ends_can_not_be_written() {
    // Both pass as long as they can: the lead goes round, and cards must be played.
    let claim = "canju certificate 4\nrules huanle\nhands 3456 789\nturn 1\nlast -\nverdict win\nmemory 4\n\n";
    for byte in 0..8u8 {
        let bytes = [claim.as_bytes(), &[byte; 400]].concat();
        assert!(check_sealed(bytes).is_err());
    }
}

#[test]
fn another_position_or_other_rules() {
    let bytes = two(["4445678899KK2", "345567TTTKKAA"], "huanle");
    for (from, to) in [
        ("rules huanle", "rules huanle,-trio_pair"),
        ("rules huanle", "rules huanle,-four_two_solo,-trio_pair"),
        ("4445678899KK2", "4445678899QK2"),
        ("345567TTTKKAA", "345567TTTKKAA2"),
        ("last -", "last 2 by 2"),
        ("turn 1", "turn 2"),
        ("certificate 4", "certificate 1"),
    ] {
        let error = check_sealed(with_header(&bytes, from, to)).unwrap_err();
        assert!(error.is_failure(), "{to}: {error}");
    }
}

#[test]
fn headers_out_of_bounds() {
    let bytes = two(["77J2", "99Q"], "huanle");
    let greedy = with_header(&bytes, "memory 12", "memory 24");
    assert!(matches!(check_sealed(greedy), Err(VerifyError::Memory { .. })));
    for (from, to) in [
        ("memory 12", "memory 25"),
        ("memory 12", "memory 3"),
        ("memory 12", "memory 012"),
        ("memory 12", "memory 99999999999999999999"),
        ("rules huanle", "rules huanle,+trio"),
        ("hands 77J2 99Q", "hands 7J72 99Q"),
        ("hands 77J2 99Q", "hands 77J2"),
        ("hands 77J2 99Q", "hands 77J2 99Q 3 4"),
        ("hands 77J2 99Q", "hands 77777J2 99Q"),
        ("last -", "last pass by 2"),
        ("last -", "last K"),
        ("last -", "last K by 1"),
        ("last -", "last K by 3"),
        ("last -", "last K by 02"),
        ("turn 1", "turn 3"),
        ("turn 1", "turn 0"),
        ("turn 1", "turn 01"),
        ("turn 1\n", ""),
        ("verdict win", "verdict unknown"),
    ] {
        let error = check_sealed(with_header(&bytes, from, to)).unwrap_err();
        assert!(error.is_failure(), "{to}: {error}");
    }
    let endless = [b"canju certificate 2\nrules ".to_vec(), vec![b'h'; 1 << 20]].concat();
    assert!(verify_within(&endless[..], ALLOWED).unwrap_err().to_string().starts_with("header"));
    assert!(matches!(verify_within(&b"PK\x03\x04"[..], ALLOWED), Err(VerifyError::NoCertificate)));
}
