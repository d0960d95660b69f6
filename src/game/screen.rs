//! Screen contents and controls of a level, for new screen profiles.

use serde::{Deserialize, Serialize};

use super::{Brush, Gesture, Heading, Intent, Level, Size};

/// Side of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Left,
    Top,
    Right,
    Bottom,
}

impl Side {
    /// All sides.
    pub const ALL: [Self; 4] = [Self::Left, Self::Top, Self::Right, Self::Bottom];

    /// Id of the clue board on this side.
    pub fn id(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
        }
    }

    /// The side with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.id() == id)
    }

    /// Returns whether rows, and not columns, end on this side.
    pub fn is_for_rows(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}

/// Board on a screen, and the actions on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenBoard {
    pub id: String,
    /// `None` if the level may have any size.
    pub size: Option<Size>,
    /// Values of a cell as (token, name on screen).
    pub values: Vec<(String, String)>,
    /// Further numbers that boards of other sizes show, where the rules depend on the size.
    pub further: Vec<String>,
    /// The token of an empty cell.
    pub blank: String,
    /// Names of actions on cells ([`Intent::Act`]).
    pub actions: Vec<String>,
    /// Names of other controls ([`Intent::Control`]).
    pub controls: Vec<String>,
    /// True if things are dragged from cell to cell ([`Intent::Drag`]).
    pub drags: bool,
    /// Sides with clue numbers: a list for each row or column, read as a board with the side's id.
    pub clues: Vec<Side>,
    /// Cycles of values that are rotated into each other by clockwise quarter turns, such as arrows.
    pub rotations: Vec<Vec<String>>,
    /// Narrow rows and columns between cells that show walls, signs or lines.
    pub seams: Option<Seams>,
}

/// Narrow rows and columns between or around those of cells, which show something on the sides of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seams {
    /// Between cells only.
    #[default]
    Between,
    /// Also at the border of the board.
    Around,
}

impl Seams {
    /// All kinds.
    pub const ALL: [Self; 2] = [Self::Between, Self::Around];

    /// Name in rules.
    pub fn id(self) -> &'static str {
        match self {
            Self::Between => "yes",
            Self::Around => "around",
        }
    }

    /// Kind with this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seams| seams.id() == id)
    }

    /// Number of lines (rows or columns), seams included, for a number of lines of cells.
    pub fn lines(self, cells: usize) -> usize {
        match self {
            Self::Between => (2 * cells).saturating_sub(1),
            Self::Around => 2 * cells + 1,
        }
    }

    /// Number of lines of cells among a number of lines.
    pub fn cells(self, lines: usize) -> usize {
        match self {
            Self::Between => lines.div_ceil(2),
            Self::Around => lines / 2,
        }
    }

    /// Number of seams before the first line of cells.
    pub fn before(self) -> usize {
        match self {
            Self::Between => 0,
            Self::Around => 1,
        }
    }

    /// Returns whether a line, counted from 0, is a seam.
    pub fn is_seam(self, line: usize) -> bool {
        (line + self.before()) % 2 == 1
    }

    /// Returns whether this position shows something; crossings of seams do not.
    pub fn has_content(self, row: usize, col: usize) -> bool {
        !(self.is_seam(row) && self.is_seam(col))
    }
}

/// Most moves whose intents are collected: enough to meet every kind of action, as levels may have thousands of moves.
const MAX_MOVES: usize = 400;

impl ScreenBoard {
    /// Board of a grid level.
    pub fn from_grid<L: Level + ?Sized>(level: &L) -> Option<Self> {
        let grid = level.as_grid()?;
        let brushes = grid.brushes();
        let blank = brushes.iter().find(|it| it.value == grid.blank_value());
        let named = |brush: &Brush| (brush.text().to_owned(), brush.name().to_owned());
        let mut board = Self {
            id: level.board().id.to_owned(),
            blank: blank.map_or_else(String::new, |brush| brush.text().to_owned()),
            values: brushes.iter().map(named).collect(),
            ..Self::default()
        };
        let start = level.start();
        // Includes directions that are blocked at the start.
        let steered = Heading::ALL.map(|heading| start.interpret(&Gesture::Steer(heading)));
        let moves = steered.into_iter().flatten();
        for mv in moves.chain(start.legal_moves(MAX_MOVES)) {
            board.add(start.intents(&mv));
        }
        Some(board)
    }

    /// Display name of a value.
    pub fn name(&self, token: &str) -> Option<&str> {
        let known = self.values.iter().find(|(value, _)| value == token)?;
        Some(&known.1)
    }

    /// Tokens of values that are numbers.
    pub fn numbers(&self) -> impl Iterator<Item = &String> {
        let tokens = self.values.iter().map(|(token, _)| token);
        tokens.filter(|token| token.parse::<u32>().is_ok())
    }

    /// Adds the actions of a move.
    pub fn add(&mut self, intents: impl IntoIterator<Item = Intent>) {
        for intent in intents {
            match intent {
                Intent::Act { action, .. } => push_unique(&mut self.actions, &action),
                Intent::Control(name) => push_unique(&mut self.controls, &name),
                Intent::Drag { .. } => self.drags = true,
            }
        }
    }
}

fn push_unique(list: &mut Vec<String>, name: &str) {
    if !list.iter().any(|known| known == name) {
        list.push(name.to_owned());
    }
}
