//! Common parts of searches (budgets, cancellation, progress reports), and ready-made searches.

mod assignment;
mod best_first;
mod breadth_first;
mod budget;
mod depth_first;
mod least_costs;
mod progress;
mod union_find;

pub use assignment::assignment;
pub use best_first::{BestFirst, SearchResult, StateSpace};
pub use breadth_first::BreadthFirst;
pub use budget::{Budget, CancelFlag, Stop, Ticker, discard};
pub use depth_first::{Descent, depth_first};
pub use least_costs::{LeastCosts, least_costs};
pub use progress::{NoProgress, Progress, ProgressSink, PruneReason, Snapshot, Visit, VisitSink};
pub use union_find::UnionFind;
