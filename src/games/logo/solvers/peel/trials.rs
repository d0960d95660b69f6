//! Many trials at once: which of them leaves something of a part over.

use crate::search::{Stop, Ticker};

use super::super::problem::{Problem, Vertex};
use super::closure::Closure;
use super::orient::{Arrow, Orientation};

/// Edges that would be oriented if this or that were decided.
#[derive(Default)]
pub(super) struct Trials {
    /// Trial by trial.
    arrows: Vec<Arrow>,
    /// Where each trial ends in them.
    ends: Vec<usize>,
}

impl Trials {
    pub fn add(&mut self, arrows: impl Iterator<Item = Arrow>) {
        self.arrows.extend(arrows);
        self.ends.push(self.arrows.len());
    }

    fn arrows(&self, from: usize, to: usize) -> &[Arrow] {
        let end = |trials: usize| trials.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.arrows[end(from)..end(to)]
    }
}

/// Finds the trials with which not all of a part goes.
///
/// More edges oriented only hold more back. So trials are put in force all at once, whether they go
/// together or not: if all of the part goes, it goes with each of them. If not, one half of them is
/// lifted, and what can goes on from there; then the other half. What is gone with more in force
/// need not go again, so a trial seldom costs more than what it alone holds back.
pub(super) struct Halves<'a, 'p, 'b> {
    pub problem: &'p Problem,
    pub orientation: &'a Orientation<'p>,
    pub closure: &'a mut Closure,
    pub part: &'a [Vertex],
    pub trials: &'a Trials,
    pub ticker: &'a mut Ticker<'b>,
}

impl Halves<'_, '_, '_> {
    /// The failing trials by number, in ascending order.
    pub fn failing(mut self) -> Result<Vec<usize>, Stop> {
        let all = self.trials.ends.len();
        let mut failing = Vec::new();
        self.closure.hold(self.trials.arrows(0, all));
        self.closure
            .take_up(self.problem, self.orientation, self.part);
        self.test(0, all, &mut failing)?;
        self.closure.lay_down(self.part);
        self.closure.release(self.trials.arrows(0, all));
        Ok(failing)
    }

    /// Tests the trials in force, which are these.
    fn test(&mut self, from: usize, to: usize, failing: &mut Vec<usize>) -> Result<(), Stop> {
        self.ticker.tick()?;
        if self.closure.mark() == self.part.len() {
            return Ok(());
        }
        if to - from <= 1 {
            failing.push(from);
            return Ok(());
        }
        let middle = from.midpoint(to);
        for ((from, to), (lift_from, lift_to)) in [
            ((from, middle), (middle, to)),
            ((middle, to), (from, middle)),
        ] {
            let lifted = self.trials.arrows(lift_from, lift_to);
            let mark = self.closure.mark();
            self.closure.release(lifted);
            let freed = lifted.iter().flat_map(|arrow| [arrow.tail, arrow.head]);
            self.closure.go_on(self.problem, freed);
            self.test(from, to, failing)?;
            self.closure.bring_back(self.problem, mark);
            self.closure.hold(lifted);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::Parts;
    use super::*;
    use crate::game::{Size, SolveRequest};
    use crate::generate::Family;
    use crate::search::Budget;

    #[test]
    fn trials_together_fail_where_they_fail_alone() {
        let (mut passed, mut failed) = (0, 0);
        for seed in 0..20 {
            let level = Family::Spiral(20).level(Size::new(14, 14), seed);
            let request = SolveRequest::new(&level);
            let task = crate::game::typed::Task::of(&request, "test").expect("is of this game");
            let problem = Problem::of(&task).expect("can be solved");
            let mut orientation = Orientation::new(&problem);
            orientation.start().expect("can be solved");
            let all: Vec<Vertex> = (0..problem.len() as Vertex).collect();
            for part in Parts::new(&problem).split(&orientation, &all) {
                for back in [true, false] {
                    let mut closure = Closure::new(&problem, back);
                    let (mut trials, mut alone) = (Trials::default(), Vec::new());
                    for vertex in &part {
                        for first in [false, true] {
                            let mark = orientation.mark();
                            if orientation.is_open(*vertex)
                                && orientation.decide(*vertex, first).is_ok()
                            {
                                if !closure.empties(&problem, &orientation, &part) {
                                    alone.push(trials.ends.len());
                                }
                                trials.add(orientation.arrows(mark));
                            }
                            orientation.undo(mark);
                        }
                    }
                    let budget = Budget::default();
                    let halves = Halves {
                        problem: &problem,
                        orientation: &orientation,
                        closure: &mut closure,
                        part: &part,
                        trials: &trials,
                        ticker: &mut budget.ticker(16),
                    };
                    assert_eq!(halves.failing().expect("in time"), alone, "{seed} {back}");
                    passed += trials.ends.len() - alone.len();
                    failed += alone.len();
                }
            }
        }
        assert!(passed > 100 && failed > 10, "{passed} {failed}");
    }
}
