//! Heuristic distance to a win: assigns objects to targets along relaxed-reachable paths.
//!
//! Each win condition gives distances from the relaxed movement graph (see `graph`), which allows every step that
//! any rule might make. An object without a path to its target can therefore never reach it. That proves a state
//! lost if no rule wins or restarts and there are no checkpoints. The estimate itself is not a lower bound.

use std::sync::Arc;

use super::super::compile::{Command, CompiledGame, Kind, Mask, Quantity, WinCondition, ones};
use super::super::engine::GamePlan;
use super::field::{DIRECTIONS, LevelField};
use super::graph::{MovementGraph, UNREACHABLE};
use super::relaxed::{Relaxed, rules};
use crate::game::search::assignment;

/// Heuristic distance to a win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Steps of all misplaced objects to their targets.
    pub steps: u32,
    /// Number of misplaced objects.
    pub open: u32,
    /// Steps of the player to the nearest of them.
    pub walk: u32,
}

/// The win conditions of a level, with distance tables.
#[derive(Clone, Debug)]
pub struct Targets {
    goals: Vec<WinGoal>,
    /// `true` if an unreachable target proves a state lost.
    proves_lost: bool,
    field: LevelField,
    plan: Arc<GamePlan>,
    /// Cells of objects that never change.
    fixed: Vec<Mask>,
    walks: Option<WalkDistances>,
}

/// A win condition with its distances.
#[derive(Clone, Debug)]
enum WinGoal {
    /// Each object must reach a node at distance 0.
    Each {
        objects: Vec<usize>,
        distances: Vec<u16>,
        /// Distances to each single target, if each takes only one object.
        costs: Vec<Vec<u16>>,
        sure: bool,
    },
    /// Each of some cells must get an object.
    Filled {
        objects: Vec<usize>,
        targets: Vec<Vec<u16>>,
        /// `true` if the number of objects can never grow.
        sure: bool,
    },
    /// One object must reach a node at distance 0.
    One {
        objects: Vec<usize>,
        distances: Vec<u16>,
        sure: bool,
    },
    /// Two kinds that both change.
    Pairs {
        quantity: Quantity,
        objects: Vec<usize>,
        on: Vec<usize>,
    },
}

/// Walking distances of the players to each cell or next to it.
#[derive(Clone, Debug)]
struct WalkDistances {
    players: Vec<usize>,
    by_cell: Vec<Vec<u16>>,
}

/// Limit of the stored walking distances.
const MAX_WALKS: usize = 4_000_000;
/// Limit of the objects assigned to targets one by one.
const MAX_ASSIGNED: usize = 16;
/// Cost of an object that can never reach a target, if that proves nothing.
const LOST_COST: u32 = 200;

/// Distance of one goal.
#[derive(Default)]
struct GoalDistance {
    steps: u32,
    open: u32,
    lost: bool,
}

impl GoalDistance {
    /// Adds an object `distance` steps from its target.
    fn add(&mut self, distance: u16) {
        match distance {
            0 => return,
            UNREACHABLE => (self.lost, self.steps) = (true, self.steps + LOST_COST),
            distance => self.steps += u32::from(distance),
        }
        self.open += 1;
    }
}

impl Targets {
    /// The conditions of a level with these objects in the cells; `None` if they give no distances.
    pub fn new(
        game: &CompiledGame,
        plan: &Arc<GamePlan>,
        relaxed: &Relaxed,
        cells: &[Vec<usize>],
    ) -> Option<Self> {
        let field = relaxed.field;
        let mut fixed = vec![Mask::default(); game.names.objects.len()];
        for (cell, here) in cells.iter().enumerate() {
            here.iter().for_each(|object| fixed[*object].insert(cell));
        }
        let builder = GoalBuilder { game, relaxed };
        let goals = game.wins.iter().filter_map(|win| builder.goal(win));
        let goals: Vec<WinGoal> = goals.collect();
        if goals.is_empty() {
            return None;
        }
        let ends_by_rule = rules(game).any(|rule| {
            let ends = |command: &Command| matches!(command, Command::Win | Command::Restart);
            rule.commands.iter().any(ends)
        });
        Some(Self {
            goals,
            proves_lost: !ends_by_rule && !plan.has_checkpoints,
            walks: builder.walks(),
            field,
            plan: Arc::clone(plan),
            fixed,
        })
    }

    /// Returns whether a state can provably no longer be won.
    pub fn is_lost(&self, state: &[u64]) -> bool {
        let mut goals = self.goals.iter();
        self.proves_lost && goals.any(|goal| self.goal_distance(goal, state, &mut Vec::new()).lost)
    }

    /// Estimates the distance of a state to a win; `None` if it can provably no longer be won.
    pub fn estimate(&self, state: &[u64]) -> Option<Estimate> {
        let mut all = Estimate::default();
        let mut open = Vec::new();
        for goal in &self.goals {
            let total = self.goal_distance(goal, state, &mut open);
            if total.lost && self.proves_lost {
                return None;
            }
            all.steps += total.steps;
            all.open += total.open;
        }
        if let (Some(walks), false) = (&self.walks, open.is_empty()) {
            let mut nearest = UNREACHABLE;
            self.for_each_node(&walks.players, state, |node, _| {
                for cell in &open {
                    nearest = nearest.min(walks.by_cell[*cell][node]);
                }
            });
            all.walk = u32::from(nearest.min(1_000));
        }
        Some(all)
    }

    fn goal_distance(&self, goal: &WinGoal, state: &[u64], open: &mut Vec<usize>) -> GoalDistance {
        let mut total = GoalDistance::default();
        match goal {
            WinGoal::Each {
                objects,
                distances,
                costs,
                sure,
            } => {
                let mut nodes = Vec::new();
                self.for_each_node(objects, state, |node, cell| {
                    total.add(distances[node]);
                    if distances[node] > 0 {
                        open.push(cell);
                    }
                    nodes.push(node);
                });
                if total.open > 0 && !total.lost && nodes.len() <= MAX_ASSIGNED && !costs.is_empty()
                {
                    let cost = |row: usize, column: usize| finite(costs[column][nodes[row]]);
                    match assignment(nodes.len(), costs.len(), cost) {
                        Some(steps) => total.steps = steps,
                        None => total.lost = true,
                    }
                }
                total.lost &= sure;
            }
            WinGoal::Filled {
                objects,
                targets,
                sure,
            } => {
                let (mut nodes, mut cells) = (Vec::new(), Vec::new());
                self.for_each_node(objects, state, |node, cell| {
                    nodes.push(node);
                    cells.push(cell);
                });
                for distances in targets {
                    let nearest = nodes.iter().map(|node| distances[*node]).min();
                    total.add(nearest.unwrap_or(UNREACHABLE));
                }
                if total.open > 0 {
                    let is_free = |node: usize| targets.iter().all(|distances| distances[node] > 0);
                    let free = nodes.iter().zip(&cells).filter(|(node, _)| is_free(**node));
                    open.extend(free.map(|(_, cell)| *cell));
                }
                let few = targets.len().max(nodes.len()) <= MAX_ASSIGNED;
                if total.open > 0 && !total.lost && few && *sure {
                    let cost = |row: usize, column: usize| finite(targets[row][nodes[column]]);
                    match assignment(targets.len(), nodes.len(), cost) {
                        Some(steps) => total.steps = steps,
                        None => total.lost = true,
                    }
                }
                total.lost &= sure;
            }
            WinGoal::One {
                objects,
                distances,
                sure,
            } => {
                let mut nearest = UNREACHABLE;
                let mut cells = Vec::new();
                self.for_each_node(objects, state, |node, cell| {
                    nearest = nearest.min(distances[node]);
                    cells.push(cell);
                });
                total.add(nearest);
                if total.open > 0 {
                    open.append(&mut cells);
                }
                total.lost &= sure;
            }
            WinGoal::Pairs {
                quantity,
                objects,
                on,
            } => self.pair_distance(*quantity, (objects, on), state, &mut total, open),
        }
        total
    }

    /// Manhattan distances of objects to others.
    fn pair_distance(
        &self,
        quantity: Quantity,
        (objects, on): (&[usize], &[usize]),
        state: &[u64],
        total: &mut GoalDistance,
        open: &mut Vec<usize>,
    ) {
        let mut others = Vec::new();
        self.for_each_node(on, state, |_, cell| others.push(cell));
        let rows = self.field.rows;
        let manhattan = |one: usize, other: usize| {
            (one % rows).abs_diff(other % rows) + (one / rows).abs_diff(other / rows)
        };
        let mut least = UNREACHABLE;
        self.for_each_node(objects, state, |_, cell| {
            let nearest = others.iter().map(|other| manhattan(cell, *other)).min();
            let nearest = nearest.map_or(UNREACHABLE, |distance| distance as u16);
            match quantity {
                Quantity::No => total.add(u16::from(nearest == 0)),
                Quantity::All => total.add(nearest),
                Quantity::Some => least = least.min(nearest),
            }
            if nearest > 0 {
                open.push(cell);
            }
        });
        if quantity == Quantity::Some {
            total.add(least);
        }
        total.lost = false;
    }

    /// Calls `f` with the node and cell of each object in a state.
    fn for_each_node(&self, objects: &[usize], state: &[u64], mut f: impl FnMut(usize, usize)) {
        let (cells, layout) = (self.field.cells(), &self.plan.layout);
        let words = cells.div_ceil(64);
        for (index, object) in objects.iter().enumerate() {
            let board = usize::from(layout.board_of[*object]);
            let mut call = |cell: usize| f(index * cells + cell, cell);
            if board >= layout.changing {
                self.fixed[*object].iter().for_each(&mut call);
                continue;
            }
            ones(&state[board * words..(board + 1) * words]).for_each(&mut call);
        }
    }
}

fn finite(distance: u16) -> Option<u32> {
    (distance != UNREACHABLE).then_some(u32::from(distance))
}

struct GoalBuilder<'a> {
    game: &'a CompiledGame,
    relaxed: &'a Relaxed,
}

impl GoalBuilder<'_> {
    fn goal(&self, win: &WinCondition) -> Option<WinGoal> {
        let kind = &win.objects;
        let Some(on) = &win.on else {
            return self.presence_goal(win.quantity, kind);
        };
        match (self.fixed_cells(kind), self.fixed_cells(on)) {
            (Some(_), Some(_)) => None,
            (None, Some(on)) => self.on_goal(win.quantity, kind, &on),
            (Some(cells), None) => match win.quantity {
                Quantity::All => self.fill_goal(on, &cells),
                quantity => self.on_goal(quantity, on, &cells),
            },
            (None, None) => Some(WinGoal::Pairs {
                quantity: win.quantity,
                objects: kind_objects(kind),
                on: kind_objects(on),
            }),
        }
    }

    /// Cells of a kind, if they never change.
    fn fixed_cells(&self, kind: &Kind) -> Option<Mask> {
        let mut cells = None::<Mask>;
        for object in kind.mask.iter() {
            if !self.relaxed.is_fixed(object) {
                return None;
            }
            let here = &self.relaxed.present[object];
            match &mut cells {
                None => cells = Some(here.clone()),
                Some(cells) if kind.all => cells.intersect(here),
                Some(cells) => {
                    cells.add(here);
                }
            }
        }
        cells
    }

    fn graph(&self, kind: &Kind) -> Option<(MovementGraph, bool)> {
        // Of objects that must be together only one is followed.
        let mask = Mask::new(kind_objects(kind));
        let graph = MovementGraph::new(self.game, self.relaxed, &mask)?;
        Some((graph, !kind.all))
    }

    /// Goal of a condition without ‘on’.
    fn presence_goal(&self, quantity: Quantity, kind: &Kind) -> Option<WinGoal> {
        let (graph, sure) = self.graph(kind)?;
        let distances = match quantity {
            Quantity::All => return None,
            Quantity::No => {
                let mut distances = graph.distances(graph.vanishing.iter().copied());
                // Disappearing is a step, too.
                for distance in &mut distances {
                    *distance = distance.saturating_add(1);
                }
                return Some(WinGoal::Each {
                    objects: kind_objects(kind),
                    distances,
                    costs: Vec::new(),
                    sure,
                });
            }
            Quantity::Some => {
                graph.distances(0..graph.objects().len() * self.relaxed.field.cells())
            }
        };
        Some(WinGoal::One {
            objects: kind_objects(kind),
            distances,
            sure: sure && !graph.grows,
        })
    }

    /// Goal that all objects, one, or none must be on some cells.
    fn on_goal(&self, quantity: Quantity, kind: &Kind, on: &Mask) -> Option<WinGoal> {
        let (graph, sure) = self.graph(kind)?;
        let mut cells = on.clone();
        if quantity == Quantity::No {
            cells = Mask::new(0..self.relaxed.field.cells());
            cells.remove(on);
        }
        let to = |cell: usize| graph.nodes_at(cell);
        let mut ends: Vec<usize> = cells.iter().flat_map(to).collect();
        if quantity != Quantity::Some {
            ends.extend(&graph.vanishing);
        }
        let distances = graph.distances(ends);
        let objects = kind_objects(kind);
        if quantity == Quantity::Some {
            let sure = sure && !graph.grows;
            return Some(WinGoal::One {
                objects,
                distances,
                sure,
            });
        }
        let one_layer = self.game.names.only_layer(&objects).is_some();
        let few = quantity == Quantity::All && cells.iter().count() <= 2 * MAX_ASSIGNED;
        let each = match few && one_layer && !graph.shrinks && graph.vanishing.is_empty() {
            true => cells.iter().map(|cell| graph.distances(to(cell))).collect(),
            false => Vec::new(),
        };
        Some(WinGoal::Each {
            objects,
            distances,
            costs: each,
            sure,
        })
    }

    /// Goal that an object must come to each of some cells.
    fn fill_goal(&self, kind: &Kind, cells: &Mask) -> Option<WinGoal> {
        let (graph, sure) = self.graph(kind)?;
        let to = |cell: usize| graph.distances(graph.nodes_at(cell));
        Some(WinGoal::Filled {
            objects: kind_objects(kind),
            targets: cells.iter().map(to).collect(),
            sure: sure && !graph.grows,
        })
    }

    fn walks(&self) -> Option<WalkDistances> {
        let player = &self.game.player;
        let (field, cells) = (self.relaxed.field, self.relaxed.field.cells());
        let players = kind_objects(player);
        if players.len() * cells * cells > MAX_WALKS {
            return None;
        }
        let (graph, _) = self.graph(player)?;
        let nodes_near = |cell: usize| {
            let adjacent = DIRECTIONS.into_iter();
            let adjacent = adjacent.filter_map(move |to| field.ahead(cell, to, 1));
            adjacent.chain([cell]).flat_map(|cell| graph.nodes_at(cell))
        };
        let to = (0..cells).map(|cell| graph.distances(nodes_near(cell)));
        Some(WalkDistances {
            players,
            by_cell: to.collect(),
        })
    }
}

/// Objects of a kind, in the order of their nodes.
fn kind_objects(kind: &Kind) -> Vec<usize> {
    let count = if kind.all { 1 } else { usize::MAX };
    kind.mask.iter().take(count).collect()
}
