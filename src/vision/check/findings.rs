//! Findings, and the checks of fields that several parts of a profile share.

use std::fmt;

use crate::profile::{Area, Point, Profile};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Works, but probably not as intended.
    Warning,
    /// Cannot work.
    Error,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub severity: Severity,
    /// Affected part of the profile, e.g. `boards[0] ‘target’, values`.
    pub part: String,
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

/// Profile under examination with its findings.
pub(super) struct ProfileCheck<'a> {
    pub(super) profile: &'a Profile,
    pub(super) findings: Vec<Finding>,
}

impl ProfileCheck<'_> {
    pub(super) fn error(&mut self, part: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Error, part, message);
    }

    pub(super) fn warn(&mut self, part: impl Into<String>, message: impl Into<String>) {
        self.add(Severity::Warning, part, message);
    }

    fn add(&mut self, severity: Severity, part: impl Into<String>, message: impl Into<String>) {
        self.findings.push(Finding {
            severity,
            part: part.into(),
            message: message.into(),
        });
    }

    pub(super) fn require_some<T>(&mut self, part: &str, list: &[T], message: &str) {
        if list.is_empty() {
            self.error(part, message);
        }
    }

    /// Reports a pair, such as least and most, whose first is larger than its second.
    pub(super) fn require_order<T: PartialOrd>(&mut self, part: &str, (first, second): (T, T)) {
        if first > second {
            self.error(part, "the first is at most the second");
        }
    }

    pub(super) fn area_in_picture(&mut self, part: &str, area: Area) {
        let (x, y) = area.end();
        if let Some((width, height)) = self.profile.finder.size()
            && (x > width || y > height)
        {
            let end = format!("the area ends at ({x}, {y})");
            self.error(part, end + ", outside the picture");
        }
    }

    pub(super) fn point_in_picture(&mut self, part: &str, (x, y): Point) {
        if let Some((width, height)) = self.profile.finder.size()
            && (x >= width || y >= height)
        {
            self.error(part, format!("({x}, {y}) lies outside the picture"));
        }
    }

    pub(super) fn points_in_cell(&mut self, part: &str, points: &[Point], cell: (u32, u32)) {
        let (width, height) = cell;
        for (x, y) in points.iter().filter(|(x, y)| *x >= width || *y >= height) {
            let cell = format!("the cell of {width}×{height} pixels");
            self.error(part, format!("the point ({x}, {y}) lies outside {cell}"));
        }
    }
}

/// First and last point of an area.
pub(super) fn corners(area: Area) -> Vec<Point> {
    let (x, y) = area.end();
    vec![(area.x, area.y), (x.saturating_sub(1), y.saturating_sub(1))]
}
