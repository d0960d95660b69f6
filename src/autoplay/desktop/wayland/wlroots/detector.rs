//! Emergency stop, shared by all connections, as two detectors would take the events from each other.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::desktop::traits::{DesktopError, Signal};

use super::corners::Corners;
use super::display;
use super::stop_key::{StopKeyState, SwayStopKey};

pub(super) struct StopDetector {
    corners: Option<Corners>,
    stop_key: Option<SwayStopKey>,
}

type SharedDetector = (Option<PathBuf>, Weak<Mutex<StopDetector>>);

static DETECTORS: Mutex<Vec<SharedDetector>> = Mutex::new(Vec::new());

/// Returns the detector for this compositor, created if there is none. It lives as long as the last connection.
pub(super) fn shared_detector(
    wayland: Option<&Path>,
    sway: Option<&Path>,
) -> Result<Arc<Mutex<StopDetector>>, DesktopError> {
    let mut detectors = DETECTORS.lock().unwrap_or_else(PoisonError::into_inner);
    detectors.retain(|(_, detector)| detector.strong_count() > 0);
    let mut known = detectors.iter();
    let known = known.find(|(socket, _)| socket.as_deref() == wayland);
    if let Some(detector) = known.and_then(|(_, detector)| detector.upgrade()) {
        return Ok(detector);
    }
    let corners = Corners::open(&display::connect(wayland)?)?;
    let stop_key = sway.and_then(|socket| match SwayStopKey::bind(socket) {
        Ok(key) => key,
        Err(error) => {
            log::warn!("no stop key: {error}");
            None
        }
    });
    let detector = Arc::new(Mutex::new(StopDetector { corners, stop_key }));
    detectors.push((wayland.map(Path::to_owned), Arc::downgrade(&detector)));
    Ok(detector)
}

pub(super) fn presses(detector: &Mutex<StopDetector>) -> Result<u64, DesktopError> {
    let mut detector = detector.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(detector.stop_key()?.map_or(0, |key| key.presses))
}

impl StopDetector {
    pub(super) fn stop_key(&mut self) -> Result<Option<StopKeyState>, DesktopError> {
        self.stop_key.as_mut().map(SwayStopKey::poll).transpose()
    }

    pub(super) fn is_in_corner(&mut self) -> Result<bool, DesktopError> {
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

    pub(super) fn signals(&self) -> Vec<(Signal, &'static str)> {
        let key = self.stop_key.as_ref().map(SwayStopKey::name);
        let key = key.map(|name| (Signal::Hotkey, name));
        let corner = (Signal::Corner, "the pointer in a corner of the screen");
        let corner = self.corners.as_ref().map(|_| corner);
        key.into_iter().chain(corner).collect()
    }
}
