//! A machine that runs many programs on one board, for the reference solver.

use crate::games::robos_escape::board::{Board, Calls, Square};
use crate::games::robos_escape::machine::STEP_LIMIT;
use crate::games::robos_escape::program::Command;

/// The board as bytes with a wall around it.
pub(super) struct PlainMachine {
    fresh: Vec<Square>,
    squares: Vec<Square>,
    changed: Vec<usize>,
    start: usize,
    /// Steps up, right, down, left.
    steps: [isize; 4],
    calls: Calls,
    stack: Vec<usize>,
    /// For each robot's place: the run and change after which a program began anew there.
    begun: Vec<u64>,
    stamp: u64,
}

impl PlainMachine {
    pub(super) fn new(board: &Board) -> Self {
        let width = board.size().cols + 2;
        let mut fresh = vec![Square::Wall; width * (board.size().rows + 2)];
        for (cell, square) in board.squares.iter() {
            fresh[(cell.row + 1) * width + cell.col + 1] = match square {
                Square::Start => Square::Floor,
                other => *other,
            };
        }
        let start = board.start().unwrap_or_default();
        let width_step = isize::try_from(width).unwrap_or(1);
        Self {
            squares: fresh.clone(),
            begun: vec![0; fresh.len() * 4],
            fresh,
            changed: Vec::new(),
            start: (start.row + 1) * width + start.col + 1,
            steps: [-width_step, 1, width_step, -1],
            calls: board.calls,
            stack: Vec::new(),
            stamp: 0,
        }
    }

    fn change(&mut self, at: usize) {
        self.squares[at] = Square::Floor;
        self.changed.push(at);
        self.stamp += 1;
    }

    /// Coins taken if the program escapes.
    pub(super) fn coins(&mut self, program: &[Command]) -> Option<usize> {
        for at in self.changed.drain(..) {
            self.squares[at] = self.fresh[at];
        }
        self.stack.clear();
        self.stamp += 1;
        let mut labels = [None; 6];
        for (index, command) in program.iter().enumerate().rev() {
            if let Command::Label(digit) = command {
                labels[usize::from(*digit)] = Some(index);
            }
        }
        let (mut robot, mut heading, mut coins, mut at) = (self.start, 2, 0, 0);
        for _ in 0..STEP_LIMIT {
            let command = program.get(at)?;
            at += 1;
            match command {
                Command::Forward => {
                    let next = robot.wrapping_add_signed(self.steps[heading]);
                    match self.squares[next] {
                        Square::Exit => return Some(coins),
                        Square::Floor | Square::Coin => robot = next,
                        _ => {}
                    }
                }
                Command::Left => heading = (heading + 3) % 4,
                Command::Right => heading = (heading + 1) % 4,
                Command::Grab if self.squares[robot] == Square::Coin => {
                    self.change(robot);
                    coins += 1;
                }
                Command::Shoot => {
                    let mut next = robot;
                    loop {
                        next = next.wrapping_add_signed(self.steps[heading]);
                        match self.squares[next] {
                            Square::Wall => break,
                            Square::Block | Square::Coin => {
                                self.change(next);
                                break;
                            }
                            _ => {}
                        }
                    }
                }
                Command::Grab | Command::Label(_) => {}
                Command::Call(digit) => {
                    self.stack.push(at);
                    match labels[usize::from(*digit)] {
                        Some(label) => at = label + 1,
                        None if self.calls == Calls::Published => {}
                        None => return None,
                    }
                }
                Command::Return => match self.stack.pop() {
                    Some(back) => at = back,
                    None => {
                        // Begun anew here before, on the same board: so it goes on for ever.
                        let place = &mut self.begun[robot * 4 + heading];
                        if *place == self.stamp {
                            return None;
                        }
                        *place = self.stamp;
                        at = 0;
                    }
                },
            }
        }
        None
    }
}
