//! Rules as lists of what to look at and what to change, in numbers of boards.

use std::sync::Arc;

use super::super::compile::{Command, Direction};

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

/// What becomes of the movements of a layer in a cell, a bit for each movement.
#[derive(Clone, Copy, Debug)]
pub struct MovesPlan {
    pub layer: u16,
    /// Those that go.
    pub stop: u8,
    /// Those that come.
    pub go: u8,
}

/// What becomes of a cell, in numbers of boards.
#[derive(Clone, Debug, Default)]
pub struct ChangePlan {
    /// Objects that go, by their layers.
    pub clear: Vec<(u16, Vec<u16>)>,
    /// Objects that come, with their layers.
    pub set: Vec<(u16, u16)>,
    pub moves: Vec<MovesPlan>,
    /// Layers whose movement is replaced.
    pub layers: Vec<u16>,
    /// Objects one of which comes by chance.
    pub random: Vec<u16>,
    /// Movements that go, and come again, by chance.
    pub random_moves: Vec<MovesPlan>,
    /// Boards that the cell is in afterwards, and those that it is not, but for what comes by chance.
    pub gives: Box<[u16]>,
    pub takes: Box<[u16]>,
}

impl CellPlan {
    /// Whether it may no longer fit a cell after a change there.
    pub fn minds(&self, change: &ChangePlan) -> bool {
        let mut present = self.all.iter().chain(self.any.iter().flatten());
        present.any(|board| change.takes.contains(board))
            || self.none.iter().any(|board| change.gives.contains(board))
    }

    /// Whether it no longer fits a cell after a change there.
    pub fn excludes(&self, change: &ChangePlan) -> bool {
        self.all.iter().any(|board| change.takes.contains(board))
            || self.none.iter().any(|board| change.gives.contains(board))
    }

    /// Whether it may come to fit a cell by a change there.
    pub fn feeds_on(&self, change: &ChangePlan) -> bool {
        let mut present = self.all.iter().chain(self.any.iter().flatten());
        present.any(|board| change.gives.contains(board))
            || self.none.iter().any(|board| change.takes.contains(board))
    }

    /// Whether it looks at any board that a change is about.
    pub fn sees(&self, change: &ChangePlan) -> bool {
        let present = self.all.iter().chain(self.any.iter().flatten());
        let mut seen = present.chain(&self.none);
        seen.any(|board| change.takes.contains(board) || change.gives.contains(board))
    }
}

impl ChangePlan {
    /// Whether chance has a part in it.
    pub fn is_by_chance(&self) -> bool {
        !self.random.is_empty() || !self.random_moves.is_empty()
    }
}

/// A part of a row between gaps.
#[derive(Clone, Debug, Default)]
pub struct PartPlan {
    pub cells: Vec<CellPlan>,
    /// Index of the set of cells where it can begin with room for itself and, if it is the first, all parts after it.
    pub starts: usize,
    /// Indices of cells, those first that fit seldom.
    pub order: Vec<u16>,
    /// Whether it does the same at a place whatever it did at others before.
    pub apart: bool,
}

/// A row of a rule.
#[derive(Clone, Debug, Default)]
pub struct RowPlan {
    pub parts: Vec<PartPlan>,
    /// How many cells it has at least.
    pub length: usize,
}

impl RowPlan {
    /// All its cells.
    pub fn cells(&self) -> impl Iterator<Item = &CellPlan> {
        self.parts.iter().flat_map(|part| &part.cells)
    }

    /// What becomes of them.
    pub fn changes(&self) -> impl Iterator<Item = &ChangePlan> {
        self.cells().filter_map(|cell| cell.change.as_deref())
    }
}

/// A rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    pub line: usize,
    pub direction: Direction,
    pub rows: Vec<RowPlan>,
    pub replaces: bool,
    /// Whether it does the same to the same cells each time: it is neither rigid nor does anything come by chance.
    pub certain: bool,
    /// The only row that changes anything, if it has no gaps and changes nothing that the others look at.
    pub acting: Option<usize>,
    /// Whether it fits nowhere any more once it was applied wherever it did.
    pub once: bool,
    pub commands: Arc<[Command]>,
    /// The number of its group among those that hold rigid rules, from 1; 0 if it is not rigid.
    pub rigid: u8,
    /// How many cells it has, and how many boards are looked at for all of them.
    pub size: (usize, usize),
}

impl RulePlan {
    /// All its cells.
    pub fn cells(&self) -> impl Iterator<Item = &CellPlan> {
        self.rows.iter().flat_map(RowPlan::cells)
    }

    /// See [`RulePlan::once`]: a change keeps its cell from fitting, and none makes a cell fit.
    pub fn is_once(&self) -> bool {
        let Some(row) = self.acting.map(|index| &self.rows[index]) else {
            return false;
        };
        let excludes = |cell: &CellPlan| {
            cell.change
                .as_deref()
                .is_some_and(|change| cell.excludes(change))
        };
        self.certain
            && self.replaces
            && row.cells().any(excludes)
            && !row
                .changes()
                .any(|change| self.cells().any(|cell| cell.feeds_on(change)))
    }

    /// Whether it need not be tried again after it changed nothing, as long as its cells stay as they are.
    pub fn settles(&self) -> bool {
        self.certain && self.commands.is_empty()
    }
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

/// Where a pattern can begin: direction and length.
pub type Start = (Direction, usize);
