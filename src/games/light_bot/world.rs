//! Board without a program, changed by single commands.

use std::fmt;
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

/// Move: a command that is no call.
#[derive(Clone, Copy)]
pub(super) struct BotAction(BotCommand);

impl fmt::Display for BotAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
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

    fn next_state(&self, BotAction(command): BotAction) -> BotState {
        let mut state = self.state.clone();
        state.execute(&self.puzzle, &self.lights, command);
        state
    }
}

impl Play for BotWorld {
    type Move = BotAction;

    const MOVE_SYNTAX: &'static str = "a command is F, J, L, R or X";

    fn parse(text: &str) -> Option<BotAction> {
        let mut actions = BotCommand::ACTIONS.into_iter();
        let action = actions.find(|command| text == command.to_string());
        action.map(BotAction)
    }

    fn make(&mut self, action: &BotAction) -> Result<(), String> {
        self.state = self.next_state(*action);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.state.lit.iter().all(|lit| *lit)
    }

    /// Commands that change the state.
    fn moves(&self) -> impl Iterator<Item = BotAction> {
        let actions = BotCommand::ACTIONS.into_iter().map(BotAction);
        actions.filter(|action| self.next_state(*action) != self.state)
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

    fn interpret(&self, _gesture: &Gesture) -> Option<BotAction> {
        None
    }

    fn describe(&self, BotAction(command): &BotAction) -> StepInfo {
        StepInfo {
            text: command.name().into_owned(),
            board: BOARD.into(),
            cells: vec![self.state.robot.cell],
            ..StepInfo::default()
        }
    }

    fn intents(&self, _action: &BotAction) -> Vec<Intent> {
        Vec::new()
    }
}
