//! Deallocation of large tables.

use std::thread;

/// Drops a value on a separate thread. Freeing millions of allocations can take seconds, which would delay a search
/// that is out of time.
pub fn discard(value: impl Send + 'static) {
    // If no thread can be spawned, the value is dropped here.
    let thread = thread::Builder::new().name("discard".to_owned());
    let _ = thread.spawn(move || drop(value));
}
