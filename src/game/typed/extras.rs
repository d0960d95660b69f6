//! Optional abilities of games.

use crate::search::{Budget, Stop};
use crate::{
    Actor, Cell, Field, Gesture, Insight, Launch, LineNote, Move, PatternList, Programmed, Size,
    SolutionCount, Transform,
};

/// Optional abilities of a game's levels: `LevelExtras { heights: true, ..LevelExtras::NONE }`.
pub struct LevelExtras<L: 'static> {
    /// Reason why a level can be drawn but not played, such as a missing player.
    pub unplayable: Option<fn(&L) -> Option<String>>,
    /// Warnings about a playable level, each with its cell, from which line and column follow.
    pub warnings: Option<Warn<L>>,
    /// True if cells have heights, so that the board can be shown as blocks.
    pub heights: bool,
    /// Settings besides the board.
    pub properties: Option<Properties<L>>,
    /// Notes next to rows and columns.
    pub notes: Option<fn(&L) -> Vec<LineNote>>,
    /// Piece that exists once and is moved as a whole.
    pub actor: Option<ActorAccess<L>>,
    /// Flips or rotates the level, if more than its values must change.
    pub transform: Option<fn(&L, Transform) -> L>,
    /// Changes the size of the board and shifts it (down, right), if more than its values must change.
    pub reframe: Option<Reframe<L>>,
    /// Patterns that can be browsed on the board.
    pub insights: Option<Insights<L>>,
    /// Counts solutions after every change of the level.
    pub solution_count: Option<fn(&L, &Budget) -> SolutionCount>,
}

impl<L> LevelExtras<L> {
    pub const NONE: Self = Self {
        unplayable: None,
        warnings: None,
        heights: false,
        properties: None,
        notes: None,
        actor: None,
        transform: None,
        reframe: None,
        insights: None,
        solution_count: None,
    };
}

type Warn<L> = fn(&L) -> Vec<(Cell, String)>;

type Reframe<L> = fn(&L, Size, (isize, isize)) -> L;

/// Settings of a level beyond its board.
pub struct Properties<L: 'static> {
    /// All settings; a level may lack some of them.
    pub fields: &'static [Field],
    /// Value of a setting, if the level has it.
    pub get: fn(&L, &str) -> Option<String>,
    /// Changes a setting to a value that its field allows. The error is the reason why the level cannot have it.
    pub set: fn(&mut L, &str, &str) -> Result<(), String>,
}

/// Access to a piece that exists once on a board.
pub struct ActorAccess<L: 'static> {
    pub find: fn(&L) -> Option<Actor>,
    /// Moves it to a cell, or turns it if it is there already; `false` if it cannot stand there.
    pub place: fn(&mut L, Cell) -> bool,
}

/// Patterns that can be browsed on the board.
pub struct Insights<L: 'static> {
    pub families: &'static [Insight],
    /// Patterns of a family, the first ones up to a number in detail.
    pub patterns: FindPatterns<L>,
}

type FindPatterns<L> = fn(&L, &str, usize, &Budget) -> Result<PatternList, Stop>;

/// Optional abilities of a game's positions: `PlayExtras { launch: Some(launch), ..PlayExtras::NONE }`.
pub struct PlayExtras<P: 'static> {
    /// Notes next to rows and columns of a board.
    pub notes: Option<fn(&P, &str) -> Vec<LineNote>>,
    /// Position as a program.
    pub program: Option<fn(&P) -> &dyn Programmed>,
    /// Moves that lead directly to another position, given by its `encode`.
    pub path_to: Option<PathTo<P>>,
    /// Remaining actions in a live game after the last move.
    pub launch: Option<fn(&P) -> Launch>,
    /// Advice for a gesture that means no move.
    pub advice: Option<fn(&P, &Gesture) -> Option<String>>,
}

type PathTo<P> = fn(&P, &[u8]) -> Option<Vec<Move>>;

impl<P> PlayExtras<P> {
    pub const NONE: Self = Self {
        notes: None,
        program: None,
        path_to: None,
        launch: None,
        advice: None,
    };
}
