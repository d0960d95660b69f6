//! Conversion of intents to inputs at positions of the target, and sending them once.

use std::time::Duration;

use crate::game::{Button, Cell, Intent, Position};
use crate::log::Kind;
use crate::vision::{Chord, ImageRect, Input, Point};

use super::super::eye::compare::{in_sight, same};
use super::super::eye::pieces::{place_of, stray};
use super::super::eye::{Eye, middle};
use super::super::interrupt::{Break, Step};
use super::super::site::Site;
use super::aimed::{Aimed, Choice};
use super::{Hand, Reached};

/// Board and cell of an input; `None` for a control.
type Place<'i> = Option<(&'i str, Cell)>;

impl Hand {
    /// Returns the profile's input for an intent, and its cell; `None` for a drag.
    pub fn input_for<'i>(&self, intent: &'i Intent) -> Step<Option<(Input, Place<'i>)>> {
        let (input, place, missing) = match intent {
            Intent::Drag { .. } => return Ok(None),
            Intent::Act {
                board,
                cell,
                action,
            } => (
                self.controls.action(action),
                Some((*board, *cell)),
                format!("it has no action ‘{action}’"),
            ),
            Intent::Control(name) => (
                self.controls.control(name),
                None,
                format!("it has no control ‘{name}’"),
            ),
        };
        match input {
            Some(input) => Ok(Some((input.clone(), place))),
            None => Err(Break::unplayable(&self.profile, missing)),
        }
    }

    /// Aims an intent at what the latest frame shows. Returns `None` while that does not include the board, the cell or
    /// the piece to be dragged. `position` is the simulated one.
    pub fn aim(
        &self,
        eye: &Eye,
        position: Option<&dyn Position>,
        intent: &Intent,
    ) -> Step<Option<Aimed>> {
        let Some((input, place)) = self.input_for(intent)? else {
            return self.aim_drag(eye, position, intent);
        };
        let is_pointed = place.is_some() && !matches!(input, Input::Press(_));
        if !is_pointed {
            return self.aim_input(eye, &input, place).map(Some);
        }
        let Some(seen) = eye.playing() else {
            return Ok(None);
        };
        let shown = place.and_then(|(board, cell)| {
            let there = |position| in_sight(position, seen, (board, cell));
            Some((board, position.map_or(Some(cell), there)?))
        });
        if shown.is_none() {
            return Ok(None);
        }
        self.aim_input(eye, &input, shown).map(Some)
    }

    /// Aims a drag. The piece is picked up where it was dropped next to its target, else from its tray or board.
    fn aim_drag(
        &self,
        eye: &Eye,
        position: Option<&dyn Position>,
        intent: &Intent,
    ) -> Step<Option<Aimed>> {
        let Intent::Drag {
            from_board,
            from,
            to_board,
            to,
        } = intent
        else {
            return Ok(None);
        };
        let (Some(position), Some(seen)) = (position, eye.playing()) else {
            return Ok(None);
        };
        let (board, cell) = match stray(position, seen, (from_board, *from), to_board) {
            Some(cell) => (to_board, cell),
            None => match place_of(position, seen, from_board, *from) {
                Some(cell) => (from_board, cell),
                None => return Ok(None),
            },
        };
        Ok(Some(Aimed::Click {
            at: self.middle_of(eye, board, cell)?,
            to: Some(self.middle_of(eye, to_board, *to)?),
            button: Button::Primary,
            cell: Some(cell),
        }))
    }

    fn aim_input(&self, eye: &Eye, input: &Input, place: Place<'_>) -> Step<Aimed> {
        let cell = place.map(|(_, cell)| cell);
        let placed =
            |reason: &str| place.ok_or_else(|| Break::unplayable(&self.profile, reason.to_owned()));
        let click = |at, to, button| Aimed::Click {
            at,
            to,
            button,
            cell,
        };
        let in_cell = || {
            let (board, cell) = placed("a control is a click, but not at a place")?;
            self.middle_of(eye, board, cell)
        };
        Ok(match input {
            Input::Press(key) => Aimed::Press {
                key: *key,
                on: cell,
            },
            Input::ClickAt(point) => click(fixed(eye, *point)?, None, Button::Primary),
            Input::DragFrom(point) => {
                let (board, cell) = placed("a control drags, but to no place")?;
                let to = self.middle_of(eye, board, cell)?;
                click(fixed(eye, *point)?, Some(to), Button::Primary)
            }
            Input::Click | Input::ClickUntil => click(in_cell()?, None, Button::Primary),
            Input::SecondaryClick => click(in_cell()?, None, Button::Secondary),
            Input::Point => Aimed::Point {
                at: in_cell()?,
                cell: cell.unwrap_or_default(),
            },
            Input::Steps(steps) => self.aim_steps(eye, steps, place)?,
        })
    }

    fn aim_steps(&self, eye: &Eye, steps: &[Input], place: Place<'_>) -> Step<Aimed> {
        let aim = |step: &Input| match step {
            Input::Press(key) => Ok(Aimed::Press {
                key: *key,
                on: None,
            }),
            other => self.aim_input(eye, other, place),
        };
        let Some((last, first)) = steps.split_last() else {
            let reason = "it has an input of no steps".to_owned();
            return Err(Break::unplayable(&self.profile, reason));
        };
        let choice = |step: &Input| {
            let aimed = aim(step)?;
            let on_cell = place.filter(|_| step.is_at_cell());
            let shows = match (&aimed, on_cell) {
                // The effect may extend to the surrounding cells, for example as arrows.
                (_, Some((board, cell))) => {
                    let area = self.area_of(eye, board, cell)?;
                    Some(area.grown(area.width / 2.0, area.height / 2.0))
                }
                (Aimed::Click { at, .. }, None) if place.is_some() => Some(around(*at)),
                _ => None,
            };
            let cell = on_cell.map(|(_, cell)| cell);
            let rests = place.is_none();
            Ok(Choice {
                aimed,
                shows,
                cell,
                rests,
            })
        };
        Ok(Aimed::Steps {
            first: first.iter().map(choice).collect::<Step<_>>()?,
            last: Box::new(aim(last)?),
        })
    }

    fn middle_of(&self, eye: &Eye, board: &str, cell: Cell) -> Step<(i32, i32)> {
        self.area_of(eye, board, cell).map(middle)
    }

    fn area_of(&self, eye: &Eye, board: &str, cell: Cell) -> Step<ImageRect> {
        eye.area_of(board, cell).ok_or_else(|| {
            let reason = format!("it does not say where the board ‘{board}’ is");
            Break::unplayable(&self.profile, reason)
        })
    }

    /// Sends an input once. Returns whether its effect was observed within `timeout`.
    pub fn act(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        aimed: &Aimed,
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<bool> {
        self.complete = false;
        let is_drag = matches!(aimed, Aimed::Click { to: Some(_), .. });
        eye.note_input(is_drag);
        if !matches!(aimed, Aimed::Steps { .. }) {
            site.log_only(Kind::Sent, &aimed.to_string(), None);
        }
        match aimed {
            Aimed::Press { key, .. } => self.press_once(site, eye, *key, timeout, reached),
            Aimed::Click { at, to, button, .. } => {
                let click = (*at, *to, *button);
                Ok(self.click(site, eye, click, timeout, reached)?.is_some())
            }
            Aimed::Point { at, .. } => self.point(site, *at).map(|()| true),
            Aimed::Steps { first, last } => {
                self.act_in_steps(site, eye, (first, last), timeout, reached)
            }
        }
    }

    /// Presses a key once. Returns whether its effect was observed within `timeout`.
    fn press_once(
        &mut self,
        site: &mut Site,
        eye: &mut Eye,
        key: Chord,
        timeout: Duration,
        reached: Reached<'_>,
    ) -> Step<bool> {
        let shown = self.press(site, eye, key, timeout, reached)?.is_some();
        if shown {
            self.outstanding.seen(key, 1);
        }
        Ok(shown)
    }

    /// Sends an input outside a plan. Returns whether the reading has changed.
    pub fn send(&mut self, site: &mut Site, eye: &mut Eye, input: &Input) -> Step<bool> {
        if eye.last().is_none() {
            eye.look(site)?;
        }
        let aimed = self.aim_input(eye, input, None)?;
        let before = eye.last().and_then(|frame| frame.seen.clone().ok());
        let timeout = self.pace.timeout_after(1);
        self.act(
            site,
            eye,
            &aimed,
            timeout,
            &mut |_, frame| match (&before, &frame.seen) {
                (Some(before), Ok(seen)) => !same(before, seen),
                _ => false,
            },
        )
    }
}

/// Side, in pixels, of the area around a fixed point in which a click there is expected to show.
const AROUND: f32 = 48.0;

fn around((x, y): (i32, i32)) -> ImageRect {
    let from = |at: i32| (at as f32 - AROUND / 2.0).max(0.0);
    ImageRect {
        x: from(x),
        y: from(y),
        width: AROUND,
        height: AROUND,
    }
}

/// Pixel of the window at a fixed point of the game's picture.
fn fixed(eye: &Eye, point: Point) -> Step<(i32, i32)> {
    let unseen = || Break::unreadable("The game's picture is not shown as a whole.");
    eye.pixel_of(point).ok_or_else(unseen)
}
