//! Normal form and enumeration of procedure bodies without lights commands.

use std::ops::ControlFlow;

use super::graph::{CALL, Graph, LEFT, Mask, RIGHT};

/// Commands by number.
pub(super) type Body = Vec<u8>;

/// Returns whether `command` may follow `before`. Consecutive turns are none, left, right, or left twice; lights
/// commands between turns can move before them.
#[inline]
pub(super) fn in_normal_form(before: &[u8], command: u8) -> bool {
    match command {
        LEFT => !before.ends_with(&[RIGHT]) && !before.ends_with(&[LEFT, LEFT]),
        RIGHT => !matches!(before.last(), Some(&(LEFT | RIGHT))),
        _ => true,
    }
}

/// Commands a body may contain: moves with an effect somewhere, turns, and calls.
pub(super) fn alphabet<M: Mask>(graph: &Graph<M>, calls: usize) -> Vec<u8> {
    let moves = (0..CALL).filter(|command| graph.useful[usize::from(*command)]);
    moves.chain((CALL..).take(calls)).collect()
}

/// Visits `body` and its continuations up to a length, prefixes first.
pub(super) fn continuations<B>(
    body: &mut Body,
    alphabet: &[u8],
    longest: usize,
    visit: &mut impl FnMut(&Body) -> ControlFlow<B>,
) -> ControlFlow<B> {
    visit(body)?;
    if body.len() < longest {
        for command in alphabet {
            if in_normal_form(body, *command) {
                body.push(*command);
                let flow = continuations(body, alphabet, longest, visit);
                body.pop();
                flow?;
            }
        }
    }
    ControlFlow::Continue(())
}
