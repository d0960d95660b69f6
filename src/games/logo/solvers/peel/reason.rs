//! Proofs of unsolvability in words, for level designers.

use crate::game::Unsolvable;

use super::super::problem::{EITHER, StampProblem, SweepError, Vertex, count};
use super::orient::Conflict;
use super::parts::PartBalance;
use super::search::NoOrder;

pub(super) fn explain(problem: &StampProblem, cause: NoOrder) -> Unsolvable {
    match cause {
        NoOrder::Count(part, weight) => wrong_sum(problem, &part, weight),
        NoOrder::Conflict(Conflict::At(vertex)) => at_vertex(problem, vertex),
        NoOrder::Conflict(Conflict::Ring(ring)) => Unsolvable {
            reason: "these four cells form a ring: each must be stamped before the next".to_owned(),
            cells: problem.cells_of(&ring),
        },
        NoOrder::Unpeelable(part) => Unsolvable {
            reason: format!(
                "these {} have no valid order: each of them, apart from 1s with four neighbours, needs \
                 an earlier and a later neighbour among them, and those 1s cannot make the numbers add up",
                count(part.len(), "cell", "cells")
            ),
            cells: problem.cells_of(&part),
        },
        NoOrder::Exhausted(part) => {
            let is_open = |v: &&Vertex| problem.later[**v as usize] == EITHER;
            let open = part.iter().filter(is_open);
            Unsolvable {
                reason: format!(
                    "these {} have no valid order, whichever of their {} with four neighbours was a 4 \
                     before (all cases were checked)",
                    count(part.len(), "cell", "cells"),
                    count(open.count(), "cell showing 1", "cells showing 1"),
                ),
                cells: problem.cells_of(&part),
            }
        }
    }
}

/// Explains why the sweep got stuck, with every out-degree decided.
pub(super) fn explain_sweep(problem: &StampProblem, later: &[u8], error: SweepError) -> Unsolvable {
    match error {
        SweepError::TooMany(vertex) => at_vertex(problem, vertex),
        SweepError::Rest(rest) => {
            let required: usize = later.iter().map(|later| usize::from(*later)).sum();
            if required == problem.edges {
                return Unsolvable {
                    reason: format!(
                        "none of these {} can be stamped last: each needs another one of them after it",
                        count(rest.len(), "cell", "cells")
                    ),
                    cells: problem.cells_of(&rest),
                };
            }
            let all: Vec<Vertex> = problem.vertices().collect();
            let (edges, open) = (problem.edges, 0);
            wrong_sum(
                problem,
                &all,
                PartBalance {
                    edges,
                    required,
                    open,
                },
            )
        }
    }
}

fn wrong_sum(problem: &StampProblem, part: &[Vertex], balance: PartBalance) -> Unsolvable {
    let PartBalance {
        edges,
        required,
        open,
    } = balance;
    let subject = match part.len() == problem.len() {
        true => "the numbers",
        false => "the numbers of these cells",
    };
    let choice = match open {
        0 => String::new(),
        1 => " (or 4 more, if the 1 with four neighbours was a 4 before)".to_owned(),
        n => format!(" (or 4 more for each of {n} 1s with four neighbours that was a 4 before)"),
    };
    let only = if required < edges { "only " } else { "" };
    Unsolvable {
        reason: format!(
            "a cell shows 1, plus 1 for each neighbour stamped after it. Of the {} of neighbours, one is \
             always stamped after the other, but {subject} show this {only}{required} times{choice}",
            count(edges, "pair", "pairs"),
        ),
        cells: problem.cells_of(part),
    }
}

fn at_vertex(problem: &StampProblem, vertex: Vertex) -> Unsolvable {
    let cell = problem.cells[vertex as usize];
    let adjacent: Vec<Vertex> = problem.adjacent(vertex).collect();
    let never_before = |v: &&Vertex| problem.later[**v as usize] == 0;
    let later = problem.later[vertex as usize];
    let twin = adjacent.iter().find(never_before).filter(|_| later == 0);
    if let Some(twin) = twin {
        return Unsolvable {
            reason: format!(
                "{cell} and its neighbour at {} both show 1, so each must be stamped after the other",
                problem.cells[*twin as usize]
            ),
            cells: problem.cells_of(&[vertex, *twin]),
        };
    }
    let shown = problem.final_value(vertex);
    let requirement = match later {
        EITHER => "none or all four of its neighbours must be stamped after it".to_owned(),
        0 => "none of its neighbours may be stamped after it".to_owned(),
        1 => "exactly 1 neighbour must be stamped after it".to_owned(),
        _ => format!("exactly {later} neighbours must be stamped after it"),
    };
    Unsolvable {
        reason: format!(
            "{cell} shows {shown}, so {requirement}; the numbers around it rule that out"
        ),
        cells: problem.cells_of(&[vec![vertex], adjacent].concat()),
    }
}
