//! Hotkey that stops auto-play from any window of sway, bound during runs.

use std::path::Path;

use swayipc::{Connection, Event, EventStream, EventType};

use crate::desktop::to_error;
use crate::desktop::traits::DesktopError;
use crate::desktop::wayland::stop::{StopKey, StopKeyState};

use super::sway;

/// The keys, each with the names of its parts in configurations.
const KEYS: [(&str, &[&[&str]]); 2] = [
    ("Pause", &[&["pause"]]),
    (
        "Ctrl+Alt+End",
        &[&["ctrl", "control"], &["alt", "mod1"], &["end"]],
    ),
];
/// Commands of the bindings. They do nothing, but sway reports them as events.
const DOWN_COMMAND: &str = "nop planwright-stop";
const UP_COMMAND: &str = "nop planwright-stop-end";
/// Options of the bindings: active on a locked screen and while a window inhibits shortcuts. A binding replaces only
/// one with the same options, so it is unlikely to replace a binding of the user.
const OPTIONS: &str = "--locked --inhibited --no-warn";

pub(super) struct SwayStopKey {
    sway: Connection,
    events: EventStream,
    /// The keys to unbind on drop.
    bound: Vec<&'static str>,
    state: StopKeyState,
    /// Number of ticks sent, which distinguishes their payloads.
    ticks: u64,
}

impl SwayStopKey {
    /// Binds those keys that the user's configuration does not use; `None` if it uses all.
    pub(super) fn bind(socket: &Path) -> Result<Option<Self>, DesktopError> {
        let mut sway = sway::connect(socket)?;
        let config = sway.get_config().map_err(to_error)?.config;
        let events = [EventType::Binding, EventType::Tick];
        let events = sway::connect(socket)?.subscribe(events);
        let mut this = Self {
            sway,
            events: events.map_err(to_error)?,
            bound: Vec::new(),
            state: StopKeyState::default(),
            ticks: 0,
        };
        for (key, parts) in KEYS {
            if is_used(&config, parts) {
                continue;
            }
            // Added before binding, so that it is unbound even if only half of it succeeds.
            this.bound.push(key);
            let down = format!("bindsym {OPTIONS} --no-repeat {key} {DOWN_COMMAND}");
            sway::command(&mut this.sway, &down)?;
            let up = format!("bindsym {OPTIONS} --release {key} {UP_COMMAND}");
            sway::command(&mut this.sway, &up)?;
        }
        Ok((!this.bound.is_empty()).then_some(this))
    }
}

impl StopKey for SwayStopKey {
    fn name(&self) -> &'static str {
        match self.bound.as_slice() {
            [one] => one,
            _ => "Pause, or Ctrl+Alt+End",
        }
    }

    fn poll(&mut self) -> Result<StopKeyState, DesktopError> {
        // sway sends all earlier events before the answer to this tick.
        self.ticks += 1;
        let payload = format!("planwright-{}-{}", std::process::id(), self.ticks);
        let result = self.sway.send_tick(&payload);
        result.map_err(to_error)?;
        for event in &mut self.events {
            match event.map_err(to_error)? {
                Event::Tick(tick) if tick.payload == payload => break,
                Event::Binding(event) if event.binding.command == DOWN_COMMAND => {
                    self.state.is_down = true;
                    self.state.presses += 1;
                }
                Event::Binding(event) if event.binding.command == UP_COMMAND => {
                    self.state.is_down = false
                }
                _ => {}
            }
        }
        Ok(self.state)
    }
}

impl Drop for SwayStopKey {
    fn drop(&mut self) {
        for key in &self.bound {
            for kind in ["", " --release"] {
                let command = format!("unbindsym {OPTIONS}{kind} {key}");
                // Fails if binding had failed.
                if let Err(error) = sway::command(&mut self.sway, &command) {
                    log::debug!("{command}: {error}");
                }
            }
        }
    }
}

/// Returns whether a configuration binds a key, given by its parts with their alternative names.
fn is_used(config: &str, parts: &[&[&str]]) -> bool {
    config.lines().any(|line| {
        let line = line.trim().to_lowercase();
        let words = line.split(|c: char| c.is_whitespace() || c == '+');
        let words: Vec<&str> = words.collect();
        let contains = |part: &&[&str]| part.iter().any(|name| words.contains(name));
        line.starts_with("bind") && parts.iter().all(contains)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_bound_by_the_user_are_detected() {
        let used = |config: &str| KEYS.map(|(_, parts)| is_used(config, parts));
        assert_eq!(used("bindsym --locked Pause exec stop"), [true, false]);
        assert_eq!(used("  bindsym Control+Mod1+End exit"), [false, true]);
        assert_eq!(used("# pause\nbindsym $mod+End exit"), [false, false]);
    }
}
