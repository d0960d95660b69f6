//! Games whose solution is a program, for editors and debuggers.
//!
//! A program consists of procedures of commands. Every change is a move ([`Programmed::rewrite`]).
//! Running it is an [`Execution`], which does not change the position.

use std::borrow::Cow;
use std::fmt;

use super::{Cell, CellStyle, Cost, Move, Position, Size, Tone, words};

/// Effect of a command, for its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandKind {
    Forward,
    /// A jump ahead, up or down.
    Jump,
    /// A quarter turn.
    Left,
    /// A quarter turn.
    Right,
    /// Switches the object on the cell.
    Switch,
    /// Takes the object on the cell.
    Take,
    /// Shoots ahead.
    Shoot,
    /// Calls another part of the program.
    Call,
    /// The target of a call.
    Label,
    /// Returns from a call.
    Return,
    /// Begins or ends a repetition.
    Repeat,
}

impl CommandKind {
    /// Returns whether it acts on the board, not only on the control flow.
    pub fn acts(self) -> bool {
        !matches!(self, Self::Call | Self::Label | Self::Return | Self::Repeat)
    }

    /// Fill of the command's tile.
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTile {
    /// Its text in programs, as typed.
    pub text: Cow<'static, str>,
    /// Its name: `turn left`.
    pub name: Cow<'static, str>,
    pub kind: CommandKind,
}

impl CommandTile {
    pub fn new(
        text: impl Into<Cow<'static, str>>,
        name: impl Into<Cow<'static, str>>,
        kind: CommandKind,
    ) -> Self {
        Self {
            text: text.into(),
            name: name.into(),
            kind,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name: `main`.
    pub name: Cow<'static, str>,
    pub commands: Vec<CommandTile>,
    /// Maximum number of commands; `None` without a limit.
    pub capacity: Option<usize>,
}

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

/// Error in the text of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// Number of characters concerned, at least 1.
    pub length: usize,
    pub message: String,
    /// True if the program is valid, but does not fit this level.
    pub fits_elsewhere: bool,
}

impl ProgramError {
    /// Error of a text that is not a program.
    pub fn syntax((line, column): (usize, usize), length: usize, text: impl Into<String>) -> Self {
        Self {
            line,
            column,
            length: length.max(1),
            message: text.into(),
            fits_elsewhere: false,
        }
    }

    /// Error of a program that does not fit this level.
    pub fn unfit(at: (usize, usize), length: usize, message: impl Into<String>) -> Self {
        Self {
            fits_elsewhere: true,
            ..Self::syntax(at, length, message)
        }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line, self.column);
        write!(f, "line {line}, column {column}: {}", self.message)
    }
}

/// Position that is a program under construction.
pub trait Programmed {
    /// Available commands, in the order of the palette.
    fn palette(&self) -> Vec<CommandTile>;

    /// Procedures, the main one first.
    fn procedures(&self) -> Vec<Procedure>;

    /// Text of the program, as solvers print it; empty without commands.
    fn source(&self) -> String;

    /// Text of a program with these commands, by procedure.
    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String;

    /// Moves that change this program into the one with this text. Blanks, line breaks and lines that start with `;`
    /// are ignored. Errors are in the order of the text.
    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>>;

    /// Starts the program.
    fn execution(&self) -> Box<dyn Execution>;

    /// Board before the run as a position of its own: its moves are the commands that act ([`CommandKind::acts`]), one at a
    /// time, and its reachable states include all that programs reach.
    fn world(&self) -> Box<dyn Position>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallFrame {
    /// Name of the procedure: `f1`.
    pub name: Cow<'static, str>,
    /// Position of the call; `None` for the main program.
    pub from: Option<Slot>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramEnd {
    pub won: bool,
    /// True if a limit ended the run, so that its end is unknown.
    pub undecided: bool,
    /// A sentence.
    pub text: String,
    /// In the game's unit, if the level is won.
    pub score: Option<Cost>,
    /// Last command.
    pub slot: Option<Slot>,
    /// Cell of the robot.
    pub cell: Option<Cell>,
}

/// Count maintained while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Name of the count: `lights`.
    pub name: &'static str,
    pub count: usize,
    pub total: usize,
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}",
            self.name,
            words::progress(self.count, self.total)
        )
    }
}

/// Running program, executed command by command. It always ends, at a limit if necessary.
pub trait Execution: Send + Sync {
    fn boxed_clone(&self) -> Box<dyn Execution>;

    /// Next command; `None` at the end.
    fn next(&self) -> Option<Slot>;

    /// Runs the next command; `false` at the end.
    fn step(&mut self) -> bool;

    /// Continues past an end that only cuts off an endless repetition; `false` at any other end.
    fn resume(&mut self) -> bool {
        false
    }

    /// Last command; `None` at the start.
    fn last(&self) -> Option<Slot>;

    /// Number of commands run.
    fn steps(&self) -> u64;

    /// Cell of the robot; `None` if the board has none.
    fn robot(&self) -> Option<Cell>;

    /// Cell hit by the shot of the last command, unless it is the robot's own.
    fn shot(&self) -> Option<Cell> {
        None
    }

    /// Open calls, the main program first.
    fn stack(&self) -> Vec<CallFrame>;

    /// Length of [`Execution::stack`].
    fn depth(&self) -> usize;

    /// End of the run, if it has ended.
    fn ending(&self) -> Option<ProgramEnd>;

    fn counters(&self) -> Vec<Counter>;

    /// Size of the level's board.
    fn size(&self) -> Size;

    /// Current appearance of a cell of the level's board.
    fn style(&self, cell: Cell) -> CellStyle;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    pub ending: ProgramEnd,
    pub steps: u64,
    pub counters: Vec<Counter>,
}

pub fn run_program(program: &dyn Programmed) -> RunReport {
    let mut execution = program.execution();
    while execution.step() {}
    RunReport {
        // Never missing: a run that takes no more steps has ended.
        ending: execution.ending().unwrap_or_else(|| ProgramEnd {
            won: false,
            undecided: false,
            text: "The program does not run.".to_owned(),
            score: None,
            slot: None,
            cell: None,
        }),
        steps: execution.steps(),
        counters: execution.counters(),
    }
}

/// Commands of a program as text, by procedure.
pub fn commands_of(program: &dyn Programmed) -> Vec<Vec<Cow<'static, str>>> {
    let texts = |procedure: Procedure| procedure.commands.into_iter().map(|tile| tile.text);
    let procedures = program.procedures().into_iter();
    procedures.map(|it| texts(it).collect()).collect()
}

/// Changes a position into the program with this text. On an error, the position may be partly changed.
pub fn set_program(position: &mut dyn Position, source: &str) -> Result<(), Vec<ProgramError>> {
    let to_errors = |message: String| vec![ProgramError::unfit((1, 1), 1, message)];
    let Some(program) = position.as_program() else {
        return Err(to_errors("this game has no programs".to_owned()));
    };
    for mv in program.rewrite(source)? {
        let applied = position.apply(&mv);
        applied.map_err(|error| to_errors(error.to_string()))?;
    }
    Ok(())
}
