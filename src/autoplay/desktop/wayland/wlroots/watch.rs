//! Detection of the emergency stop, shared by all connections to a compositor, as two detectors would take the events
//! from each other.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::desktop::world::{Signal, WorldError};

use super::corners::Corners;
use super::display;
use super::stop_key::{State, StopKey};

/// Detector for corners and stop key.
pub(super) struct Watch {
    corners: Option<Corners>,
    stop_key: Option<StopKey>,
}

type Shared = (Option<PathBuf>, Weak<Mutex<Watch>>);

static WATCHES: Mutex<Vec<Shared>> = Mutex::new(Vec::new());

/// Returns the detector for this compositor, created if there is none. It lives as long as the last connection.
pub(super) fn shared(
    wayland: Option<&Path>,
    sway: Option<&Path>,
) -> Result<Arc<Mutex<Watch>>, WorldError> {
    let mut watches = WATCHES.lock().unwrap_or_else(PoisonError::into_inner);
    watches.retain(|(_, watch)| watch.strong_count() > 0);
    let known = watches
        .iter()
        .find(|(socket, _)| socket.as_deref() == wayland);
    if let Some(watch) = known.and_then(|(_, watch)| watch.upgrade()) {
        return Ok(watch);
    }
    let corners = Corners::open(&display::connect(wayland)?)?;
    let stop_key = sway.and_then(|socket| match StopKey::bind(socket) {
        Ok(key) => key,
        Err(error) => {
            log::warn!("no stop key: {error}");
            None
        }
    });
    let watch = Arc::new(Mutex::new(Watch { corners, stop_key }));
    watches.push((wayland.map(Path::to_owned), Arc::downgrade(&watch)));
    Ok(watch)
}

pub(super) fn presses(watch: &Mutex<Watch>) -> Result<u64, WorldError> {
    let mut watch = watch.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(watch.stop_key()?.map_or(0, |key| key.presses))
}

impl Watch {
    pub(super) fn stop_key(&mut self) -> Result<Option<State>, WorldError> {
        self.stop_key.as_mut().map(StopKey::look).transpose()
    }

    pub(super) fn is_in_corner(&mut self) -> Result<bool, WorldError> {
        self.corners.as_mut().map_or(Ok(false), Corners::look)
    }

    pub(super) fn has_hideout(&self) -> bool {
        self.corners.as_ref().is_some_and(Corners::has_hideout)
    }

    /// Hides a pointer that has been moved to the hideout.
    pub(super) fn hide(&mut self) -> Result<(), WorldError> {
        // The first update receives the event that the pointer has entered; the second sends the reply that hides it.
        self.is_in_corner()?;
        self.is_in_corner().map(|_| ())
    }

    pub(super) fn signals(&self) -> Vec<(Signal, &'static str)> {
        let key = self.stop_key.as_ref().map(StopKey::name);
        let corner = self
            .corners
            .is_some()
            .then_some("the pointer in a corner of the screen");
        let key = key.map(|name| (Signal::Hotkey, name));
        let corner = corner.map(|name| (Signal::Corner, name));
        key.into_iter().chain(corner).collect()
    }
}
