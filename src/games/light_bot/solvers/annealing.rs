//! Simulated annealing over programs that start with given commands, with procedures or repeats. Proves nothing.
//!
//! A program's value grows with the lights that are lit at once and the lights ever lit, and falls with the distances
//! to lights never lit and with the number of commands. Rounds start from the given commands or, less hot, the best.

use std::ops::Range;

use fastrand::Rng;

use super::kinds::LoopFilter;
use super::lazy::graph::{Graph, LightSet, number};
use crate::game::programs::calls::CycleDetector;
use crate::program::{BotCommand, BotProgram};
use crate::puzzle::MAX_SIDE;
use crate::run::Stack;
use crate::search::{Budget, Stop};
use crate::slots::{REPEATS, Slots};

/// Initial temperature of a round from the given commands; temperatures have the unit of values, one command.
const HOT: f64 = 6.0;
/// Initial temperature of a round from the best program.
const WARM: f64 = 3.0;
/// Final temperature of every round.
const COLD: f64 = 0.5;
/// Steps of a short round.
pub(super) const TRIES: u32 = 150_000;
/// Value of all lights together before the win, in commands.
const LIGHTS_VALUE: f64 = 40.0;
/// Value of the win, in commands.
const WIN_VALUE: f64 = 45.0;
/// Weight of lights ever lit relative to lights lit at once.
const EVER_LIT: f64 = 0.5;
/// Maximum number of lights whose distance is valued.
const MAX_TARGETS: usize = 8;
/// Maximum valued distance to a light.
const MAX_VALUED_DISTANCE: u16 = 30;
/// Minimum step limit of a run.
const MIN_STEPS: usize = 600;
/// Maximum count of a new repeat.
const MAX_NEW_COUNT: u8 = 9;

/// Annealing on one board; its random numbers go on from round to round.
pub(super) struct Annealer<'a> {
    graph: &'a Graph,
    slots: &'a Slots,
    written: &'a BotProgram,
    loops: LoopFilter,
    /// By light, for the first [`MAX_TARGETS`]: number of moves and turns from each state to it.
    distances: Vec<Vec<u16>>,
    rng: Rng,
}

/// A repeat that runs.
struct OpenRepeat {
    /// Index of its first command.
    first: usize,
    turns_left: u64,
    /// State and lights at the starts of turns.
    starts: CycleDetector<(u16, LightSet)>,
}

impl OpenRepeat {
    /// Ends a turn and returns whether another one starts. Turns that only complete a known cycle are skipped.
    fn end_turn(&mut self, state: (u16, LightSet)) -> bool {
        self.turns_left -= 1;
        if let Some(period) = self.starts.period(&state) {
            self.turns_left %= period;
        }
        self.turns_left > 0
    }
}

impl<'a> Annealer<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        slots: &'a Slots,
        written: &'a BotProgram,
        loops: LoopFilter,
        seed: u64,
    ) -> Self {
        let targets = 0..graph.lights.min(MAX_TARGETS);
        Self {
            graph,
            slots,
            written,
            loops,
            distances: targets.map(|light| distances(graph, light)).collect(),
            rng: Rng::with_seed(seed),
        }
    }

    /// Runs a round from the given commands and one from `best`, if there is one by then, else from the given commands
    /// again. Every cheaper winning program replaces `best`.
    pub(super) fn run_rounds(
        &mut self,
        best: &mut Option<BotProgram>,
        tries: u32,
        budget: &Budget,
    ) -> Result<(), Stop> {
        self.round(None, best, tries, budget)?;
        self.round(best.clone(), best, tries, budget)
    }

    /// Cools once, from a program or the given commands.
    fn round(
        &mut self,
        from: Option<BotProgram>,
        best: &mut Option<BotProgram>,
        tries: u32,
        budget: &Budget,
    ) -> Result<(), Stop> {
        let mut ticker = budget.ticker(256);
        let mut heat = if from.is_some() { WARM } else { HOT };
        let cooling = (COLD / heat).powf(1.0 / f64::from(tries));
        let mut max_cost = best.as_ref().map_or(usize::MAX, BotProgram::cost);
        let mut now = from.as_ref().unwrap_or(self.written).bodies().to_vec();
        let mut next = now.clone();
        let mut value = self.value(&now).0;
        for _ in 0..tries {
            ticker.tick()?;
            heat *= cooling;
            next.clone_from(&now);
            // One change, or in a third of the steps two.
            for _ in 0..=self.rng.u8(..3) / 2 {
                self.change(&mut next);
            }
            if next == now {
                continue;
            }
            let (new_value, won) = self.value(&next);
            if new_value < value && self.rng.f64() >= ((new_value - value) / heat).exp() {
                continue;
            }
            std::mem::swap(&mut now, &mut next);
            value = new_value;
            if won && cost(&now) < max_cost {
                max_cost = cost(&now);
                *best = Some(BotProgram::new(self.with_least_counts(now.clone())));
            }
        }
        Ok(())
    }

    /// Reduces the counts of a winning program's repeats as far as it still wins.
    fn with_least_counts(&self, mut bodies: Vec<Vec<BotCommand>>) -> Vec<Vec<BotCommand>> {
        for procedure in 0..bodies.len() {
            for at in self.written.body(procedure).len()..bodies[procedure].len() {
                while let BotCommand::Repeat(count) = bodies[procedure][at]
                    && count > *REPEATS.start()
                {
                    bodies[procedure][at] = BotCommand::Repeat(count - 1);
                    if !self.value(&bodies).1 {
                        bodies[procedure][at] = BotCommand::Repeat(count);
                        break;
                    }
                }
            }
        }
        bodies
    }

    /// Value of a program, and whether it wins. Its run ends at the win, at a loop that is not requested, or after a
    /// number of steps in which most loops have come round.
    fn value(&self, bodies: &[Vec<BotCommand>]) -> (f64, bool) {
        let (mut state, mut lit) = (self.graph.start, LightSet::default());
        let (mut ever, mut max_lit) = (LightSet::default(), 0);
        let mut nearest = [MAX_VALUED_DISTANCE; MAX_TARGETS];
        // A bit for each state, of which a cell has four.
        let mut visited = [0_u64; MAX_SIDE * MAX_SIDE * 4 / 64];
        let mut looped = false;
        let mut stack = Stack::default();
        let mut open: Vec<OpenRepeat> = Vec::new();
        for _ in 0..MIN_STEPS.max(2 * self.graph.states()) {
            let (word, bit) = (usize::from(state / 64), 1 << (state % 64));
            if visited[word] & bit == 0 {
                visited[word] |= bit;
                for (nearest, distances) in nearest.iter_mut().zip(&self.distances) {
                    *nearest = (*nearest).min(distances[usize::from(state)]);
                }
            }
            let Some(running) = stack.next() else { break };
            let Some(&command) = bodies[running.procedure].get(running.index) else {
                stack.leave();
                continue;
            };
            stack.advance();
            match command {
                BotCommand::Call(callee) => {
                    if stack.call(callee) {
                        if self.loops == LoopFilter::Without {
                            break;
                        }
                        looped = true;
                    }
                }
                BotCommand::Repeat(count) => {
                    let mut starts = CycleDetector::default();
                    // Records the start of the first turn, which cannot recur yet.
                    starts.period(&(state, lit));
                    open.push(OpenRepeat {
                        first: running.index + 1,
                        turns_left: count.into(),
                        starts,
                    });
                }
                BotCommand::End => {
                    if let Some(repeat) = open.last_mut()
                        && repeat.end_turn((state, lit))
                    {
                        stack.jump(repeat.first);
                    } else {
                        open.pop();
                    }
                }
                BotCommand::Light => {
                    lit = lit.xor(self.graph.under(state));
                    ever = ever.or(lit);
                    max_lit = max_lit.max(lit.count());
                    if lit == self.graph.all {
                        if self.loops.include(looped) {
                            return (WIN_VALUE - cost(bodies) as f64, true);
                        }
                        break;
                    }
                }
                _ => {
                    if let Some(step) = number(command) {
                        state = self.graph.moves[usize::from(step)].next[usize::from(state)];
                    }
                }
            }
        }
        let nearest = nearest.iter().take(self.distances.len()).enumerate();
        let dark = nearest.filter(|(light, _)| !ever.has(*light));
        let distance: f64 = dark.map(|(_, distance)| f64::from(*distance)).sum();
        let lights = (f64::from(max_lit) + EVER_LIT * f64::from(ever.count())) / (1.0 + EVER_LIT);
        let share = lights / self.graph.lights as f64;
        (LIGHTS_VALUE * share - distance - cost(bodies) as f64, false)
    }

    /// Random command other than a repeat. Of twelve, three are forward, two jump, one left, one right, two X, and
    /// three calls or, without procedures, jump, left and right once more.
    fn action(&mut self) -> BotCommand {
        let procedures = self.slots.procedures() as u8;
        match self.rng.u8(..12) {
            9.. if procedures > 0 => BotCommand::Call(self.rng.u8(1..=procedures)),
            0..3 => BotCommand::Forward,
            3..5 | 9 => BotCommand::Jump,
            5 | 10 => BotCommand::Left,
            6 | 11 => BotCommand::Right,
            _ => BotCommand::Light,
        }
    }

    /// Repeat with a random count.
    fn count(&mut self, max: u8) -> BotCommand {
        BotCommand::Repeat(self.rng.u8(*REPEATS.start()..=max.min(MAX_NEW_COUNT)))
    }

    /// Changes one procedure at random, if the drawn kind of change is possible there. Of the equally frequent kinds, 0
    /// to 8 change single commands, 9 to 13 ranges, 14 to 18 repeats; 13 and above need a level with repeats.
    fn change(&mut self, bodies: &mut [Vec<BotCommand>]) {
        let procedure = self.rng.usize(..bodies.len());
        let first = self.written.body(procedure).len();
        let body = &mut bodies[procedure];
        let free = self.slots.capacity(procedure).checked_sub(body.len());
        let Some(free) = free else { return };
        let action = self.action();
        let at = self.rng.usize(first..=body.len());
        // A start or end of a repeat is changed only together with its counterpart, in kinds 9 and above.
        let is_action = body.get(at).is_some_and(|it| !is_bracket(*it));
        let max = self.slots.repeats();
        match self.rng.u8(..if max.is_some() { 19 } else { 13 }) {
            0..4 if free > 0 => body.insert(at, action),
            4..6 if is_action => drop(body.remove(at)),
            6..8 if is_action => body[at] = action,
            8 if is_action => {
                let other = self.rng.usize(first..body.len());
                if !is_bracket(body[other]) {
                    body.swap(at, other);
                }
            }
            kind @ 9..14 => {
                let range = self.random_range(body, first);
                let Some(range) = range else { return };
                match (kind, max) {
                    (9, _) => drop(body.drain(range)),
                    (10, _) => {
                        let moved: Vec<BotCommand> = body.drain(range).collect();
                        let to = self.rng.usize(first..=body.len());
                        body.splice(to..to, moved);
                    }
                    (11, _) if range.len() <= free => {
                        body.splice(at..at, body[range].to_vec());
                    }
                    (12, _) => body[range].iter_mut().for_each(mirror),
                    (13, Some(most)) if free >= 2 => {
                        body.insert(range.end, BotCommand::End);
                        body.insert(range.start, self.count(most));
                    }
                    _ => {}
                }
            }
            kind @ 14.. => self.change_repeat(kind, (body, first, free), at, max.unwrap_or(0)),
            _ => {}
        }
        // A repeat that the change has emptied would only take slots.
        let is_empty =
            |pair: &[BotCommand]| matches!(pair, [BotCommand::Repeat(_), BotCommand::End]);
        while let Some(empty) = body[first..].windows(2).position(is_empty) {
            body.drain(first + empty..first + empty + 2);
        }
    }

    /// Removes a repeat (kind 14), changes its count (15), moves its start or end by one (16, 17), or inserts a small
    /// one at `at` (18). `first` is the index of the first command that may change, `free` the number of free slots.
    fn change_repeat(
        &mut self,
        kind: u8,
        (body, first, free): (&mut Vec<BotCommand>, usize, usize),
        at: usize,
        max: u8,
    ) {
        if kind == 18 && free >= 4 {
            let mut added = vec![self.count(max)];
            for _ in 0..self.rng.usize(1..=2) {
                added.push(self.action());
            }
            added.push(BotCommand::End);
            body.splice(at..at, added);
            return;
        }
        let brackets = (first..body.len()).filter(|at| match body[*at] {
            BotCommand::Repeat(_) => true,
            BotCommand::End => kind >= 16,
            _ => false,
        });
        let chosen = self.rng.choice(brackets.collect::<Vec<_>>());
        let Some(at) = chosen else { return };
        match (kind, body[at]) {
            (14, _) => {
                body.remove(end_of(body, at));
                body.remove(at);
            }
            (15, BotCommand::Repeat(count)) => {
                body[at] = match self.rng.u8(..3) {
                    0 => BotCommand::Repeat(count.saturating_sub(1).max(*REPEATS.start())),
                    1 => BotCommand::Repeat(count.saturating_add(1).min(max)),
                    _ => self.count(max),
                };
            }
            _ => {
                let other = at.wrapping_add_signed(if self.rng.bool() { 1 } else { -1 });
                if (first..body.len()).contains(&other) && !is_bracket(body[other]) {
                    body.swap(at, other);
                }
            }
        }
    }

    /// Random range of commands from `first` on, with balanced repeats; `None` if there are no such commands, or the
    /// repeats of the range are not balanced.
    fn random_range(&mut self, body: &[BotCommand], first: usize) -> Option<Range<usize>> {
        let left = body.len().checked_sub(first).filter(|left| *left > 0)?;
        let start = first + self.rng.usize(..left);
        let left = body.len() - start;
        // One to four commands; one time in three, more.
        let mut end = start + 1 + self.rng.usize(..left.min(4));
        if self.rng.u8(..3) == 0 {
            end = (end + self.rng.usize(..left)).min(body.len());
        }
        if matches!(body[start], BotCommand::Repeat(_)) && self.rng.bool() {
            end = end_of(body, start) + 1;
        }
        let mut open = 0_usize;
        for command in &body[start..end] {
            match command {
                BotCommand::Repeat(_) => open += 1,
                BotCommand::End => open = open.checked_sub(1)?,
                _ => {}
            }
        }
        (open == 0).then_some(start..end)
    }
}

fn cost(bodies: &[Vec<BotCommand>]) -> usize {
    BotCommand::cost(bodies.iter().flatten())
}

fn is_bracket(command: BotCommand) -> bool {
    matches!(command, BotCommand::Repeat(_) | BotCommand::End)
}

/// Exchanges left and right.
fn mirror(command: &mut BotCommand) {
    *command = match *command {
        BotCommand::Left => BotCommand::Right,
        BotCommand::Right => BotCommand::Left,
        other => other,
    };
}

/// Index of the end of the repeat that starts at `at`; the last command if it has no end.
fn end_of(body: &[BotCommand], at: usize) -> usize {
    let mut open = 0;
    for (index, command) in body.iter().enumerate().skip(at) {
        match command {
            BotCommand::Repeat(_) => open += 1,
            BotCommand::End => open -= 1,
            _ => {}
        }
        if open == 0 {
            return index;
        }
    }
    body.len() - 1
}

/// Number of moves and turns from each state to a light; `u16::MAX` where none lead there.
fn distances(graph: &Graph, light: usize) -> Vec<u16> {
    let mut distances = vec![u16::MAX; graph.states()];
    let is_there = |state: &usize| graph.light[*state] == u16::try_from(light).ok();
    let mut open: Vec<usize> = (0..graph.states()).filter(is_there).collect();
    let mut distance = 0;
    while !open.is_empty() {
        for state in open.drain(..) {
            distances[state] = distances[state].min(distance);
        }
        distance += 1;
        for state in (0..graph.states()).filter(|state| distances[*state] == u16::MAX) {
            let mut leads = graph.moves.iter().map(|step| usize::from(step.next[state]));
            if leads.any(|to| distances[to] < distance) {
                open.push(state);
            }
        }
    }
    distances
}
