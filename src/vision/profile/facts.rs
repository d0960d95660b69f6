//! Solver options derived from the target's costs.

use std::collections::BTreeMap;

use crate::game::{Cell, SolverInfo, TargetFact};

use super::controls::{Controls, CursorStart};
use super::model::Profile;

impl Profile {
    /// Solver options that describe this target's costs, with the cursor at `at` if known.
    pub fn target_options(&self, info: &SolverInfo, at: Option<Cell>) -> BTreeMap<String, String> {
        let facts = self.facts(at);
        let options = info.options.iter().filter_map(|option| {
            let (_, value) = facts.iter().find(|(fact, _)| Some(*fact) == option.fact)?;
            Some((option.key.to_owned(), value.clone()))
        });
        options.collect()
    }

    /// Facts of the target, each as the value of the solver option for it.
    fn facts(&self, cursor: Option<Cell>) -> Vec<(TargetFact, String)> {
        let Some(controls) = &self.controls else {
            return Vec::new();
        };
        let position = |row: usize, col: usize| format!("{row} {col}");
        let Some(keys) = &controls.cursor else {
            return self.pointer_facts(controls);
        };
        let start = match (cursor, keys.start) {
            (Some(cell), _) => position(cell.row + 1, cell.col + 1),
            (None, CursorStart::At(row, col)) => position(row, col),
            (None, _) => "any".to_owned(),
        };
        let edges = if keys.wraps { "wrap" } else { "stop" };
        let edges = (TargetFact::Edges, edges.to_owned());
        let mut facts = vec![(TargetFact::Cursor, start), edges];
        // If held keys repeat, cost is counted in time; otherwise in presses.
        if let Some(cost) = self.cost.as_ref().filter(|cost| cost.repeats()) {
            let runs: Vec<String> = cost.step_ms.iter().map(u32::to_string).collect();
            facts.push((TargetFact::Runs, runs.join(" ")));
            facts.push((TargetFact::Action, cost.action_ms.to_string()));
            facts.push((TargetFact::Unit, "ms".to_owned()));
        }
        facts
    }

    /// Facts for pointer games: distance between clicked cells in picture pixels.
    fn pointer_facts(&self, controls: &Controls) -> Vec<(TargetFact, String)> {
        let mut actions = controls.actions.iter();
        if !actions.any(|action| action.input.is_at_cell()) {
            return Vec::new();
        }
        let Some((across, down)) = self.clicked_pitch() else {
            return Vec::new();
        };
        vec![
            // The initial pointer position is arbitrary and matters only once.
            (TargetFact::Cursor, "any".to_owned()),
            (TargetFact::Pointer, format!("{down} {across}")),
            (TargetFact::Action, "0".to_owned()),
            (TargetFact::Unit, "pixels".to_owned()),
        ]
    }

    /// Horizontal and vertical pitch of the clickable board with the largest cells, in pixels.
    pub fn clicked_pitch(&self) -> Option<(u32, u32)> {
        let area = |(across, down): &(u32, u32)| u64::from(*across) * u64::from(*down);
        let pitches = self.boards.iter().map(|board| board.pitch);
        pitches.filter(|it| area(it) > 0).max_by_key(area)
    }
}
