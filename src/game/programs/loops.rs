//! Repeats that are open in a run.
//!
//! What is repeated stands between a command that says how often, and one that ends it. Both are
//! slots of the procedure, so that a slot is a place in a list of commands as in programs without
//! repeats. An end that ends nothing is passed over; what is not ended goes on to the end of its
//! procedure.

/// What is being repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    /// Number of open calls in which it began.
    depth: usize,
    /// Index of its first command.
    first: usize,
    /// How often it still goes on after this time.
    left: u32,
}

/// The repeats that are open, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct Loops {
    open: Vec<Loop>,
}

impl Loops {
    /// Begins to repeat, in the procedure that is called at this depth, what stands from `first` on.
    pub fn begin(&mut self, depth: usize, first: usize, times: u8) {
        self.open.push(Loop {
            depth,
            first,
            left: u32::from(times).saturating_sub(1),
        });
    }

    /// Ends one turn of what is repeated at this depth. Returns where the next turn begins, if there
    /// is one.
    pub fn turn(&mut self, depth: usize) -> Option<usize> {
        let innermost = self.open.last_mut().filter(|it| it.depth == depth)?;
        match innermost.left.checked_sub(1) {
            Some(left) => {
                innermost.left = left;
                Some(innermost.first)
            }
            None => {
                self.open.pop();
                None
            }
        }
    }

    /// Whether something is repeated at this depth.
    pub fn is_open(&self, depth: usize) -> bool {
        self.open.last().is_some_and(|it| it.depth == depth)
    }

    /// Forgets what was repeated in calls that are not open any more, or begin again: those deeper
    /// than this, and at it.
    pub fn cut(&mut self, depth: usize) {
        self.open.retain(|it| it.depth < depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_one_in_another() {
        let mut loops = Loops::default();
        loops.begin(1, 5, 2);
        loops.begin(1, 7, 3);
        // Another procedure's end ends nothing of this one.
        assert_eq!(loops.turn(2), None);
        let turns = [1, 1, 1, 1].map(|depth| loops.turn(depth));
        assert_eq!(turns, [Some(7), Some(7), None, Some(5)]);
        assert!(loops.is_open(1));
        assert_eq!(loops.turn(1), None);
        assert!(!loops.is_open(1));
        loops.begin(1, 0, 2);
        loops.begin(2, 0, 2);
        loops.cut(2);
        assert!(loops.is_open(1));
        loops.cut(1);
        assert!(!loops.is_open(1));
    }
}
