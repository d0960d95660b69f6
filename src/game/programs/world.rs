//! Board of a robot as a position of its own, for [`crate::Programmed::world`]: each move is one command.

use std::fmt::Display;

use crate::typed::Play;
use crate::{BoardInfo, Cell, CellStyle, CommandTile, Gesture, Intent, StepInfo};

/// State of a board and its robot, without a program. Equal states have the same future.
pub trait World: Clone + PartialEq + Send + Sync + 'static {
    type Command: Copy + Display + 'static;

    /// Commands that act on the board ([`crate::CommandKind::acts`]), in the order of the palette.
    const ACTIONS: &'static [Self::Command];

    /// Error for any other text: `a command is F, L or R`.
    const SYNTAX: &'static str;

    fn tile(command: Self::Command) -> CommandTile;

    /// Executes one of [`World::ACTIONS`]; an impossible one has no effect.
    fn act(&mut self, command: Self::Command);

    /// Reason why no command can be executed, such as that the robot is out.
    fn refusal(&self) -> Option<&'static str> {
        None
    }

    fn is_won(&self) -> bool;

    fn robot(&self) -> Cell;

    fn board(&self) -> BoardInfo;

    fn style(&self, cell: Cell) -> CellStyle;

    /// Key of this state among those of the same level.
    fn encode(&self) -> Vec<u8>;
}

/// Position whose moves are the commands of a world.
#[derive(Clone)]
pub struct WorldPosition<W>(pub W);

impl<W: World> Play for WorldPosition<W> {
    type Move = W::Command;

    const MOVE_SYNTAX: &'static str = W::SYNTAX;

    fn parse(text: &str) -> Option<W::Command> {
        let mut actions = W::ACTIONS.iter().copied();
        actions.find(|command| command.to_string() == text)
    }

    fn make(&mut self, command: &W::Command) -> Result<(), String> {
        match self.0.refusal() {
            Some(reason) => Err(reason.to_owned()),
            None => {
                self.0.act(*command);
                Ok(())
            }
        }
    }

    fn is_solved(&self) -> bool {
        self.0.is_won()
    }

    /// Commands that change the state.
    fn moves(&self) -> impl Iterator<Item = W::Command> {
        let is_over = self.0.refusal().is_some();
        let actions = W::ACTIONS.iter().copied();
        actions.filter(move |command| {
            let mut after = self.0.clone();
            after.act(*command);
            !is_over && after != self.0
        })
    }

    fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        vec![self.0.board()]
    }

    fn style(&self, _board: &str, cell: Cell) -> CellStyle {
        self.0.style(cell)
    }

    fn interpret(&self, _gesture: &Gesture) -> Option<W::Command> {
        None
    }

    fn describe(&self, command: &W::Command) -> StepInfo {
        StepInfo {
            text: W::tile(*command).name.into_owned(),
            board: self.0.board().id.into(),
            cells: vec![self.0.robot()],
            ..StepInfo::default()
        }
    }

    fn intents(&self, _command: &W::Command) -> Vec<Intent> {
        Vec::new()
    }
}
