//! Appending and undoing decisions.

use crate::search::Stop;

use super::{LazySearch, LazyState, LazyStop, MainShape};
use crate::solvers::lazy::code::{CALL, FALL, HEAD, JUMP, RETURN, TWICE};
use crate::solvers::lazy::world::{GRAB, SHOOT};

impl LazySearch<'_> {
    /// Appends a command, searches from there, and undoes it.
    pub(super) fn choose(&mut self, state: &LazyState, token: u8) -> Result<(), Stop> {
        if self
            .path
            .get(self.depth)
            .is_some_and(|wanted| *wanted != token)
        {
            return Ok(());
        }
        let here = usize::from(state.part);
        let (cost, labels, head, twice, grabs) = (
            self.code.cost,
            self.code.labels,
            self.code.head,
            self.code.twice,
            self.code.grabs,
        );
        let before = self.code.parts[here].end;
        self.write(here, token);
        let loops = self.shape == MainShape::Restart;
        let grab = state.robot.coins < self.coins_needed;
        let left = self.cost.checked_sub(self.code.cost);
        let min_remaining = self.min_remaining;
        let fits = left.is_some_and(|left| {
            // A command that acts on the board never raises the bound unless it takes the slot of another label.
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
        self.code.parts[here].end = before;
        (
            self.code.cost,
            self.code.labels,
            self.code.head,
            self.code.twice,
            self.code.grabs,
        ) = (cost, labels, head, twice, grabs);
        ended
    }

    fn write(&mut self, here: usize, token: u8) {
        let code = &mut self.code;
        let may_rerun = self.shape == MainShape::Restart
            || here > 0
            || code.head.is_some()
            || code.parts[0].end.twice > 0;
        code.cost += 1;
        match token {
            GRAB if may_rerun => code.grabs += 1,
            TWICE => {
                code.twice += 1;
                code.parts[here].end.twice += 1;
            }
            HEAD => {
                code.head = Some(code.parts[0].end.length);
                self.loop_start = self.trace.len();
            }
            _ => {}
        }
        let named = if (CALL..FALL).contains(&token) {
            Some(usize::from(token - CALL))
        } else if (FALL..JUMP).contains(&token) {
            // The label is paid for by its first use.
            code.cost -= 1;
            Some(usize::from(token - FALL))
        } else {
            None
        };
        if let Some(label) = named {
            let part = &mut code.parts[label + 1];
            if label == code.labels {
                code.labels += 1;
                code.cost += 1;
                part.reset();
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
}
