//! The rules of pressing.

use std::sync::Arc;

use crate::game::{
    BoardInfo, Cell, CellLook, Gesture, Grid, Intent, Marks, Move, MoveError, Position, StepInfo,
};

use super::INFO;
use super::puzzle::{Goal, HOLE, Lights, Puzzle, light_look};
use super::wiring::Wiring;

/// Id of the board that is pressed on: the lights.
const LIGHTS: &str = "lights";
/// Id of the board with the number of presses of each cell.
const PRESSES: &str = "presses";
/// Id of the board that is wanted, where the goal is one.
const TARGET: &str = "target";

/// Lights on the way to the goal.
#[derive(Clone, Debug)]
pub struct LightsPosition {
    puzzle: Arc<Puzzle>,
    lights: Lights,
    /// How often each cell was pressed, modulo the number of states.
    presses: Grid<u8>,
    /// How many lights show each state, counted from the state wanted there.
    off_by: Vec<usize>,
}

impl LightsPosition {
    pub(super) fn start(puzzle: Arc<Puzzle>) -> Self {
        let mut off_by = vec![0; usize::from(puzzle.states)];
        for (index, light) in puzzle.lights.as_slice().iter().enumerate() {
            if *light != HOLE {
                off_by[off(&puzzle, index, *light)] += 1;
            }
        }
        Self {
            lights: puzzle.lights.clone(),
            presses: Grid::filled(puzzle.size(), 0),
            off_by,
            puzzle,
        }
    }

    /// The lights as they are now.
    pub(super) fn lights(&self) -> &Lights {
        &self.lights
    }

    fn press(&mut self, cell: usize, times: u8) {
        let Self {
            puzzle,
            lights,
            presses,
            off_by,
        } = self;
        let add = |value: &mut u8| {
            *value = ((u16::from(*value) + u16::from(times)) % u16::from(puzzle.states)) as u8;
        };
        let lights = lights.as_mut_slice();
        puzzle.wiring.switched(puzzle.size(), cell, |index| {
            let light = &mut lights[index];
            if *light != HOLE {
                off_by[off(puzzle, index, *light)] -= 1;
                add(light);
                off_by[off(puzzle, index, *light)] += 1;
            }
        });
        if let Some(count) = presses.as_mut_slice().get_mut(cell) {
            add(count);
        }
    }
}

/// How far a light is beyond the state wanted there.
fn off(puzzle: &Puzzle, index: usize, light: u8) -> usize {
    let states = usize::from(puzzle.states);
    (usize::from(light) + states - usize::from(puzzle.wanted(index, 0)) % states) % states
}

/// A press of a cell, some times.
pub(super) fn press_move(cell: Cell, times: u8) -> Move {
    let (row, col) = (cell.row + 1, cell.col + 1);
    if times == 1 {
        Move::new(format!("{row} {col}"))
    } else {
        Move::new(format!("{row} {col} x{times}"))
    }
}

/// The cell of a move and how often it is pressed.
pub(super) fn pressed(mv: &Move) -> Result<(Cell, u32), MoveError> {
    let number = |word: Option<&str>| word?.parse::<usize>().ok()?.checked_sub(1);
    let mut words = mv.as_str().split_whitespace();
    let (row, col) = (number(words.next()), number(words.next()));
    let times = match words.next() {
        None => Some(1),
        Some(word) => word.strip_prefix('x').and_then(|n| n.parse::<u32>().ok()),
    };
    match (row, col, times.filter(|times| *times > 0), words.next()) {
        (Some(row), Some(col), Some(times), None) => Ok((Cell { row, col }, times)),
        _ => Err(MoveError::Syntax {
            text: mv.as_str().to_owned(),
            expected: "a press is ‘row column’ or ‘row column xN’, counted from 1",
        }),
    }
}

impl Position for LightsPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let (cell, times) = pressed(mv)?;
        let size = self.puzzle.size();
        match self.lights.get(cell) {
            None => {
                return Err(MoveError::illegal(
                    mv,
                    format!("it is outside the {size} board"),
                ));
            }
            Some(&HOLE) => return Err(MoveError::illegal(mv, "there is no cell there")),
            Some(_) => {}
        }
        let index = cell.row * size.cols + cell.col;
        if let Wiring::Graph(lists) = &self.puzzle.wiring
            && lists.get(index).is_none_or(Vec::is_empty)
        {
            return Err(MoveError::illegal(mv, "this cell cannot be pressed"));
        }
        let times = times % u32::from(self.puzzle.states);
        if let Some(times) = u8::try_from(times).ok().filter(|times| *times > 0) {
            self.press(index, times);
        }
        Ok(())
    }

    fn is_solved(&self) -> bool {
        let all: usize = self.off_by.iter().sum();
        match self.puzzle.goal {
            Goal::Same => self.off_by.contains(&all),
            _ => self.off_by.first() == Some(&all),
        }
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let can_be_pressed = |index: usize| match &self.puzzle.wiring {
            Wiring::Pattern { .. } => true,
            Wiring::Graph(lists) => !lists[index].is_empty(),
        };
        let cells = self.lights.iter().enumerate();
        cells
            .filter(|(index, (_, light))| **light != HOLE && can_be_pressed(*index))
            .map(|(_, (cell, _))| press_move(cell, 1))
            .take(limit)
            .collect()
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

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        let states = self.puzzle.states;
        match board {
            LIGHTS => {
                let light = self.lights.get(cell).copied();
                let look = light_look(light, states);
                match (&self.puzzle.goal, light) {
                    (Goal::Lights(goal), Some(light)) if light != HOLE => look.marked(Marks {
                        right: goal.get(cell) == Some(&light),
                        ..Marks::default()
                    }),
                    _ => look,
                }
            }
            PRESSES if self.lights.get(cell) != Some(&HOLE) => {
                let look = light_look(self.presses.get(cell).copied(), states);
                let name = match self.presses.get(cell) {
                    None => return look,
                    Some(0) => "not pressed".to_owned(),
                    Some(1) => "pressed once".to_owned(),
                    Some(times) => format!("pressed {times} times"),
                };
                CellLook {
                    name: name.into(),
                    ..look
                }
            }
            TARGET => match &self.puzzle.goal {
                Goal::Lights(goal) => light_look(goal.get(cell).copied(), states),
                _ => light_look(None, states),
            },
            _ => light_look(None, states),
        }
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Click { board, cell, .. } if board == LIGHTS || board == PRESSES => {
                Some(press_move(*cell, 1))
            }
            _ => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        match pressed(mv) {
            Ok((cell, times)) => StepInfo {
                text: match times {
                    1 => format!("Press {cell}"),
                    times => format!("Press {cell} {times} times"),
                },
                board: INFO.level_board.into(),
                cells: vec![cell],
            },
            Err(_) => StepInfo {
                text: mv.to_string(),
                ..StepInfo::default()
            },
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let Ok((cell, times)) = pressed(mv) else {
            return Vec::new();
        };
        let press = Intent::Act {
            board: LIGHTS,
            cell,
            action: "press".into(),
        };
        vec![press; (times % u32::from(self.puzzle.states)) as usize]
    }
}
