//! Portfolio: runs several search methods in rounds of growing time (`auto`; `rounds` for one goal value), looks for
//! the best lower goal value where the target is out of reach (`best`), and shortens the plans found (`shorten`).

pub(crate) mod auto;
pub(crate) mod best;
pub(crate) mod rounds;
pub(crate) mod shorten;
