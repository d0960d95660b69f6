//! Searches that are stopped, kept and divided.

use super::*;

fn is_of_other<T>(result: Result<T, ResumeError>, what: &str) -> bool {
    matches!(result, Err(ResumeError::Other { found, .. }) if found.contains(what))
}

/// Searches for programs of other kinds do not mix.
#[test]
fn checkpoints_of_other_loops_are_refused() {
    let (_, level) = &shipped()[1];
    let proof = Proof::new(puzzle(level));
    let mut checkpoint = proof.start_with(Loops::Without);
    let ended = proof.go_on(&mut checkpoint, Effort::default(), &Budget::default());
    assert!(is_of_other(ended, "setting of ‘loops’"));
    let merged = checkpoint.merge(proof.start());
    assert!(is_of_other(merged, "setting of ‘loops’"));
    // Notes from before there was a choice are of all programs.
    assert!(!ron(&proof.start()).contains("loops"));
    let read: Checkpoint = ron::from_str(&ron(&checkpoint)).expect("is as it was written");
    assert_eq!(read, checkpoint);
}

fn ron(checkpoint: &Checkpoint) -> String {
    ron::to_string(checkpoint).expect("has a form")
}

#[test]
fn shards_come_to_the_same_as_the_whole() {
    let (_, level) = &shipped()[8];
    let proof = Proof::new(puzzle(level));
    let most = 8;
    let whole = searched(&proof, Part::WHOLE, most);
    assert_eq!(proof.is_settled(&whole), Ok(true));
    let mut merged = proof.start();
    for index in [2, 0, 1] {
        assert_eq!(proof.is_settled(&merged), Ok(false));
        let shard = Part::new(index + 1, 3).expect("is one");
        let part = searched(&proof, shard, most);
        assert_eq!(part.lower_bound(), 1, "the others are not done");
        merged.merge(part).expect("is of the same level");
    }
    assert_eq!(proof.is_settled(&merged), Ok(true));
    for checkpoint in [&merged, &whole] {
        let best = proof.best(checkpoint).expect("is of it");
        assert_eq!(best.map(|best| best.cost()), Some(9));
    }
    assert!(merged.lower_bound() >= 9);
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let (_, level) = &shipped()[5];
    let mut kept = ron(&Proof::new(puzzle(level)).start());
    let mut bounds = Vec::new();
    for _ in 0..40 {
        let proof = Proof::new(puzzle(level));
        let mut checkpoint: Checkpoint = ron::from_str(&kept).expect("is as it was written");
        let budget = Budget::default().with_time(Duration::from_millis(60));
        let effort = Effort {
            most: 10,
            threads: 2,
            ..Effort::default()
        };
        let ended = proof.go_on(&mut checkpoint, effort, &budget);
        bounds.push(checkpoint.lower_bound());
        kept = ron(&checkpoint);
        if ended == Ok(Ok(())) {
            break;
        }
    }
    assert!(bounds.is_sorted(), "{bounds:?}");
    assert!(
        bounds.last() > bounds.first(),
        "{bounds:?}: was it ever stopped?"
    );
}

#[test]
fn a_checkpoint_of_another_level_is_refused() {
    let levels = shipped();
    let [first, second] = [0, 1].map(|number| Proof::new(puzzle(&levels[number].1)));
    let mut checkpoint = first.start();
    let ended = second.go_on(&mut checkpoint, Effort::default(), &Budget::default());
    assert!(is_of_other(ended, "another level"));
    assert!(is_of_other(
        checkpoint.merge(second.start()),
        "another level"
    ));
    let wrong = ron(&checkpoint).replace("best:[]", "best:[\"main: F\"]");
    let wrong: Checkpoint = ron::from_str(&wrong).expect("is of the form");
    assert!(matches!(first.best(&wrong), Err(ResumeError::Damaged(_))));
}

#[test]
fn a_search_that_is_called_off_tells_how_far_it_came() {
    let (_, level) = &shipped()[9];
    /// Calls the search off as soon as it has proved a bound.
    struct UntilBound(CancelFlag);

    impl ProgressSink for UntilBound {
        fn snapshot(&self, snapshot: Snapshot) {
            if snapshot.lower_bound.is_some_and(|bound| bound >= 4) {
                self.0.cancel();
            }
        }
    }

    let budget = Budget::default();
    let sink = UntilBound(budget.cancel_flag().clone());
    let request = SolveRequest::new(level.as_ref());
    let report = solve(&lazy::Lazy, &request, &budget, &sink);
    let outcome = report.expect("takes it").outcome;
    let Outcome::Interrupted {
        best: None,
        lower_bound: Some(bound),
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    assert!((4..19).contains(&bound), "{bound}");
}
