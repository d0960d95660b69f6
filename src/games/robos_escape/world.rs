//! Board without a program, changed by single commands.

use super::board::{BOARD, RobosBoard};
use super::machine::{RoboEnd, RoboRun};
use super::position::run_style;
use super::program::RoboCommand;
use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellStyle, Gesture, Intent, Marks, StepInfo};

#[derive(Clone)]
pub(super) struct RoboWorld(RoboRun);

const ACTIONS: [RoboCommand; 5] = [
    RoboCommand::Forward,
    RoboCommand::Left,
    RoboCommand::Right,
    RoboCommand::Grab,
    RoboCommand::Shoot,
];

impl RoboWorld {
    pub(super) fn new(board: &RobosBoard) -> Self {
        Self(RoboRun::new(board))
    }

    fn run_after(&self, command: RoboCommand) -> RoboRun {
        let mut run = self.0.clone();
        if run.act(command) {
            run.end = RoboEnd::Escaped;
        }
        run
    }
}

impl Play for RoboWorld {
    type Move = RoboCommand;

    const MOVE_SYNTAX: &'static str = "a command is F, L, R, G or X";

    fn parse(text: &str) -> Option<RoboCommand> {
        ACTIONS.into_iter().find(|command| command.text() == text)
    }

    fn make(&mut self, command: &RoboCommand) -> Result<(), String> {
        match self.0.end {
            RoboEnd::NoStart => Err("the board has no start, or more than one".to_owned()),
            RoboEnd::Escaped => Err("the robot is out".to_owned()),
            _ => {
                self.0 = self.run_after(*command);
                Ok(())
            }
        }
    }

    fn is_solved(&self) -> bool {
        self.0.end == RoboEnd::Escaped
    }

    /// Commands that change the state.
    fn moves(&self) -> impl Iterator<Item = RoboCommand> {
        let running = self.0.end == RoboEnd::RanOff;
        let actions = ACTIONS.into_iter().filter(move |_| running);
        actions.filter(|command| self.run_after(*command) != self.0)
    }

    fn encode(&self) -> Vec<u8> {
        let run = &self.0;
        let robot = run.squares.size().index(run.robot);
        let numbers = [run.coins, robot, run.heading.index()];
        let numbers = numbers.into_iter().flat_map(|it| (it as u32).to_le_bytes());
        let squares = run.squares.as_slice().iter().map(|square| *square as u8);
        numbers.chain(squares).collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![BoardInfo::new(BOARD, "Board", self.0.squares.size())]
    }

    fn style(&self, _board: &str, cell: Cell) -> CellStyle {
        let marks = Marks {
            right: self.is_solved(),
            ..Marks::default()
        };
        run_style(&self.0, cell, self.0.end != RoboEnd::NoStart, marks)
    }

    fn interpret(&self, _gesture: &Gesture) -> Option<RoboCommand> {
        None
    }

    fn describe(&self, command: &RoboCommand) -> StepInfo {
        StepInfo {
            text: command.tile().name.into_owned(),
            board: BOARD.into(),
            cells: vec![self.0.robot],
            ..StepInfo::default()
        }
    }

    fn intents(&self, _command: &RoboCommand) -> Vec<Intent> {
        Vec::new()
    }
}
