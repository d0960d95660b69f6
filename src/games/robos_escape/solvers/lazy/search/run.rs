//! Running decided text, up to an open end, the exit, or a loop.

use std::sync::atomic::Ordering;

use super::{Reached, Search, Shape, State};
use crate::machine::{STEP_LIMIT, score, score_of};
use crate::solvers::lazy::code::{AGAIN, CALL, FALL, HEAD, RETURN, TWICE};
use crate::solvers::lazy::world::{FORWARD, LoopEnd, SHOOT};

impl Search<'_> {
    pub(super) fn go_on(&mut self, state: &mut State) -> Reached {
        loop {
            let part = &self.code.parts[usize::from(state.part)];
            if state.next == part.end.length {
                return Reached::Open;
            }
            let token = part.text[usize::from(state.next)];
            state.next += 1;
            state.steps += 1;
            if state.steps as usize > STEP_LIMIT {
                self.limit_met = true;
                return Reached::Dead;
            }
            match token {
                FORWARD..=SHOOT => {
                    self.trace.push(token);
                    if token == FORWARD {
                        let way = 1 << state.robot.heading();
                        state.ways |= way;
                        state.ways_from_head |= way;
                    }
                    if self.world.act(&mut state.robot, token) {
                        return Reached::Exit;
                    }
                }
                TWICE => self.call(state),
                RETURN if state.depth == 0 => return self.anew(state),
                RETURN => {
                    state.depth -= 1;
                    (state.part, state.next) = state.stack[usize::from(state.depth)];
                }
                HEAD => {
                    state.ways_from_head = 0;
                    state.heading_at_head = state.robot.heading() as u8;
                }
                AGAIN => {
                    let from = self.head_trace;
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

    fn call(&mut self, state: &mut State) {
        state.stack[usize::from(state.depth)] = (state.part, state.next);
        state.depth += 1;
    }

    fn anew(&mut self, state: &mut State) -> Reached {
        match self.shape {
            Shape::Anew => self.repeat(state, 0),
            Shape::Once => Reached::Dead,
        }
    }

    fn repeat(&mut self, state: &mut State, from: usize) -> Reached {
        if self.within_reach(state) < Some(self.coins_needed) || self.code.can_be_shorter() {
            return Reached::Dead;
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
            LoopEnd::Escaped => Reached::Exit,
            LoopEnd::Never => Reached::Dead,
        }
    }

    /// Number of coins reachable with the headings of a loop; `None` if no exit is reachable. A round that turns the
    /// robot rotates its headings too.
    fn within_reach(&self, state: &State) -> Option<u16> {
        let own = state.ways_from_head;
        let turn = (state.robot.heading() as u8 + 4 - state.heading_at_head) & 3;
        let looped = match turn {
            0 => own,
            2 => own | (own << 2 | own >> 2) & 15,
            _ if own == 0 => 0,
            _ => 15,
        };
        self.reach[usize::from(state.ways | looped)]
    }

    pub(super) fn escaped(&mut self, state: &State) {
        let points = score(self.code.cost, usize::from(state.robot.coins));
        if points <= self.shared.best.load(Ordering::Relaxed) {
            return;
        }
        let program = self.code.program();
        // The rules decide: they count steps exactly.
        match score_of(self.shared.board, &program) {
            Some(points) => {
                if self.shared.best.fetch_max(points, Ordering::Relaxed) < points {
                    (self.shared.found)(points, program);
                }
                self.coins_wanted();
            }
            None => self.limit_met = true,
        }
    }
}
