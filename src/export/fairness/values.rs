//! Reports as a JSON object for scripts.

use serde_json::{Value, json};

use super::{Told, idle_everywhere};
use crate::game::{Cell, Count, DeadEnd, DeadEnds, Effect, Idle, Move, VerifiedPlan, Ways};
use crate::report::answer;

/// JSON form of reports. Its keys are a contract: they may be extended but not changed. Rows, columns, lines and steps
/// count from 1.
pub fn values(all: &[Told]) -> Value {
    json!({
        "levels": all.iter().map(level).collect::<Vec<_>>(),
        "idle_rules": rules(&idle_everywhere(all)),
    })
}

fn level(told: &Told) -> Value {
    let fairness = &told.fairness;
    let cells = |cells: &[(Cell, Effect)]| {
        let cells = cells.iter().map(|(cell, effect)| changed(*cell, *effect));
        cells.collect::<Vec<_>>()
    };
    json!({
        "level": told.name,
        "number": told.level.number(),
        "answer": answer(told.game, &fairness.report, &told.level.complaints(), None),
        "shortest_plans": fairness.ways.as_ref().map(ways),
        "dead_ends": fairness.dead_ends.as_ref().map(dead_ends),
        "idle_rules": fairness.idle.as_deref().map(rules),
        "unneeded": fairness.unneeded,
        "emptied_cells": cells(&fairness.emptied),
        "blocked_cells": fairness.blocked.as_ref().map(|blocked| json!({
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

fn ways(ways: &Ways) -> Value {
    let examples = ways.examples.iter().map(VerifiedPlan::moves);
    json!({
        "all": count(ways.all),
        "different": count(ways.different),
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
    let place = |cell: &Cell| json!({ "row": cell.row + 1, "column": cell.col + 1 });
    json!({
        "step": end.way.len() + 1,
        "way": moves(&end.way),
        "wrong": end.wrong.as_str(),
        "cells": end.cells.iter().map(place).collect::<Vec<_>>(),
        "positions": count(end.positions),
        "moves": end.moves,
    })
}

fn rules(rules: &[Idle]) -> Vec<Value> {
    let rule = |idle: &Idle| json!({ "line": idle.line, "text": idle.text });
    rules.iter().map(rule).collect()
}

fn changed(cell: Cell, effect: Effect) -> Value {
    let (word, moves) = match effect {
        Effect::Same => ("same", None),
        Effect::Shorter(moves) => ("shorter", Some(moves)),
        Effect::Longer(moves) => ("longer", Some(moves)),
        Effect::Lost => ("lost", None),
        Effect::Opened(moves) => ("opened", Some(moves)),
        Effect::Unknown => ("unknown", None),
    };
    json!({ "row": cell.row + 1, "column": cell.col + 1, "effect": word, "moves": moves })
}
