//! Hotkey that stops auto-play from any window, through KDE's global shortcuts.

use futures_lite::StreamExt as _;
use futures_lite::future::{block_on, poll_once};
use zbus::blocking::Connection;
use zbus::{MatchRule, MessageStream, message};

use crate::desktop::traits::DesktopError;
use crate::desktop::wayland::stop::{StopKey, StopKeyState};
use crate::desktop::wayland::to_error;

const SERVICE: &str = "org.kde.kglobalaccel";
const COMPONENT: &str = "planwright";
/// Component and action, as identifiers and for the user.
const ACTION: [&str; 4] = [COMPONENT, "stop-auto-play", "Planwright", "Stop auto-play"];
/// The keys, with their numbers in Qt.
const KEYS: [(&str, i32); 2] = [("Pause", 0x0100_0008), ("Ctrl+Alt+End", 0x0d00_0011)];
/// The shortcut is active, and taken from here instead of a file.
const FLAGS: u32 = 2 | 4;

type KeySequence = (Vec<i32>,);

pub(super) struct KdeStopKey {
    bus: Connection,
    signals: MessageStream,
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
        let bound = this.call("setShortcutKeys", &(&ACTION[..], &keys[..], FLAGS))?;
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
        // Makes room, as the answer below waits behind what nobody has received.
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
        let removed = self
            .call("setInactive", &(&ACTION[..]))
            .and_then(|_| self.call("unregister", &(ACTION[0], ACTION[1])));
        if let Err(error) = removed {
            log::debug!("the stop key is still bound: {error}");
        }
    }
}
