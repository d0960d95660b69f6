//! What a game is. Nothing in here names one.
//!
//! A game gives [`Game`] (its registry row), [`Level`] (an immutable puzzle), [`Position`] (a
//! state of play) and [`Solver`]s. Everyone else – workbench, command line, auto-play, save
//! files – talks to games through these traits and through move text ([`Move`]): one door for
//! moves, [`Position::apply`]. Authors of games write typed code, of which [`typed`] makes these objects;
//! [`cells`] has a level that is ready, and [`search`] solvers that are.

mod blanks;
mod board;
pub mod cells;
mod conformance;
mod edits;
mod error;
mod field;
mod floor;
mod form;
mod generator;
mod grid;
mod heading;
mod insight;
mod language;
mod level;
mod listing;
mod literal;
mod outcome;
mod plan;
mod position;
mod practice;
mod program;
mod reading;
mod resumable;
mod run;
mod screen;
pub mod search;
mod solver;
pub mod typed;

pub use blanks::{LostBlanks, Readings};
pub use board::{BoardInfo, CellLook, LineNote, Marks, Tone};
pub use cells::token_grid;
pub use conformance::{Conformance, STOP_PROMISE, answer, keyed, time_to_stop};
pub use edits::{Edit, edits};
pub use error::{EditError, FormError, MoveError, PracticeError, ReadingError, SolveError};
pub use field::{Choices, Field, Preset, Property, THREADS, TargetFact, listed, one_thread};
pub use floor::{Floor, Square};
pub use form::{Header, PlainText, clip, from_ron_text, ron_options, to_ron_text};
pub use generator::{Chosen, Difficulty, GenerateError, Generator, generate};
pub use grid::{Cell, CellValue, Grid, Size, Transform};
pub use heading::Heading;
pub use insight::{Insight, Patterns, Standing};
pub use language::{Language, Notation, Notice, Read, Token, TokenKind};
pub use level::{Brush, Figure, GridLevel, Level, LevelRef, Meta};
pub use listing::{Fact, Listing};
pub use literal::{Literal, LiteralValue, is_literal, literals};
pub use outcome::{Cost, Direction, Limit, Outcome, Reason, Report, Solution, Unsolvable};
pub use plan::{
    Attempt, Move, Plan, PlanStep, ReplayError, VerifiedPlan, WrongLine, play, read_attempt,
    read_plan, replay, replay_within,
};
pub use position::{Button, Finish, Gesture, Intent, Position, ShownBoard, StepInfo};
pub use practice::{Practice, PracticeInput, PracticeKey};
pub use program::{
    CommandTile, Ending, Execution, Frame, Meaning, Procedure, ProgramError, Programmed, RunReport,
    Slot, Tally, commands_of, run_program, set_program,
};
pub use reading::{BoardReading, CellReading, Reading, paint_reading, with_properties};
pub use resumable::{
    Checkpoint, Keep, Part, Resumable, ResumeError, Stretch, Work, merge, search_on,
};
pub use run::{Run, stack_words};
pub use screen::ScreenBoard;
pub use solver::{Answer, SolveRequest, Solver, SolverInfo, solve};

use std::path::Path;

/// One row of the registry: everything the rest of the program may know about a game.
pub trait Game: Send + Sync {
    /// Identity and one-line descriptions.
    fn info(&self) -> &'static GameInfo;

    /// Whether `source` looks like a level of this game, judged by content first; `path` may
    /// settle a tie. Forms with a header line naming the game need no sniffing.
    fn sniffs(&self, _source: &str, _path: Option<&Path>) -> bool {
        false
    }

    /// Reads the plain-text form (`formats` section in `docs/`), header line included or, where
    /// the game has a header-less form, without it; of several levels the first.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    fn parse_text(&self, source: &str) -> Result<LevelRef, FormError>;

    /// The levels of a text that may hold several, at least one. A broken one does not spoil the others.
    fn parse_several(&self, source: &str) -> Vec<Result<LevelRef, FormError>> {
        let levels = PlainText::levels(self.info().id, source).into_iter();
        let read = |(lines, source)| self.parse_text(source).map_err(|error| error.below(lines));
        levels.map(read).collect()
    }

    /// Reads the RON form.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    fn parse_ron(&self, source: &str) -> Result<LevelRef, FormError>;

    /// Reads the RON form of a level that comes from a file in `folder` and may name other files, which
    /// are looked for there, and nowhere without one. Most games' levels name none.
    ///
    /// # Errors
    /// [`FormError`] naming line and column.
    fn parse_ron_in(&self, source: &str, _folder: Option<&Path>) -> Result<LevelRef, FormError> {
        self.parse_ron(source)
    }

    /// The language that levels are written in, in games whose levels are texts.
    fn language(&self) -> Option<&'static dyn Language> {
        None
    }

    /// A fresh, empty level for "New", of the given size where the game has sizes.
    fn blank(&self, size: Option<Size>) -> LevelRef;

    /// The game's solvers, the default one first. Exactly one is marked as the reference.
    fn solvers(&self) -> &'static [&'static dyn Solver];

    /// The solver whose plans carry a [`Reason`] for every move, one of [`Game::solvers`] that
    /// continues; hints ask it.
    fn explainer(&self) -> Option<&'static dyn Solver> {
        None
    }

    /// Why the next move of a plan is a good one, as people argue in this game; `None` where all that
    /// can be said is what a search tells. Solvers whose plans carry reasons are asked first.
    fn reason(&self, _step: &PlanStep<'_>, _budget: &search::Budget) -> Option<Reason> {
        None
    }

    /// The levels and known answers that the shared conformance tests run.
    fn conformance(&self) -> Conformance;

    /// Builds a level from what was read off a screen. The default takes the board whose id is
    /// [`GameInfo::level_board`] and paints its values, matched by [`Brush::text`], on
    /// [`Game::base_of`].
    ///
    /// # Errors
    /// When the board is missing or a cell's value is not one of the game's.
    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        reading::paint_reading(self.base_of(reading)?, self.info().level_board, reading)
    }

    /// The level on which a reading is painted: the one that it names, else a blank one.
    ///
    /// # Errors
    /// When the one it names cannot be read.
    fn base_of(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        let Some(text) = &reading.base else {
            return Ok(self.blank(None));
        };
        self.parse_text(text).map_err(|error| {
            ReadingError::NoLevel(format!("the profile's own level cannot be read: {error}"))
        })
    }

    /// The moves that lead from the start of `level`, which was made from `reading`, to what was
    /// read; `None` if the game cannot tell.
    fn moves_from_reading(&self, _level: &dyn Level, _reading: &Reading) -> Option<Vec<Move>> {
        None
    }

    /// Boards that [`Game::level_from_reading`] takes from a picture beyond those of a position.
    fn read_boards(&self) -> &'static [&'static str] {
        &[]
    }

    /// Makes levels by chance; `None` if this game's cannot be made so.
    fn generator(&self) -> Option<&'static dyn Generator> {
        None
    }

    /// The ability to put back blanks that were lost where a board was published.
    fn lost_blanks(&self) -> Option<&'static dyn LostBlanks> {
        None
    }

    /// A stand-in of the game's real screen, if it has one, for practice windows and tests.
    /// `levels`, where there are any, take the place of its own list of levels.
    ///
    /// # Errors
    /// When there is no stand-in for this game, or a level does not fit its screen.
    fn practice(
        &self,
        _levels: &[LevelRef],
        _seed: u64,
    ) -> Result<Box<dyn Practice>, PracticeError> {
        Err(PracticeError::None(self.info().id))
    }
}

/// Identity of a game.
#[derive(Debug)]
pub struct GameInfo {
    /// Stable id used in files and on the command line, e.g. `lights-out`.
    pub id: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// One sentence: what the player has to do.
    pub summary: &'static str,
    /// The rules in a short paragraph, for the help panel.
    pub rules: &'static str,
    /// File forms, with the extension they are saved under: `("txt", "plain text")`.
    pub forms: &'static [(&'static str, &'static str)],
    /// Unit of a plan's cost when the solver names no other, e.g. `stamps`.
    pub cost_unit: &'static str,
    /// Whether a smaller or a larger cost is better.
    pub direction: Direction,
    /// Id of the board (see [`BoardInfo::id`]) on which a level is drawn and from which it is read.
    pub level_board: &'static str,
    /// What one move is called, e.g. `stamp`, for "3 stamps left".
    pub move_noun: &'static str,
    /// How a person makes a move, to go before “to begin”, e.g. `Click a cell`.
    pub how: &'static str,
    /// Whether a board tells all there is to know of a position, so that play can go on from any
    /// board as from a level's start.
    pub memoryless: bool,
    /// Templates and test games stay out of lists that people see.
    pub hidden: bool,
}

impl GameInfo {
    /// The other fields of most games: levels as plain text and as RON, costs that are to be small, positions that
    /// are more than their board.
    pub const USUAL: Self = Self {
        id: "",
        title: "",
        summary: "",
        rules: "",
        forms: &[("txt", "plain text"), ("ron", "RON")],
        cost_unit: "",
        direction: Direction::Minimise,
        level_board: "",
        move_noun: "",
        how: "Click a cell",
        memoryless: false,
        hidden: false,
    };
}
