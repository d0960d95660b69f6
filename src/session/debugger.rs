//! Debugger for programs: step forwards and back, run to a breakpoint or to the end.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::game::{Execution, Programmed, RunTimeline, Slot};

/// Steps between two readings of the clock.
const STEPS_PER_CHECK: u32 = 512;

/// Condition on which a run stops, if the program does not end before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DebugGoal {
    /// Stop when at most this many calls are open, of which the main procedure is one.
    depth: usize,
    /// Stop at breakpoints, too.
    breaks: bool,
}

/// Run of a program. Longer runs only get a goal at first: [`Debugger::advance`] makes them, a short time per call.
pub struct Debugger {
    run: RunTimeline,
    breakpoints: BTreeSet<Slot>,
    /// Goal of the current run; `None` while the program pauses.
    goal: Option<DebugGoal>,
}

impl Debugger {
    pub fn new(program: &dyn Programmed) -> Self {
        Self {
            run: RunTimeline::new(program),
            breakpoints: BTreeSet::new(),
            goal: None,
        }
    }

    /// Loads another program at its start and keeps the breakpoints.
    pub fn load(&mut self, program: &dyn Programmed) {
        self.run = RunTimeline::new(program);
        self.goal = None;
    }

    pub fn run(&self) -> &RunTimeline {
        &self.run
    }

    pub fn state(&self) -> &dyn Execution {
        self.run.now()
    }

    pub fn ended(&self) -> bool {
        self.state().next().is_none()
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

    pub fn at_breakpoint(&self) -> bool {
        let next = self.state().next();
        next.is_some_and(|slot| self.breakpoints.contains(&slot))
    }

    /// Runs one command; `false` at the end.
    pub fn step(&mut self) -> bool {
        self.run.step()
    }

    /// Runs one command; if it is a call, starts a run until the call has returned.
    pub fn step_over(&mut self) {
        let depth = self.state().depth();
        if self.step() && self.state().depth() > depth {
            self.run_to(depth);
        }
    }

    /// Starts a run until the current procedure has returned.
    pub fn step_out(&mut self) {
        self.run_to(self.state().depth().saturating_sub(1));
    }

    /// Starts a run past breakpoints to the end, where no call is open.
    pub fn run_to_end(&mut self) {
        let (depth, breaks) = (0, false);
        self.goal = Some(DebugGoal { depth, breaks });
    }

    /// Starts a run until at most `depth` calls are open or a breakpoint is next.
    fn run_to(&mut self, depth: usize) {
        let breaks = true;
        self.goal = Some(DebugGoal { depth, breaks });
    }

    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    pub fn stop(&mut self) {
        self.goal = None;
    }

    /// Continues the run for at most `time`; `false` once it has reached its goal.
    pub fn advance(&mut self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while let Some(goal) = self.goal {
            for _ in 0..STEPS_PER_CHECK {
                let reached = !self.step() || self.state().depth() <= goal.depth;
                if reached || goal.breaks && self.at_breakpoint() {
                    self.goal = None;
                    return false;
                }
            }
            if Instant::now() >= deadline {
                return true;
            }
        }
        false
    }

    /// Goes back one command; `false` at the start.
    pub fn step_back(&mut self) -> bool {
        let Some(to) = self.state().steps().checked_sub(1) else {
            return false;
        };
        self.goal = None;
        self.run.seek(to);
        true
    }

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
        let light = |row: &str| format!("light-bot\nrobot 1 1 E\n\n{row}\n");
        let room = "robos-escape\n\nS    C \nX   X  \n   E\n";
        for (level, source) in [
            (light("0 0 0 0 0 0*"), "main: 1LLX\nf1: F2F\nf2: FF"),
            (light("0 0 0* 0 0 0*"), "main: 1\nf1: F2L1\nf2: X"),
            (room.to_owned(), "1LF'1FFXG."),
            (room.to_owned(), "11LF'1FR2.'2GG."),
        ] {
            let level = games::load::load(level.as_bytes(), None, None).expect("is a level");
            let mut position = level.start();
            set_program(position.as_mut(), source).expect("is a program");
            all.push(position);
        }
        all
    }

    fn labels(execution: &dyn Execution) -> Vec<String> {
        let cells = execution.size().cells();
        let labels = cells.map(|cell| execution.style(cell).label(cell));
        let state = format!("{:?} {:?}", execution.next(), execution.stack());
        labels.chain([state]).collect()
    }

    #[test]
    fn stepping_back_visits_the_same_states() {
        for position in programs() {
            let mut debugger = Debugger::new(position.as_program().expect("is one"));
            let mut states = vec![labels(debugger.state())];
            while states.len() < 9_000 && debugger.step() {
                states.push(labels(debugger.state()));
            }
            let last = states.len() - 1;
            for state in states.iter().rev().skip(1).take(500) {
                assert!(debugger.step_back());
                assert_eq!(&labels(debugger.state()), state);
            }
            // Run forwards again from the middle, over saved states.
            while debugger.step() && debugger.state().steps() < last as u64 {}
            assert_eq!(&labels(debugger.state()), &states[last]);
            debugger.reset();
            assert_eq!(&labels(debugger.state()), &states[0]);
            assert!(!debugger.step_back());
        }
    }

    #[test]
    fn over_out_and_breakpoints() {
        let mut debugger = Debugger::new(programs().swap_remove(0).as_program().expect("is one"));
        let at = |debugger: &Debugger| debugger.state().next().expect("goes on");
        let long = Duration::from_secs(5);
        // Steps over the call of f1, which calls f2.
        debugger.step_over();
        assert!(debugger.is_running() && !debugger.advance(long));
        assert_eq!(at(&debugger), Slot::new(0, 1));
        assert_eq!(debugger.state().steps(), 6);
        debugger.reset();
        (0..3).for_each(|_| assert!(debugger.step()));
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
    fn an_endless_program_ends_without_blocking() {
        for position in programs() {
            let mut debugger = Debugger::new(position.as_program().expect("is one"));
            debugger.run_to_end();
            while debugger.advance(Duration::from_millis(2)) {}
            assert!(debugger.ended() && debugger.state().ending().is_some());
        }
    }
}
