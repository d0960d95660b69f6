use super::super::fast::token;
use super::super::world::LoopEnd;
use super::{Completion, CompletionFrame, CompletionState, CompletionStop};
use crate::machine::STEP_LIMIT;
use crate::program::RoboCommand;

impl Completion<'_, '_> {
    pub(super) fn run(&mut self, state: &mut CompletionState) -> CompletionStop {
        loop {
            let part = &self.parts[usize::from(state.part)];
            let Some(command) = part.text.get(usize::from(state.next)) else {
                match part.falls_into {
                    Some(next) => (state.part, state.next) = (next as u8, 0),
                    None => return CompletionStop::Open,
                }
                continue;
            };
            if state.steps as usize >= STEP_LIMIT {
                return CompletionStop::Dead;
            }
            state.next += 1;
            state.steps += 1;
            let token = match *command {
                RoboCommand::Return => {
                    let Some(depth) = state.depth.checked_sub(1) else {
                        return self.repeat(state, 0);
                    };
                    state.depth = depth;
                    let frame = state.stack[usize::from(depth)];
                    (state.part, state.next) = (frame.part, frame.next);
                    continue;
                }
                RoboCommand::Call(digit) => {
                    let running = state.stack[..usize::from(state.depth)].iter();
                    let running = running.rev().find(|frame| frame.label == digit);
                    if let Some(frame) = running {
                        let from = usize::from(frame.trace);
                        return self.repeat(state, from);
                    }
                    let (label, to) = match self.labels[usize::from(digit)] {
                        Some(to) => (digit, to),
                        None if self.skipped[usize::from(digit)] => (0, (state.part, state.next)),
                        None => {
                            state.next -= 1;
                            state.steps -= 1;
                            return CompletionStop::Undecided(digit);
                        }
                    };
                    let Some(slot) = state.stack.get_mut(usize::from(state.depth)) else {
                        self.too_deep = true;
                        return CompletionStop::Dead;
                    };
                    *slot = CompletionFrame {
                        part: state.part,
                        next: state.next,
                        label,
                        trace: self.trace.len() as u16,
                    };
                    state.depth += 1;
                    (state.part, state.next) = to;
                    continue;
                }
                simple => match token(simple) {
                    Some(token) => token,
                    None => continue,
                },
            };
            self.trace.push(token);
            if self.world.act(&mut state.robot, token) {
                return CompletionStop::Exit;
            }
        }
    }

    fn repeat(&mut self, state: &mut CompletionState, from: usize) -> CompletionStop {
        let body = &self.trace[from..];
        if body.is_empty() {
            return CompletionStop::Dead;
        }
        let rounds = STEP_LIMIT / body.len() + 1;
        match self
            .world
            .repeat(&mut state.robot, body, 0, rounds, &mut false)
        {
            LoopEnd::Escaped => CompletionStop::Exit,
            LoopEnd::Never => CompletionStop::Dead,
        }
    }
}
