//! Semantic checks of a profile beyond its form.

mod board;
mod fields;
mod finder;
mod findings;
mod head;
mod play;
mod screen;

pub use self::findings::{Finding, Severity};

use super::profile::Profile;
use crate::game::Game;

use self::findings::ProfileCheck;

impl Profile {
    /// Finds settings that cannot work or are probably unintended; errors first.
    pub fn check(&self, games: &[&dyn Game]) -> Vec<Finding> {
        let mut check = ProfileCheck {
            profile: self,
            findings: Vec::new(),
        };
        check.head(games);
        check.fields();
        check.finder();
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
