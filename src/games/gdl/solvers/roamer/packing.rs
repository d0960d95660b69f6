//! Packs the tokens of a warehouse one after the other, for a quick plan. Squares are tokens' places and the agent's
//! positions.

use std::cell::OnceCell;

use crate::game::Square;
use crate::search::{Budget, PACKED, Packable, Packing, Progress, Shut, Steps, Stop, least_costs};

use super::plan;
use super::store::{Store, is_free};
use crate::analysis::View;
use crate::solvers::replay;

struct Tokens<'s> {
    store: &'s Store,
    /// For a token alone on each place, the part of the warehouse that each agent position is in; and the most parts
    /// that one token makes.
    parts: OnceCell<(Vec<Vec<usize>>, usize)>,
    shut: Shut,
}

impl Store {
    /// Plan that brings tokens to their ends one after the other, replayed by the rules.
    pub fn plan(
        &self,
        view: &View,
        anywhere: bool,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let Some(steps) = self.pack(budget, progress)? else {
            return Ok(None);
        };
        let steps = steps
            .into_iter()
            .map(|(stand, mv)| (self.stands[stand], mv));
        let plan = plan::spell(view, &self.stands, steps, anywhere, budget)?;
        Ok(plan.and_then(|plan| replay::won(view, plan, anywhere)))
    }

    /// Steps that bring all tokens to ends, each with the agent's position.
    fn pack(
        &self,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Vec<(usize, u32)>>, Stop> {
        let start = self.arrangement(0, self.start.clone());
        let Some(mut packing) = Packing::of(Tokens::of(self), &start, budget)? else {
            return Ok(None);
        };
        let packed = packing.pack(&start, budget, progress, |_| ());
        if packed.is_none() {
            budget.check()?;
        }
        Ok(packed.map(|(steps, _)| steps))
    }
}

impl<'s> Tokens<'s> {
    fn of(store: &'s Store) -> Self {
        Self {
            store,
            parts: OnceCell::new(),
            shut: Shut::default(),
        }
    }

    /// For each agent position its part of the warehouse, with a token alone on a place.
    fn parts_beside(&self, place: Square) -> Vec<usize> {
        let occupied = self.store.occupied(&[place]);
        let mut firsts: Vec<usize> = Vec::new();
        let part = |stand| {
            let (_, first) = self.store.reach(stand, &occupied);
            let known = firsts.iter().position(|own| *own == first);
            known.unwrap_or_else(|| {
                firsts.push(first);
                firsts.len() - 1
            })
        };
        (0..self.store.ways.len()).map(part).collect()
    }
}

impl Packable for Tokens<'_> {
    type Step = (usize, u32);

    fn squares(&self) -> usize {
        self.store.steps.len()
    }

    fn ends(&self) -> Vec<Square> {
        self.store.ends.clone()
    }

    fn travel(
        &self,
        state: &[Square],
        from: Square,
        mut end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<(usize, u32)>> {
        let end = |place, first, steps| end(place, first as Square, steps);
        let stands = [usize::from(state[0])];
        self.store
            .travel(&self.store.steps, from, &stands, &state[1..], end)
    }

    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        mut end: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize> {
        let store = self.store;
        let end = |place, first, steps| end(place, first as Square, steps);
        let occupied = store.occupied(full);
        let stands = store.back[usize::from(from)].iter().map(|step| step.stand);
        let free = stands.filter(|stand| is_free(&store.taken[*stand], &occupied));
        let stands: Vec<usize> = free.collect();
        let way = store.travel(&store.back, from, &stands, full, end);
        way.map(|way| way.len())
    }

    fn open(&self, ends: &[Square], stay: &[Square]) -> Vec<bool> {
        self.store.open(ends, stay)
    }

    fn parts(&self, pieces: &[Square]) -> usize {
        self.store.parts(&self.store.occupied(pieces))
    }

    fn far(&self, square: Square) -> Option<usize> {
        self.store.far[usize::from(square)].map(usize::from)
    }

    fn toll(&self, somebody: Square, end: Square, toll: &[usize]) -> usize {
        let store = self.store;
        let tolls = |places: &[Square]| {
            places
                .iter()
                .map(|place| toll[usize::from(*place)])
                .sum::<usize>()
        };
        let walks = least_costs(
            store.ways.len(),
            [(somebody.into(), 0)],
            |stand, cost, next| {
                let ways = store.ways[stand].iter();
                next.extend(ways.map(|way| (way.to, cost + tolls(&way.blocked))));
                true
            },
        );
        let mut best = usize::MAX;
        // Nodes are a token's place and the part where the agent is then.
        let (part, parts) = self.parts.get_or_init(|| {
            let places = 0..store.steps.len() as Square;
            let part: Vec<_> = places.map(|place| self.parts_beside(place)).collect();
            let most = part.iter().flatten().max().map_or(0, |most| most + 1);
            (part, most)
        });
        let ends = (0..*parts).map(|part| (usize::from(end) * parts + part, 0));
        least_costs(store.steps.len() * parts, ends, |node, cost, next| {
            let (place, own) = (node / parts, node % parts);
            let is_there = |stand: usize| part[place][stand] == own;
            if toll[place] == 1 && place != usize::from(end) {
                let stands = store.steps[place].iter().map(|step| step.stand);
                let walk = stands
                    .filter(|stand| is_there(*stand))
                    .map(|stand| walks[stand])
                    .min();
                best = best.min(walk.map_or(usize::MAX, |walk| walk.saturating_add(cost)));
            }
            for step in store.back[place].iter().filter(|step| is_there(step.stand)) {
                let from = usize::from(step.to);
                let behind = store.taken[step.after].iter();
                let packed = behind
                    .filter(|place| toll[usize::from(**place)] == PACKED)
                    .count();
                let cost = cost + toll[place] + PACKED * packed;
                next.push((from * parts + part[from][step.after], cost));
            }
            cost <= best
        });
        best
    }

    fn is_stuck(&self, state: &[Square], to: Square) -> bool {
        self.store.is_stuck(state, to)
    }

    fn is_shut(&self, state: &[Square]) -> bool {
        self.shut.is_shut(self.store, state)
    }
}
