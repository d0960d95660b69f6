//! Giving back the memory of large tables.

use std::thread;

/// Drops a value on a thread of its own. Giving back millions of small pieces of memory can take seconds, for which a
/// search whose time is over must not be late.
pub fn discard(value: impl Send + 'static) {
    // Without a thread the value is dropped here.
    let _ = thread::Builder::new()
        .name("discard".to_owned())
        .spawn(move || drop(value));
}
