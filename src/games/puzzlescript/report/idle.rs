use std::collections::BTreeSet;

use crate::game::{Idle, Move};
use crate::made::PuzzleLevel;
use crate::position::{Act, Played, acts};

/// Rules that never apply while a plan is played, by line.
pub fn idle(level: &PuzzleLevel, start: &Played, plan: &[Move]) -> Vec<Idle> {
    let game = &level.made.game;
    let groups = game.first.groups.iter().chain(&game.late.groups);
    let mut lines: BTreeSet<usize> = groups.flatten().map(|rule| rule.line).collect();
    let Some(mut session) = start.session().cloned() else {
        return Vec::new();
    };
    let all = plan
        .iter()
        .filter_map(|mv| acts(mv.as_str()).ok())
        .flatten();
    for input in all.filter_map(Act::turn) {
        let told = session.trace(input);
        for line in told.iter().filter_map(|applied| applied.line) {
            lines.remove(&line);
        }
    }
    let idle = |line: usize| Idle {
        line,
        text: level.made.line(line).to_owned(),
    };
    lines.into_iter().map(idle).collect()
}
