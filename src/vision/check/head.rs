//! Findings about a profile's header and its game.

use super::board::board_part;
use super::findings::ProfileCheck;
use crate::game::Game;
use crate::profile::FinderRule;

/// Properties of a game that a profile refers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownGame {
    pub id: String,
    /// Ids of the boards that can be read.
    pub boards: Vec<String>,
    /// Id of the board that levels consist of.
    pub level_board: String,
    /// Tokens that the level's board can show; empty if they cannot be enumerated.
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

impl ProfileCheck<'_> {
    pub(super) fn head(&mut self, games: &[KnownGame]) {
        let profile = self.profile;
        let is_id_char = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if profile.id.is_empty() || !profile.id.chars().all(is_id_char) {
            self.error("id", "an id consists of small letters, digits and ‘-’");
        }
        if profile.title.trim().is_empty() {
            self.warn("title", "the title is empty; lists will show nothing");
        }
        match games.iter().find(|game| game.id == profile.game) {
            None => {
                let known: Vec<_> = games.iter().map(|game| game.id.as_str()).collect();
                let known = known.join(", ");
                let message = format!("there is no game ‘{}’; there are {known}", profile.game);
                self.error("game", message);
            }
            Some(game) => self.match_game(game),
        }
        if profile.window.apps.is_empty() && profile.window.titles.is_empty() {
            let message = "neither ‘apps’ nor ‘titles’ is given: no window is found by itself";
            self.warn("window", message);
        }
    }

    /// Checks that the game has the boards, values and properties that the profile names.
    fn match_game(&mut self, game: &KnownGame) {
        let profile = self.profile;
        for id in found_by_finder(&profile.finder) {
            self.known_board(game, "finder", id);
        }
        for (index, board) in profile.boards.iter().enumerate() {
            let part = board_part(index, board);
            self.known_board(game, &part, &board.id);
            // Only the values of the level's board are known.
            if board.id != game.level_board && game.boards.contains(&board.id)
                || game.values.is_empty()
            {
                continue;
            }
            // An empty or trimmed blank is no value of the board.
            let blank = board.values.blank();
            let is_trimmed = blank.is_empty() || board.trim;
            let classes = board.values.values().into_iter();
            let classes = classes.filter(|value| *value != blank);
            for value in classes.chain((!is_trimmed).then_some(blank)) {
                if !game.values.iter().any(|known| known == value) {
                    let known = game.values.join(" ");
                    let message = format!("the game has no value ‘{value}’; it has {known}");
                    self.error(format!("{part}, values"), message);
                }
            }
        }
        for key in profile.unseen.properties.keys() {
            if !game.properties.contains(key) {
                let known = match game.properties.as_slice() {
                    [] => "it has none".to_owned(),
                    known => format!("it has {}", known.join(", ")),
                };
                let message = format!("the game's levels have no property ‘{key}’; {known}");
                self.error("properties", message);
            }
        }
    }

    fn known_board(&mut self, game: &KnownGame, part: &str, id: &str) {
        if !game.boards.iter().any(|known| known == id) {
            let known = game.boards.join(", ");
            let message = format!("the game has no board ‘{id}’; it has {known}");
            self.error(part, message);
        }
    }
}

/// Ids of the boards that the finder itself describes.
fn found_by_finder(finder: &FinderRule) -> Vec<&str> {
    match finder {
        FinderRule::Fixed(_) | FinderRule::Grid(_) => Vec::new(),
        FinderRule::Sprites(rule) => vec![rule.board.as_str()],
        FinderRule::Squares(rule) => {
            let ids = &rule.boards;
            let (rows, columns) = (&ids.row_notes, &ids.column_notes);
            vec![&ids.cells, &ids.placed, &ids.tray, rows, columns]
        }
        FinderRule::Isometric(rule) => {
            let figure = rule.figure.iter().map(|figure| figure.board.as_str());
            let boards = [rule.boards.tiles.as_str(), rule.boards.marks.as_str()];
            boards.into_iter().chain(figure).collect()
        }
    }
}
