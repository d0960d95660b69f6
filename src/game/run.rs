//! Run of a program with random access to its steps.

use super::search::{Budget, Stop};
use super::{CallFrame, Cell, CommandTile, Execution, Move, Procedure, Programmed, Slot};

/// Maximum number of keyframes; when it is exceeded, every second one is dropped.
const MAX_KEYFRAMES: usize = 192;
/// Steps between keyframes at first.
const FIRST_STRIDE: u64 = 32;
/// Steps between checks of the budget.
const CHECK_INTERVAL: u32 = 512;

/// Running program with its past. A step runs one command. Going back replays from the nearest of a bounded number of
/// keyframes, so that memory does not grow with the length of the run.
pub struct RunTimeline {
    procedures: Vec<Procedure>,
    now: Box<dyn Execution>,
    /// State after `index × stride` steps, up to the furthest step reached; never empty.
    keyframes: Vec<Box<dyn Execution>>,
    /// Steps between keyframes.
    stride: u64,
    reached: u64,
}

impl RunTimeline {
    pub fn new(program: &dyn Programmed) -> Self {
        let now = program.execution();
        Self {
            procedures: program.procedures(),
            keyframes: vec![now.boxed_clone()],
            now,
            stride: FIRST_STRIDE,
            reached: 0,
        }
    }

    pub fn now(&self) -> &dyn Execution {
        self.now.as_ref()
    }

    /// Procedures, the main one first.
    pub fn procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    /// Command at a position, and its procedure.
    pub fn command(&self, slot: Slot) -> Option<(&Procedure, &CommandTile)> {
        let procedure = self.procedures.get(slot.procedure)?;
        Some((procedure, procedure.commands.get(slot.index)?))
    }

    /// Largest step reached so far: the length of the run, once it has ended.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Runs one command; `false` at the end.
    pub fn step(&mut self) -> bool {
        let moved = self.now.step();
        if moved {
            self.save_keyframe();
        }
        moved
    }

    /// Saves the state, if it is furthest and one stride after the last keyframe.
    fn save_keyframe(&mut self) {
        let steps = self.now.steps();
        self.reached = self.reached.max(steps);
        // Repeated steps pass the same keyframes.
        if steps != self.keyframes.len() as u64 * self.stride {
            return;
        }
        self.keyframes.push(self.now.boxed_clone());
        if self.keyframes.len() > MAX_KEYFRAMES {
            let mut index = 0;
            self.keyframes.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// Runs to the end. Fails if the budget runs out first; the run can be continued.
    pub fn run_to_end(&mut self, budget: &Budget) -> Result<(), Stop> {
        let mut ticker = budget.ticker(CHECK_INTERVAL);
        while self.step() {
            ticker.tick()?;
        }
        Ok(())
    }

    /// Moves to the state after this many steps, or to the end of the run if that comes first.
    pub fn seek(&mut self, steps: u64) {
        let at = self.now.steps();
        let keyframe = self.nearest(steps);
        if steps < at || keyframe.steps() > at {
            self.now = keyframe.boxed_clone();
        }
        while self.now.steps() < steps && self.step() {}
    }

    /// Last keyframe at or before a step.
    fn nearest(&self, steps: u64) -> &dyn Execution {
        let index = usize::try_from(steps / self.stride).unwrap_or(usize::MAX);
        self.keyframes[index.min(self.keyframes.len() - 1)].as_ref()
    }

    /// State after this many steps, without moving the run.
    fn at(&self, steps: u64) -> Box<dyn Execution> {
        let mut state = self.nearest(steps).boxed_clone();
        while state.steps() < steps && state.step() {}
        state
    }

    /// Describes a command with its position: `J in f1, slot 2`.
    pub fn describe_command(&self, slot: Slot) -> Option<String> {
        let (procedure, tile) = self.command(slot)?;
        let (text, name) = (&tile.text, &procedure.name);
        Some(format!("{text} in {name}, slot {}", slot.index + 1))
    }

    /// Describes a position: `f1, slot 2`, or `slot 2` if there is only one procedure.
    fn describe_slot(&self, Slot { procedure, index }: Slot) -> String {
        let slot = format!("slot {}", index + 1);
        match self.procedures.get(procedure) {
            Some(procedure) if self.procedures.len() > 1 => format!("{}, {slot}", procedure.name),
            _ => slot,
        }
    }

    /// Describes step `step`, from 1: `jump, no effect (f1, slot 2)`.
    pub fn describe_step(&self, step: u64) -> Option<String> {
        let mut state = self.at(step.checked_sub(1)?);
        let before = state.boxed_clone();
        if !state.step() {
            return None;
        }
        let slot = state.last()?;
        let (_, tile) = self.command(slot)?;
        let acts = tile.kind.acts();
        let same = |cell: &Cell| before.style(*cell) == state.style(*cell);
        let stayed = before.robot() == state.robot();
        let in_vain = acts && stayed && state.robot().iter().chain(&state.shot()).all(same);
        let in_vain = if in_vain { ", no effect" } else { "" };
        Some(format!(
            "{}{in_vain} ({})",
            tile.name,
            self.describe_slot(slot)
        ))
    }

    /// Commands that act, in the order of execution, at most `max`.
    pub fn actions(&self, max: usize) -> Vec<Move> {
        let mut state = self.keyframes[0].boxed_clone();
        let mut actions = Vec::new();
        while actions.len() < max && state.step() {
            let tile = state.last().and_then(|slot| self.command(slot));
            let acts = tile.filter(|(_, tile)| tile.kind.acts());
            actions.extend(acts.map(|(_, tile)| Move::new(&tile.text)));
        }
        actions
    }

    /// Cells of the robot during the last `max` steps, up to now.
    pub fn path(&self, max: u64) -> Vec<Cell> {
        let last = self.now.steps();
        let mut state = self.at(last.saturating_sub(max));
        let mut path: Vec<Cell> = state.robot().into_iter().collect();
        while state.steps() < last && state.step() {
            path.extend(state.robot());
        }
        path.dedup();
        path
    }

    /// Describes the open calls, the main program first: `main`, `f1, from main, slot 3`. Of more than `max` (at least
    /// 3), those in the middle are only counted.
    pub fn calls(&self, max: usize) -> Vec<String> {
        let stack = self.now.stack();
        let line = |frame: &CallFrame| {
            let name = frame.name.to_string();
            match frame.from {
                Some(slot) => format!("{name}, from {}", self.describe_slot(slot)),
                None => name,
            }
        };
        let max = max.max(3);
        if stack.len() <= max {
            return stack.iter().map(line).collect();
        }
        let left_out = stack.len() - (max - 1);
        let mut lines = vec![line(&stack[0]), format!("… {left_out} more …")];
        lines.extend(stack[1 + left_out..].iter().map(line));
        lines
    }
}

/// Open calls in one line: `main › f1 › f2`; of more than five only the first and the last two.
pub fn stack_text(execution: &dyn Execution) -> String {
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
