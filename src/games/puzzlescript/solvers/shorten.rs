//! Shortens a plan by shortcuts between the states it passes.
//!
//! A breadth-first search from each state of the plan seeks a later one, or a win, in fewer moves; after a shortcut,
//! moves without effect and loops are cut out. Whatever is joined was replayed on the engine, so the acts are a plan at
//! any time, and they never get more. Each round over the plan allows four times as many states per search, so that
//! short shortcuts anywhere come before long ones.

use super::states::{Reached, StateTable};
use super::walker::{Next, Walker};

pub struct PlanShortener {
    acts: Vec<u8>,
    /// States before each act, by position.
    plan_states: StateTable,
    /// Position of the next search.
    from: usize,
    /// Most states per search in this round.
    max_states: usize,
}

const FIRST_ROUND_STATES: usize = 300;
/// Factor of the states per search from round to round.
const ROUND_GROWTH: usize = 4;
/// Positions by which the search goes back after a shortcut: there may be another one from a little earlier.
const STEP_BACK: usize = 8;
/// No search of this many states, some gigabytes, is started.
const MAX_STATES: usize = 1 << 24;

impl PlanShortener {
    pub fn new(start: &[u64], acts: Vec<u8>, walker: &mut Walker) -> Self {
        let mut shorten = Self {
            acts,
            plan_states: StateTable::new(start, start.len()),
            from: 0,
            max_states: FIRST_ROUND_STATES,
        };
        let acts = shorten.acts.clone();
        if !shorten.follow(acts, walker) {
            shorten.max_states = MAX_STATES;
        }
        shorten
    }

    pub fn acts(&self) -> &[u8] {
        &self.acts
    }

    /// Replays a plan and stores it with its states, without loops and moves without effect. Returns false, and stores
    /// nothing, if the budget ends first.
    fn follow(&mut self, acts: Vec<u8>, walker: &mut Walker) -> bool {
        let start = self.plan_states.state(0).to_vec();
        let mut path: Vec<(Vec<u64>, u8)> = Vec::new();
        let mut current = start.clone();
        for act in acts {
            // Cuts the loop that ended here.
            if let Some(known) = path.iter().position(|(state, _)| *state == current) {
                path.truncate(known);
            }
            path.push((current.clone(), act));
            match walker.step(&current, act) {
                Next::Moved => current.clone_from(&walker.after),
                Next::Unknown => return false,
                Next::Unchanged | Next::Won => {}
            }
        }
        self.acts.clear();
        self.plan_states = StateTable::new(&start, start.len());
        for (state, act) in path {
            self.plan_states.add(&state);
            self.acts.push(act);
        }
        true
    }

    pub fn has_more(&self) -> bool {
        self.acts.len() > 1 && self.max_states < MAX_STATES
    }

    /// Searches from one state, until `is_over`.
    pub fn search_next(&mut self, walker: &mut Walker, is_over: &dyn Fn() -> bool) {
        if self.from + 1 >= self.acts.len() {
            self.from = 0;
            self.max_states *= ROUND_GROWTH;
        }
        match self.best_shortcut(walker, is_over) {
            Some((to, shortcut)) => {
                let mut acts = self.acts.clone();
                acts.splice(self.from..to, shortcut);
                self.follow(acts, walker);
                self.from = self.from.saturating_sub(STEP_BACK);
            }
            None => self.from += 1,
        }
    }

    /// The shortcut that saves most: the position it reaches (the end counts as one) and its acts.
    fn best_shortcut(
        &self,
        walker: &mut Walker,
        is_over: &dyn Fn() -> bool,
    ) -> Option<(usize, Vec<u8>)> {
        let first = self.plan_states.state(self.from).to_vec();
        let mut states = StateTable::new(&first, first.len());
        // Moves saved, position reached, acts.
        let mut best: Option<(usize, usize, Vec<u8>)> = None;
        let mut next = 0;
        while next < states.len() && states.len() < self.max_states && !is_over() {
            for act in 0..walker.acts() {
                let to = match states.reach(walker, next, act, None) {
                    Reached::Win => Some(self.acts.len()),
                    Reached::New(new) => self.plan_states.find(states.state(new)),
                    Reached::Nothing | Reached::Unknown | Reached::Known(_) => None,
                };
                let length = states.depth(next) + 1;
                let saved = to.and_then(|to| (to.checked_sub(self.from)?).checked_sub(length));
                if let (Some(to), Some(saved)) = (to, saved)
                    && saved > best.as_ref().map_or(0, |best| best.0)
                {
                    best = Some((saved, to, states.path(next, Some(act))));
                }
            }
            next += 1;
        }
        best.map(|(_, to, acts)| (to, acts))
    }
}
