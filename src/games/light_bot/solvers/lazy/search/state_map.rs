use crate::solvers::lazy::graph::{Macro, Mask};

/// Compact map of states to states: the state in the lower bits, the first lights visited on the way in the upper
/// ones.
pub(super) struct StateMap(pub(super) Box<[u16; 1 << Self::STATE_BITS]>);

impl Default for StateMap {
    fn default() -> Self {
        Self(Box::new([0; 1 << Self::STATE_BITS]))
    }
}

impl StateMap {
    pub(super) const STATE_BITS: u32 = 10;
    pub(super) const STATE: u16 = (1 << Self::STATE_BITS) - 1;

    pub(super) fn lights_of<M: Mask>(lights: M) -> u16 {
        (lights.low() as u16) << Self::STATE_BITS
    }

    pub(super) fn identity(states: usize) -> Self {
        let mut map = Self::default();
        for (state, to) in (0..).zip(&mut map.0[..states]) {
            *to = state;
        }
        map
    }

    pub(super) fn from_effect<M: Mask>(effect: &Macro<M>) -> Self {
        let mut map = Self::default();
        for (to, (next, seen)) in map.0.iter_mut().zip(effect.next.iter().zip(&effect.seen)) {
            *to = next | Self::lights_of(*seen);
        }
        map
    }

    /// Composition of `first`, then `step`.
    #[inline]
    pub(super) fn compose(&mut self, first: &Self, step: &Self, states: usize) {
        for (to, from) in self.0.iter_mut().zip(&first.0[..states]) {
            *to = step.0[usize::from(from & Self::STATE)] | (from & !Self::STATE);
        }
    }
}
