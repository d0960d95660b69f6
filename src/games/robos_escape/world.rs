//! Board and robot of a run, changed by single commands.

use super::board::BOARD;
use super::machine::{RoboEnd, RoboRun};
use super::position::run_style;
use super::program::RoboCommand;
use crate::game::programs::world::World;
use crate::game::{BoardInfo, Cell, CellStyle, CommandTile, Marks};

/// A run to which no program belongs: its `end` is `RanOff` as long as the robot is inside.
impl World for RoboRun {
    type Command = RoboCommand;

    const ACTIONS: &'static [RoboCommand] = RoboCommand::SIMPLE.split_at(5).0;

    const SYNTAX: &'static str = "a command is F, L, R, G or X";

    fn tile(command: RoboCommand) -> CommandTile {
        command.tile()
    }

    fn act(&mut self, command: RoboCommand) {
        if self.execute(command) {
            self.end = RoboEnd::Escaped;
        }
    }

    fn refusal(&self) -> Option<&'static str> {
        match self.end {
            RoboEnd::NoStart => Some("the board has no start, or more than one"),
            RoboEnd::Escaped => Some("the robot is out"),
            _ => None,
        }
    }

    fn is_won(&self) -> bool {
        self.end == RoboEnd::Escaped
    }

    fn robot(&self) -> Cell {
        self.robot
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.squares.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let marks = Marks {
            right: self.is_won(),
            ..Marks::default()
        };
        run_style(self, cell, self.end != RoboEnd::NoStart, marks)
    }

    fn encode(&self) -> Vec<u8> {
        let robot = self.squares.size().index(self.robot);
        let numbers = [self.coins, robot, self.heading.index()];
        let numbers = numbers.into_iter().flat_map(|it| (it as u32).to_le_bytes());
        let squares = self.squares.as_slice().iter().map(|square| *square as u8);
        numbers.chain(squares).collect()
    }
}
