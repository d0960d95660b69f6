//! Completion of written programs.

use super::*;

/// Random commands in each procedure.
fn random_start(rng: &mut Rng, slots: &str) -> Vec<Move> {
    let sizes = slots.split(' ').map(|size| size.parse());
    let sizes: Vec<usize> = sizes.collect::<Result<_, _>>().expect("are numbers");
    let calls = sizes.len() - 1;
    let line = |procedure: usize, rng: &mut Rng| {
        let length = rng.usize(0..=sizes[procedure].min(3));
        let letters = (0..length).map(|_| match rng.u8(0..10) {
            0..3 => 'F',
            3 => 'J',
            4 => 'L',
            5 => 'R',
            6..8 => 'X',
            _ => char::from(b'1' + rng.u8(0..calls as u8)),
        });
        let letters: String = letters.collect();
        Move::new(format!("{}: {letters}", crate::program::name(procedure)))
    };
    (0..sizes.len()).map(|index| line(index, rng)).collect()
}

pub(super) fn continuations_hold_against_enumeration(seed: u64, boards: usize, more: usize) {
    let mut rng = Rng::with_seed(seed);
    let mut solved = vec![0; more + 1];
    for _ in 0..boards {
        let slots = SMALL_SLOTS[rng.usize(0..SMALL_SLOTS.len())];
        let level = random_level(&mut rng, slots);
        let done = random_start(&mut rng, slots);
        let task = task(&request(&level, &done));
        if task.puzzle.lights().count() == 0 {
            continue;
        }
        let max = task.done.cost() + more;
        let expected = brute_force::shortest(&task, max);
        let expected = expected.first().map(BotProgram::cost);
        let found = lazy::partial::shortest(&task, max);
        let cost = found.first().map(BotProgram::cost);
        assert_eq!(cost, expected, "{done:?} {}", level.to_text());
        for program in found {
            solved[program.cost() - task.done.cost()] += 1;
            for (all, written) in program.bodies().iter().zip(task.done.bodies()) {
                assert!(all.starts_with(written));
            }
        }
    }
    let hard: usize = solved[2..].iter().sum();
    assert!(hard > boards / 10, "{solved:?}");
}

#[test]
fn continuations_hold_against_short_enumeration() {
    continuations_hold_against_enumeration(11, 400, 4);
}

#[test]
fn partial_programs_are_completed_or_refused() {
    let level = level("light-bot\nrobot 1 1 E\nslots 4 4\n\n0 0* 0* 0* 0* 0*\n");
    for solver in ALL.iter().filter(|it| it.info().cost_unit == "commands") {
        for (done, cost) in [
            (vec!["main: 1", "f1: F"], Some(4)),
            (vec!["main: R"], Some(6)),
            (vec!["main: F"], Some(5)),
            (vec!["f1: X"], Some(4)),
            (vec!["main: 1", "f1: FX1"], Some(4)),
            (vec!["main: FFFF"], None),
            (vec!["main: R1", "f1: FX1"], None),
        ] {
            let done: Vec<Move> = done.into_iter().map(Move::new).collect();
            let outcome = answer(*solver, &request(&level, &done)).outcome;
            let got = outcome.solution().map(|best| (best.cost, best.optimal));
            assert_eq!(got, cost.map(|cost| (cost, true)), "{done:?}: {outcome:?}");
            let is_unsolvable = matches!(outcome, Outcome::Unsolvable(_));
            assert_eq!(is_unsolvable, cost.is_none(), "{outcome:?}");
        }
    }
}

#[test]
fn halves_of_good_programs_are_completed() {
    for (level, program) in shipped().iter().zip(PROGRAMS) {
        let name = &level.meta().title;
        let halves = program.lines().map(|line| {
            let (head, body) = line.split_once(": ").expect("is a line");
            Move::new(format!("{head}: {}", &body[..body.len().div_ceil(2)]))
        });
        let done: Vec<Move> = halves.collect();
        let mut request = SolveRequest::new(level.as_ref());
        request.done = &done;
        let budget = Budget::default().with_time(Duration::from_secs(120));
        let report = solve(&lazy::Lazy, &request, &budget, &NoProgress);
        let outcome = report.expect("takes it").outcome;
        assert!(outcome.solution().is_some(), "{name}: {outcome:?}");
    }
}
