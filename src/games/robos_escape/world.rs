//! Board without a program, changed by single commands.

use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellLook, Gesture, Intent, Marks, StepInfo};

use super::board::{BOARD, Board};
use super::look::run_look;
use super::machine::{End, Run};
use super::program::Command;

/// State of a board.
#[derive(Clone)]
pub(super) struct World(Run);

/// Commands that act on the board.
const ACTIONS: [Command; 5] = [
    Command::Forward,
    Command::Left,
    Command::Right,
    Command::Grab,
    Command::Shoot,
];

impl World {
    pub(super) fn new(board: &Board) -> Self {
        Self(Run::new(board))
    }

    fn after(&self, command: Command) -> Run {
        let mut run = self.0.clone();
        if run.act(command) {
            run.end = End::Escaped;
        }
        run
    }
}

impl Play for World {
    type Move = Command;

    const MOVES: &'static str = "a command is F, L, R, G or X";

    fn read(text: &str) -> Option<Command> {
        ACTIONS.into_iter().find(|command| command.text() == text)
    }

    fn make(&mut self, command: &Command) -> Result<(), String> {
        match self.0.end {
            End::NoStart => Err("the board has no start, or more than one".to_owned()),
            End::Escaped => Err("the robot is out".to_owned()),
            _ => {
                self.0 = self.after(*command);
                Ok(())
            }
        }
    }

    fn is_solved(&self) -> bool {
        self.0.end == End::Escaped
    }

    /// Commands that change the state.
    fn moves(&self) -> impl Iterator<Item = Command> {
        let runs = self.0.end == End::RanOff;
        let actions = ACTIONS.into_iter().filter(move |_| runs);
        actions.filter(|command| self.after(*command) != self.0)
    }

    fn encode(&self) -> Vec<u8> {
        let Run {
            coins,
            robot,
            heading,
            squares,
            ..
        } = &self.0;
        let numbers = [*coins, squares.size().index(*robot), heading.index()];
        let numbers = numbers.into_iter().flat_map(|it| (it as u32).to_le_bytes());
        let squares = squares.as_slice().iter().map(|square| *square as u8);
        numbers.chain(squares).collect()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![BoardInfo::new(BOARD, "Board", self.0.squares.size())]
    }

    fn look(&self, _board: &str, cell: Cell) -> CellLook {
        let marks = Marks {
            right: self.is_solved(),
            ..Marks::default()
        };
        run_look(&self.0, cell, self.0.end != End::NoStart, marks)
    }

    fn interpret(&self, _gesture: &Gesture) -> Option<Command> {
        None
    }

    fn describe(&self, command: &Command) -> StepInfo {
        StepInfo {
            text: command.tile().name.into_owned(),
            board: BOARD.into(),
            cells: vec![self.0.robot],
            ..StepInfo::default()
        }
    }

    fn intents(&self, _command: &Command) -> Vec<Intent> {
        Vec::new()
    }
}
