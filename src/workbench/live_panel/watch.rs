//! Looks at the window, touching nothing, again and again while it is shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use crate::autoplay::{BOARD_CHECK, CheckState, START_CHECK};
use crate::page::Cx;
use crate::session::Task;
use crate::world::{Look, Target, WindowName};

/// Time from one look to the next.
const LOOK_AGAIN: Duration = Duration::from_millis(1500);
/// The same while a practice window opens, and how long that may take.
const LOOK_SOON: Duration = Duration::from_millis(300);
const OPENING: Duration = Duration::from_secs(20);

/// The looks at the window.
#[derive(Default)]
pub(super) struct Watch {
    task: Option<Task<Result<Look, String>>>,
    last: Option<Result<Look, String>>,
    /// A practice window that was just opened.
    opening: Option<Opening>,
}

/// A practice window that is awaited.
struct Opening {
    until: Instant,
    /// Number of its process; 0 until that is known.
    pid: Arc<AtomicU32>,
}

impl Watch {
    /// Forgets what was seen, and looks again at once.
    pub(super) fn restart(&mut self) {
        self.last = None;
        self.task = None;
    }

    /// The last look; `None` until there is one, or if it failed.
    pub(super) fn look(&self) -> Option<&Look> {
        self.last.as_ref()?.as_ref().ok()
    }

    /// The outcome of the last look.
    pub(super) fn outcome(&self) -> Option<&Result<Look, String>> {
        self.last.as_ref()
    }

    /// The window is being looked at, and nothing was seen of it before.
    pub(super) fn is_first_look(&self) -> bool {
        self.task.is_some() && self.last.is_none()
    }

    /// The outcome of a look that has ended, once.
    pub(super) fn take_outcome(&mut self) -> Option<Result<Look, String>> {
        Task::outcome_of(&mut self.task)
    }

    /// Keeps a look as the last one.
    pub(super) fn keep(&mut self, look: Result<Look, String>) {
        self.last = Some(look);
    }

    /// Looks at the target after a while, on a thread.
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

    /// Awaits the practice window of this process.
    pub(super) fn await_window(&mut self, pid: Arc<AtomicU32>) {
        let until = Instant::now() + OPENING;
        self.opening = Some(Opening { until, pid });
    }

    /// No longer awaits a practice window.
    pub(super) fn stop_awaiting(&mut self) {
        self.opening = None;
    }

    /// A practice window is awaited, however long ago it was opened.
    pub(super) fn has_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// A practice window is awaited, and was opened not long ago.
    pub(super) fn awaits_window(&self) -> bool {
        let opening = self.opening.as_ref();
        opening.is_some_and(|opening| Instant::now() < opening.until)
    }

    /// The awaited practice window among these, once.
    pub(super) fn find_awaited(&mut self, windows: &[WindowName]) -> Option<u64> {
        let pid = self.opening.as_ref()?.pid.load(Ordering::Relaxed);
        let own = windows.iter().find(|window| window.pid == Some(pid))?;
        self.opening = None;
        Some(own.id)
    }

    /// Why the board of the last look is no level to start with, though something else may follow it.
    pub(super) fn doubt(&self) -> Option<String> {
        let look = self.last.as_ref()?.as_ref().ok()?;
        let doubt = |name| {
            let check = look.check(name);
            check.filter(|check| check.state == CheckState::Doubtful)
        };
        // That no level is read at all says more than that some of its cells are not.
        let no_level = doubt(START_CHECK).filter(|_| look.level.is_none());
        no_level
            .or(doubt(BOARD_CHECK))
            .map(|check| check.detail.clone())
    }

    /// Why the last look forbids a start.
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
