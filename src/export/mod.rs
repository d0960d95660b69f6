//! Pictures and animations of levels and plans.
