//! What is wrong with a profile beyond its form.

mod board;
mod known;
mod play;

use std::fmt;

use self::board::board_part;
pub use self::known::KnownGame;

use super::profile::{
    BlankLook, BoardRule, Condition, CursorRule, CursorStart, GridRule, IsometricRule,
    PLAYING_PHASE, PhaseRule, Profile, SquaresRule,
};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Works, but probably not as meant.
    Warning,
    /// Cannot work.
    Error,
}

/// Something wrong with a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Which part of the profile, e.g. `boards[0] ‘target’, values`.
    pub part: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}: {}", self.part, self.message)
    }
}

impl Profile {
    /// Looks for what cannot work or was probably not meant; errors first.
    pub fn check(&self, games: &[KnownGame]) -> Vec<Finding> {
        let mut check = Check {
            profile: self,
            findings: Vec::new(),
        };
        check.head(games);
        check.picture();
        if let Some(rule) = &self.isometric {
            check.isometric(rule);
        }
        for (index, board) in self.boards.iter().enumerate() {
            check.board(index, board);
        }
        check.cursor();
        check.phases();
        if let Some(controls) = &self.controls {
            check.controls(controls);
        }
        if let Some(cost) = &self.cost {
            check.cost(cost);
        }
        if let Some(start) = &self.start {
            check.start(start);
        }
        let mut findings = check.findings;
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        findings
    }
}

struct Check<'a> {
    profile: &'a Profile,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn error(&mut self, part: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Error, part, message);
    }

    fn warn(&mut self, part: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Warning, part, message);
    }

    fn add(&mut self, severity: Severity, part: impl Into<String>, message: impl Into<String>) {
        self.findings.push(Finding {
            severity,
            part: part.into(),
            message: message.into(),
        });
    }

    fn head(&mut self, games: &[KnownGame]) {
        let profile = self.profile;
        let id_ok = |id: &str| {
            let fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            !id.is_empty() && id.chars().all(fine)
        };
        if !id_ok(&profile.id) {
            self.error("id", "an id consists of small letters, digits and ‘-’");
        }
        if profile.title.trim().is_empty() {
            self.warn("title", "the title is empty; lists will show nothing");
        }
        match games.iter().find(|game| game.id == profile.game) {
            None => {
                let known: Vec<_> = games.iter().map(|game| game.id.as_str()).collect();
                self.error(
                    "game",
                    format!(
                        "there is no game ‘{}’; there are {}",
                        profile.game,
                        known.join(", ")
                    ),
                );
            }
            Some(game) => {
                self.against_game(game);
                self.properties(game);
            }
        }
        if profile.window.apps.is_empty() && profile.window.titles.is_empty() {
            self.warn(
                "window",
                "neither ‘apps’ nor ‘titles’ is given: no window is found by itself",
            );
        }
        if !(0.0..=1.0).contains(&profile.doubtful_below) {
            self.error("doubtful_below", "it lies between 0 and 1");
        }
    }

    /// Width and height of the picture at scale 1.
    fn picture_size(&self) -> (u32, u32) {
        match &self.profile.squares {
            Some(rule) => rule.picture,
            None => self.profile.picture.size,
        }
    }

    fn against_game(&mut self, game: &KnownGame) {
        if let Some(rule) = &self.profile.squares {
            for id in [
                &rule.cells,
                &rule.placed,
                &rule.tray,
                &rule.row_notes,
                &rule.column_notes,
            ] {
                if !game.boards.contains(id) {
                    let known = game.boards.join(", ");
                    self.error(
                        "squares",
                        format!("the game has no board ‘{id}’; it has {known}"),
                    );
                }
            }
        }
        if let Some(rule) = &self.profile.isometric {
            let figure = rule.figure.as_ref().map(|figure| &figure.board);
            for id in [&rule.board, &rule.marks].into_iter().chain(figure) {
                if !game.boards.contains(id) {
                    let known = game.boards.join(", ");
                    self.error(
                        "isometric",
                        format!("the game has no board ‘{id}’; it has {known}"),
                    );
                }
            }
        }
        for (index, board) in self.profile.boards.iter().enumerate() {
            let part = board_part(index, board);
            if board.values.needs_grid() && self.profile.grid.is_none() {
                self.error(
                    format!("{part}, values"),
                    "this way of telling cells apart needs a ‘grid’",
                );
            }
            if !game.boards.contains(&board.id) {
                self.error(
                    part.clone(),
                    format!(
                        "the game has no board ‘{}’; it has {}",
                        board.id,
                        game.boards.join(", ")
                    ),
                );
            }
            if board.id != game.level_board && game.boards.contains(&board.id) {
                // Other boards show what they like.
                continue;
            }
            let classes = board.values.values();
            let blank = board.values.blank();
            // What is trimmed off is no value of the board.
            let blank = (!blank.is_empty() && !board.trim).then_some(blank);
            for value in classes.into_iter().chain(blank) {
                if !game.values.is_empty() && !game.values.iter().any(|known| known == value) {
                    self.error(
                        format!("{part}, values"),
                        format!(
                            "the game has no value ‘{value}’; it has {}",
                            game.values.join(" ")
                        ),
                    );
                }
            }
        }
    }

    fn properties(&mut self, game: &KnownGame) {
        for key in self.profile.properties.keys() {
            if !game.properties.contains(key) {
                let known = match game.properties.as_slice() {
                    [] => "it has none".to_owned(),
                    known => format!("it has {}", known.join(", ")),
                };
                self.error(
                    "properties",
                    format!("the game's levels have no property ‘{key}’; {known}"),
                );
            }
        }
    }

    fn picture(&mut self) {
        let picture = &self.profile.picture;
        if let Some(rule) = &self.profile.squares {
            self.squares(rule);
            return;
        }
        if let Some(rule) = &self.profile.grid {
            self.grid(rule);
            return;
        }
        self.sides("picture, size", picture.size);
        let scale = &picture.scale;
        if !(scale.from > 0.0 && scale.from <= scale.to && scale.to <= 16.0) {
            self.error(
                "picture, scale",
                "‘from’ is above 0 and at most ‘to’, which is at most 16",
            );
        } else if scale.whole && scale.from.ceil() > scale.to {
            self.error(
                "picture, scale",
                "there is no whole number between ‘from’ and ‘to’",
            );
        }
        if !(0.0..=1.0).contains(&picture.palette_share) {
            self.error("picture, palette_share", "it lies between 0 and 1");
        }
        if picture.palette.is_empty() {
            let loose = |board: &BoardRule| board.blanks == BlankLook::Any;
            let by_colour = |rule: &PhaseRule| {
                let colour = |condition: &Condition| matches!(condition, Condition::Colour { .. });
                rule.phase == PLAYING_PHASE && rule.when.iter().any(colour)
            };
            let told = self.profile.phases.iter().any(by_colour);
            if !told && self.profile.boards.iter().all(loose) {
                self.warn(
                    "picture",
                    "with neither a palette nor a look of blank cells, pictures of other things \
                     may be read as empty boards",
                );
            }
        }
    }

    fn sides(&mut self, part: &str, (width, height): (u32, u32)) {
        if width < 8 || height < 8 || width > 16_384 || height > 16_384 {
            self.error(part, "both sides lie between 8 and 16384");
        }
    }

    fn squares(&mut self, rule: &SquaresRule) {
        if self.profile.grid.is_some() || !self.profile.boards.is_empty() {
            self.error(
                "squares",
                "the boards are found by squares; there is neither ‘grid’ nor ‘boards’ then",
            );
        }
        self.sides("squares, picture", rule.picture);
        if !(rule.scale.0 > 0.0 && rule.scale.0 <= rule.scale.1 && rule.scale.1 <= 16.0) {
            self.error(
                "squares, scale",
                "the first is above 0 and at most the second, which is at most 16",
            );
        }
        if rule.cell < 12 || rule.pitch <= rule.cell {
            self.error(
                "squares, cell",
                "a cell is at least 12 pixels wide, and narrower than ‘pitch’",
            );
        }
        if rule.notes.iter().any(|note| note.colours.is_empty()) {
            self.error(
                "squares, notes",
                "each kind of notes has at least one colour",
            );
        }
    }

    fn isometric(&mut self, rule: &IsometricRule) {
        if self.profile.grid.is_some() || self.profile.squares.is_some() {
            self.error(
                "isometric",
                "its picture has a fixed size; there is neither ‘grid’ nor ‘squares’ then",
            );
        }
        let (area, size) = (rule.area, self.profile.picture.size);
        let ends = (
            area.x.saturating_add(area.width),
            area.y.saturating_add(area.height),
        );
        if area.width == 0 || area.height == 0 || ends.0 > size.0 || ends.1 > size.1 {
            self.error("isometric, area", "it lies in the picture and is not empty");
        }
        if !(rule.scale.0 > 0.0 && rule.scale.0 <= rule.scale.1 && rule.scale.1 <= 16.0) {
            self.error(
                "isometric, scale",
                "the first is above 0 and at most the second, which is at most 16",
            );
        }
        let lengths = [rule.across, rule.down, rule.step, rule.line];
        let usual = 1e-3..1e4;
        let fine = lengths.iter().all(|length| usual.contains(length));
        if !fine || !(0.0..1e4).contains(&rule.base) {
            self.error(
                "isometric",
                "‘across’, ‘down’, ‘step’ and ‘line’ are above 0, ‘base’ is not below",
            );
        }
        if rule.tops.is_empty() {
            self.error("isometric, tops", "there is at least one kind of tops");
        }
        let colours = [rule.left, rule.right, rule.edge].into_iter();
        let colours: Vec<_> = colours
            .chain(rule.tops.iter().map(|top| top.colour))
            .collect();
        for (index, colour) in colours.iter().enumerate() {
            if colours[..index]
                .iter()
                .any(|other| other.distance(*colour) <= rule.tolerance)
            {
                self.warn(
                    "isometric, tolerance",
                    format!("{colour} is no further than that from another colour"),
                );
            }
        }
    }

    fn grid(&mut self, rule: &GridRule) {
        if rule.side.0 < 4 || rule.side.0 > rule.side.1 {
            self.error(
                "grid, side",
                "the first is at least 4 and at most the second",
            );
        }
        if rule.contrast > 200 {
            self.error("grid, contrast", "it is at most 200");
        }
        for (part, (from, to)) in [("grid, rows", rule.rows), ("grid, cols", rule.cols)] {
            if from == 0 || from > to || to > 1000 {
                self.error(
                    part,
                    "the first is at least 1 and at most the second, which is at most 1000",
                );
            }
        }
    }

    fn cursor(&mut self) {
        let moved = self
            .profile
            .controls
            .as_ref()
            .and_then(|c| c.cursor.as_ref());
        let Some(rule) = &self.profile.cursor else {
            if moved.is_some() {
                self.error(
                    "cursor",
                    "the controls move a cursor, but nothing says how it is seen",
                );
            }
            return;
        };
        let Some(board) = self.profile.board(rule.board()) else {
            self.error("cursor", format!("there is no board ‘{}’", rule.board()));
            return;
        };
        let at = match rule {
            CursorRule::OneColour { at, .. } => {
                if at.len() < 2 {
                    self.error("cursor", "‘at’ needs at least two points to compare");
                }
                at.clone()
            }
            CursorRule::Colour {
                area,
                colours,
                min_share,
                ..
            } => {
                if colours.is_empty() {
                    self.error("cursor", "‘colours’ names none");
                }
                if !(*min_share > 0.0 && *min_share <= 1.0) {
                    self.error("cursor", "‘min_share’ is above 0 and at most 1");
                }
                board::corners(*area)
            }
        };
        let (cell, size) = (board.cell, (board.rows, board.cols));
        self.points_in_cell("cursor", &at, cell);
        if let Some(CursorStart::At(row, col)) = moved.map(|keys| keys.start)
            && size.0 > 0
            && size.1 > 0
            && !((1..=size.0).contains(&row) && (1..=size.1).contains(&col))
        {
            self.error(
                "controls, cursor, start",
                format!(
                    "row {row}, column {col} is not on the board of {}×{}",
                    size.0, size.1
                ),
            );
        }
    }

    fn phases(&mut self) {
        let phases = &self.profile.phases;
        if !phases.iter().any(|rule| rule.phase == PLAYING_PHASE) {
            self.error(
                "phases",
                format!("no rule leads to ‘{PLAYING_PHASE}’: boards would never be read"),
            );
        }
        let (width, height) = self.picture_size();
        for (index, rule) in phases.iter().enumerate() {
            let part = format!("phases[{index}] ‘{}’", rule.phase);
            if rule.when.is_empty() && index + 1 < phases.len() {
                self.warn(
                    part.clone(),
                    "it has no condition and always fits: later rules are never reached",
                );
            }
            for condition in &rule.when {
                let area = condition.area();
                if area.width == 0 || area.height == 0 {
                    self.error(part.clone(), "the area is empty");
                }
                let ends = (
                    area.x.saturating_add(area.width),
                    area.y.saturating_add(area.height),
                );
                if self.profile.grid.is_none() && (ends.0 > width || ends.1 > height) {
                    self.error(
                        part.clone(),
                        format!(
                            "the area ends at ({}, {}), outside the picture",
                            ends.0, ends.1
                        ),
                    );
                }
                if let Condition::Colour { min_share, .. } = condition
                    && !(*min_share > 0.0 && *min_share <= 1.0)
                {
                    self.error(part.clone(), "‘min_share’ is above 0 and at most 1");
                }
            }
        }
    }
}
