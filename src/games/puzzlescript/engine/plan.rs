//! A compiled game, for levels of any size.

use super::super::compile::{Command, CompiledGame, Kind, Mask, Quantity};
use super::layout::{BoardLayout, changes};
use super::planner::RulePlanner;
use super::rules::{ChangePlan, PatternStart, PhasePlan, RowPlan};
use super::tracker::Readers;

/// Objects of a condition: all of them in one cell, or any.
#[derive(Clone, Debug)]
pub struct KindPlan {
    pub boards: Vec<u16>,
    pub all: bool,
}

/// A win condition: this quantity of the objects must be on others or, without `on`, exist.
#[derive(Clone, Debug)]
pub struct WinPlan {
    pub quantity: Quantity,
    pub objects: KindPlan,
    pub on: Option<KindPlan>,
}

/// A game for machines of any size. Rules are numbered through both halves of a turn.
#[derive(Clone, Debug)]
pub struct GamePlan {
    pub first: PhasePlan,
    pub late: PhasePlan,
    /// Headings and lengths of patterns, for each of which machines compute the cells where it fits.
    pub starts: Vec<PatternStart>,
    pub layout: BoardLayout,
    /// Rules to try again after a board changed.
    pub readers: Readers,
    pub player: KindPlan,
    /// `true` if a turn in which no player moves is undone.
    pub must_move: bool,
    pub wins: Vec<WinPlan>,
    /// Indices of the groups of the first half with rigid rules.
    pub rigid_groups: Vec<usize>,
    pub is_random: bool,
    pub has_checkpoints: bool,
}

impl GamePlan {
    pub fn new(game: &CompiledGame) -> Self {
        let layout = BoardLayout::new(game);
        let is_rigid = |index: &usize| game.first.groups[*index].iter().any(|rule| rule.head.rigid);
        let rigid_groups: Vec<usize> = (0..game.first.groups.len()).filter(is_rigid).collect();
        let mut planner = RulePlanner {
            layout: &layout,
            layers: &game.names.layers,
            // No cell gets two objects of one layer by a single change.
            exclusive: changes(game).all(|change| {
                let count = |layer: &Mask| {
                    let set = layer.iter().filter(|object| change.set.has(*object));
                    set.count() + usize::from(layer.intersects(&change.random))
                };
                game.names.layers.iter().all(|layer| count(layer) < 2)
            }),
            rigid_groups: &rigid_groups,
            starts: Vec::new(),
        };
        let first = planner.phase(&game.first, 0);
        // Late rules are numbered after the others.
        let late = planner.phase(&game.late, first.group_of.len());
        let starts = planner.starts;
        let kind = |kind: &Kind| KindPlan {
            boards: layout.objects(&kind.mask).collect(),
            all: kind.all,
        };
        let wins = game.wins.iter().map(|win| WinPlan {
            quantity: win.quantity,
            objects: kind(&win.objects),
            on: win.on.as_ref().map(kind),
        });
        let groups = || first.groups.iter().chain(&late.groups);
        let rules = || groups().flat_map(|group| &group.rules);
        let mut readers = Readers::new(layout.count(), rules().count());
        for (number, rule) in rules().enumerate() {
            for cell in rule.cells() {
                let mut add = |board: &u16, is_in| readers.add(number, *board, is_in);
                cell.all.iter().for_each(|board| add(board, true));
                cell.any.iter().flatten().for_each(|board| add(board, true));
                cell.none.iter().for_each(|board| add(board, false));
                // A rule skipped because it changed nothing may change something once its effect is undone.
                if let Some(change) = cell.change.as_ref().filter(|_| rule.settles()) {
                    change.removed.iter().for_each(|board| add(board, true));
                    change.added.iter().for_each(|board| add(board, false));
                }
            }
        }
        let rows = rules().flat_map(|rule| &rule.rows);
        let is_random = rows.flat_map(RowPlan::changes).any(ChangePlan::is_random)
            || groups().any(|group| group.random);
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
}
