//! Programs without a cycle: main, and a top procedure that it calls.

use std::ops::ControlFlow;

use super::{Walker, Worker, step};
use crate::solvers::lazy::bodies::{alphabet, in_normal_form};
use crate::solvers::lazy::graph::{CALL, FORWARD, JUMP, LEFT, Mask, RIGHT};
use crate::solvers::lazy::shared::Flow;

impl<M: Mask> Worker<'_, M> {
    /// Enumerates programs whose top procedure has `length` commands and main `main`.
    pub(super) fn dag(&mut self, procedure: usize, length: usize, main: usize) -> Flow {
        let graph = self.pass.graph;
        let depth = self.helpers.len();
        let gain = length as u32;
        let start = self.start();
        if !self.bounds[depth].allows(start.state, start.seen, main as u32 * gain) {
            return ControlFlow::Continue(());
        }
        self.openings(0, main - 1, |bound, state, seen, opening_len| {
            bound.allows(state, seen, (main - opening_len) as u32 * gain)
        })?;
        let walkers = (0..).zip(&self.openings).map(|(opening, o)| Walker {
            state: o.state,
            seen: o.seen,
            opening,
        });
        let walkers: Vec<Walker<M>> = walkers.collect();
        self.start_top(walkers, length);
        let alphabet = alphabet(graph, depth);
        self.dag_top(procedure, &alphabet, length, main)
    }

    fn dag_top(&mut self, procedure: usize, alphabet: &[u8], length: usize, main: usize) -> Flow {
        let depth = self.helpers.len();
        let at = self.top.len();
        if at == length {
            return self.dag_main(procedure, main);
        }
        for &command in alphabet {
            if !in_normal_form(&self.top, command) {
                continue;
            }
            let (before, after) = self.levels.split_at_mut(at + 1);
            let after = &mut after[0];
            after.clear();
            let step = step(self.pass.graph, &self.helpers, command);
            for walker in &before[at] {
                let from = usize::from(walker.state);
                let (state, seen) = (step.next[from], walker.seen.or(step.seen[from]));
                let opening_len = self.openings[walker.opening as usize].body.len();
                let steps = length - at - 1 + (main - opening_len - 1) * length;
                if self.bounds[depth].allows(state, seen, steps as u32) {
                    after.push(Walker {
                        state,
                        seen,
                        ..*walker
                    });
                }
            }
            self.tick()?;
            if !self.levels[at + 1].is_empty() {
                self.top.push(command);
                let flow = self.dag_top(procedure, alphabet, length, main);
                self.top.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// With the top body complete, enumerates the commands after its first call in main.
    fn dag_main(&mut self, procedure: usize, main: usize) -> Flow {
        self.epoch += 1;
        let walkers = std::mem::take(&mut self.levels[self.top.len()]);
        let mut flow = ControlFlow::Continue(());
        for walker in &walkers {
            let opening = &self.openings[walker.opening as usize];
            let left = main - opening.body.len() - 1;
            self.rest.clear();
            flow = self.finish(*walker, left, self.top.len() as u32, Some(procedure));
            if flow.is_break() {
                break;
            }
        }
        self.levels[self.top.len()] = walkers;
        flow
    }

    /// Enumerates the last `left` commands of main; `gain` is the number of commands per call of the top procedure.
    pub(super) fn finish(
        &mut self,
        walker: Walker<M>,
        left: usize,
        gain: u32,
        top: Option<usize>,
    ) -> Flow {
        self.tick()?;
        let graph = self.pass.graph;
        if left == 0 {
            if walker.seen == graph.all {
                self.emit_dag(walker.opening, top);
            }
            return ControlFlow::Continue(());
        }
        let depth = self.helpers.len();
        let steps = (left as u32 - 1) * gain;
        let calls = depth + usize::from(top.is_some());
        for command in (0..CALL).chain((CALL..).take(calls)) {
            let (state, lights) = match command {
                LEFT | RIGHT if left == 1 || !in_normal_form(&self.rest, command) => continue,
                _ if usize::from(command) < usize::from(CALL) + depth => {
                    let step = step(graph, &self.helpers, command);
                    let from = usize::from(walker.state);
                    let to = step.next[from];
                    // A move without effect, or a last move without a light, is superfluous.
                    if matches!(command, FORWARD | JUMP)
                        && (to == walker.state
                            || left == 1 && graph.light[usize::from(to)].is_none())
                    {
                        continue;
                    }
                    (to, step.seen[from])
                }
                _ => self.top_from(walker.state),
            };
            let seen = walker.seen.or(lights);
            if self.bounds[depth].allows(state, seen, steps) {
                self.rest.push(command);
                let flow = self.finish(
                    Walker {
                        state,
                        seen,
                        ..walker
                    },
                    left - 1,
                    gain,
                    top,
                );
                self.rest.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }
}
