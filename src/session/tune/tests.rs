use super::*;
use crate::games;

fn of(game: &str, solver: &str) -> (&'static dyn Game, &'static dyn Solver) {
    let game = games::by_id(game).expect("is registered");
    let mut solvers = game.solvers().iter().copied();
    let solver = solvers.find(|other| other.info().id == solver);
    (game, solver.expect("is one of its solvers"))
}

/// A tuning that takes a few moments.
fn short(game: &str, solver: &str) -> Tuning {
    let (game, solver) = of(game, solver);
    Tuning {
        boards: 3,
        population: 4,
        generations: 3,
        nodes: 2000,
        time: Duration::from_secs(600),
        ..Tuning::new(game, solver)
    }
}

#[test]
fn whatever_can_be_tuned_ends_no_worse_than_it_began() {
    let mut count = 0;
    for (game, solver) in tunable() {
        let tuning = short(game.info().id, solver.info().id);
        let tuned = tune(&tuning, &CancelFlag::default(), |_| {});
        let tuned = tuned.unwrap_or_else(|error| panic!("{}: {error}", solver.info().id));
        assert!(tuned.best.score <= tuned.defaults.score);
        for pair in tuned.generations.windows(2) {
            assert!(pair[1].best.score <= pair[0].best.score);
            assert!(pair[1].best_work <= pair[0].best_work);
        }
        assert!(
            tuned
                .generations
                .iter()
                .all(|one| one.best_work <= one.mean_work)
        );
        for (key, value) in &tuned.best.options {
            let mut options = solver.info().options.iter();
            let option = options.find(|option| option.key == key).expect("is known");
            assert!(option.tunable, "{key} is asked for, not tuned");
            assert_eq!(option.check(value), Ok(()));
        }
        count += 1;
    }
    assert!(count > 2);
}

#[test]
fn what_is_set_stays_and_is_not_tuned() {
    let mut tuning = short("lights-out", "greedy");
    tuning.fixed = Options::from([("edge".to_owned(), "3".to_owned())]);
    let tuned = tune(&tuning, &CancelFlag::default(), |_| {}).expect("has two more");
    assert_eq!(
        tuned.best.options.keys().collect::<Vec<_>>(),
        ["depth", "rule"]
    );
    for key in ["depth", "rule"] {
        tuning.fixed.insert(key.to_owned(), String::new());
    }
    let error = tune(&tuning, &CancelFlag::default(), |_| {}).expect_err("has none");
    assert!(error.to_string().contains("rule, depth, edge"), "{error}");
}

#[test]
fn a_small_space_is_tried_whole() {
    let mut tuning = short("logo", "backward");
    tuning.population = 40;
    let tuned = tune(&tuning, &CancelFlag::default(), |_| {}).expect("is tuned");
    assert_eq!((tuned.end, tuned.generations.len()), (TuneEnd::AllTried, 1));
    assert_eq!(tuned.generations[0].tried, 5);
}

#[test]
fn a_tuning_that_is_stopped_gives_the_best_so_far() {
    let cancel = CancelFlag::default();
    let tuning = short("lights-out", "greedy");
    let tuned = tune(&tuning, &cancel, |_| cancel.cancel()).expect("has begun");
    assert_eq!(
        (tuned.end, tuned.generations.len()),
        (TuneEnd::Interrupted, 1)
    );
    assert_eq!(tune(&tuning, &cancel, |_| {}), Err(TuneError::Stopped));
}
