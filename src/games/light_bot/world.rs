//! Board without a program, changed by single commands.

use std::sync::Arc;

use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellStyle, Gesture, Intent, StepInfo};

use super::program::BotCommand;
use super::puzzle::{BOARD, BotPuzzle};
use super::run::BotState;
use super::style::tile_style;

/// State of a puzzle.
#[derive(Clone)]
pub(super) struct BotWorld {
    puzzle: Arc<BotPuzzle>,
    lights: Arc<[Cell]>,
    state: BotState,
}

impl BotWorld {
    pub(super) fn new(puzzle: Arc<BotPuzzle>) -> Self {
        let lights: Arc<[Cell]> = puzzle.lights().collect();
        Self {
            state: BotState::new(&puzzle, &lights),
            lights,
            puzzle,
        }
    }

    fn next_state(&self, command: BotCommand) -> BotState {
        let mut state = self.state.clone();
        state.execute(&self.puzzle, &self.lights, command);
        state
    }
}

impl Play for BotWorld {
    /// One of [`BotCommand::ACTIONS`].
    type Move = BotCommand;

    const MOVE_SYNTAX: &'static str = "a command is F, J, L, R or X";

    fn parse(text: &str) -> Option<BotCommand> {
        let mut actions = BotCommand::ACTIONS.into_iter();
        actions.find(|command| text == command.to_string())
    }

    fn make(&mut self, command: &BotCommand) -> Result<(), String> {
        self.state = self.next_state(*command);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.state.lit.iter().all(|lit| *lit)
    }

    /// Commands that change the state.
    fn moves(&self) -> impl Iterator<Item = BotCommand> {
        let actions = BotCommand::ACTIONS.into_iter();
        actions.filter(|command| self.next_state(*command) != self.state)
    }

    fn encode(&self) -> Vec<u8> {
        let BotState { robot, lit } = &self.state;
        let index = self.puzzle.size().index(robot.cell) as u32;
        let robot = [robot.facing.index() as u8].into_iter();
        let robot = robot.chain(index.to_le_bytes());
        robot.chain(lit.iter().map(|lit| u8::from(*lit))).collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![BoardInfo::new(BOARD, "Board", self.puzzle.size())]
    }

    fn style(&self, _board: &str, cell: Cell) -> CellStyle {
        let BotState { robot, lit } = &self.state;
        let light = self.lights.binary_search(&cell).ok();
        let is_lit = light.is_some_and(|index| lit[index]);
        let facing = (robot.cell == cell).then_some(robot.facing);
        tile_style(self.puzzle.tile(cell), is_lit, facing)
    }

    fn interpret(&self, _gesture: &Gesture) -> Option<BotCommand> {
        None
    }

    fn describe(&self, command: &BotCommand) -> StepInfo {
        StepInfo {
            text: command.name().into_owned(),
            board: BOARD.into(),
            cells: vec![self.state.robot.cell],
            ..StepInfo::default()
        }
    }

    fn intents(&self, _command: &BotCommand) -> Vec<Intent> {
        Vec::new()
    }
}
