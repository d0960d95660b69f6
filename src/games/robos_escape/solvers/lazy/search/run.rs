//! Running decided text, up to an open end, the exit, or a loop.

use std::sync::atomic::Ordering;

use super::{LazySearch, LazyState, LazyStop, MainShape};
use crate::machine::{STEP_LIMIT, score, score_of};
use crate::solvers::lazy::code::{CALL, FALL, HEAD, JUMP, RETURN, TWICE};
use crate::solvers::lazy::world::{FORWARD, LoopEnd, SHOOT};

impl LazySearch<'_> {
    pub(super) fn execute(&mut self, state: &mut LazyState) -> LazyStop {
        loop {
            let part = &self.code.parts[usize::from(state.part)];
            if state.next == part.end.length {
                return LazyStop::Open;
            }
            let token = part.text[usize::from(state.next)];
            state.next += 1;
            state.steps += 1;
            if state.steps as usize > STEP_LIMIT {
                self.limit_met = true;
                return LazyStop::Dead;
            }
            match token {
                FORWARD..=SHOOT => {
                    self.trace.push(token);
                    if token == FORWARD {
                        let heading = 1 << state.robot.heading();
                        state.headings |= heading;
                        state.loop_headings |= heading;
                    }
                    if self.world.act(&mut state.robot, token) {
                        return LazyStop::Exit;
                    }
                }
                TWICE => self.call(state),
                RETURN if state.depth == 0 => return self.restart(state),
                RETURN => {
                    state.depth -= 1;
                    (state.part, state.next) = state.stack[usize::from(state.depth)];
                }
                HEAD => {
                    state.loop_headings = 0;
                    state.loop_heading = state.robot.heading() as u8;
                }
                JUMP => {
                    let from = self.loop_start;
                    return self.repeat(state, from);
                }
                label if label >= FALL => (state.part, state.next) = (label - FALL + 1, 0),
                label => {
                    self.call(state);
                    (state.part, state.next) = (label - CALL + 1, 0);
                }
            }
        }
    }

    fn call(&mut self, state: &mut LazyState) {
        state.stack[usize::from(state.depth)] = (state.part, state.next);
        state.depth += 1;
    }

    fn restart(&mut self, state: &mut LazyState) -> LazyStop {
        match self.shape {
            MainShape::Restart => self.repeat(state, 0),
            MainShape::Once => LazyStop::Dead,
        }
    }

    fn repeat(&mut self, state: &mut LazyState, from: usize) -> LazyStop {
        if self.coins_in_reach(state) < Some(self.coins_needed) || self.code.can_be_shorter() {
            return LazyStop::Dead;
        }
        let rounds = STEP_LIMIT / (self.trace.len() - from).max(1) + 1;
        let commands = &self.trace[from..];
        let robot = &mut state.robot;
        let ended = self.world.repeat(
            robot,
            commands,
            self.coins_needed,
            rounds,
            &mut self.limit_met,
        );
        match ended {
            LoopEnd::Escaped => LazyStop::Exit,
            LoopEnd::Never => LazyStop::Dead,
        }
    }

    /// Number of coins reachable with the headings of a loop; `None` if no exit is reachable. A round that turns the
    /// robot rotates its headings too.
    fn coins_in_reach(&self, state: &LazyState) -> Option<u16> {
        let headings = state.loop_headings;
        let turn = (state.robot.heading() as u8 + 4 - state.loop_heading) & 3;
        let rotated = match turn {
            0 => headings,
            2 => headings | (headings << 2 | headings >> 2) & 15,
            _ if headings == 0 => 0,
            _ => 15,
        };
        self.reachable_coins[usize::from(state.headings | rotated)]
    }

    pub(super) fn report_escape(&mut self, state: &LazyState) {
        let points = score(self.code.cost, usize::from(state.robot.coins));
        if points <= self.shared.best.load(Ordering::Relaxed) {
            return;
        }
        let program = self.code.program();
        // The rules decide: they count steps exactly.
        match score_of(self.shared.board, &program) {
            Some(points) => {
                if self.shared.best.fetch_max(points, Ordering::Relaxed) < points {
                    (self.shared.on_found)(points, program);
                }
                self.update_coins_needed();
            }
            None => self.limit_met = true,
        }
    }
}
