//! Search for a packing order, backwards.
//!
//! From the full goals, one box after the other is pulled to a square where a box starts, each to one of its own, and
//! taken away; the fewest pulls first, so that what lies nearest to the entry is filled last. Where none can be removed,
//! a box is pulled elsewhere: read forwards, it is parked there before it goes to its goal. Few are parked, or the goals
//! are cleared first, for goals between two halves of the floor; none is parked where none can be pushed from its start.
//!
//! A removal never hurts the others, unless it locks the pusher out. So only one box is removed for each area where the
//! pusher ends, and the search goes back where that led nowhere.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::game::search::{Stop, assignment};

use super::board::{Board, Motion, Step, pushes_from};
use super::floor::Square;
use super::run::PackingRun;
use super::warehouse::Warehouse;

/// Limit of nodes, which take about 100 MB.
const MAX_NODES: usize = 500_000;

/// Step of the plan: a box comes to `to`, a new one or the one parked on `from`.
#[derive(Clone, Copy)]
pub(super) struct PlanStep {
    pub from: Option<Square>,
    pub to: Square,
}

/// Boxes left.
#[derive(Clone)]
struct Node {
    boxes: Vec<Square>,
    /// `None` if the pusher may be anywhere.
    pusher: Option<Square>,
    /// For each box removed, the starts that it can be pulled to. Each box comes from one of its own.
    origins: Rc<Vec<Vec<Square>>>,
    /// Number of times that a box was parked.
    parked: usize,
    /// Index of the node before, and the step that undoes the move from there.
    before: Option<(usize, PlanStep)>,
    /// Boxes that can be removed; unknown before the first expansion. A second one parks the others.
    removable: Option<Vec<Square>>,
}

/// Indices of nodes with the same number of boxes, ordered by: priority, tie-break.
type NodeQueue = BinaryHeap<Reverse<(usize, usize, usize)>>;

/// Search for an order, backwards.
pub(super) struct Unpacking<'a> {
    board: Board<'a>,
    /// Squares where boxes start.
    starts: &'a [Square],
    /// For each square, whether a box on it can ever be removed; see [`removable`].
    removable: Vec<bool>,
    /// Random variation of the number of pulls; see [`super::order::PackingPlan::new`].
    noise: f64,
    /// Weight of what is still to be cleared against the number of times that a box was parked.
    clearing_weight: usize,
    /// Number of goals more than boxes: as many stay full.
    spare: usize,
    nodes: Vec<Node>,
    /// By the number of boxes left.
    queues: BTreeMap<usize, NodeQueue>,
    /// Hashes of the nodes.
    known: FxHashSet<u128>,
}

impl<'a> Unpacking<'a> {
    /// Search from the full goals to `starts`, the squares where boxes start.
    pub fn new(
        house: &'a Warehouse,
        starts: &'a [Square],
        noise: f64,
        clearing_weight: usize,
    ) -> Self {
        let mut search = Self {
            board: Board::new(house),
            starts,
            removable: removable(house, starts),
            noise,
            clearing_weight,
            spare: house.goals.len().saturating_sub(starts.len()),
            nodes: Vec::new(),
            queues: BTreeMap::new(),
            known: FxHashSet::default(),
        };
        search.add(Node {
            boxes: house.goals.clone(),
            pusher: None,
            origins: Rc::default(),
            parked: 0,
            before: None,
            removable: None,
        });
        search
    }

    /// Searches until no box is left but for spare goals, or until `max_states` in turn did not lead to fewer. Returns
    /// the number of boxes left over, and the steps of the plan.
    ///
    /// # Errors
    /// If the run is over.
    pub fn unpack(
        mut self,
        max_states: u64,
        rng: &mut fastrand::Rng,
        run: &PackingRun<'_>,
    ) -> Result<(usize, Vec<PlanStep>), Stop> {
        let mut at = self.search(max_states, rng, run)?;
        // What cannot be removed is filled first.
        let rest = self.nodes[at].boxes.iter().rev();
        let rest = rest.map(|to| PlanStep {
            from: None,
            to: *to,
        });
        let mut steps: Vec<_> = rest.collect();
        let left_over = steps.len().saturating_sub(self.spare);
        while let Some((before, step)) = self.nodes[at].before {
            steps.push(step);
            at = before;
        }
        // If there are more goals than boxes, those that would be filled first stay empty.
        let mut boxes = 0;
        let first = steps.iter().rposition(|step| {
            boxes += usize::from(step.from.is_none());
            boxes > self.starts.len()
        });
        let mut spare: Vec<Square> = Vec::new();
        for step in steps.drain(..first.map_or(0, |before| before + 1)) {
            spare.retain(|it| Some(*it) != step.from);
            spare.push(step.to);
        }
        // Nor do those that would be filled from where one of these is parked.
        steps.retain(|step| {
            let parked = spare.iter_mut().find(|it| Some(**it) == step.from);
            parked.map(|it| *it = step.to).is_none()
        });
        Ok((left_over, steps))
    }

    /// Returns the node with the fewest boxes.
    fn search(
        &mut self,
        max_states: u64,
        rng: &mut fastrand::Rng,
        run: &PackingRun<'_>,
    ) -> Result<usize, Stop> {
        let mut best = 0;
        let mut in_vain = 0;
        // Number of boxes whose turn was last.
        let mut turn = 0;
        while in_vain < max_states && self.nodes.len() < MAX_NODES {
            run.check()?;
            in_vain += 1;
            // Three times out of four, a node with the fewest boxes; otherwise all numbers take turns.
            let mut next = self.queues.first_key_value();
            if in_vain % 4 == 0 {
                next = self.queues.range(turn + 1..).next().or(next);
                turn = next.map_or(0, |(boxes, _)| *boxes);
            }
            let Some((&boxes, _)) = next else {
                break;
            };
            let Some(at) = self.take(boxes) else {
                continue;
            };
            let added = self.nodes.len();
            if self.nodes[at].removable.is_none() {
                self.remove(at, rng);
            }
            if self.nodes.len() == added {
                self.park(at);
            } else if boxes <= self.nodes[best].boxes.len() {
                (best, in_vain) = (added, 0);
                if boxes <= self.spare + 1 {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Takes the next node with this number of boxes.
    fn take(&mut self, boxes: usize) -> Option<usize> {
        let queue = self.queues.get_mut(&boxes)?;
        let Reverse((.., at)) = queue.pop()?;
        if queue.is_empty() {
            self.queues.remove(&boxes);
        }
        Some(at)
    }

    /// Adds a node unless it is known.
    fn add(&mut self, node: Node) {
        let house = self.board.house;
        let pusher = node.pusher.map_or(0, |it| house.pusher_key(it));
        if self.known.insert(house.boxes_hash(&node.boxes) ^ pusher) {
            self.nodes.push(node);
            self.queue(self.nodes.len() - 1);
        }
    }

    fn queue(&mut self, at: usize) {
        let node = &self.nodes[at];
        let mut priority = node.parked + usize::from(node.removable.is_some());
        let mut tie = at;
        if self.clearing_weight > 0 {
            let on_goals = node.boxes.iter();
            let on_goals = on_goals.filter(|it| self.board.house.is_goal(**it)).count();
            self.board.set(&node.boxes);
            priority += self.clearing_weight * (2 * on_goals + self.board.divide());
            // Farther squares first where the goals are to be cleared.
            let is_removal = matches!(node.before, Some((_, PlanStep { from: None, .. })));
            if !is_removal || node.removable.is_some() {
                tie = usize::MAX - at;
            }
        }
        let queue = self.queues.entry(node.boxes.len()).or_default();
        queue.push(Reverse((priority, tie, at)));
    }

    /// All pulls of each box of a node: the box, and the squares that it gets to, itself first.
    fn pulls(&mut self, at: usize) -> Vec<(Square, Vec<Step>)> {
        let Node { boxes, pusher, .. } = &self.nodes[at];
        self.board.set(boxes);
        let pushers = pusher.map_or_else(|| self.board.areas(), |pusher| vec![pusher]);
        let mut pulls = Vec::new();
        for pusher in pushers {
            for from in boxes {
                self.board.set(boxes);
                self.board.fill(pusher);
                let sides = self.board.reached_sides(*from);
                let mut trail = Vec::new();
                self.board.travel(*from, sides, Motion::Pull, &mut trail);
                pulls.push((*from, trail));
            }
        }
        pulls
    }

    /// Adds the nodes after the removal of one box, the fewest pulls first; one for each area where the pusher ends. A
    /// node with such moves is queued again, as another box may have to be parked first.
    fn remove(&mut self, at: usize, rng: &mut fastrand::Rng) {
        // Cost, box, pusher's square after it, and the starts that the box gets to.
        let mut removals = Vec::new();
        for (from, trail) in self.pulls(at) {
            let ends = trail.iter().skip(1);
            let ends = ends.filter(|step| self.starts.contains(&step.square));
            if let Some(end) = ends.clone().next() {
                let pusher = self.board.neighbour(end.square, end.side);
                let cost = f64::from(end.moves) * (self.noise * (2.0 * rng.f64() - 1.0)).exp();
                let starts: Vec<_> = ends.map(|step| step.square).collect();
                removals.push((cost, from, Some(pusher), starts));
            }
        }
        let node = self.nodes[at].clone();
        // A box that starts on this very goal may just stay.
        for from in node.boxes.iter().filter(|it| self.starts.contains(it)) {
            removals.push((f64::MAX, *from, node.pusher, vec![*from]));
        }
        removals.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut removable = Vec::new();
        let mut areas = Vec::new();
        for (_, from, pusher, starts) in removals {
            let Some(origins) = self.with_origin(&node.origins, starts) else {
                continue;
            };
            removable.push(from);
            let mut boxes = node.boxes.clone();
            boxes.retain(|square| *square != from);
            self.board.set(&boxes);
            let pusher = pusher.map(|pusher| self.board.fill(pusher));
            if !areas.contains(&pusher) {
                areas.push(pusher);
                let step = PlanStep {
                    from: None,
                    to: from,
                };
                self.add(Node {
                    boxes,
                    pusher,
                    origins,
                    parked: node.parked,
                    before: Some((at, step)),
                    removable: None,
                });
            }
        }
        if !removable.is_empty() {
            self.nodes[at].removable = Some(removable);
            self.queue(at);
        }
    }

    /// Adds a box's starts, if each box can then still come from one of its own.
    fn with_origin(
        &self,
        origins: &[Vec<Square>],
        starts: Vec<Square>,
    ) -> Option<Rc<Vec<Vec<Square>>>> {
        let origins = [origins, &[starts]].concat();
        let cost = |index: usize, start: usize| {
            let starts: &Vec<Square> = &origins[index];
            starts.contains(&self.starts[start]).then_some(0)
        };
        assignment(origins.len(), self.starts.len(), cost)?;
        Some(origins.into())
    }

    /// Adds the nodes after a box that cannot be removed is pulled elsewhere.
    fn park(&mut self, at: usize) {
        let node = self.nodes[at].clone();
        let removable = node.removable.as_deref().unwrap_or_default();
        for (from, trail) in self.pulls(at) {
            if removable.contains(&from) {
                continue;
            }
            for end in trail.into_iter().skip(1) {
                if !self.removable[usize::from(end.square)] {
                    continue;
                }
                let mut boxes = node.boxes.clone();
                let moved = boxes.iter_mut().filter(|square| **square == from);
                moved.for_each(|square| *square = end.square);
                self.board.set(&boxes);
                let pusher = self.board.neighbour(end.square, end.side);
                let pusher = Some(self.board.fill(pusher));
                let step = PlanStep {
                    from: Some(end.square),
                    to: from,
                };
                self.add(Node {
                    boxes,
                    pusher,
                    origins: node.origins.clone(),
                    parked: node.parked + 1,
                    before: Some((at, step)),
                    removable: None,
                });
            }
        }
    }
}

/// Returns for each square whether a box gets there from some start, alone in the warehouse. From other squares a box
/// can be pulled to none.
pub(super) fn removable(house: &Warehouse, starts: &[Square]) -> Vec<bool> {
    let pushes = starts.iter().map(|start| pushes_from(house, *start));
    let pushes: Vec<_> = pushes.collect();
    let is_reached = |square| pushes.iter().any(|pushes| pushes[square] < usize::MAX);
    (0..house.goal.len()).map(is_reached).collect()
}
