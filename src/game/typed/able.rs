//! What levels and positions of some games can do, and those of others cannot.

use crate::search::{Budget, Stop};
use crate::{
    Cell, Field, Figure, Finish, Insight, LineNote, Move, Patterns, Programmed, Size, Standing,
    Transform,
};

/// What a game's levels can do beyond what all can. What they cannot is left out:
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
    /// What there is once only, and can be moved as a whole.
    pub figure: Option<FigureOf<L>>,
    /// The level mirrored or turned, where more than its values has to come along.
    pub turned: Option<fn(&L, Transform) -> L>,
    /// The level on a board of another size, shifted (down, right), where more than its values has to come along.
    pub reframed: Option<Reframe<L>>,
    /// Patterns that can be browsed on the board.
    pub insights: Option<Insights<L>>,
    /// How many solutions there are, worked out anew whenever the level is changed.
    pub standing: Option<fn(&L, &Budget) -> Standing>,
}

impl<L> Able<L> {
    /// Nothing beyond what all can.
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

/// What there is once only on a board.
pub struct FigureOf<L: 'static> {
    /// What and where it is.
    pub find: fn(&L) -> Option<Figure>,
    /// Puts it on another cell or, where it stands already, turns it; whether it can stand there.
    pub place: fn(&mut L, Cell) -> bool,
}

/// Patterns that can be browsed on the board.
pub struct Insights<L: 'static> {
    /// Their families.
    pub families: &'static [Insight],
    /// The patterns of the family with this id, the first so many of them.
    pub patterns: Patterned<L>,
}

/// Works patterns out, as [`Insights::patterns`] does.
type Patterned<L> = fn(&L, &str, usize, &Budget) -> Result<Patterns, Stop>;

/// What a game's positions can do beyond what all can. What they cannot is left out:
/// `PlayAble { finish: Some(finish), ..PlayAble::NONE }`.
pub struct PlayAble<P: 'static> {
    /// What stands beside the rows and columns of the board with this id.
    pub notes: Option<fn(&P, &str) -> Vec<LineNote>>,
    /// The position as a program, in games whose solution is one.
    pub program: Option<fn(&P) -> &dyn Programmed>,
    /// The moves that lead straight to another position, given by its `encode`.
    pub way_to: Option<WayTo<P>>,
    /// What is left to be done in a live game once all moves are made, and what comes of it.
    pub finish: Option<fn(&P) -> Finish>,
}

/// Finds the moves, as [`PlayAble::way_to`] does.
type WayTo<P> = fn(&P, &[u8]) -> Option<Vec<Move>>;

impl<P> PlayAble<P> {
    /// Nothing beyond what all can.
    pub const NONE: Self = Self {
        notes: None,
        program: None,
        way_to: None,
        finish: None,
    };
}
