//! Reports as a JSON object for scripts.

use serde_json::{Value, json};

use super::{LevelReport, idle_everywhere};
use crate::game::{
    Cell, Count, DeadEnd, DeadEnds, EditEffect, IdleRule, Move, ShortestPlans, VerifiedPlan,
};
use crate::report::answer;

/// JSON form of reports. Its keys are a contract: they may be extended but not changed. Rows, columns, lines and steps
/// count from 1.
pub fn values(all: &[LevelReport]) -> Value {
    json!({
        "levels": all.iter().map(level).collect::<Vec<_>>(),
        "idle_rules": rules(&idle_everywhere(all)),
    })
}

fn level(entry: &LevelReport) -> Value {
    let fairness = &entry.fairness;
    let value = |(cell, effect): &(Cell, EditEffect)| effect_value(*cell, *effect);
    let cells = |cells: &[(Cell, EditEffect)]| cells.iter().map(value).collect::<Value>();
    json!({
        "level": entry.name,
        "number": entry.level.number(),
        "answer": answer(entry.game, &fairness.report, &entry.level.complaints(), None),
        "shortest_plans": fairness.shortest.as_ref().map(shortest_plans),
        "dead_ends": fairness.dead_ends.as_ref().map(dead_ends),
        "idle_rules": fairness.idle_rules.as_deref().map(rules),
        "unneeded": fairness.unneeded,
        "emptied_cells": cells(&fairness.removals),
        "blocked_cells": fairness.obstacles.as_ref().map(|blocked| json!({
            "by": blocked.by,
            "cells": cells(&blocked.cells),
        })),
    })
}

fn count(count: Count) -> Value {
    json!({ "number": count.number, "exact": count.exact })
}

fn moves(moves: &[Move]) -> Vec<&str> {
    moves.iter().map(Move::as_str).collect()
}

fn shortest_plans(plans: &ShortestPlans) -> Value {
    let examples = plans.examples.iter().map(VerifiedPlan::moves);
    json!({
        "all": count(plans.all),
        "different": count(plans.different),
        "examples": examples.map(moves).collect::<Vec<_>>(),
    })
}

fn dead_ends(dead_ends: &DeadEnds) -> Value {
    json!({
        "positions": count(dead_ends.positions),
        "by_distance": dead_ends.by_distance,
        "undecided": dead_ends.undecided,
        "nearest": dead_ends.nearest.iter().map(dead_end).collect::<Vec<_>>(),
    })
}

fn dead_end(end: &DeadEnd) -> Value {
    let position = |cell: &Cell| json!({ "row": cell.row + 1, "column": cell.col + 1 });
    json!({
        "step": end.way.len() + 1,
        "way": moves(&end.way),
        "wrong": end.wrong.as_str(),
        "cells": end.cells.iter().map(position).collect::<Vec<_>>(),
        "positions": count(end.positions),
        "moves": end.moves,
    })
}

fn rules(rules: &[IdleRule]) -> Vec<Value> {
    let rule = |idle: &IdleRule| json!({ "line": idle.line, "text": idle.text });
    rules.iter().map(rule).collect()
}

fn effect_value(cell: Cell, effect: EditEffect) -> Value {
    let (word, moves) = match effect {
        EditEffect::Same => ("same", None),
        EditEffect::Shorter(moves) => ("shorter", Some(moves)),
        EditEffect::Longer(moves) => ("longer", Some(moves)),
        EditEffect::Lost => ("lost", None),
        EditEffect::Opened(moves) => ("opened", Some(moves)),
        EditEffect::Unknown => ("unknown", None),
    };
    json!({ "row": cell.row + 1, "column": cell.col + 1, "effect": word, "moves": moves })
}
