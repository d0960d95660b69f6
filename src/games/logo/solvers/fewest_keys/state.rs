//! A part of a way: what the layers hold.

use super::set::Set;

/// Cells visited and the last of them.
#[derive(Clone, Copy)]
pub(super) struct State<const WORDS: usize> {
    pub done: Set<WORDS>,
    pub length: i32,
    /// The least a whole way through here can cost, in the fine unit of prices.
    pub least: i32,
    /// Index in the layer before.
    pub parent: u32,
    pub cell: u16,
}
