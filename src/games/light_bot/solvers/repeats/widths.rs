//! How wide the search goes in which order.

use super::layers::Limits;

/// Steps of the robot that are made for a proof before anything else.
pub(super) const AT_ONCE: u64 = 3_000_000;

/// What is looked through in search of good programs.
pub(super) static WIDER: &[Limits] = &[
    Limits {
        body: 3,
        width: 300,
        grown: Some((2, 300)),
    },
    Limits {
        body: 4,
        width: 1_000,
        grown: Some((8, 1_000)),
    },
    Limits {
        body: 5,
        width: 3_000,
        grown: Some((20, 3_000)),
    },
];
