//! A run of the program, one command after the other.

use std::sync::Arc;

use crate::game::Cell;
use crate::program::{Command, Program};
use crate::puzzle::{Puzzle, Robot};

/// After so many calls in a row the program does nothing but call.
const MOST_CALLS: usize = 10_000;
/// So many frames are kept; what lies below them is reached no more by any person's patience.
const MOST_FRAMES: usize = 100_000;

/// A command that was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    pub(super) command: Command,
    /// Procedure and place of the command.
    pub(super) slot: (usize, usize),
    /// The robot before it; [`Walk::robot`] is the one after it.
    pub(super) before: Robot,
}

/// Robot, lights, and where in the program it is.
pub(super) struct Walk {
    puzzle: Arc<Puzzle>,
    program: Program,
    /// Procedure and next command of each frame.
    stack: Vec<(usize, usize)>,
    pub(super) robot: Robot,
    pub(super) lit: Vec<Cell>,
    /// Commands other than calls so far.
    pub(super) steps: usize,
}

impl Walk {
    pub(super) fn new(puzzle: &Arc<Puzzle>, program: Program) -> Self {
        Self {
            stack: vec![(0, 0)],
            robot: puzzle.robot,
            lit: Vec::new(),
            puzzle: Arc::clone(puzzle),
            program,
            steps: 0,
        }
    }

    /// Whether all lights are lit.
    pub(super) fn is_won(&self) -> bool {
        self.puzzle.lights().all(|light| self.lit.contains(&light))
    }

    /// Carries out the next command that is no call; `None` at the end of the program.
    pub(super) fn next(&mut self) -> Option<Done> {
        for _ in 0..MOST_CALLS {
            let (slot, command) = self.fetch()?;
            if let Command::Call(callee) = command {
                self.call(usize::from(callee));
                continue;
            }
            let before = self.robot;
            self.carry_out(command);
            self.steps += 1;
            return Some(Done {
                command,
                slot,
                before,
            });
        }
        None
    }

    fn fetch(&mut self) -> Option<((usize, usize), Command)> {
        loop {
            let (procedure, next) = self.stack.last_mut()?;
            if let Some(&command) = self.program.body(*procedure).get(*next) {
                let slot = (*procedure, *next);
                *next += 1;
                return Some((slot, command));
            }
            self.stack.pop();
        }
    }

    fn call(&mut self, callee: usize) {
        // A call in last place needs no way back.
        if let Some(&(procedure, next)) = self.stack.last()
            && next >= self.program.body(procedure).len()
        {
            self.stack.pop();
        }
        if self.stack.len() >= MOST_FRAMES {
            self.stack.drain(..MOST_FRAMES / 2);
        }
        self.stack.push((callee, 0));
    }

    fn carry_out(&mut self, command: Command) {
        let robot = &mut self.robot;
        match command {
            Command::Forward => robot.cell = self.puzzle.forward(*robot).unwrap_or(robot.cell),
            Command::Jump => robot.cell = self.puzzle.jump(*robot).unwrap_or(robot.cell),
            Command::Left => robot.facing = robot.facing.left(),
            Command::Right => robot.facing = robot.facing.right(),
            Command::Light => {
                let cell = robot.cell;
                if let Some(at) = self.lit.iter().position(|lit| *lit == cell) {
                    self.lit.swap_remove(at);
                } else if self.puzzle.tile(cell).is_some_and(|tile| tile.light) {
                    self.lit.push(cell);
                }
            }
            Command::Call(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Grid;
    use crate::program::parse_line;
    use crate::puzzle::{Facing, Slots, Tile};
    use crate::run::run;

    fn puzzle(chance: &mut fastrand::Rng) -> Arc<Puzzle> {
        let size = crate::game::Size::new(chance.usize(1..5), chance.usize(1..5));
        let mut tiles = Grid::filled(size, None);
        for cell in size.cells() {
            let (height, light) = (chance.u8(0..3), chance.u8(0..3) == 0);
            tiles.set(
                cell,
                (chance.u8(0..8) > 0).then_some(Tile { height, light }),
            );
        }
        let cell = Cell::new(chance.usize(0..size.rows), chance.usize(0..size.cols));
        let facing = Facing::ALL[chance.usize(0..4)];
        Arc::new(Puzzle {
            tiles,
            robot: Robot { cell, facing },
            slots: Slots::default(),
        })
    }

    /// The rules are written twice here; this is what holds them together.
    #[test]
    fn it_ends_as_the_rules_say() {
        let mut chance = fastrand::Rng::with_seed(4);
        let mut won = 0;
        for _ in 0..3000 {
            let puzzle = puzzle(&mut chance);
            let mut program = Program::empty(&puzzle.slots);
            for name in ["main", "f1", "f2"] {
                let length = chance.usize(0..7);
                let letters = (0..length)
                    .map(|_| chance.choice(['F', 'F', 'J', 'L', 'R', 'X', 'X', '1', '2']));
                let line = format!("{name}: {}", letters.flatten().collect::<String>());
                let (index, body) = parse_line(&line, &puzzle.slots).expect("is a line");
                program.set(index, body);
            }
            let told = run(&puzzle, &program);
            let mut walk = Walk::new(&puzzle, program);
            while !walk.is_won() && walk.steps < 2000 && walk.next().is_some() {}
            assert_eq!(walk.is_won(), told.won, "{puzzle:?}");
            if told.won || !told.endless {
                won += u32::from(told.won);
                walk.lit.sort_unstable();
                assert_eq!((walk.robot, walk.lit), (told.robot, told.lit));
            }
        }
        assert!(won > 100, "{won}");
    }
}
