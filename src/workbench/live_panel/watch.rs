//! Repeated previews of the window, which send no input.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::autoplay::{BOARD_CHECK, CheckState, START_CHECK};
use crate::page::Cx;
use crate::session::Task;
use crate::world::{Look, Target, WindowName};

const LOOK_AGAIN: Duration = Duration::from_millis(1500);
/// Interval of previews while a practice window opens, and longest time for that.
const LOOK_SOON: Duration = Duration::from_millis(300);
const OPENING: Duration = Duration::from_secs(20);

#[derive(Default)]
pub(super) struct Watch {
    task: Option<Task<Result<Look, String>>>,
    last: Option<Result<Look, String>>,
    opening: Option<Opening>,
}

struct Opening {
    until: Instant,
    /// Process id; 0 until it is known.
    pid: Arc<AtomicU32>,
}

impl Watch {
    /// Forgets the last preview, and requests one at once.
    pub(super) fn restart(&mut self) {
        self.last = None;
        self.task = None;
    }

    /// The last preview; `None` before the first, or if it failed.
    pub(super) fn look(&self) -> Option<&Look> {
        self.last.as_ref()?.as_ref().ok()
    }

    pub(super) fn outcome(&self) -> Option<&Result<Look, String>> {
        self.last.as_ref()
    }

    /// Returns whether the first preview is in progress.
    pub(super) fn is_first_look(&self) -> bool {
        self.task.is_some() && self.last.is_none()
    }

    /// Takes the outcome of a preview that has just ended.
    pub(super) fn take_outcome(&mut self) -> Option<Result<Look, String>> {
        Task::outcome_of(&mut self.task)
    }

    pub(super) fn keep(&mut self, look: Result<Look, String>) {
        self.last = Some(look);
    }

    /// Starts a preview of the target on a thread, after the interval that applies.
    pub(super) fn look_on(&mut self, target: Target, came_back: bool, cx: &Cx) {
        if self.task.is_some() {
            return;
        }
        let after = match &self.last {
            None => Duration::ZERO,
            Some(_) if came_back => Duration::ZERO,
            Some(_) if self.awaits_window() => LOOK_SOON,
            Some(_) => LOOK_AGAIN,
        };
        let live = cx.world.live.clone();
        let work = move |_: &_| {
            std::thread::sleep(after);
            live.look(&target)
        };
        self.task = Some(Task::start("look at the window", &cx.wake, work));
    }

    /// Waits for the practice window of this process.
    pub(super) fn await_window(&mut self, pid: Arc<AtomicU32>) {
        let until = Instant::now() + OPENING;
        self.opening = Some(Opening { until, pid });
    }

    pub(super) fn stop_awaiting(&mut self) {
        self.opening = None;
    }

    /// Returns whether a practice window is awaited, even if its time has passed.
    pub(super) fn has_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Returns whether a practice window is awaited and may still be opening.
    pub(super) fn awaits_window(&self) -> bool {
        let opening = self.opening.as_ref();
        opening.is_some_and(|opening| Instant::now() < opening.until)
    }

    /// Finds the awaited practice window among these, and stops waiting for it.
    pub(super) fn find_awaited(&mut self, windows: &[WindowName]) -> Option<u64> {
        let pid = self.opening.as_ref()?.pid.load(Ordering::Relaxed);
        let own = windows.iter().find(|window| window.pid == Some(pid))?;
        self.opening = None;
        Some(own.id)
    }

    /// Warning of the last preview that the board is not the start of a level.
    pub(super) fn doubt(&self) -> Option<String> {
        let look = self.last.as_ref()?.as_ref().ok()?;
        let doubt = |name| {
            let check = look.check(name);
            check.filter(|check| check.state == CheckState::Doubtful)
        };
        // A level that cannot be read is more important than its uncertain cells.
        let no_level = doubt(START_CHECK).filter(|_| look.level.is_none());
        no_level
            .or(doubt(BOARD_CHECK))
            .map(|check| check.detail.clone())
    }

    /// Reason of the last preview not to start, if any.
    pub(super) fn obstacle(&self) -> Option<String> {
        match &self.last {
            Some(Ok(look)) => {
                let mut checks = look.checks.iter();
                let failed = checks.find(|check| check.state == CheckState::Failed)?;
                Some(format!("{}: {}", failed.name, failed.detail))
            }
            Some(Err(error)) => Some(error.clone()),
            None => Some("Looking for the window.".to_owned()),
        }
    }
}
