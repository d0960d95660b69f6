//! A store: tokens of one kind on their places, and the roamer that moves one of them at a time. What a token can do is
//! found out on the network with that token alone, and what is in its way with one more. So the store says where to look for
//! plans, and only the network whether these are some.

use std::collections::VecDeque;

use crate::analysis::View;
use crate::game::Square as Place;
use crate::net::machine::{Packed, is_on};
use crate::search::{Budget, Stop};
use crate::solvers::expand::{Expander, LANES};
use crate::solvers::tokens::Tokens;

/// Most words of states that are looked at.
const MOST_WORK: usize = 4_000_000;

/// A step of a token: where the roamer makes it, where it takes token and roamer, and which places other tokens
/// must not be on.
#[derive(Clone)]
pub(super) struct Step {
    pub stand: usize,
    pub to: Place,
    pub after: usize,
    pub blocked: Vec<Place>,
    /// The move of the game.
    pub mv: u32,
}

/// What one move in a state with few tokens changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Roams(usize),
    /// From one place to another, after which the roamer is there.
    Moves(Place, Place, usize),
    Other,
}

/// A state with few tokens: where the roamer is, and they.
type Scene = (usize, [Option<Place>; 2]);

/// The places of tokens and the stands of the roamer.
pub(super) struct Store {
    /// Where the roamer is at first, and where the tokens are.
    pub start: (usize, Vec<Place>),
    /// The places where tokens may be in the end.
    pub ends: Vec<Place>,
    /// For each place the steps to the nearest end, if a token comes to any.
    pub far: Vec<Option<u16>>,
    /// For each place the steps of a token there.
    pub steps: Vec<Vec<Step>>,
    /// The same backwards: what brings a token there.
    pub back: Vec<Vec<Step>>,
    /// For each stand where the roamer goes from there, and the places on which a token is in its way.
    pub ways: Vec<Vec<(usize, Vec<Place>)>>,
    /// For each stand the places on which a token keeps the roamer off.
    pub taken: Vec<Vec<Place>>,
}

impl Store {
    /// The store of a game, the roamer's places being given in order; nothing if its moves are not such, or if it is
    /// too much work.
    pub fn new(
        view: &View,
        tokens: &Tokens,
        stands: &[u32],
        budget: &Budget,
    ) -> Result<Option<Self>, Stop> {
        let Some((places, ways)) = tokens.without(stands).most() else {
            return Ok(None);
        };
        let scenes = stands.len() * places.len() + 4 * places.len() * places.len();
        if scenes * view.code.words() > MOST_WORK || !view.net.gates.loops.is_empty() {
            return Ok(None);
        }
        let on = |bit: &u32| view.net.start[*bit as usize];
        let numbers = || 0..places.len() as Place;
        let at_start = numbers().filter(|place| on(&places[usize::from(*place)]));
        let Some(stand) = stands.iter().position(on) else {
            return Ok(None);
        };
        let far = |place: Place| ways.iter().map(|way| way[usize::from(place)]).min();
        let is_end = |place: &Place| far(*place) == Some(0);
        let mut store = Self {
            start: (stand, at_start.collect()),
            ends: numbers().filter(is_end).collect(),
            far: numbers()
                .map(|place| far(place).filter(|far| *far < u16::MAX))
                .collect(),
            steps: vec![Vec::new(); places.len()],
            back: vec![Vec::new(); places.len()],
            ways: vec![Vec::new(); stands.len()],
            taken: Vec::new(),
        };
        let mut looks = Looks::new(view, &places, stands);
        for stand in 0..stands.len() {
            let one = numbers().map(|place| (stand, [Some(place), None]));
            let scenes: Vec<Scene> = std::iter::once((stand, [None, None])).chain(one).collect();
            let effects = looks.effects(&scenes, |_, _| true, budget)?;
            let (nobody, one) = effects.split_at(1);
            for (mv, effect) in &nobody[0] {
                let Effect::Roams(to) = *effect else {
                    return Ok(None);
                };
                let roams = |place: &Place| one[usize::from(*place)].contains(&(*mv, *effect));
                store.ways[stand].push((to, numbers().filter(|place| !roams(place)).collect()));
            }
            for (place, effects) in numbers().zip(one) {
                for (mv, effect) in effects {
                    match *effect {
                        Effect::Roams(_) => {}
                        Effect::Moves(from, to, after) if from == place => {
                            let blocked = Vec::new();
                            let step = Step {
                                stand,
                                to,
                                after,
                                blocked,
                                mv: *mv,
                            };
                            store.steps[usize::from(place)].push(step);
                        }
                        _ => return Ok(None),
                    }
                }
            }
        }
        store.block(&mut looks, budget)?;
        Ok(store.finished())
    }

    /// Finds out which steps other tokens are in the way of.
    fn block(&mut self, looks: &mut Looks<'_>, budget: &Budget) -> Result<(), Stop> {
        let count = self.steps.len() as Place;
        for (place, steps) in (0..).zip(&mut self.steps) {
            steps.retain(|step| self.far[usize::from(step.to)].is_some());
            for step in steps {
                let others = (0..count).filter(|other| *other != place);
                let scenes: Vec<Scene> = others
                    .map(|other| (step.stand, [Some(place), Some(other)]))
                    .collect();
                let effects = looks.effects(&scenes, |_, mv| mv == step.mv, budget)?;
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

    /// Adds what follows from steps and ways; nothing if the roamer does not come back by all of these.
    fn finished(mut self) -> Option<Self> {
        for (stand, ways) in self.ways.iter().enumerate() {
            let back = |(to, _): &(usize, _)| self.ways[*to].iter().any(|(to, _)| *to == stand);
            if !ways.iter().all(back) {
                return None;
            }
        }
        for stand in 0..self.ways.len() {
            let mut into = self.ways.iter().flatten().filter(|(to, _)| *to == stand);
            let mut taken = into
                .next()
                .map_or(Vec::new(), |(_, blocked)| blocked.clone());
            into.for_each(|(_, blocked)| taken.retain(|place| blocked.contains(place)));
            self.taken.push(taken);
        }
        for (place, steps) in (0..).zip(&self.steps) {
            for step in steps {
                let blocked = [&step.blocked[..], &self.taken[step.stand], &[place]].concat();
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

    /// Which places have tokens.
    pub fn occupied(&self, tokens: &[Place]) -> Vec<bool> {
        let mut occupied = vec![false; self.steps.len()];
        tokens
            .iter()
            .for_each(|place| occupied[usize::from(*place)] = true);
        occupied
    }

    /// Where the roamer can go, and the first of these stands.
    pub fn reach(&self, stand: usize, occupied: &[bool]) -> (Vec<bool>, usize) {
        let mut reached = vec![false; self.ways.len()];
        reached[stand] = true;
        let (mut open, mut first) = (vec![stand], stand);
        while let Some(stand) = open.pop() {
            first = first.min(stand);
            for (to, blocked) in &self.ways[stand] {
                if !reached[*to] && is_free(blocked, occupied) {
                    reached[*to] = true;
                    open.push(*to);
                }
            }
        }
        (reached, first)
    }

    /// How many parts the tokens cut the roamer's stands into.
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

    /// Brings one token about by steps, or by steps backwards, while all others stay where they are. The roamer begins on one
    /// of some stands. `end` is told where the token can be, the first stand that the roamer can go to then, and
    /// after how many steps, the fewest first; those are returned where it says so, each with its stand.
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
        // Token and roamer, the entry before and the step from there, how many steps.
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

    /// From which places a token comes to one of some ends while tokens that stay are on others, whoever roams where.
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

    /// Whether tokens are in each other's way for good and one of them is not at an end: even if all that can be moved were
    /// gone, and the roamer everywhere.
    pub fn is_stuck(&self, tokens: &[Place]) -> bool {
        let mut occupied = self.occupied(tokens);
        let mut left = tokens.to_vec();
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
                return left
                    .iter()
                    .any(|place| self.far[usize::from(*place)] != Some(0));
            }
        }
    }
}

/// Whether no token is on these places.
pub(super) fn is_free(places: &[Place], occupied: &[bool]) -> bool {
    places.iter().all(|place| !occupied[usize::from(*place)])
}

/// Looks at states with few tokens.
struct Looks<'v> {
    expander: Expander<'v>,
    places: &'v [u32],
    stands: &'v [u32],
    /// The first state without tokens and roamer.
    empty: Packed,
}

impl<'v> Looks<'v> {
    fn new(view: &'v View, places: &'v [u32], stands: &'v [u32]) -> Self {
        let mut empty = view.start.clone();
        for bit in places.iter().chain(stands) {
            empty[*bit as usize / 64] &= !(1 << (bit % 64));
        }
        Self {
            expander: Expander::new(view),
            places,
            stands,
            empty,
        }
    }

    fn state(&self, (stand, tokens): Scene) -> Packed {
        let mut state = self.empty.clone();
        let tokens = tokens.into_iter().flatten();
        let bits = tokens.map(|place| self.places[usize::from(place)]);
        for bit in bits.chain([self.stands[stand]]) {
            state[bit as usize / 64] |= 1 << (bit % 64);
        }
        state
    }

    /// For each scene what legal moves do that are asked about; those that do nothing are left out.
    fn effects(
        &mut self,
        scenes: &[Scene],
        asked: impl Fn(usize, u32) -> bool,
        budget: &Budget,
    ) -> Result<Vec<Vec<(u32, Effect)>>, Stop> {
        let mut all = vec![Vec::new(); scenes.len()];
        let words = self.empty.len();
        let (places, stands) = (self.places, self.stands);
        for (chunk, first) in scenes.chunks(LANES).zip((0..).step_by(LANES)) {
            budget.check()?;
            let states: Vec<u64> = chunk.iter().flat_map(|scene| self.state(*scene)).collect();
            self.expander.look(&states);
            let mut made = |lane: u32, mv: u32, next: &[u64]| {
                let before = &states[lane as usize * words..][..words];
                if before != next {
                    let effect = effect(places, stands, before, next);
                    all[first + lane as usize].push((mv, effect));
                }
                Ok(())
            };
            for lane in 0..chunk.len() {
                let legal: Vec<usize> = self.expander.legal(lane).collect();
                for mv in legal {
                    if asked(first + lane, mv as u32) {
                        let state = &states[lane * words..][..words];
                        self.expander.push(lane as u32, state, mv, &mut made)?;
                    }
                }
            }
            self.expander.flush(&mut made)?;
        }
        Ok(all)
    }
}

/// What changed from one state to the next.
fn effect(places: &[u32], stands: &[u32], before: &[u64], next: &[u64]) -> Effect {
    let on = |state: &[u64], at: u32| is_on(state, at as usize);
    let mut changed = Vec::new();
    for (word, (before, next)) in (0..).zip(before.iter().zip(next)) {
        let mut bits = before ^ next;
        while bits != 0 {
            changed.push(64 * word + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
    let (mut gone, mut come) = (None, None);
    let mut stand = stands.iter().position(|bit| on(next, *bit));
    for bit in changed {
        let other = match (places.binary_search(&bit), stands.binary_search(&bit)) {
            (Ok(place), _) if on(next, bit) => come.replace(place as Place).is_some(),
            (Ok(place), _) => gone.replace(place as Place).is_some(),
            (_, Ok(at)) if on(next, bit) => stand.replace(at) != Some(at),
            (_, Ok(_)) => false,
            _ => true,
        };
        if other {
            return Effect::Other;
        }
    }
    match (gone, come, stand) {
        (None, None, Some(stand)) => Effect::Roams(stand),
        (Some(from), Some(to), Some(stand)) => Effect::Moves(from, to, stand),
        _ => Effect::Other,
    }
}
