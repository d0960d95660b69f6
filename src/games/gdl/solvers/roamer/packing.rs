//! For a plan soon: tokens are brought to their ends in an order in which none is in the way of those that come later, and
//! what is in the way of the next one is brought away (Y. Shoham and J. Schaeffer, “The FESS Algorithm: A Feature Based
//! Approach to Single-Agent Search”, 2020). A move brings one token to any place that it comes to while all others
//! stay.

use std::rc::Rc;

use crate::game::Cost;
use crate::search::{Budget, Features, Progress, Stop, Ways, feature_space, least_costs};

use super::store::{Place, Store, is_free};

/// Whether tokens are brought nearer to ends only where they leave the others alone, and how many states are looked at for
/// that: some games give in soon to the one way, some to the other.
const GOES: [(bool, u64); 3] = [(false, 5_000), (true, 5_000), (false, 200_000)];
/// Tokens times places beyond which it takes too long to look at a single state.
const LARGE: usize = 10_000;
/// What it costs to pass a token that is at its end already.
const PACKED: usize = 3;

/// The first stand that the roamer can go to, and the places of the tokens, in order.
type State = Rc<[Place]>;

/// A token is brought from one place to another, so that the roamer can go to a stand.
type Bring = (Place, Place, Place);

/// What a state is like, the less the better: ends left, parts of the store, tokens that come to none of the ends left,
/// tokens in the way of the next, steps to the nearest ends.
type Look = [usize; 5];

const LEFT: usize = 0;
const PARTS: usize = 1;
const OUT: usize = 2;
const FAR: usize = 4;

/// The store, and the order of its ends.
struct Packing<'s> {
    store: &'s Store,
    order: Vec<Place>,
    /// For each number of ends that are filled, from which places a token comes to one that is not.
    open: Vec<Vec<bool>>,
    /// For a token alone on each place, in which part of the store each stand is.
    part: Vec<Vec<usize>>,
    /// The most parts that one token makes.
    most_parts: usize,
    careful: bool,
}

impl Store {
    /// Steps that bring all tokens to ends, each with the stand where the roamer makes it.
    pub fn pack(
        &self,
        budget: &Budget,
        progress: &Progress<'_>,
    ) -> Result<Option<Vec<(usize, u32)>>, Stop> {
        let Some(mut packing) = Packing::of(self, budget)? else {
            return Ok(None);
        };
        let (stand, tokens) = &self.start;
        let start = packing.state(*stand, tokens.clone());
        for (careful, most) in GOES {
            packing.careful = careful;
            let packed = feature_space(&packing, start.clone(), most, budget, progress);
            if let Some((way, _)) = packed.way {
                return Ok(Some(packing.steps(&start, &way)));
            }
            budget.check()?;
        }
        Ok(None)
    }
}

impl<'s> Packing<'s> {
    /// An order of the ends, if there are as many as tokens: backwards, by taking tokens out of the full store to
    /// where tokens are at first or, if none can be, the one that can be taken about most.
    fn of(store: &'s Store, budget: &Budget) -> Result<Option<Self>, Stop> {
        let tokens = &store.start.1;
        let mut full = store.ends.clone();
        if full.len() != tokens.len() || full.len() * store.steps.len() > LARGE {
            return Ok(None);
        }
        let mut order = Vec::new();
        while !full.is_empty() {
            budget.check()?;
            let taken_out = |end: &Place| {
                let mut many = 0;
                let is_end = |place, _, _| {
                    many += 1;
                    place != *end && tokens.contains(&place)
                };
                let occupied = store.occupied(&full);
                let stands = store.back[usize::from(*end)].iter().map(|step| step.stand);
                let free = stands.filter(|stand| is_free(&store.taken[*stand], &occupied));
                let stands: Vec<usize> = free.collect();
                let way = store.travel(&store.back, *end, &stands, &full, is_end);
                way.map_or((1, -many), |way| (0, way.len() as i32))
            };
            let ends = full.iter().map(taken_out).enumerate();
            let Some((index, _)) = ends.min_by_key(|(_, taken_out)| *taken_out) else {
                break;
            };
            order.push(full.remove(index));
        }
        order.reverse();
        let open = |filled: usize| store.open(&order[filled..], &order[..filled]);
        let parts = (0..store.steps.len() as Place).map(|place| {
            let occupied = store.occupied(&[place]);
            let mut firsts: Vec<usize> = Vec::new();
            let part = |stand| {
                let (_, first) = store.reach(stand, &occupied);
                let known = firsts.iter().position(|own| *own == first);
                known.unwrap_or_else(|| {
                    firsts.push(first);
                    firsts.len() - 1
                })
            };
            (0..store.ways.len()).map(part).collect()
        });
        let part: Vec<Vec<usize>> = parts.collect();
        let most_parts = part.iter().flatten().max().map_or(0, |most| most + 1);
        Ok(Some(Self {
            open: (0..=order.len()).map(open).collect(),
            part,
            most_parts,
            store,
            order,
            careful: false,
        }))
    }

    fn state(&self, stand: usize, mut tokens: Vec<Place>) -> State {
        tokens.sort_unstable();
        let (_, first) = self.store.reach(stand, &self.store.occupied(&tokens));
        std::iter::once(first as Place).chain(tokens).collect()
    }

    /// The ends that are filled, up to the first in the order that is not.
    fn packed(&self, state: &[Place]) -> &[Place] {
        let filled = |end: &&Place| state[1..].binary_search(end).is_ok();
        &self.order[..self.order.iter().take_while(filled).count()]
    }

    fn look(&self, state: &State) -> Look {
        let packed = self.packed(state);
        let open = &self.open[packed.len()];
        let tokens = || state[1..].iter();
        let out = tokens().filter(|place| !packed.contains(place) && !open[usize::from(**place)]);
        let far = tokens().filter_map(|place| self.store.far[usize::from(*place)]);
        [
            self.order.len() - packed.len(),
            self.store.parts(&self.store.occupied(&state[1..])),
            out.count(),
            self.in_the_way(state, packed),
            far.map(usize::from).sum(),
        ]
    }

    /// How many tokens are in the way of the next end for the token that has the fewest there, those that the roamer has
    /// to come past counted, too.
    fn in_the_way(&self, state: &State, packed: &[Place]) -> usize {
        let store = self.store;
        let Some(&end) = self.order.get(packed.len()) else {
            return 0;
        };
        let mut toll = vec![0; store.steps.len()];
        state[1..]
            .iter()
            .for_each(|place| toll[usize::from(*place)] = 1);
        packed
            .iter()
            .for_each(|place| toll[usize::from(*place)] = PACKED);
        let tolls = |places: &[Place]| {
            places
                .iter()
                .map(|place| toll[usize::from(*place)])
                .sum::<usize>()
        };
        let walks = least_costs(
            store.ways.len(),
            [(state[0].into(), 0)],
            |stand, cost, next| {
                let ways = store.ways[stand].iter();
                next.extend(ways.map(|(to, blocked)| (*to, cost + tolls(blocked))));
                true
            },
        );
        let mut best = usize::MAX;
        // Nodes are a token's place and the part of the store where the roamer is then.
        let parts = self.most_parts;
        let ends = (0..parts).map(|part| (usize::from(end) * parts + part, 0));
        least_costs(store.steps.len() * parts, ends, |node, cost, next| {
            let (place, part) = (node / parts, node % parts);
            let is_there = |stand: usize| self.part[place][stand] == part;
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
                next.push((from * parts + self.part[from][step.after], cost));
            }
            cost <= best
        });
        best
    }

    /// The steps of a way.
    fn steps(&self, start: &State, way: &[Bring]) -> Vec<(usize, u32)> {
        let mut state = start.clone();
        let mut steps = Vec::new();
        for bring @ (from, to, first) in way {
            let is_end = |place, reached, _| (place, reached) == (*to, usize::from(*first));
            let stand = usize::from(state[0]);
            let way = self
                .store
                .travel(&self.store.steps, *from, &[stand], &state[1..], is_end);
            steps.extend(way.unwrap_or_default());
            state = self.after(&state, bring);
        }
        steps
    }
}

impl Ways for Packing<'_> {
    type State = State;
    type Move = Bring;

    fn is_goal(&self, state: &State) -> bool {
        state[1..]
            .iter()
            .all(|place| self.store.far[usize::from(*place)] == Some(0))
    }

    fn bound(&self, _: &State) -> Option<Cost> {
        Some(0)
    }

    /// Any token to anywhere.
    fn next(&self, state: &State, next: &mut Vec<(Bring, Cost, State)>) {
        for from in &state[1..] {
            let reached = |to, first, steps| {
                let bring = (*from, to, first as Place);
                let moved = self.after(state, &bring);
                if !self.store.is_stuck(&moved[1..]) {
                    next.push((bring, steps as Cost, moved));
                }
                false
            };
            let stand = usize::from(state[0]);
            self.store
                .travel(&self.store.steps, *from, &[stand], &state[1..], reached);
        }
    }

    fn bytes(&self, state: &State) -> usize {
        2 * state.len() + 100
    }
}

impl Features for Packing<'_> {
    type Key = [usize; 3];

    fn key(&self, state: &State) -> (usize, [usize; 3]) {
        let [left, parts, out, in_the_way, _] = self.look(state);
        (left, [parts, out, in_the_way])
    }

    /// Of each feature the advisor is for the move that makes it least, if it gets less and no end is emptied. If a
    /// token can be brought to the next end, nothing else is tried.
    fn advised(&self, state: &State, moves: &[(Bring, Cost, State)]) -> Vec<Option<bool>> {
        let here = self.look(state);
        let looks: Vec<Look> = moves.iter().map(|(.., state)| self.look(state)).collect();
        let mut advised = vec![false; moves.len()];
        for feature in 0..here.len() {
            let better = |index: &usize| {
                let look = &looks[*index];
                let out = feature == FAR && self.careful && look[OUT] > here[OUT];
                look[feature] < here[feature] && look[LEFT] <= here[LEFT] && !out
            };
            let best = (0..moves.len()).filter(better).min_by_key(|index| {
                let look = &looks[*index];
                let parts = if feature == FAR && self.careful {
                    look[PARTS]
                } else {
                    0
                };
                (look[feature], parts, moves[*index].1)
            });
            if let Some(index) = best {
                advised[index] = true;
            }
        }
        let packs = |index: usize| looks[index][LEFT] < here[LEFT];
        let packing = (0..moves.len()).any(|index| advised[index] && packs(index));
        let advised = advised.into_iter().enumerate();
        advised
            .map(|(index, advised)| (!packing || packs(index)).then_some(advised))
            .collect()
    }

    fn after(&self, state: &State, (from, to, first): &Bring) -> State {
        let tokens = state[1..].iter();
        let mut after: Vec<Place> = tokens
            .map(|place| if place == from { *to } else { *place })
            .collect();
        after.sort_unstable();
        after.insert(0, *first);
        after.into()
    }
}
