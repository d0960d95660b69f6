//! A program being written: each move gives one procedure its commands.

use std::sync::{Arc, OnceLock};

use planwright_programs::slots::{PROGRAM, intents};

use crate::game::{
    BoardInfo, Button, Cell, CellLook, Finish, Gesture, Intent, Move, MoveError, Position,
    Programmed, Size, StepInfo, Tone,
};

use super::INFO;
use super::live;
use super::look::tile_look;
use super::program::{Command, LineError, Program, name, parse_line};
use super::puzzle::Puzzle;
use super::run::{Run, run};

/// Commands in the slots, and what they come to.
#[derive(Clone, Debug)]
pub(super) struct LightBotPosition {
    puzzle: Arc<Puzzle>,
    program: Program,
    /// What the program comes to, once somebody wants to know.
    run: OnceLock<Run>,
}

impl LightBotPosition {
    pub(super) fn start(puzzle: Arc<Puzzle>) -> Self {
        let program = Program::empty(&puzzle.slots);
        Self {
            run: OnceLock::new(),
            program,
            puzzle,
        }
    }

    fn run(&self) -> &Run {
        self.run.get_or_init(|| run(&self.puzzle, &self.program))
    }

    pub(super) fn puzzle(&self) -> &Arc<Puzzle> {
        &self.puzzle
    }

    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    fn parts(&self, mv: &Move) -> Result<(usize, Vec<Command>), MoveError> {
        parse_line(mv.as_str(), &self.puzzle.slots).map_err(|error| match error {
            LineError::Form => MoveError::Syntax {
                text: mv.as_str().to_owned(),
                expected: "a move is ‘main: FJ1’ or ‘f1: LRX2’, with F forward, J jump, L and R \
                           turn, X light, digits call",
            },
            LineError::Slots(reason) => MoveError::illegal(mv, reason),
        })
    }

    fn room(&self, procedure: usize) -> usize {
        let slots = self.puzzle.slots.as_slice();
        slots.get(procedure).copied().unwrap_or(0)
    }

    /// The move that gives a procedure these commands.
    fn line(&self, procedure: usize, body: Vec<Command>) -> Move {
        let mut program = self.program.clone();
        program.set(procedure, body);
        Move::new(program.line(procedure))
    }

    /// Commands that a slot can hold.
    pub(super) fn commands(&self) -> impl Iterator<Item = Command> {
        let calls = (1..).take(self.puzzle.slots.procedures());
        Command::ACTIONS.into_iter().chain(calls.map(Command::Call))
    }

    fn slot_look(&self, cell: Cell) -> CellLook {
        if cell.col >= self.room(cell.row) {
            return CellLook::new("#", Tone::Hole, "no slot").glyph("");
        }
        let Some(command) = self.program.body(cell.row).get(cell.col) else {
            return CellLook::new("_", Tone::Empty, "empty").glyph("");
        };
        let tone = match command {
            Command::Forward => Tone::Palette(0),
            Command::Jump => Tone::Palette(2),
            Command::Left | Command::Right => Tone::Palette(4),
            Command::Light => Tone::Palette(3),
            Command::Call(_) => Tone::Palette(5),
        };
        CellLook::new(command.letter().to_string(), tone, command.name())
    }
}

impl Position for LightBotPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let (procedure, body) = self.parts(mv)?;
        self.program.set(procedure, body);
        self.run = OnceLock::new();
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.run().won
    }

    /// A command more at the end of a procedure, or the last one taken away.
    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let procedures = 0..self.puzzle.slots.as_slice().len();
        let moves = procedures.flat_map(|procedure| {
            let body = self.program.body(procedure);
            let room = body.len() < self.room(procedure);
            let longer = self.commands().filter(move |_| room).map(|command| {
                let mut longer = body.to_vec();
                longer.push(command);
                longer
            });
            let shorter = body.split_last().map(|(_, rest)| rest.to_vec());
            let bodies: Vec<_> = longer.chain(shorter).collect();
            bodies
                .into_iter()
                .map(move |body| self.line(procedure, body))
        });
        moves.take(limit).collect()
    }

    fn encode(&self) -> Vec<u8> {
        self.program.to_string().into_bytes()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let slots = self.puzzle.slots.as_slice();
        let cols = slots.iter().copied().max().unwrap_or(0).max(1);
        vec![
            BoardInfo {
                id: INFO.level_board,
                title: "Board at the end of the run",
                size: self.puzzle.size(),
            },
            BoardInfo {
                id: PROGRAM,
                title: "Program: main, then the procedures",
                size: Size::new(slots.len(), cols),
            },
        ]
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        if board == PROGRAM {
            return self.slot_look(cell);
        }
        if board != INFO.level_board {
            return tile_look(None, false, None);
        }
        let Run { robot, lit, .. } = self.run();
        let facing = (robot.cell == cell).then_some(robot.facing);
        let is_lit = lit.binary_search(&cell).is_ok();
        tile_look(self.puzzle.tile(cell), is_lit, facing)
    }

    /// A command is typed into a slot; `-` or a click with the other button takes it out.
    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        let (board, cell, command) = match gesture {
            Gesture::Type {
                board,
                cell,
                character,
            } => {
                let command = Command::from_letter(character.to_ascii_uppercase());
                if command.is_none() && !['-', '.'].contains(character) {
                    return None;
                }
                (board, *cell, command)
            }
            Gesture::Click {
                board,
                cell,
                button: Button::Secondary,
            } => (board, *cell, None),
            _ => return None,
        };
        if board != PROGRAM {
            return None;
        }
        let mut body = self.program.body(cell.row).to_vec();
        match (command, body.get_mut(cell.col)) {
            (Some(command), Some(there)) => *there = command,
            (Some(command), None) => body.push(command),
            (None, Some(_)) => drop(body.remove(cell.col)),
            (None, None) => return None,
        }
        Some(self.line(cell.row, body))
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        match self.parts(mv) {
            Ok((procedure, body)) => {
                let letters: String = body.iter().map(|command| command.letter()).collect();
                let text = if body.is_empty() {
                    format!("Clear {}", name(procedure))
                } else {
                    format!("Set {} to {letters}", name(procedure))
                };
                StepInfo {
                    text,
                    board: PROGRAM.into(),
                    cells: (0..body.len())
                        .map(|col| Cell::new(procedure, col))
                        .collect(),
                }
            }
            Err(_) => StepInfo {
                text: mv.to_string(),
                ..StepInfo::default()
            },
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let Ok((procedure, body)) = self.parts(mv) else {
            return Vec::new();
        };
        intents(
            procedure,
            self.program.body(procedure),
            &body,
            Command::name,
        )
    }

    fn way_to(&self, encoded: &[u8]) -> Option<Vec<Move>> {
        live::way(&self.puzzle, &self.program, encoded)
    }

    fn finish(&self) -> Option<Finish> {
        Some(live::finish(&self.puzzle, self.run()))
    }

    fn as_program(&self) -> Option<&dyn Programmed> {
        Some(self)
    }
}
