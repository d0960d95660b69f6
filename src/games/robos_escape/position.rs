//! Position: a program being written, with its result.
//!
//! A move is the text of a whole program and replaces the previous one; `clear` removes it. So a solver's plan is one
//! move. After every move the program runs from the start; the position is solved if that leads through the exit.

use std::borrow::Cow;
use std::sync::Arc;

use super::board::{BOARD, RobosBoard, Terrain};
use super::live;
use super::machine::{RoboEnd, RoboRun, Simulator, run};
use super::program::{MAX_COMMANDS, RoboCommand, RoboProgram, parse_source};
use planwright_art::ROBOT;

use crate::game::cells::ValueSpec;
use crate::game::programs::slots::{self, PROGRAM};
use crate::game::programs::world::{World, WorldPosition};
use crate::game::typed::Play;
use crate::game::{
    BoardInfo, Cell, CellStyle, CommandTile, Execution, Gesture, Intent, Launch, Marks, Move,
    Position, Procedure, ProgramError, Programmed, Size, StepInfo, Tone, words,
};

#[derive(Clone, Debug)]
pub struct RobosPosition {
    pub(super) board: Arc<RobosBoard>,
    pub(super) program: RoboProgram,
    run: RoboRun,
    /// Reason why the program does not count, even if it escapes.
    flaw: Option<String>,
}

impl RobosPosition {
    pub(super) fn start(board: Arc<RobosBoard>) -> Self {
        Self::new(board, RoboProgram::default())
    }

    fn new(board: Arc<RobosBoard>, program: RoboProgram) -> Self {
        Self {
            run: run(&board, &program),
            flaw: program.flaw(board.calls),
            board,
            program,
        }
    }

    /// Result of the run as a text that follows "Write F1R: ".
    fn outcome(&self) -> String {
        let coins = words::count(self.run.coins, "coins");
        match (self.run.end, &self.flaw) {
            (RoboEnd::Escaped, None) => {
                let points = self.run.score(&self.program).unwrap_or_default();
                format!("escapes with {coins}, {}", words::cost(points, "points"))
            }
            (RoboEnd::Escaped, Some(flaw)) => format!("escapes with {coins}, but {flaw}"),
            (RoboEnd::RanOff, _) => format!("program ends, {coins}"),
            (RoboEnd::StepLimit, _) => format!("loops for ever, {coins}"),
            (RoboEnd::NoLabel(digit), _) => format!("the call {digit} has no label yet"),
            (RoboEnd::NoStart, _) => "no start, or more than one".to_owned(),
        }
    }
}

impl Play for RobosPosition {
    /// Text of a program; [`Play::make`] parses it, so that all programs are rejected in one place.
    type Move = Move;

    const MOVE_SYNTAX: &'static str = "a move is a whole program of F, L, R, G, X, calls 1 to 5, labels '1 to \
        '5 and return ‘.’, or ‘clear’";

    fn parse(text: &str) -> Option<Move> {
        RoboProgram::from_move(text).map(|_| Move::new(text))
    }

    fn make(&mut self, mv: &Move) -> Result<(), String> {
        let program = RoboProgram::from_move(mv.as_str()).ok_or(Self::MOVE_SYNTAX)?;
        if let Some(reason) = program.rejection(self.board.calls) {
            return Err(reason);
        }
        *self = Self::new(Arc::clone(&self.board), program);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.run.end == RoboEnd::Escaped && self.flaw.is_none()
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        // After a quote only the digit of a label can follow.
        let half = self.program.half_label;
        let more =
            RoboCommand::all().filter(move |it| !half || matches!(it, RoboCommand::Label(_)));
        let more = more.map(|command| {
            let mut commands = self.program.commands.clone();
            commands.push(command);
            RoboProgram::new(commands)
        });
        let mut less = self.program.commands.clone();
        // Without its last character: the quote or, if there is none, the last command.
        let less = (half || less.pop().is_some()).then(|| RoboProgram::new(less));
        let calls = self.board.calls;
        more.chain(less)
            .filter(move |it| it.cost() <= MAX_COMMANDS && it.rejection(calls).is_none())
            .map(|program| program.to_move())
    }

    fn encode(&self) -> Vec<u8> {
        self.program.to_string().into_bytes()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let cost = self.program.cost();
        let program = (cost > 0).then(|| BoardInfo::new(PROGRAM, "Program", Size::new(1, cost)));
        let first = BoardInfo::new(BOARD, "Board", self.board.size());
        [first].into_iter().chain(program).collect()
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        if board == PROGRAM {
            let command = self.program.commands.get(cell.col);
            return match command.filter(|_| cell.row == 0) {
                Some(command) => slots::tile_style(&command.tile()),
                None => CellStyle::new("", Tone::Hole, "no command"),
            };
        }
        if board != BOARD || !self.board.size().contains(cell) {
            return terrain_style(None);
        }
        let right = Play::is_solved(self);
        let marks = Marks {
            right,
            wrong: self.run.end == RoboEnd::Escaped && !right,
            ..Marks::default()
        };
        run_style(&self.run, cell, self.run.end != RoboEnd::NoStart, marks)
    }

    /// A typed character is appended to the program.
    fn interpret(&self, gesture: &Gesture) -> Option<Move> {
        let Gesture::Type { character, .. } = gesture else {
            return None;
        };
        let character = character.to_ascii_uppercase();
        // The characters of all commands.
        let known = "FLRGX.'12345".contains(character);
        known.then(|| Move::new(format!("{}{character}", self.program)))
    }

    fn describe(&self, mv: &Move) -> StepInfo {
        let mut after = self.clone();
        StepInfo {
            text: match after.make(mv) {
                Ok(()) => format!("Write {mv}: {}", after.outcome()),
                Err(_) => format!("Write {mv}"),
            },
            board: BOARD.into(),
            // Where the run ends before the move.
            cells: vec![self.run.robot],
            ..StepInfo::default()
        }
    }

    fn intents(&self, mv: &Move) -> Vec<Intent> {
        let to = RoboProgram::from_move(mv.as_str()).unwrap_or_default();
        slots::intents(0, &self.program.commands, &to.commands, RoboCommand::text)
    }

    fn as_program(&self) -> Option<&dyn Programmed> {
        Some(self)
    }

    fn path_to(&self, encoded: &[u8]) -> Option<Vec<Move>> {
        live::moves_between(&self.program, encoded)
    }

    fn launch(&self) -> Option<Launch> {
        Some(live::finish(&self.board, &self.program, &self.run))
    }
}

/// Program as an editor shows it: one text of commands and labels.
impl Programmed for RobosPosition {
    fn palette(&self) -> Vec<CommandTile> {
        RoboCommand::all().map(RoboCommand::tile).collect()
    }

    fn procedures(&self) -> Vec<Procedure> {
        let commands = self.program.commands.iter().copied();
        vec![Procedure {
            name: "program".into(),
            commands: commands.map(RoboCommand::tile).collect(),
            capacity: None,
        }]
    }

    fn source(&self) -> String {
        self.program.to_string()
    }

    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String {
        procedures.iter().flatten().map(Cow::as_ref).collect()
    }

    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>> {
        let program = parse_source(source, self.board.calls)?;
        let changed = program != self.program;
        Ok(changed.then(|| program.to_move()).into_iter().collect())
    }

    fn execution(&self) -> Box<dyn Execution> {
        Box::new(Simulator::new(&self.board, &self.program))
    }

    fn world(&self) -> Box<dyn Position> {
        Box::new(WorldPosition(RoboRun::new(&self.board)))
    }
}

/// Appearance of a square; outside the board is wall.
pub(super) fn terrain_style(square: Option<Terrain>) -> CellStyle {
    square.unwrap_or(Terrain::Wall).value().style()
}

/// Appearance of a cell during a run; `marks` apply to the robot.
pub(super) fn run_style(run: &RoboRun, cell: Cell, with_robot: bool, marks: Marks) -> CellStyle {
    let square = run.squares.get(cell).copied();
    let under = terrain_style(square);
    if !with_robot || cell != run.robot {
        return under;
    }
    let heading = run.heading;
    let suffix = match square.map(Terrain::value) {
        Some(ValueSpec { name, .. }) if square != Some(Terrain::Floor) => {
            format!(", on the {name}")
        }
        _ => String::new(),
    };
    CellStyle {
        value: heading.arrow().into(),
        name: format!("robot facing {}{suffix}", heading.name()).into(),
        art: under.art.map(|art| art.piece(ROBOT)),
        ..under
    }
    .with_actor(heading)
    .marked(marks)
}

/// A run to which no program belongs: its `end` is `RanOff` as long as the robot is inside.
impl World for RoboRun {
    type Command = RoboCommand;

    // All but the return.
    const ACTIONS: &'static [RoboCommand] = RoboCommand::SIMPLE.split_at(5).0;

    const SYNTAX: &'static str = "a command is F, L, R, G or X";

    fn tile(command: RoboCommand) -> CommandTile {
        command.tile()
    }

    fn act(&mut self, command: RoboCommand) {
        if self.execute(command) {
            self.end = RoboEnd::Escaped;
        }
    }

    fn refusal(&self) -> Option<&'static str> {
        match self.end {
            RoboEnd::NoStart => Some("the board has no start, or more than one"),
            RoboEnd::Escaped => Some("the robot is out"),
            _ => None,
        }
    }

    fn is_won(&self) -> bool {
        self.end == RoboEnd::Escaped
    }

    fn robot(&self) -> Cell {
        self.robot
    }

    fn board(&self) -> BoardInfo {
        BoardInfo::new(BOARD, "Board", self.squares.size())
    }

    fn style(&self, cell: Cell) -> CellStyle {
        let marks = Marks {
            right: self.is_won(),
            ..Marks::default()
        };
        run_style(self, cell, self.end != RoboEnd::NoStart, marks)
    }

    fn encode(&self) -> Vec<u8> {
        let robot = self.squares.size().index(self.robot);
        let numbers = [self.coins, robot, self.heading.index()];
        let numbers = numbers.into_iter().flat_map(|it| (it as u32).to_le_bytes());
        let squares = self.squares.as_slice().iter().map(|square| *square as u8);
        numbers.chain(squares).collect()
    }
}
