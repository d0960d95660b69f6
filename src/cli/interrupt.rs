//! Ctrl+C, and the system's wish that the program end: ends work that can end in order, and
//! everything else at once. No key that auto-play holds is left down.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::autoplay;
use crate::search::CancelFlag;

use super::status::Status;

/// Auto-play lets its keys up within milliseconds; a display that does not answer must not keep
/// the program alive.
const LETTING_GO: Duration = Duration::from_secs(1);

/// Lets the first Ctrl+C raise the flag that comes back; the second one ends the program at once.
/// To be called once, when the work begins: before it, Ctrl+C ends the program as usual.
pub(super) fn cancel_on_ctrl_c() -> CancelFlag {
    let flag = CancelFlag::default();
    let (cancel, again) = (flag.clone(), AtomicBool::new(false));
    let handler = move || {
        if again.swap(true, Ordering::SeqCst) {
            end();
        }
        cancel.cancel();
    };
    handle(handler);
    flag
}

/// Lets Ctrl+C and the system's wish end the program at once, but for keys that are let up first.
pub(super) fn end_on_ctrl_c() {
    handle(end);
}

fn end() {
    if !autoplay::end_all(LETTING_GO) {
        log::warn!("auto-play did not end in time; a key may be down");
    }
    std::process::exit(Status::Interrupted.code().into());
}

fn handle(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        // Then the program ends without a last word, which is no reason not to work.
        log::warn!("no handler for Ctrl+C: {error}");
    }
}
