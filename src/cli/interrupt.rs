//! Ctrl+C and termination signals. Auto-play releases its keys before the program ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::autoplay;
use crate::search::CancelFlag;

use super::status::Status;

/// Maximum wait for auto-play to release its keys, in case the display does not respond.
const KEY_RELEASE_TIME: Duration = Duration::from_secs(1);

/// Makes the first Ctrl+C raise the returned flag, the second one end the program. Call it once.
pub(super) fn cancel_on_ctrl_c() -> CancelFlag {
    let flag = CancelFlag::default();
    let (cancel, is_second) = (flag.clone(), AtomicBool::new(false));
    let handler = move || {
        if is_second.swap(true, Ordering::SeqCst) {
            end();
        }
        cancel.cancel();
    };
    set_handler(handler);
    flag
}

/// Makes Ctrl+C end the program as soon as auto-play has released its keys.
pub(super) fn end_on_ctrl_c() {
    set_handler(end);
}

fn end() {
    if !autoplay::end_all(KEY_RELEASE_TIME) {
        log::warn!("auto-play did not end in time; a key may be down");
    }
    std::process::exit(Status::Interrupted.code().into());
}

fn set_handler(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        // Not fatal: Ctrl+C then ends the program without cleaning up.
        log::warn!("no handler for Ctrl+C: {error}");
    }
}
