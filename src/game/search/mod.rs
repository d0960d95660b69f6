//! Common parts of searches (budgets, cancellation, progress reports), and ready-made searches.

mod anytime;
mod assignment;
mod best_first;
mod breadth_first;
mod budget;
mod depth_first;
mod discard;
mod features;
mod groups;
mod least_costs;
mod packing;
mod progress;
mod shut;
mod visits;

pub use anytime::AnytimeSearch;
pub use assignment::assignment;
pub use best_first::{BestFirst, Searched, Ways};
pub use breadth_first::BreadthFirst;
pub use budget::{Budget, CancelFlag, Stop, Ticker};
pub use depth_first::{Descent, depth_first};
pub use discard::discard;
pub use features::{Features, feature_space};
pub use groups::Groups;
pub use least_costs::least_costs;
pub use packing::{Arrangement, PACKED, Packable, Packing};
pub use progress::{NoProgress, Progress, ProgressSink, Snapshot};
pub use shut::{Shut, Steps};
pub use visits::{Visit, VisitSink, Why};
