//! Packs the tokens of a warehouse one after the other, for a quick plan, by the search that Sokoban uses, too
//! ([`Packing`]). Its squares are tokens' places or the agent's positions, each numbered from 0 ([`TokenWarehouse`]);
//! its player is the agent, its boxes are the tokens.

use std::cell::OnceCell;

use super::plan;
use super::warehouse::{TokenWarehouse, is_free};
use crate::analysis::SearchNet;
use crate::solvers::search::replay;
use planwright_game::Square;
use planwright_game::search::{
    Budget, CorralCache, PACKED_COST, Packable, Packing, Progress, Stop, Warehouse, least_costs,
};

struct TokenPacking<'s> {
    warehouse: &'s TokenWarehouse,
    /// For a token alone on each place, the part of the warehouse that each agent position is in; and the most parts
    /// that one token makes.
    regions: OnceCell<(Vec<Vec<usize>>, usize)>,
    corrals: CorralCache,
}

impl TokenWarehouse {
    /// Plan that brings tokens to goals one after the other; `None` if none is found, or the rules do not allow it.
    pub fn plan(
        &self,
        view: &SearchNet,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let Some(steps) = self.pack(budget, progress)? else {
            return Ok(None);
        };
        let steps = steps
            .into_iter()
            .map(|(agent, mv)| (self.positions[agent], mv));
        let plan = plan::insert_walks(view, &self.positions, steps, budget)?;
        Ok(plan.and_then(|plan| replay::until_won(view, plan)))
    }

    /// Steps that bring all tokens to goals: for each the agent's position and the move.
    fn pack(
        &self,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Vec<(usize, u32)>>, Stop> {
        let start = self.canonical(0, self.start.clone());
        let Some(mut packing) = Packing::new(TokenPacking::new(self), &start, budget)? else {
            return Ok(None);
        };
        let packed = packing.pack(&start, budget, progress, |_| ());
        if packed.is_none() {
            budget.check()?;
        }
        Ok(packed.map(|(steps, _)| steps))
    }
}

impl<'s> TokenPacking<'s> {
    fn new(warehouse: &'s TokenWarehouse) -> Self {
        Self {
            warehouse,
            regions: OnceCell::new(),
            corrals: CorralCache::default(),
        }
    }

    /// For each agent position its part of the warehouse, with a token alone on a place.
    fn regions_with(&self, place: Square) -> Vec<usize> {
        let occupied = self.warehouse.occupied(&[place]);
        let mut firsts: Vec<usize> = Vec::new();
        let region = |agent| {
            let (_, first) = self.warehouse.reach(agent, &occupied);
            let known = firsts.iter().position(|own| *own == first);
            known.unwrap_or_else(|| {
                firsts.push(first);
                firsts.len() - 1
            })
        };
        (0..self.warehouse.walks.len()).map(region).collect()
    }
}

impl Packable for TokenPacking<'_> {
    type Step = (usize, u32);

    fn squares(&self) -> usize {
        self.warehouse.steps.len()
    }

    fn goals(&self) -> Vec<Square> {
        self.warehouse.goals.clone()
    }

    fn travel(
        &self,
        state: &[Square],
        from: Square,
        mut visit: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<Vec<(usize, u32)>> {
        let visit = |place, first, steps| visit(place, first as Square, steps);
        let positions = [usize::from(state[0])];
        self.warehouse
            .travel(&self.warehouse.steps, from, &positions, &state[1..], visit)
    }

    fn travel_back(
        &self,
        full: &[Square],
        from: Square,
        mut visit: impl FnMut(Square, Square, usize) -> bool,
    ) -> Option<usize> {
        let warehouse = self.warehouse;
        let visit = |place, first, steps| visit(place, first as Square, steps);
        let occupied = warehouse.occupied(full);
        let positions = warehouse.back[usize::from(from)]
            .iter()
            .map(|step| step.agent);
        let free = positions.filter(|agent| is_free(&warehouse.excluding[*agent], &occupied));
        let positions: Vec<usize> = free.collect();
        let steps = warehouse.travel(&warehouse.back, from, &positions, full, visit);
        steps.map(|steps| steps.len())
    }

    fn can_reach(&self, goals: &[Square], stay: &[Square]) -> Vec<bool> {
        self.warehouse.can_reach(goals, stay)
    }

    fn regions(&self, boxes: &[Square]) -> usize {
        self.warehouse.regions(&self.warehouse.occupied(boxes))
    }

    fn distance(&self, square: Square) -> Option<usize> {
        self.warehouse.distances[usize::from(square)].map(usize::from)
    }

    fn crossing_cost(&self, player: Square, goal: Square, costs: &[usize]) -> usize {
        let warehouse = self.warehouse;
        let crossing = |places: &[Square]| {
            places
                .iter()
                .map(|place| costs[usize::from(*place)])
                .sum::<usize>()
        };
        let walks = least_costs(
            warehouse.walks.len(),
            [(player.into(), 0)],
            |agent, cost, next| {
                let exits = warehouse.walks[agent].iter();
                next.extend(exits.map(|walk| (walk.to, cost + crossing(&walk.blocked))));
                true
            },
        );
        let mut best = usize::MAX;
        // Nodes are a token's place and the part where the agent is then.
        let (region, regions) = self.regions.get_or_init(|| {
            let places = 0..warehouse.steps.len() as Square;
            let region: Vec<_> = places.map(|place| self.regions_with(place)).collect();
            let most = region.iter().flatten().max().map_or(0, |most| most + 1);
            (region, most)
        });
        let ends = (0..*regions).map(|region| (usize::from(goal) * regions + region, 0));
        least_costs(warehouse.steps.len() * regions, ends, |node, cost, next| {
            let (place, own) = (node / regions, node % regions);
            let is_there = |agent: usize| region[place][agent] == own;
            // A box that is not packed costs 1.
            if costs[place] == 1 && place != usize::from(goal) {
                let positions = warehouse.steps[place].iter().map(|step| step.agent);
                let walk = positions
                    .filter(|agent| is_there(*agent))
                    .map(|agent| walks[agent])
                    .min();
                best = best.min(walk.map_or(usize::MAX, |walk| walk.saturating_add(cost)));
            }
            for step in warehouse.back[place]
                .iter()
                .filter(|step| is_there(step.agent))
            {
                let from = usize::from(step.to);
                let behind = warehouse.excluding[step.after].iter();
                let packed = behind
                    .filter(|place| costs[usize::from(**place)] == PACKED_COST)
                    .count();
                let cost = cost + costs[place] + PACKED_COST * packed;
                next.push((from * regions + region[from][step.after], cost));
            }
            cost <= best
        });
        best
    }

    fn freezes(&self, state: &[Square], to: Square) -> bool {
        self.warehouse.freezes(state, to)
    }

    fn is_corral_deadlock(&self, state: &[Square]) -> bool {
        self.corrals.is_deadlock(self.warehouse, state)
    }
}
