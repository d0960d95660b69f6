//! Formats the state of a batch as sentences.

use std::time::Duration;

use crate::game::Objective;
use crate::session::BatchProgress;
use crate::session::results::{SolverEnding, SolverResult};

use crate::kit::answer;

/// Progress and speed of a batch.
pub(super) fn progress(progress: &BatchProgress) -> String {
    let mut text = format!("{} solved", progress.solved);
    if progress.running > 0 {
        text.push_str(&format!(", {} running", progress.running));
    }
    text.push_str(&format!(", {}", answer::time(progress.run_time)));
    if let Some(speed) = progress.per_minute() {
        text.push_str(&match speed {
            fast if fast >= 600.0 => format!(", {:.0} per second", fast / 60.0),
            some => format!(", {some:.1} per minute"),
        });
    }
    text.push('.');
    text
}

/// Compares two solvers on the same levels; `None` without results.
pub(super) fn comparison<'a>(
    pairs: impl Iterator<Item = (&'a SolverResult, &'a SolverResult)>,
    names: &[&str],
    direction: Objective,
) -> Option<String> {
    let [first, second] = names else {
        return None;
    };
    let (mut both, mut better, mut times) = (0, [0, 0], [0.0, 0.0]);
    let (mut alone, mut all, mut other_units) = ([0, 0], 0, None);
    for (one, two) in pairs {
        all += 1;
        match (one.cost, two.cost) {
            (Some(a), Some(b)) => {
                both += 1;
                times[0] += one.seconds;
                times[1] += two.seconds;
                if one.unit == two.unit {
                    better[0] += usize::from(direction.is_better(a, b));
                    better[1] += usize::from(direction.is_better(b, a));
                } else {
                    other_units = Some((&one.unit, &two.unit));
                }
            }
            (Some(_), None) => alone[0] += 1,
            (None, Some(_)) => alone[1] += 1,
            (None, None) => {
                // A proof of unsolvability is an answer, too.
                let proved = |found: &SolverResult| found.ending == SolverEnding::Unsolvable;
                both += usize::from(proved(one) && proved(two));
                alone[0] += usize::from(proved(one) && !proved(two));
                alone[1] += usize::from(proved(two) && !proved(one));
            }
        }
    }
    if all == 0 {
        return None;
    }
    let mut text = format!("Both solvers answered {both} of {all} levels");
    for (name, alone) in [first, second].into_iter().zip(alone) {
        if alone > 0 {
            text.push_str(&format!(", {name} alone {alone} more"));
        }
    }
    text.push_str(". ");
    match other_units {
        Some((one, two)) => text.push_str(&format!(
            "{first} counts {one} and {second} {two}, so their plans are not compared."
        )),
        None if better == [0, 0] => text.push_str("Their plans are equally good."),
        None => {
            let [one, two] = better;
            text.push_str(&format!("Better plan: {first} {one}, {second} {two}."));
        }
    }
    let [one, two] = times.map(Duration::try_from_secs_f64);
    let [one, two] = [one, two].map(|time| answer::time(time.unwrap_or_default()));
    text.push_str(&format!(
        " Where both have a plan, {first} took {one} and {second} {two}"
    ));
    if times[0] > 0.0 && times[1] > 0.0 {
        let ratio = times[0] / times[1];
        text.push_str(&match ratio {
            slow if slow > 1.05 => format!(": {second} is {ratio:.1} times as fast"),
            fast if fast < 0.95 => format!(": {first} is {:.1} times as fast", 1.0 / ratio),
            _ => "; both are equally fast".to_owned(),
        });
    }
    text.push('.');
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(cost: Option<i64>, seconds: f64) -> SolverResult {
        SolverResult {
            cost,
            seconds,
            ..SolverResult::default()
        }
    }

    #[test]
    fn two_solvers_are_compared_where_both_have_an_answer() {
        let impossible = SolverResult {
            ending: SolverEnding::Unsolvable,
            ..SolverResult::default()
        };
        let table = [
            (found(Some(5), 1.0), found(Some(4), 0.25)),
            (found(Some(5), 1.0), found(Some(5), 0.25)),
            (found(Some(5), 1.0), found(None, 9.0)),
            (impossible.clone(), found(None, 9.0)),
            (impossible.clone(), impossible),
        ];
        let pairs = || table.iter().map(|(one, two)| (one, two));
        let names = ["Slow", "Fast"];
        let text = comparison(pairs(), &names, Objective::Minimise).expect("has rows");
        assert_eq!(
            text,
            "Both solvers answered 3 of 5 levels, Slow alone 2 more. Better plan: Slow 0, Fast 1. \
             Where both have a plan, Slow took 2.0 s and Fast 0.5 s: Fast is 4.0 times as fast."
        );
        let more = comparison(pairs(), &names, Objective::Maximise).expect("has rows");
        assert!(more.contains("Better plan: Slow 1, Fast 0."), "{more}");
        let mut keys = found(Some(17), 1.0);
        keys.unit = "keys".to_owned();
        let pair = [(&found(Some(5), 1.0), &keys)];
        let text = comparison(pair.into_iter(), &names, Objective::Minimise).expect("has a row");
        assert!(text.contains("are not compared"), "{text}");
        let none = comparison([].into_iter(), &names, Objective::Minimise);
        assert_eq!(none, None);
    }
}
