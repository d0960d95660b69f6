//! Differences between two states. These begin with the boards (sets of cells as bits) of the objects that can change.

use crate::compile::{Bits, CompiledGame};
use crate::engine::GamePlan;
use crate::game::{Cell, Size};

/// Layout of cells in states.
pub struct StateDiff<'a> {
    game: &'a CompiledGame,
    plan: &'a GamePlan,
    size: Size,
}

/// An object that appears or disappears.
#[derive(Clone, Copy, Debug)]
pub struct ObjectChange {
    pub board: usize,
    /// Column by column.
    pub cell: usize,
    pub appears: bool,
    pub is_player: bool,
}

impl<'a> StateDiff<'a> {
    pub fn new(game: &'a CompiledGame, plan: &'a GamePlan, size: Size) -> Self {
        Self { game, plan, size }
    }

    /// All objects that appear or disappear, board by board.
    pub fn changes(&self, before: &[u64], after: &[u64]) -> impl Iterator<Item = ObjectChange> {
        let words = self.size.area().div_ceil(64);
        let layout = &self.plan.layout;
        let players = layout.objects(&self.game.player.mask).map(usize::from);
        let players: Vec<usize> = players.collect();
        let all = before.iter().zip(after).take(words * layout.changing);
        let mut changes = Vec::new();
        for (index, (before, after)) in all.enumerate() {
            let board = index / words;
            changes.extend(Bits(before ^ after).map(|bit| ObjectChange {
                board,
                cell: 64 * (index % words) + bit,
                appears: after >> bit & 1 == 1,
                is_player: players.contains(&board),
            }));
        }
        changes.into_iter()
    }

    /// Cells with a change of anything but a player, or all changed cells if there are none.
    pub fn changed_cells(&self, before: &[u64], after: &[u64]) -> Vec<Cell> {
        let all: Vec<ObjectChange> = self.changes(before, after).collect();
        let only_players = all.iter().all(|change| change.is_player);
        let shown = all.iter();
        let shown = shown.filter(|change| only_players || !change.is_player);
        let rows = self.size.rows;
        let cells = shown.map(|change| Cell::new(change.cell % rows, change.cell / rows));
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}
