//! Hotkey that stops auto-play from any window, on desktops with a portal for global shortcuts.
//!
//! The desktop may ask the user to confirm or change the key. Until then there is no hotkey.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ashpd::desktop::global_shortcuts::{GlobalShortcuts, NewShortcut};
use ashpd::zbus::{Connection, Task};
use futures_lite::StreamExt as _;
use futures_lite::stream::or;

const SHORTCUT_ID: &str = "stop-auto-play";

pub(super) struct PortalStopKey {
    state: Arc<ShortcutState>,
    _listening: Task<()>,
}

#[derive(Default)]
struct ShortcutState {
    is_bound: AtomicBool,
    is_down: AtomicBool,
}

impl PortalStopKey {
    /// Requests the key and listens for it.
    pub(super) fn begin(connection: &Connection) -> Self {
        let state = Arc::<ShortcutState>::default();
        let listening = {
            let state = state.clone();
            async move {
                if let Err(error) = listen(&state).await {
                    log::debug!("no stop key: {error}");
                }
                state.is_bound.store(false, Ordering::Relaxed);
                state.is_down.store(false, Ordering::Relaxed);
            }
        };
        Self {
            state,
            _listening: connection.executor().spawn(listening, "stop key"),
        }
    }

    /// Returns whether the desktop has assigned the key.
    pub(super) fn is_bound(&self) -> bool {
        self.state.is_bound.load(Ordering::Relaxed)
    }

    pub(super) fn is_down(&self) -> bool {
        self.state.is_down.load(Ordering::Relaxed)
    }
}

async fn listen(state: &ShortcutState) -> ashpd::Result<()> {
    let shortcuts = GlobalShortcuts::new().await?;
    let session = shortcuts.create_session(Default::default()).await?;
    let pressed = shortcuts.receive_activated().await?;
    let released = shortcuts.receive_deactivated().await?;
    let pressed = pressed.map(|event| (event.shortcut_id() == SHORTCUT_ID).then_some(true));
    let released = released.map(|event| (event.shortcut_id() == SHORTCUT_ID).then_some(false));
    let keys = [NewShortcut::new(SHORTCUT_ID, "Stop auto-play").preferred_trigger("Pause")];
    let binding = shortcuts.bind_shortcuts(&session, &keys, None, Default::default());
    let bound = binding.await?.response()?;
    let is_bound = bound.shortcuts().iter().any(|key| key.id() == SHORTCUT_ID);
    state.is_bound.store(is_bound, Ordering::Relaxed);
    let mut changes = Box::pin(or(pressed, released));
    while let Some(change) = changes.next().await {
        if let Some(is_down) = change {
            state.is_down.store(is_down, Ordering::Relaxed);
        }
    }
    Ok(())
}
