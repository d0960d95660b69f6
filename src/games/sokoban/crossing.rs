//! Boxes in the way of a target: a search backwards from it for the box that gets there past the fewest others, including
//! those that the pusher has to pass. Boxes passed twice, and those in the way of the pusher around the travelling box,
//! are counted roughly: the number guides the packing search, which proves nothing.

use crate::game::search::LeastCosts;

use super::board::Board;
use super::floor::Square;
use super::warehouse::Warehouse;

/// Cost of passing a box that is not packed.
const BOX_COST: usize = 1;
/// Cost of passing a packed box.
const PACKED_COST: usize = 3;

/// Tables of the search.
pub(super) struct Crossing {
    /// For a box on each square: from which of its sides the pusher can walk to which others, as bits.
    turns: Vec<[u8; 4]>,
    /// Cost of each square, now.
    costs: Vec<usize>,
    /// The pusher's walks to each square.
    walks: LeastCosts,
    /// Pulls from the target. A node is four times the box's square plus the side of it on which the pusher is.
    pulls: LeastCosts,
}

impl Crossing {
    pub fn new(house: &Warehouse) -> Self {
        let mut board = Board::new(house);
        let mut turns = vec![[0; 4]; house.goal.len()];
        for square in 0..house.floor.wall() {
            board.put(square);
            for side in 0..4 {
                let from = board.neighbour(square, side);
                if !board.is_blocked(from) {
                    board.fill(from);
                    turns[usize::from(square)][usize::from(side)] = board.reached_sides(square);
                }
            }
            board.lift(square);
        }
        Self {
            turns,
            costs: vec![0; house.goal.len()],
            walks: LeastCosts::default(),
            pulls: LeastCosts::default(),
        }
    }

    /// Least cost over the `usable` boxes; appends the boxes passed to `passed`: those on the way of a box and of the
    /// pusher to it, and that box.
    pub fn cost(
        &mut self,
        house: &Warehouse,
        state: &[Square],
        packed: &[Square],
        usable: &[Square],
        target: Square,
        passed: Option<&mut Vec<Square>>,
    ) -> u32 {
        let Self {
            turns,
            costs,
            walks,
            pulls,
        } = self;
        costs.fill(0);
        for square in &state[1..] {
            costs[usize::from(*square)] = BOX_COST;
        }
        for square in packed {
            costs[usize::from(*square)] = PACKED_COST;
        }
        let (wall, target) = (usize::from(house.floor.wall()), usize::from(target));
        let around = |square: usize| house.floor.neighbours(square as Square).map(usize::from);
        let pusher = |node: usize| around(node / 4)[node % 4];
        walks.search(costs.len(), [(state[0].into(), 0)], |square, cost, next| {
            let open = around(square).into_iter().filter(|it| *it != wall);
            next.extend(open.map(|it| (it, cost + costs[it])));
            // Continues to all squares, as the box to be pulled is not known yet.
            true
        });
        let starts = (0..4).map(|side| 4 * target + side);
        let starts = starts.map(|node| (node, costs[pusher(node)]));
        let mut best = (usize::MAX, None);
        pulls.search(4 * costs.len(), starts, |node, cost, next| {
            let (square, side, pusher) = (node / 4, node % 4, pusher(node));
            if pusher == wall {
                return true;
            }
            if cost <= best.0 && usable.contains(&(square as Square)) && square != target {
                // Both paths count the box on the pusher's square.
                let twice = costs[pusher] + costs[square];
                let total = walks.costs[pusher].saturating_add(cost) - twice;
                if total < best.0 {
                    best = (total, Some(node));
                }
            }
            let sides = (0..4).filter(|other| turns[square][side] >> other & 1 != 0);
            next.extend(
                sides.map(|other| (4 * square + other, cost + costs[around(square)[other]])),
            );
            let behind = around(pusher)[side];
            if behind != wall {
                next.push((4 * pusher + side, cost + costs[behind]));
            }
            // Ends once no total can be less.
            cost <= best.0
        });
        if let (Some(passed), Some(node)) = (passed, best.1) {
            let pulled = pulls.path_back(node);
            let pulled = pulled.flat_map(|node| [node / 4, pusher(node)]);
            for square in walks.path_back(pusher(node)).chain(pulled) {
                if costs[square] > 0 && !passed.contains(&(square as Square)) {
                    passed.push(square as Square);
                }
            }
        }
        u32::try_from(best.0).unwrap_or(u32::MAX)
    }
}
