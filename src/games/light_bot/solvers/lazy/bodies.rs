//! Bodies of procedures without lights, in normal form.

use std::ops::ControlFlow;

use super::graph::{CALL, Graph, LEFT, Mask, RIGHT};

/// Commands of a procedure by number.
pub(super) type Body = Vec<u8>;

/// Whether `command` may come after `before`. Turns in a row are nothing, left, right, or left
/// twice; switching lights between turns can as well be done before them.
#[inline]
pub(super) fn in_normal_form(before: &[u8], command: u8) -> bool {
    match command {
        LEFT => !before.ends_with(&[RIGHT]) && !before.ends_with(&[LEFT, LEFT]),
        RIGHT => !matches!(before.last(), Some(&(LEFT | RIGHT))),
        _ => true,
    }
}

/// The commands that a body may hold: moves that ever do something, turns, and calls.
pub(super) fn alphabet<M: Mask>(graph: &Graph<M>, calls: usize) -> Vec<u8> {
    let moves = (0..CALL).filter(|command| graph.useful[usize::from(*command)]);
    moves.chain((CALL..).take(calls)).collect()
}

/// Visits `body` and all its continuations up to a length, shorter ones before longer ones that
/// begin with them.
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
