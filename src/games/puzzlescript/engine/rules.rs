//! Compiled rules: boards to test and to change.
//!
//! A board is the set of the cells with one object or with one movement of a layer. A `u16` is the number of a board
//! ([`BoardLayout`](super::layout::BoardLayout)), unless it is said to be a layer or a cell of a part. A `u8` of
//! movements has the bits up, down, left, right and action.

use std::sync::Arc;

use super::super::compile::Command;
use crate::game::Heading;

/// A cell of a pattern: what a cell of the level must be to match it, and what changes there.
#[derive(Clone, Debug, Default)]
pub struct CellPlan {
    /// Boards that contain the cell.
    pub all: Box<[u16]>,
    /// Sets of boards; of each set, at least one contains the cell.
    pub any: Box<[Box<[u16]>]>,
    /// Boards that do not contain the cell.
    pub none: Box<[u16]>,
    pub change: Option<Box<ChangePlan>>,
}

/// Change of a layer's movements in a cell, as bits.
#[derive(Clone, Copy, Debug)]
pub struct MovesPlan {
    pub layer: u16,
    /// Movements removed.
    pub stop: u8,
    /// Movements given.
    pub go: u8,
}

#[derive(Clone, Debug, Default)]
pub struct ChangePlan {
    /// Boards of the objects removed, by layer.
    pub clear: Vec<(u16, Vec<u16>)>,
    /// Boards of the objects added, each with its layer.
    pub set: Vec<(u16, u16)>,
    pub moves: Vec<MovesPlan>,
    /// Layers whose movement is replaced; a rigid rule marks them.
    pub layers: Vec<u16>,
    /// Boards of the objects of which one is added at random.
    pub random: Vec<u16>,
    /// Movements replaced by one of the four directions, drawn at random; `go` has no effect.
    pub random_moves: Vec<MovesPlan>,
    /// Boards that contain the cell afterwards, except for random ones.
    pub added: Box<[u16]>,
    /// Boards that do not contain the cell afterwards, except for random ones.
    pub removed: Box<[u16]>,
}

impl CellPlan {
    /// Returns whether a match may end by a change of the cell.
    pub fn may_lose(&self, change: &ChangePlan) -> bool {
        self.always_loses(change) || self.any.iter().any(|any| intersect(any, &change.removed))
    }

    /// Returns whether a match always ends by a change of the cell.
    pub fn always_loses(&self, change: &ChangePlan) -> bool {
        intersect(&self.all, &change.removed) || intersect(&self.none, &change.added)
    }

    /// Returns whether a change of the cell may create a match.
    pub fn may_gain(&self, change: &ChangePlan) -> bool {
        intersect(&self.all, &change.added)
            || self.any.iter().any(|any| intersect(any, &change.added))
            || intersect(&self.none, &change.removed)
    }

    /// Returns whether it tests any board of a change.
    pub fn tests(&self, change: &ChangePlan) -> bool {
        self.may_lose(change) || self.may_gain(change)
    }
}

pub fn intersect(boards: &[u16], others: &[u16]) -> bool {
    boards.iter().any(|board| others.contains(board))
}

impl ChangePlan {
    pub fn is_random(&self) -> bool {
        !self.random.is_empty() || !self.random_moves.is_empty()
    }
}

/// A part of a row between gaps.
#[derive(Clone, Debug, Default)]
pub struct PartPlan {
    pub cells: Vec<CellPlan>,
    /// Index into [`GamePlan::starts`](super::plan::GamePlan::starts): the cells with enough space for this part and,
    /// if it is the first, all parts after it.
    pub starts: usize,
    /// Cell indices, the most selective first.
    pub order: Vec<u16>,
}

#[derive(Clone, Debug, Default)]
pub struct RowPlan {
    pub parts: Vec<PartPlan>,
    /// Least number of cells, without gaps.
    pub length: usize,
}

impl RowPlan {
    pub fn cells(&self) -> impl Iterator<Item = &CellPlan> {
        self.parts.iter().flat_map(|part| &part.cells)
    }

    pub fn changes(&self) -> impl Iterator<Item = &ChangePlan> {
        self.cells().filter_map(|cell| cell.change.as_deref())
    }
}

#[derive(Clone, Debug)]
pub struct RulePlan {
    /// Line of the text, from 1.
    pub line: usize,
    pub direction: Heading,
    pub rows: Vec<RowPlan>,
    /// `true` if it has a right side.
    pub replaces: bool,
    /// `true` if it draws nothing at random and is not rigid.
    pub deterministic: bool,
    /// The only changing row, if it has no gaps and changes nothing that the others test.
    pub changing_row: Option<usize>,
    /// `true` if it matches nowhere after it was applied at all matches.
    pub applies_once: bool,
    pub commands: Arc<[Command]>,
    /// Number of its group among the rigid ones, from 1; 0 if it is not rigid.
    pub rigid: u8,
    /// Number of cells in its patterns.
    pub pattern_cells: usize,
    /// Number of boards tested for these cells plus one per cell: the work of testing a place.
    pub tested_boards: usize,
}

impl RulePlan {
    pub fn cells(&self) -> impl Iterator<Item = &CellPlan> {
        self.rows.iter().flat_map(RowPlan::cells)
    }

    /// Computes [`RulePlan::applies_once`]: a change prevents the match of its cell, and none creates a match.
    pub fn is_once(&self) -> bool {
        let Some(row) = self.changing_row.map(|index| &self.rows[index]) else {
            return false;
        };
        let loses = |cell: &CellPlan| {
            let change = cell.change.as_deref();
            change.is_some_and(|change| cell.always_loses(change))
        };
        let gains = |change| self.cells().any(|cell| cell.may_gain(change));
        let can_repeat = !row.cells().any(loses) || row.changes().any(gains);
        self.deterministic && self.replaces && !can_repeat
    }

    /// Returns whether it can be skipped after it changed nothing, until its boards change.
    pub fn settles(&self) -> bool {
        self.deterministic && self.commands.is_empty()
    }
}

#[derive(Clone, Debug)]
pub struct GroupPlan {
    pub rules: Vec<RulePlan>,
    /// Number of its first rule among all rules.
    pub first: usize,
    /// `true` if only one random match of its rules is applied.
    pub random: bool,
    /// Group to go back to after this one, the last of a loop, if the loop changed something.
    pub jump: Option<usize>,
    /// The next group with a jump, from this one on; the number of groups if there is none.
    pub next_jump: usize,
}

/// The rules before movements are executed, or those after them.
#[derive(Clone, Debug, Default)]
pub struct PhasePlan {
    pub groups: Vec<GroupPlan>,
    /// Number of its first rule among all rules.
    pub first: usize,
    /// Index of the group of each rule.
    pub group_of: Vec<u32>,
}

/// Heading and length of a pattern (in cells), which determine where it can begin.
pub type PatternStart = (Heading, usize);

/// A match of a row: its first cell, and the widths of its gaps, of which there are at most two; 0 for others.
pub type RowMatch = [u32; 3];
