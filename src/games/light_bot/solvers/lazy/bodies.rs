//! Bodies of procedures without lights, in normal form, and which of them do the same.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::graph::{CALL, Graph, LEFT, Macro, Mask, RIGHT};

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

/// Longest bodies of which it is known which do the same.
const LONGEST_CLASSED: usize = 8;

/// Bodies of the same length that lead from every state to the same state over the same lights:
/// for walking, one of them is as good as all.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// Bodies that are not the first of their class.
    others: FxHashSet<Body>,
    /// By the first of each class with more than one body, the others.
    members: FxHashMap<Body, Vec<Body>>,
}

impl Classes {
    /// Classes of all bodies of moves.
    pub(super) fn new<M: Mask>(graph: &Graph<M>, longest: usize) -> Self {
        let mut firsts: FxHashMap<(u64, u64, usize), Body> = FxHashMap::default();
        let mut classes = Self::default();
        let alphabet = alphabet(graph, 0);
        let longest = longest.min(LONGEST_CLASSED);
        let _ = continuations::<()>(&mut Body::new(), &alphabet, longest, &mut |body| {
            let does = graph.compose(body, &[]);
            let hash = |seed: u64| {
                let mut hasher = FxHasher::default();
                seed.hash(&mut hasher);
                does.next.hash(&mut hasher);
                does.seen.hash(&mut hasher);
                hasher.finish()
            };
            let key = (
                hash(0x9e37_79b9_7f4a_7c15),
                hash(0xc2b2_ae3d_27d4_eb4f),
                body.len(),
            );
            // Two hashes that agree are a hint; that the bodies do the same is looked at.
            match firsts.get(&key) {
                Some(first) if same(&graph.compose(first, &[]), &does) => {
                    classes.others.insert(body.clone());
                    classes
                        .members
                        .entry(first.clone())
                        .or_default()
                        .push(body.clone());
                }
                Some(_) => {}
                None => drop(firsts.insert(key, body.clone())),
            }
            ControlFlow::Continue(())
        });
        classes
    }

    /// Whether another body stands for this one.
    pub(super) fn is_stood_for(&self, body: &Body) -> bool {
        self.others.contains(body)
    }

    /// The bodies that this one stands for.
    pub(super) fn others(&self, body: &Body) -> &[Body] {
        self.members.get(body).map_or(&[], Vec::as_slice)
    }
}

fn same<M: Mask>(a: &Macro<M>, b: &Macro<M>) -> bool {
    a.next == b.next && a.seen == b.seen
}
