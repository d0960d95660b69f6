//! A program being written, and what it does so far.
//!
//! A move is the text of a whole program, which takes the place of the one before; `clear` leaves
//! none. So the plan that solvers make is one line. After every move the program is run from the
//! start; the position is solved if that leads through the exit.

use std::sync::Arc;

use planwright_programs::slots::{PROGRAM, intents};

use crate::game::{
    BoardInfo, Cell, CellLook, Finish, Gesture, Intent, Marks, Move, MoveError, Position,
    Programmed, Size, StepInfo, Tone,
};

use super::INFO;
use super::board::{Board, Calls};
use super::live;
use super::look::{run_look, square_look};
use super::machine::{End, Run, run, score_of};
use super::program::{CLEAR, Command, DIGITS, Program};

/// A program on a board.
#[derive(Clone, Debug)]
pub(super) struct RoboPosition {
    board: Arc<Board>,
    program: Program,
    run: Run,
    score: Option<i64>,
}

impl RoboPosition {
    pub(super) fn start(board: Arc<Board>) -> Self {
        Self::of(board, Program::default())
    }

    fn of(board: Arc<Board>, program: Program) -> Self {
        Self {
            run: run(&board, &program),
            score: score_of(&board, &program),
            board,
            program,
        }
    }

    /// The program that a move writes.
    fn written(&self, mv: &Move) -> Result<Program, MoveError> {
        let text = mv.as_str();
        if text == CLEAR {
            return Ok(Program::default());
        }
        let program = Program::parse(text).ok().filter(|_| !text.is_empty());
        let program = program.ok_or_else(|| MoveError::Syntax {
            text: text.to_owned(),
            expected: "a move is a whole program, made of F, L, R, G, X, the calls 1 to 5, the \
                       labels '1 to '5 and the return ‘.’, or ‘clear’",
        })?;
        match program.doubled_label() {
            Some(digit) if self.board.calls == Calls::Strict => Err(MoveError::illegal(
                mv,
                format!("the label '{digit} is written twice"),
            )),
            _ => Ok(program),
        }
    }

    pub(super) fn board(&self) -> &Arc<Board> {
        &self.board
    }

    pub(super) fn program(&self) -> &Program {
        &self.program
    }

    fn outcome(&self) -> String {
        let coins = match self.run.coins {
            1 => "1 coin".to_owned(),
            coins => format!("{coins} coins"),
        };
        match (self.score, self.run.end) {
            (Some(score), _) => format!("escapes with {coins}, {score} points"),
            (None, End::Escaped) => match self.program.dangling_call() {
                Some(digit) => format!("escapes with {coins}, but the call {digit} has no label"),
                None => format!("escapes with {coins}, but a label is not finished"),
            },
            (None, End::RanOff) => format!("no more commands, {coins}"),
            (None, End::StepLimit) => format!("runs on for ever, {coins}"),
            (None, End::NoLabel(digit)) => format!("the call {digit} has no label yet"),
            (None, End::NoStart) => "no start, or more than one".to_owned(),
        }
    }
}

impl Position for RoboPosition {
    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn apply(&mut self, mv: &Move) -> Result<(), MoveError> {
        let program = self.written(mv)?;
        *self = Self::of(Arc::clone(&self.board), program);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.score.is_some()
    }

    /// A command more, or the last one taken away.
    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let whole = !self.program.half_label;
        let simple = Command::SIMPLE.into_iter().filter(|_| whole);
        let labels = DIGITS.map(Command::Label).into_iter();
        let calls = DIGITS.map(Command::Call).into_iter();
        // Behind a quote the digit makes it a label.
        let more = simple
            .chain(calls.filter(|_| whole))
            .chain(labels)
            .map(|command| {
                let mut longer = self.program.clone();
                longer.commands.push(command);
                longer.half_label = false;
                longer
            });
        let mut shorter = self.program.clone();
        let less = match std::mem::take(&mut shorter.half_label) {
            true => Some(shorter),
            false => shorter.commands.pop().map(|_| shorter),
        };
        more.chain(less)
            .map(|program| program.writing())
            .filter(|mv| self.written(mv).is_ok())
            .take(limit)
            .collect()
    }

    fn encode(&self) -> Vec<u8> {
        self.program.to_string().into_bytes()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let mut boards = vec![BoardInfo {
            id: INFO.level_board,
            title: "Board",
            size: self.board.size(),
        }];
        let cost = self.program.cost();
        if cost > 0 {
            boards.push(BoardInfo {
                id: PROGRAM,
                title: "Program",
                size: Size::new(1, cost),
            });
        }
        boards
    }

    fn look(&self, board: &str, cell: Cell) -> CellLook {
        if board == PROGRAM {
            let command = self.program.commands.get(cell.col);
            return match command.filter(|_| cell.row == 0) {
                Some(command) => {
                    let tone = match command {
                        Command::Call(_) | Command::Label(_) => Tone::Palette(0),
                        Command::Return => Tone::Level(90),
                        _ => Tone::Empty,
                    };
                    let text = command.to_string();
                    CellLook::new(text.clone(), tone, text)
                }
                None => CellLook::new("", Tone::Hole, "no command"),
            };
        }
        if board != INFO.level_board || !self.board.size().contains(cell) {
            return square_look(None);
        }
        let right = self.is_solved();
        let wrong = self.run.end == End::Escaped && !right;
        let robot = self.run.end != End::NoStart;
        run_look(
            &self.run,
            cell,
            robot,
            Marks {
                right,
                wrong,
                ..Marks::default()
            },
        )
    }

    /// A character goes to the end of the program, which is written anew.
    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Type { character, .. } => {
                let character = character.to_ascii_uppercase();
                let known = "FLRGX.'12345".contains(character);
                known.then(|| Move::new(format!("{}{character}", self.program)))
            }
            _ => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        let text = match self.written(mv) {
            Ok(program) => {
                let after = Self::of(Arc::clone(&self.board), program);
                format!("Write {mv}: {}", after.outcome())
            }
            Err(_) => format!("Write {mv}"),
        };
        StepInfo {
            text,
            board: INFO.level_board.into(),
            cells: vec![self.run.robot],
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let written = self.written(mv);
        let write = |to: Program| intents(0, &self.program.commands, &to.commands, Command::text);
        written.map_or_else(|_| Vec::new(), write)
    }

    fn way_to(&self, encoded: &[u8]) -> Option<Vec<Move>> {
        live::way(&self.program, encoded)
    }

    fn finish(&self) -> Option<Finish> {
        Some(live::finish(&self.board, &self.program, &self.run))
    }

    fn as_program(&self) -> Option<&dyn Programmed> {
        Some(self)
    }
}
