//! Programs with a circle, and what runs before it.

use std::ops::ControlFlow;

use super::chart::Chart;
use super::{Opening, Walker, Worker, step};
use crate::solvers::kinds::Loops;
use crate::solvers::lazy::bodies::{alphabet, in_normal_form};
use crate::solvers::lazy::graph::{CALL, Mask};
use crate::solvers::lazy::shared::{Flow, Part};

/// The form that circles of one kind have.
struct Circle {
    alphabet: Vec<u8>,
    length: usize,
    /// How often the last helper has to be called at least.
    sites: usize,
    /// How often it can be called outside the circle.
    outside: usize,
    circle: Vec<usize>,
    chain: Vec<usize>,
    /// Nothing may be left out that is as good as something else.
    exact: bool,
}

impl<M: Mask> Worker<'_, M> {
    /// Programs with a circle: the procedures that are left are divided between the circle and
    /// what runs before it, if main has no room for that.
    pub(super) fn circles(&mut self, left: usize) -> Flow {
        let pass = self.pass;
        if pass.shared.loops == Loops::Without {
            return ControlFlow::Continue(());
        }
        let exact = pass.shared.is_exact();
        let free: Vec<usize> = (1..pass.slots.len())
            .filter(|procedure| {
                pass.slots[*procedure] > 0 && self.helpers.iter().all(|h| h.procedure != *procedure)
            })
            .collect();
        let mut tried: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        // Each procedure is unused, in the circle or before it.
        for code in 0..3_usize.pow(free.len() as u32) {
            let role = |index: usize| code / 3_usize.pow(index as u32) % 3;
            let with = |wanted: usize| -> Vec<usize> {
                let chosen = free
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| role(*index) == wanted);
                chosen.map(|(_, procedure)| *procedure).collect()
            };
            let (mut circle, before) = (with(1), with(2));
            if circle.is_empty() {
                continue;
            }
            let rooms = |list: &[usize]| {
                let mut rooms: Vec<usize> = list.iter().map(|p| pass.slots[*p]).collect();
                rooms.sort_unstable();
                rooms
            };
            let key = (rooms(&circle), rooms(&before));
            if tried.contains(&key) {
                continue;
            }
            tried.push(key);
            let lights = self.most_lights();
            let room = |list: &[usize]| list.iter().map(|p| pass.slots[*p] - 1).sum::<usize>();
            let mut chain: Vec<usize> = [0].into_iter().chain(before.iter().copied()).collect();
            if pass.slots[0] == 0 {
                continue;
            }
            let calls = circle.len() + chain.len();
            for length in 1..=room(&circle).min(left.saturating_sub(calls)) {
                let opening = left - calls - length;
                // More procedures than needed only cost calls.
                let short = |list: &[usize], length: usize| {
                    list.len() > 1
                        && list.iter().any(|spare| {
                            let room = room(list) + 1 - pass.slots[*spare];
                            length + lights <= room
                        })
                };
                if (opening == 0) != (pass.part == Part::Pure)
                    || opening > room(&chain)
                    || short(&circle, length)
                    || before
                        .iter()
                        .any(|spare| opening + lights <= room(&chain) + 1 - pass.slots[*spare])
                {
                    continue;
                }
                self.openings(opening, opening, |_, _, _, _| true)?;
                let first = self.together();
                self.begin(first, length);
                let most = self.openings.iter().map(|opening| opening.calls).max();
                let shape = Circle {
                    alphabet: alphabet(pass.graph, self.helpers.len()),
                    length,
                    // What is called from one place only can as well stand there: the circle,
                    // or what is before it, then goes on in the procedure that is free for it.
                    sites: match self.helpers.len() {
                        0 => 0,
                        _ if exact => 1,
                        _ => 2,
                    },
                    outside: most.unwrap_or(0),
                    circle,
                    chain,
                    exact,
                };
                self.charts
                    .resize_with(self.charts.len().max(length), Chart::default);
                self.charts[0] = Chart::still(pass.graph.states());
                self.fill_steps();
                self.circle_body(&shape, 0)?;
                (circle, chain) = (shape.circle, shape.chain);
            }
        }
        ControlFlow::Continue(())
    }

    /// One walker for all beginnings that lead to the same state over the same lights; the
    /// beginnings are put into that order, and those of a walker go on to that of the next.
    fn together(&mut self) -> Vec<Walker<M>> {
        let light = |seen: M| (0..self.pass.graph.lights).map(move |index| seen.has(index));
        self.openings.sort_by(|a, b| {
            let lights = || light(a.seen).cmp(light(b.seen));
            a.state.cmp(&b.state).then_with(lights)
        });
        let mut first: Vec<Walker<M>> = Vec::new();
        for (opening, o) in (0..).zip(&self.openings) {
            let (state, seen) = (o.state, o.seen);
            if first
                .last()
                .is_none_or(|w| (w.state, w.seen) != (state, seen))
            {
                first.push(Walker {
                    state,
                    seen,
                    opening,
                });
            }
        }
        first
    }

    /// The helpers as charts.
    fn fill_steps(&mut self) {
        self.steps.clear();
        let moves = self.pass.graph.moves.iter();
        let all = moves.chain(self.helpers.iter().map(|helper| &helper.does));
        self.steps.extend(all.map(Chart::of));
    }

    /// Circles whose body begins with `top`; `calls` of it are calls of the last helper.
    fn circle_body(&mut self, shape: &Circle, calls: usize) -> Flow {
        let at = self.top.len();
        let left = shape.length - at;
        let last = (CALL - 1 + self.helpers.len() as u8).max(CALL);
        for &command in &shape.alphabet {
            let calls = calls + usize::from(command == last);
            if !in_normal_form(&self.top, command) || calls + shape.outside + left - 1 < shape.sites
            {
                continue;
            }
            if left == 1 {
                self.top.push(command);
                self.circle_rounds(shape, calls);
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
                // What does nothing when it comes first can as well come last.
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
            // The last two commands are followed one by one: a chart of all states costs more.
            if left > 2 {
                let (before, after) = self.charts.split_at_mut(at + 1);
                let states = self.pass.graph.states();
                after[0].follow(&before[at], &self.steps[usize::from(command)], states);
            }
            self.tick()?;
            self.top.push(command);
            let flow = self.circle_body(shape, calls);
            self.top.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// The circle's body is there: round and round until the robot comes back to where a round
    /// began before. This looks at the first few lights only.
    fn circle_rounds(&mut self, shape: &Circle, calls: usize) {
        let at = self.top.len() - 1;
        let Some(&command) = self.top.last() else {
            return;
        };
        self.epoch += 1;
        let step = &self.steps[usize::from(command)];
        let (chart, middle) = match at.checked_sub(1) {
            Some(before) => (
                &self.charts[before],
                &self.steps[usize::from(self.top[before])],
            ),
            None => (&self.charts[0], &self.charts[0]),
        };
        let all = Chart::lights_of(self.pass.graph.all);
        let mut found = Vec::new();
        let mut failed = self.walk + 1;
        for walker in &self.levels[at] {
            self.walk += 1;
            let mut here = step.0[usize::from(walker.state)];
            let mut lights = here | Chart::lights_of(walker.seen);
            while lights & all != all {
                let state = here & Chart::STATE;
                let head = &mut self.heads[usize::from(state)];
                let before = std::mem::replace(head, self.walk);
                // Where another came who did not come to all lights, there is no more to be had.
                let hopeless = before >= failed && lights & all == 0;
                if before == self.walk || hopeless {
                    break;
                }
                let first = chart.0[usize::from(state)];
                let second = middle.0[usize::from(first & Chart::STATE)];
                here = step.0[usize::from(second & Chart::STATE)];
                lights |= first | second | here;
            }
            if lights & all == all {
                found.push(*walker);
                failed = self.walk + 1;
            }
        }
        for walker in found {
            if self.comes_to_all(walker, command) {
                let of = |opening: &Opening<M>| (opening.state, opening.seen);
                let first = walker.opening as usize;
                let same = self.openings[first..]
                    .iter()
                    .take_while(|opening| of(opening) == of(&self.openings[first]));
                let fit = (walker.opening..)
                    .zip(same)
                    .filter(|(_, opening)| calls + opening.calls >= shape.sites);
                let fit: Vec<u32> = fit.map(|(opening, _)| opening).collect();
                for opening in fit {
                    self.circle_found(opening, &shape.circle, &shape.chain);
                }
            }
        }
    }

    /// Whether the walker that is before the last command of the circle comes to all lights.
    #[cold]
    fn comes_to_all(&mut self, walker: Walker<M>, command: u8) -> bool {
        let all = self.pass.graph.all;
        let from = usize::from(walker.state);
        let step = step(self.pass.graph, &self.helpers, command);
        let (mut at, mut lights) = (step.next[from], walker.seen.or(step.seen[from]));
        self.walk += 1;
        while lights != all {
            if std::mem::replace(&mut self.heads[usize::from(at)], self.walk) == self.walk {
                return false;
            }
            let (next, seen) = self.top_from(at);
            lights = lights.or(seen);
            at = next;
        }
        true
    }
}
