//! A connection to the scripted desktop.

use std::time::Duration;

use image::{Rgba, RgbaImage};

use planwright_autoplay::desktop::{
    Bounds, Desktop, DesktopError, EmergencyStop, InputDevices, Signal, WindowId, WindowInfo,
};
use planwright_game::Button;
use planwright_vision::{Key, OVER_PHASE, PLAYING_PHASE};

use super::game::{BETWEEN, Effect, FLASHING};
use super::profile::shown;
use super::script::{Acts, DIALOG, OTHER, TARGET};
use super::target::{Shared, locked};

/// A connection, which lets up all keys when it is dropped.
pub(super) struct Connection(pub(super) Shared);

impl Drop for Connection {
    fn drop(&mut self) {
        let mut inner = locked(&self.0);
        inner.button_down = false;
        let left: Vec<Key> = inner.held.drain(..).map(|(key, _)| key).collect();
        inner.past.left_down.extend(left);
    }
}

impl Desktop for Connection {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DesktopError> {
        let mut windows = Vec::new();
        for id in [OTHER, TARGET] {
            windows.extend(self.window(id)?);
        }
        Ok(windows)
    }

    fn window(&mut self, id: WindowId) -> Result<Option<WindowInfo>, DesktopError> {
        let inner = locked(&self.0);
        let windows = &inner.windows;
        let info = |title: &str, app: &str, client: Bounds| WindowInfo {
            id,
            title: title.to_owned(),
            app: app.to_owned(),
            pid: None,
            client,
            minimised: windows.minimised && id == TARGET,
            chosen: false,
        };
        Ok(match id {
            TARGET if windows.open => Some(info("Game", "scripted", windows.client)),
            DIALOG if windows.dialog => Some(info("Well done", "scripted", Bounds::default())),
            OTHER => Some(info("Letters", "editor", Bounds::default())),
            _ => None,
        })
    }

    fn capture(&mut self, id: WindowId) -> Result<RgbaImage, DesktopError> {
        let mut inner = locked(&self.0);
        inner.pass(Duration::from_millis(2));
        if id == DIALOG && inner.windows.dialog {
            return Ok(RgbaImage::new(3, 2));
        }
        if id != TARGET || !inner.windows.open {
            return Err(DesktopError::WindowGone);
        }
        if inner.windows.minimised {
            return Err(DesktopError::NoPicture("it is minimised".to_owned()));
        }
        if inner.now < inner.script.opens {
            return Err(DesktopError::NoPicture("it is not drawn yet".to_owned()));
        }
        let torn = inner.chance() < inner.script.faults.torn;
        let hidden = inner.windows.dialog && inner.script.hides;
        let phase = match inner.game.phase {
            _ if hidden => 4,
            PLAYING_PHASE if torn => 2,
            PLAYING_PHASE | FLASHING => 1,
            BETWEEN => 3,
            OVER_PHASE => 5,
            _ => 4,
        };
        let byte = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let cursor = inner.game.cursor;
        let mut pixels = vec![[phase, byte(cursor.row), byte(cursor.col)]];
        let sliding = inner.now < inner.game.phase_since + inner.script.slides;
        let position = inner.game.shown(sliding);
        for board in shown(inner.profile.game.as_str(), position.as_ref()) {
            for cell in board.size.cells() {
                let look = position.style(board.id, cell);
                let code = inner.code(&look.value);
                let stays = inner.script.acts == Acts::KeyWhileChosen;
                let is_chosen = stays && inner.game.chosen == Some(cell);
                pixels.push([code, 0, u8::from(is_chosen)]);
            }
        }
        let drifting = phase == 1 && inner.now < inner.game.phase_since + inner.script.drifts;
        let drifting = drifting && inner.chance() < 0.5;
        let paled = inner.windows.dialog && inner.script.pales;
        let veiled = inner.script.veils && inner.game.is_won();
        let hovered = inner.script.hovers && !inner.past.aside;
        if (drifting || paled || veiled || hovered)
            && let Some([code, ..]) = pixels.get_mut(1)
        {
            *code = u8::MAX;
        }
        let faded = inner.script.fades.is_some_and(|from| inner.now >= from);
        if let Some([_, faint, _]) = pixels.get_mut(1) {
            *faint = u8::from(faded);
        }
        let Bounds { width, height, .. } = inner.windows.client;
        let mut image = RgbaImage::new(width, height);
        for (pixel, [r, g, b]) in image.pixels_mut().zip(pixels) {
            *pixel = Rgba([r, g, b, 255]);
        }
        if inner.script.loses_pictures {
            image = inner.kept.get_or_insert(image).clone();
        }
        Ok(image)
    }

    fn owner(&mut self, id: WindowId) -> Result<Option<WindowId>, DesktopError> {
        Ok((id == DIALOG).then_some(TARGET))
    }

    fn refresh(&mut self, _: WindowId) -> Result<bool, DesktopError> {
        Ok(locked(&self.0).kept.take().is_some())
    }

    fn active(&mut self) -> Result<Option<WindowId>, DesktopError> {
        let mut inner = locked(&self.0);
        inner.pass(Duration::from_micros(100));
        Ok(inner.windows.active)
    }

    fn activate(&mut self, id: WindowId) -> Result<(), DesktopError> {
        let mut inner = locked(&self.0);
        if id == TARGET && inner.windows.open {
            inner.windows.activating = Some(inner.now + Duration::from_millis(150));
        }
        Ok(())
    }

    fn now(&mut self) -> Duration {
        let mut inner = locked(&self.0);
        // Nothing can wait for ever without time passing.
        inner.pass(Duration::from_micros(1));
        inner.now
    }

    fn sleep(&mut self, time: Duration) {
        locked(&self.0).pass(time);
    }
}

impl InputDevices for Connection {
    fn key_down(&mut self, target: WindowId, key: Key) -> Result<(), DesktopError> {
        let mut inner = locked(&self.0);
        inner.check(target)?;
        if target == DIALOG {
            inner.answer_dialog(key);
            return Ok(());
        }
        let now = inner.now;
        inner.held.push((key, now));
        inner.press(Some(Effect::Key(key)), None);
        Ok(())
    }

    fn key_up(&mut self, key: Key) -> Result<(), DesktopError> {
        let mut inner = locked(&self.0);
        let (now, least) = (inner.now, inner.script.faults.least_hold);
        if let Some(index) = inner.held.iter().position(|(held, _)| *held == key) {
            let (_, since) = inner.held.remove(index);
            if now - since < least {
                inner
                    .effects
                    .retain(|(at, effect)| *at <= now || *effect != Effect::Key(key));
            }
        }
        Ok(())
    }

    fn button_down(
        &mut self,
        target: WindowId,
        at: (i32, i32),
        _button: Button,
    ) -> Result<(), DesktopError> {
        let mut inner = locked(&self.0);
        inner.check(target)?;
        inner.check_place(at)?;
        inner.button_down = true;
        let hit = inner.hit(at);
        let effect = hit.map(Effect::Click);
        inner.press(effect, Some(at));
        Ok(())
    }

    fn move_to(&mut self, target: WindowId, at: (i32, i32)) -> Result<(), DesktopError> {
        let mut inner = locked(&self.0);
        inner.check(target)?;
        inner.check_place(at)?;
        let hit = inner.hit(at);
        inner.past.aside = hit.is_none();
        Ok(())
    }

    fn button_up(&mut self, _button: Button) -> Result<(), DesktopError> {
        locked(&self.0).button_down = false;
        Ok(())
    }

    fn can_press(&mut self, _: WindowId, _key: Key) -> Result<(), DesktopError> {
        Ok(())
    }
}

impl EmergencyStop for Connection {
    fn signal(&mut self, _: WindowId) -> Result<Option<Signal>, DesktopError> {
        let mut inner = locked(&self.0);
        inner.pass(Duration::from_micros(100));
        Ok(inner.stop)
    }

    fn signals(&self, _: WindowId) -> Vec<(Signal, &'static str)> {
        vec![
            (Signal::Hotkey, "the hotkey"),
            (Signal::Corner, "the corner"),
        ]
    }
}
