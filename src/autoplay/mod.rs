//! Playing a plan in a real window: capture, input, the closed loop, fail-safe.
