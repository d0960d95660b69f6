//! Warehouse: tokens of one kind, and an agent that moves one of them at a time.
//!
//! The steps of a token are found on the network with that token alone, and what blocks them with one token more.
//! This model suggests plans; only the network decides whether they hold.
//!
//! Tokens stand on places, the agent on positions. Both are numbered from 0, in the order in which moves reach them from
//! the start; the agent starts at position 0. A state ([`Arrangement`]) is the first position that the agent can reach,
//! then the tokens' places, sorted.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::analysis::SearchNet;
use crate::net::machine::Packed;
use crate::solvers::heuristics::tokens::{Formula, Places};
use crate::solvers::search::expand::{Expander, LANES};
use planwright_game::Square as Place;
use planwright_game::search::{Arrangement, Budget, Stop, Warehouse};

/// Most words of states that are evaluated to build a warehouse: about a second.
const MAX_WORK: usize = 4_000_000;

/// Step of a token: the agent's positions before and after, the token's destination, and the places that other tokens
/// must not be on.
#[derive(Clone)]
pub struct TokenStep {
    pub agent: usize,
    pub to: Place,
    pub after: usize,
    pub blocked: Vec<Place>,
    pub mv: u32,
}

/// Walk of the agent to another position, the places on which a token blocks it, and the move of the game.
pub struct AgentWalk {
    pub to: usize,
    pub blocked: Vec<Place>,
    pub mv: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenEffect {
    /// Only the agent moves, to this position.
    Walks(usize),
    /// A token's places before and after, and the agent's position then.
    Moves(Place, Place, usize),
    /// Something else changes; the game is no warehouse.
    Other,
}

/// A state with at most two tokens: the agent's position, and the tokens' places.
type TokenScene = (usize, [Option<Place>; 2]);

pub struct TokenWarehouse {
    /// The agent's positions, as facts of the game.
    pub positions: Vec<u32>,
    /// The tokens' places, as facts of the game.
    pub places: Vec<u32>,
    /// Places of the tokens at first; the agent is at position 0.
    pub start: Vec<Place>,
    /// Places where tokens may be in the end.
    pub goals: Vec<Place>,
    /// For each place the steps to the nearest end; `None` if a token reaches none.
    pub distances: Vec<Option<u16>>,
    /// For each place the steps of a token there.
    pub steps: Vec<Vec<TokenStep>>,
    /// The same backwards: steps that bring a token there.
    pub back: Vec<Vec<TokenStep>>,
    /// For each place those from which a token alone gets there.
    predecessors: Vec<Vec<Place>>,
    /// For each of the agent's positions the walks from there.
    pub walks: Vec<Vec<AgentWalk>>,
    /// For each of the agent's positions the places on which a token keeps the agent off.
    pub excluding: Vec<Vec<Place>>,
    /// For each place those on which tokens affect the steps of one there, or it theirs.
    interacting: Vec<Vec<Place>>,
}

impl TokenWarehouse {
    /// Builds the warehouse of a game from the families of its tokens and its agent; `None` if its moves are of
    /// another kind, or the work is too much.
    pub fn new(
        view: &SearchNet,
        tokens: &Places,
        agent_bits: &Places,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        if !view.net.gates.loops.is_empty() {
            return Ok(None);
        }
        let mut probe = EffectProbe::new(view, tokens, agent_bits, budget);
        let on = |bit: &&u32| view.net.start[**bit as usize];
        let start: Vec<Place> = tokens
            .iter()
            .filter(on)
            .map(|bit| probe.places.number(*bit))
            .collect();
        let Some(first) = agent_bits.iter().find(on) else {
            return Ok(None);
        };
        probe.positions.number(*first);
        let mut walks: Vec<Vec<AgentWalk>> = Vec::new();
        while walks.len() < probe.positions.found.len() {
            let positions = walks.len()..probe.positions.found.len();
            let scenes: Vec<TokenScene> = positions.map(|agent| (agent, [None, None])).collect();
            for effects in probe.effects(&scenes, |_| true, budget)? {
                let to_walk = |(mv, effect): (u32, TokenEffect)| match effect {
                    TokenEffect::Walks(to) => Some(AgentWalk {
                        to,
                        blocked: Vec::new(),
                        mv,
                    }),
                    _ => None,
                };
                let Some(here) = effects.into_iter().map(to_walk).collect() else {
                    return Ok(None);
                };
                walks.push(here);
            }
        }
        let count = walks.len();
        let mut steps: Vec<Vec<TokenStep>> = Vec::new();
        while steps.len() < probe.places.found.len() {
            let (place, places) = (steps.len() as Place, probe.places.found.len());
            if (count + 4 * places) * places * view.code.words() > MAX_WORK {
                return Ok(None);
            }
            let scenes: Vec<TokenScene> = (0..count)
                .map(|agent| (agent, [Some(place), None]))
                .collect();
            let mut here = Vec::new();
            for (agent, effects) in (0..).zip(probe.effects(&scenes, |_| true, budget)?) {
                for walk in &mut walks[agent] {
                    if !effects.contains(&(walk.mv, TokenEffect::Walks(walk.to))) {
                        walk.blocked.push(place);
                    }
                }
                for (mv, effect) in effects {
                    match effect {
                        TokenEffect::Walks(_) => {}
                        TokenEffect::Moves(from, to, after) if from == place && after < count => {
                            let blocked = Vec::new();
                            here.push(TokenStep {
                                agent,
                                to,
                                after,
                                blocked,
                                mv,
                            });
                        }
                        _ => return Ok(None),
                    }
                }
            }
            steps.push(here);
        }
        let mut predecessors = vec![Vec::new(); steps.len()];
        for (from, steps) in (0..).zip(&steps) {
            for step in steps {
                predecessors[usize::from(step.to)].push(from);
            }
        }
        let mut warehouse = Self {
            positions: Vec::new(),
            places: Vec::new(),
            start,
            goals: probe.ends(budget)?,
            distances: vec![None; steps.len()],
            back: vec![Vec::new(); steps.len()],
            steps,
            predecessors,
            walks,
            excluding: Vec::new(),
            interacting: Vec::new(),
        };
        warehouse.distances = warehouse.distances(&warehouse.goals);
        warehouse.find_blockers(&mut probe, budget)?;
        (warehouse.positions, warehouse.places) = (probe.positions.found, probe.places.found);
        Ok(warehouse.complete())
    }

    /// Steps from each place to the nearest of some, for a token alone.
    pub fn distances(&self, goals: &[Place]) -> Vec<Option<u16>> {
        let mut distances = vec![None; self.steps.len()];
        let mut layer = goals.to_vec();
        for distance in 0.. {
            layer.retain(|place| {
                let entry = &mut distances[usize::from(*place)];
                entry.is_none() && entry.replace(distance).is_none()
            });
            if layer.is_empty() {
                break;
            }
            let before = layer
                .iter()
                .flat_map(|place| &self.predecessors[usize::from(*place)]);
            layer = before.copied().collect();
        }
        distances
    }

    /// Drops steps from which no end is reached, and finds the tokens that block the others.
    fn find_blockers(&mut self, probe: &mut EffectProbe<'_>, budget: &Budget) -> Result<(), Stop> {
        let count = self.steps.len() as Place;
        for (place, steps) in (0..).zip(&mut self.steps) {
            steps.retain(|step| self.distances[usize::from(step.to)].is_some());
            for step in steps {
                let others = (0..count).filter(|other| *other != place);
                let scenes: Vec<TokenScene> = others
                    .map(|other| (step.agent, [Some(place), Some(other)]))
                    .collect();
                let effects = probe.effects(&scenes, |mv| mv == step.mv, budget)?;
                let same = (step.mv, TokenEffect::Moves(place, step.to, step.after));
                for ((_, tokens), effects) in scenes.into_iter().zip(effects) {
                    if !effects.contains(&same) {
                        step.blocked.extend(tokens[1]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds what follows from steps and walks; `None` if the agent cannot walk back everywhere.
    fn complete(mut self) -> Option<Self> {
        for (agent, walks) in self.walks.iter().enumerate() {
            let back = |walk: &AgentWalk| self.walks[walk.to].iter().any(|other| other.to == agent);
            if !walks.iter().all(back) {
                return None;
            }
        }
        self.interacting = vec![Vec::new(); self.steps.len()];
        for agent in 0..self.walks.len() {
            let mut into = self.walks.iter().flatten().filter(|walk| walk.to == agent);
            let mut excluding = into.next().map_or(Vec::new(), |walk| walk.blocked.clone());
            into.for_each(|walk| excluding.retain(|place| walk.blocked.contains(place)));
            self.excluding.push(excluding);
        }
        for (place, steps) in (0..).zip(&self.steps) {
            for step in steps {
                let blocked = [&step.blocked[..], &self.excluding[step.agent], &[place]].concat();
                let others = step.blocked.iter().chain(&self.excluding[step.agent]);
                for (one, other) in others.flat_map(|other| [(place, *other), (*other, place)]) {
                    let interacting = &mut self.interacting[usize::from(one)];
                    if !interacting.contains(&other) {
                        interacting.push(other);
                    }
                }
                self.back[usize::from(step.to)].push(TokenStep {
                    agent: step.after,
                    to: place,
                    after: step.agent,
                    blocked,
                    mv: step.mv,
                });
            }
        }
        Some(self)
    }

    /// For each place whether it has a token.
    pub fn occupied(&self, tokens: &[Place]) -> Vec<bool> {
        let mut occupied = vec![false; self.steps.len()];
        tokens
            .iter()
            .for_each(|place| occupied[usize::from(*place)] = true);
        occupied
    }

    /// Number of walks that the agent needs to each position; `None` where it does not get. `occupied` tells for each place
    /// whether it has a token, here and below.
    pub fn walk_lengths(&self, agent: usize, occupied: &[bool]) -> Vec<Option<u16>> {
        let mut walks = vec![None; self.walks.len()];
        walks[agent] = Some(0);
        let (mut queue, mut at) = (vec![agent], 0);
        while let Some(agent) = queue.get(at) {
            let next = walks[*agent].map(|walk| walk + 1);
            for walk in &self.walks[*agent] {
                if walks[walk.to].is_none() && is_free(&walk.blocked, occupied) {
                    walks[walk.to] = next;
                    queue.push(walk.to);
                }
            }
            at += 1;
        }
        walks
    }

    /// Positions that the agent can reach, and the first of them.
    pub fn reach(&self, agent: usize, occupied: &[bool]) -> (Vec<bool>, usize) {
        let lengths = self.walk_lengths(agent, occupied);
        let reached: Vec<bool> = lengths.iter().map(Option::is_some).collect();
        let first = reached.iter().position(|reached| *reached);
        (reached, first.unwrap_or(agent))
    }

    /// Number of parts that the tokens divide the agent's positions into.
    pub fn regions(&self, occupied: &[bool]) -> usize {
        let mut visited = vec![false; self.walks.len()];
        let mut count = 0;
        for agent in 0..visited.len() {
            if !visited[agent] && is_free(&self.excluding[agent], occupied) {
                let (reached, _) = self.reach(agent, occupied);
                visited
                    .iter_mut()
                    .zip(reached)
                    .for_each(|(visited, reached)| *visited |= reached);
                count += 1;
            }
        }
        count
    }

    /// Moves one token by `steps` ([`Self::steps`] or [`Self::back`]) while `others` stay where they are; the agent begins
    /// at one of `positions`. `visit` receives each place of the token, the first position that the agent can reach
    /// then, and the number of steps, the fewest first. Where it returns `true`, those steps are returned: the agent's
    /// position before each, and the move.
    pub fn travel(
        &self,
        steps: &[Vec<TokenStep>],
        from: Place,
        positions: &[usize],
        others: &[Place],
        mut visit: impl FnMut(Place, usize, usize) -> bool,
    ) -> Option<Vec<(usize, u32)>> {
        let mut occupied = self.occupied(others);
        occupied[usize::from(from)] = false;
        let mut visited = vec![false; self.steps.len() * self.walks.len()];
        let start = |agent: &usize| TrailEntry {
            place: from,
            agent: *agent,
            before: None,
            count: 0,
        };
        let mut trail: Vec<TrailEntry> = positions.iter().map(start).collect();
        let mut queue: VecDeque<usize> = (0..trail.len()).collect();
        while let Some(at) = queue.pop_front() {
            let TrailEntry {
                place,
                agent,
                before,
                count,
            } = trail[at];
            if visited[usize::from(place) * self.walks.len() + agent] {
                continue;
            }
            occupied[usize::from(place)] = true;
            let (reached, first) = self.reach(agent, &occupied);
            occupied[usize::from(place)] = false;
            let known = &mut visited[usize::from(place) * self.walks.len()..][..self.walks.len()];
            known
                .iter_mut()
                .zip(&reached)
                .for_each(|(known, reached)| *known |= reached);
            if count > 0 && visit(place, first, count) {
                let mut path = Vec::new();
                let mut last = before;
                while let Some((at, step)) = last {
                    path.push(step);
                    last = trail[at].before;
                }
                path.reverse();
                return Some(path);
            }
            for step in &steps[usize::from(place)] {
                if reached[step.agent] && is_free(&step.blocked, &occupied) {
                    queue.push_back(trail.len());
                    trail.push(TrailEntry {
                        place: step.to,
                        agent: step.after,
                        before: Some((at, (step.agent, step.mv))),
                        count: count + 1,
                    });
                }
            }
        }
        None
    }

    /// Places from which a token gets to one of some ends past tokens that stay, wherever the agent is.
    pub fn can_reach(&self, goals: &[Place], stay: &[Place]) -> Vec<bool> {
        let occupied = self.occupied(stay);
        let mut can_reach = self.occupied(goals);
        let mut waiting = goals.to_vec();
        while let Some(place) = waiting.pop() {
            for step in &self.back[usize::from(place)] {
                let from = usize::from(step.to);
                if !can_reach[from] && is_free(&step.blocked, &occupied) {
                    can_reach[from] = true;
                    waiting.push(step.to);
                }
            }
        }
        can_reach
    }
}

impl Warehouse for TokenWarehouse {
    fn corrals(&self, state: &[Place]) -> Vec<(Vec<bool>, Vec<Place>)> {
        let occupied = self.occupied(&state[1..]);
        let (mut visited, _) = self.reach(state[0].into(), &occupied);
        let mut corrals = Vec::new();
        for agent in 0..visited.len() {
            if visited[agent] || !is_free(&self.excluding[agent], &occupied) {
                continue;
            }
            let (reached, _) = self.reach(agent, &occupied);
            let [mut corral, mut border] = [(); 2].map(|()| vec![false; self.steps.len()]);
            for agent in (0..visited.len()).filter(|agent| reached[*agent]) {
                visited[agent] = true;
                for place in &self.excluding[agent] {
                    corral[usize::from(*place)] = true;
                }
                for place in self.walks[agent].iter().flat_map(|walk| &walk.blocked) {
                    border[usize::from(*place)] = true;
                }
            }
            let is_adjacent = |place: &&Place| {
                let mut steps = self.steps[usize::from(**place)].iter();
                border[usize::from(**place)] || steps.any(|step| reached[step.agent])
            };
            let tokens = state[1..].iter().filter(is_adjacent).copied().collect();
            corrals.push((corral, tokens));
        }
        corrals
    }

    fn are_adjacent(&self, one: Place, other: Place) -> bool {
        self.interacting[usize::from(one)].contains(&other)
    }

    fn box_steps(&self, state: &[Place]) -> Vec<(Place, Place, Arrangement)> {
        let tokens = &state[1..];
        let occupied = self.occupied(tokens);
        let (reached, _) = self.reach(state[0].into(), &occupied);
        let mut steps = Vec::new();
        for place in tokens {
            for step in &self.steps[usize::from(*place)] {
                if reached[step.agent] && is_free(&step.blocked, &occupied) {
                    let moved = tokens
                        .iter()
                        .map(|own| if own == place { step.to } else { *own });
                    let moved = self.canonical(step.after as Place, moved.collect());
                    steps.push((*place, step.to, moved));
                }
            }
        }
        steps
    }

    fn canonical(&self, agent: Place, mut tokens: Vec<Place>) -> Arrangement {
        tokens.sort_unstable();
        let (_, first) = self.reach(agent.into(), &self.occupied(&tokens));
        std::iter::once(first as Place).chain(tokens).collect()
    }

    fn are_on_goals(&self, tokens: &[Place]) -> bool {
        tokens
            .iter()
            .all(|place| self.distances[usize::from(*place)] == Some(0))
    }

    /// Returns whether tokens that are not all at ends block each other for good: even if all that can be moved were
    /// gone and the agent were everywhere.
    fn freezes(&self, state: &[Place], _: Place) -> bool {
        let mut stuck = state[1..].to_vec();
        let mut occupied = self.occupied(&stuck);
        loop {
            let before = stuck.len();
            stuck.retain(|place| {
                let mut steps = self.steps[usize::from(*place)].iter();
                let goes = steps.any(|step| {
                    is_free(&step.blocked, &occupied)
                        && is_free(&self.excluding[step.agent], &occupied)
                });
                occupied[usize::from(*place)] = !goes;
                !goes
            });
            if stuck.len() == before {
                return !self.are_on_goals(&stuck);
            }
        }
    }
}

/// A token on its way ([`TokenWarehouse::travel`]).
#[derive(Clone, Copy)]
struct TrailEntry {
    place: Place,
    agent: usize,
    /// Index of the entry before, with the step from there: the agent's position and the move.
    before: Option<(usize, (usize, u32))>,
    /// Number of steps.
    count: usize,
}

/// Returns whether none of the places has a token.
pub(super) fn is_free(places: &[Place], occupied: &[bool]) -> bool {
    places.iter().all(|place| !occupied[usize::from(*place)])
}

/// Facts of a family, numbered in the order of their discovery.
#[derive(Default)]
struct Numbered {
    found: Vec<u32>,
    numbers: FxHashMap<u32, Place>,
}

impl Numbered {
    fn number(&mut self, bit: u32) -> Place {
        let found = &mut self.found;
        *self.numbers.entry(bit).or_insert_with(|| {
            found.push(bit);
            (found.len() - 1) as Place
        })
    }
}

/// Finds out what moves do in states with few tokens.
struct EffectProbe<'v> {
    view: &'v SearchNet,
    expander: Expander<'v>,
    tokens: &'v Places,
    agent_bits: &'v Places,
    places: Numbered,
    positions: Numbered,
    /// The first state, without tokens and agent.
    empty: Packed,
}

impl<'v> EffectProbe<'v> {
    fn new(
        view: &'v SearchNet,
        tokens: &'v Places,
        agent_bits: &'v Places,
        budget: &Budget,
    ) -> Self {
        let mut empty = view.start.clone();
        for bit in tokens.iter().chain(agent_bits) {
            empty[*bit as usize / 64] &= !(1 << (bit % 64));
        }
        Self {
            view,
            expander: Expander::new(view, budget),
            tokens,
            agent_bits,
            places: Numbered::default(),
            positions: Numbered::default(),
            empty,
        }
    }

    fn state(&self, (agent, tokens): TokenScene) -> Packed {
        let mut state = self.empty.clone();
        let tokens = tokens.into_iter().flatten();
        let bits = tokens.map(|place| self.places.found[usize::from(place)]);
        for bit in bits.chain([self.positions.found[agent]]) {
            state[bit as usize / 64] |= 1 << (bit % 64);
        }
        state
    }

    /// For each scene the legal moves that `accepts` allows and their effects; moves without effect are left out.
    fn effects(
        &mut self,
        scenes: &[TokenScene],
        accepts: impl Fn(u32) -> bool,
        budget: &Budget,
    ) -> Result<Vec<Vec<(u32, TokenEffect)>>, Stop> {
        let mut all = vec![Vec::new(); scenes.len()];
        let words = self.empty.len();
        for (chunk, first) in scenes.chunks(LANES).zip((0..).step_by(LANES)) {
            budget.check()?;
            let states: Vec<u64> = chunk.iter().flat_map(|scene| self.state(*scene)).collect();
            self.expander.evaluate(&states);
            let mut changes: Vec<(usize, u32, Changed)> = Vec::new();
            let mut emit = |lane: u32, mv: u32, next: &[u64]| {
                let before = &states[lane as usize * words..][..words];
                if before != next {
                    changes.push((lane as usize, mv, changed(before, next)));
                }
                Ok(())
            };
            for lane in 0..chunk.len() {
                let legal: Vec<usize> = self.expander.legal(lane).collect();
                for mv in legal.into_iter().filter(|mv| accepts(*mv as u32)) {
                    let state = &states[lane * words..][..words];
                    self.expander.push(lane as u32, state, mv, &mut emit)?;
                }
            }
            self.expander.flush(&mut emit)?;
            for (lane, mv, changed) in changes {
                all[first + lane].push((mv, self.effect(chunk[lane].0, &changed)));
            }
        }
        Ok(all)
    }

    /// Effect of a move, by the facts that it changes and their new values; `agent` is the agent's position before.
    fn effect(&mut self, mut agent: usize, changed: &[(u32, bool)]) -> TokenEffect {
        let [mut gone, mut come, mut left, mut came] = [None; 4];
        for (bit, on) in changed {
            let is_in = |family: &Places| family.binary_search(bit).is_ok();
            let slot = match (is_in(self.tokens), is_in(self.agent_bits), on) {
                (true, _, false) => &mut gone,
                (true, _, true) => &mut come,
                (_, true, false) => &mut left,
                (_, true, true) => &mut came,
                _ => return TokenEffect::Other,
            };
            if slot.replace(*bit).is_some() {
                return TokenEffect::Other;
            }
        }
        if left.is_some() != came.is_some() {
            return TokenEffect::Other;
        }
        if let Some(bit) = came {
            agent = self.positions.number(bit).into();
        }
        match (gone, come) {
            (None, None) => TokenEffect::Walks(agent),
            (Some(from), Some(to)) => {
                let [from, to] = [from, to].map(|bit| self.places.number(bit));
                TokenEffect::Moves(from, to, agent)
            }
            _ => TokenEffect::Other,
        }
    }

    /// Places where tokens may be when the goal is reached, given as many tokens as at first and one agent.
    fn ends(&self, budget: &Budget) -> Result<Vec<Place>, Stop> {
        let Some(mut formula) = Formula::new(self.view, budget) else {
            return Ok(Vec::new());
        };
        formula.forbid(&undiscovered(self.tokens, &self.places));
        formula.forbid(&undiscovered(self.agent_bits, &self.positions));
        let start = &self.view.net.start;
        let tokens = self.tokens.iter().filter(|bit| start[**bit as usize]);
        let agent = formula.encode(&self.positions.found, 1);
        let tokens = formula.encode(&self.places.found, tokens.count());
        let ends = formula.ends(&tokens, &[agent.holds, tokens.holds])?;
        Ok(ends.into_iter().map(|at| at as Place).collect())
    }
}

fn undiscovered(family: &Places, numbered: &Numbered) -> Places {
    let undiscovered = family
        .iter()
        .filter(|bit| !numbered.numbers.contains_key(bit));
    undiscovered.copied().collect()
}

/// Facts that differ from one state to the next, and whether they hold in the latter.
type Changed = Vec<(u32, bool)>;

fn changed(before: &[u64], next: &[u64]) -> Changed {
    let mut changed = Vec::new();
    for (word, (before, next)) in (0..).zip(before.iter().zip(next)) {
        let mut bits = before ^ next;
        while bits != 0 {
            let bit = bits.trailing_zeros();
            changed.push((64 * word + bit, next >> bit & 1 == 1));
            bits &= bits - 1;
        }
    }
    changed
}
