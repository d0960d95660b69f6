//! The pages, one folder each. No page names another.

pub mod batch;
pub mod edit;
pub mod export;
pub mod fairness;
pub mod generate;
pub mod history;
pub mod level;
pub mod library;
pub mod live;
pub mod next_level;
pub mod plan;
pub mod play;
pub mod practice;
pub mod solve;
pub mod start;
pub mod states;
pub mod wizard;
pub mod writing;
