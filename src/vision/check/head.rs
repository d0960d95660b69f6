//! Findings about a profile's header and its game.

use super::board::board_part;
use super::findings::ProfileCheck;
use crate::game::Game;
use crate::profile::FinderRule;

impl ProfileCheck<'_> {
    pub(super) fn head(&mut self, games: &[&dyn Game]) {
        let profile = self.profile;
        let is_id_char = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if profile.id.is_empty() || !profile.id.chars().all(is_id_char) {
            self.error("id", "an id consists of small letters, digits and ‘-’");
        }
        if profile.title.trim().is_empty() {
            self.warn("title", "the title is empty; lists will show nothing");
        }
        match games.iter().find(|game| game.info().id == profile.game) {
            None => {
                let known: Vec<_> = games.iter().map(|game| game.info().id).collect();
                let known = known.join(", ");
                let message = format!("there is no game ‘{}’; there are {known}", profile.game);
                self.error("game", message);
            }
            Some(game) => self.match_game(*game),
        }
        if profile.window.apps.is_empty() && profile.window.titles.is_empty() {
            let message = "neither ‘apps’ nor ‘titles’ is given: no window is found by itself";
            self.warn("window", message);
        }
    }

    /// Checks that the game has the boards, values and properties that the profile names.
    fn match_game(&mut self, game: &dyn Game) {
        let profile = self.profile;
        let level = game.blank(None);
        let level_board = level.board().id;
        let visible = level.start().boards().into_iter().map(|board| board.id);
        let read = game.read_boards().iter().copied();
        let mut boards: Vec<&str> = Vec::new();
        for id in visible.chain([level_board]).chain(read) {
            if !boards.contains(&id) {
                boards.push(id);
            }
        }
        // Empty if the values that the level's board can show cannot be enumerated.
        let brushes = level.as_grid().into_iter().flat_map(|grid| grid.brushes());
        let values: Vec<String> = brushes.map(|brush| brush.text().to_owned()).collect();
        let properties = level.properties();
        let properties: Vec<&str> = properties.iter().map(|it| it.field.key).collect();
        for id in found_by_finder(&profile.finder) {
            self.known_board(&boards, "finder", id);
        }
        for (index, board) in profile.boards.iter().enumerate() {
            let part = board_part(index, board);
            self.known_board(&boards, &part, &board.id);
            // Only the values of the level's board are known.
            if board.id != level_board && boards.contains(&board.id.as_str()) || values.is_empty() {
                continue;
            }
            // An empty or trimmed blank is no value of the board.
            let blank = board.values.blank();
            let is_trimmed = blank.is_empty() || board.trim;
            let classes = board.values.values().into_iter();
            let classes = classes.filter(|value| *value != blank);
            for value in classes.chain((!is_trimmed).then_some(blank)) {
                if !values.iter().any(|known| known == value) {
                    let known = values.join(" ");
                    let message = format!("the game has no value ‘{value}’; it has {known}");
                    self.error(format!("{part}, values"), message);
                }
            }
        }
        for key in profile.unseen.properties.keys() {
            if !properties.contains(&key.as_str()) {
                let known = match properties.as_slice() {
                    [] => "it has none".to_owned(),
                    known => format!("it has {}", known.join(", ")),
                };
                let message = format!("the game's levels have no property ‘{key}’; {known}");
                self.error("properties", message);
            }
        }
    }

    fn known_board(&mut self, boards: &[&str], part: &str, id: &str) {
        if !boards.contains(&id) {
            let known = boards.join(", ");
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
