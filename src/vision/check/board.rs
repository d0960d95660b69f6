//! Findings about boards and how their cells are told apart.

use crate::profile::{Area, BoardRule, CellRule, LooksRule, Point, Rgb};

use super::Check;

impl Check<'_> {
    pub(super) fn board(&mut self, index: usize, board: &BoardRule) {
        let part = board_part(index, board);
        let earlier = self.profile.boards.iter().take(index);
        if earlier.clone().any(|other| other.id == board.id) {
            self.error(part.clone(), "there is an earlier board with this id");
        }
        let by_grid = self.profile.grid.is_some();
        if by_grid {
            self.values(&part, board);
            return;
        }
        let (rows, cols) = board.extent();
        if rows == 0 || cols == 0 || rows > 1000 || cols > 1000 {
            self.error(part, "a board has 1 to 1000 rows and columns");
            return;
        }
        if board.cell.0 == 0 || board.cell.1 == 0 {
            self.error(part, "a cell is at least one pixel wide and high");
            return;
        }
        if cols > 1 && board.pitch.0 < board.cell.0 || rows > 1 && board.pitch.1 < board.cell.1 {
            self.error(
                part.clone(),
                "cells overlap: ‘pitch’ is smaller than ‘cell’",
            );
        }
        let (width, height) = self.profile.picture.size;
        let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let corners = places
            .filter(|(row, col)| board.has(*row, *col))
            .map(|(row, col)| board.corner(row, col));
        let last = corners.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        if last.0 + i64::from(board.cell.0) > i64::from(width)
            || last.1 + i64::from(board.cell.1) > i64::from(height)
        {
            self.error(
                part.clone(),
                format!(
                    "the last cell ends at ({}, {}), outside the picture of {width}×{height}",
                    last.0 + i64::from(board.cell.0),
                    last.1 + i64::from(board.cell.1)
                ),
            );
        }
        self.values(&part, board);
    }

    fn values(&mut self, board_part: &str, board: &BoardRule) {
        let part = format!("{board_part}, values");
        let (tolerance, points) = match &board.values {
            CellRule::Colour(rule) => {
                if rule.at.is_empty() {
                    self.error(part.clone(), "‘at’ names no point to look at");
                }
                let also = rule.blank_if_same_as;
                (
                    rule.tolerance,
                    rule.at.iter().copied().chain(also).collect(),
                )
            }
            CellRule::Share(rule) => {
                if !(rule.min_share > 0.0 && rule.min_share <= 1.0) {
                    self.error(part.clone(), "‘min_share’ is above 0 and at most 1");
                }
                if rule.area.width == 0 || rule.area.height == 0 {
                    self.error(part.clone(), "the area is empty");
                }
                (rule.tolerance, corners(rule.area))
            }
            CellRule::Patch(rule) => (rule.tolerance, Vec::new()),
            CellRule::Looks(rule) => return self.looks(&part, rule),
            CellRule::Diagram(rule) => {
                if rule.colours.is_empty() {
                    self.error(part, "‘colours’ names none");
                }
                return;
            }
        };
        self.points_in_cell(&part, &points, board.cell);
        let classes = board.values.classes();
        if classes.is_empty() {
            self.error(part.clone(), "there is no class: every cell would be blank");
        }
        for (index, class) in classes.iter().enumerate() {
            if class.colours.is_empty() {
                self.error(
                    part.clone(),
                    format!("the class ‘{}’ has no colour", class.value),
                );
            }
            for other in &classes[..index] {
                if other.value == class.value {
                    self.error(
                        part.clone(),
                        format!("the value ‘{}’ has two classes", class.value),
                    );
                }
                let pairs = class
                    .colours
                    .iter()
                    .flat_map(|a| other.colours.iter().map(move |b| (a, b, a.distance(*b))));
                let Some((a, b, distance)) = pairs.min_by_key(|(_, _, distance)| *distance) else {
                    continue;
                };
                let names = format!("‘{}’ ({b}) and ‘{}’ ({a})", other.value, class.value);
                if distance == 0 {
                    self.error(part.clone(), format!("{names} have the same colour"));
                } else if u16::from(distance) <= 2 * u16::from(tolerance) {
                    self.warn(
                        part.clone(),
                        format!(
                            "{names} are {distance} apart, within twice the tolerance of \
                             {tolerance}: colours between them are taken for the nearer one"
                        ),
                    );
                }
            }
            if class.value == board.values.blank() {
                self.error(
                    part.clone(),
                    format!("the class ‘{}’ has the value of blank cells", class.value),
                );
            }
            let palette = &self.profile.picture.palette;
            for colour in &class.colours {
                let known = |known: &Rgb| known.distance(*colour) <= self.profile.picture.tolerance;
                if !palette.is_empty() && !palette.iter().any(known) {
                    self.warn(
                        part.clone(),
                        format!("{colour} is not in the picture's palette"),
                    );
                }
            }
        }
    }

    fn looks(&mut self, part: &str, rule: &LooksRule) {
        if rule.classes.is_empty() {
            self.error(part, "there is no class: no cell could be read");
        }
        if !(rule.tolerance > 0.0 && rule.tolerance <= 255.0) {
            self.error(part, "‘tolerance’ is above 0 and at most 255");
        }
        for (index, class) in rule.classes.iter().enumerate() {
            if class.looks.is_empty() {
                self.error(part, format!("the class ‘{}’ has no look", class.value));
            }
            for other in &rule.classes[..index] {
                if other.value == class.value {
                    self.error(part, format!("the value ‘{}’ has two classes", class.value));
                }
                if other.looks.iter().any(|look| class.looks.contains(look)) {
                    let names = format!("‘{}’ and ‘{}’", other.value, class.value);
                    self.error(part, format!("{names} have the same look"));
                }
            }
        }
    }

    pub(super) fn points_in_cell(&mut self, part: &str, points: &[Point], cell: (u32, u32)) {
        for (x, y) in points {
            if *x >= cell.0 || *y >= cell.1 {
                self.error(
                    part,
                    format!(
                        "the point ({x}, {y}) lies outside the cell of {}×{} pixels",
                        cell.0, cell.1
                    ),
                );
            }
        }
    }
}

/// The board as findings name it.
pub(super) fn board_part(index: usize, board: &BoardRule) -> String {
    format!("boards[{index}] ‘{}’", board.id)
}

pub(super) fn corners(area: Area) -> Vec<Point> {
    let far = (
        area.x.saturating_add(area.width.saturating_sub(1)),
        area.y.saturating_add(area.height.saturating_sub(1)),
    );
    vec![(area.x, area.y), far]
}
