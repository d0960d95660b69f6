//! The rules of pressing.

use std::fmt;
use std::sync::Arc;

use crate::game::typed::Play;
use crate::game::{BoardInfo, Cell, CellStyle, Gesture, Grid, Intent, Marks, Move, StepInfo, Tone};

use super::art;
use super::puzzle::{Goal, HOLE, LIGHTS, Lights, Puzzle, light_style};
use super::wiring::Wiring;

/// Id of the board with the number of presses of each cell.
const PRESSES: &str = "presses";
/// Id of the board with the goal, if that is a picture.
const TARGET: &str = "target";

#[derive(Clone, Debug)]
pub struct LightsPosition {
    puzzle: Arc<Puzzle>,
    lights: Lights,
    /// Presses of each cell, modulo the number of states.
    presses: Grid<u8>,
    /// Number of lights by their offset from the goal's state; from state 0 if they must only be equal.
    off_by: Vec<usize>,
}

impl LightsPosition {
    pub(super) fn start(puzzle: Arc<Puzzle>) -> Self {
        let mut off_by = vec![0; usize::from(puzzle.states)];
        for (index, light) in puzzle.lights.as_slice().iter().enumerate() {
            if *light != HOLE {
                off_by[offset(&puzzle, index, *light)] += 1;
            }
        }
        Self {
            lights: puzzle.lights.clone(),
            presses: Grid::filled(puzzle.size(), 0),
            off_by,
            puzzle,
        }
    }

    pub(super) fn lights(&self) -> &Lights {
        &self.lights
    }

    fn can_be_pressed(&self, cell: usize) -> bool {
        match &self.puzzle.wiring {
            Wiring::Pattern { .. } => true,
            Wiring::Graph(lists) => lists.get(cell).is_some_and(|lights| !lights.is_empty()),
        }
    }

    fn press(&mut self, cell: usize, times: u8) {
        let Self {
            puzzle,
            lights,
            presses,
            off_by,
        } = self;
        let add = |value: &mut u8| *value = puzzle.after(*value, times);
        let lights = lights.as_mut_slice();
        puzzle.wiring.each_light(puzzle.size(), cell, |index| {
            let light = &mut lights[index];
            if *light != HOLE {
                off_by[offset(puzzle, index, *light)] -= 1;
                add(light);
                off_by[offset(puzzle, index, *light)] += 1;
            }
        });
        if let Some(count) = presses.as_mut_slice().get_mut(cell) {
            add(count);
        }
    }
}

/// Steps by which a light is beyond the goal's state.
fn offset(puzzle: &Puzzle, index: usize, light: u8) -> usize {
    let states = usize::from(puzzle.states);
    (usize::from(light) + states - usize::from(puzzle.target(index, 0)) % states) % states
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    pub cell: Cell,
    /// At least 1.
    pub times: u32,
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cell.to_move())?;
        match self.times {
            1 => Ok(()),
            times => write!(f, " x{times}"),
        }
    }
}

pub(super) fn press_move(cell: Cell, times: u32) -> Move {
    Move::new(Press { cell, times }.to_string())
}

impl Play for LightsPosition {
    type Move = Press;

    const MOVE_SYNTAX: &'static str = "a press is ‘row column’ or ‘row column xN’, counted from 1";

    fn parse(text: &str) -> Option<Press> {
        let (cell_text, times) = match text.rsplit_once('x') {
            Some((cell_text, times)) if cell_text.ends_with(char::is_whitespace) => {
                (cell_text, times.trim_end().parse().ok()?)
            }
            _ => (text, 1),
        };
        let cell = Cell::from_move(cell_text)?;
        (times > 0).then_some(Press { cell, times })
    }

    fn make(&mut self, Press { cell, times }: &Press) -> Result<(), String> {
        let size = self.puzzle.size();
        match self.lights.get(*cell) {
            None => return Err(format!("that is outside the {size} board")),
            Some(&HOLE) => return Err("there is no light".to_owned()),
            Some(_) => {}
        }
        let index = size.index(*cell);
        if !self.can_be_pressed(index) {
            return Err("it cannot be pressed".to_owned());
        }
        let times = times % u32::from(self.puzzle.states);
        self.press(index, times as u8);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let all: usize = self.off_by.iter().sum();
        match self.puzzle.goal {
            Goal::Same => self.off_by.contains(&all),
            _ => self.off_by.first() == Some(&all),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Press> {
        let cells = self.lights.iter().enumerate();
        cells
            .filter(|(index, (_, light))| **light != HOLE && self.can_be_pressed(*index))
            .map(|(_, (cell, _))| Press { cell, times: 1 })
    }

    fn encode(&self) -> Vec<u8> {
        self.lights.as_slice().to_vec()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let size = self.puzzle.size();
        let board = |id, title| BoardInfo { id, title, size };
        let mut boards = vec![board(LIGHTS, "Lights"), board(PRESSES, "Presses")];
        if matches!(self.puzzle.goal, Goal::Lights(_)) {
            boards.push(board(TARGET, "Goal"));
        }
        boards
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        let states = self.puzzle.states;
        match board {
            LIGHTS => {
                let light = self.lights.get(cell).copied();
                let style = light_style(light, states);
                match (&self.puzzle.goal, light) {
                    (Goal::Lights(goal), Some(light)) if light != HOLE => style.marked(Marks {
                        right: goal.get(cell) == Some(&light),
                        ..Marks::default()
                    }),
                    _ => style,
                }
            }
            PRESSES if self.lights.get(cell) != Some(&HOLE) => {
                let pressed = self.presses.get(cell).copied();
                let mut style = light_style(pressed, states);
                let Some(pressed) = pressed else { return style };
                if pressed == 0 {
                    // A board without presses is not worth showing.
                    style.tone = Tone::Empty;
                }
                style.name = match pressed {
                    0 => "not pressed".into(),
                    1 => "pressed once".into(),
                    times => format!("pressed {times} times").into(),
                };
                style.drawn(art::press(pressed, states))
            }
            TARGET => match &self.puzzle.goal {
                Goal::Lights(goal) => light_style(goal.get(cell).copied(), states),
                _ => light_style(None, states),
            },
            _ => light_style(None, states),
        }
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Press> {
        match gesture {
            Gesture::Click { board, cell, .. } if board == LIGHTS || board == PRESSES => {
                let (cell, times) = (*cell, 1);
                Some(Press { cell, times })
            }
            _ => None,
        }
    }

    fn describe(&self, Press { cell, times }: &Press) -> StepInfo {
        StepInfo {
            text: match times {
                1 => format!("Press {cell}"),
                times => format!("Press {cell} {times} times"),
            },
            board: LIGHTS.into(),
            cells: vec![*cell],
            counts: vec![("presses", *times as usize)],
            ..StepInfo::default()
        }
    }

    fn intents(&self, Press { cell, times }: &Press) -> Vec<Intent> {
        let press = Intent::Act {
            board: LIGHTS,
            cell: *cell,
            action: "press".into(),
        };
        vec![press; (times % u32::from(self.puzzle.states)) as usize]
    }
}
