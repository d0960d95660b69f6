//! Hotkey that stops auto-play from any window, through KDE's global shortcuts.

use futures_lite::StreamExt as _;
use futures_lite::future::{block_on, poll_once};
use zbus::blocking::Connection;
use zbus::{MatchRule, MessageStream, message};

use crate::desktop::to_error;
use crate::desktop::traits::DesktopError;
use crate::desktop::wayland::stop::{StopKey, StopKeyState};

const SERVICE: &str = "org.kde.kglobalaccel";
const COMPONENT: &str = "planwright";
/// Identifiers of component and action, then both as displayed to the user.
const ACTION: [&str; 4] = [COMPONENT, "stop-auto-play", "Planwright", "Stop auto-play"];
/// The keys, with their numbers in Qt (key and modifiers).
const KEYS: [(&str, i32); 2] = [("Pause", 0x0100_0008), ("Ctrl+Alt+End", 0x0d00_0011)];
/// Flag: the program that sets the shortcut is running.
const SET_PRESENT: u32 = 2;
/// Flag: the keys are these, not those of the user's settings.
const NO_AUTOLOADING: u32 = 4;

/// Keys to be pressed one after another: four numbers, 0 for none.
type KeySequence = (Vec<i32>,);

pub(super) struct KdeStopKey {
    bus: Connection,
    signals: MessageStream,
    /// Names of the bound keys, for the user.
    name: &'static str,
    state: StopKeyState,
}

impl KdeStopKey {
    /// Binds those keys that no other program has; `None` if all are taken.
    pub(super) fn bind() -> Result<Option<Self>, DesktopError> {
        let bus = Connection::session().map_err(to_error)?;
        let rule = MatchRule::builder()
            .msg_type(message::Type::Signal)
            .interface("org.kde.kglobalaccel.Component")
            .and_then(|rule| rule.arg(0, COMPONENT))
            .map_err(to_error)?
            .build();
        let signals = MessageStream::for_match_rule(rule, bus.inner(), None);
        let signals = block_on(signals).map_err(to_error)?;
        let mut this = Self {
            bus,
            signals,
            name: "",
            state: StopKeyState::default(),
        };
        this.call("doRegister", &(&ACTION[..]))?;
        let keys = KEYS.map(|(_, key)| (vec![key, 0, 0, 0],));
        let flags = SET_PRESENT | NO_AUTOLOADING;
        // The answer lists the keys that were free.
        let bound = this.call("setShortcutKeys", &(&ACTION[..], &keys[..], flags))?;
        let bound: Vec<KeySequence> = bound.body().deserialize().map_err(to_error)?;
        let is_bound = |key: i32| bound.iter().any(|(keys,)| keys.contains(&key));
        let mut names = KEYS.iter().filter(|(_, key)| is_bound(*key));
        this.name = match (names.next(), names.next()) {
            (None, _) => return Ok(None),
            (Some((name, _)), None) => name,
            _ => "Pause, or Ctrl+Alt+End",
        };
        Ok(Some(this))
    }

    /// Calls a method of the service for global shortcuts.
    fn call<B>(&self, method: &str, body: &B) -> Result<zbus::Message, DesktopError>
    where
        B: serde::Serialize + zbus::zvariant::DynamicType,
    {
        let interface = Some("org.kde.KGlobalAccel");
        let bus = &self.bus;
        let reply = bus.call_method(Some(SERVICE), "/kglobalaccel", interface, method, body);
        reply.map_err(to_error)
    }

    /// Processes the signals that have arrived.
    fn receive(&mut self) {
        while let Some(Some(Ok(signal))) = block_on(poll_once(self.signals.next())) {
            let header = signal.header();
            match header.member().map(|name| name.as_str()) {
                Some("globalShortcutPressed") => {
                    self.state.is_down = true;
                    self.state.presses += 1;
                }
                Some("globalShortcutReleased") => self.state.is_down = false,
                _ => {}
            }
        }
    }
}

impl StopKey for KdeStopKey {
    fn poll(&mut self) -> Result<StopKeyState, DesktopError> {
        // Empties the queue first: while it is full, the answer below does not arrive.
        self.receive();
        // All earlier signals are sent before this answer.
        self.call("allComponents", &())?;
        self.receive();
        Ok(self.state)
    }

    fn name(&self) -> &'static str {
        self.name
    }
}

impl Drop for KdeStopKey {
    fn drop(&mut self) {
        let removed = self.call("setInactive", &(&ACTION[..])).and_then(|_| {
            let [component, action, ..] = ACTION;
            self.call("unregister", &(component, action))
        });
        if let Err(error) = removed {
            log::debug!("the stop key is still bound: {error}");
        }
    }
}
