use std::collections::BTreeSet;

use crate::game::{IdleRule, Move};
use crate::game_file::PuzzleLevel;
use crate::position::{PlayerAct, PuzzlePosition, parse_acts};

/// Rules that never apply while a plan is played, by line.
pub fn idle_rules(level: &PuzzleLevel, start: &PuzzlePosition, plan: &[Move]) -> Vec<IdleRule> {
    let game = &level.file.game;
    let groups = game.first.groups.iter().chain(&game.late.groups);
    let mut lines: BTreeSet<usize> = groups.flatten().map(|rule| rule.line).collect();
    let Some(mut session) = start.session().cloned() else {
        return Vec::new();
    };
    let all = plan
        .iter()
        .filter_map(|mv| parse_acts(mv.as_str()).ok())
        .flatten();
    for input in all.filter_map(PlayerAct::input) {
        let trace = session.trace(input);
        for line in trace.iter().filter_map(|applied| applied.line) {
            lines.remove(&line);
        }
    }
    let idle = |line: usize| IdleRule {
        line,
        text: level.file.line(line).to_owned(),
    };
    lines.into_iter().map(idle).collect()
}
