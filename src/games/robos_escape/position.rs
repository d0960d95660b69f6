//! A program being written, and what it does so far.
//!
//! A move adds text to the end of the program, a whole program as well as a single command, so
//! the plan that solvers make is one line. After every move the program is run from the start;
//! the position is solved if that leads through the exit.

use std::sync::Arc;

use crate::game::{
    BoardInfo, Cell, CellLook, Gesture, Intent, Marks, Move, MoveError, Position, Size, StepInfo,
    Tone,
};

use super::INFO;
use super::board::{Board, Calls};
use super::level::square_look;
use super::machine::{End, Run, run, score_of};
use super::program::{Command, DIGITS, Program};

/// Id of the board that shows the program.
const PROGRAM: &str = "program";

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

    /// The program with a move's text behind it.
    fn longer(&self, mv: &Move) -> Result<Program, MoveError> {
        let added = mv.as_str();
        // Its own text first, so that what is wrong is counted from its start.
        let own = if self.program.half_label {
            Program::parse(&format!("'{added}"))
        } else {
            Program::parse(added)
        };
        if added.is_empty() || own.is_err() {
            let expected = "a program is made of F, L, R, G, X, the calls 1 to 5, the labels '1 \
                            to '5 and the return ‘.’";
            return Err(MoveError::Syntax {
                text: added.to_owned(),
                expected,
            });
        }
        let program = Program::parse(&format!("{}{added}", self.program))
            .map_err(|reason| MoveError::illegal(mv, reason))?;
        match program.doubled_label() {
            Some(digit) if self.board.calls == Calls::Strict => Err(MoveError::illegal(
                mv,
                format!("the label '{digit} would be written twice"),
            )),
            _ => Ok(program),
        }
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
        let program = self.longer(mv)?;
        *self = Self::of(Arc::clone(&self.board), program);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.score.is_some()
    }

    fn legal_moves(&self, limit: usize) -> Vec<Move> {
        let simple = Command::SIMPLE.into_iter();
        let simple = simple.filter(|_| !self.program.half_label);
        let calls = DIGITS.map(Command::Call);
        let quotes = DIGITS.map(Command::Label);
        let labels = quotes.into_iter().filter(|_| !self.program.half_label);
        let all = simple.chain(calls).chain(labels);
        all.map(|command| Move::new(command.to_string()))
            .filter(|mv| self.longer(mv).is_ok())
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
        if self.run.end == End::NoStart || cell != self.run.robot {
            return square_look(self.run.squares.get(cell).copied());
        }
        let (name, arrow, token) = self.run.heading.words();
        let escaped = self.run.end == End::Escaped;
        let place = if escaped { ", at the exit" } else { "" };
        CellLook::new(
            token,
            Tone::Palette(3),
            format!("robot facing {name}{place}"),
        )
        .glyph(arrow)
        .marked(Marks {
            right: self.is_solved(),
            wrong: escaped && !self.is_solved(),
            ..Marks::default()
        })
    }

    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        match gesture {
            Gesture::Type { character, .. } => {
                let character = character.to_ascii_uppercase();
                let known = "FLRGX.'12345".contains(character);
                known.then(|| Move::new(character.to_string()))
            }
            _ => None,
        }
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        let text = match self.longer(mv) {
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

    /// Each character is a control of its own, then `run`.
    fn intents(&self, mv: &Move) -> Vec<Intent> {
        const CONTROLS: [&str; 12] = ["F", "L", "R", "G", "X", ".", "'", "1", "2", "3", "4", "5"];
        let control = |c: char| CONTROLS.into_iter().find(|control| control.starts_with(c));
        let keys = mv.as_str().chars().filter_map(control);
        keys.chain(["run"]).map(Intent::Control).collect()
    }
}
