//! Appending and undoing decisions.

use crate::search::Stop;

use super::{Reached, Search, Shape, State};
use crate::solvers::lazy::code::{AGAIN, CALL, FALL, HEAD, RETURN, TWICE};
use crate::solvers::lazy::world::{GRAB, SHOOT};

impl Search<'_> {
    /// Appends a command, searches from there, and undoes it.
    pub(super) fn choose(&mut self, state: &State, token: u8) -> Result<(), Stop> {
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
        let loops = self.shape == Shape::Anew;
        let grab = state.robot.coins < self.coins_needed;
        let left = self.cost.checked_sub(self.code.cost);
        let needed = self.needed;
        let fits = left.is_some_and(|left| {
            // A command that acts on the board never raises the bound unless it takes the slot of another label.
            let same = token <= SHOOT && needed <= left && left / 4 == (left + 1) / 4;
            if !same {
                self.needed = self.code.still_needed(left, loops, grab);
            }
            self.needed <= left
        });
        let ended = if fits {
            self.depth += 1;
            self.current.push(token);
            let mark = self.world.mark();
            let ran = self.trace.len();
            let mut next = *state;
            let ended = match self.go_on(&mut next) {
                Reached::Open => self.decide(&next),
                Reached::Exit => {
                    self.escaped(&next);
                    Ok(())
                }
                Reached::Dead => Ok(()),
            };
            self.world.back_to(mark);
            self.trace.truncate(ran);
            self.current.pop();
            self.depth -= 1;
            ended
        } else {
            Ok(())
        };
        if (CALL..FALL).contains(&token) {
            self.code.parts[usize::from(token - CALL) + 1].calls -= 1;
        } else if (FALL..AGAIN).contains(&token) {
            self.code.parts[usize::from(token - FALL) + 1].fallen_into = false;
        }
        self.needed = needed;
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
        let again = self.shape == Shape::Anew
            || here > 0
            || code.head.is_some()
            || code.parts[0].end.twice > 0;
        code.cost += 1;
        match token {
            GRAB if again => code.grabs += 1,
            TWICE => {
                code.twice += 1;
                code.parts[here].end.twice += 1;
            }
            HEAD => {
                code.head = Some(code.parts[0].end.length);
                self.head_trace = self.trace.len();
            }
            _ => {}
        }
        let named = if (CALL..FALL).contains(&token) {
            Some(usize::from(token - CALL))
        } else if (FALL..AGAIN).contains(&token) {
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
