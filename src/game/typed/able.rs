//! Abilities that only some games have.

use crate::search::{Budget, Stop};
use crate::{
    Cell, Field, Figure, Finish, Insight, LineNote, Move, Patterns, Programmed, Size, Standing,
    Transform,
};

/// Optional abilities of a game's levels. Leave out those that the game does not have:
/// `Able { heights: true, ..Able::NONE }`.
pub struct Able<L: 'static> {
    /// Why a level can be drawn, but not played: a board without a player, say.
    pub unplayable: Option<fn(&L) -> Option<String>>,
    /// Whether cells have heights, so that the board can be shown as blocks, too.
    pub heights: bool,
    /// Settings beyond the board.
    pub properties: Option<Properties<L>>,
    /// What stands beside the rows and columns.
    pub notes: Option<fn(&L) -> Vec<LineNote>>,
    /// A piece that exists only once and can be moved as a whole.
    pub figure: Option<FigureOf<L>>,
    /// Mirrors or turns the level, if more than its values has to follow.
    pub turned: Option<fn(&L, Transform) -> L>,
    /// Puts the level on a board of another size, shifted (down, right), if more than its values has to follow.
    pub reframed: Option<Reframe<L>>,
    /// Patterns that can be browsed on the board.
    pub insights: Option<Insights<L>>,
    /// Counts solutions; called whenever the level changes.
    pub standing: Option<fn(&L, &Budget) -> Standing>,
}

impl<L> Able<L> {
    /// No optional ability.
    pub const NONE: Self = Self {
        unplayable: None,
        heights: false,
        properties: None,
        notes: None,
        figure: None,
        turned: None,
        reframed: None,
        insights: None,
        standing: None,
    };
}

/// Puts a level on a board of another size, as [`Able::reframed`] does.
type Reframe<L> = fn(&L, Size, (isize, isize)) -> L;

/// Settings of a level beyond its board.
pub struct Properties<L: 'static> {
    /// What can be set; a level need not have all of them.
    pub form: &'static [Field],
    /// The value of the one with this key, if the level has it.
    pub get: fn(&L, &str) -> Option<String>,
    /// Changes one that it has to a value that its field can have. The error says why the level cannot hold it.
    pub set: fn(&mut L, &str, &str) -> Result<(), String>,
}

/// A piece that exists only once on a board.
pub struct FigureOf<L: 'static> {
    /// Its name and place.
    pub find: fn(&L) -> Option<Figure>,
    /// Puts it on another cell or, where it stands already, turns it; whether it can stand there.
    pub place: fn(&mut L, Cell) -> bool,
}

/// Patterns that can be browsed on the board.
pub struct Insights<L: 'static> {
    /// Their families.
    pub families: &'static [Insight],
    /// The patterns of the family with this id, up to the given number.
    pub patterns: Patterned<L>,
}

/// Works patterns out, as [`Insights::patterns`] does.
type Patterned<L> = fn(&L, &str, usize, &Budget) -> Result<Patterns, Stop>;

/// Optional abilities of a game's positions. Leave out those that the game does not have:
/// `PlayAble { finish: Some(finish), ..PlayAble::NONE }`.
pub struct PlayAble<P: 'static> {
    /// What stands beside the rows and columns of the board with this id.
    pub notes: Option<fn(&P, &str) -> Vec<LineNote>>,
    /// The position as a program, in games whose solution is one.
    pub program: Option<fn(&P) -> &dyn Programmed>,
    /// The moves that lead straight to another position, given by its `encode`.
    pub way_to: Option<WayTo<P>>,
    /// What remains to be done in a live game after the last move, and its effect.
    pub finish: Option<fn(&P) -> Finish>,
}

/// Finds the moves, as [`PlayAble::way_to`] does.
type WayTo<P> = fn(&P, &[u8]) -> Option<Vec<Move>>;

impl<P> PlayAble<P> {
    /// No optional ability.
    pub const NONE: Self = Self {
        notes: None,
        program: None,
        way_to: None,
        finish: None,
    };
}
