//! Running what is decided, up to text that is open, the exit, or a loop.

use std::sync::atomic::Ordering;

use super::{Reached, Search, Shape, State};
use crate::machine::{STEP_LIMIT, score, score_of};
use crate::solvers::lazy::code::{AGAIN, CALL, FALL, HEAD, RETURN, TWICE};
use crate::solvers::lazy::world::{FORWARD, LEFT, LoopEnd, RIGHT, SHOOT};

impl Search<'_> {
    /// Runs decided text.
    pub(super) fn go_on(&mut self, state: &mut State) -> Reached {
        loop {
            let part = &self.code.parts[usize::from(state.part)];
            if state.next == part.length {
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
                HEAD => {}
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
        if self.within_reach(from) < Some(self.coins_needed) || self.code.can_be_shorter() {
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

    /// Coins that can be had with steps the ways that a loop makes them; `None` if the exit cannot
    /// be come to. Which way the robot looks never depends on the board.
    fn within_reach(&self, from: usize) -> Option<u16> {
        let (mut ways, mut heading) = (0u8, 2u8);
        let (before, body) = self.trace.split_at(from);
        let mut count = |commands: &[u8]| {
            let first = heading;
            let mut own = 0u8;
            for command in commands {
                match *command {
                    FORWARD => own |= 1 << heading,
                    LEFT => heading = (heading + 3) & 3,
                    RIGHT => heading = (heading + 1) & 3,
                    _ => {}
                }
            }
            (own, (heading + 4 - first) & 3)
        };
        ways |= count(before).0;
        let (own, turn) = count(body);
        ways |= match turn {
            0 => own,
            2 => own | (own << 2 | own >> 2) & 15,
            _ if own == 0 => 0,
            _ => 15,
        };
        self.reach[usize::from(ways)]
    }

    pub(super) fn escaped(&mut self, state: &State) {
        let points = score(self.code.cost, usize::from(state.robot.coins));
        if points <= self.shared.best.load(Ordering::Relaxed) {
            return;
        }
        let program = self.code.program();
        // The rules have the last word: they count steps exactly.
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
