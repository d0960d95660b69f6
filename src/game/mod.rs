//! Contract between games and the rest of the program. It names no game.
//!
//! A game provides [`Game`] (its registry row), [`Level`] (an immutable puzzle), [`Position`] (a state of play) and
//! [`Solver`]s. Workbench, command line, auto-play and save files use games only through these traits and through move
//! text ([`Move`]), which enters only by [`Position::apply`]. Game authors write typed code, which [`typed`] turns into
//! these objects; [`cells`] provides a ready-made level, and [`search`] ready-made solvers.

mod art;
mod board;
pub mod cells;
mod edits;
mod error;
mod fairness;
mod field;
mod form;
mod gallery;
mod generator;
mod grid;
mod heading;
mod language;
mod level;
mod literal;
mod outcome;
mod plan;
mod playthrough;
mod position;
mod practice;
mod program;
pub mod programs;
mod reading;
mod run;
mod screen;
pub mod search;
mod sheet;
mod solver;
pub mod typed;
mod view;
pub mod words;

pub use art::{Art, Sprite};
pub use board::{BoardInfo, CellStyle, LineNote, Marks, Tone};
pub use cells::token_grid;
pub use edits::{Edit, edits};
pub use error::{
    Complaint, EditError, MoveError, PracticeError, ReadingError, SolveError, TextError, caveat,
    count_complaints,
};
pub use fairness::{
    Analyzer, Blocked, Count, DeadEnd, DeadEnds, EditEffect, Fairness, IdleRule, ShortestPlans,
};
pub use field::{
    Field, FieldChoices, Preset, Property, THREADS, TargetFact, join_words, one_thread,
};
pub use form::{Header, PlainText, clip, from_ron_text, has_extension, ron_options, to_ron_text};
pub use gallery::{Answers, Gallery, PatternError, RulePattern};
pub use generator::{Difficulty, GenerateError, Generator, OptionSet, generate, generate_from};
pub use grid::{Cell, CellValue, Grid, Size, Transform};
pub use heading::Heading;
pub use language::{Language, Notation, ParsedText, SpriteText, Token, TokenKind};
pub use level::{
    Actor, Brush, GridLevel, Insight, Level, LevelRef, Meta, PNG_LEVEL_KEYWORD, PatternList,
    SolutionCount,
};
pub use literal::{Literal, LiteralValue, is_literal, literals};
pub use outcome::{Cost, MoveReason, Objective, Outcome, Solution, SolveReport, Unsolvable};
pub use plan::{
    Move, Plan, PlanAttempt, PlanStep, ReplayError, VerifiedPlan, WrongLine, apply_all, play,
    read_attempt, read_plan, replay, replay_within,
};
pub use playthrough::{Playthrough, SingleLevel};
pub use position::{
    Animation, AnimationFrame, Button, ExpectedBoard, Fact, Gesture, Intent, Launch, Listing,
    PieceMotion, Position, RuleEffect, StepInfo,
};
pub use practice::{Practice, PracticeInput, PracticeKey};
pub use program::{
    CallFrame, CommandKind, CommandTile, Counter, Execution, Procedure, ProgramEnd, ProgramError,
    Programmed, RunReport, Slot, commands_of, run_program, set_program,
};
pub use reading::{BoardReading, CellReading, Reading, paint_reading, with_properties};
pub use run::{RunTimeline, stack_text};
pub use screen::{ScreenBoard, Seams, Side};
pub use sheet::{Pixel, ScrolledBoards, SheetSprite, SpriteSheet};
pub use solver::{Answer, SolveRequest, Solver, SolverInfo, optimal_solver, solve};
pub use view::{Region, Scrolling};

use std::path::Path;

/// Registry row of a game: everything that the rest of the program may know about it.
pub trait Game: Send + Sync {
    fn info(&self) -> &'static GameInfo;

    /// Returns whether the contents of `source` look like a level of this game; `path` may decide a tie. Not needed for
    /// forms whose first line names the game.
    fn sniffs(&self, _source: &str, _path: Option<&Path>) -> bool {
        false
    }

    /// Parses the plain-text form, or another form that has no header line. Of several levels, parses the first.
    fn parse_text(&self, source: &str) -> Result<LevelRef, TextError>;

    /// Parses all levels of a text, at least one. A broken level does not affect the others.
    fn parse_several(&self, source: &str) -> Vec<Result<LevelRef, TextError>> {
        let levels = PlainText::levels(self.info().id, source).into_iter();
        let read = |(lines, source)| self.parse_text(source).map_err(|it| it.shifted(lines));
        levels.map(read).collect()
    }

    /// Parses the RON form.
    fn parse_ron(&self, source: &str) -> Result<LevelRef, TextError>;

    /// Parses the RON form of a level that may refer to other files in `folder`, as few games' levels do.
    fn parse_ron_in(&self, source: &str, _folder: Option<&Path>) -> Result<LevelRef, TextError> {
        self.parse_ron(source)
    }

    /// Language of levels that are written as text.
    fn language(&self) -> Option<&'static dyn Language> {
        None
    }

    /// Empty level for "New"; `size` is ignored by games of one size.
    fn blank(&self, size: Option<Size>) -> LevelRef;

    /// Solvers, the default one first. Exactly one is the reference solver.
    fn solvers(&self) -> &'static [&'static dyn Solver];

    /// Solver whose plans have a [`MoveReason`] for every move, for hints. One of [`Game::solvers`] that can continue.
    fn explainer(&self) -> Option<&'static dyn Solver> {
        None
    }

    /// Explains the next move of a plan in the terms of this game; `None` if only search can.
    fn reason(&self, _step: &PlanStep<'_>, _budget: &search::Budget) -> Option<MoveReason> {
        None
    }

    /// Builds a level from a screen reading. By default, paints the values of board
    /// [`GameInfo::level_board`] (matched by [`Brush::text`]) on [`Game::base_of`].
    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        reading::paint_reading(self.base_of(reading)?, self.info().level_board, reading)
    }

    /// Level to paint a reading on: the one that the reading contains, else a blank one.
    fn base_of(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        let Some(text) = &reading.base else {
            return Ok(self.blank(None));
        };
        self.parse_text(text).map_err(|error| {
            ReadingError::NoLevel(format!("the profile's own level cannot be read: {error}"))
        })
    }

    /// Moves from the start of `level`, which was built from `reading`, to the position that was read, if the game can
    /// determine them.
    fn moves_from_reading(&self, _level: &dyn Level, _reading: &Reading) -> Option<Vec<Move>> {
        None
    }

    /// Boards that [`Game::level_from_reading`] reads besides those of a position.
    fn read_boards(&self) -> &'static [&'static str] {
        &[]
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        None
    }

    /// Rule patterns from which its levels can be built.
    fn gallery(&self) -> Option<&'static dyn Gallery> {
        None
    }

    /// Analyzer of levels for their authors.
    fn analyzer(&self) -> Option<&'static dyn Analyzer> {
        None
    }

    /// Returns whether there is a [`Game::practice`] game.
    fn has_practice(&self) -> bool {
        false
    }

    /// Imitation of the game's real screen, for practice windows and tests, with these levels or, if there are none,
    /// its own. Fails if there is none or a level does not fit its screen.
    fn practice(
        &self,
        _levels: &[LevelRef],
        _seed: u64,
    ) -> Result<Box<dyn Practice>, PracticeError> {
        Err(PracticeError::None(self.info().id))
    }
}

#[derive(Debug)]
pub struct GameInfo {
    /// Stable id in files and on the command line, e.g. `lights-out`.
    pub id: &'static str,
    pub title: &'static str,
    /// Goal of the player in one sentence.
    pub summary: &'static str,
    /// Rules in a short paragraph, for the help panel.
    pub rules: &'static str,
    /// File forms with their extensions: `("txt", "plain text")`.
    pub forms: &'static [(&'static str, &'static str)],
    /// Default unit of a plan's cost, e.g. `forwards`.
    pub cost_unit: &'static str,
    pub objective: Objective,
    /// Id of the board ([`BoardInfo::id`]) on which a level is drawn and from which it is read.
    pub level_board: &'static str,
    /// Name of one move, e.g. `stamp`, as in "3 stamps left".
    pub move_noun: &'static str,
    /// Instruction for a move, as in “Click a cell to begin”.
    pub how: &'static str,
    /// True if a board shows the whole position, so that play can start from any board.
    pub memoryless: bool,
}

impl GameInfo {
    /// Defaults for most games.
    pub const DEFAULT: Self = Self {
        id: "",
        title: "",
        summary: "",
        rules: "",
        forms: &[("txt", "plain text"), ("ron", "RON")],
        cost_unit: "",
        objective: Objective::Minimise,
        level_board: "",
        move_noun: "",
        how: "Click a cell",
        memoryless: false,
    };
}
