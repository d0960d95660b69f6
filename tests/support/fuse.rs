//! The emulator with the stand-in.
