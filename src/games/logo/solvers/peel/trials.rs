//! Many trials at once: which of them leaves something of a part over.

use crate::search::{Budget, Stop};

use super::super::problem::{Problem, Vertex};
use super::closure::{Closure, LANES, Lanes};
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

    fn arrows(&self, trial: usize) -> &[Arrow] {
        let start = trial.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.arrows[start..self.ends[trial]]
    }
}

/// Finds the trials with which not all of a part goes.
///
/// The trials are dealt to the cases, and in each case all of its trials are put in force, whether
/// they go together or not. More edges oriented only hold more back: a trial whose edges have all
/// ends gone even so holds nothing back for good. Of the others, each is put in force as the only
/// one of its case; what was gone there is gone with it as well, so this goes on from there.
pub(super) struct Sieve<'a, 'p> {
    pub problem: &'p Problem,
    pub orientation: &'a Orientation<'p>,
    pub closure: &'a mut Closure,
    /// A part in an order in which it goes with no trial in force.
    pub part: &'a [Vertex],
    pub back: bool,
    pub trials: &'a Trials,
    pub budget: &'a Budget,
}

impl Sieve<'_, '_> {
    /// The failing trials by number, in ascending order.
    pub fn failing(mut self) -> Result<Vec<usize>, Stop> {
        let trials: Vec<usize> = (0..self.trials.ends.len()).collect();
        self.closure.take_up(self.orientation, self.part, self.back);
        let holding = self.test(&trials, self.part);
        let failing = holding.and_then(|holding| {
            if trials.len() <= LANES {
                Ok(holding)
            } else {
                self.test_apart(holding)
            }
        });
        self.closure.lay_down(self.part);
        failing
    }

    /// Those of some trials that hold something back on their own.
    fn test_apart(&mut self, mut trials: Vec<usize>) -> Result<Vec<usize>, Stop> {
        let rest = self.closure.rest(self.part);
        let state = self.closure.state(&rest);
        let mut failing = Vec::new();
        while !trials.is_empty() {
            let mut taken: Lanes = 0;
            let first_of_case = |trial: &usize| {
                let before = taken;
                taken |= 1 << (trial % LANES);
                taken != before
            };
            let (turn, left): (Vec<usize>, _) = trials.into_iter().partition(first_of_case);
            trials = left;
            self.closure.set_state(&rest, &state);
            failing.extend(self.test(&turn, &rest)?);
        }
        failing.sort_unstable();
        Ok(failing)
    }

    /// Puts these trials in force and looks at these vertices; the trials that hold something back.
    fn test(&mut self, trials: &[usize], vertices: &[Vertex]) -> Result<Vec<usize>, Stop> {
        self.budget.check()?;
        for &trial in trials {
            let arrows = self.trials.arrows(trial);
            self.closure.hold(arrows, trial % LANES, self.back);
        }
        self.closure.run(self.problem, vertices, |_| ());
        let holds = |trial: &usize| {
            let arrows = self.trials.arrows(*trial);
            !self.closure.are_gone(arrows, trial % LANES)
        };
        let holding = trials.iter().copied().filter(holds).collect();
        for &trial in trials {
            self.closure.release(self.trials.arrows(trial));
        }
        Ok(holding)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parts::Parts;
    use super::*;
    use crate::game::{Size, SolveRequest};
    use crate::generate::Family;

    #[test]
    fn trials_together_fail_where_they_fail_alone() {
        let (mut passed, mut failed, mut most) = (0, 0, 0);
        for seed in 0..10 {
            let level = Family::Spiral(20).level(Size::new(24, 24), seed);
            let request = SolveRequest::new(&level);
            let task = crate::game::typed::Task::of(&request, "test").expect("is of this game");
            let problem = Problem::of(&task).expect("can be solved");
            let mut orientation = Orientation::new(&problem);
            orientation.start().expect("can be solved");
            let all: Vec<Vertex> = (0..problem.len() as Vertex).collect();
            for part in Parts::new(&problem).split(&orientation, &all) {
                for back in [true, false] {
                    let mut closure = Closure::new(&problem);
                    let (mut trials, mut alone) = (Trials::default(), Vec::new());
                    for vertex in &part {
                        for first in [false, true] {
                            let mark = orientation.mark();
                            if orientation.is_open(*vertex)
                                && orientation.decide(*vertex, first).is_ok()
                            {
                                if closure.order(&problem, &orientation, &part, back).is_none() {
                                    alone.push(trials.ends.len());
                                }
                                trials.add(orientation.arrows(mark));
                            }
                            orientation.undo(mark);
                        }
                    }
                    let budget = Budget::default();
                    let order = closure.order(&problem, &orientation, &part, back);
                    let sieve = Sieve {
                        problem: &problem,
                        orientation: &orientation,
                        closure: &mut closure,
                        part: &order.expect("can be solved"),
                        back,
                        trials: &trials,
                        budget: &budget,
                    };
                    assert_eq!(sieve.failing().expect("in time"), alone, "{seed} {back}");
                    passed += trials.ends.len() - alone.len();
                    failed += alone.len();
                    most = most.max(trials.ends.len());
                }
            }
        }
        assert!(passed > 100 && failed > 10, "{passed} {failed}");
        assert!(most > LANES, "{most}");
    }
}
