//! The procedures that run, and whether a run repeats itself.
//!
//! Where nothing that happens changes which command comes next, a procedure that is called while it
//! is running will be called again for ever: nothing behind that call is ever reached. The stack is
//! cut there. So it never holds a procedure twice, and recursion without limit needs no more than
//! one frame for each procedure.

use crate::game::Slot;

/// A procedure that is running. Programs are short, so bytes are enough.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    procedure: u8,
    next: u8,
    /// The call that began it: procedure and command.
    from: (u8, u8),
}

/// The call stack of a program with up to `N` procedures, of which the first begins.
#[derive(Clone, Copy, Debug)]
pub struct Calls<const N: usize> {
    frames: [Frame; N],
    depth: usize,
}

impl<const N: usize> Default for Calls<N> {
    fn default() -> Self {
        Self {
            frames: [Frame::default(); N],
            depth: 1,
        }
    }
}

impl<const N: usize> Calls<N> {
    /// Number of procedures that run.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The command that comes next, perhaps behind the last one of its procedure; `None` if nothing
    /// runs any more.
    #[inline]
    pub fn next(&self) -> Option<Slot> {
        let frame = self.frames[self.depth.checked_sub(1)?];
        Some(Slot::new(frame.procedure.into(), frame.next.into()))
    }

    /// Passes the next command.
    #[inline]
    pub fn advance(&mut self) {
        self.frames[self.depth - 1].next += 1;
    }

    /// Leaves the procedure that runs.
    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Leaves all procedures that are at their end.
    pub fn leave_ended<C>(&mut self, bodies: &[Vec<C>]) {
        while let Some(at) = self.next()
            && at.index >= bodies.get(at.procedure).map_or(0, Vec::len)
        {
            self.leave();
        }
    }

    /// Runs another procedure. Whether it was running, so that what has run since then goes on for
    /// ever.
    #[inline]
    pub fn call(&mut self, procedure: u8) -> bool {
        let caller = self.frames[self.depth - 1];
        let running = &self.frames[..self.depth];
        let before = running.iter().position(|it| it.procedure == procedure);
        self.depth = before.unwrap_or(self.depth);
        self.frames[self.depth] = Frame {
            procedure,
            next: 0,
            from: (caller.procedure, caller.next.saturating_sub(1)),
        };
        self.depth += 1;
        before.is_some()
    }

    /// The procedures that run, the first one first, each with the call that began it.
    pub fn running(&self) -> impl Iterator<Item = (usize, Option<Slot>)> + '_ {
        let frames = self.frames[..self.depth].iter().enumerate();
        frames.map(|(depth, frame)| {
            let from = Slot::new(frame.from.0.into(), frame.from.1.into());
            (frame.procedure.into(), (depth > 0).then_some(from))
        })
    }
}

/// Sees when a state comes again (Brent): each is compared with one from before, which is taken anew
/// after twice as many as the last time.
#[derive(Clone, Debug)]
pub struct Repeats<T> {
    before: Option<T>,
    since: u64,
    patience: u64,
}

impl<T> Default for Repeats<T> {
    fn default() -> Self {
        Self {
            before: None,
            since: 0,
            patience: 1,
        }
    }
}

impl<T: Clone + PartialEq> Repeats<T> {
    /// Whether this state is known to have been there before.
    #[inline]
    pub fn again(&mut self, now: &T) -> bool {
        if self.before.as_ref() == Some(now) {
            return true;
        }
        self.since += 1;
        if self.since == self.patience {
            self.before = Some(now.clone());
            self.since = 0;
            self.patience *= 2;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_of_what_runs_cuts_the_stack() {
        let mut calls = Calls::<3>::default();
        calls.advance();
        assert!(!calls.call(1));
        calls.advance();
        assert!(!calls.call(2));
        calls.advance();
        calls.advance();
        assert!(calls.call(1));
        let running: Vec<_> = calls.running().collect();
        assert_eq!(running, [(0, None), (1, Some(Slot::new(2, 1)))]);
        calls.leave_ended(&[vec![(); 2], vec![], vec![]]);
        assert_eq!((calls.depth(), calls.next()), (1, Some(Slot::new(0, 1))));
    }

    #[test]
    fn every_circle_is_seen() {
        for (begin, circle) in [(0, 1), (3, 7), (100, 30)] {
            let mut repeats = Repeats::default();
            let states = (0..begin).chain((begin..begin + circle).cycle());
            let seen = states.take(1000).position(|state| repeats.again(&state));
            assert!(seen.is_some_and(|at| at >= begin + circle), "{seen:?}");
        }
    }
}
