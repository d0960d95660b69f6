//! Board with robot and lights, changed by single commands; programs run on it.

use std::sync::Arc;

use crate::game::programs::world::World;
use crate::game::{BoardInfo, Cell, CellStyle, CommandTile};

use super::program::BotCommand;
use super::puzzle::{BOARD, BotPose, BotPuzzle};
use super::style::tile_style;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct BotWorld {
    puzzle: Arc<BotPuzzle>,
    /// Cells with lights, row by row, which is the order of [`Cell`], for binary search.
    lights: Arc<[Cell]>,
    pub(super) state: BotState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotState {
    pub(super) robot: BotPose,
    /// State of each light of [`BotPuzzle::lights`].
    lit: Vec<bool>,
}

impl BotWorld {
    /// The robot at its start, all lights off.
    pub(super) fn new(puzzle: &Arc<BotPuzzle>) -> Self {
        let lights: Arc<[Cell]> = puzzle.lights().collect();
        Self {
            puzzle: Arc::clone(puzzle),
            state: BotState {
                robot: puzzle.robot,
                lit: vec![false; lights.len()],
            },
            lights,
        }
    }

    pub(super) fn lights(&self) -> usize {
        self.lights.len()
    }

    /// Cells with lights that are on, row by row.
    pub(super) fn lit(&self) -> impl Iterator<Item = Cell> {
        let lights = self.lights.iter().zip(&self.state.lit);
        lights.filter(|(_, lit)| **lit).map(|(cell, _)| *cell)
    }
}

impl World for BotWorld {
    type Command = BotCommand;

    const ACTIONS: &'static [BotCommand] = &BotCommand::ACTIONS;

    const SYNTAX: &'static str = "a command is F, J, L, R or X";

    fn tile(command: BotCommand) -> CommandTile {
        command.tile()
    }

    fn act(&mut self, command: BotCommand) {
        let state = &mut self.state;
        state.robot = self.puzzle.after(state.robot, command);
        if command == BotCommand::Light
            && let Ok(light) = self.lights.binary_search(&state.robot.cell)
        {
            state.lit[light] ^= true;
        }
    }

    fn is_won(&self) -> bool {
        self.state.lit.iter().all(|lit| *lit)
    }

    fn robot(&self) -> Cell {
        self.state.robot.cell
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.puzzle.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let BotState { robot, lit } = &self.state;
        let light = self.lights.binary_search(&cell).ok();
        let is_lit = light.is_some_and(|light| lit[light]);
        let facing = (robot.cell == cell).then_some(robot.facing);
        tile_style(self.puzzle.tile(cell), is_lit, facing)
    }

    fn encode(&self) -> Vec<u8> {
        let BotState { robot, lit } = &self.state;
        let index = self.puzzle.size().index(robot.cell) as u32;
        let robot = [robot.facing.index() as u8].into_iter();
        let robot = robot.chain(index.to_le_bytes());
        robot.chain(lit.iter().map(|lit| u8::from(*lit))).collect()
    }
}
