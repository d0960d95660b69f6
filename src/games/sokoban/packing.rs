//! For a plan soon: boxes are brought to their goals in an order in which none is in the way of those that come
//! later, and what is in the way of the next one is brought away.

use crate::game::search::{Budget, Features, Ways, least_costs};
use crate::game::{Cost, Square};

use super::room::{Arrangement, Push, Room, pushes_to};

/// The store, and the order of its goals.
pub(super) struct Packing<'a> {
    room: &'a Room,
    order: Vec<Square>,
    /// For each number of goals that are filled, from which squares a box comes to one that is not.
    open: Vec<Vec<bool>>,
    /// For a box on each square, from which of its sides the pusher comes to which others.
    turns: Vec<[[bool; 4]; 4]>,
    /// Whether boxes are brought nearer to goals only where they leave the others alone.
    pub careful: bool,
}

/// A box is brought from one square to another, so that the pusher can walk to a third.
type Bring = (Square, Square, Square);

/// What a state is like, the less the better: goals left, parts of the store, boxes that come to none of the goals
/// left, boxes in the way of the next, pushes to the nearest goals.
type Look = [usize; 5];

/// Boxes times squares beyond which it takes too long to look at a single state.
const LARGE: usize = 10_000;

const LEFT: usize = 0;
const PARTS: usize = 1;
const OUT: usize = 2;
const FAR: usize = 4;

impl<'a> Packing<'a> {
    /// An order of the goals, if there are as many as boxes and the store is not too large: backwards, by pulling
    /// boxes out of the full store to where boxes are at the start or, if none can be, the one that can be pulled
    /// about most.
    pub fn of(room: &'a Room, start: &Arrangement, budget: &Budget) -> Option<Self> {
        let floor = &room.floor;
        let mut full: Vec<Square> = (0..floor.wall())
            .filter(|square| room.goal[usize::from(*square)])
            .collect();
        if full.len() != start.len() - 1 || full.len() * usize::from(floor.wall()) > LARGE {
            return None;
        }
        let mut order = Vec::new();
        while !full.is_empty() {
            budget.check().ok()?;
            let pulls = |goal: &Square| {
                let mut many = 0;
                let is_end = |square, _, _| {
                    many += 1;
                    square != *goal && start[1..].contains(&square)
                };
                let way = room.travel(*goal, &floor.around(*goal), &full, true, is_end);
                way.map_or((1, -many), |way| (0, way.len() as i32))
            };
            let (index, _) = full
                .iter()
                .map(pulls)
                .enumerate()
                .min_by_key(|(_, pulls)| *pulls)?;
            order.push(full.remove(index));
        }
        order.reverse();
        let open = (0..=order.len()).map(|filled| {
            let walls = floor.taken(&order[..filled]);
            let ways: Vec<_> = order[filled..]
                .iter()
                .map(|goal| pushes_to(floor, *goal, &walls))
                .collect();
            let is_open = |square: usize| ways.iter().any(|pushes| pushes[square] < usize::MAX);
            (0..walls.len()).map(is_open).collect()
        });
        let open = open.collect();
        let turns = (0..floor.wall()).map(|square| {
            let occupied = floor.taken(&[square]);
            floor.around(square).map(|side| {
                let (reached, _) = floor.reach(side, &occupied);
                floor
                    .around(square)
                    .map(|other| reached[usize::from(other)] && !occupied[usize::from(other)])
            })
        });
        let turns = turns.collect();
        Some(Self {
            room,
            order,
            open,
            turns,
            careful: false,
        })
    }

    /// The goals that are filled, up to the first in the order that is not.
    fn packed(&self, state: &[Square]) -> &[Square] {
        let filled = |goal: &&Square| state[1..].binary_search(goal).is_ok();
        &self.order[..self.order.iter().take_while(filled).count()]
    }

    fn look(&self, state: &Arrangement) -> Look {
        let packed = self.packed(state);
        let open = &self.open[packed.len()];
        let boxes = || state[1..].iter();
        let out = boxes().filter(|square| !packed.contains(square) && !open[usize::from(**square)]);
        let far = boxes().filter_map(|square| self.room.far[usize::from(*square)]);
        [
            self.order.len() - packed.len(),
            self.room
                .floor
                .parts(&self.room.floor.taken(&state[1..]))
                .len(),
            out.count(),
            self.in_the_way(state, packed),
            far.sum(),
        ]
    }

    /// How many boxes are in the way of the next goal for the box that has the fewest there, those that the pusher has
    /// to come past counted, too.
    fn in_the_way(&self, state: &Arrangement, packed: &[Square]) -> usize {
        const PACKED: usize = 3;
        let floor = &self.room.floor;
        let Some(&goal) = self.order.get(packed.len()) else {
            return 0;
        };
        let wall = usize::from(floor.wall());
        let mut toll = vec![0; wall + 1];
        state[1..]
            .iter()
            .for_each(|square| toll[usize::from(*square)] = 1);
        packed
            .iter()
            .for_each(|square| toll[usize::from(*square)] = PACKED);
        let walks = least_costs(wall, [(state[0].into(), 0)], |square, cost, next| {
            let around = floor.around(square as Square).map(usize::from);
            next.extend(around.map(|beside| (beside, cost + toll[beside])));
            true
        });
        let mut best = usize::MAX;
        let sides = (0..4).map(|side| (4 * usize::from(goal) + side, 0));
        least_costs(4 * wall, sides, |node, cost, next| {
            let (square, side) = (node / 4, node % 4);
            let around = floor.around(square as Square);
            let pusher = usize::from(around[side]);
            if pusher == wall {
                return true;
            }
            if toll[square] == 1 && square != usize::from(goal) {
                best = best.min(cost - 1 + walks[pusher]);
            }
            let turns = self.turns[square][side];
            next.extend(
                (0..4)
                    .filter(|other| turns[*other])
                    .map(|other| (4 * square + other, cost)),
            );
            let behind = usize::from(floor.around(pusher as Square)[side]);
            if behind != wall {
                let pass = if toll[behind] == PACKED { PACKED } else { 0 };
                next.push((4 * pusher + side, cost + toll[pusher] + pass));
            }
            cost <= best
        });
        best
    }

    /// The pushes of a way.
    pub fn pushes(&self, start: &Arrangement, way: &[Bring]) -> Vec<Push> {
        let mut state = start.clone();
        let mut pushes = Vec::new();
        for bring @ (from, to, first) in way {
            let is_end = |square, reached, _| (square, reached) == (*to, *first);
            let way = self
                .room
                .travel(*from, &state[..1], &state[1..], false, is_end);
            pushes.extend(way.unwrap_or_default());
            state = self.after(&state, bring);
        }
        pushes
    }
}

impl Ways for Packing<'_> {
    type State = Arrangement;
    type Move = Bring;

    fn is_goal(&self, state: &Arrangement) -> bool {
        self.room.is_goal(state)
    }

    fn bound(&self, state: &Arrangement) -> Option<Cost> {
        (!self.room.is_shut(state)).then_some(0)
    }

    /// Any box to anywhere.
    fn next(&self, state: &Arrangement, next: &mut Vec<(Bring, Cost, Arrangement)>) {
        for from in &state[1..] {
            self.room.travel(
                *from,
                &state[..1],
                &state[1..],
                false,
                |to, first, pushes| {
                    let bring = (*from, to, first);
                    let moved = self.after(state, &bring);
                    if !self.room.is_stuck(to, &self.room.floor.taken(&moved[1..])) {
                        next.push((bring, pushes as Cost, moved));
                    }
                    false
                },
            );
        }
    }

    fn bytes(&self, state: &Arrangement) -> usize {
        self.room.bytes(state)
    }
}

impl Features for Packing<'_> {
    type Key = [usize; 3];

    fn key(&self, state: &Arrangement) -> (usize, [usize; 3]) {
        let [left, parts, out, in_the_way, _] = self.look(state);
        (left, [parts, out, in_the_way])
    }

    /// Of each feature the advisor is for the move that makes it least, if it gets less and no goal is emptied. If a
    /// box can be brought to the next goal, nothing else is tried.
    fn advised(
        &self,
        state: &Arrangement,
        moves: &[(Bring, Cost, Arrangement)],
    ) -> Vec<Option<bool>> {
        let here = self.look(state);
        let looks: Vec<_> = moves.iter().map(|(.., state)| self.look(state)).collect();
        let mut advised = vec![false; moves.len()];
        for feature in 0..here.len() {
            let better = |index: &usize| {
                let look = &looks[*index];
                let out = feature == FAR && self.careful && look[OUT] > here[OUT];
                look[feature] < here[feature] && look[LEFT] <= here[LEFT] && !out
            };
            let mut better: Vec<_> = (0..moves.len()).filter(better).collect();
            better.sort_by_key(|index| {
                let look = &looks[*index];
                let parts = if feature == FAR && self.careful {
                    look[PARTS]
                } else {
                    0
                };
                (look[feature], parts, moves[*index].1)
            });
            let mut better = better.into_iter();
            if let Some(index) = better.find(|index| !self.room.is_shut(&moves[*index].2)) {
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

    fn after(&self, state: &Arrangement, (from, to, first): &Bring) -> Arrangement {
        let mut after: Vec<_> = state
            .iter()
            .map(|square| if square == from { *to } else { *square })
            .collect();
        after[0] = *first;
        after[1..].sort_unstable();
        after.into()
    }
}
