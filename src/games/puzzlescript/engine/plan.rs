//! The rules of a game as lists of what to look at, for levels of some size.

use std::sync::Arc;

use super::super::compile::{
    CellPattern, Change, Command, Direction, Game, Kind, MOVEMENTS, Mask, Program, Quantity, Rule,
};
use super::layout::Layout;
use super::watch::Readers;

/// What must be so in a cell, in numbers of boards.
#[derive(Clone, Debug, Default)]
pub struct CellPlan {
    /// Boards that it must be in.
    pub all: Box<[u16]>,
    /// Of each of these one.
    pub any: Box<[Box<[u16]>]>,
    /// Boards that it must not be in.
    pub none: Box<[u16]>,
    pub change: Option<Box<ChangePlan>>,
}

/// What becomes of a cell, in numbers of boards.
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
    /// Boards that are not empty where it applies, a bit each.
    pub needs: Box<[u64]>,
}

/// A group of rules.
#[derive(Clone, Debug)]
pub struct GroupPlan {
    pub rules: Vec<RulePlan>,
    /// The number of its first rule among all rules.
    pub first: usize,
    pub random: bool,
    pub jump: Option<usize>,
    /// The next group with a jump, from this one on; past the last group if there is none.
    pub next_jump: usize,
}

/// All rules of a half of a turn.
#[derive(Clone, Debug, Default)]
pub struct HalfPlan {
    pub groups: Vec<GroupPlan>,
    /// The number of its first rule among all rules.
    pub first: usize,
    /// The group of each of its rules.
    pub group_of: Vec<u32>,
}

/// Objects that a condition speaks of: all of them in one cell, or any.
#[derive(Clone, Debug)]
pub struct KindPlan {
    pub boards: Vec<u16>,
    pub all: bool,
}

/// A condition for a level to be won.
#[derive(Clone, Debug)]
pub struct WinPlan {
    pub quantity: Quantity,
    pub of: KindPlan,
    pub on: Option<KindPlan>,
}

/// Where a pattern can begin: direction and length.
pub type Start = (Direction, usize);

/// The rules of a game, with what is needed to play them.
#[derive(Clone, Debug)]
pub struct Plan {
    pub first: HalfPlan,
    pub late: HalfPlan,
    pub starts: Vec<Start>,
    pub layout: Layout,
    pub readers: Readers,
    pub player: KindPlan,
    /// Whether a turn in which no player moves is taken back.
    pub must_move: bool,
    pub wins: Vec<WinPlan>,
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
        let layout = Layout::new(game);
        let groups = game.first.groups.iter().enumerate();
        let rigid_groups = groups.filter(|(_, group)| group.iter().any(|rule| rule.rigid));
        let rigid_groups: Vec<usize> = rigid_groups.map(|(index, _)| index).collect();
        let mut planner = Planner { layout: &layout, rigid_groups: &rigid_groups, starts: Vec::new() };
        let first = planner.half(&game.first, 0);
        let late = planner.half(&game.late, first.group_of.len());
        let starts = planner.starts;
        let kind = |kind: &Kind| KindPlan { boards: layout.objects(&kind.mask).collect(), all: kind.all };
        let wins = game.wins.iter().map(|win| WinPlan {
            quantity: win.quantity,
            of: kind(&win.of),
            on: win.on.as_ref().map(kind),
        });
        let groups = || first.groups.iter().chain(&late.groups);
        let rules = || groups().flat_map(|group| &group.rules);
        let mut readers = Readers::new(layout.count(), rules().count());
        for (number, rule) in rules().enumerate() {
            for cell in cells(rule) {
                let mut add = |board: &u16, is_in| readers.add(number, *board, is_in);
                cell.all.iter().for_each(|board| add(board, true));
                cell.any.iter().flatten().for_each(|board| add(board, true));
                cell.none.iter().for_each(|board| add(board, false));
            }
        }
        let by_chance = |change: &ChangePlan| !change.random.is_empty() || !change.random_layers.is_empty();
        let changes = || rules().flat_map(cells).filter_map(|cell| cell.change.as_deref());
        let is_random = changes().any(by_chance) || groups().any(|group| group.random);
        let has_checkpoints = rules().any(|rule| rule.commands.contains(&Command::Checkpoint));
        Self {
            is_random,
            has_checkpoints,
            player: kind(&game.player),
            must_move: game.options.require_player_movement,
            wins: wins.collect(),
            starts,
            readers,
            first,
            late,
            rigid_groups,
            layout,
        }
    }

    /// How many rules there are.
    pub fn rules(&self) -> usize {
        self.first.group_of.len() + self.late.group_of.len()
    }
}

/// All cells of a rule.
fn cells(rule: &RulePlan) -> impl Iterator<Item = &CellPlan> {
    rule.rows.iter().flat_map(|row| &row.parts).flat_map(|part| &part.cells)
}

/// Makes plans of rules.
struct Planner<'a> {
    layout: &'a Layout,
    rigid_groups: &'a [usize],
    /// Where the patterns so far can begin.
    starts: Vec<Start>,
}

impl Planner<'_> {
    /// The rules of a half of a turn; `first` is the number of the first one.
    fn half(&mut self, program: &Program, first: usize) -> HalfPlan {
        let mut half = HalfPlan { first, ..HalfPlan::default() };
        for (index, group) in program.groups.iter().enumerate() {
            let rigid = self.rigid_groups.iter().position(|rigid| *rigid == index).map_or(0, |at| at as u8 + 1);
            half.groups.push(GroupPlan {
                rules: group.iter().map(|rule| self.rule(rule, rigid)).collect(),
                first: first + half.group_of.len(),
                random: group.first().is_some_and(|rule| rule.random),
                jump: program.jumps.get(&index).copied(),
                next_jump: 0,
            });
            half.group_of.extend(group.iter().map(|_| index as u32));
        }
        let mut next = half.groups.len();
        for (index, group) in half.groups.iter_mut().enumerate().rev() {
            if group.jump.is_some() {
                next = index;
            }
            group.next_jump = next;
        }
        half
    }

    fn rule(&mut self, rule: &Rule, rigid: u8) -> RulePlan {
        let rows: Vec<RowPlan> = rule.rows.iter().map(|row| self.row(row, rule.direction)).collect();
        let mut plan = RulePlan {
            line: rule.line,
            direction: rule.direction,
            rows,
            replaces: rule.replaces,
            commands: Arc::clone(&rule.commands),
            rigid: if rule.rigid { rigid } else { 0 },
            needs: Box::default(),
        };
        let mut needs = vec![0; self.layout.count().div_ceil(64)].into_boxed_slice();
        for board in cells(&plan).flat_map(|cell| &cell.all).map(|board| usize::from(*board)) {
            needs[board / 64] |= 1 << (board % 64);
        }
        plan.needs = needs;
        plan
    }

    fn row(&mut self, row: &[Vec<CellPattern>], direction: Direction) -> RowPlan {
        let length = row.iter().map(Vec::len).sum();
        let start = (direction, length);
        let starts = self.starts.iter().position(|known| *known == start).unwrap_or_else(|| {
            self.starts.push(start);
            self.starts.len() - 1
        });
        let parts = row.iter().map(|part| {
            let mut order: Vec<u16> = (0..part.len() as u16).collect();
            order.sort_by_key(|index| {
                let cell = &part[usize::from(*index)];
                (cell.moving.is_empty(), cell.present.is_empty(), cell.any.is_empty())
            });
            PartPlan { cells: part.iter().map(|cell| self.cell(cell)).collect(), order }
        });
        let parts = parts.collect();
        RowPlan { parts, length, starts }
    }

    fn cell(&self, cell: &CellPattern) -> CellPlan {
        let layout = self.layout;
        CellPlan {
            all: layout.movements(&cell.moving).chain(layout.objects(&cell.present)).collect(),
            any: cell.any.iter().map(|objects| layout.objects(objects).collect()).collect(),
            none: layout.objects(&cell.missing).chain(layout.movements(&cell.still)).collect(),
            change: cell.change.as_ref().map(|change| Box::new(self.change(change))),
        }
    }

    fn change(&self, change: &Change) -> ChangePlan {
        let layout = self.layout;
        let mut clear = change.clear.clone();
        clear.remove(&change.set);
        let of = |object: u16| (object, layout.layer_of[usize::from(object)]);
        let mut plan = ChangePlan {
            set: layout.objects(&change.set).map(of).collect(),
            random: layout.objects(&change.random).collect(),
            random_layers: change.random_layers.iter().map(|layer| *layer as u16).collect(),
            ..ChangePlan::default()
        };
        for (object, layer) in layout.objects(&clear).map(of) {
            match plan.clear.iter_mut().find(|(known, _)| *known == layer) {
                Some((_, objects)) => objects.push(object),
                None => plan.clear.push((layer, vec![object])),
            }
        }
        let mut stop = change.stop.clone();
        stop.add(&change.layers);
        stop.remove(&change.go);
        for layer in 0..layout.layers.len() {
            let kinds = MOVEMENTS * layer..MOVEMENTS * (layer + 1);
            let within = |mask: &Mask| -> Vec<u16> {
                let kinds = kinds.clone().filter(|kind| mask.has(*kind));
                kinds.map(|kind| layout.movement(kind) as u16).collect()
            };
            let (stop, go) = (within(&stop), within(&change.go));
            if !within(&change.layers).is_empty() {
                plan.layers.push(layer as u16);
            }
            if !stop.is_empty() || !go.is_empty() {
                plan.moves.push((layer as u16, stop, go));
            }
        }
        plan
    }
}
