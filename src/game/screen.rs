//! What of a level is to be seen and done on a screen, for whoever makes a screen profile.

use super::{Intent, Level, Size};

/// The board of a level that a screen shows cell by cell, and what is done there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenBoard {
    /// Board id.
    pub id: String,
    /// Rows × columns where the level has only one size; `None` where it may have any.
    pub size: Option<Size>,
    /// What a cell can show, as (token of the text form, name on screen).
    pub values: Vec<(String, String)>,
    /// The token of a cell that shows nothing.
    pub blank: String,
    /// What is done on a cell ([`Intent::Act`]), by the game's names.
    pub actions: Vec<String>,
    /// What is done elsewhere ([`Intent::Control`]), by the game's names.
    pub controls: Vec<String>,
    /// Whether things are dragged from cell to cell ([`Intent::Drag`]).
    pub drags: bool,
}

/// With more moves than this only the first ones are asked what is done for them.
const MOST_MOVES: usize = 400;

impl ScreenBoard {
    /// That of a level whose board is a rectangle of values.
    pub fn of_grid<L: Level + ?Sized>(level: &L) -> Option<Self> {
        let grid = level.as_grid()?;
        let blank = grid.blank_value();
        let brushes = grid.brushes();
        let mut board = Self {
            id: level.board().id.to_owned(),
            blank: brushes
                .iter()
                .find(|brush| brush.value == blank)
                .map_or_else(String::new, |brush| brush.text.to_string()),
            values: brushes
                .iter()
                .map(|brush| (brush.text.to_string(), brush.name.to_string()))
                .collect(),
            ..Self::default()
        };
        let start = level.start();
        for mv in start.legal_moves(MOST_MOVES) {
            board.add(start.intents(&mv));
        }
        Some(board)
    }

    /// Adds what is done for a move.
    pub fn add(&mut self, intents: impl IntoIterator<Item = Intent>) {
        for intent in intents {
            match intent {
                Intent::Act { action, .. } => once(&mut self.actions, &action),
                Intent::Control(name) => once(&mut self.controls, &name),
                Intent::Drag { .. } => self.drags = true,
            }
        }
    }
}

fn once(list: &mut Vec<String>, name: &str) {
    if !list.iter().any(|known| known == name) {
        list.push(name.to_owned());
    }
}
