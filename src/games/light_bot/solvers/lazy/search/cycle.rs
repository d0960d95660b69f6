//! Programs with a cycle of calls, and the commands before it.
//!
//! An endless walk has no length bound. For each body of the cycle, all walkers (distinct states and visited lights
//! before the cycle) go round together by composed maps that track the first few lights only; walkers that visit all
//! of those are then checked exactly. A walker stops when a round starts in a state where one of its rounds started
//! before, or, as long as it has visited none of the tracked lights, where a failed walker's round started: it would
//! visit a subset of that one's lights.

use std::ops::ControlFlow;

use super::state_map::StateMap;
use super::{Opening, Walker, Worker, step};
use crate::solvers::kinds::LoopFilter;
use crate::solvers::lazy::bodies::{alphabet, in_normal_form};
use crate::solvers::lazy::graph::{CALL, Mask};
use crate::solvers::lazy::shared::{Flow, PassPart};

/// Shape of the cycles of one kind.
struct CycleShape {
    alphabet: Vec<u8>,
    length: usize,
    /// Minimum number of calls of the last helper.
    min_calls: usize,
    /// Maximum number of its calls outside the cycle.
    max_outside: usize,
    cycle: Vec<usize>,
    chain: Vec<usize>,
    /// True if equivalent programs must not be skipped.
    exact: bool,
}

impl<M: Mask> Worker<'_, M> {
    /// Enumerates programs with a cycle: the free procedures are divided between the cycle and the commands before
    /// it, if main has too few slots.
    pub(super) fn cycles(&mut self, left: usize) -> Flow {
        let pass = self.pass;
        if pass.shared.loops == LoopFilter::Without {
            return ControlFlow::Continue(());
        }
        let exact = pass.shared.is_exact();
        let free: Vec<usize> = (1..pass.slots.len())
            .filter(|procedure| {
                pass.slots[*procedure] > 0 && self.helpers.iter().all(|h| h.procedure != *procedure)
            })
            .collect();
        let mut tried: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        // Each procedure is unused, in the cycle, or before it.
        for code in 0..3_usize.pow(free.len() as u32) {
            let role = |index: usize| code / 3_usize.pow(index as u32) % 3;
            let with = |wanted: usize| -> Vec<usize> {
                let chosen = free
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| role(*index) == wanted);
                chosen.map(|(_, procedure)| *procedure).collect()
            };
            let (mut cycle, before) = (with(1), with(2));
            if cycle.is_empty() {
                continue;
            }
            let sizes = |list: &[usize]| {
                let mut sizes: Vec<usize> = list.iter().map(|p| pass.slots[*p]).collect();
                sizes.sort_unstable();
                sizes
            };
            let key = (sizes(&cycle), sizes(&before));
            if tried.contains(&key) {
                continue;
            }
            tried.push(key);
            let lights = self.max_lights();
            let capacity = |list: &[usize]| list.iter().map(|p| pass.slots[*p] - 1).sum::<usize>();
            let mut chain: Vec<usize> = [0].into_iter().chain(before.iter().copied()).collect();
            if pass.slots[0] == 0 {
                continue;
            }
            let calls = cycle.len() + chain.len();
            for length in 1..=capacity(&cycle).min(left.saturating_sub(calls)) {
                let opening = left - calls - length;
                // More procedures than necessary only cost calls.
                let short = |list: &[usize], length: usize| {
                    list.len() > 1
                        && list.iter().any(|spare| {
                            let capacity = capacity(list) + 1 - pass.slots[*spare];
                            length + lights <= capacity
                        })
                };
                if (opening == 0) != (pass.part == PassPart::Pure)
                    || opening > capacity(&chain)
                    || short(&cycle, length)
                    || before
                        .iter()
                        .any(|spare| opening + lights <= capacity(&chain) + 1 - pass.slots[*spare])
                {
                    continue;
                }
                self.openings(opening, opening, |_, _, _, _| true)?;
                let walkers = self.merge_openings();
                self.start_top(walkers, length);
                let max_calls = self.openings.iter().map(|opening| opening.calls).max();
                let shape = CycleShape {
                    alphabet: alphabet(pass.graph, self.helpers.len()),
                    length,
                    // A helper called once can be inlined: the cycle, or what precedes it, then continues in the
                    // freed procedure.
                    min_calls: match self.helpers.len() {
                        0 => 0,
                        _ if exact => 1,
                        _ => 2,
                    },
                    max_outside: max_calls.unwrap_or(0),
                    cycle,
                    chain,
                    exact,
                };
                self.prefixes
                    .resize_with(self.prefixes.len().max(length), StateMap::default);
                self.prefixes[0] = StateMap::identity(pass.graph.states());
                self.fill_steps();
                self.cycle_body(&shape, 0)?;
                (cycle, chain) = (shape.cycle, shape.chain);
            }
        }
        ControlFlow::Continue(())
    }

    /// Sorts the openings by state and visited lights, and returns one walker per distinct pair, with the index of
    /// its first opening.
    fn merge_openings(&mut self) -> Vec<Walker<M>> {
        let light = |seen: M| (0..self.pass.graph.lights).map(move |index| seen.has(index));
        self.openings.sort_by(|a, b| {
            let lights = || light(a.seen).cmp(light(b.seen));
            a.state.cmp(&b.state).then_with(lights)
        });
        let mut walkers: Vec<Walker<M>> = Vec::new();
        for (opening, o) in (0..).zip(&self.openings) {
            let (state, seen) = (o.state, o.seen);
            if walkers
                .last()
                .is_none_or(|w| (w.state, w.seen) != (state, seen))
            {
                walkers.push(Walker {
                    state,
                    seen,
                    opening,
                });
            }
        }
        walkers
    }

    fn fill_steps(&mut self) {
        self.steps.clear();
        let moves = self.pass.graph.moves.iter();
        let all = moves.chain(self.helpers.iter().map(|helper| &helper.effect));
        self.steps.extend(all.map(StateMap::from_effect));
    }

    /// Extends the cycle's body `top`; `calls` is the number of its calls of the last helper.
    fn cycle_body(&mut self, shape: &CycleShape, calls: usize) -> Flow {
        let at = self.top.len();
        let left = shape.length - at;
        let last = (CALL - 1 + self.helpers.len() as u8).max(CALL);
        for &command in &shape.alphabet {
            let calls = calls + usize::from(command == last);
            if !in_normal_form(&self.top, command)
                || calls + shape.max_outside + left - 1 < shape.min_calls
            {
                continue;
            }
            if left == 1 {
                self.top.push(command);
                self.cycle_rounds(shape, calls);
                self.top.pop();
                self.tick()?;
                continue;
            }
            let (before, after) = self.levels.split_at_mut(at + 1);
            let after = &mut after[0];
            after.clear();
            let step = step(self.pass.graph, &self.helpers, command);
            for walker in &before[at] {
                let from = usize::from(walker.state);
                let lights = step.seen[from];
                // A command without effect at the start can also come last.
                let idle = at == 0
                    && !shape.exact
                    && step.next[from] == walker.state
                    && lights == M::default()
                    && self.pass.graph.light[from].is_none();
                if !idle {
                    after.push(Walker {
                        state: step.next[from],
                        seen: walker.seen.or(lights),
                        ..*walker
                    });
                }
            }
            if after.is_empty() {
                continue;
            }
            // The last two commands are applied separately: a composed map of all states would cost more.
            if left > 2 {
                let (before, after) = self.prefixes.split_at_mut(at + 1);
                let states = self.pass.graph.states();
                after[0].compose(&before[at], &self.steps[usize::from(command)], states);
            }
            self.tick()?;
            self.top.push(command);
            let flow = self.cycle_body(shape, calls);
            self.top.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// Runs the complete cycle with all walkers on the tracked lights, and checks those that visit all of them.
    fn cycle_rounds(&mut self, shape: &CycleShape, calls: usize) {
        let at = self.top.len() - 1;
        let Some(&command) = self.top.last() else {
            return;
        };
        self.epoch += 1;
        let step = &self.steps[usize::from(command)];
        let (prefix, middle) = match at.checked_sub(1) {
            Some(before) => (
                &self.prefixes[before],
                &self.steps[usize::from(self.top[before])],
            ),
            None => (&self.prefixes[0], &self.prefixes[0]),
        };
        let all = StateMap::lights_of(self.pass.graph.all);
        let mut found = Vec::new();
        let mut failed = self.walk + 1;
        for walker in &self.levels[at] {
            self.walk += 1;
            let mut here = step.0[usize::from(walker.state)];
            let mut lights = here | StateMap::lights_of(walker.seen);
            while lights & all != all {
                let state = here & StateMap::STATE;
                let head = &mut self.heads[usize::from(state)];
                let before = std::mem::replace(head, self.walk);
                // A failed walker started a round here, so this one fails too.
                let hopeless = before >= failed && lights & all == 0;
                if before == self.walk || hopeless {
                    break;
                }
                let first = prefix.0[usize::from(state)];
                let second = middle.0[usize::from(first & StateMap::STATE)];
                here = step.0[usize::from(second & StateMap::STATE)];
                lights |= first | second | here;
            }
            if lights & all == all {
                found.push(*walker);
                failed = self.walk + 1;
            }
        }
        for walker in found {
            if self.visits_all(walker, command) {
                let key = |opening: &Opening<M>| (opening.state, opening.seen);
                let first = walker.opening as usize;
                let same = self.openings[first..]
                    .iter()
                    .take_while(|opening| key(opening) == key(&self.openings[first]));
                let fit = (walker.opening..)
                    .zip(same)
                    .filter(|(_, opening)| calls + opening.calls >= shape.min_calls);
                let fit: Vec<u32> = fit.map(|(opening, _)| opening).collect();
                for opening in fit {
                    self.emit_cycle(opening, &shape.cycle, &shape.chain);
                }
            }
        }
    }

    /// Returns whether a walker before the cycle's last command visits all lights.
    #[cold]
    fn visits_all(&mut self, walker: Walker<M>, command: u8) -> bool {
        let all = self.pass.graph.all;
        let from = usize::from(walker.state);
        let step = step(self.pass.graph, &self.helpers, command);
        let (mut state, mut lights) = (step.next[from], walker.seen.or(step.seen[from]));
        self.walk += 1;
        while lights != all {
            if std::mem::replace(&mut self.heads[usize::from(state)], self.walk) == self.walk {
                return false;
            }
            let (next, seen) = self.top_from(state);
            lights = lights.or(seen);
            state = next;
        }
        true
    }
}
