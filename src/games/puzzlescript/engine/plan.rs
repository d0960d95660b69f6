//! The rules of a game as lists of what to look at, for levels of some size.

use super::super::compile::{
    CellPattern, Change, Command, Direction, Game, MOVEMENTS, Mask, Program, Rule,
};
use std::sync::Arc;

/// What must be so in a cell.
#[derive(Clone, Debug, Default)]
pub struct CellPlan {
    pub moving: Vec<u16>,
    pub present: Vec<u16>,
    pub any: Vec<Vec<u16>>,
    pub missing: Vec<u16>,
    /// Movements that must not be.
    pub still: Vec<u16>,
    pub change: Option<ChangePlan>,
}

/// What becomes of a cell.
#[derive(Clone, Debug, Default)]
pub struct ChangePlan {
    /// Objects that go, by their layers.
    pub clear: Vec<(u16, Vec<u16>)>,
    /// Objects that come, with their layers.
    pub set: Vec<(u16, u16)>,
    /// Movements that go, by their layers, and those of the layer that come.
    pub moves: Vec<(u16, Vec<u16>, Vec<u16>)>,
    /// Layers whose movement is replaced.
    pub layers: Vec<u16>,
    /// Objects one of which comes by chance.
    pub random: Vec<u16>,
    pub random_layers: Vec<u16>,
}

/// A part of a row between gaps.
#[derive(Clone, Debug, Default)]
pub struct PartPlan {
    pub cells: Vec<CellPlan>,
    /// Indices of cells, those first that fit seldom.
    pub order: Vec<u16>,
}

/// A row of a rule.
#[derive(Clone, Debug, Default)]
pub struct RowPlan {
    pub parts: Vec<PartPlan>,
    /// How many cells it has at least.
    pub length: usize,
    /// Index of the set of cells where it can begin.
    pub starts: usize,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    pub line: usize,
    pub direction: Direction,
    pub rows: Vec<RowPlan>,
    pub replaces: bool,
    pub commands: Arc<[Command]>,
    /// The number of its group among those that hold rigid rules, from 1; 0 if it is not rigid.
    pub rigid: u8,
    /// Objects and movements without which it cannot apply.
    pub needs: Box<[u64]>,
    pub needs_moves: Box<[u64]>,
}

/// A group of rules.
#[derive(Clone, Debug)]
pub struct GroupPlan {
    pub rules: Vec<RulePlan>,
    pub random: bool,
    pub jump: Option<usize>,
}

/// All rules of a half of a turn.
pub type HalfPlan = Vec<GroupPlan>;

/// Where a pattern can begin: direction and length.
pub type Start = (Direction, usize);

/// The rules of a game, with what is needed to play them.
#[derive(Clone, Debug)]
pub struct Plan {
    pub first: HalfPlan,
    pub late: HalfPlan,
    pub starts: Vec<Start>,
    /// The layer of each object.
    pub layer_of: Vec<u16>,
    /// The objects of each layer.
    pub layers: Vec<Vec<u16>>,
    /// The groups with rigid rules.
    pub rigid_groups: Vec<usize>,
    /// Whether anything comes by chance.
    pub is_random: bool,
    /// Whether there are checkpoints.
    pub has_checkpoints: bool,
}

impl Plan {
    /// The plan of a game.
    pub fn new(game: &Game) -> Self {
        let layer_of: Vec<u16> = game.names.objects.iter().map(|object| object.layer as u16).collect();
        let layers = game.names.layers.iter().map(numbers).collect();
        let groups = game.first.groups.iter().enumerate();
        let rigid_groups = groups.filter(|(_, group)| group.iter().any(|rule| rule.rigid));
        let mut plan = Self {
            first: Vec::new(),
            late: Vec::new(),
            starts: Vec::new(),
            layer_of,
            layers,
            rigid_groups: rigid_groups.map(|(index, _)| index).collect(),
            is_random: false,
            has_checkpoints: false,
        };
        plan.first = plan.half(&game.first);
        plan.late = plan.half(&game.late);
        let rules = || plan.first.iter().chain(&plan.late).flat_map(|group| &group.rules);
        let orders = |rule: &RulePlan| rule.commands.contains(&Command::Checkpoint);
        let has_checkpoints = rules().any(orders);
        let cells = rules().flat_map(|rule| &rule.rows).flat_map(|row| &row.parts).flat_map(|part| &part.cells);
        let by_chance = |change: &ChangePlan| !change.random.is_empty() || !change.random_layers.is_empty();
        let chance = cells.filter_map(|cell| cell.change.as_ref()).any(by_chance);
        let groups = plan.first.iter().chain(&plan.late).any(|group| group.random);
        plan.is_random = chance || groups;
        plan.has_checkpoints = has_checkpoints;
        plan
    }

    fn half(&mut self, program: &Program) -> HalfPlan {
        let mut half = Vec::new();
        for (index, group) in program.groups.iter().enumerate() {
            let rigid = self.rigid_groups.iter().position(|rigid| *rigid == index).map_or(0, |at| at as u8 + 1);
            let rules = group.iter().map(|rule| self.rule(rule, rigid)).collect();
            half.push(GroupPlan {
                rules,
                random: group.first().is_some_and(|rule| rule.random),
                jump: program.jumps.get(&index).copied(),
            });
        }
        half
    }

    fn rule(&mut self, rule: &Rule, rigid: u8) -> RulePlan {
        let (objects, movements) = (self.layer_of.len(), MOVEMENTS * self.layers.len());
        let mut needs = vec![0_u64; objects.div_ceil(64)].into_boxed_slice();
        let mut needs_moves = vec![0_u64; movements.div_ceil(64)].into_boxed_slice();
        for cell in rule.rows.iter().flatten().flatten() {
            cell.present.iter().for_each(|object| needs[object / 64] |= 1 << (object % 64));
            cell.moving.iter().for_each(|kind| needs_moves[kind / 64] |= 1 << (kind % 64));
        }
        RulePlan {
            line: rule.line,
            direction: rule.direction,
            rows: rule.rows.iter().map(|row| self.row(row, rule.direction)).collect(),
            replaces: rule.replaces,
            commands: Arc::clone(&rule.commands),
            rigid: if rule.rigid { rigid } else { 0 },
            needs,
            needs_moves,
        }
    }

    fn row(&mut self, row: &[Vec<CellPattern>], direction: Direction) -> RowPlan {
        let length = row.iter().map(Vec::len).sum();
        let start = (direction, length);
        let starts = self.starts.iter().position(|known| *known == start).unwrap_or_else(|| {
            self.starts.push(start);
            self.starts.len() - 1
        });
        let parts = row.iter().map(|part| {
            let cells: Vec<CellPlan> = part.iter().map(|cell| self.cell(cell)).collect();
            let mut order: Vec<u16> = (0..cells.len() as u16).collect();
            order.sort_by_key(|index| {
                let cell = &cells[usize::from(*index)];
                (cell.moving.is_empty(), cell.present.is_empty(), cell.any.is_empty())
            });
            PartPlan { cells, order }
        });
        let parts = parts.collect();
        RowPlan { parts, length, starts }
    }

    fn cell(&self, cell: &CellPattern) -> CellPlan {
        CellPlan {
            moving: numbers(&cell.moving),
            present: numbers(&cell.present),
            any: cell.any.iter().map(numbers).collect(),
            missing: numbers(&cell.missing),
            still: numbers(&cell.still),
            change: cell.change.as_ref().map(|change| self.change(change)),
        }
    }

    fn change(&self, change: &Change) -> ChangePlan {
        let mut clear = change.clear.clone();
        clear.remove(&change.set);
        let mut plan = ChangePlan {
            random: numbers(&change.random),
            random_layers: change.random_layers.iter().map(|layer| *layer as u16).collect(),
            ..ChangePlan::default()
        };
        for object in numbers(&clear) {
            let layer = self.layer_of[usize::from(object)];
            match plan.clear.iter_mut().find(|(known, _)| *known == layer) {
                Some((_, objects)) => objects.push(object),
                None => plan.clear.push((layer, vec![object])),
            }
        }
        let of = |object: u16| (object, self.layer_of[usize::from(object)]);
        plan.set = numbers(&change.set).into_iter().map(of).collect();
        let mut stop = change.stop.clone();
        stop.add(&change.layers);
        stop.remove(&change.go);
        for layer in 0..self.layers.len() as u16 {
            let kinds = MOVEMENTS as u16 * layer..MOVEMENTS as u16 * (layer + 1);
            let within = |mask: &Mask| -> Vec<u16> { kinds.clone().filter(|kind| mask.has(usize::from(*kind))).collect() };
            let (stop, go) = (within(&stop), within(&change.go));
            if !within(&change.layers).is_empty() {
                plan.layers.push(layer);
            }
            if !stop.is_empty() || !go.is_empty() {
                plan.moves.push((layer, stop, go));
            }
        }
        plan
    }
}

fn numbers(mask: &Mask) -> Vec<u16> {
    mask.iter().map(|number| number as u16).collect()
}
