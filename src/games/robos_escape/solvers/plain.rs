//! A machine that runs many programs on one board, for the reference solver.

use crate::board::{Board, Calls, Square};
use crate::machine::STEP_LIMIT;
use crate::program::{Command, labels};

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

/// What came of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PlainRun {
    pub(super) escaped: bool,
    pub(super) coins: usize,
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
        let width_step = isize::try_from(width).unwrap_or(1);
        let steps = [-width_step, 1, width_step, -1];
        let start = board.start().unwrap_or_default();
        Self {
            squares: fresh.clone(),
            begun: vec![0; fresh.len() * 4],
            fresh,
            changed: Vec::new(),
            start: (start.row + 1) * width + start.col + 1,
            steps,
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

    /// Whether the program began anew, or an endless call was made, at this place before on the
    /// same board: then it goes on for ever.
    fn was_here(&mut self, place: usize) -> bool {
        std::mem::replace(&mut self.begun[place], self.stamp) == self.stamp
    }

    /// A place to go back to that is on the stack more than once: what is called there leads to
    /// the same call again, whatever the board is like, so it never comes back.
    fn twice_on_stack(&mut self) -> Option<usize> {
        self.stamp += 1;
        let mut places = self.stack.clone();
        places.sort_unstable();
        places
            .windows(2)
            .find(|two| two[0] == two[1])
            .map(|two| two[0])
    }

    /// Coins taken if the program escapes.
    pub(super) fn coins(&mut self, program: &[Command]) -> Option<usize> {
        let mut result = PlainRun::default();
        self.run(program, &mut result);
        result.escaped.then_some(result.coins)
    }

    /// Runs a program. `None` is returned where it ends without the exit.
    pub(super) fn run(&mut self, program: &[Command], result: &mut PlainRun) -> Option<()> {
        for at in self.changed.drain(..) {
            self.squares[at] = self.fresh[at];
        }
        self.stack.clear();
        self.stamp += 1;
        let labels = labels(program);
        let (mut robot, mut heading, mut at) = (self.start, 2, 0);
        *result = PlainRun::default();
        // A call that leads to itself and so never comes back.
        let mut endless = None;
        for _ in 0..STEP_LIMIT {
            let command = program.get(at)?;
            at += 1;
            match command {
                Command::Forward => {
                    let next = robot.wrapping_add_signed(self.steps[heading]);
                    match self.squares[next] {
                        Square::Exit => {
                            result.escaped = true;
                            return Some(());
                        }
                        Square::Floor | Square::Coin => {
                            robot = next;
                        }
                        _ => {}
                    }
                }
                Command::Left => heading = (heading + 3) % 4,
                Command::Right => heading = (heading + 1) % 4,
                Command::Grab if self.squares[robot] == Square::Coin => {
                    self.change(robot);
                    result.coins += 1;
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
                    if endless == Some(at) && self.was_here(robot * 4 + heading) {
                        return None;
                    }
                    self.stack.push(at);
                    if self.stack.len() > program.len() && endless.is_none() {
                        endless = self.twice_on_stack();
                    }
                    match labels[usize::from(*digit)] {
                        Some(label) => at = label + 1,
                        None if self.calls == Calls::Published => {}
                        None => return None,
                    }
                }
                Command::Return => match self.stack.pop() {
                    Some(back) => at = back,
                    None => {
                        if self.was_here(robot * 4 + heading) {
                            return None;
                        }
                        at = 0;
                    }
                },
            }
        }
        None
    }
}
