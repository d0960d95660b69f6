//! Repeated previews of the window, which send no input.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::autoplay::desktop::{WindowId, WindowInfo};
use crate::autoplay::{BOARD_CHECK, CheckState, START_CHECK};
use crate::page::Cx;
use crate::session::Task;
use crate::world::{WindowPreview, WindowTarget};

/// Usual time between two previews.
const PREVIEW_INTERVAL: Duration = Duration::from_millis(1500);
/// Time between two previews while a practice window opens.
const SHORT_INTERVAL: Duration = Duration::from_millis(300);
/// Longest time for a practice window to open.
const OPEN_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Default)]
pub(super) struct Previewer {
    pub(super) task: Option<Task<Result<WindowPreview, String>>>,
    /// Result of the last preview.
    pub(super) last: Option<Result<WindowPreview, String>>,
    pub(super) awaited: Option<AwaitedWindow>,
}

pub(super) struct AwaitedWindow {
    deadline: Instant,
    /// Process id; 0 until it is known.
    pid: Arc<AtomicU32>,
}

impl Previewer {
    /// Forgets the last preview, and requests one at once.
    pub(super) fn restart(&mut self) {
        self.last = None;
        self.task = None;
    }

    /// The last preview; `None` before the first, or if it failed.
    pub(super) fn preview(&self) -> Option<&WindowPreview> {
        self.last.as_ref()?.as_ref().ok()
    }

    pub(super) fn is_first_preview(&self) -> bool {
        self.task.is_some() && self.last.is_none()
    }

    /// Starts a preview of the target on a thread, after the interval that applies.
    pub(super) fn start_preview(&mut self, target: WindowTarget, got_focus: bool, cx: &Cx) {
        if self.task.is_some() {
            return;
        }
        let delay = match &self.last {
            None => Duration::ZERO,
            Some(_) if got_focus => Duration::ZERO,
            Some(_) if self.awaits_window() => SHORT_INTERVAL,
            Some(_) => PREVIEW_INTERVAL,
        };
        let live = cx.world.live.clone();
        let work = move |_: &_| {
            std::thread::sleep(delay);
            live.preview(&target)
        };
        self.task = Some(Task::start("look at the window", &cx.wake, work));
    }

    pub(super) fn await_window(&mut self, pid: Arc<AtomicU32>) {
        let deadline = Instant::now() + OPEN_TIMEOUT;
        self.awaited = Some(AwaitedWindow { deadline, pid });
    }

    /// Returns whether a practice window is awaited and may still be opening.
    pub(super) fn awaits_window(&self) -> bool {
        let awaited = self.awaited.as_ref();
        awaited.is_some_and(|window| Instant::now() < window.deadline)
    }

    /// Finds the awaited practice window among these, and stops waiting for it.
    pub(super) fn find_awaited(&mut self, windows: &[WindowInfo]) -> Option<WindowId> {
        let pid = self.awaited.as_ref()?.pid.load(Ordering::Relaxed);
        let own = windows.iter().find(|window| window.pid == Some(pid))?;
        self.awaited = None;
        Some(own.id)
    }

    /// Warning of the last preview: that no level can be read, or else what is doubtful about the board.
    pub(super) fn warning(&self) -> Option<String> {
        let preview = self.preview()?;
        let find_warning = |name| {
            let check = preview.check(name);
            check.filter(|check| check.state == CheckState::Warning)
        };
        // A level that cannot be read is more important than its uncertain cells.
        let no_level = find_warning(START_CHECK).filter(|_| preview.level.is_none());
        Some(no_level.or(find_warning(BOARD_CHECK))?.detail.clone())
    }

    /// Reason of the last preview not to start, if any.
    pub(super) fn obstacle(&self) -> Option<String> {
        match &self.last {
            Some(Ok(preview)) => {
                let mut checks = preview.checks.iter();
                let failed = checks.find(|check| check.state == CheckState::Failed)?;
                Some(format!("{}: {}", failed.name, failed.detail))
            }
            Some(Err(error)) => Some(error.clone()),
            None => Some("Looking for the window.".to_owned()),
        }
    }
}
