//! Games whose solution is a program: what an editor and a debugger must know of it.
//!
//! A program is procedures of commands. Every change of it is a move like any other
//! ([`Programmed::rewrite`] says which); running it is an [`Execution`], which changes nothing of
//! the position.

use std::borrow::Cow;
use std::fmt;

use super::{Cell, CellLook, Cost, Move, Position, Size, Tone};

/// What a command does, for its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// A step ahead.
    Forward,
    /// A jump ahead, up or down.
    Jump,
    /// A quarter turn to the left.
    Left,
    /// A quarter turn to the right.
    Right,
    /// Switches what is on the cell.
    Switch,
    /// Takes what is on the cell.
    Take,
    /// A shot ahead.
    Shoot,
    /// Goes to another part of the program and comes back.
    Call,
    /// Where a call goes to.
    Label,
    /// Goes back to where the call was.
    Return,
}

impl Meaning {
    /// The ground of commands that mean the same.
    pub fn tone(self) -> Tone {
        match self {
            Self::Forward => Tone::Palette(0),
            Self::Jump => Tone::Palette(2),
            Self::Left | Self::Right => Tone::Palette(4),
            Self::Switch | Self::Take => Tone::Palette(6),
            Self::Shoot => Tone::Palette(7),
            Self::Call | Self::Label => Tone::Palette(5),
            Self::Return => Tone::Level(60),
        }
    }
}

/// A command as a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTile {
    /// How it is written, and typed.
    pub text: Cow<'static, str>,
    /// Its name: `turn left`.
    pub name: Cow<'static, str>,
    /// What it does.
    pub meaning: Meaning,
}

impl CommandTile {
    /// A tile with its text, name and meaning.
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

/// A procedure with what is written into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name: `main`.
    pub name: Cow<'static, str>,
    /// Its commands.
    pub commands: Vec<CommandTile>,
    /// How many commands it can have; `None` where there is no such limit.
    pub room: Option<usize>,
}

/// A place in a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// Which procedure, from 0.
    pub procedure: usize,
    /// Which command of it, from 0.
    pub index: usize,
}

impl Slot {
    /// The command `index` of a procedure.
    pub const fn new(procedure: usize, index: usize) -> Self {
        Self { procedure, index }
    }
}

/// What is wrong with the text of a program, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// How many characters it is about, at least 1.
    pub length: usize,
    /// What is wrong there.
    pub message: String,
    /// Whether it is a program that only does not fit this level.
    pub fits_elsewhere: bool,
}

impl ProgramError {
    /// Text that is no program at all.
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

    /// A program that this level does not take.
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

/// A position that is a program being written.
pub trait Programmed {
    /// The commands that there are, in the order of the palette.
    fn palette(&self) -> Vec<CommandTile>;

    /// The procedures, the one that begins first.
    fn procedures(&self) -> Vec<Procedure>;

    /// The program's text, as solvers print it; empty without commands.
    fn source(&self) -> String;

    /// The text of a program with these commands, by procedure.
    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String;

    /// The moves that lead from here to the program with this text. Blanks, line breaks and lines
    /// that begin with `;` mean nothing in it.
    ///
    /// # Errors
    /// What is wrong with the text, in its order.
    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>>;

    /// The program at its start.
    fn execution(&self) -> Box<dyn Execution>;
}

/// A call that has not come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What was called: `f1`.
    pub name: Cow<'static, str>,
    /// The call; `None` for what began by itself.
    pub from: Option<Slot>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whether the level is won.
    pub won: bool,
    /// In words, as a sentence.
    pub text: String,
    /// What it is worth, in the game's unit, if it is won.
    pub score: Option<Cost>,
    /// The command that was carried out last.
    pub slot: Option<Slot>,
    /// Where the robot is.
    pub cell: Option<Cell>,
}

/// Something that is counted while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// What: `lights`.
    pub name: &'static str,
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} of {}", self.name, self.count, self.of)
    }
}

/// A program that runs, command by command. It ends in finite time, if need be by a limit.
pub trait Execution: Send + Sync {
    /// A copy that can be run on by itself.
    fn boxed_clone(&self) -> Box<dyn Execution>;

    /// The command that comes next; `None` at the end.
    fn next(&self) -> Option<Slot>;

    /// Carries the next command out; `false` at the end.
    fn step(&mut self) -> bool;

    /// Goes on past an end that is there only because all would be repeated for ever; `false` at
    /// any other end.
    fn go_on(&mut self) -> bool {
        false
    }

    /// The command that was carried out last; `None` at the start.
    fn last(&self) -> Option<Slot>;

    /// Commands carried out.
    fn steps(&self) -> u64;

    /// Where the robot is; `None` if the board has none.
    fn robot(&self) -> Option<Cell>;

    /// Where the shot ended that was fired by [`Execution::last`], beyond the robot's own cell.
    fn shot(&self) -> Option<Cell> {
        None
    }

    /// What was called and has not come back, the main program first.
    fn stack(&self) -> Vec<Frame>;

    /// Length of [`Execution::stack`].
    fn depth(&self) -> usize;

    /// How it ended, if it did.
    fn ending(&self) -> Option<Ending>;

    /// What is counted.
    fn tallies(&self) -> Vec<Tally>;

    /// Size of the level's board.
    fn size(&self) -> Size;

    /// How a cell of the level's board looks now.
    fn look(&self, cell: Cell) -> CellLook;
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunReport {
    /// How it ended.
    pub ending: Ending,
    /// Commands carried out.
    pub steps: u64,
    /// What was counted.
    pub tallies: Vec<Tally>,
}

/// Runs a program to its end.
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

/// Brings a position to the program with this text.
///
/// # Errors
/// What is wrong with the text; the position may be on its way to it then.
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
