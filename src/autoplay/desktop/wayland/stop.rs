//! Emergency stop, shared by all connections, as two detectors would take the events from each other.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::desktop::traits::{DesktopError, Signal};

use super::corners::Corners;
use super::open_connection;

/// State of the stop key, and the number of times it was pressed.
#[derive(Clone, Copy, Default)]
pub(super) struct StopKeyState {
    pub(super) is_down: bool,
    pub(super) presses: u64,
}

/// Hotkey that the compositor reports whichever window has the focus, bound while this lives.
pub(super) trait StopKey: Send {
    /// Processes pending events, and returns the current state.
    fn poll(&mut self) -> Result<StopKeyState, DesktopError>;

    /// Name of the bound keys, for the user.
    fn name(&self) -> &'static str;
}

pub(super) struct StopDetector {
    corners: Option<Corners>,
    stop_key: Option<Box<dyn StopKey>>,
}

/// Stop signals of one connection to a desktop.
pub(super) struct StopSignals {
    detector: Arc<Mutex<StopDetector>>,
    /// Number of stop key presses already reported.
    reported_presses: u64,
}

/// A detector with the socket of its compositor; `None` for the one named by `WAYLAND_DISPLAY`.
type SharedDetector = (Option<PathBuf>, Weak<Mutex<StopDetector>>);

static DETECTORS: Mutex<Vec<SharedDetector>> = Mutex::new(Vec::new());

/// Returns the detector for this compositor, created if there is none. It lives as long as the last connection.
fn shared_detector(
    wayland: Option<&Path>,
    bind: impl FnOnce() -> Result<Option<Box<dyn StopKey>>, DesktopError>,
) -> Result<Arc<Mutex<StopDetector>>, DesktopError> {
    let mut detectors = DETECTORS.lock().unwrap_or_else(PoisonError::into_inner);
    detectors.retain(|(_, detector)| detector.strong_count() > 0);
    let mut known = detectors.iter();
    let known = known.find(|(socket, _)| socket.as_deref() == wayland);
    if let Some(detector) = known.and_then(|(_, detector)| detector.upgrade()) {
        return Ok(detector);
    }
    let corners = Corners::open(&open_connection(wayland)?)?;
    let stop_key = bind().unwrap_or_else(|error| {
        log::warn!("no stop key: {error}");
        None
    });
    let detector = Arc::new(Mutex::new(StopDetector { corners, stop_key }));
    detectors.push((wayland.map(Path::to_owned), Arc::downgrade(&detector)));
    Ok(detector)
}

impl StopDetector {
    fn stop_key(&mut self) -> Result<Option<StopKeyState>, DesktopError> {
        let key = self.stop_key.as_mut();
        key.map(|key| key.poll()).transpose()
    }

    fn is_in_corner(&mut self) -> Result<bool, DesktopError> {
        self.corners.as_mut().map_or(Ok(false), Corners::poll)
    }

    pub(super) fn has_hideout(&self) -> bool {
        self.corners.as_ref().is_some_and(Corners::has_hideout)
    }

    /// Hides a pointer that has been moved to the hideout.
    pub(super) fn hide(&mut self) -> Result<(), DesktopError> {
        // The first update receives the event that the pointer has entered; the second sends the reply that hides it.
        self.is_in_corner()?;
        self.is_in_corner().map(|_| ())
    }
}

impl StopSignals {
    /// Starts detection for the compositor at this socket, or the one named by `WAYLAND_DISPLAY`. `bind` binds the stop
    /// key, if no other connection has.
    pub(super) fn open(
        wayland: Option<&Path>,
        bind: impl FnOnce() -> Result<Option<Box<dyn StopKey>>, DesktopError>,
    ) -> Result<Self, DesktopError> {
        let mut this = Self {
            detector: shared_detector(wayland, bind)?,
            reported_presses: 0,
        };
        let key = this.detector().stop_key()?;
        this.reported_presses = key.map_or(0, |key| key.presses);
        Ok(this)
    }

    pub(super) fn detector(&self) -> MutexGuard<'_, StopDetector> {
        // The state is valid even after a panic of another thread.
        self.detector.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn signal(&mut self) -> Result<Option<Signal>, DesktopError> {
        let presses = {
            let mut detector = self.detector();
            let key = detector.stop_key()?;
            if key.is_none_or(|key| !key.is_down && key.presses == self.reported_presses) {
                return Ok(detector.is_in_corner()?.then_some(Signal::Corner));
            }
            key.map_or(0, |key| key.presses)
        };
        // A press that has already ended counts too, but only once.
        self.reported_presses = presses;
        Ok(Some(Signal::Hotkey))
    }

    pub(super) fn signals(&self) -> Vec<(Signal, &'static str)> {
        let detector = self.detector();
        let key = detector.stop_key.as_ref().map(|key| key.name());
        let key = key.map(|name| (Signal::Hotkey, name));
        let corner = (Signal::Corner, "the pointer in a corner of the screen");
        let corner = detector.corners.as_ref().map(|_| corner);
        key.into_iter().chain(corner).collect()
    }
}
