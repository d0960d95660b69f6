//! Clicks and drags on cells.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use crate::event::Frame;
use crate::game::{Button, Cell};
use crate::vision::{Area, Point};

use super::keys::Reached;
use super::{Player, Step};

/// What was dragged may still move for so long after it was let go.
const LET_GO: Duration = Duration::from_millis(150);

/// A button that is down; dropping it lets it up.
struct Pressed<'p> {
    player: &'p mut Player,
    button: Button,
}

impl<'p> Pressed<'p> {
    fn new(player: &'p mut Player, at: (i32, i32), button: Button) -> Step<Self> {
        let (window, world) = (player.window, &mut player.deps.world);
        world.button_down(window, at, button)?;
        player.keys += 1;
        if let Some(current) = &mut player.current {
            current.stats.keys += 1;
        }
        Ok(Self { player, button })
    }
}

impl Deref for Pressed<'_> {
    type Target = Player;

    fn deref(&self) -> &Player {
        self.player
    }
}

impl DerefMut for Pressed<'_> {
    fn deref_mut(&mut self) -> &mut Player {
        self.player
    }
}

impl Drop for Pressed<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.player.deps.world.button_up(self.button) {
            log::warn!("a pointer button could not be let up: {error}");
        }
        let now = self.player.deps.world.now();
        self.player.next_press = now + self.player.pace.gap();
    }
}

impl Player {
    /// The pixel of the window in the middle of a cell.
    pub(super) fn middle_of(&mut self, board: &str, cell: Cell) -> Step<(i32, i32)> {
        let rect = self.last.as_ref().and_then(|frame| {
            let seen = frame.seen.as_deref().ok()?;
            seen.cell_rect(&self.config.profile, board, cell)
        });
        match rect {
            Some(rect) => Ok(pixel(rect.centre())),
            None => Err(self.unplayable(format!("it does not say where the board ‘{board}’ is"))),
        }
    }

    /// The pixel of the window at a point of the picture.
    pub(super) fn pixel_of(&mut self, (x, y): Point) -> Option<(i32, i32)> {
        let seen = self.last.as_ref()?.seen.as_deref().ok()?;
        if !seen.whole {
            return None;
        }
        let (width, height) = (1, 1);
        let area = Area {
            x,
            y,
            width,
            height,
        };
        Some(pixel(seen.place.rect(area).centre()))
    }

    /// Clicks, or drags to another pixel, and looks until the effect shows or it must be called
    /// lost, after `timeout`.
    pub(super) fn click(
        &mut self,
        at: (i32, i32),
        to: Option<(i32, i32)>,
        button: Button,
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<Option<Frame>> {
        self.wait_until(self.next_press)?;
        let hold = self.pace.min_hold();
        let pressed = self.deps.world.now();
        {
            let mut held = Pressed::new(self, at, button)?;
            held.deps.world.sleep(hold);
            if let Some(to) = to {
                let window = held.window;
                // Games that follow the pointer want to see it on its way.
                for step in 1..=4 {
                    let part = |from: i32, to: i32| from + (to - from) * step / 4;
                    let at = (part(at.0, to.0), part(at.1, to.1));
                    held.deps.world.drag_to(window, at)?;
                    held.deps.world.sleep(hold.max(Duration::from_millis(10)));
                }
            }
        }
        // What is held over its goal looks as if it lay there; what counts is what is seen some
        // time after it was let go.
        let let_go = self.deps.world.now();
        let rest = to.map_or(Duration::ZERO, |_| self.pace.settle().max(LET_GO));
        loop {
            let frame = self.look()?;
            let now = self.deps.world.now();
            let waited = now.saturating_sub(pressed);
            let early = now.saturating_sub(let_go) < rest;
            if !early && reached(self, &frame) {
                self.pace.confirmed(waited);
                if let Some(current) = &mut self.current {
                    current.stats.confirmed += 1;
                }
                return Ok(Some(frame));
            }
            if waited >= timeout {
                return Ok(None);
            }
            self.nap(now);
        }
    }
}

fn pixel((x, y): (f32, f32)) -> (i32, i32) {
    (x.floor() as i32, y.floor() as i32)
}
