//! Programs with a cycle of calls, and the commands before it.
//!
//! An endless walk has no length bound. For each body of the cycle, all walkers (distinct states and visited lights
//! before the cycle) go round together by composed maps that track the first few lights only; walkers that visit all
//! of those are then checked exactly. A walker stops when a round starts in a state where one of its rounds started
//! before, or, as long as it has visited none of the tracked lights, where a failed walker's round started: it would
//! visit a subset of that one's lights.

use std::ops::ControlFlow;

use super::{Opening, PassPart, Walker, Worker, step};
use crate::solvers::kinds::LoopFilter;
use crate::solvers::lazy::graph::{Body, Flow, LightSet, Macro, alphabet, in_normal_form};

/// Compact map of states: the next state in the lower bits, the first lights on the way in the upper ones.
pub(super) struct StateMap(Box<[u16; 1 << Self::STATE_BITS]>);

impl Default for StateMap {
    fn default() -> Self {
        Self(Box::new([0; 1 << Self::STATE_BITS]))
    }
}

impl StateMap {
    /// Enough for 16 × 16 cells with four headings each; six bits are left for lights.
    const STATE_BITS: u32 = 10;
    const STATE: u16 = (1 << Self::STATE_BITS) - 1;

    fn lights_of(lights: LightSet) -> u16 {
        (lights.low() as u16) << Self::STATE_BITS
    }

    fn identity(states: usize) -> Self {
        let mut map = Self::default();
        for (state, to) in (0..).zip(&mut map.0[..states]) {
            *to = state;
        }
        map
    }

    fn from_effect(effect: &Macro) -> Self {
        let mut map = Self::default();
        for (to, (next, seen)) in map.0.iter_mut().zip(effect.next.iter().zip(&effect.seen)) {
            *to = next | Self::lights_of(*seen);
        }
        map
    }

    /// Composition of `first`, then `step`.
    #[inline]
    fn compose(&mut self, first: &Self, step: &Self, states: usize) {
        for (to, from) in self.0.iter_mut().zip(&first.0[..states]) {
            *to = step.0[usize::from(from & Self::STATE)] | (from & !Self::STATE);
        }
    }
}

/// Shape of the cycles of one kind.
struct CycleShape {
    alphabet: Vec<u8>,
    /// Number of commands, without the calls that close it.
    length: usize,
    /// Minimum number of calls of the last helper.
    min_calls: usize,
    /// Maximum number of its calls outside the cycle.
    max_outside: usize,
    /// Procedures that hold the cycle.
    cycle: Vec<usize>,
    /// Procedures that hold the commands before it, main first.
    chain: Vec<usize>,
    /// True if equivalent programs must not be skipped.
    exact: bool,
}

impl Worker<'_> {
    /// Enumerates programs with a cycle and `left` commands besides the helpers': the free procedures are divided
    /// between the cycle and the commands before it, if main has too few slots.
    pub(super) fn cycles(&mut self, left: usize) -> Flow {
        let pass = self.pass;
        if pass.shared.loops == LoopFilter::Without || pass.slots[0] == 0 {
            return ControlFlow::Continue(());
        }
        let exact = pass.shared.keeps_equivalents();
        let is_free = |procedure: &usize| {
            pass.slots[*procedure] > 0 && self.helpers.iter().all(|h| h.procedure != *procedure)
        };
        let free: Vec<usize> = (1..pass.slots.len()).filter(is_free).collect();
        let mut tried: Vec<[Vec<usize>; 2]> = Vec::new();
        // Each procedure is unused, in the cycle, or before it: a digit of the code in base 3.
        for code in 0..3_usize.pow(free.len() as u32) {
            let [mut cycle, before] = [1, 2].map(|role| -> Vec<usize> {
                let all = (0..).zip(&free);
                let chosen = all.filter(|(index, _)| code / 3_usize.pow(*index) % 3 == role);
                chosen.map(|(_, procedure)| *procedure).collect()
            });
            let sizes = [&cycle, &before].map(|list| {
                let mut sizes: Vec<usize> = list.iter().map(|p| pass.slots[*p]).collect();
                sizes.sort_unstable();
                sizes
            });
            // Procedures of the same sizes are interchangeable, so equal sizes give equivalent programs.
            if cycle.is_empty() || tried.contains(&sizes) {
                continue;
            }
            tried.push(sizes);
            let lights = self.max_lights();
            // Each procedure ends in a call of the next, the last of the cycle in one of its first.
            let capacity = |list: &[usize]| list.iter().map(|p| pass.slots[*p] - 1).sum::<usize>();
            let mut chain = [&[0], before.as_slice()].concat();
            let calls = cycle.len() + chain.len();
            for length in 1..=capacity(&cycle).min(left.saturating_sub(calls)) {
                let opening = left - calls - length;
                // More procedures than necessary only cost calls.
                let can_spare = |spares: &[usize], list: &[usize], length: usize| {
                    let fits = |spare| length + lights <= capacity(list) + 1 - pass.slots[spare];
                    spares.iter().copied().any(fits)
                };
                if (opening == 0) != (pass.part == PassPart::Pure)
                    || opening > capacity(&chain)
                    || cycle.len() > 1 && can_spare(&cycle, &cycle, length)
                    || can_spare(&before, &chain, opening)
                {
                    continue;
                }
                // No bound prunes openings: endless walks may be of any length.
                self.openings(opening, opening, |_, _, _, _| true);
                let walkers = self.merge_openings();
                self.start_top(walkers, length);
                let max_calls = self.openings.iter().map(|opening| opening.calls).max();
                let shape = CycleShape {
                    alphabet: alphabet(pass.graph, self.helpers.len()),
                    length,
                    // A helper called once can be inlined: its caller then continues in the freed procedure.
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
                let prefixes = self.prefixes.len().max(length);
                self.prefixes.resize_with(prefixes, StateMap::default);
                self.prefixes[0] = StateMap::identity(pass.graph.states());
                let calls = self.helpers.iter().map(|helper| &helper.effect);
                let effects = pass.graph.moves.iter().chain(calls);
                self.steps = effects.map(StateMap::from_effect).collect();
                self.cycle_body(&shape, 0)?;
                (cycle, chain) = (shape.cycle, shape.chain);
            }
        }
        ControlFlow::Continue(())
    }

    /// Sorts the openings by state and lights. Returns one walker for each pair of these, with the index of the first
    /// opening that leads to it.
    fn merge_openings(&mut self) -> Vec<Walker> {
        let light = |seen: LightSet| (0..self.pass.graph.lights).map(move |index| seen.has(index));
        self.openings.sort_by(|a, b| {
            let lights = || light(a.seen).cmp(light(b.seen));
            a.state.cmp(&b.state).then_with(lights)
        });
        let mut walkers: Vec<Walker> = Vec::new();
        for (index, opening) in (0..).zip(&self.openings) {
            let last = walkers.last().map(|walker| (walker.state, walker.seen));
            if last != Some((opening.state, opening.seen)) {
                walkers.push(opening.walker(index));
            }
        }
        walkers
    }

    /// Extends the cycle's body `top`; `calls` is the number of its calls of the last helper.
    fn cycle_body(&mut self, shape: &CycleShape, calls: usize) -> Flow {
        let at = self.top.len();
        let left = shape.length - at;
        let last = self.last_call();
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
            // A command without effect at the start can also come last, in an equivalent program.
            self.advance(at, command, |worker, before, after| {
                let from = usize::from(before.state);
                at > 0
                    || shape.exact
                    || after.state != before.state
                    || step(worker.pass.graph, &worker.helpers, command).seen[from]
                        != LightSet::default()
                    || worker.pass.graph.light[from].is_some()
            });
            if self.levels[at + 1].is_empty() {
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
        // A round: all but the last two commands, composed; the last but one; the last. Missing ones are the identity.
        let before = at.checked_sub(1);
        let prefix = &self.prefixes[before.unwrap_or(0)];
        let middle = before.map_or(prefix, |before| &self.steps[usize::from(self.top[before])]);
        let all = StateMap::lights_of(self.pass.graph.all);
        let mut found = Vec::new();
        // The first of the walks that failed since the last success.
        let mut first_failed = self.walk + 1;
        for walker in &self.levels[at] {
            self.walk += 1;
            // The walkers are before the last command; the first round starts after it.
            let mut position = step.0[usize::from(walker.state)];
            let mut lights = position | StateMap::lights_of(walker.seen);
            while lights & all != all {
                let state = position & StateMap::STATE;
                let before = std::mem::replace(&mut self.heads[usize::from(state)], self.walk);
                // A failed walker started a round here, so this one fails too.
                let hopeless = before >= first_failed && lights & all == 0;
                if before == self.walk || hopeless {
                    break;
                }
                let first = prefix.0[usize::from(state)];
                let second = middle.0[usize::from(first & StateMap::STATE)];
                position = step.0[usize::from(second & StateMap::STATE)];
                lights |= first | second | position;
            }
            if lights & all == all {
                found.push(*walker);
                first_failed = self.walk + 1;
            }
        }
        for walker in found {
            if self.visits_all(walker, command) {
                let key = |opening: &Opening| (opening.state, opening.seen);
                let all = &self.openings[walker.opening as usize..];
                let equivalent = all
                    .iter()
                    .take_while(|opening| key(opening) == key(&all[0]));
                let fit = equivalent.filter(|opening| calls + opening.calls >= shape.min_calls);
                let fit: Vec<Body> = fit.map(|opening| opening.body.clone()).collect();
                for opening in fit {
                    self.emit(opening, true, &shape.chain, &shape.cycle);
                }
            }
        }
    }

    /// Returns whether a walker before the cycle's last command visits all lights.
    #[cold]
    fn visits_all(&mut self, walker: Walker, command: u8) -> bool {
        let mut walker = walker.after(step(self.pass.graph, &self.helpers, command));
        self.walk += 1;
        while walker.seen != self.pass.graph.all {
            let head = &mut self.heads[usize::from(walker.state)];
            if std::mem::replace(head, self.walk) == self.walk {
                return false;
            }
            let (next, seen) = self.top_from(walker.state);
            walker.seen = walker.seen.or(seen);
            walker.state = next;
        }
        true
    }
}
