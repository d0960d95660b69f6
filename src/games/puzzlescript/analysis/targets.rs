//! Heuristic distance to a win: assigns objects to targets along relaxed-reachable paths.
//!
//! Each win condition gives distances from the relaxed movement graph (see `graph`), which allows every step that
//! any rule might make. An object without a path to its target can therefore never reach it. That proves a state
//! lost if no rule wins or restarts and there are no checkpoints. The estimate itself is not a lower bound.

use std::sync::Arc;

use super::super::compile::{Command, CompiledGame, Kind, Mask, Quantity, WinCondition, ones};
use super::super::engine::GamePlan;
use super::field::LevelField;
use super::graph::{MovementGraph, UNREACHABLE};
use super::relaxed::{Relaxed, rules};
use crate::game::search::assignment;

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
}

#[derive(Clone, Debug)]
struct WinGoal {
    objects: Vec<usize>,
    measure: GoalMeasure,
    /// `true` if an object without a path proves that the condition can never be met.
    sure: bool,
}

#[derive(Clone, Debug)]
enum GoalMeasure {
    /// Each object must reach a node at distance 0.
    Each {
        distances: Vec<u16>,
        /// Distances to each single target, if each takes only one object.
        costs: Vec<Vec<u16>>,
    },
    /// Each of some cells, with its distances, must get an object.
    Filled(Vec<Vec<u16>>),
    /// One object must reach a node at distance 0.
    One(Vec<u16>),
    /// The objects and those they must be on both move; cells are compared.
    Pairs { quantity: Quantity, on: Vec<usize> },
}

/// Limit of the objects assigned to targets one by one, as each state needs time by its third power.
const MAX_ASSIGNED: usize = 16;
/// Cost of an object that can never reach a target, if that proves nothing.
const LOST_COST: u32 = 200;

/// Distance of a state to one goal.
#[derive(Default)]
struct GoalDistance {
    steps: u32,
    /// Number of objects, or of cells to be filled, at a distance.
    open: u32,
    /// One of them has no path. That proves something only if the goal is `sure`.
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

    /// Replaces the sum of the nearest distances by the least cost of an assignment of all `rows` to different columns.
    fn assign(&mut self, rows: usize, columns: usize, distance: impl Fn(usize, usize) -> u16) {
        if self.open == 0 || self.lost {
            return;
        }
        let finite = |distance: u16| (distance != UNREACHABLE).then_some(u32::from(distance));
        match assignment(rows, columns, |row, column| finite(distance(row, column))) {
            Some(steps) => self.steps = steps,
            None => self.lost = true,
        }
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
            field,
            plan: Arc::clone(plan),
            fixed,
        })
    }

    /// Returns whether a state can provably no longer be won: one condition that cannot be met is enough.
    pub fn is_lost(&self, state: &[u64]) -> bool {
        let mut goals = self.goals.iter();
        self.proves_lost && goals.any(|goal| self.goal_distance(goal, state).lost)
    }

    /// Estimates the distance of a state to a win, as the steps of all misplaced objects to their targets; `None` if it
    /// can provably no longer be won.
    pub fn estimate(&self, state: &[u64]) -> Option<u32> {
        let mut steps = 0;
        for goal in &self.goals {
            let total = self.goal_distance(goal, state);
            if total.lost && self.proves_lost {
                return None;
            }
            steps += total.steps;
        }
        Some(steps)
    }

    /// Distance of a state to one goal.
    fn goal_distance(&self, goal: &WinGoal, state: &[u64]) -> GoalDistance {
        let mut total = GoalDistance::default();
        let found = self.nodes(&goal.objects, state);
        let nearest = |distances: &[u16]| {
            let distances = found.iter().map(|(node, _)| distances[*node]);
            distances.min().unwrap_or(UNREACHABLE)
        };
        match &goal.measure {
            GoalMeasure::Each { distances, costs } => {
                for (node, _) in &found {
                    total.add(distances[*node]);
                }
                if found.len() <= MAX_ASSIGNED && !costs.is_empty() {
                    let distance = |row: usize, column: usize| costs[column][found[row].0];
                    total.assign(found.len(), costs.len(), distance);
                }
            }
            GoalMeasure::Filled(targets) => {
                targets.iter().for_each(|target| total.add(nearest(target)));
                if targets.len().max(found.len()) <= MAX_ASSIGNED && goal.sure {
                    let distance = |row: usize, column: usize| targets[row][found[column].0];
                    total.assign(targets.len(), found.len(), distance);
                }
            }
            GoalMeasure::One(distances) => {
                total.add(nearest(distances));
            }
            GoalMeasure::Pairs { quantity, on } => {
                let others = self.nodes(on, state);
                let mut least_steps = UNREACHABLE;
                for (_, cell) in &found {
                    let steps = others
                        .iter()
                        .map(|(_, other)| self.field.steps(*cell, *other));
                    let nearest = steps.min().map_or(UNREACHABLE, |steps| steps as u16);
                    match quantity {
                        Quantity::No => total.add(u16::from(nearest == 0)),
                        Quantity::All => total.add(nearest),
                        Quantity::Some => least_steps = least_steps.min(nearest),
                    }
                }
                if *quantity == Quantity::Some {
                    total.add(least_steps);
                }
            }
        }
        total.lost &= goal.sure;
        total
    }

    /// Node and cell of each object in a state.
    fn nodes(&self, objects: &[usize], state: &[u64]) -> Vec<(usize, usize)> {
        let (cells, layout) = (self.field.cells(), &self.plan.layout);
        let words = cells.div_ceil(64);
        let mut nodes = Vec::new();
        for (index, object) in objects.iter().enumerate() {
            let board = usize::from(layout.board_of[*object]);
            let node = |cell: usize| (index * cells + cell, cell);
            match board < layout.changing {
                true => nodes.extend(ones(&state[board * words..(board + 1) * words]).map(node)),
                false => nodes.extend(self.fixed[*object].iter().map(node)),
            }
        }
        nodes
    }
}

struct GoalBuilder<'a> {
    game: &'a CompiledGame,
    relaxed: &'a Relaxed,
}

impl GoalBuilder<'_> {
    /// Goal of a win condition, with distances; `None` if objects of both kinds never change, or a graph is too large.
    fn goal(&self, win: &WinCondition) -> Option<WinGoal> {
        let (quantity, kind) = (win.quantity, &win.objects);
        let Some(on) = &win.on else {
            return self.presence_goal(quantity, kind);
        };
        match (self.fixed_cells(kind), self.fixed_cells(on)) {
            (Some(_), Some(_)) => None,
            (None, Some(on)) => self.on_goal(quantity, kind, &on),
            (Some(cells), None) if quantity == Quantity::All => self.fill_goal(on, &cells),
            (Some(cells), None) => self.on_goal(quantity, on, &cells),
            (None, None) => Some(WinGoal {
                objects: kind_objects(kind),
                measure: GoalMeasure::Pairs {
                    quantity,
                    on: kind_objects(on),
                },
                sure: false,
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
            let of_object = &self.relaxed.present[object];
            match &mut cells {
                None => cells = Some(of_object.clone()),
                Some(cells) if kind.all => cells.intersect(of_object),
                Some(cells) => cells.add(of_object),
            }
        }
        cells
    }

    /// Movement graph of a kind. Of objects that must be together only one is followed, which proves nothing.
    fn graph(&self, kind: &Kind) -> Option<MovementGraph> {
        let mask = Mask::new(kind_objects(kind));
        MovementGraph::new(self.game, self.relaxed, &mask)
    }

    /// Goal of a condition without ‘on’; `None` for ‘all’, or if the graph is too large.
    fn presence_goal(&self, quantity: Quantity, kind: &Kind) -> Option<WinGoal> {
        let graph = self.graph(kind)?;
        let (measure, sure) = match quantity {
            Quantity::All => return None,
            Quantity::No => {
                let mut distances = graph.distances(graph.vanishing.iter().copied());
                // Disappearing is a step, too.
                for distance in &mut distances {
                    *distance = distance.saturating_add(1);
                }
                let costs = Vec::new();
                (GoalMeasure::Each { distances, costs }, true)
            }
            Quantity::Some => {
                let all = 0..graph.objects().len() * self.relaxed.field.cells();
                (GoalMeasure::One(graph.distances(all)), !graph.grows)
            }
        };
        Some(WinGoal {
            objects: kind_objects(kind),
            measure,
            sure: sure && !kind.all,
        })
    }

    /// Goal that all objects, one, or none must be on some cells.
    fn on_goal(&self, quantity: Quantity, kind: &Kind, on: &Mask) -> Option<WinGoal> {
        let graph = self.graph(kind)?;
        let mut cells = on.clone();
        if quantity == Quantity::No {
            cells = Mask::new(0..self.relaxed.field.cells());
            cells.remove(on);
        }
        let nodes = |cell: usize| graph.nodes_at(cell);
        let mut ends: Vec<usize> = cells.iter().flat_map(nodes).collect();
        if quantity != Quantity::Some {
            ends.extend(&graph.vanishing);
        }
        let distances = graph.distances(ends);
        let objects = kind_objects(kind);
        let (measure, sure) = match quantity {
            Quantity::Some => (GoalMeasure::One(distances), !graph.grows),
            Quantity::All | Quantity::No => {
                let one_layer = self.game.names.only_layer(&objects).is_some();
                // One by one, objects can be assigned to cells only if two cannot share a cell and none comes or goes.
                let few = quantity == Quantity::All && cells.iter().count() <= 2 * MAX_ASSIGNED;
                let is_constant = !graph.shrinks && graph.vanishing.is_empty();
                let mut costs = Vec::new();
                if few && one_layer && is_constant {
                    costs.extend(cells.iter().map(|cell| graph.distances(nodes(cell))));
                }
                (GoalMeasure::Each { distances, costs }, true)
            }
        };
        Some(WinGoal {
            objects,
            measure,
            sure: sure && !kind.all,
        })
    }

    /// Goal that an object must come to each of some cells.
    fn fill_goal(&self, kind: &Kind, cells: &Mask) -> Option<WinGoal> {
        let graph = self.graph(kind)?;
        let to = |cell: usize| graph.distances(graph.nodes_at(cell));
        Some(WinGoal {
            objects: kind_objects(kind),
            measure: GoalMeasure::Filled(cells.iter().map(to).collect()),
            sure: !kind.all && !graph.grows,
        })
    }
}

/// Objects of a kind, in the order of their nodes.
fn kind_objects(kind: &Kind) -> Vec<usize> {
    let count = if kind.all { 1 } else { usize::MAX };
    kind.mask.iter().take(count).collect()
}
