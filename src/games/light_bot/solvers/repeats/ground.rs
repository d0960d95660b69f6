//! Board of a level with repeats: robot states as numbers, lights as bits.

use std::cell::Cell as Counter;

use crate::game::Cell;
use crate::program::{Command, Program};
use crate::puzzle::{Puzzle, Robot};
use crate::run::after;

use super::Item;

/// Lit lights as bits, for up to 256 lights.
pub(super) type Lit = [u64; 4];

/// State of robot and lights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    pub(super) at: u16,
    pub(super) lit: Lit,
    pub(super) dark: i32,
    /// Hash of the sequence of switched lights.
    pub(super) trace: u64,
}

/// Graph of reachable robot states.
pub(super) struct Ground {
    /// Next state by F, J, L and R.
    next: Vec<[u16; 4]>,
    places: Vec<Robot>,
    light: Vec<Option<u8>>,
    lights: i32,
    steps: Counter<u64>,
}

impl Ground {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let lights: Vec<Cell> = puzzle.lights().collect();
        let mut known = vec![puzzle.robot];
        let mut next = Vec::new();
        let moves = [
            Command::Forward,
            Command::Jump,
            Command::Left,
            Command::Right,
        ];
        while let Some(robot) = known.get(next.len()).copied() {
            next.push(moves.map(|command| {
                let to = after(puzzle, robot, command);
                let found = known.iter().position(|it| *it == to);
                found.unwrap_or_else(|| {
                    known.push(to);
                    known.len() - 1
                }) as u16
            }));
        }
        let light = |robot: &Robot| lights.binary_search(&robot.cell).ok().map(|it| it as u8);
        Self {
            light: known.iter().map(light).collect(),
            places: known,
            next,
            lights: lights.len() as i32,
            steps: Counter::new(0),
        }
    }

    /// State after a written program.
    pub(super) fn after(&self, puzzle: &Puzzle, program: &Program) -> Here {
        let mut here = self.at(0);
        let run = crate::run::run(puzzle, program);
        let lights: Vec<Cell> = puzzle.lights().collect();
        for cell in &run.lit {
            if let Ok(light) = lights.binary_search(cell) {
                here.lit[light / 64] |= 1 << (light % 64);
                here.dark -= 1;
            }
        }
        let place = self.places.iter().position(|robot| *robot == run.robot);
        here.at = place.unwrap_or(0) as u16;
        here
    }

    pub(super) fn places(&self) -> u16 {
        self.next.len() as u16
    }

    pub(super) fn at(&self, place: u16) -> Here {
        Here {
            at: place,
            lit: Lit::default(),
            dark: self.lights,
            trace: 0,
        }
    }

    /// Total number of executed steps.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// Executes a command; returns whether all lights are lit.
    pub(super) fn step(&self, command: Command, here: &mut Here) -> bool {
        let place = usize::from(here.at);
        let moved = match command {
            Command::Forward => 0,
            Command::Jump => 1,
            Command::Left => 2,
            Command::Right => 3,
            _ => {
                let Some(light) = self.light[place] else {
                    return false;
                };
                let (word, bit) = (usize::from(light / 64), 1 << (light % 64));
                here.lit[word] ^= bit;
                here.dark += if here.lit[word] & bit == 0 { 1 } else { -1 };
                here.trace = (here.trace.rotate_left(5) ^ (u64::from(light) + 1))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15);
                return here.dark == 0;
            }
        };
        here.at = self.next[place][moved];
        false
    }

    /// Executes a program's parts; returns whether all lights were lit at some moment, which ends it.
    pub(super) fn run(&self, items: &[Item], here: &mut Here) -> bool {
        let mut steps = 0;
        let won = self.go(items, here, &mut steps);
        self.steps.set(self.steps.get() + steps);
        won
    }

    fn go(&self, items: &[Item], here: &mut Here, steps: &mut u64) -> bool {
        for item in items {
            match item {
                Item::Act(command) => {
                    *steps += 1;
                    if self.step(*command, here) {
                        return true;
                    }
                }
                Item::Repeat(times, body) => {
                    for _ in 0..*times {
                        let before = (here.at, here.trace);
                        if self.go(body, here, steps) {
                            return true;
                        }
                        // A turn without effect repeats without effect.
                        if (here.at, here.trace) == before {
                            break;
                        }
                    }
                }
            }
        }
        false
    }
}
