//! A rule of the text expanded for one direction.

use std::sync::Arc;

use super::rule_text::{Command, Marker, RowText};

/// A rule for one direction.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Up, down, left or right.
    pub direction: Marker,
    pub left: Vec<RowText>,
    pub right: Vec<RowText>,
    pub line: usize,
    pub late: bool,
    pub rigid: bool,
    pub random: bool,
    pub group: usize,
    pub commands: Arc<[Command]>,
}
