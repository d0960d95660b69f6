//! Puzzles and their registry rows.

use std::borrow::Cow;
use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use crate::search::Budget;
use crate::{
    Game, GameInfo, Generator, Level, LevelRef, Meta, Move, MoveReason, PlainText, PlanStep,
    Practice, PracticeError, Reading, ReadingError, Size, Solver, TextError, paint_reading,
};

use super::level::levels_of_file;
use super::{Content, ParsedLevel, Play, TypedLevel, downcast_level, read_ron};

/// Game as written by its author: contents of levels and rules of play.
pub trait Puzzle: Sized + Debug + Send + Sync + 'static {
    type Level: Content;
    type Position: Play;

    const INFO: &'static GameInfo;

    /// True if the RON form always has title, author and notes, even if they are empty.
    const FULL_HEADER: bool = false;

    /// State before the first move.
    fn start(level: &Arc<Self::Level>) -> Self::Position;

    /// Facts for the inspector besides the size, as (name, value). Called once per level.
    fn facts(level: &Self::Level) -> Vec<(Cow<'static, str>, String)>;

    /// Further facts, for people who know the mathematics of the game. Called once per level.
    fn details(_level: &Self::Level) -> Vec<(Cow<'static, str>, String)> {
        Vec::new()
    }

    /// Content of a level, if it is of this game.
    fn downcast(level: &dyn Level) -> Option<&Arc<Self::Level>> {
        downcast_level::<TypedLevel<Self>>(level).map(TypedLevel::content)
    }
}

/// Text form that does not start with the game's id.
pub struct OtherText<P: Puzzle> {
    /// Returns whether a text looks like this form.
    pub sniffs: fn(&str) -> bool,
    /// Parses all levels, at least one.
    pub parse: fn(&str) -> Vec<ReadLevel<P>>,
}

/// Level of another text form, or its error.
pub type ReadLevel<P> = Result<ParsedLevel<<P as Puzzle>::Level>, TextError>;

/// Registry row of a [`Puzzle`]. Leave out the abilities that it does not have: `Row { generator: Some(&ByChance),
/// ..Row::new(SOLVERS) }`.
pub struct GameRow<P: Puzzle> {
    /// Solvers, the default one first.
    pub solvers: &'static [&'static dyn Solver],
    pub other_text: Option<OtherText<P>>,
    /// Returns whether a text of this game is probably in the other form; its errors are reported then.
    pub meant_as_other: Option<fn(&str) -> bool>,
    pub generator: Option<&'static dyn Generator>,
    /// Solver whose plans have reasons.
    pub explainer: Option<&'static dyn Solver>,
    /// Explains the next move of a plan.
    pub reason: Option<ExplainMove<P>>,
    /// Opens an imitation of the game's screen with these levels or, if there are none, its own.
    pub practice: Option<OpenPractice>,
    /// Reads levels from a screen, if it takes more than painting the values of one board.
    pub screen: Option<FromScreen<P>>,
}

/// Reading of levels from a screen.
pub struct FromScreen<P: Puzzle> {
    /// Boards to read besides those of a position.
    pub boards: &'static [&'static str],
    /// Builds a level from a reading, like [`Game::level_from_reading`].
    pub level: fn(&dyn Game, &Reading) -> Result<LevelRef, ReadingError>,
    /// Moves from the start of a level to the position that was read.
    pub moves: Option<ReadMoves<P>>,
}

type ReadMoves<P> = fn(&<P as Puzzle>::Level, &Reading) -> Option<Vec<Move>>;

type ExplainMove<P> = fn(&<P as Puzzle>::Level, &PlanStep<'_>, &Budget) -> Option<MoveReason>;

/// Opens a practice game with these levels or, without any, its own, which a seed determines.
type OpenPractice = fn(&[LevelRef], u64) -> Result<Box<dyn Practice>, PracticeError>;

impl<P: Puzzle> GameRow<P> {
    /// Row without optional abilities.
    pub const fn new(solvers: &'static [&'static dyn Solver]) -> Self {
        Self {
            solvers,
            other_text: None,
            meant_as_other: None,
            generator: None,
            explainer: None,
            reason: None,
            practice: None,
            screen: None,
        }
    }
}

fn level<P: Puzzle>((meta, content): (Meta, P::Level)) -> LevelRef {
    TypedLevel::<P>::shared(content, meta)
}

impl<P: Puzzle> Game for GameRow<P> {
    fn info(&self) -> &'static GameInfo {
        P::INFO
    }

    fn sniffs(&self, source: &str, _path: Option<&Path>) -> bool {
        let other = self.other_text.as_ref();
        other.is_some_and(|other| (other.sniffs)(source))
    }

    fn parse_text(&self, source: &str) -> Result<LevelRef, TextError> {
        let first = self.parse_several(source).into_iter().next();
        first.unwrap_or_else(|| Err(TextError::at(1, 1, "the text holds no level")))
    }

    fn parse_several(&self, source: &str) -> Vec<Result<LevelRef, TextError>> {
        let other = self.other_text.as_ref().filter(|other| {
            let meant = self.meant_as_other.unwrap_or(other.sniffs);
            !PlainText::has_id(P::INFO.id, source) && meant(source)
        });
        if let Some(other) = other {
            return levels_of_file::<P>((other.parse)(source));
        }
        let parse = |source: &str| -> ReadLevel<P> {
            let text = PlainText::parse(P::INFO.id, source)?;
            let content = P::Level::parse(&text)?;
            let rows = text.trimmed_board();
            let has_lines = rows.len() == content.board().size.rows;
            let line = rows.first().filter(|_| has_lines);
            let line = line.map_or(0, |(line, _)| *line);
            Ok(ParsedLevel {
                meta: text.meta,
                content,
                line,
            })
        };
        let levels = PlainText::levels(P::INFO.id, source).into_iter();
        let levels = levels.map(|(lines, source)| match parse(source) {
            Ok(parsed) => Ok(parsed.shifted(lines)),
            Err(error) => Err(error.shifted(lines)),
        });
        levels_of_file::<P>(levels.collect())
    }

    fn parse_ron(&self, source: &str) -> Result<LevelRef, TextError> {
        read_ron(P::INFO.id, source).map(level::<P>)
    }

    fn blank(&self, size: Option<Size>) -> LevelRef {
        level::<P>((Meta::default(), P::Level::blank(size)))
    }

    fn solvers(&self) -> &'static [&'static dyn Solver] {
        self.solvers
    }

    fn explainer(&self) -> Option<&'static dyn Solver> {
        self.explainer
    }

    fn reason(&self, step: &PlanStep<'_>, budget: &Budget) -> Option<MoveReason> {
        (self.reason?)(P::downcast(step.level)?, step, budget)
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        self.generator
    }

    fn has_practice(&self) -> bool {
        self.practice.is_some()
    }

    fn practice(&self, levels: &[LevelRef], seed: u64) -> Result<Box<dyn Practice>, PracticeError> {
        let open = self.practice.ok_or(PracticeError::None(P::INFO.id))?;
        open(levels, seed)
    }

    fn level_from_reading(&self, reading: &Reading) -> Result<LevelRef, ReadingError> {
        match &self.screen {
            Some(screen) => (screen.level)(self, reading),
            None => paint_reading(self.base_of(reading)?, P::INFO.level_board, reading),
        }
    }

    fn moves_from_reading(&self, level: &dyn Level, reading: &Reading) -> Option<Vec<Move>> {
        (self.screen.as_ref()?.moves?)(P::downcast(level)?, reading)
    }

    fn read_boards(&self) -> &'static [&'static str] {
        self.screen.as_ref().map_or(&[], |screen| screen.boards)
    }
}
