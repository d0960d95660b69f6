//! Conversion of intents to inputs at positions of the target, and sending them once.

use std::fmt;
use std::time::Duration;

use crate::event::Observation;
use crate::game::{Button, Cell, Intent, Position};
use crate::log::LogKind;
use crate::player::{Break, Flow, RunContext};
use crate::vision::{Chord, GameInput, ImageRect, Point};

use super::super::observer::compare::{is_same_screen, visible_cell};
use super::super::observer::pieces::{piece_cell, stray_piece};
use super::super::observer::{Observer, centre};
use super::{Actuator, EffectTest};

/// An input with a known position on the screen.
#[derive(Clone, Debug)]
pub enum AimedInput {
    /// A key press, with the game's cursor on the cell `on`, if any.
    Press { key: Chord, on: Option<Cell> },
    /// A click at a pixel of the window or, with `to`, a drag. `cell` is for messages, `None` for a control.
    Click {
        at: (i32, i32),
        to: Option<(i32, i32)>,
        button: Button,
        cell: Option<Cell>,
    },
    /// Moves the pointer to a pixel of the window.
    Point { at: (i32, i32), cell: Cell },
    /// Inputs that must each show an effect before the next is sent, and the last input.
    Steps {
        selects: Vec<SelectStep>,
        last: Box<Self>,
    },
}

/// A step that selects the object of the next input.
#[derive(Clone, Debug)]
pub struct SelectStep {
    pub input: AimedInput,
    /// Area in which the effect is expected; `None` if it may show anywhere.
    pub effect_area: Option<ImageRect>,
    /// The cell, if the step is a click on it.
    pub cell: Option<Cell>,
    /// True to wait before and after until the picture is at rest, as menus and pages may open.
    pub needs_rest: bool,
}

impl AimedInput {
    /// Cell to name in messages; `None` for a key.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            Self::Press { .. } => None,
            Self::Click { cell, .. } => *cell,
            Self::Point { cell, .. } => Some(*cell),
            Self::Steps { selects, last } => {
                let mut cells = selects.iter().map(|step| step.input.cell());
                last.cell().or_else(|| cells.find_map(|cell| cell))
            }
        }
    }
}

impl fmt::Display for AimedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Press {
                key,
                on: Some(cell),
            } => write!(f, "‘{key}’ at {cell}"),
            Self::Press { key, on: None } => write!(f, "‘{key}’"),
            Self::Click { at, to, cell, .. } => {
                match to {
                    None => f.write_str("click at ")?,
                    Some((x, y)) => write!(f, "drag to pixel {x}, {y} from ")?,
                }
                match cell {
                    Some(cell) => write!(f, "{cell}"),
                    None => write!(f, "pixel {}, {}", at.0, at.1),
                }
            }
            Self::Point { cell, .. } => write!(f, "pointer to {cell}"),
            Self::Steps { selects, last } => {
                for step in selects {
                    write!(f, "{}, then ", step.input)?;
                }
                last.fmt(f)
            }
        }
    }
}

/// Board and cell of an input; `None` for a control.
type InputCell<'i> = Option<(&'i str, Cell)>;

impl Actuator {
    /// Returns the profile's input for an intent, and its cell; `None` for a drag.
    pub fn input_for<'i>(&self, intent: &'i Intent) -> Flow<Option<(GameInput, InputCell<'i>)>> {
        let (input, target, missing) = match intent {
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
            Some(input) => Ok(Some((input.clone(), target))),
            None => Err(Break::unplayable(&self.profile, missing)),
        }
    }

    /// Aims an intent at what the latest frame shows. Returns `None` while that does not include the board, the cell or
    /// the piece to be dragged. `position` is the simulated one.
    pub fn aim(
        &self,
        observer: &Observer,
        position: Option<&dyn Position>,
        intent: &Intent,
    ) -> Flow<Option<AimedInput>> {
        let Some((input, target)) = self.input_for(intent)? else {
            return self.aim_drag(observer, position, intent);
        };
        let needs_pointer = target.is_some() && !matches!(input, GameInput::Press(_));
        if !needs_pointer {
            return self.aim_input(observer, &input, target).map(Some);
        }
        let visible = observer.playing().and_then(|screen| {
            let (board, cell) = target?;
            let visible_at = |position| visible_cell(position, screen, (board, cell));
            Some((board, position.map_or(Some(cell), visible_at)?))
        });
        match visible {
            None => Ok(None),
            visible => self.aim_input(observer, &input, visible).map(Some),
        }
    }

    /// Aims a drag. The piece is picked up where it was dropped next to its target, else from its tray or board.
    fn aim_drag(
        &self,
        observer: &Observer,
        position: Option<&dyn Position>,
        intent: &Intent,
    ) -> Flow<Option<AimedInput>> {
        let Intent::Drag {
            from_board,
            from,
            to_board,
            to,
        } = intent
        else {
            return Ok(None);
        };
        let (Some(position), Some(screen)) = (position, observer.playing()) else {
            return Ok(None);
        };
        let (board, cell) = match stray_piece(position, screen, (from_board, *from), to_board) {
            Some(cell) => (to_board, cell),
            None => match piece_cell(position, screen, from_board, *from) {
                Some(cell) => (from_board, cell),
                None => return Ok(None),
            },
        };
        Ok(Some(AimedInput::Click {
            at: self.cell_centre(observer, board, cell)?,
            to: Some(self.cell_centre(observer, to_board, *to)?),
            button: Button::Primary,
            cell: Some(cell),
        }))
    }

    fn aim_input(
        &self,
        observer: &Observer,
        input: &GameInput,
        target: InputCell<'_>,
    ) -> Flow<AimedInput> {
        let cell = target.map(|(_, cell)| cell);
        let required = |reason: &str| {
            target.ok_or_else(|| Break::unplayable(&self.profile, reason.to_owned()))
        };
        let click = |at, to, button| AimedInput::Click {
            at,
            to,
            button,
            cell,
        };
        let cell_centre = || {
            let (board, cell) = required("a control is a click, but not at a place")?;
            self.cell_centre(observer, board, cell)
        };
        Ok(match input {
            GameInput::Press(key) => AimedInput::Press {
                key: *key,
                on: cell,
            },
            GameInput::ClickAt(point) => {
                click(fixed_pixel(observer, *point)?, None, Button::Primary)
            }
            GameInput::DragFrom(point) => {
                let (board, cell) = required("a control drags, but to no place")?;
                let to = self.cell_centre(observer, board, cell)?;
                click(fixed_pixel(observer, *point)?, Some(to), Button::Primary)
            }
            GameInput::Click | GameInput::ClickUntil => {
                click(cell_centre()?, None, Button::Primary)
            }
            GameInput::SecondaryClick => click(cell_centre()?, None, Button::Secondary),
            GameInput::Point => AimedInput::Point {
                at: cell_centre()?,
                cell: cell.unwrap_or_default(),
            },
            GameInput::Steps(steps) => self.aim_steps(observer, steps, target)?,
        })
    }

    fn aim_steps(
        &self,
        observer: &Observer,
        steps: &[GameInput],
        target: InputCell<'_>,
    ) -> Flow<AimedInput> {
        let aim = |step: &GameInput| match step {
            // A step before has selected the cell, so the game's cursor is not moved to it.
            GameInput::Press(key) => Ok(AimedInput::Press {
                key: *key,
                on: None,
            }),
            other => self.aim_input(observer, other, target),
        };
        let Some((last, selects)) = steps.split_last() else {
            let reason = "it has an input of no steps".to_owned();
            return Err(Break::unplayable(&self.profile, reason));
        };
        let select_step = |step: &GameInput| {
            let input = aim(step)?;
            let on_cell = target.filter(|_| step.is_at_cell());
            let effect_area = match (&input, on_cell) {
                // The effect may extend to the surrounding cells, for example as arrows.
                (_, Some((board, cell))) => {
                    let area = self.cell_area(observer, board, cell)?;
                    Some(area.grown(area.width / 2.0, area.height / 2.0))
                }
                (AimedInput::Click { at, .. }, None) if target.is_some() => Some(area_around(*at)),
                _ => None,
            };
            let cell = on_cell.map(|(_, cell)| cell);
            let needs_rest = target.is_none();
            Ok(SelectStep {
                input,
                effect_area,
                cell,
                needs_rest,
            })
        };
        Ok(AimedInput::Steps {
            selects: selects.iter().map(select_step).collect::<Flow<_>>()?,
            last: Box::new(aim(last)?),
        })
    }

    fn cell_centre(&self, observer: &Observer, board: &str, cell: Cell) -> Flow<(i32, i32)> {
        self.cell_area(observer, board, cell).map(centre)
    }

    fn cell_area(&self, observer: &Observer, board: &str, cell: Cell) -> Flow<ImageRect> {
        observer.cell_area(board, cell).ok_or_else(|| {
            let reason = format!("it does not say where the board ‘{board}’ is");
            Break::unplayable(&self.profile, reason)
        })
    }

    /// Sends an input once. Returns whether its effect was observed within `timeout`.
    pub fn act(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        aimed: &AimedInput,
        timeout: Duration,
        has_effect: EffectTest<'_>,
    ) -> Flow<bool> {
        self.complete = false;
        let is_drag = matches!(aimed, AimedInput::Click { to: Some(_), .. });
        observer.note_input(is_drag);
        if !matches!(aimed, AimedInput::Steps { .. }) {
            ctx.log_only(LogKind::Sent, &aimed.to_string(), None);
        }
        match aimed {
            AimedInput::Press { key, .. } => {
                let effect = self.press(ctx, observer, *key, timeout, has_effect)?;
                if effect.is_some() {
                    self.pending.confirm(*key, 1);
                }
                Ok(effect.is_some())
            }
            AimedInput::Click { at, to, button, .. } => {
                let click = (*at, *to, *button);
                self.click(ctx, observer, click, timeout, has_effect)
            }
            AimedInput::Point { at, .. } => self.point(ctx, *at).map(|()| true),
            AimedInput::Steps { selects, last } => {
                self.act_in_steps(ctx, observer, (selects, last), timeout, has_effect)
            }
        }
    }

    /// Sends an input outside a plan. Returns whether the reading has changed.
    pub fn send(
        &mut self,
        ctx: &mut RunContext,
        observer: &mut Observer,
        input: &GameInput,
    ) -> Flow<bool> {
        if observer.last().is_none() {
            observer.observe(ctx)?;
        }
        let aimed = self.aim_input(observer, input, None)?;
        let before = observer.last().and_then(|frame| frame.screen.clone().ok());
        // Longer than that of a cursor step, as for moves: the input cannot always be undone.
        let timeout = self.pace.timeout_after(1);
        let mut has_effect = |_: &_, frame: &Observation| match (&before, &frame.screen) {
            (Some(before), Ok(screen)) => !is_same_screen(before, screen),
            _ => false,
        };
        self.act(ctx, observer, &aimed, timeout, &mut has_effect)
    }
}

/// Side, in pixels, of the area around a fixed point in which a click there is expected to show.
const AREA_SIDE: f32 = 48.0;

fn area_around((x, y): (i32, i32)) -> ImageRect {
    let start = |at: i32| (at as f32 - AREA_SIDE / 2.0).max(0.0);
    ImageRect {
        x: start(x),
        y: start(y),
        width: AREA_SIDE,
        height: AREA_SIDE,
    }
}

/// Pixel of the window at a fixed point of the game's picture.
fn fixed_pixel(observer: &Observer, point: Point) -> Flow<(i32, i32)> {
    let hidden = || Break::unreadable("The game's picture is not shown as a whole.");
    observer.window_pixel(point).ok_or_else(hidden)
}
