//! One pass: enumerates all skeletons (programs without lights commands) of one length.
//!
//! The board never influences which command comes next. So in a program in which every command is reached, either no
//! procedure calls itself, directly or indirectly, or there is exactly one cycle of calls, whose body repeats for
//! ever once entered, and commands before it. Procedures outside the cycle ("helpers") call each other acyclically.
//! They are chosen bottom-up; each is then an effect, a map of states to states, and counts as one command.
//!
//! The *top* procedure is the last one chosen: main calls it, or it is the cycle. An *opening* is the beginning of main
//! up to its first call of the top procedure; a *walker* is a state, with the lights visited so far, after an opening
//! and the first commands of the top body.
//!
//! Pruning: bodies are in normal form; acyclic programs must be allowed by the distance bound.

mod cycle;
mod dag;
mod programs;
mod variants;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::bound::DistanceBound;
use super::graph::{
    Body, CALL, Flow, Graph, JUMP, LightSet, Macro, alphabet, continuations, in_normal_form,
};
use super::shared::SharedBest;
use crate::puzzle::BotPuzzle;
use crate::solvers::kinds::LoopFilter;
use cycle::StateMap;

/// One of the two steps of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PassPart {
    /// Cycles entered at once: few, and often among the shortest programs.
    Pure,
    /// Programs without a cycle, and cycles after other commands.
    Rest,
}

/// Input of a pass, which its workers share.
pub(super) struct PassContext<'a> {
    pub(super) puzzle: &'a Arc<BotPuzzle>,
    pub(super) graph: &'a Graph,
    /// Distance bound for programs without helpers.
    pub(super) base: &'a DistanceBound,
    /// Slots of each procedure, main first.
    pub(super) slots: &'a [usize],
    /// Number of commands of the skeletons.
    pub(super) length: usize,
    pub(super) part: PassPart,
    pub(super) shared: &'a SharedBest,
}

/// Procedure outside the cycle.
struct Helper {
    procedure: usize,
    body: Body,
    effect: Macro,
    /// Number of moves and turns per call.
    moves: usize,
}

#[derive(Clone, Copy)]
struct Walker {
    state: u16,
    /// Lights visited so far.
    seen: LightSet,
    /// Index into the openings of [`Worker`], or [`NO_OPENING`].
    opening: u32,
}

impl Walker {
    #[inline]
    fn after(self, step: &Macro) -> Self {
        let from = usize::from(self.state);
        Self {
            state: step.next[from],
            seen: self.seen.or(step.seen[from]),
            ..self
        }
    }
}

/// Opening of walkers that do not start with one.
const NO_OPENING: u32 = u32::MAX;

/// Beginning of main, up to the first call of the top procedure.
struct Opening {
    body: Body,
    /// Number of calls of the last helper.
    calls: usize,
    state: u16,
    seen: LightSet,
}

impl Opening {
    fn walker(&self, index: u32) -> Walker {
        Walker {
            state: self.state,
            seen: self.seen,
            opening: index,
        }
    }
}

/// Effect of a command by its number: a move or turn, or the call of a helper.
#[inline]
fn step<'m>(graph: &'m Graph, helpers: &'m [Helper], command: u8) -> &'m Macro {
    match graph.moves.get(usize::from(command)) {
        Some(step) => step,
        None => &helpers[usize::from(command - CALL)].effect,
    }
}

/// Effect of the top body in a state.
#[derive(Clone, Default)]
struct TopEffect {
    /// [`Worker::epoch`] when this was computed: for later top bodies it is out of date.
    epoch: u32,
    next: u16,
    /// Lights reached on the way.
    seen: LightSet,
}

/// Number of ticks between checks of the stop flag.
const TICKS_PER_CHECK: u32 = 1 << 12;

/// Search of one thread. Its lists are reused from skeleton to skeleton.
pub(super) struct Worker<'a> {
    pass: &'a PassContext<'a>,
    /// Chosen helpers, the lowest first: each calls earlier ones only.
    helpers: Vec<Helper>,
    /// Distance bound with the first helpers, by their number.
    bounds: Vec<DistanceBound>,
    openings: Vec<Opening>,
    /// Walkers after each command of the top body.
    levels: Vec<Vec<Walker>>,
    /// Commands of the top procedure or of the cycle.
    top: Body,
    /// Commands of main after its first call of the top procedure.
    rest: Body,
    /// Effect of the top body by state, computed on demand.
    top_effects: Vec<TopEffect>,
    /// Effect of each move and turn and of each helper's call, by command.
    steps: Vec<StateMap>,
    /// Effect of the cycle's first commands, by their number.
    prefixes: Vec<StateMap>,
    /// Number of top bodies so far.
    epoch: u32,
    /// Last walk that started a round in each state.
    heads: Vec<u64>,
    /// Number of walks so far, by which they are distinguished.
    walk: u64,
    ticks: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(pass: &'a PassContext<'a>) -> Self {
        Self {
            pass,
            helpers: Vec::new(),
            bounds: Vec::new(),
            openings: Vec::new(),
            levels: Vec::new(),
            top: Body::new(),
            rest: Body::new(),
            top_effects: vec![TopEffect::default(); pass.graph.states()],
            steps: Vec::new(),
            prefixes: Vec::new(),
            epoch: 0,
            heads: vec![0; pass.graph.states()],
            walk: 0,
            ticks: 0,
        }
    }

    #[inline]
    fn tick(&mut self) -> Flow {
        self.ticks += 1;
        if self.ticks >= TICKS_PER_CHECK {
            return self.check_stop();
        }
        ControlFlow::Continue(())
    }

    #[cold]
    fn check_stop(&mut self) -> Flow {
        let shared = self.pass.shared;
        let ticks = std::mem::take(&mut self.ticks);
        shared.nodes.fetch_add(ticks.into(), Ordering::Relaxed);
        match shared.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Maximum number of lights commands of an acceptable program.
    fn max_lights(&self) -> usize {
        let slots: usize = self.pass.slots.iter().sum();
        let max = slots.min(self.pass.shared.max_cost());
        max.saturating_sub(self.pass.length)
    }

    /// Enumerates skeletons whose lowest helper is `prefix` or, if `longer`, starts with it;
    /// skeletons without helpers if it is empty.
    pub(super) fn unit(&mut self, prefix: &Body, longer: bool) -> Flow {
        let flow = match prefix.is_empty() {
            true => self.tops(self.pass.length),
            false => self.lowest(prefix, longer),
        };
        // Counts the remaining ticks; `flow` already says whether the search ends.
        let _ = self.check_stop();
        flow
    }

    /// Enumerates skeletons by their lowest helper, in each procedure that may hold it.
    fn lowest(&mut self, prefix: &Body, longer: bool) -> Flow {
        let pass = self.pass;
        let alphabet = alphabet(pass.graph, 0);
        for (procedure, slots) in self.free_procedures() {
            // Main and the procedure that calls the helper have a command each. So there are at least three procedures.
            let max = slots.min(pass.length.saturating_sub(2));
            let longest = if longer { max } else { prefix.len() };
            if prefix.len() > max || pass.slots.len() < 3 {
                continue;
            }
            continuations(&mut prefix.clone(), &alphabet, longest, &mut |body| {
                self.helper(procedure, body)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Unused procedures and their numbers of slots; of those with the same number only one, as they are equivalent.
    fn free_procedures(&self) -> Vec<(usize, usize)> {
        let mut free: Vec<(usize, usize)> = Vec::new();
        for (procedure, slots) in self.pass.slots.iter().enumerate().skip(1) {
            let taken = self.helpers.iter().any(|h| h.procedure == procedure);
            if !taken && *slots > 0 && free.iter().all(|(_, other)| other != slots) {
                free.push((procedure, *slots));
            }
        }
        free
    }

    fn calls(helpers: &[Helper]) -> Vec<&Macro> {
        helpers.iter().map(|helper| &helper.effect).collect()
    }

    /// Computes the bound for the current helpers; returns whether `max` commands may suffice.
    fn bound(&mut self, max: usize) -> bool {
        let depth = self.helpers.len();
        if self.bounds.len() <= depth {
            self.bounds.resize_with(depth + 1, DistanceBound::default);
        }
        let calls = Self::calls(&self.helpers);
        self.bounds[depth].fill(self.pass.graph, &calls, max as u32)
    }

    /// Adds a helper, and enumerates the skeletons with it and with further ones above.
    fn helper(&mut self, procedure: usize, body: &Body) -> Flow {
        let pass = self.pass;
        let used: usize = self.helpers.iter().map(|helper| helper.body.len()).sum();
        let left = pass.length - used - body.len();
        let effect = pass.graph.compose(body, &Self::calls(&self.helpers));
        let moves = body.iter().map(|command| match command.checked_sub(CALL) {
            Some(helper) => self.helpers[usize::from(helper)].moves,
            None => 1,
        });
        self.helpers.push(Helper {
            procedure,
            moves: moves.sum(),
            body: body.clone(),
            effect,
        });
        let mut flow = self.tops(left);
        // One procedure must remain to call them.
        if self.helpers.len() + 2 < pass.slots.len() {
            let alphabet = alphabet(pass.graph, self.helpers.len());
            for (procedure, slots) in self.free_procedures() {
                let longest = slots.min(left.saturating_sub(2));
                if flow.is_break() || longest == 0 {
                    break;
                }
                flow = continuations(&mut Body::new(), &alphabet, longest, &mut |body| match body
                    .is_empty()
                {
                    true => ControlFlow::Continue(()),
                    false => self.helper(procedure, body),
                });
            }
        }
        self.helpers.pop();
        flow?;
        self.tick()
    }

    /// Enumerates skeletons with these helpers and `left` commands in the other bodies.
    fn tops(&mut self, left: usize) -> Flow {
        let pass = self.pass;
        if pass.part == PassPart::Pure || pass.shared.loops == LoopFilter::With {
            return self.cycles(left);
        }
        let start = self.start();
        if self.helpers.is_empty() && left <= pass.slots[0] && self.bound(left) {
            self.top.clear();
            self.rest.clear();
            // Main alone: each of its commands counts once.
            self.finish(start, left, 1, None)?;
        }
        let moves = self.helpers.iter().map(|helper| helper.moves).max();
        let moves = moves.unwrap_or(1);
        let mut shapes = Vec::new();
        for (procedure, slots) in self.free_procedures() {
            for length in 1..=slots.min(left.saturating_sub(1)) {
                let main = left - length;
                // Called once, the procedure could be inlined.
                let can_inline = main == 1 && length + self.max_lights() <= pass.slots[0];
                let max_steps = (main * length * moves) as u32;
                if main <= pass.slots[0]
                    && !can_inline
                    && pass.base.allows(start.state, start.seen, max_steps)
                {
                    shapes.push((procedure, length, main));
                }
            }
        }
        let max_length = shapes.iter().map(|(_, length, main)| length * main).max();
        // Computing the bound costs more than many of the searches it prunes.
        if max_length.is_some_and(|max_length| self.bound(max_length)) {
            for (procedure, length, main) in shapes {
                self.dag(procedure, length, main)?;
            }
        }
        self.cycles(left)
    }

    fn start(&self) -> Walker {
        let state = self.pass.graph.start;
        Walker {
            state,
            seen: self.pass.graph.under(state),
            opening: NO_OPENING,
        }
    }

    /// Begins an empty top body of up to `length` commands with these walkers.
    fn start_top(&mut self, walkers: Vec<Walker>, length: usize) {
        self.top.clear();
        let levels = self.levels.len().max(length + 1);
        self.levels.resize_with(levels, Vec::new);
        self.levels[0] = walkers;
    }

    /// Moves the walkers of a level by one command to the next level, without those that `keeps` refuses, given the
    /// worker and the walker before and after the command.
    #[inline]
    fn advance(&mut self, at: usize, command: u8, keeps: impl Fn(&Self, &Walker, &Walker) -> bool) {
        let mut after = std::mem::take(&mut self.levels[at + 1]);
        after.clear();
        let step = step(self.pass.graph, &self.helpers, command);
        let walkers = self.levels[at].iter();
        let moved = walkers.map(|walker| (walker, walker.after(step)));
        let kept = moved.filter(|(before, after)| keeps(self, before, after));
        after.extend(kept.map(|(_, after)| after));
        self.levels[at + 1] = after;
    }

    /// State after the top body from a state, and the lights visited.
    #[inline]
    fn top_from(&mut self, state: u16) -> (u16, LightSet) {
        let TopEffect { epoch, next, seen } = self.top_effects[usize::from(state)];
        if epoch == self.epoch {
            return (next, seen);
        }
        let mut walker = Walker {
            state,
            seen: LightSet::default(),
            opening: NO_OPENING,
        };
        for &command in &self.top {
            walker = walker.after(step(self.pass.graph, &self.helpers, command));
        }
        let Walker {
            state: next, seen, ..
        } = walker;
        self.top_effects[usize::from(state)] = TopEffect {
            epoch: self.epoch,
            next,
            seen,
        };
        (next, seen)
    }

    /// Beginnings of main of `min` to `max` commands, all of whose parts `allows` accepts: given the bound, the state,
    /// the visited lights and the number of commands.
    fn openings(
        &mut self,
        min: usize,
        max: usize,
        allows: impl Fn(&DistanceBound, u16, LightSet, usize) -> bool,
    ) {
        let graph = self.pass.graph;
        let bound = self.bounds.get(self.helpers.len());
        let bound = bound.unwrap_or(self.pass.base);
        let start = self.start();
        let mut open = vec![Opening {
            body: Body::new(),
            calls: 0,
            state: start.state,
            seen: start.seen,
        }];
        self.openings.clear();
        for length in 0..=max {
            let mut longer = Vec::new();
            if length < max {
                for opening in &open {
                    let from = usize::from(opening.state);
                    for command in (0..CALL).chain((CALL..).take(self.helpers.len())) {
                        let step = step(graph, &self.helpers, command);
                        let (state, seen) = (step.next[from], opening.seen.or(step.seen[from]));
                        let idle = command <= JUMP && state == opening.state;
                        if idle
                            || !in_normal_form(&opening.body, command)
                            || !allows(bound, state, seen, length + 1)
                        {
                            continue;
                        }
                        let mut body = opening.body.clone();
                        body.push(command);
                        longer.push(Opening {
                            body,
                            calls: opening.calls + usize::from(command == self.last_call()),
                            state,
                            seen,
                        });
                    }
                }
            }
            if length >= min {
                self.openings.append(&mut open);
            }
            open = longer;
        }
    }

    /// Number of the call of the last helper; without helpers that of the first one, which no body has.
    fn last_call(&self) -> u8 {
        (CALL - 1 + self.helpers.len() as u8).max(CALL)
    }
}
