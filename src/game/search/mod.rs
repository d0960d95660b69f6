//! What all searches share: a budget that can run out or be called off, and progress reports.

mod budget;
mod progress;
mod visits;

pub use budget::{Budget, CancelFlag, Stop, Ticker};
pub use progress::{NoProgress, Progress, ProgressSink, Snapshot};
pub use visits::{Visit, VisitSink, Why};
