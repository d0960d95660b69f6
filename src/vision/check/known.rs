//! Knowledge of the games for the check of a profile.

use crate::game::Game;

/// Properties of a game that a profile refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownGame {
    pub id: String,
    /// Ids of the boards that can be read.
    pub boards: Vec<String>,
    /// Id of the board that levels consist of.
    pub level_board: String,
    /// Tokens that board can show; empty if they cannot be enumerated.
    pub values: Vec<String>,
    pub properties: Vec<String>,
}

impl KnownGame {
    pub fn new(game: &dyn Game) -> Self {
        let level = game.blank(None);
        let visible = level.start().boards().into_iter().map(|board| board.id);
        let own = level.board().id;
        let mut boards: Vec<String> = Vec::new();
        let read = game.read_boards().iter().copied();
        for id in visible.chain([own]).chain(read) {
            if !boards.iter().any(|known| known == id) {
                boards.push(id.to_owned());
            }
        }
        let values = level.as_grid().map(|grid| {
            let brushes = grid.brushes();
            brushes.into_iter().map(|b| b.text().to_owned()).collect()
        });
        let properties = level.properties();
        Self {
            id: game.info().id.to_owned(),
            boards,
            level_board: own.to_owned(),
            values: values.unwrap_or_default(),
            properties: properties.iter().map(|p| p.field.key.to_owned()).collect(),
        }
    }
}
