//! Open repetitions of a run.
//!
//! A repetition begins with a command that gives the number of turns and ends with one that closes it. Both occupy
//! slots of the procedure. A close without a repetition does nothing; an unclosed repetition reaches to the end of its
//! procedure.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    /// Number of open calls when it began.
    depth: usize,
    first: usize,
    /// Number of turns after the current one.
    left: u32,
}

/// Open repetitions, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct LoopStack {
    open: Vec<Loop>,
}

impl LoopStack {
    /// Begins a repetition at index `first` of the procedure called at this depth.
    pub fn begin(&mut self, depth: usize, first: usize, times: u8) {
        self.open.push(Loop {
            depth,
            first,
            left: u32::from(times).saturating_sub(1),
        });
    }

    /// Ends one turn at this depth. Returns the start of the next turn, if there is one.
    pub fn end_turn(&mut self, depth: usize) -> Option<usize> {
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

    /// Returns whether a repetition is open at this depth.
    pub fn is_open(&self, depth: usize) -> bool {
        self.open.last().is_some_and(|it| it.depth == depth)
    }

    /// Drops repetitions of calls at this depth or deeper, which have ended or begin again.
    pub fn unwind(&mut self, depth: usize) {
        self.open.retain(|it| it.depth < depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_one_in_another() {
        let mut loops = LoopStack::default();
        loops.begin(1, 5, 2);
        loops.begin(1, 7, 3);
        // A close in another procedure has no effect on this one.
        assert_eq!(loops.end_turn(2), None);
        let turns = [1, 1, 1, 1].map(|depth| loops.end_turn(depth));
        assert_eq!(turns, [Some(7), Some(7), None, Some(5)]);
        assert!(loops.is_open(1));
        assert_eq!(loops.end_turn(1), None);
        assert!(!loops.is_open(1));
        loops.begin(1, 0, 2);
        loops.begin(2, 0, 2);
        loops.unwind(2);
        assert!(loops.is_open(1));
        loops.unwind(1);
        assert!(!loops.is_open(1));
    }
}
