//! Common parts of searches (budgets, cancellation, progress reports), and ready-made searches.

mod anytime;
mod assignment;
mod best_first;
mod breadth_first;
mod budget;
mod corral;
mod depth_first;
mod discard;
mod features;
mod least_costs;
mod packing;
mod progress;
mod union_find;
mod visits;

pub use anytime::AnytimeSearch;
pub use assignment::assignment;
pub use best_first::{BestFirst, SearchResult, StateSpace};
pub use breadth_first::BreadthFirst;
pub use budget::{Budget, CancelFlag, Stop, Ticker};
pub use corral::{CorralCache, Warehouse};
pub use depth_first::{Descent, depth_first};
pub use discard::discard;
pub use features::{Features, feature_space};
pub use least_costs::least_costs;
pub use packing::{Arrangement, PACKED_COST, Packable, Packing};
pub use progress::{NoProgress, Progress, ProgressSink, Snapshot};
pub use union_find::UnionFind;
pub use visits::{PruneReason, Visit, VisitSink};
