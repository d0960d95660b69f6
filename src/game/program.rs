//! Games whose solution is a program, for editors and debuggers.
//!
//! A program consists of procedures of commands. Every change is a move ([`Programmed::rewrite`]).
//! Running it is an [`Execution`], which does not change the position.

use std::borrow::Cow;
use std::fmt;

use super::{Cell, CellLook, Cost, Move, Position, Size, Tone};

/// What a command does, for its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    Forward,
    /// A jump ahead, up or down.
    Jump,
    /// A quarter turn.
    Left,
    /// A quarter turn.
    Right,
    /// Switches what is on the cell.
    Switch,
    /// Takes what is on the cell.
    Take,
    /// Shoots ahead.
    Shoot,
    /// Calls another part of the program.
    Call,
    /// The target of a call.
    Label,
    /// Returns from a call.
    Return,
    /// Begins or ends what is repeated.
    Repeat,
}

impl Meaning {
    /// Whether it acts on the board, not only on the course of the program.
    pub fn acts(self) -> bool {
        !matches!(self, Self::Call | Self::Label | Self::Return | Self::Repeat)
    }

    /// The fill of the command's tile.
    pub fn tone(self) -> Tone {
        match self {
            Self::Forward => Tone::Palette(0),
            Self::Jump => Tone::Palette(2),
            Self::Left | Self::Right => Tone::Palette(4),
            Self::Switch | Self::Take => Tone::Palette(6),
            Self::Shoot => Tone::Palette(7),
            Self::Call | Self::Label => Tone::Palette(5),
            Self::Return | Self::Repeat => Tone::Level(60),
        }
    }
}

/// A command as a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTile {
    /// Its text in programs, as typed.
    pub text: Cow<'static, str>,
    /// Its name: `turn left`.
    pub name: Cow<'static, str>,
    pub meaning: Meaning,
}

impl CommandTile {
    pub fn new(
        text: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        meaning: Meaning,
    ) -> Self {
        Self {
            text: text.into(),
            name: name.into(),
            meaning,
        }
    }
}

/// A procedure and its commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name: `main`.
    pub name: Cow<'static, str>,
    pub commands: Vec<CommandTile>,
    /// Most commands it can have; `None` without a limit.
    pub room: Option<usize>,
}

/// A place in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// From 0.
    pub procedure: usize,
    /// From 0.
    pub index: usize,
}

impl Slot {
    pub const fn new(procedure: usize, index: usize) -> Self {
        Self { procedure, index }
    }
}

/// An error in the text of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// Number of characters concerned, at least 1.
    pub length: usize,
    pub message: String,
    /// Whether it is a valid program that only does not fit this level.
    pub fits_elsewhere: bool,
}

impl ProgramError {
    /// A text that is not a program.
    pub fn syntax(
        (line, column): (usize, usize),
        length: usize,
        message: impl Into<String>,
    ) -> Self {
        Self {
            line,
            column,
            length: length.max(1),
            message: message.into(),
            fits_elsewhere: false,
        }
    }

    /// A program that does not fit this level.
    pub fn unfit(at: (usize, usize), length: usize, message: impl Into<String>) -> Self {
        Self {
            fits_elsewhere: true,
            ..Self::syntax(at, length, message)
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            message,
            ..
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

/// A position that is a program under construction.
pub trait Programmed {
    /// The available commands, in the order of the palette.
    fn palette(&self) -> Vec<CommandTile>;

    /// The procedures, the main one first.
    fn procedures(&self) -> Vec<Procedure>;

    /// The program's text, as solvers print it; empty without commands.
    fn source(&self) -> String;

    /// The text of a program with these commands, by procedure.
    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String;

    /// The moves that change this program into the one with this text. Blanks, line breaks and
    /// lines that start with `;` are ignored. Errors are in the order of the text.
    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>>;

    /// Starts the program.
    fn execution(&self) -> Box<dyn Execution>;

    /// The board before the run, without a program: its moves are the commands that act
    /// ([`Meaning::acts`]), one at a time, and its states are all that a program can reach.
    fn world(&self) -> Box<dyn Position>;
}

/// An open call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Name of the procedure: `f1`.
    pub name: Cow<'static, str>,
    /// The call; `None` for the main program.
    pub from: Option<Slot>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub won: bool,
    /// A sentence.
    pub text: String,
    /// In the game's unit, if the level is won.
    pub score: Option<Cost>,
    /// The last command.
    pub slot: Option<Slot>,
    /// Where the robot is.
    pub cell: Option<Cell>,
}

/// A count kept while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What is counted: `lights`.
    pub name: &'static str,
    pub count: usize,
    /// The total.
    pub of: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {}", self.name, self.count, self.of)
    }
}

/// A running program, command by command. It always ends, if necessary at a limit.
pub trait Execution: Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Execution>;

    /// The next command; `None` at the end.
    fn next(&self) -> Option<Slot>;

    /// Runs the next command; `false` at the end.
    fn step(&mut self) -> bool;

    /// Continues past an end that only cuts off an endless repetition; `false` at any other end.
    fn go_on(&mut self) -> bool {
        false
    }

    /// The last command; `None` at the start.
    fn last(&self) -> Option<Slot>;

    /// Number of commands run.
    fn steps(&self) -> u64;

    /// Where the robot is; `None` if the board has none.
    fn robot(&self) -> Option<Cell>;

    /// The cell hit by the shot of the last command, unless it is the robot's own.
    fn shot(&self) -> Option<Cell> {
        None
    }

    /// The open calls, the main program first.
    fn stack(&self) -> Vec<Frame>;

    /// Length of [`Execution::stack`].
    fn depth(&self) -> usize;

    /// How the run ended, if it has.
    fn ending(&self) -> Option<Ending>;

    fn tallies(&self) -> Vec<Tally>;

    /// Size of the level's board.
    fn size(&self) -> Size;

    /// The current look of a cell of the level's board.
    fn look(&self, cell: Cell) -> CellLook;
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    pub ending: Ending,
    pub steps: u64,
    pub tallies: Vec<Tally>,
}

pub fn run_program(program: &dyn Programmed) -> RunReport {
    let mut execution = program.execution();
    while execution.step() {}
    RunReport {
        ending: execution.ending().unwrap_or_else(|| Ending {
            won: false,
            text: "The program does not run.".to_owned(),
            score: None,
            slot: None,
            cell: None,
        }),
        steps: execution.steps(),
        tallies: execution.tallies(),
    }
}

/// The commands of a program as text, by procedure.
pub fn commands_of(program: &dyn Programmed) -> Vec<Vec<Cow<'static, str>>> {
    let texts = |procedure: Procedure| procedure.commands.into_iter().map(|tile| tile.text);
    let procedures = program.procedures().into_iter();
    procedures.map(|one| texts(one).collect()).collect()
}

/// Changes a position into the program with this text. On an error, the position may be partly
/// changed.
pub fn set_program(position: &mut dyn Position, source: &str) -> Result<(), Vec<ProgramError>> {
    let wrong = |message: String| vec![ProgramError::unfit((1, 1), 1, message)];
    let Some(program) = position.as_program() else {
        return Err(wrong("this game has no programs".to_owned()));
    };
    for mv in program.rewrite(source)? {
        position
            .apply(&mv)
            .map_err(|error| wrong(error.to_string()))?;
    }
    Ok(())
}
