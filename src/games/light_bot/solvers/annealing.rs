//! Good programs by chance: simulated annealing over what stands behind the commands that are
//! written. It proves nothing; it is what there is where too much is left to write.

use fastrand::Rng;

use super::graph::{Graph, Mask, number};
use crate::program::{Command, Program};
use crate::run::Stack;
use crate::search::{Budget, Stop};
use crate::solvers::kinds::Loops;

/// First and last temperature; a light is worth about ten.
const HOT: f64 = 12.0;
const COLD: f64 = 0.5;
const TRIES: u32 = 150_000;
/// Commands that are run of each.
const STEPS: usize = 600;
/// Lights to which distances are worked out.
const NEAR: usize = 8;

pub(super) struct Chance<'a, M> {
    graph: &'a Graph<M>,
    slots: &'a [usize],
    written: &'a Program,
    loops: Loops,
    /// Commands from each state to each of the first lights.
    away: Vec<Vec<u16>>,
    rng: Rng,
}

impl<'a, M: Mask> Chance<'a, M> {
    pub(super) fn new(
        graph: &'a Graph<M>,
        slots: &'a [usize],
        written: &'a Program,
        loops: Loops,
    ) -> Self {
        Self {
            graph,
            slots,
            written,
            loops,
            away: (0..graph.lights.min(NEAR))
                .map(|light| away(graph, light))
                .collect(),
            rng: Rng::with_seed(0x11b0),
        }
    }

    /// Anneals until the budget is spent; `found` is told of each program that wins with fewer commands than all before, beginning
    /// with fewer than `most`.
    pub(super) fn anneal(
        &mut self,
        mut most: usize,
        budget: &Budget,
        found: &mut dyn FnMut(&Program),
    ) -> Result<(), Stop> {
        let mut best: Option<Vec<Vec<Command>>> = None;
        for round in 0.. {
            let begin = best.clone().filter(|_| round % 2 == 1);
            let mut now = begin.unwrap_or_else(|| self.written.bodies().to_vec());
            let mut value = self.worth(&now).0;
            let cooling = (COLD / HOT).powf(1.0 / f64::from(TRIES));
            let mut heat = HOT;
            for tried in 0..TRIES {
                if tried % 256 == 0 {
                    budget.check()?;
                }
                heat *= cooling;
                let mut next = now.clone();
                for _ in 0..=self.rng.u8(..3) / 2 {
                    self.change(&mut next);
                }
                let (worth, won) = self.worth(&next);
                if worth < value && self.rng.f64() >= ((worth - value) / heat).exp() {
                    continue;
                }
                (now, value) = (next, worth);
                let cost = now.iter().map(Vec::len).sum();
                if won && cost < most {
                    most = cost;
                    best = Some(now.clone());
                    found(&Program::new(now.clone()));
                }
            }
        }
        Ok(())
    }

    /// What a program is worth to go on from, and whether it wins.
    fn worth(&self, bodies: &[Vec<Command>]) -> (f64, bool) {
        let cost: usize = bodies.iter().map(Vec::len).sum();
        let (mut at, mut lit) = (self.graph.start, M::default());
        let (mut ever, mut most) = (M::default(), 0);
        let mut nearest = [u16::MAX; NEAR];
        let mut looped = false;
        let mut stack = Stack::default();
        for _ in 0..STEPS {
            let Some(running) = stack.next() else {
                break;
            };
            let Some(&command) = bodies[running.procedure].get(running.index) else {
                stack.leave();
                continue;
            };
            stack.advance();
            if let Command::Call(callee) = command {
                if stack.call(callee) {
                    if self.loops == Loops::Without {
                        break;
                    }
                    looped = true;
                }
                continue;
            }
            let Some(step) = number(command) else {
                lit = lit.xor(self.graph.under(at));
                ever = ever.or(lit);
                most = most.max(lit.count());
                if lit == self.graph.all {
                    if self.loops.include(looped) {
                        return (100.0 - cost as f64, true);
                    }
                    break;
                }
                continue;
            };
            at = self.graph.moves[usize::from(step)].next[usize::from(at)];
            for (nearest, away) in nearest.iter_mut().zip(&self.away) {
                *nearest = (*nearest).min(away[usize::from(at)]);
            }
        }
        let lights = self.graph.lights as f64;
        let far = nearest.iter().take(self.away.len()).enumerate();
        let far = far.filter(|(light, _)| !ever.has(*light));
        let far: f64 = far.map(|(_, far)| f64::from((*far).min(30))).sum();
        let worth = 60.0 * f64::from(most) / lights - far - cost as f64;
        (worth, false)
    }

    fn command(&mut self) -> Command {
        let procedures = self.slots.len() as u8;
        match self.rng.u8(..12) {
            0..3 => Command::Forward,
            3..5 => Command::Jump,
            5 => Command::Left,
            6 => Command::Right,
            7..9 => Command::Light,
            _ if procedures > 1 => Command::Call(self.rng.u8(1..procedures)),
            _ => Command::Forward,
        }
    }

    /// Changes something behind what is written.
    fn change(&mut self, bodies: &mut [Vec<Command>]) {
        let procedure = self.rng.usize(..bodies.len());
        let first = self.written.body(procedure).len();
        let room = self.slots[procedure];
        let command = self.command();
        let body = &mut bodies[procedure];
        let at = self.rng.usize(first..=body.len());
        match self.rng.u8(..10) {
            0..4 if body.len() < room => body.insert(at, command),
            4..6 if at < body.len() => drop(body.remove(at)),
            6..9 if at < body.len() => body[at] = command,
            9 if at < body.len() => {
                let other = self.rng.usize(first..body.len());
                body.swap(at, other);
            }
            _ => {}
        }
    }
}

/// Commands from each state to a light, by moves and turns alone.
fn away<M: Mask>(graph: &Graph<M>, light: usize) -> Vec<u16> {
    let mut away = vec![u16::MAX; graph.states()];
    let there = |state: &usize| graph.light[*state] == u16::try_from(light).ok();
    let mut open: Vec<usize> = (0..graph.states()).filter(there).collect();
    let mut distance = 0;
    while !open.is_empty() {
        for state in open.drain(..) {
            away[state] = away[state].min(distance);
        }
        distance += 1;
        for state in (0..graph.states()).filter(|state| away[*state] == u16::MAX) {
            let mut leads = graph.moves.iter().map(|step| usize::from(step.next[state]));
            if leads.any(|to| away[to] < distance) {
                open.push(state);
            }
        }
    }
    away
}
