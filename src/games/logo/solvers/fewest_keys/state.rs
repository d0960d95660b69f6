use super::set::StampSet;

/// A partial path: the cells visited and the last of them.
#[derive(Clone, Copy)]
pub(super) struct PathState<const WORDS: usize> {
    pub done: StampSet<WORDS>,
    pub length: i32,
    /// Lower bound of all paths through here, in price units.
    pub bound: i32,
    /// Index in the previous layer.
    pub parent: u32,
    pub cell: u16,
}
