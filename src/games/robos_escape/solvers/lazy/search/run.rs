//! Appending and undoing decisions, and running decided text up to an open end, the exit, or a loop. A loop is run at
//! once to its end, as nothing can be decided in it any more. Tokens besides commands: `CALL` and `FALL` plus a label's
//! number call it or fall into its body, `TWICE` calls without a label, `HEAD` and `JUMP` are the ends of main's loop.

use std::sync::atomic::Ordering;

use super::{LazySearch, LazyState, LazyStop, MainShape};
use crate::machine::{STEP_LIMIT, score, score_of};
use crate::search::Stop;
use crate::solvers::lazy::code::{CALL, EMPTY_PART, FALL, HEAD, JUMP, RETURN, TWICE};
use crate::solvers::lazy::world::{FORWARD, GRAB, SHOOT};

impl LazySearch<'_> {
    /// Appends a token to the running part, searches from there, and undoes it.
    pub(super) fn choose(&mut self, state: &LazyState, token: u8) -> Result<(), Stop> {
        // Within the first decisions that are given, only those are made.
        let given = self.path.get(self.depth);
        if given.is_some_and(|given| *given != token) {
            return Ok(());
        }
        let part = usize::from(state.part);
        let totals = self.code.totals;
        let before = self.code.parts[part].end;
        self.write(part, token);
        // Main must end in a return only if it restarts; while coins are missing, a grab must follow.
        let loops = self.shape == MainShape::Restart;
        let grab = state.robot.coins < self.coins_needed;
        let left = self.cost.checked_sub(self.code.totals.cost);
        let min_remaining = self.min_remaining;
        let fits = left.is_some_and(|left| {
            // A command that acts on the board never raises the bound unless it takes the slot of
            // another label, which costs four ([`PartialProgram::min_remaining`]).
            let unchanged = token <= SHOOT && min_remaining <= left && left / 4 == (left + 1) / 4;
            if !unchanged {
                self.min_remaining = self.code.min_remaining(left, loops, grab);
            }
            self.min_remaining <= left
        });
        let ended = if fits {
            self.depth += 1;
            self.current.push(token);
            let mark = self.world.mark();
            let trace_len = self.trace.len();
            let mut next = *state;
            let ended = match self.execute(&mut next) {
                LazyStop::Open => self.decide(&next),
                LazyStop::Exit => {
                    self.report_escape(&next);
                    Ok(())
                }
                LazyStop::Dead => Ok(()),
            };
            self.world.undo_to(mark);
            self.trace.truncate(trace_len);
            self.current.pop();
            self.depth -= 1;
            ended
        } else {
            Ok(())
        };
        if (CALL..FALL).contains(&token) {
            self.code.parts[usize::from(token - CALL) + 1].calls -= 1;
        } else if (FALL..JUMP).contains(&token) {
            self.code.parts[usize::from(token - FALL) + 1].fallen_into = false;
        }
        self.min_remaining = min_remaining;
        self.code.parts[part].end = before;
        self.code.totals = totals;
        ended
    }

    /// Appends a token to a part and updates the totals; [`LazySearch::choose`] undoes it.
    fn write(&mut self, here: usize, token: u8) {
        let code = &mut self.code;
        let may_rerun = self.shape == MainShape::Restart
            || here > 0
            || code.totals.head.is_some()
            || code.parts[0].end.twice > 0;
        code.totals.cost += 1;
        match token {
            GRAB if may_rerun => code.totals.grabs += 1,
            TWICE => {
                code.totals.twice += 1;
                code.parts[here].end.twice += 1;
            }
            HEAD => {
                code.totals.head = Some(code.parts[0].end.length);
                self.loop_start = self.trace.len();
            }
            _ => {}
        }
        let named = if (CALL..FALL).contains(&token) {
            Some(usize::from(token - CALL))
        } else if (FALL..JUMP).contains(&token) {
            // Falling is no command; the label is paid for by its first use.
            code.totals.cost -= 1;
            Some(usize::from(token - FALL))
        } else {
            None
        };
        if let Some(label) = named {
            let part = &mut code.parts[label + 1];
            if label == code.totals.labels {
                code.totals.labels += 1;
                code.totals.cost += 1;
                *part = EMPTY_PART;
            }
            if token < FALL {
                part.calls += 1;
            } else {
                part.fallen_into = true;
            }
        }
        let part = &mut code.parts[here];
        part.push(token);
        if token == RETURN || token >= FALL {
            part.close();
        }
    }

    /// Runs from a state to an undecided token, the exit, or a dead end.
    fn execute(&mut self, state: &mut LazyState) -> LazyStop {
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
                    if self.world.act(&mut state.robot, token) {
                        return LazyStop::Exit;
                    }
                }
                TWICE => self.call(state),
                RETURN if state.depth == 0 => {
                    return match self.shape {
                        MainShape::Restart => self.repeat(state, 0),
                        // Programs that restart are searched with the other shape.
                        MainShape::Once => LazyStop::Dead,
                    };
                }
                RETURN => {
                    state.depth -= 1;
                    (state.part, state.next) = state.stack[usize::from(state.depth)];
                }
                // `write` has recorded where the loop begins.
                HEAD => {}
                JUMP => return self.repeat(state, self.loop_start),
                label if label >= FALL => (state.part, state.next) = (label - FALL + 1, 0),
                label => {
                    self.call(state);
                    (state.part, state.next) = (label - CALL + 1, 0);
                }
            }
        }
    }

    /// Opens a call that returns behind the current token.
    fn call(&mut self, state: &mut LazyState) {
        state.stack[usize::from(state.depth)] = (state.part, state.next);
        state.depth += 1;
    }

    /// Repeats the trace from an index on, until the robot escapes or provably never does, or takes too few coins.
    fn repeat(&mut self, state: &mut LazyState, from: usize) -> LazyStop {
        let rounds = STEP_LIMIT / (self.trace.len() - from).max(1) + 1;
        let commands = &self.trace[from..];
        let limits = (self.coins_needed, rounds);
        let (world, robot) = (&mut self.world, &mut state.robot);
        match world.repeat(robot, commands, limits, &mut self.limit_met, |_| {}) {
            true => LazyStop::Exit,
            false => LazyStop::Dead,
        }
    }

    /// Reports the program if it is better than all known ones.
    fn report_escape(&mut self, state: &LazyState) {
        let points = score(self.code.totals.cost, usize::from(state.robot.coins));
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
            // It escapes only beyond the step limit.
            None => self.limit_met = true,
        }
    }
}
