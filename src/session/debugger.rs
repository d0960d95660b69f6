//! Debugger for programs: step forwards and back, run to a breakpoint or to the end.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::game::{Execution, Programmed, Run, Slot};

const SLICE: u32 = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Goal {
    /// Stop when at most this many calls are open.
    depth: usize,
    breaks: bool,
}

/// Run of a program with breakpoints.
pub struct Debugger {
    run: Run,
    breakpoints: BTreeSet<Slot>,
    goal: Option<Goal>,
}

impl Debugger {
    pub fn new(program: &dyn Programmed) -> Self {
        Self {
            run: Run::of(program),
            breakpoints: BTreeSet::new(),
            goal: None,
        }
    }

    /// Loads another program at its start and keeps the breakpoints.
    pub fn load(&mut self, program: &dyn Programmed) {
        self.run = Run::of(program);
        self.goal = None;
    }

    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Current state of the run.
    pub fn now(&self) -> &dyn Execution {
        self.run.now()
    }

    pub fn ended(&self) -> bool {
        self.now().next().is_none()
    }

    pub fn breakpoints(&self) -> &BTreeSet<Slot> {
        &self.breakpoints
    }

    pub fn toggle_breakpoint(&mut self, slot: Slot) {
        if !self.breakpoints.remove(&slot) {
            self.breakpoints.insert(slot);
        }
    }

    pub fn clear_breakpoints(&mut self) {
        self.breakpoints.clear();
    }

    /// Returns whether the next command has a breakpoint.
    pub fn at_breakpoint(&self) -> bool {
        let next = self.now().next();
        next.is_some_and(|slot| self.breakpoints.contains(&slot))
    }

    /// Runs one command; `false` at the end.
    pub fn step(&mut self) -> bool {
        self.run.step()
    }

    /// Runs one command; if it is a call, runs until the call has returned.
    pub fn step_over(&mut self) {
        let depth = self.now().depth();
        if self.step() && self.now().depth() > depth {
            self.goal = Some(Goal {
                depth,
                breaks: true,
            });
        }
    }

    /// Runs until the current procedure has returned.
    pub fn step_out(&mut self) {
        self.goal = Some(Goal {
            depth: self.now().depth().saturating_sub(1),
            breaks: true,
        });
    }

    /// Runs to the end, past all breakpoints.
    pub fn run_to_end(&mut self) {
        self.goal = Some(Goal {
            depth: 0,
            breaks: false,
        });
    }

    /// Returns whether a run is in progress; [`Debugger::advance`] continues it.
    pub fn is_going(&self) -> bool {
        self.goal.is_some()
    }

    /// Stops the run at its current command.
    pub fn stop(&mut self) {
        self.goal = None;
    }

    /// Continues the run for at most `time`; `false` once it has reached its goal.
    pub fn advance(&mut self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while let Some(goal) = self.goal {
            for _ in 0..SLICE {
                if !self.step() || self.now().depth() <= goal.depth {
                    self.goal = None;
                    return false;
                }
                if goal.breaks && self.at_breakpoint() {
                    self.goal = None;
                    return false;
                }
            }
            if Instant::now() >= until {
                return true;
            }
        }
        false
    }

    /// Goes back one command; `false` at the start.
    pub fn step_back(&mut self) -> bool {
        let Some(to) = self.now().steps().checked_sub(1) else {
            return false;
        };
        self.goal = None;
        self.run.seek(to);
        true
    }

    /// Goes back to the start.
    pub fn reset(&mut self) {
        self.goal = None;
        self.run.seek(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Position, set_program};
    use crate::games;

    /// A short and a long program with calls for every game with programs.
    fn programs() -> Vec<Box<dyn Position>> {
        let mut all = Vec::new();
        for (level, source) in [
            (
                "light-bot\nrobot 1 1 E\n\n0 0 0 0 0 0*\n",
                "main: 1LLX\nf1: F2F\nf2: FF",
            ),
            (
                "light-bot\nrobot 1 1 E\n\n0 0 0* 0 0 0*\n",
                "main: 1\nf1: F2L1\nf2: X",
            ),
            ("robos-escape\n\nS    C \nX   X  \n   E\n", "1LF'1FFXG."),
            (
                "robos-escape\n\nS    C \nX   X  \n   E\n",
                "11LF'1FR2.'2GG.",
            ),
        ] {
            let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
            let mut position = level.start();
            set_program(position.as_mut(), source).expect("is a program");
            all.push(position);
        }
        all
    }

    fn looks(execution: &dyn Execution) -> Vec<String> {
        let cells = execution.size().cells();
        let looks = cells.map(|cell| execution.look(cell).label(cell));
        let state = format!("{:?} {:?}", execution.next(), execution.stack());
        looks.chain([state]).collect()
    }

    #[test]
    fn going_back_comes_by_the_same_states() {
        for position in programs() {
            let program = position.as_program().expect("is one");
            let mut debugger = Debugger::new(program);
            let mut states = vec![looks(debugger.now())];
            while states.len() < 9_000 && debugger.step() {
                states.push(looks(debugger.now()));
            }
            let last = states.len() - 1;
            for state in states.iter().rev().skip(1).take(500) {
                assert!(debugger.step_back());
                assert_eq!(&looks(debugger.now()), state);
            }
            // Run forwards again from the middle, over saved states.
            while debugger.step() && debugger.now().steps() < last as u64 {}
            assert_eq!(&looks(debugger.now()), &states[last]);
            debugger.reset();
            assert_eq!(&looks(debugger.now()), &states[0]);
            assert!(!debugger.step_back());
        }
    }

    #[test]
    fn over_out_and_breakpoints() {
        let position = programs().swap_remove(0);
        let mut debugger = Debugger::new(position.as_program().expect("is one"));
        let at = |debugger: &Debugger| debugger.now().next().expect("goes on");
        let long = Duration::from_secs(5);
        // Steps over the call of f1, which calls f2.
        debugger.step_over();
        assert!(debugger.is_going() && !debugger.advance(long));
        assert_eq!(
            (at(&debugger), debugger.now().steps()),
            (Slot::new(0, 1), 6)
        );
        debugger.reset();
        debugger.step();
        debugger.step();
        debugger.step();
        assert_eq!(at(&debugger), Slot::new(2, 0));
        debugger.step_out();
        debugger.advance(long);
        assert_eq!(at(&debugger), Slot::new(1, 2));
        // A breakpoint stops a step over it, but not a run that starts on it.
        debugger.reset();
        debugger.toggle_breakpoint(Slot::new(2, 1));
        debugger.step_over();
        debugger.advance(long);
        assert_eq!(at(&debugger), Slot::new(2, 1));
        debugger.step_out();
        debugger.advance(long);
        assert_eq!(at(&debugger), Slot::new(1, 2));
        debugger.run_to_end();
        debugger.advance(long);
        assert!(debugger.ended());
    }

    #[test]
    fn an_endless_program_ends_and_does_not_hold_anybody_up() {
        for position in programs() {
            let mut debugger = Debugger::new(position.as_program().expect("is one"));
            debugger.run_to_end();
            while debugger.advance(Duration::from_millis(2)) {}
            assert!(debugger.ended() && debugger.now().ending().is_some());
        }
    }
}
