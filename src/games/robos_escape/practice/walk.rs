//! A run of the program, one command after the other.

use std::sync::Arc;

use crate::board::{Board, Calls, Heading, Square};
use crate::game::{Cell, Grid};
use crate::machine::STEP_LIMIT;
use crate::program::{Command, Program};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Escaped,
    /// Why not, for the player.
    Failed(String),
}

/// A command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    pub(super) command: Command,
    /// Its place in the program.
    pub(super) index: usize,
    /// The robot before it.
    pub(super) before: (Cell, Heading),
    /// The last cell that a shot flew over, or hit.
    pub(super) shot: Option<Cell>,
}

/// Robot, board, and where in the program it is.
pub(super) struct Walk {
    program: Program,
    calls: Calls,
    labels: [Option<usize>; 6],
    pub(super) squares: Grid<Square>,
    pub(super) robot: (Cell, Heading),
    pub(super) coins: usize,
    stack: Vec<usize>,
    at: usize,
    pub(super) steps: usize,
    pub(super) over: Option<Over>,
}

impl Walk {
    pub(super) fn new(board: &Arc<Board>, program: Program) -> Self {
        let mut squares = board.squares.clone();
        let start = board.start().unwrap_or_default();
        squares.set(start, Square::Floor);
        Self {
            labels: program.labels(),
            program,
            calls: board.calls,
            squares,
            robot: (start, Heading::Down),
            coins: 0,
            stack: Vec::new(),
            at: 0,
            steps: 0,
            over: None,
        }
    }

    /// Carries out the next command that does something on the board; `None` when it is over.
    pub(super) fn next(&mut self) -> Option<Done> {
        while self.over.is_none() {
            let index = self.at;
            let Some(&command) = self.program.commands.get(index) else {
                self.fail("the program has no more commands");
                break;
            };
            if self.steps == STEP_LIMIT {
                self.fail("it goes on for ever");
                break;
            }
            self.steps += 1;
            self.at += 1;
            let before = self.robot;
            let mut shot = None;
            match command {
                Command::Label(_) => continue,
                Command::Return => {
                    self.at = self.stack.pop().unwrap_or(0);
                    continue;
                }
                Command::Call(digit) => {
                    self.call(digit);
                    continue;
                }
                Command::Forward => self.forward(),
                Command::Left => self.robot.1 = before.1.left(),
                Command::Right => self.robot.1 = before.1.right(),
                Command::Grab => self.grab(),
                Command::Shoot => shot = Some(self.shoot()),
            }
            return Some(Done {
                command,
                index,
                before,
                shot,
            });
        }
        None
    }

    fn fail(&mut self, why: &str) {
        self.over = Some(Over::Failed(why.to_owned()));
    }

    fn call(&mut self, digit: u8) {
        self.stack.push(self.at);
        match self.labels.get(usize::from(digit)).copied().flatten() {
            Some(label) => self.at = label + 1,
            None if self.calls == Calls::Published => {}
            None => self.fail(&format!("the call {digit} has no label")),
        }
    }

    fn forward(&mut self) {
        let (cell, heading) = self.robot;
        let Some(next) = heading.ahead(cell, self.squares.size()) else {
            return;
        };
        match self.squares.get(next) {
            Some(Square::Floor | Square::Coin) => self.robot.0 = next,
            Some(Square::Exit) => {
                self.robot.0 = next;
                self.over = Some(Over::Escaped);
            }
            _ => {}
        }
    }

    fn grab(&mut self) {
        let cell = self.robot.0;
        if self.squares.get(cell) == Some(&Square::Coin) {
            self.squares.set(cell, Square::Floor);
            self.coins += 1;
        }
    }

    /// The cell where the shot ends.
    fn shoot(&mut self) -> Cell {
        let (mut at, heading) = self.robot;
        while let Some(next) = heading.ahead(at, self.squares.size()) {
            match self.squares.get(next) {
                Some(Square::Wall) | None => break,
                Some(Square::Block | Square::Coin) => {
                    self.squares.set(next, Square::Floor);
                    return next;
                }
                _ => at = next,
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Size;
    use crate::machine::{End, run};

    /// The rules are written twice here; this is what holds them together.
    #[test]
    fn it_ends_as_the_rules_say() {
        let mut chance = fastrand::Rng::with_seed(8);
        let mut escaped = 0;
        for round in 0..4000 {
            let size = Size::new(chance.usize(1..6), chance.usize(2..6));
            let mut squares = Grid::filled(size, Square::Floor);
            for cell in size.cells() {
                let square = match chance.u8(0..14) {
                    0 | 1 => Square::Wall,
                    2 => Square::Pit,
                    3 => Square::Block,
                    4 | 5 => Square::Coin,
                    6 => Square::Exit,
                    _ => Square::Floor,
                };
                squares.set(cell, square);
            }
            let start = Cell::new(chance.usize(0..size.rows), chance.usize(0..size.cols));
            squares.set(start, Square::Start);
            let calls = if round % 2 == 0 {
                Calls::Strict
            } else {
                Calls::Published
            };
            let board = Arc::new(Board { squares, calls });
            let length = chance.usize(0..14);
            let parts = ["F", "F", "L", "R", "G", "X", ".", "1", "2", "'1", "'2"];
            let text: String = (0..length).filter_map(|_| chance.choice(parts)).collect();
            let program = Program::parse(&text).expect("is one");
            let told = run(&board, &program);
            let mut walk = Walk::new(&board, program);
            while walk.next().is_some() {}
            escaped += u32::from(told.end == End::Escaped);
            assert_eq!(walk.over == Some(Over::Escaped), told.end == End::Escaped);
            assert_eq!(walk.robot, (told.robot, told.heading), "{text}");
            assert_eq!((walk.coins, walk.steps), (told.coins, told.steps), "{text}");
            assert_eq!(walk.squares, told.squares);
        }
        assert!(escaped > 50, "{escaped}");
    }
}
