//! Stand-in game windows to play against.
