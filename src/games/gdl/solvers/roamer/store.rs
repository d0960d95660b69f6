//! Warehouse: tokens of one kind, and an agent that moves one of them at a time.
//!
//! The steps of a token are found on the network with that token alone, and what blocks them with one token more.
//! This model suggests plans; only the network decides whether they hold.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::analysis::View;
use crate::game::Square as Place;
use crate::net::machine::Packed;
use crate::search::{Arrangement, Budget, Steps, Stop};
use crate::solvers::expand::{Expander, LANES};
use crate::solvers::tokens::{Formula, Places};

/// Most words of states that are evaluated.
const MOST_WORK: usize = 4_000_000;

/// Step of a token: the agent's positions before and after, the token's destination, and the places that other tokens
/// must not be on.
#[derive(Clone)]
pub struct Step {
    pub stand: usize,
    pub to: Place,
    pub after: usize,
    pub blocked: Vec<Place>,
    /// The move of the game.
    pub mv: u32,
}

/// Walk of the agent to another position, the places on which a token blocks it, and the move of the game.
pub struct Way {
    pub to: usize,
    pub blocked: Vec<Place>,
    pub mv: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Roams(usize),
    /// A token's places before and after, and the agent's position then.
    Moves(Place, Place, usize),
    Other,
}

/// A state with few tokens: the agent's position, and the tokens' places.
type Scene = (usize, [Option<Place>; 2]);

pub struct Store {
    /// The agent's positions, as facts of the game.
    pub stands: Vec<u32>,
    /// The tokens' places, as facts of the game.
    pub places: Vec<u32>,
    /// Places of the tokens at first; the agent is at its first position.
    pub start: Vec<Place>,
    /// Places where tokens may be in the end.
    pub ends: Vec<Place>,
    /// For each place the steps to the nearest end; `None` if a token reaches none.
    pub far: Vec<Option<u16>>,
    /// For each place the steps of a token there.
    pub steps: Vec<Vec<Step>>,
    /// The same backwards: steps that bring a token there.
    pub back: Vec<Vec<Step>>,
    /// For each place those from which a token alone gets there.
    before: Vec<Vec<Place>>,
    /// For each of the agent's positions the walks from there.
    pub ways: Vec<Vec<Way>>,
    /// For each of the agent's positions the places on which a token keeps the agent off.
    pub taken: Vec<Vec<Place>>,
    /// For each place those on which tokens affect the steps of one there, or it theirs.
    beside: Vec<Vec<Place>>,
}

impl Store {
    /// Builds the warehouse of a game from the families of its tokens and its agent; `None` if its moves are of
    /// another kind, or the work is too much.
    pub fn new(
        view: &View,
        tokens: &Places,
        roamer: &Places,
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        if !view.net.gates.loops.is_empty() {
            return Ok(None);
        }
        let mut looks = Looks::new(view, tokens, roamer, budget);
        let on = |bit: &&u32| view.net.start[**bit as usize];
        let start: Vec<Place> = tokens
            .iter()
            .filter(on)
            .map(|bit| looks.places.number(*bit))
            .collect();
        let Some(stand) = roamer.iter().find(on) else {
            return Ok(None);
        };
        looks.stands.number(*stand);
        let mut ways: Vec<Vec<Way>> = Vec::new();
        while ways.len() < looks.stands.found.len() {
            let stands = ways.len()..looks.stands.found.len();
            let scenes: Vec<Scene> = stands.map(|stand| (stand, [None, None])).collect();
            for effects in looks.effects(&scenes, |_| true, budget)? {
                let roams = |(mv, effect): (u32, Effect)| match effect {
                    Effect::Roams(to) => Some(Way {
                        to,
                        blocked: Vec::new(),
                        mv,
                    }),
                    _ => None,
                };
                let Some(from_here) = effects.into_iter().map(roams).collect() else {
                    return Ok(None);
                };
                ways.push(from_here);
            }
        }
        let stands = ways.len();
        let mut steps: Vec<Vec<Step>> = Vec::new();
        while steps.len() < looks.places.found.len() {
            let (place, places) = (steps.len() as Place, looks.places.found.len());
            if (stands + 4 * places) * places * view.code.words() > MOST_WORK {
                return Ok(None);
            }
            let scenes: Vec<Scene> = (0..stands)
                .map(|stand| (stand, [Some(place), None]))
                .collect();
            let mut here = Vec::new();
            for (stand, effects) in (0..).zip(looks.effects(&scenes, |_| true, budget)?) {
                for way in &mut ways[stand] {
                    if !effects.contains(&(way.mv, Effect::Roams(way.to))) {
                        way.blocked.push(place);
                    }
                }
                for (mv, effect) in effects {
                    match effect {
                        Effect::Roams(_) => {}
                        Effect::Moves(from, to, after) if from == place && after < stands => {
                            let blocked = Vec::new();
                            here.push(Step {
                                stand,
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
        let mut before = vec![Vec::new(); steps.len()];
        for (from, steps) in (0..).zip(&steps) {
            for step in steps {
                before[usize::from(step.to)].push(from);
            }
        }
        let mut store = Self {
            stands: Vec::new(),
            places: Vec::new(),
            start,
            ends: looks.ends(budget)?,
            far: vec![None; steps.len()],
            back: vec![Vec::new(); steps.len()],
            steps,
            before,
            ways,
            taken: Vec::new(),
            beside: Vec::new(),
        };
        store.far = store.distances(&store.ends);
        store.block(&mut looks, budget)?;
        (store.stands, store.places) = (looks.stands.found, looks.places.found);
        Ok(store.finished())
    }

    /// Steps from each place to the nearest of some, for a token alone.
    pub fn distances(&self, ends: &[Place]) -> Vec<Option<u16>> {
        let mut far = vec![None; self.steps.len()];
        let mut layer = ends.to_vec();
        for distance in 0.. {
            layer.retain(|place| {
                let far = &mut far[usize::from(*place)];
                far.is_none() && far.replace(distance).is_none()
            });
            if layer.is_empty() {
                break;
            }
            let before = layer
                .iter()
                .flat_map(|place| &self.before[usize::from(*place)]);
            layer = before.copied().collect();
        }
        far
    }

    /// Drops steps from which no end is reached, and finds the tokens that block the others.
    fn block(&mut self, looks: &mut Looks<'_>, budget: &Budget) -> Result<(), Stop> {
        let count = self.steps.len() as Place;
        for (place, steps) in (0..).zip(&mut self.steps) {
            steps.retain(|step| self.far[usize::from(step.to)].is_some());
            for step in steps {
                let others = (0..count).filter(|other| *other != place);
                let scenes: Vec<Scene> = others
                    .map(|other| (step.stand, [Some(place), Some(other)]))
                    .collect();
                let effects = looks.effects(&scenes, |mv| mv == step.mv, budget)?;
                let same = (step.mv, Effect::Moves(place, step.to, step.after));
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
    fn finished(mut self) -> Option<Self> {
        for (stand, ways) in self.ways.iter().enumerate() {
            let back = |way: &Way| self.ways[way.to].iter().any(|way| way.to == stand);
            if !ways.iter().all(back) {
                return None;
            }
        }
        self.beside = vec![Vec::new(); self.steps.len()];
        for stand in 0..self.ways.len() {
            let mut into = self.ways.iter().flatten().filter(|way| way.to == stand);
            let mut taken = into.next().map_or(Vec::new(), |way| way.blocked.clone());
            into.for_each(|way| taken.retain(|place| way.blocked.contains(place)));
            self.taken.push(taken);
        }
        for (place, steps) in (0..).zip(&self.steps) {
            for step in steps {
                let blocked = [&step.blocked[..], &self.taken[step.stand], &[place]].concat();
                let others = step.blocked.iter().chain(&self.taken[step.stand]);
                for (one, other) in others.flat_map(|other| [(place, *other), (*other, place)]) {
                    let beside = &mut self.beside[usize::from(one)];
                    if !beside.contains(&other) {
                        beside.push(other);
                    }
                }
                self.back[usize::from(step.to)].push(Step {
                    stand: step.after,
                    to: place,
                    after: step.stand,
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

    /// Moves that the agent needs to each of its positions; `None` where it does not get.
    pub fn walks(&self, stand: usize, occupied: &[bool]) -> Vec<Option<u16>> {
        let mut walks = vec![None; self.ways.len()];
        walks[stand] = Some(0);
        let (mut queue, mut at) = (vec![stand], 0);
        while let Some(stand) = queue.get(at) {
            let next = walks[*stand].map(|walk| walk + 1);
            for way in &self.ways[*stand] {
                if walks[way.to].is_none() && is_free(&way.blocked, occupied) {
                    walks[way.to] = next;
                    queue.push(way.to);
                }
            }
            at += 1;
        }
        walks
    }

    /// Positions that the agent can reach, and the first of them.
    pub fn reach(&self, stand: usize, occupied: &[bool]) -> (Vec<bool>, usize) {
        let walks = self.walks(stand, occupied);
        let reached: Vec<bool> = walks.iter().map(Option::is_some).collect();
        let first = reached.iter().position(|reached| *reached);
        (reached, first.unwrap_or(stand))
    }

    /// Number of parts that the tokens divide the agent's positions into.
    pub fn parts(&self, occupied: &[bool]) -> usize {
        let mut seen = vec![false; self.ways.len()];
        let mut parts = 0;
        for stand in 0..seen.len() {
            if !seen[stand] && is_free(&self.taken[stand], occupied) {
                let (reached, _) = self.reach(stand, occupied);
                seen.iter_mut()
                    .zip(reached)
                    .for_each(|(seen, reached)| *seen |= reached);
                parts += 1;
            }
        }
        parts
    }

    /// Moves one token by steps, or by steps backwards, while all others stay where they are; the agent begins at one
    /// of some positions. `end` receives each place of the token, the first position that the agent can reach then,
    /// and the number of steps, the fewest first. Where it returns `true`, those steps are returned with the agent's
    /// positions.
    pub fn travel(
        &self,
        steps: &[Vec<Step>],
        from: Place,
        stands: &[usize],
        others: &[Place],
        mut end: impl FnMut(Place, usize, usize) -> bool,
    ) -> Option<Vec<(usize, u32)>> {
        let mut occupied = self.occupied(others);
        occupied[usize::from(from)] = false;
        let mut seen = vec![false; self.steps.len() * self.ways.len()];
        // Token, agent, the previous entry with the step from there, number of steps.
        type Entry = (Place, usize, Option<(usize, (usize, u32))>, usize);
        let mut trail: Vec<Entry> = stands.iter().map(|stand| (from, *stand, None, 0)).collect();
        let mut queue: VecDeque<usize> = (0..trail.len()).collect();
        while let Some(at) = queue.pop_front() {
            let (place, stand, before, count) = trail[at];
            if seen[usize::from(place) * self.ways.len() + stand] {
                continue;
            }
            occupied[usize::from(place)] = true;
            let (reached, first) = self.reach(stand, &occupied);
            occupied[usize::from(place)] = false;
            let known = &mut seen[usize::from(place) * self.ways.len()..][..self.ways.len()];
            known
                .iter_mut()
                .zip(&reached)
                .for_each(|(known, reached)| *known |= reached);
            if count > 0 && end(place, first, count) {
                let mut way = Vec::new();
                let mut last = before;
                while let Some((at, step)) = last {
                    way.push(step);
                    last = trail[at].2;
                }
                way.reverse();
                return Some(way);
            }
            for step in &steps[usize::from(place)] {
                if reached[step.stand] && is_free(&step.blocked, &occupied) {
                    queue.push_back(trail.len());
                    let made = Some((at, (step.stand, step.mv)));
                    trail.push((step.to, step.after, made, count + 1));
                }
            }
        }
        None
    }

    /// Places from which a token gets to one of some ends past tokens that stay, wherever the agent is.
    pub fn open(&self, ends: &[Place], stay: &[Place]) -> Vec<bool> {
        let occupied = self.occupied(stay);
        let mut open = self.occupied(ends);
        let mut waiting = ends.to_vec();
        while let Some(place) = waiting.pop() {
            for step in &self.back[usize::from(place)] {
                let from = usize::from(step.to);
                if !open[from] && is_free(&step.blocked, &occupied) {
                    open[from] = true;
                    waiting.push(step.to);
                }
            }
        }
        open
    }
}

impl Steps for Store {
    fn cut_off(&self, state: &[Place]) -> Vec<(Vec<bool>, Vec<Place>)> {
        let occupied = self.occupied(&state[1..]);
        let (mut seen, _) = self.reach(state[0].into(), &occupied);
        let mut parts = Vec::new();
        for stand in 0..seen.len() {
            if seen[stand] || !is_free(&self.taken[stand], &occupied) {
                continue;
            }
            let (reached, _) = self.reach(stand, &occupied);
            let [mut part, mut around] = [(); 2].map(|()| vec![false; self.steps.len()]);
            for stand in (0..seen.len()).filter(|stand| reached[*stand]) {
                seen[stand] = true;
                for place in &self.taken[stand] {
                    part[usize::from(*place)] = true;
                }
                for place in self.ways[stand].iter().flat_map(|way| &way.blocked) {
                    around[usize::from(*place)] = true;
                }
            }
            let is_beside = |place: &&Place| {
                let mut steps = self.steps[usize::from(**place)].iter();
                around[usize::from(**place)] || steps.any(|step| reached[step.stand])
            };
            let around = state[1..].iter().filter(is_beside).copied().collect();
            parts.push((part, around));
        }
        parts
    }

    fn touch(&self, one: Place, other: Place) -> bool {
        self.beside[usize::from(one)].contains(&other)
    }

    fn single(&self, state: &[Place]) -> Vec<(Place, Place, Arrangement)> {
        let tokens = &state[1..];
        let occupied = self.occupied(tokens);
        let (reached, _) = self.reach(state[0].into(), &occupied);
        let mut single = Vec::new();
        for place in tokens {
            for step in &self.steps[usize::from(*place)] {
                if reached[step.stand] && is_free(&step.blocked, &occupied) {
                    let moved = tokens
                        .iter()
                        .map(|own| if own == place { step.to } else { *own });
                    let moved = self.arrangement(step.after as Place, moved.collect());
                    single.push((*place, step.to, moved));
                }
            }
        }
        single
    }

    fn arrangement(&self, stand: Place, mut tokens: Vec<Place>) -> Arrangement {
        tokens.sort_unstable();
        let (_, first) = self.reach(stand.into(), &self.occupied(&tokens));
        std::iter::once(first as Place).chain(tokens).collect()
    }

    fn are_at_ends(&self, tokens: &[Place]) -> bool {
        tokens
            .iter()
            .all(|place| self.far[usize::from(*place)] == Some(0))
    }

    /// Returns whether tokens that are not all at ends block each other for good: even if all that can be moved were
    /// gone and the agent were everywhere.
    fn is_stuck(&self, state: &[Place], _: Place) -> bool {
        let mut left = state[1..].to_vec();
        let mut occupied = self.occupied(&left);
        loop {
            let before = left.len();
            left.retain(|place| {
                let mut steps = self.steps[usize::from(*place)].iter();
                let goes = steps.any(|step| {
                    is_free(&step.blocked, &occupied) && is_free(&self.taken[step.stand], &occupied)
                });
                occupied[usize::from(*place)] = !goes;
                !goes
            });
            if left.len() == before {
                return !self.are_at_ends(&left);
            }
        }
    }
}

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

struct Looks<'v> {
    view: &'v View,
    expander: Expander<'v>,
    tokens: &'v Places,
    roamer: &'v Places,
    places: Numbered,
    stands: Numbered,
    /// The first state, without tokens and agent.
    empty: Packed,
}

impl<'v> Looks<'v> {
    fn new(view: &'v View, tokens: &'v Places, roamer: &'v Places, budget: &Budget) -> Self {
        let mut empty = view.start.clone();
        for bit in tokens.iter().chain(roamer) {
            empty[*bit as usize / 64] &= !(1 << (bit % 64));
        }
        Self {
            view,
            expander: Expander::new(view, budget),
            tokens,
            roamer,
            places: Numbered::default(),
            stands: Numbered::default(),
            empty,
        }
    }

    fn state(&self, (stand, tokens): Scene) -> Packed {
        let mut state = self.empty.clone();
        let tokens = tokens.into_iter().flatten();
        let bits = tokens.map(|place| self.places.found[usize::from(place)]);
        for bit in bits.chain([self.stands.found[stand]]) {
            state[bit as usize / 64] |= 1 << (bit % 64);
        }
        state
    }

    /// For each state the effects of legal moves that `asked` accepts, except those without effect.
    fn effects(
        &mut self,
        scenes: &[Scene],
        asked: impl Fn(u32) -> bool,
        budget: &Budget,
    ) -> Result<Vec<Vec<(u32, Effect)>>, Stop> {
        let mut all = vec![Vec::new(); scenes.len()];
        let words = self.empty.len();
        for (chunk, first) in scenes.chunks(LANES).zip((0..).step_by(LANES)) {
            budget.check()?;
            let states: Vec<u64> = chunk.iter().flat_map(|scene| self.state(*scene)).collect();
            self.expander.look(&states);
            let mut changes: Vec<(usize, u32, Changed)> = Vec::new();
            let mut made = |lane: u32, mv: u32, next: &[u64]| {
                let before = &states[lane as usize * words..][..words];
                if before != next {
                    changes.push((lane as usize, mv, changed(before, next)));
                }
                Ok(())
            };
            for lane in 0..chunk.len() {
                let legal: Vec<usize> = self.expander.legal(lane).collect();
                for mv in legal.into_iter().filter(|mv| asked(*mv as u32)) {
                    let state = &states[lane * words..][..words];
                    self.expander.push(lane as u32, state, mv, &mut made)?;
                }
            }
            self.expander.flush(&mut made)?;
            for (lane, mv, changed) in changes {
                all[first + lane].push((mv, self.effect(chunk[lane].0, &changed)));
            }
        }
        Ok(all)
    }

    /// Effect of a move, by the facts that it changes and their new values; `stand` is the agent's position before.
    fn effect(&mut self, mut stand: usize, changed: &[(u32, bool)]) -> Effect {
        let [mut gone, mut come, mut left, mut came] = [None; 4];
        for (bit, on) in changed {
            let is_of = |family: &Places| family.binary_search(bit).is_ok();
            let slot = match (is_of(self.tokens), is_of(self.roamer), on) {
                (true, _, false) => &mut gone,
                (true, _, true) => &mut come,
                (_, true, false) => &mut left,
                (_, true, true) => &mut came,
                _ => return Effect::Other,
            };
            if slot.replace(*bit).is_some() {
                return Effect::Other;
            }
        }
        if left.is_some() != came.is_some() {
            return Effect::Other;
        }
        if let Some(bit) = came {
            stand = self.stands.number(bit).into();
        }
        match (gone, come) {
            (None, None) => Effect::Roams(stand),
            (Some(from), Some(to)) => {
                let [from, to] = [from, to].map(|bit| self.places.number(bit));
                Effect::Moves(from, to, stand)
            }
            _ => Effect::Other,
        }
    }

    /// Places where tokens may be when the goal is reached, given as many tokens as at first and one agent.
    fn ends(&self, budget: &Budget) -> Result<Vec<Place>, Stop> {
        let Some(mut formula) = Formula::new(self.view, budget) else {
            return Ok(Vec::new());
        };
        formula.forbid(&unfound(self.tokens, &self.places));
        formula.forbid(&unfound(self.roamer, &self.stands));
        let start = &self.view.net.start;
        let tokens = self.tokens.iter().filter(|bit| start[**bit as usize]);
        let roamer = formula.keep(&self.stands.found, 1);
        let tokens = formula.keep(&self.places.found, tokens.count());
        let ends = formula.ends(&tokens, &[roamer.holds, tokens.holds])?;
        Ok(ends.into_iter().map(|at| at as Place).collect())
    }
}

fn unfound(family: &Places, numbered: &Numbered) -> Places {
    let unfound = family
        .iter()
        .filter(|bit| !numbered.numbers.contains_key(bit));
    unfound.copied().collect()
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
