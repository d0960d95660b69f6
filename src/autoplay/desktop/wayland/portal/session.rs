//! Portal session: the user chooses a window and permits input to it, in a dialog of the desktop.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ashpd::desktop::remote_desktop::{
    DeviceType, KeyState, RemoteDesktop, SelectDevicesOptions, SelectedDevices,
};
use ashpd::desktop::screencast::{CursorMode, Screencast, SelectSourcesOptions, SourceType};
use ashpd::desktop::{PersistMode, ResponseError};
use ashpd::zbus::Task;
use futures_lite::StreamExt as _;
use futures_lite::future::block_on;

use crate::desktop::traits::{DesktopError, WindowId};
use crate::desktop::{no_picture, to_error};

use super::pixels::WindowPicture;
use super::scale::DisplayScale;
use super::stop_key::PortalStopKey;
use super::stream::{Stream, StreamSnapshot};

/// Bit that marks ids of windows chosen through the portal.
pub(super) const PORTAL_BIT: u64 = 1 << 63;
/// First version of the portal that remembers permissions.
const PERSIST_VERSION: u32 = 2;
/// Longest wait for the pointer while the scale is measured.
const SCALE_TIMEOUT: Duration = Duration::from_millis(1500);
/// Longest wait for the first picture, per try.
const FIRST_PICTURE_TIMEOUT: Duration = Duration::from_secs(1);
/// Maximum number of further requests for the first picture.
const FIRST_PICTURE_RETRIES: u32 = 6;
/// Maximum number of those requests during which the pointer is moved.
const POINTER_RETRIES: u32 = 2;

/// Number of sessions opened by this program, for the ids of their windows.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

type PortalSession = ashpd::desktop::Session<RemoteDesktop>;

pub(super) struct Session {
    pub(super) id: WindowId,
    desktop: RemoteDesktop,
    session: Arc<PortalSession>,
    /// PipeWire's number of the stream, in whose picture pointer positions are given.
    node: u32,
    pub(super) stream: Arc<Stream>,
    /// True if keys and pointer are permitted.
    pub(super) may_play: bool,
    pub(super) stop_key: PortalStopKey,
    /// `None` until measured.
    scale: Mutex<Option<DisplayScale>>,
    /// Detects the end of the session. Dropping it ends the detection.
    _watch: Task<()>,
}

impl Session {
    /// Asks the user for a window, and waits for the answer. A valid `token` of an earlier answer avoids the question.
    /// Also returns the token for the next time, if the desktop has one. `may_point` permits moving the pointer to get
    /// a first picture.
    pub(super) fn open(
        token: Option<&str>,
        may_point: bool,
    ) -> Result<(Self, Option<String>), DesktopError> {
        block_on(async {
            let desktop = RemoteDesktop::new().await.map_err(portal_error)?;
            let cast = Screencast::new().await.map_err(portal_error)?;
            let session = desktop.create_session(Default::default()).await;
            let session = Arc::new(session.map_err(portal_error)?);
            let granted = request_window(&desktop, &cast, &session, token).await;
            let (answer, node) = match granted {
                Ok(granted) => granted,
                Err(error) => {
                    // Closing makes the desktop remove an open dialog.
                    let _ = session.close().await;
                    return Err(error);
                }
            };
            let remote = cast.open_pipe_wire_remote(&session, Default::default());
            let stream = Stream::begin(remote.await.map_err(portal_error)?, node);
            let stream = Arc::new(stream.map_err(to_error)?);
            let watch = watch(&desktop, session.clone(), stream.clone());
            let required = DeviceType::Keyboard | DeviceType::Pointer;
            let this = Self {
                id: WindowId(PORTAL_BIT | SESSIONS.fetch_add(1, Ordering::Relaxed)),
                session,
                node,
                stream,
                scale: Mutex::default(),
                stop_key: PortalStopKey::begin(desktop.connection()),
                may_play: answer.devices().contains(required),
                _watch: watch,
                desktop,
            };
            this.await_first_picture(may_point);
            Ok((this, answer.restore_token().map(str::to_owned)))
        })
    }

    /// Waits for the first picture, which can also be lost. GNOME sends none before the window draws itself. A static
    /// window may not do so for long, but most do when the pointer enters.
    fn await_first_picture(&self, may_point: bool) {
        let has_picture = |latest: &StreamSnapshot| latest.shot().map(|_| ());
        let stream = &self.stream;
        if stream
            .wait_for(FIRST_PICTURE_TIMEOUT, has_picture)
            .is_some()
        {
            return;
        }
        for round in 0..FIRST_PICTURE_RETRIES {
            if may_point && (1..=POINTER_RETRIES).contains(&round) {
                // Near the upper left corner, at another point each time.
                let at = f64::from(40 + 20 * round);
                if let Err(error) = self.move_to((at, at)) {
                    log::debug!("the pointer cannot be moved to a shared window: {error}");
                }
            }
            if self.stream.restart(FIRST_PICTURE_TIMEOUT) || !self.is_open() {
                return;
            }
        }
    }

    /// Returns the latest picture. Fails before the first picture.
    pub(super) fn shot(&self) -> Result<Arc<WindowPicture>, DesktopError> {
        self.stream.latest().shot().ok_or_else(|| {
            let why = "the desktop has sent none yet. Have the window on the screen, make it draw something (by its size, or a move in it), and try again";
            no_picture(why)
        })
    }

    /// Returns the measured scale of the window's display, or 1.
    pub(super) fn scale(&self) -> DisplayScale {
        let measured = *self.scale.lock().unwrap_or_else(PoisonError::into_inner);
        measured.unwrap_or_default()
    }

    /// Measures the scale of the window's display once. Takes seconds if another window covers the far corner.
    pub(super) fn measure_scale(&self) -> Result<(), DesktopError> {
        let lock = || self.scale.lock().unwrap_or_else(PoisonError::into_inner);
        if lock().is_some() {
            return Ok(());
        }
        let shot = self.shot()?;
        let (width, height) = shot.picture.dimensions();
        let extent = |size: u32, origin: i32| size.saturating_add_signed(origin);
        let size = (extent(width, shot.origin.0), extent(height, shot.origin.1));
        let found = DisplayScale::find(size, |scales, pixel| self.probe_scale(scales, pixel));
        *lock() = found;
        Ok(())
    }

    /// Moves the pointer to a pixel of the stream, and returns the scale with which it is reported there.
    fn probe_scale(&self, scales: [DisplayScale; 2], pixel: (i32, i32)) -> Option<DisplayScale> {
        // Some desktops refuse positions beyond the window.
        self.move_to(scales[0].units(pixel.0, pixel.1)).ok()?;
        self.stream.wait_for(SCALE_TIMEOUT, |latest| {
            let at = latest.pointer?;
            scales.into_iter().find(|scale| scale.is_at(at, pixel))
        })
    }

    /// Pixel of the stream at the pointer; `None` while the window does not have it.
    pub(super) fn pointer(&self) -> Option<(i32, i32)> {
        Some(self.scale().pixel(self.stream.latest().pointer?))
    }

    /// Returns whether the pointer is over the window. While a button is down, the window has the pointer everywhere.
    pub(super) fn is_pointed_at(&self) -> bool {
        let shot = self.stream.latest().shot();
        let pointer = self.pointer();
        shot.is_some_and(|shot| pointer.is_some_and(|pixel| shot.contains(pixel)))
    }

    pub(super) fn is_open(&self) -> bool {
        self.stream.latest().ended.is_none()
    }

    /// Moves the pointer, in units of pointer motion.
    pub(super) fn move_to(&self, (x, y): (f64, f64)) -> Result<(), DesktopError> {
        let (desktop, session) = (&self.desktop, &self.session);
        let moved =
            desktop.notify_pointer_motion_absolute(session, self.node, x, y, Default::default());
        block_on(moved).map_err(portal_error)
    }

    /// Presses or releases a button, by the kernel's code.
    pub(super) fn button(&self, button: i32, is_down: bool) -> Result<(), DesktopError> {
        let (desktop, session) = (&self.desktop, &self.session);
        let state = key_state(is_down);
        let sent = desktop.notify_pointer_button(session, button, state, Default::default());
        block_on(sent).map_err(portal_error)
    }

    /// Presses or releases a key, by the kernel's code.
    pub(super) fn key(&self, code: u32, is_down: bool) -> Result<(), DesktopError> {
        let code = i32::try_from(code).map_err(to_error)?;
        let (desktop, session) = (&self.desktop, &self.session);
        let state = key_state(is_down);
        let sent = desktop.notify_keyboard_keycode(session, code, state, Default::default());
        block_on(sent).map_err(portal_error)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Fails if it is already closed.
        let _ = block_on(self.session.close());
    }
}

fn key_state(is_down: bool) -> KeyState {
    match is_down {
        true => KeyState::Pressed,
        false => KeyState::Released,
    }
}

/// Checks that the desktop has a portal for keys and pointer.
pub(super) fn is_offered() -> Result<(), DesktopError> {
    let offered: ashpd::Result<()> = block_on(async {
        // Only querying a property shows whether a portal exists.
        RemoteDesktop::new().await?.available_device_types().await?;
        Screencast::new().await?.available_source_types().await?;
        Ok(())
    });
    offered.map_err(|error| DesktopError::NoPortal(format!("there is none for that ({error})")))
}

/// Asks for a window, and returns the answer with the number of the stream.
async fn request_window(
    desktop: &RemoteDesktop,
    cast: &Screencast,
    session: &PortalSession,
    token: Option<&str>,
) -> Result<(SelectedDevices, u32), DesktopError> {
    let mut devices =
        SelectDevicesOptions::default().set_devices(DeviceType::Keyboard | DeviceType::Pointer);
    if desktop.version() >= PERSIST_VERSION {
        devices = devices
            .set_persist_mode(PersistMode::ExplicitlyRevoked)
            .set_restore_token(token);
    }
    let request = desktop.select_devices(session, devices).await;
    request.and_then(|it| it.response()).map_err(portal_error)?;
    let modes = cast.available_cursor_modes().await.map_err(portal_error)?;
    if !modes.contains(CursorMode::Metadata) {
        let why = "it does not report the pointer's position, so clicks cannot be aimed";
        return Err(DesktopError::NoPortal(why.to_owned()));
    }
    let kinds = cast.available_source_types().await.map_err(portal_error)?;
    if !kinds.contains(SourceType::Window) {
        return Err(DesktopError::NotAWindow);
    }
    let sources = SelectSourcesOptions::default()
        .set_cursor_mode(CursorMode::Metadata)
        .set_sources(ashpd::enumflags2::BitFlags::from(SourceType::Window));
    let request = cast.select_sources(session, sources).await;
    request.and_then(|it| it.response()).map_err(portal_error)?;
    let answer = desktop.start(session, None, Default::default()).await;
    let answer = answer.and_then(|it| it.response()).map_err(portal_error)?;
    let stream = answer.streams().first().ok_or(DesktopError::Declined)?;
    if stream.source_type() != Some(SourceType::Window) {
        return Err(DesktopError::NotAWindow);
    }
    let node = stream.pipe_wire_node_id();
    Ok((answer, node))
}

/// Ends the stream when the desktop closes the session, which it does when the window is closed.
fn watch(desktop: &RemoteDesktop, session: Arc<PortalSession>, stream: Arc<Stream>) -> Task<()> {
    let closed = async move {
        if let Ok(closes) = session.receive_closed().await {
            Box::pin(closes).next().await;
        }
        stream.end("the window was closed, or sharing it was ended");
    };
    let executor = desktop.connection().executor();
    executor.spawn(closed, "end of a shared window")
}

fn portal_error(error: ashpd::Error) -> DesktopError {
    match error {
        ashpd::Error::Response(ResponseError::Cancelled | ResponseError::Other) => {
            DesktopError::Declined
        }
        ashpd::Error::PortalNotFound(_) => {
            DesktopError::NoPortal("it has no portal for keys and pointer".to_owned())
        }
        ashpd::Error::Zbus(error) => DesktopError::NoPortal(error.to_string()),
        other => to_error(other),
    }
}
