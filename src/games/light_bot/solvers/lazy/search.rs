//! One pass: all skeletons – programs without lights commands – of one length.
//!
//! What the robot does never changes which command comes next, so a program in which every command
//! is reached is of one of two kinds. Either its procedures call each other without a circle; or
//! there is one circle, whose body runs for ever once it is entered, and what runs before it.
//! Procedures outside the circle, “helpers”, call each other without one. They are chosen from the
//! bottom up: each then is a map from states to states, a command among others.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::bodies::{Body, Classes, alphabet, continuations, in_normal_form};
use super::bound::Bound;
use super::graph::{CALL, FORWARD, Graph, JUMP, LEFT, Macro, Mask, RIGHT};
use super::place::{Gaps, Skeleton, place};
use crate::games::light_bot::program::{Command, Program};

/// The search was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

type Flow = ControlFlow<Stopped>;

/// What all threads of a search share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Raised to stop all.
    pub(super) stop: AtomicBool,
    /// Nodes looked at.
    pub(super) nodes: AtomicU64,
    /// Skeletons whose walk comes to all lights.
    pub(super) walks: AtomicU64,
    /// Cost of the best program; `usize::MAX` if there is none.
    cost: AtomicUsize,
    best: Mutex<Option<Program>>,
}

impl Shared {
    pub(super) fn new(best: Option<Program>) -> Self {
        Self {
            cost: AtomicUsize::new(best.as_ref().map_or(usize::MAX, Program::cost)),
            best: Mutex::new(best),
            ..Self::default()
        }
    }

    /// Cost of the best program, if there is one.
    pub(super) fn cost(&self) -> Option<usize> {
        let cost = self.cost.load(Ordering::Relaxed);
        (cost < usize::MAX).then_some(cost)
    }

    /// The best program so far.
    pub(super) fn best(&self) -> Option<Program> {
        self.best.lock().ok()?.clone()
    }

    fn offer(&self, program: Program) {
        if let Ok(mut best) = self.best.lock()
            && best
                .as_ref()
                .is_none_or(|best| program.cost() < best.cost())
        {
            self.cost.store(program.cost(), Ordering::Relaxed);
            *best = Some(program);
        }
    }
}

/// The two parts of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Circles that are entered at once: few, and among them are many short programs.
    Pure,
    /// All others.
    Rest,
}

/// What does not change during a pass.
pub(super) struct Pass<'a, M> {
    pub(super) graph: &'a Graph<M>,
    pub(super) classes: &'a Classes,
    /// Bounds without helpers.
    pub(super) base: &'a Bound,
    /// Room for commands: main first.
    pub(super) slots: &'a [usize],
    /// Commands of the skeletons.
    pub(super) length: usize,
    /// Which of them.
    pub(super) part: Part,
    pub(super) shared: &'a Shared,
}

/// A procedure outside the circle.
struct Helper<M> {
    procedure: usize,
    body: Body,
    does: Macro<M>,
    /// Moves and turns that a call comes to.
    moves: usize,
    /// Calls of it by other helpers.
    sites: usize,
}

/// A walk that is on its way.
#[derive(Clone, Copy)]
struct Walker<M> {
    state: u16,
    seen: M,
    /// Which of the beginnings of main it has.
    opening: u32,
}

/// A beginning of main, up to the first call of the top procedure.
struct Opening<M> {
    body: Body,
    /// Calls of the last helper.
    calls: usize,
    state: u16,
    seen: M,
}

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
}

/// A map of states to states in little room: the state in the lower bits, the first lights on the
/// way in the upper ones.
struct Chart(Box<[u16; 1 << Self::STATE_BITS]>);

impl Default for Chart {
    fn default() -> Self {
        Self(Box::new([0; 1 << Self::STATE_BITS]))
    }
}

impl Chart {
    const STATE_BITS: u32 = 10;
    const STATE: u16 = (1 << Self::STATE_BITS) - 1;

    /// The first lights, in the upper bits.
    fn lights_of<M: Mask>(lights: M) -> u16 {
        (lights.low() as u16) << Self::STATE_BITS
    }

    /// Of doing nothing.
    fn still(states: usize) -> Self {
        let mut chart = Self::default();
        for (state, to) in (0..).zip(&mut chart.0[..states]) {
            *to = state;
        }
        chart
    }

    fn of<M: Mask>(does: &Macro<M>) -> Self {
        let mut chart = Self::default();
        for (to, (next, seen)) in chart.0.iter_mut().zip(does.next.iter().zip(&does.seen)) {
            *to = next | Self::lights_of(*seen);
        }
        chart
    }

    /// Of doing `first`, then `step`.
    #[inline]
    fn follow(&mut self, first: &Self, step: &Self, states: usize) {
        for (to, from) in self.0.iter_mut().zip(&first.0[..states]) {
            *to = step.0[usize::from(from & Self::STATE)] | (from & !Self::STATE);
        }
    }
}

/// Commands between two looks at the stop flag.
const PATIENCE: u32 = 1 << 12;

pub(super) struct Worker<'a, M> {
    pass: &'a Pass<'a, M>,
    helpers: Vec<Helper<M>>,
    bounds: Vec<Bound>,
    openings: Vec<Opening<M>>,
    /// Walkers after each command of the top body.
    levels: Vec<Vec<Walker<M>>>,
    top: Body,
    rest: Body,
    /// The top body as a map, as far as it was asked for.
    known: Vec<(u32, u16, M)>,
    /// Each command as a chart, and the begin of the circle after each of its commands.
    steps: Vec<Chart>,
    charts: Vec<Chart>,
    epoch: u32,
    /// The last walk that began a round in each state.
    heads: Vec<u64>,
    walk: u64,
    ticks: u32,
    nodes: u64,
}

impl<'a, M: Mask> Worker<'a, M> {
    pub(super) fn new(pass: &'a Pass<'a, M>) -> Self {
        Self {
            pass,
            helpers: Vec::new(),
            bounds: Vec::new(),
            openings: Vec::new(),
            levels: Vec::new(),
            top: Body::new(),
            rest: Body::new(),
            known: vec![(0, 0, M::default()); pass.graph.states()],
            steps: Vec::new(),
            charts: Vec::new(),
            epoch: 0,
            heads: vec![0; pass.graph.states()],
            walk: 0,
            ticks: 0,
            nodes: 0,
        }
    }

    #[inline]
    fn tick(&mut self) -> Flow {
        self.ticks += 1;
        if self.ticks >= PATIENCE {
            return self.look();
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn look(&mut self) -> Flow {
        let shared = self.pass.shared;
        shared
            .nodes
            .fetch_add(u64::from(self.ticks), Ordering::Relaxed);
        self.nodes += u64::from(self.ticks);
        self.ticks = 0;
        if shared.stop.load(Ordering::Relaxed) {
            return ControlFlow::Break(Stopped);
        }
        ControlFlow::Continue(())
    }

    /// Most lights commands that a program of interest can have.
    fn most_lights(&self) -> usize {
        let room: usize = self.pass.slots.iter().sum();
        let best = self.pass.shared.cost().unwrap_or(usize::MAX);
        room.min(best.saturating_sub(1))
            .saturating_sub(self.pass.length)
    }

    /// All skeletons whose lowest helper begins with `prefix`, if `longer`, or is it; without
    /// helpers if it is empty.
    pub(super) fn unit(&mut self, prefix: &Body, longer: bool) -> Result<(), Stopped> {
        let flow = if prefix.is_empty() {
            self.tops(self.pass.length)
        } else {
            self.lowest(prefix, longer)
        };
        let _ = self.look();
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stopped) => Err(stopped),
        }
    }

    fn lowest(&mut self, prefix: &Body, longer: bool) -> Flow {
        let pass = self.pass;
        let most = pass.length.saturating_sub(2);
        for (procedure, room) in self.free_rooms() {
            let longest = if longer { room.min(most) } else { prefix.len() };
            if prefix.len() > room.min(most) || pass.slots.len() < 3 {
                continue;
            }
            let alphabet = alphabet(pass.graph, 0);
            continuations(&mut prefix.clone(), &alphabet, longest, &mut |body| {
                if pass.classes.is_stood_for(body) {
                    return ControlFlow::Continue(());
                }
                self.helper(procedure, body)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Procedures without commands yet, one for each number of slots.
    fn free_rooms(&self) -> Vec<(usize, usize)> {
        let mut rooms: Vec<(usize, usize)> = Vec::new();
        for (procedure, room) in self.pass.slots.iter().enumerate().skip(1) {
            let taken = self.helpers.iter().any(|h| h.procedure == procedure);
            if !taken && *room > 0 && rooms.iter().all(|(_, other)| other != room) {
                rooms.push((procedure, *room));
            }
        }
        rooms
    }

    fn calls(helpers: &[Helper<M>]) -> Vec<&Macro<M>> {
        helpers.iter().map(|helper| &helper.does).collect()
    }

    /// Works out the bound for the helpers that there are; whether `most` commands may be enough.
    fn bound(&mut self, most: usize) -> bool {
        let depth = self.helpers.len();
        if self.bounds.len() <= depth {
            self.bounds.resize_with(depth + 1, Bound::default);
        }
        let calls = Self::calls(&self.helpers);
        self.bounds[depth].fill(self.pass.graph, &calls, most as u32)
    }

    /// All skeletons with these helpers and this one.
    fn helper(&mut self, procedure: usize, body: &Body) -> Flow {
        let pass = self.pass;
        let used: usize = self.helpers.iter().map(|helper| helper.body.len()).sum();
        let left = pass.length - used - body.len();
        let does = pass.graph.compose(body, &Self::calls(&self.helpers));
        for command in body.iter().filter(|command| **command >= CALL) {
            self.helpers[usize::from(command - CALL)].sites += 1;
        }
        let moves = body.iter().map(|command| match command.checked_sub(CALL) {
            Some(helper) => self.helpers[usize::from(helper)].moves,
            None => 1,
        });
        let moves = moves.sum();
        self.helpers.push(Helper {
            procedure,
            body: body.clone(),
            does,
            moves,
            sites: 0,
        });
        let mut flow = self.tops(left);
        // One procedure has to be left for what calls them.
        if self.helpers.len() + 2 < pass.slots.len() {
            let alphabet = alphabet(pass.graph, self.helpers.len());
            for (procedure, room) in self.free_rooms() {
                let longest = room.min(left.saturating_sub(2));
                if flow.is_break() || longest == 0 {
                    break;
                }
                flow = continuations(&mut Body::new(), &alphabet, longest, &mut |body| {
                    if body.is_empty() {
                        return ControlFlow::Continue(());
                    }
                    self.helper(procedure, body)
                });
            }
        }
        self.helpers.pop();
        for command in body.iter().filter(|command| **command >= CALL) {
            self.helpers[usize::from(command - CALL)].sites -= 1;
        }
        flow?;
        self.tick()
    }

    /// All skeletons with these helpers, `left` commands among main and the rest.
    fn tops(&mut self, left: usize) -> Flow {
        let pass = self.pass;
        if pass.part == Part::Pure {
            return self.circles(left);
        }
        if self.helpers.is_empty() && left <= pass.slots[0] && self.bound(left) {
            self.main_only(left)?;
        }
        let start = self.start();
        let moves = self
            .helpers
            .iter()
            .map(|helper| helper.moves)
            .max()
            .unwrap_or(1);
        let mut lines = Vec::new();
        for (procedure, room) in self.free_rooms() {
            for length in 1..=room.min(left.saturating_sub(1)) {
                let main = left - length;
                // Called from one place only it could as well stand there.
                let alone = main == 1 && length + self.most_lights() <= pass.slots[0];
                let most = (main * length * moves) as u32;
                if main <= pass.slots[0]
                    && !alone
                    && pass.base.allows(start.state, start.seen, most)
                {
                    lines.push((procedure, length, main));
                }
            }
        }
        let most = lines.iter().map(|(_, length, main)| length * main).max();
        // The bound costs more than many of the searches that it makes short.
        if most.is_some_and(|most| self.bound(most)) {
            for (procedure, length, main) in lines {
                self.line(procedure, length, main)?;
            }
        }
        self.circles(left)
    }

    /// Walks of moves only.
    fn main_only(&mut self, left: usize) -> Flow {
        self.top.clear();
        self.rest.clear();
        let start = self.start();
        self.finish(start, left, 1, None)
    }

    fn start(&self) -> Walker<M> {
        let state = self.pass.graph.start;
        Walker {
            state,
            seen: self.pass.graph.under(state),
            opening: u32::MAX,
        }
    }

    /// Programs without a circle whose top procedure has `length` commands, and main `main`.
    fn line(&mut self, procedure: usize, length: usize, main: usize) -> Flow {
        let graph = self.pass.graph;
        let depth = self.helpers.len();
        let gain = length as u32;
        let start = self.start();
        if !self.bounds[depth].allows(start.state, start.seen, main as u32 * gain) {
            return ControlFlow::Continue(());
        }
        self.openings(0, main - 1, |bound, state, seen, made| {
            bound.allows(state, seen, (main - made) as u32 * gain)
        })?;
        let first = (0..).zip(&self.openings).map(|(opening, o)| Walker {
            state: o.state,
            seen: o.seen,
            opening,
        });
        let first: Vec<Walker<M>> = first.collect();
        self.begin(first, length);
        let alphabet = alphabet(graph, depth);
        self.line_top(procedure, &alphabet, length, main)
    }

    fn begin(&mut self, first: Vec<Walker<M>>, length: usize) {
        self.top.clear();
        self.levels
            .resize_with(self.levels.len().max(length + 1), Vec::new);
        self.levels[0] = first;
    }

    fn line_top(&mut self, procedure: usize, alphabet: &[u8], length: usize, main: usize) -> Flow {
        let depth = self.helpers.len();
        let at = self.top.len();
        if at == length {
            return self.line_main(procedure, main);
        }
        for &command in alphabet {
            if !in_normal_form(&self.top, command) {
                continue;
            }
            let (before, after) = self.levels.split_at_mut(at + 1);
            let after = &mut after[0];
            after.clear();
            let step = match self.pass.graph.moves.get(usize::from(command)) {
                Some(step) => step,
                None => &self.helpers[usize::from(command - CALL)].does,
            };
            for walker in &before[at] {
                let from = usize::from(walker.state);
                let (state, seen) = (step.next[from], walker.seen.or(step.seen[from]));
                let made = self.openings[walker.opening as usize].body.len();
                let steps = length - at - 1 + (main - made - 1) * length;
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
                let flow = self.line_top(procedure, alphabet, length, main);
                self.top.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The top body is there: what comes behind its first call in main?
    fn line_main(&mut self, procedure: usize, main: usize) -> Flow {
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

    /// What the top body does from a state.
    #[inline]
    fn top_from(&mut self, state: u16) -> (u16, M) {
        let (epoch, next, seen) = self.known[usize::from(state)];
        if epoch == self.epoch {
            return (next, seen);
        }
        let (mut at, mut seen) = (state, M::default());
        for &command in &self.top {
            let step = match self.pass.graph.moves.get(usize::from(command)) {
                Some(step) => step,
                None => &self.helpers[usize::from(command - CALL)].does,
            };
            seen = seen.or(step.seen[usize::from(at)]);
            at = step.next[usize::from(at)];
        }
        self.known[usize::from(state)] = (self.epoch, at, seen);
        (at, seen)
    }

    /// The last `left` commands of main; `gain` is the number of commands that a call of the top
    /// procedure is worth.
    fn finish(&mut self, walker: Walker<M>, left: usize, gain: u32, top: Option<usize>) -> Flow {
        self.tick()?;
        let graph = self.pass.graph;
        if left == 0 {
            if walker.seen == graph.all {
                self.line_found(walker.opening, top);
            }
            return ControlFlow::Continue(());
        }
        let depth = self.helpers.len();
        let steps = (left as u32 - 1) * gain;
        let calls = depth + usize::from(top.is_some());
        for command in (0..CALL).chain((CALL..).take(calls)) {
            let (state, lights) = match command {
                LEFT | RIGHT if left == 1 || !in_normal_form(&self.rest, command) => continue,
                _ if command < CALL => {
                    let step = &graph.moves[usize::from(command)];
                    let from = usize::from(walker.state);
                    let to = step.next[from];
                    // A move that does nothing, or at the end leads to no light, can be left out.
                    if matches!(command, FORWARD | JUMP)
                        && (to == walker.state
                            || left == 1 && graph.light[usize::from(to)].is_none())
                    {
                        continue;
                    }
                    (to, step.seen[from])
                }
                _ if usize::from(command - CALL) < depth => {
                    let does = &self.helpers[usize::from(command - CALL)].does;
                    let from = usize::from(walker.state);
                    (does.next[from], does.seen[from])
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

    /// Beginnings of main of `least` to `most` commands that may still come to an end in time.
    fn openings(
        &mut self,
        least: usize,
        most: usize,
        allows: impl Fn(&Bound, u16, M, usize) -> bool,
    ) -> Flow {
        let graph = self.pass.graph;
        let bound = self
            .bounds
            .get(self.helpers.len())
            .unwrap_or(self.pass.base);
        let start = self.start();
        let mut open = vec![Opening {
            body: Body::new(),
            calls: 0,
            state: start.state,
            seen: start.seen,
        }];
        // Where moves alone lead no later with as many lights: nothing is gained by others.
        let mut reached: Vec<(u16, M)> = vec![(start.state, start.seen)];
        self.openings.clear();
        for made in 0..=most {
            let mut longer = Vec::new();
            if made < most {
                for opening in &open {
                    let from = usize::from(opening.state);
                    for command in (0..CALL).chain((CALL..).take(self.helpers.len())) {
                        let step = match graph.moves.get(usize::from(command)) {
                            Some(step) => step,
                            None => &self.helpers[usize::from(command - CALL)].does,
                        };
                        let (state, seen) = (step.next[from], opening.seen.or(step.seen[from]));
                        let idle = command <= JUMP && state == opening.state;
                        if idle
                            || !in_normal_form(&opening.body, command)
                            || !allows(bound, state, seen, made + 1)
                        {
                            continue;
                        }
                        let mut body = opening.body.clone();
                        body.push(command);
                        if body.iter().all(|command| *command < CALL) {
                            let known = reached.iter().any(|(other, lights)| {
                                *other == state && lights.or(seen) == *lights
                            });
                            if known {
                                continue;
                            }
                            reached.push((state, seen));
                        }
                        let last = CALL + self.helpers.len() as u8 - 1;
                        let calls = opening.calls + usize::from(command == last);
                        longer.push(Opening {
                            body,
                            calls: if self.helpers.is_empty() { 0 } else { calls },
                            state,
                            seen,
                        });
                    }
                }
            }
            if made >= least {
                self.openings.append(&mut open);
            }
            open = longer;
        }
        ControlFlow::Continue(())
    }

    /// Programs with a circle: the procedures that are left are divided between the circle and
    /// what runs before it, if main has no room for that.
    fn circles(&mut self, left: usize) -> Flow {
        let pass = self.pass;
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
                    sites: if self.helpers.is_empty() { 0 } else { 2 },
                    outside: most.unwrap_or(0),
                    circle,
                    chain,
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
            let step = match self.pass.graph.moves.get(usize::from(command)) {
                Some(step) => step,
                None => &self.helpers[usize::from(command - CALL)].does,
            };
            for walker in &before[at] {
                let from = usize::from(walker.state);
                let lights = step.seen[from];
                // What does nothing when it comes first can as well come last.
                let idle = at == 0
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
        let calls = Self::calls(&self.helpers);
        let step = self.pass.graph.command(command, &calls);
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

    fn opening(&self, index: u32) -> Body {
        self.openings
            .get(index as usize)
            .map_or_else(Body::new, |o| o.body.clone())
    }

    /// Bodies of a skeleton in the order of [`Skeleton::bodies`]: the calls of helpers are moved
    /// behind that of the top procedure.
    fn ordered(&self, body: &[u8], top: bool) -> Body {
        let helpers = self.helpers.len() as u8;
        let renamed = body.iter().map(|command| match *command {
            call if call < CALL => call,
            call if call - CALL == helpers => CALL,
            call => call + u8::from(top),
        });
        renamed.collect()
    }

    /// A walk that comes to all lights and ends.
    #[cold]
    fn line_found(&mut self, opening: u32, top: Option<usize>) {
        let mut main = self.opening(opening);
        if top.is_some() {
            main.push(CALL + self.helpers.len() as u8);
        }
        main.extend(&self.rest);
        self.found(
            main,
            false,
            &[0],
            &top.map_or_else(Vec::new, |top| vec![top]),
        );
    }

    /// A walk that comes to all lights and goes on for ever.
    #[cold]
    fn circle_found(&mut self, opening: u32, circle: &[usize], chain: &[usize]) {
        self.found(self.opening(opening), true, chain, circle);
    }

    /// Tries to put lights commands into a skeleton and all it stands for.
    fn found(&mut self, main: Body, endless: bool, chain: &[usize], tops: &[usize]) {
        let shared = self.pass.shared;
        shared.walks.fetch_add(1, Ordering::Relaxed);
        let has_top = !tops.is_empty();
        let mut bodies = vec![self.ordered(&main, has_top)];
        if has_top {
            bodies.push(self.ordered(&self.top, has_top));
        }
        bodies.extend(self.helpers.iter().map(|h| self.ordered(&h.body, has_top)));
        let calls = |call: usize| {
            let all = bodies.iter().flatten();
            all.filter(|command| usize::from(**command) == usize::from(CALL) + call)
                .count()
        };
        let skip = usize::from(has_top);
        if (0..self.helpers.len()).any(|helper| calls(helper + skip) == 0) {
            return;
        }
        let classes = self.pass.classes;
        let lowest = self.helpers.first().map(|helper| helper.body.clone());
        let others = lowest.iter().flat_map(|body| classes.others(body)).cloned();
        let all: Vec<Option<Body>> = [lowest.clone()]
            .into_iter()
            .chain(others.map(Some))
            .collect();
        for lowest in all {
            if let Some(body) = lowest {
                bodies[1 + skip] = body;
            }
            let room = |list: &[usize]| {
                let last = usize::from(endless);
                list.iter()
                    .map(|p| self.pass.slots[*p] - last)
                    .sum::<usize>()
            };
            let mut rooms = vec![room(chain)];
            if has_top {
                rooms.push(room(tops));
            }
            rooms.extend(self.helpers.iter().map(|h| self.pass.slots[h.procedure]));
            let room: Vec<usize> = rooms
                .iter()
                .zip(&bodies)
                .map(|(room, body)| room.saturating_sub(body.len()))
                .collect();
            let skeleton = Skeleton {
                bodies: bodies.clone(),
                room,
                endless,
            };
            let most = self.most_lights();
            if let Some((cost, gaps)) = place(self.pass.graph, &skeleton, most) {
                debug_assert!(cost <= most);
                let program = self.program(&skeleton, &gaps, chain, tops);
                shared.offer(program);
            }
        }
    }

    /// The program of a skeleton with lights commands in these gaps.
    fn program(
        &self,
        skeleton: &Skeleton,
        gaps: &Gaps,
        chain: &[usize],
        tops: &[usize],
    ) -> Program {
        let endless = skeleton.endless;
        // Procedure that each body's calls mean: the top one, then the helpers.
        let first_top = tops.first().copied();
        let helpers = self.helpers.iter().map(|helper| helper.procedure);
        let names: Vec<usize> = first_top.into_iter().chain(helpers).collect();
        let named = |procedure: usize| Command::Call(procedure as u8);
        let command = |command: u8| match command {
            FORWARD => Command::Forward,
            JUMP => Command::Jump,
            LEFT => Command::Left,
            RIGHT => Command::Right,
            call => named(names[usize::from(call - CALL)]),
        };
        let filled = |index: usize| {
            let body = &skeleton.bodies[index];
            let mut out = Vec::new();
            for at in 0..=body.len() {
                let here = gaps
                    .iter()
                    .filter(|(body, gap, _)| (*body, *gap) == (index, at));
                let times = here.map(|(_, _, times)| *times).sum();
                out.extend(std::iter::repeat_n(Command::Light, times));
                out.extend(body.get(at).map(|number| command(*number)));
            }
            out
        };
        let mut procedures = vec![Vec::new(); self.pass.slots.len()];
        // A run of commands over several procedures, each ending in a call of the next.
        let mut spread = |commands: Vec<Command>, over: &[usize], then: Option<usize>| {
            let mut commands = commands.into_iter();
            for (index, procedure) in over.iter().enumerate() {
                let next = over.get(index + 1).copied().or(then);
                let room = self.pass.slots[*procedure] - usize::from(next.is_some());
                let mut body: Vec<Command> = commands.by_ref().take(room).collect();
                body.extend(next.map(named));
                procedures[*procedure] = body;
            }
        };
        spread(filled(0), chain, first_top.filter(|_| endless));
        if first_top.is_some() {
            spread(filled(1), tops, first_top.filter(|_| endless));
        }
        let skip = 1 + usize::from(first_top.is_some());
        for (index, helper) in self.helpers.iter().enumerate() {
            spread(filled(skip + index), &[helper.procedure], None);
        }
        Program::new(procedures)
    }
}
