use std::fmt;

use crate::profile::{Area, Point, Profile};

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Works, but probably not as intended.
    Warning,
    /// Cannot work.
    Error,
}

/// Problem in a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Severity.
    pub severity: Severity,
    /// Affected part of the profile, e.g. `boards[0] ‘profile_and_cursor’, values`.
    pub part: String,
    /// Problem and expected value.
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
            self.error(
                part,
                format!("the area ends at ({x}, {y}), outside the picture"),
            );
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

/// First and last point of an area.
pub(super) fn corners(area: Area) -> Vec<Point> {
    let (x, y) = area.end();
    vec![(area.x, area.y), (x.saturating_sub(1), y.saturating_sub(1))]
}
