//! Ctrl+C: ends work that can end in order, and everything else at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::search::CancelFlag;

use super::status::Status;

/// Lets the first Ctrl+C raise the flag that comes back; the second one ends the program at once.
/// To be called once, when the work begins: before it, Ctrl+C ends the program as usual.
pub(super) fn cancel_on_ctrl_c() -> CancelFlag {
    let flag = CancelFlag::default();
    let (cancel, again) = (flag.clone(), AtomicBool::new(false));
    let handler = move || {
        if again.swap(true, Ordering::SeqCst) {
            std::process::exit(Status::Interrupted.code().into());
        }
        cancel.cancel();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        // Then Ctrl+C ends the program without a last word, which is no reason not to work.
        log::warn!("no handler for Ctrl+C: {error}");
    }
    flag
}
