//! A session with the desktop's portal: the person is asked for a window and for leave to play in it,
//! and answers in a dialog of the desktop's own.

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

use crate::desktop::world::{WindowId, WorldError};

use super::pixels::Shot;
use super::scale::Scale;
use super::stop_key::StopKey;
use super::stream::{Latest, Stream};

/// Marks the numbers of windows that a person has chosen here.
const CHOSEN: u64 = 1 << 63;
/// The first version of the portal that remembers what it was allowed.
const REMEMBERS: u32 = 2;
/// Longest wait for the pointer while scales are tried out.
const TRIAL: Duration = Duration::from_millis(1500);
/// Longest wait for the first picture, how often it is waited for, and how often the pointer is moved for it.
const FIRST_PICTURE: Duration = Duration::from_secs(1);
const FIRST_PICTURES: u32 = 6;
const POINTS: u32 = 2;
/// Longest wait for a picture that is asked for.
const ANOTHER_PICTURE: Duration = Duration::from_millis(500);

/// Whether a window was chosen by the person.
pub(super) fn is_chosen(id: WindowId) -> bool {
    id.0 & CHOSEN != 0
}

/// How many sessions there have been.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// What the portal calls a session.
type Granted = ashpd::desktop::Session<RemoteDesktop>;

/// A window that is shared, and leave to play in it.
pub(super) struct Session {
    pub(super) id: WindowId,
    desktop: RemoteDesktop,
    session: Arc<Granted>,
    node: u32,
    stream: Arc<Stream>,
    /// Whether keys and pointer are allowed, not only looks.
    pub(super) may_play: bool,
    pub(super) stop_key: StopKey,
    /// Once it is proved.
    scale: Mutex<Option<Scale>>,
    /// Watches for the end; dropping it ends the watch.
    _watch: Task<()>,
}

impl Session {
    /// Asks the person, or nobody, if `token` stands for an earlier answer that still holds. Waits as
    /// long as the person takes. Also gives the token for the next time, where the desktop has one. `may_point` allows to move the
    /// pointer for a first picture.
    ///
    /// # Errors
    /// [`WorldError::Declined`], [`WorldError::NoPortal`].
    pub(super) fn open(
        token: Option<&str>,
        may_point: bool,
    ) -> Result<(Self, Option<String>), WorldError> {
        block_on(async {
            let desktop = RemoteDesktop::new().await.map_err(refused)?;
            let cast = Screencast::new().await.map_err(refused)?;
            let session = desktop.create_session(Default::default()).await;
            let session = Arc::new(session.map_err(refused)?);
            let begun = begin(&desktop, &cast, &session, token).await;
            let (answer, node) = match begun {
                Ok(begun) => begun,
                Err(error) => {
                    // The desktop takes down what is left of its question.
                    let _ = session.close().await;
                    return Err(error);
                }
            };
            let remote = cast.open_pipe_wire_remote(&session, Default::default());
            let stream = Stream::begin(remote.await.map_err(refused)?, node);
            let stream = Arc::new(stream.map_err(|error| WorldError::Desktop(error.to_string()))?);
            let watch = watch(&desktop, session.clone(), stream.clone());
            let wanted = DeviceType::Keyboard | DeviceType::Pointer;
            let this = Self {
                id: WindowId(CHOSEN | COUNT.fetch_add(1, Ordering::Relaxed)),
                session,
                node,
                stream,
                scale: Mutex::default(),
                stop_key: StopKey::begin(desktop.connection()),
                may_play: answer.devices().contains(wanted),
                _watch: watch,
                desktop,
            };
            this.await_first_picture(may_point);
            Ok((this, answer.restore_token().map(str::to_owned)))
        })
    }

    /// Waits for the first picture. GNOME sends none before the window draws itself, which one that
    /// stands still may not do for long; but most do when the pointer comes. The first can also be lost, as any other.
    fn await_first_picture(&self, may_point: bool) {
        let first = |latest: &Latest| latest.shot().map(|_| ());
        if self.until(FIRST_PICTURE, first).is_some() {
            return;
        }
        for round in 0..FIRST_PICTURES {
            if may_point && (1..=POINTS).contains(&round) {
                let at = f64::from(40 + 20 * round);
                if let Err(error) = self.move_to((at, at)) {
                    log::debug!("the pointer cannot be moved to a shared window: {error}");
                }
            }
            if self.stream.begin_anew(FIRST_PICTURE) || !self.is_open() {
                return;
            }
        }
    }

    /// The latest picture.
    ///
    /// # Errors
    /// [`WorldError::NoPicture`] before the first one.
    pub(super) fn shot(&self) -> Result<Arc<Shot>, WorldError> {
        self.latest().shot().ok_or_else(|| {
            let why = "the desktop has sent none yet. Have the window on the screen, make it draw something (by its size, or a move in it), and try again";
            WorldError::NoPicture(why.to_owned())
        })
    }

    /// The scale of the window's display as far as it is proved. Most displays have none.
    pub(super) fn scale(&self) -> Scale {
        let proved = *self.scale.lock().unwrap_or_else(PoisonError::into_inner);
        proved.unwrap_or_default()
    }

    /// Tries out the scale of the window's display, unless it is proved already. That takes seconds
    /// where another window covers the far corner.
    pub(super) fn try_out_scale(&self) -> Result<(), WorldError> {
        let lock = || self.scale.lock().unwrap_or_else(PoisonError::into_inner);
        if lock().is_some() {
            return Ok(());
        }
        let shot = self.shot()?;
        let (width, height) = shot.picture.dimensions();
        let whole = |size: u32, origin: i32| size.saturating_add_signed(origin);
        let size = (whole(width, shot.origin.0), whole(height, shot.origin.1));
        let found = Scale::find(size, |scales, pixel| self.seen(scales, pixel));
        *lock() = found;
        Ok(())
    }

    /// With which of the scales the pointer is seen at a pixel of the stream when it is moved there.
    fn seen(&self, scales: [Scale; 2], pixel: (i32, i32)) -> Option<Scale> {
        // Some desktops refuse what is beyond the window.
        self.move_to(scales[0].units(pixel.0, pixel.1)).ok()?;
        self.until(TRIAL, |latest| {
            let at = latest.pointer?;
            scales.into_iter().find(|scale| scale.is_at(at, pixel))
        })
    }

    /// The pixel of the stream where the pointer is; `None` while the window does not have it.
    pub(super) fn pointer(&self) -> Option<(i32, i32)> {
        Some(self.scale().pixel(self.latest().pointer?))
    }

    /// Whether the pointer is over the window. While a button is down, the window has it wherever it
    /// goes.
    pub(super) fn is_pointed_at(&self) -> bool {
        let shot = self.latest().shot();
        let pointer = self.pointer();
        shot.is_some_and(|shot| pointer.is_some_and(|pixel| shot.holds(pixel)))
    }

    /// Has the desktop send a picture of what the window shows now, in case that it was lost; whether it has come.
    pub(super) fn refresh(&self) -> bool {
        self.stream.begin_anew(ANOTHER_PICTURE)
    }

    /// What the stream has told last.
    pub(super) fn latest(&self) -> Latest {
        self.stream.latest()
    }

    /// Waits until `find` finds something in what the stream tells.
    pub(super) fn until<T>(
        &self,
        limit: Duration,
        find: impl FnMut(&Latest) -> Option<T>,
    ) -> Option<T> {
        self.stream.until(limit, find)
    }

    /// Whether the window is still shared.
    pub(super) fn is_open(&self) -> bool {
        self.stream.latest().ended.is_none()
    }

    /// Moves the pointer to a pixel of the stream.
    pub(super) fn move_to(&self, (x, y): (f64, f64)) -> Result<(), WorldError> {
        let (desktop, session) = (&self.desktop, &self.session);
        let moved =
            desktop.notify_pointer_motion_absolute(session, self.node, x, y, Default::default());
        block_on(moved).map_err(refused)
    }

    /// Presses a button down or lets it up, in the kernel's numbers.
    pub(super) fn button(&self, button: i32, state: KeyState) -> Result<(), WorldError> {
        let (desktop, session) = (&self.desktop, &self.session);
        let sent = desktop.notify_pointer_button(session, button, state, Default::default());
        block_on(sent).map_err(refused)
    }

    /// Presses a key down or lets it up, in the kernel's numbers.
    pub(super) fn key(&self, code: u32, state: KeyState) -> Result<(), WorldError> {
        let code = i32::try_from(code).map_err(|error| WorldError::Desktop(error.to_string()))?;
        let (desktop, session) = (&self.desktop, &self.session);
        let sent = desktop.notify_keyboard_keycode(session, code, state, Default::default());
        block_on(sent).map_err(refused)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = block_on(self.session.close());
    }
}

/// Whether the desktop has a portal for keys and pointer.
///
/// # Errors
/// [`WorldError::NoPortal`].
pub(super) fn is_offered() -> Result<(), WorldError> {
    let asked: ashpd::Result<()> = block_on(async {
        // Only what a portal tells of itself shows that there is one.
        RemoteDesktop::new().await?.available_device_types().await?;
        Screencast::new().await?.available_source_types().await?;
        Ok(())
    });
    asked.map_err(|error| WorldError::NoPortal(format!("there is none for that ({error})")))
}

/// Asks; the answer, with the number of the stream.
async fn begin(
    desktop: &RemoteDesktop,
    cast: &Screencast,
    session: &Granted,
    token: Option<&str>,
) -> Result<(SelectedDevices, u32), WorldError> {
    let mut devices =
        SelectDevicesOptions::default().set_devices(DeviceType::Keyboard | DeviceType::Pointer);
    if desktop.version() >= REMEMBERS {
        devices = devices
            .set_persist_mode(PersistMode::ExplicitlyRevoked)
            .set_restore_token(token);
    }
    let asked = desktop.select_devices(session, devices).await;
    asked
        .and_then(|request| request.response())
        .map_err(refused)?;
    let modes = cast.available_cursor_modes().await.map_err(refused)?;
    if !modes.contains(CursorMode::Metadata) {
        let why = "it does not report the pointer's position, so clicks cannot be aimed";
        return Err(WorldError::NoPortal(why.to_owned()));
    }
    let kinds = cast.available_source_types().await.map_err(refused)?;
    if !kinds.contains(SourceType::Window) {
        return Err(WorldError::NotAWindow);
    }
    let sources = SelectSourcesOptions::default()
        .set_cursor_mode(CursorMode::Metadata)
        .set_sources(ashpd::enumflags2::BitFlags::from(SourceType::Window));
    let asked = cast.select_sources(session, sources).await;
    asked
        .and_then(|request| request.response())
        .map_err(refused)?;
    let answer = desktop.start(session, None, Default::default()).await;
    let answer = answer
        .and_then(|request| request.response())
        .map_err(refused)?;
    let stream = answer.streams().first().ok_or(WorldError::Declined)?;
    if stream.source_type() != Some(SourceType::Window) {
        return Err(WorldError::NotAWindow);
    }
    let node = stream.pipe_wire_node_id();
    Ok((answer, node))
}

/// Ends the stream when the desktop closes the session, which it does together with the window.
fn watch(desktop: &RemoteDesktop, session: Arc<Granted>, stream: Arc<Stream>) -> Task<()> {
    let waiting = async move {
        if let Ok(closed) = session.receive_closed().await {
            Box::pin(closed).next().await;
        }
        stream.end("the window was closed, or sharing it was ended");
    };
    let executor = desktop.connection().executor();
    executor.spawn(waiting, "end of a shared window")
}

/// What the portal's refusal means.
fn refused(error: ashpd::Error) -> WorldError {
    match error {
        ashpd::Error::Response(ResponseError::Cancelled | ResponseError::Other) => {
            WorldError::Declined
        }
        ashpd::Error::PortalNotFound(_) => {
            WorldError::NoPortal("it has no portal for keys and pointer".to_owned())
        }
        ashpd::Error::Zbus(error) => WorldError::NoPortal(error.to_string()),
        other => WorldError::Desktop(other.to_string()),
    }
}
