//! The run of a program: any moment of it can be gone to, and each step told in words.

use super::search::{Budget, Stop};
use super::{Cell, CommandTile, Execution, Frame, Meaning, Procedure, Programmed, Slot};

/// Kept states at most; each second one is dropped then.
const MAX_KEPT: usize = 192;

/// Steps between two kept states at first.
const FIRST_STRIDE: u64 = 32;

/// Steps between two looks at the budget.
const SLICE: u32 = 512;

/// A program that runs, and the way it came here. A step is one command carried out. Going back
/// runs again from the nearest of a bounded number of kept states, so memory does not grow with the
/// length of the run.
pub struct Run {
    procedures: Vec<Procedure>,
    now: Box<dyn Execution>,
    /// The state after `index × stride` steps, as far as it was reached.
    kept: Vec<Box<dyn Execution>>,
    stride: u64,
    reached: u64,
}

impl Run {
    /// The program at its start.
    pub fn of(program: &dyn Programmed) -> Self {
        let now = program.execution();
        Self {
            procedures: program.procedures(),
            kept: vec![now.boxed_clone()],
            now,
            stride: FIRST_STRIDE,
            reached: 0,
        }
    }

    /// The state that it is at.
    pub fn now(&self) -> &dyn Execution {
        self.now.as_ref()
    }

    /// The procedures that run, the one that begins first.
    pub fn procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    /// A command of the program, with the procedure that it stands in.
    pub fn command(&self, slot: Slot) -> Option<(&Procedure, &CommandTile)> {
        let procedure = self.procedures.get(slot.procedure)?;
        Some((procedure, procedure.commands.get(slot.index)?))
    }

    /// The most steps that it has been at: all there are, once it was at its end.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// One command; `false` at the end.
    pub fn step(&mut self) -> bool {
        let went = self.now.step();
        if went {
            self.keep();
        }
        went
    }

    fn keep(&mut self) {
        let steps = self.now.steps();
        self.reached = self.reached.max(steps);
        // What was kept on an earlier way is the same again.
        if steps != self.kept.len() as u64 * self.stride {
            return;
        }
        self.kept.push(self.now.boxed_clone());
        if self.kept.len() > MAX_KEPT {
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// Goes to its end.
    ///
    /// # Errors
    /// The reason to stop early; it stays as far as it has come.
    pub fn run_to_end(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut ticker = budget.ticker(SLICE);
        while self.step() {
            ticker.tick()?;
        }
        Ok(())
    }

    /// Goes to the state after this many steps, or to the end if there are fewer.
    pub fn seek(&mut self, steps: u64) {
        let at = self.now.steps();
        let kept = self.nearest(steps);
        if steps < at || kept.steps() > at {
            self.now = kept.boxed_clone();
        }
        while self.now.steps() < steps && self.step() {}
    }

    /// The kept state at or before a step.
    fn nearest(&self, steps: u64) -> &dyn Execution {
        let index = usize::try_from(steps / self.stride).unwrap_or(usize::MAX);
        self.kept[index.min(self.kept.len() - 1)].as_ref()
    }

    /// The state after this many steps; the run stays where it is.
    fn at(&self, steps: u64) -> Box<dyn Execution> {
        let mut state = self.nearest(steps).boxed_clone();
        while state.steps() < steps && state.step() {}
        state
    }

    /// A command by its letter and place: `J in f1, slot 2`.
    pub fn named(&self, slot: Slot) -> Option<String> {
        let (procedure, tile) = self.command(slot)?;
        let (text, name) = (&tile.text, &procedure.name);
        Some(format!("{text} in {name}, slot {}", slot.index + 1))
    }

    /// A place in the program: `f1, slot 2`, or `slot 2` if there is only one procedure.
    fn place(&self, Slot { procedure, index }: Slot) -> String {
        let slot = format!("slot {}", index + 1);
        match self.procedures.get(procedure) {
            Some(procedure) if self.procedures.len() > 1 => format!("{}, {slot}", procedure.name),
            _ => slot,
        }
    }

    /// What is done in step `step`, counted from 1: the command, whether it comes to nothing, and its
    /// place: `jump, in vain (f1, slot 2)`.
    pub fn tell(&self, step: u64) -> Option<String> {
        let mut state = self.at(step.checked_sub(1)?);
        let before = state.boxed_clone();
        if !state.step() {
            return None;
        }
        let slot = state.last()?;
        let (_, tile) = self.command(slot)?;
        let acts = !matches!(
            tile.meaning,
            Meaning::Call | Meaning::Label | Meaning::Return
        );
        let same = |cell: &Cell| before.look(*cell) == state.look(*cell);
        let still = before.robot() == state.robot();
        let in_vain = acts && still && state.robot().iter().chain(&state.shot()).all(same);
        let in_vain = if in_vain { ", in vain" } else { "" };
        Some(format!("{}{in_vain} ({})", tile.name, self.place(slot)))
    }

    /// Cells where the robot was after each of the last `most` steps, in order; the last one is
    /// where it is.
    pub fn path(&self, most: u64) -> Vec<Cell> {
        let last = self.now.steps();
        let mut state = self.at(last.saturating_sub(most));
        let mut path: Vec<Cell> = state.robot().into_iter().collect();
        while state.steps() < last && state.step() {
            path.extend(state.robot());
        }
        path.dedup();
        path
    }

    /// The calls that have not come back, in words, the main program first and at most `most` of
    /// them: `main`, `f1, from main, slot 3`. A line in the middle says how many are left out.
    pub fn calls(&self, most: usize) -> Vec<String> {
        let stack = self.now.stack();
        let line = |frame: &Frame| {
            let name = frame.name.to_string();
            match frame.from {
                Some(slot) => format!("{name}, from {}", self.place(slot)),
                None => name,
            }
        };
        let most = most.max(3);
        if stack.len() <= most {
            return stack.iter().map(line).collect();
        }
        let left_out = stack.len() - (most - 1);
        let mut lines = vec![line(&stack[0]), format!("… {left_out} more …")];
        lines.extend(stack[1 + left_out..].iter().map(line));
        lines
    }
}

/// What was called and has not come back, in a line: `main › f1 › f2`; of more than five calls only
/// the first and the last two.
pub fn stack_words(execution: &dyn Execution) -> String {
    const NAMED: usize = 5;
    let stack = execution.stack();
    let names: Vec<&str> = stack.iter().map(|frame| frame.name.as_ref()).collect();
    match names.as_slice() {
        [first, .., last, end] if names.len() > NAMED => {
            format!("{first} › … {} more … › {last} › {end}", names.len() - 3)
        }
        names => names.join(" › "),
    }
}
