use super::set::Set;

/// A partial path: the cells visited and the last of them.
#[derive(Clone, Copy)]
pub(super) struct State<const WORDS: usize> {
    pub done: Set<WORDS>,
    pub length: i32,
    /// Lower bound of all paths through here, in price units.
    pub least: i32,
    /// Index in the previous layer.
    pub parent: u32,
    pub cell: u16,
}
