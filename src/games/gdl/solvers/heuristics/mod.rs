//! Estimates of the steps that are left.

pub(crate) mod effects;
pub(crate) mod patterns;
pub(crate) mod tokens;
