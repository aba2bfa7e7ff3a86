//! A game reviewed from its end backwards takes little more than its hardest position.

use canju::generate::Deals;
use canju::review::{Mark, Review, ReviewOptions, review};
use canju::rules::{Kind, Move};
use canju::{Limits, Options, Position, Reason, Solver, Task, Verdict};
use canju_testing::budget::share;

/// A game of players with a simple rule: most cards first on the lead, else the lowest answer, and no bombs.
fn game(start: Position) -> Vec<Move> {
    let (mut here, mut moves) = (start, Vec::new());
    while here.winner().is_none() {
        let size = |played: &Move| played.combo().map_or(0, |combo| combo.cards.len());
        let is_bomb =
            |played: &Move| played.combo().is_some_and(|combo| matches!(combo.shape.kind, Kind::Bomb | Kind::Rocket));
        let legal: Vec<Move> = here.moves().into_iter().filter(|played| !is_bomb(played)).collect();
        let best = match here.last() {
            None => legal.iter().max_by_key(|played| size(played)),
            Some(last) if (last.by == 0) == (here.to_move() == 0) => Some(&Move::Pass),
            Some(_) => legal.first(),
        };
        let played = best.copied().unwrap_or(here.moves()[0]);
        moves.push(played);
        here = here.play(played).expect("a legal move");
    }
    moves
}

fn solver() -> Solver {
    Solver::new(Options { threads: 1, ..Options::default() })
}

fn reviewed(start: &Position, moves: &[Move], options: &ReviewOptions) -> Review {
    review(&mut solver(), start, moves, options).expect("legal moves")
}

fn games(cards: &str, count: usize) -> impl Iterator<Item = (Position, Vec<Move>)> {
    let deals = Deals::new(cards.parse().expect("sizes"), 1, 5).expect("deals");
    deals.take(count).map(|hands| {
        let start = Position::new(&hands, Default::default(), Default::default()).expect("a deal");
        (start, game(start))
    })
}

#[test]
fn backwards_a_game_takes_little_more_than_its_hardest_position() {
    let (mut together, mut hardest, mut each) = (0, 0, 0);
    let (mut positions, mut searched) = (0, 0);
    for (start, moves) in games("14+12+12", 20) {
        let review = reviewed(&start, &moves, &ReviewOptions::default());
        let verdict_alone = Task { line: false, ..Task::default() };
        let (mut here, mut nodes) = (start, vec![solver().solve(&start, &verdict_alone).nodes()]);
        for &played in &moves {
            here = here.play(played).expect("a legal move");
            nodes.push(solver().solve(&here, &verdict_alone).nodes());
        }
        together += review.nodes;
        hardest += nodes.iter().max().copied().unwrap_or_default();
        each += nodes.iter().sum::<u64>();
        positions += review.winners.len();
        searched += review.searched;
    }
    assert!(together < 2 * hardest, "{together} nodes, the hardest positions alone {hardest}, each by itself {each}");
    assert!(searched * 3 < positions, "{searched} of {positions} positions searched");
}

/// The same nodes and the same answers, whatever the solver did before.
#[test]
fn a_review_does_not_depend_on_what_was_solved_before() {
    let mut solver = solver();
    for (start, moves) in games("10+8+8", 5) {
        let [first, second] = [(); 2].map(|()| review(&mut solver, &start, &moves, &ReviewOptions::default()));
        let (first, second) = (first.expect("a review"), second.expect("a review"));
        let fresh = reviewed(&start, &moves, &ReviewOptions::default());
        for other in [second, fresh] {
            assert_eq!((&first.moves, first.nodes, &first.winners), (&other.moves, other.nodes, &other.winners));
        }
    }
}

/// A limit leaves positions open; what is said of the others is what is said without a limit.
#[test]
fn what_a_limit_leaves_open_is_unknown_and_the_rest_is_true() {
    let (mut open, mut unknown_marks, mut shut, mut lost) = (0, 0, 0, 0);
    for (start, moves) in games("12+10+10", share(12, 3)) {
        let whole = reviewed(&start, &moves, &ReviewOptions::default());
        for nodes in [0, 20, 300] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let part = reviewed(&start, &moves, &ReviewOptions { limits, ..ReviewOptions::default() });
            for (found, known) in part.winners.iter().zip(&whole.winners) {
                match found {
                    Ok(winner) => assert_eq!(Ok(*winner), *known),
                    Err(reason) => assert_eq!(*reason, Reason::Nodes),
                }
                open += found.is_err() as usize;
                shut += found.is_ok() as usize;
            }
            for (found, known) in part.moves.iter().zip(&whole.moves) {
                if found.before == Verdict::Loss {
                    assert_eq!(found.after, Verdict::Loss, "whatever is played");
                    lost += 1;
                }
                match found.mark {
                    Mark::Unknown => {
                        unknown_marks += 1;
                        assert!(
                            !found.before.is_decided() || found.before == Verdict::Win && !found.after.is_decided()
                        );
                    }
                    mark => assert_eq!(mark, known.mark),
                }
                assert!(found.only.is_none() || found.only == known.only);
            }
            let is_whole = part.winners.iter().all(Result::is_ok);
            assert!(part.limit == Some(Reason::Nodes) || is_whole && nodes > 0, "{nodes}");
        }
    }
    let [least_open, least_unknown, least_shut, least_lost] = [50, 30, 500, 100].map(|least| share(least, 3));
    assert!(
        open > least_open && unknown_marks > least_unknown && shut > least_shut && lost > least_lost,
        "{open} {unknown_marks} {shut} {lost}"
    );
}
