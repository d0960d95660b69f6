//! Proofs of unsolvability in words, for level designers.
//!
//! A cell shows 1 plus its later neighbours, and 5 shows as 1; so a 1 with four neighbours has none
//! or four later ([`EITHER`]). “A 4 before” in the texts is such a 1 with four.

use crate::game::{Unsolvable, words};

use super::super::problem::{EITHER, StampProblem, SweepError, Vertex};
use super::orient::Conflict;
use super::parts::PartBalance;
use super::search::NoOrder;

pub(super) fn explain(problem: &StampProblem, cause: NoOrder) -> Unsolvable {
    match cause {
        NoOrder::Count(part, balance) => wrong_sum(problem, &part, balance),
        NoOrder::Conflict(Conflict::At(vertex)) => at_vertex(problem, vertex),
        NoOrder::Conflict(Conflict::Ring(ring)) => Unsolvable::at(
            problem.cells_of(&ring),
            "these four cells form a ring: each must be stamped before the next".to_owned(),
        ),
        NoOrder::Unpeelable(part) => Unsolvable::at(
            problem.cells_of(&part),
            format!(
                "these {} have no valid order: each of them, apart from 1s with four neighbours, needs \
                 an earlier and a later neighbour among them, and those 1s cannot make the numbers add up",
                words::count(part.len(), "cells")
            ),
        ),
        NoOrder::Exhausted(part) => {
            let is_open = |v: &&Vertex| problem.later[**v as usize] == EITHER;
            let open = part.iter().filter(is_open);
            Unsolvable::at(
                problem.cells_of(&part),
                format!(
                    "these {} have no valid order, whichever of their {} showing 1 with four neighbours was a 4 \
                     before (all cases were checked)",
                    words::count(part.len(), "cells"),
                    words::count(open.count(), "cells"),
                ),
            )
        }
    }
}

/// Explains why the sweep got stuck. `decided` is the number of later neighbours of each vertex, without [`EITHER`].
pub(super) fn explain_sweep(
    problem: &StampProblem,
    decided: &[u8],
    error: SweepError,
) -> Unsolvable {
    match error {
        SweepError::TooMany(vertex) => at_vertex(problem, vertex),
        SweepError::Rest(rest) => {
            let required: usize = decided.iter().map(|later| usize::from(*later)).sum();
            if required == problem.edges {
                return Unsolvable::at(
                    problem.cells_of(&rest),
                    format!(
                        "none of these {} can be stamped last: each needs another one of them after it",
                        words::count(rest.len(), "cells")
                    ),
                );
            }
            let all: Vec<Vertex> = problem.vertices().collect();
            let balance = PartBalance {
                edges: problem.edges,
                required,
                open: 0,
            };
            wrong_sum(problem, &all, balance)
        }
    }
}

/// The numbers of a part do not add up: each edge inside it needs exactly one later end.
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
    let add = if edges == 1 { "adds" } else { "add" };
    Unsolvable::at(
        problem.cells_of(part),
        format!(
            "a cell shows 1, plus 1 for each neighbour stamped after it. So {} of neighbours {add} {edges} to \
             {subject}, but they need {only}{required}{choice}",
            words::count(edges, "pairs"),
        ),
    )
}

/// The vertex cannot have its required number of later neighbours.
fn at_vertex(problem: &StampProblem, vertex: Vertex) -> Unsolvable {
    let cell = problem.cells[vertex as usize];
    let adjacent: Vec<Vertex> = problem.adjacent(vertex).collect();
    let has_none_later = |v: &&Vertex| problem.later[**v as usize] == 0;
    let later = problem.later[vertex as usize];
    let twin = adjacent.iter().find(has_none_later).filter(|_| later == 0);
    if let Some(twin) = twin {
        return Unsolvable::at(
            problem.cells_of(&[vertex, *twin]),
            format!(
                "{cell} and its neighbour at {} both show 1, so each must be stamped after the other",
                problem.cells[*twin as usize]
            ),
        );
    }
    let shown = problem.final_value(vertex);
    let requirement = match later {
        EITHER => "none or all four of its neighbours must be stamped after it".to_owned(),
        0 => "none of its neighbours may be stamped after it".to_owned(),
        1 => "exactly 1 neighbour must be stamped after it".to_owned(),
        _ => format!("exactly {later} neighbours must be stamped after it"),
    };
    Unsolvable::at(
        problem.cells_of(&[vec![vertex], adjacent].concat()),
        format!("{cell} shows {shown}, so {requirement}; the numbers around it rule that out"),
    )
}
