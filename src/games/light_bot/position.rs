//! Position: a program being written. Each move sets the commands of one procedure.

use std::sync::{Arc, OnceLock};

use crate::game::programs::slots::{self, PROGRAM};

use crate::game::typed::{Play, PlayAble};
use crate::game::{BoardInfo, Button, Cell, CellLook, Gesture, Intent, Size, StepInfo, Tone};

use super::live;
use super::live_repeats;
use super::look::tile_look;
use super::program::{Command, Line, Program, name};
use super::puzzle::{BOARD, Puzzle, REPEATS};
use super::run::{Run, run};

/// Position with the written program.
#[derive(Clone, Debug)]
pub struct Writing {
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) program: Program,
    /// Result of the program, computed on demand.
    run: OnceLock<Run>,
}

impl Writing {
    pub(super) fn start(puzzle: Arc<Puzzle>) -> Self {
        Self {
            program: Program::empty(&puzzle.slots),
            run: OnceLock::new(),
            puzzle,
        }
    }

    fn run(&self) -> &Run {
        self.run.get_or_init(|| run(&self.puzzle, &self.program))
    }

    pub(super) fn commands(&self) -> impl Iterator<Item = Command> {
        let calls = (1..).take(self.puzzle.slots.procedures());
        let calls = calls.map(Command::Call);
        let most = self.puzzle.slots.repeats();
        // Counts above 9 are entered in the text.
        let repeats = most.map(|most| *REPEATS.start()..=most.min(9));
        let repeats = repeats.into_iter().flatten().map(Command::Repeat);
        let end = most.map(|_| Command::End);
        let actions = Command::ACTIONS.into_iter();
        actions.chain(calls).chain(repeats).chain(end)
    }

    /// Command of a key: digits are calls, or repeats if the level has them.
    fn typed(&self, key: char) -> Option<Command> {
        let command = Command::from_letter(key.to_ascii_uppercase());
        match self.puzzle.slots.repeats() {
            None => command.filter(|command| *command != Command::End),
            Some(most) => match key.to_digit(10) {
                Some(count) => {
                    let count = u8::try_from(count).ok().filter(|it| *it <= most);
                    let count = count.filter(|it| REPEATS.contains(it));
                    count.map(Command::Repeat)
                }
                None => command,
            },
        }
    }

    fn room(&self, procedure: usize) -> usize {
        let slots = self.puzzle.slots.as_slice();
        slots.get(procedure).copied().unwrap_or(0)
    }

    fn slot_look(&self, cell: Cell) -> CellLook {
        if cell.col >= self.room(cell.row) {
            return CellLook::new("#", Tone::Hole, "no slot").glyph("");
        }
        match self.program.body(cell.row).get(cell.col) {
            Some(command) => slots::look(&command.tile()),
            None => CellLook::new("_", Tone::Empty, "empty").glyph(""),
        }
    }
}

impl Play for Writing {
    type Move = Line;

    const MOVES: &'static str = "a move is ‘main: FJ1’ or ‘f1: LRX2’, with F forward, J jump, \
                                 L and R turn, X light, digits call; where there are repeats ‘main: 3{FJ}X’";

    const ABLE: &'static PlayAble<Self> = &PlayAble {
        program: Some(|position| position),
        way_to: Some(|position, to| live::way(&position.puzzle, &position.program, to)),
        finish: Some(|position| live::finish(&position.puzzle, position.run())),
        ..PlayAble::NONE
    };

    fn read(text: &str) -> Option<Line> {
        Line::read(text)
    }

    fn make(&mut self, line: &Line) -> Result<(), String> {
        line.fits(&self.puzzle.slots)?;
        self.program.set(line.clone());
        self.run = OnceLock::new();
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.run().won
    }

    /// Appends a command to a procedure, or removes its last one.
    fn moves(&self) -> impl Iterator<Item = Line> {
        let procedures = 0..self.puzzle.slots.as_slice().len();
        procedures.flat_map(|procedure| {
            let body = self.program.body(procedure);
            let room = body.len() < self.room(procedure);
            let more = self.commands().filter(move |_| room);
            let longer = more.map(move |command| [body, &[command]].concat());
            let shorter = body.split_last().map(|(_, rest)| rest.to_vec());
            let bodies = longer.chain(shorter);
            bodies.map(move |body| Line { procedure, body })
        })
    }

    fn encode(&self) -> Vec<u8> {
        self.program.to_string().into_bytes()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let slots = self.puzzle.slots.as_slice();
        let cols = slots.iter().copied().max().unwrap_or(0).max(1);
        let program = Size::new(slots.len(), cols);
        vec![
            BoardInfo::new(BOARD, "Board after the run", self.puzzle.size()),
            BoardInfo::new(PROGRAM, "Program: main and procedures", program),
        ]
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        if board == PROGRAM {
            return self.slot_look(cell);
        }
        if board != BOARD {
            return tile_look(None, false, None);
        }
        let Run { robot, lit, .. } = self.run();
        let facing = (robot.cell == cell).then_some(robot.facing);
        let is_lit = lit.binary_search(&cell).is_ok();
        tile_look(self.puzzle.tile(cell), is_lit, facing)
    }

    /// Typing puts a command into a slot; `-`, `.` or a secondary click removes it.
    fn interpret(&self, gesture: &Gesture) -> Option<Line> {
        let (board, cell, command) = match gesture {
            Gesture::Type {
                board,
                cell,
                character,
            } => {
                let command = self.typed(*character);
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
        let mut line = self.program.line(cell.row);
        match (command, line.body.get_mut(cell.col)) {
            (Some(command), Some(there)) => *there = command,
            (Some(command), None) => line.body.push(command),
            (None, Some(_)) => drop(line.body.remove(cell.col)),
            (None, None) => return None,
        }
        Some(line)
    }

    fn describe(&self, Line { procedure, body }: &Line) -> StepInfo {
        let commands = Command::text_of(body);
        let name = name(*procedure);
        let cols = 0..body.len();
        StepInfo {
            text: match body.is_empty() {
                true => format!("Clear {name}"),
                false => format!("Set {name} to {commands}"),
            },
            board: PROGRAM.into(),
            cells: cols.map(|col| Cell::new(*procedure, col)).collect(),
            ..StepInfo::default()
        }
    }

    fn intents(&self, Line { procedure, body }: &Line) -> Vec<Intent> {
        let before = self.program.body(*procedure);
        if self.puzzle.slots.repeats().is_some() {
            return live_repeats::intents(before, body);
        }
        slots::intents(*procedure, before, body, Command::name)
    }
}
