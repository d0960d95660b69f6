//! Findings about the finder.

use crate::profile::{
    BlankStyle, BoardRule, Condition, FinderRule, IsometricRule, PLAYING_PHASE, PhaseRule,
    PictureRule, SquaresRule,
};

use super::findings::ProfileCheck;

impl ProfileCheck<'_> {
    pub(super) fn finder(&mut self) {
        match &self.profile.finder {
            FinderRule::Fixed(rule) => self.picture(rule),
            FinderRule::Grid(rule) => {
                self.require_order("finder, Grid, side", rule.side);
                self.require_order("finder, Grid, rows", rule.rows);
                self.require_order("finder, Grid, cols", rule.cols);
            }
            FinderRule::Squares(rule) => self.squares(rule),
            FinderRule::Sprites(rule) => {
                self.no_boards("sprites");
                self.require_order("finder, Sprites, scale", rule.scale);
            }
            FinderRule::Isometric(rule) => {
                self.picture(&rule.picture);
                self.isometric(rule);
            }
        }
    }

    fn picture(&mut self, rule: &PictureRule) {
        let scale = &rule.scale;
        self.require_order("finder, scale", (scale.from, scale.to));
        if scale.whole && scale.from <= scale.to && scale.from.ceil() > scale.to {
            let message = "there is no whole number between ‘from’ and ‘to’";
            self.error("finder, scale", message);
        }
        if self.profile.screen.palette.colours.is_empty() {
            let accepts_any = |board: &BoardRule| board.blanks == BlankStyle::Any;
            let by_colour = |rule: &PhaseRule| {
                let colour = |condition: &Condition| matches!(condition, Condition::Colour { .. });
                rule.phase == PLAYING_PHASE && rule.when.iter().any(colour)
            };
            let is_identified = self.profile.screen.phases.iter().any(by_colour);
            if !is_identified && self.profile.boards.iter().all(accepts_any) {
                self.warn(
                    "finder",
                    "with neither a palette nor a look of blank cells, pictures of other things \
                     may be read as empty boards",
                );
            }
        }
    }

    /// Reports boards that the finder would ignore.
    fn no_boards(&mut self, found_by: &str) {
        if !self.profile.boards.is_empty() {
            let found = format!("the boards are found by {found_by}");
            self.error("boards", found + "; there are no other ‘boards’ then");
        }
    }

    fn squares(&mut self, rule: &SquaresRule) {
        self.no_boards("squares");
        self.require_order("finder, Squares, scale", rule.scale);
        if rule.pitch <= rule.cell {
            self.error("finder, Squares, cell", "a cell is narrower than ‘pitch’");
        }
        if rule.notes.iter().any(|note| note.colours.is_empty()) {
            let message = "each kind of notes has at least one colour";
            self.error("finder, Squares, notes", message);
        }
    }

    fn isometric(&mut self, rule: &IsometricRule) {
        self.area_in_picture("finder, Isometric, area", rule.area);
        self.require_order("finder, Isometric, lengths, scale", rule.lengths.scale);
        let colours = &rule.colours;
        let part = "finder, Isometric, colours";
        self.require_some(part, &colours.tops, "there is at least one kind of tops");
        let tops = colours.tops.iter().map(|top| top.colour);
        let all = [colours.left, colours.right, colours.edge].into_iter();
        let all: Vec<_> = all.chain(tops).collect();
        if let Some(figure) = &rule.figure {
            let parts = (figure.arrow.points.is_empty(), figure.faces.len());
            if !matches!(parts, (false, 0) | (true, 4)) {
                let message = "a figure has an arrow, or four faces";
                self.error("finder, Isometric, figure", message);
            }
        }
        for (index, colour) in all.iter().enumerate() {
            let is_near = |other: &&_| colour.distance(**other) <= colours.tolerance;
            if all[..index].iter().any(|other| is_near(&other)) {
                let near = format!("{colour} is no further than the tolerance");
                self.warn(part, near + " from another colour");
            }
        }
    }
}
