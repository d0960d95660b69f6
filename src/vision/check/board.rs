//! Findings about boards and cell recognition.

use crate::game::Size;
use crate::profile::{BoardRule, CellRule, ColourClass, Point, TemplateRule};

use super::findings::{ProfileCheck, corners};

/// Maximum number of rows and of columns.
const MAX_SIDE: usize = 1000;

impl ProfileCheck<'_> {
    pub(super) fn board(&mut self, index: usize, board: &BoardRule) {
        let part = board_part(index, board);
        let mut earlier = self.profile.boards.iter().take(index);
        if earlier.any(|other| other.id == board.id) {
            self.error(part.clone(), "there is an earlier board with this id");
        }
        match self.profile.finder.size() {
            Some(size) => self.grid(&part, board, size),
            // Without a picture of fixed size, the grid is found in each picture, so there is no position to check.
            None => self.values(&part, board),
        }
    }

    /// Checks that the cells lie in the picture and do not overlap.
    fn grid(&mut self, part: &str, board: &BoardRule, (width, height): Point) {
        let size = board.extent();
        let Size { rows, cols } = size;
        if rows == 0 || cols == 0 || rows > MAX_SIDE || cols > MAX_SIDE {
            self.error(
                part,
                format!("a board has 1 to {MAX_SIDE} rows and columns"),
            );
            return;
        }
        let extent = (board.cell.0 + board.seam, board.cell.1 + board.seam);
        if cols > 1 && board.pitch.0 < extent.0 || rows > 1 && board.pitch.1 < extent.1 {
            let message = "cells overlap: ‘pitch’ is smaller than ‘cell’ and ‘seam’";
            self.error(part, message);
        }
        let cells = size.cells();
        let corners = cells.filter(|it| board.has(it.row, it.col)).map(|it| {
            let (corner, side) = (board.corner(it.row, it.col), board.side(it.row, it.col));
            (corner.0 + i64::from(side.0), corner.1 + i64::from(side.1))
        });
        let (x, y) = corners.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        if x > i64::from(width) || y > i64::from(height) {
            let picture = format!("the picture of {width}×{height}");
            let message = format!("the last cell ends at ({x}, {y}), outside {picture}");
            self.error(part, message);
        }
        self.values(part, board);
    }

    fn values(&mut self, board_part: &str, board: &BoardRule) {
        let part = &format!("{board_part}, values");
        if board.values.needs_grid() && self.profile.finder.grid().is_none() {
            let message = "this way of telling cells apart needs the finder ‘Grid’";
            self.error(part, message);
        }
        let known = board.values.values();
        for (value, _) in &board.alike {
            if value != board.values.blank() && !known.contains(&value.as_str()) {
                let text = format!("‘alike’ begins with ‘{value}’, which no cell is read as");
                self.error(board_part, text);
            }
        }
        match &board.values {
            CellRule::Colour(rule) => {
                self.require_some(part, &rule.at, "‘at’ names no point to look at");
                let points = rule.at.iter().copied().chain(rule.blank_if_same_as);
                self.points_in_cell(part, &points.collect::<Vec<_>>(), board.cell);
                self.classes(part, &board.values, rule.tolerance);
            }
            CellRule::Share(rule) => {
                self.points_in_cell(part, &corners(rule.area), board.cell);
                self.classes(part, &board.values, rule.tolerance);
            }
            CellRule::Patch(rule) => self.classes(part, &board.values, rule.tolerance),
            CellRule::Looks(rule) => self.templates(part, rule),
            CellRule::Numbers(_) => {}
            CellRule::Diagram(rule) => {
                self.require_some(part, &rule.colours, "‘colours’ names none")
            }
        }
    }

    fn classes(&mut self, part: &str, rule: &CellRule, tolerance: u8) {
        let classes = rule.classes();
        let message = "there is no class: every cell would be blank";
        self.require_some(part, classes, message);
        for (index, class) in classes.iter().enumerate() {
            let message = format!("the class ‘{}’ has no colour", class.value);
            self.require_some(part, &class.colours, &message);
            for other in &classes[..index] {
                self.two_classes(part, other, class, tolerance);
            }
            let may_be_blank = matches!(rule, CellRule::Colour(_));
            if class.value == rule.blank() && !may_be_blank {
                let class = format!("the class ‘{}’", class.value);
                self.error(part, class + " has the value of blank cells");
            }
            let palette = &self.profile.screen.palette;
            for colour in &class.colours {
                if !palette.colours.is_empty() && !palette.has(*colour) {
                    self.warn(part, format!("{colour} is not in the picture's palette"));
                }
            }
        }
    }

    /// Checks that two classes differ in their values and colours.
    fn two_classes(&mut self, part: &str, other: &ColourClass, class: &ColourClass, tolerance: u8) {
        self.same_value(part, &other.value, &class.value);
        let pairs = class.colours.iter();
        let pairs = pairs.flat_map(|a| other.colours.iter().map(move |b| (a, b, a.distance(*b))));
        let Some((a, b, distance)) = pairs.min_by_key(|(_, _, distance)| *distance) else {
            return;
        };
        let names = format!("‘{}’ ({b}) and ‘{}’ ({a})", other.value, class.value);
        if distance == 0 {
            self.error(part, format!("{names} have the same colour"));
        } else if u16::from(distance) <= 2 * u16::from(tolerance) {
            self.warn(
                part,
                format!(
                    "{names} are {distance} apart, within twice the tolerance of {tolerance}: \
                     colours between them are taken for the nearer one"
                ),
            );
        }
    }

    fn same_value(&mut self, part: &str, a: &str, b: &str) {
        if a == b {
            self.error(part, format!("the value ‘{a}’ has two classes"));
        }
    }

    fn templates(&mut self, part: &str, rule: &TemplateRule) {
        let message = "there is no class: no cell could be read";
        self.require_some(part, &rule.classes, message);
        for (index, class) in rule.classes.iter().enumerate() {
            let message = format!("the class ‘{}’ has no look", class.value);
            // A number is recognized by its digits, without a look.
            if !(rule.digits && class.number().is_some()) {
                self.require_some(part, &class.looks, &message);
            }
            for other in &rule.classes[..index] {
                self.same_value(part, &other.value, &class.value);
                if other.looks.iter().any(|it| class.looks.contains(it)) {
                    let names = format!("‘{}’ and ‘{}’", other.value, class.value);
                    self.error(part, format!("{names} have the same look"));
                }
            }
        }
    }
}

pub(super) fn board_part(index: usize, board: &BoardRule) -> String {
    format!("boards[{index}] ‘{}’", board.id)
}
