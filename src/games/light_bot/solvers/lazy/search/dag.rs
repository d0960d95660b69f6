//! Programs without a cycle: main, a top procedure that it calls, and helpers, which are chosen before. An opening is
//! main up to its first call of the top procedure; a walker is a state after an opening and part of the top body.

use std::ops::ControlFlow;

use super::{Walker, Worker, step};
use crate::solvers::lazy::graph::{
    Body, CALL, FORWARD, Flow, JUMP, LEFT, RIGHT, alphabet, in_normal_form,
};

impl Worker<'_> {
    /// Enumerates programs whose top procedure has `length` commands and whose main has `main_length`.
    pub(super) fn dag(&mut self, procedure: usize, length: usize, main_length: usize) -> Flow {
        let graph = self.pass.graph;
        let depth = self.helpers.len();
        // A command of main executes at most this number of commands, if it calls the top procedure; the bound counts a
        // call of a helper as one.
        let gain = length as u32;
        let start = self.start();
        if !self.bounds[depth].allows(start.state, start.seen, main_length as u32 * gain) {
            return ControlFlow::Continue(());
        }
        self.openings(0, main_length - 1, |bound, state, seen, opening_len| {
            bound.allows(state, seen, (main_length - opening_len) as u32 * gain)
        });
        let openings = (0..).zip(&self.openings);
        let walkers = openings.map(|(index, opening)| opening.walker(index));
        self.start_top(walkers.collect(), length);
        self.dag_top(procedure, &alphabet(graph, depth), length, main_length)
    }

    /// Appends each command to the top body, as long as some opening may still reach all lights.
    fn dag_top(
        &mut self,
        procedure: usize,
        alphabet: &[u8],
        length: usize,
        main_length: usize,
    ) -> Flow {
        let depth = self.helpers.len();
        let at = self.top.len();
        if at == length {
            return self.dag_main(procedure, main_length);
        }
        for &command in alphabet {
            if !in_normal_form(&self.top, command) {
                continue;
            }
            self.advance(at, command, |worker, _, walker| {
                let opening_len = worker.openings[walker.opening as usize].body.len();
                // The rest of this call, and at most `length` commands for each later command of main.
                let steps = length - at - 1 + (main_length - opening_len - 1) * length;
                worker.bounds[depth].allows(walker.state, walker.seen, steps as u32)
            });
            self.tick()?;
            if !self.levels[at + 1].is_empty() {
                self.top.push(command);
                let flow = self.dag_top(procedure, alphabet, length, main_length);
                self.top.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// With the top body complete, enumerates the commands after its first call in main.
    fn dag_main(&mut self, procedure: usize, main_length: usize) -> Flow {
        self.epoch += 1;
        let walkers = std::mem::take(&mut self.levels[self.top.len()]);
        let mut flow = ControlFlow::Continue(());
        for walker in &walkers {
            let opening = &self.openings[walker.opening as usize];
            let commands_left = main_length - opening.body.len() - 1;
            self.rest.clear();
            flow = self.finish(
                *walker,
                commands_left,
                self.top.len() as u32,
                Some(procedure),
            );
            if flow.is_break() {
                break;
            }
        }
        self.levels[self.top.len()] = walkers;
        flow
    }

    /// Enumerates the last `commands_left` commands of main; `gain` is the number of commands per call of the top
    /// procedure `top`.
    pub(super) fn finish(
        &mut self,
        walker: Walker,
        commands_left: usize,
        gain: u32,
        top: Option<usize>,
    ) -> Flow {
        self.tick()?;
        let graph = self.pass.graph;
        if commands_left == 0 {
            if walker.seen == graph.all {
                let opening = self.openings.get(walker.opening as usize);
                let mut main = opening.map_or_else(Body::new, |opening| opening.body.clone());
                main.extend(top.map(|_| CALL + self.helpers.len() as u8));
                main.extend(&self.rest);
                self.emit(main, false, &[0], &Vec::from_iter(top));
            }
            return ControlFlow::Continue(());
        }
        let depth = self.helpers.len();
        let steps = (commands_left as u32 - 1) * gain;
        for command in (0..CALL).chain((CALL..).take(depth + usize::from(top.is_some()))) {
            let next = if usize::from(command) == usize::from(CALL) + depth {
                let (state, lights) = self.top_from(walker.state);
                let seen = walker.seen.or(lights);
                Walker {
                    state,
                    seen,
                    ..walker
                }
            } else {
                walker.after(step(graph, &self.helpers, command))
            };
            // A move without effect, a last turn, or a last move without a light, is superfluous.
            let superfluous = match command {
                LEFT | RIGHT => commands_left == 1 || !in_normal_form(&self.rest, command),
                FORWARD | JUMP if next.state == walker.state => true,
                FORWARD | JUMP => {
                    commands_left == 1 && graph.light[usize::from(next.state)].is_none()
                }
                _ => false,
            };
            if !superfluous && self.bounds[depth].allows(next.state, next.seen, steps) {
                self.rest.push(command);
                let flow = self.finish(next, commands_left - 1, gain, top);
                self.rest.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }
}
