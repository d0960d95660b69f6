//! Searches through the states of games.

pub(crate) mod astar;
pub(crate) mod beam;
pub(crate) mod breadth;
pub(crate) mod count;
pub(crate) mod counters;
pub(crate) mod expand;
pub(crate) mod graph_search;
pub(crate) mod greedy;
pub(crate) mod ida;
pub(crate) mod iterative;
pub(crate) mod policy;
pub(crate) mod replay;
pub(crate) mod simple;
pub(crate) mod table;
pub(crate) mod walks;
pub(crate) mod watch;
