//! Several methods in turn, and what becomes of their plans.

pub(crate) mod auto;
pub(crate) mod best;
pub(crate) mod rounds;
pub(crate) mod shorten;
