//! A board on screen, with zoom, pan, pointer and keyboard. Its owner interprets the events.

use std::ops::Range;

use egui::{CursorIcon, Rect, Response, Sense, Ui};

use crate::game::{Cell, LineNote};
use crate::kit::{sprites, theme};

use super::access::{self, Naming};
use super::blocks::Scene;
use super::input::{self, CanvasEvent};
use super::isometric::Solid;
use super::motion::{Motion, Moving};
use super::overlay::Overlays;
use super::paint::{Paint, Visible, as_picture};
use super::place::{Place, Span};
use super::source::BoardSource;
use super::state::{CanvasState, Held};
use super::turn::BlockSight;
use super::view::Lines;
use super::zoom_bar;

/// Time for which a selection's dashes move after a change, in seconds.
const MARCH_SECONDS: f64 = 1.2;

const FRAME: f32 = 5.0;

/// A board to display, with its overlays.
pub struct Canvas<'a> {
    source: &'a dyn BoardSource,
    overlays: Overlays<'a>,
    naming: Naming<'a>,
    icon: CursorIcon,
    letters: &'a dyn Fn(char) -> bool,
    animate: (bool, Option<f32>),
    moving: Option<Moving<'a>>,
    hover: bool,
    companion: bool,
    sight: Option<Span>,
    part: Option<Span>,
    isometric: bool,
}

/// Events and layout of a canvas.
pub struct CanvasOutput {
    /// Response of the whole canvas.
    pub response: Response,
    /// Events in order.
    pub events: Vec<CanvasEvent>,
    /// The cell under the pointer.
    pub hovered: Option<Cell>,
    /// Grid lines.
    pub lines: Lines,
    /// The displayed part of the board.
    pub part: Span,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas without overlays.
    pub fn new(source: &'a dyn BoardSource) -> Self {
        Self {
            source,
            overlays: Overlays::default(),
            naming: Naming {
                prefix: None,
                help: "Arrow keys move the cursor.",
            },
            icon: CursorIcon::Default,
            letters: &|_| false,
            animate: (false, None),
            moving: None,
            hover: true,
            companion: false,
            sight: None,
            part: None,
            isometric: false,
        }
    }

    /// Sets the area that "fit" shows, if it is not the board.
    #[must_use]
    pub fn sight(mut self, sight: Option<Span>) -> Self {
        self.sight = sight;
        self
    }

    /// Sets the only part of the board that is displayed.
    #[must_use]
    pub fn part(mut self, part: Option<Span>) -> Self {
        self.part = part;
        self
    }

    /// Shows cells with heights as blocks.
    #[must_use]
    pub fn isometric(mut self, isometric: bool) -> Self {
        self.isometric = isometric && self.source.has_heights();
        self
    }

    /// Sets the overlays.
    #[must_use]
    pub fn overlays(mut self, overlays: Overlays<'a>) -> Self {
        self.overlays = overlays;
        self
    }

    /// Sets the prefix of each cell's accessible name, for several boards on screen.
    #[must_use]
    pub fn prefix(mut self, prefix: Option<&'a str>) -> Self {
        self.naming.prefix = prefix;
        self
    }

    /// Sets the instructions for accessibility.
    #[must_use]
    pub fn help(mut self, help: &'a str) -> Self {
        self.naming.help = help;
        self
    }

    /// Sets the pointer's shape over the board.
    #[must_use]
    pub fn icon(mut self, icon: CursorIcon) -> Self {
        self.icon = icon;
        self
    }

    /// Sets the typed characters that the owner handles; otherwise `+` and `-` zoom.
    #[must_use]
    pub fn letters(mut self, letters: &'a dyn Fn(char) -> bool) -> Self {
        self.letters = letters;
        self
    }

    /// Animates changes of cells.
    #[must_use]
    pub fn animate(mut self, animate: bool) -> Self {
        self.animate.0 = animate;
        self
    }

    /// Sets the time between two automatic changes, in seconds.
    #[must_use]
    pub fn pace(mut self, pace: Option<f32>) -> Self {
        self.animate.1 = pace;
        self
    }

    /// Sets the last step, to be animated.
    #[must_use]
    pub fn moving(mut self, moving: Option<Moving<'a>>) -> Self {
        self.moving = moving;
        self
    }

    /// Highlights the cell under the pointer.
    #[must_use]
    pub fn hover(mut self, hover: bool) -> Self {
        self.hover = hover;
        self
    }

    /// Makes the board a companion: displayed as a whole, without coordinates and zoom.
    #[must_use]
    pub fn companion(mut self, companion: bool) -> Self {
        self.companion = companion;
        self
    }

    /// Shows the board, filling the rest of `ui`.
    pub fn show(self, ui: &mut Ui, state: &mut CanvasState) -> CanvasOutput {
        let info = self.source.info();
        let size = info.size;
        let canvas = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(canvas);
        let id = ui.scope_id().with(("board", info.id));
        let response = ui.interact(canvas, id, Sense::click_and_drag());
        if std::mem::take(&mut state.to_focus) {
            response.request_focus();
        }
        state.canvas = Some(canvas);
        state.cursor = Place::from(state.cursor).clamped(size);

        let blocks = BlockSight::of(ui.ctx());
        let solid = || Solid::of(self.source, blocks);
        state.solid = self.isometric.then(solid).flatten();
        let solid = state.solid.as_ref();
        let whole = Span {
            corner: Place::new(0, 0),
            size: solid.map_or(size, Solid::room),
        };
        let sight = self.sight.or(self.part).filter(|_| solid.is_none());
        let sight = sight.unwrap_or(whole);
        state.follow(self.part);
        state.view.set_companion(self.companion);
        if self.companion {
            state.view.fit();
        }
        let notes = self.source.notes();
        let room = canvas.size() - note_room(&notes);
        state.view.settle(room, sight);
        let mut events = input::take(ui, &response, state, size, self.letters);
        if let Some(solid) = &state.solid {
            solid.sight.keep(ui.ctx());
        }
        state.view.settle(room, sight);

        let lines = state.view.lines(canvas, ui.pixels_per_point());
        let visible = match &state.solid {
            Some(_) => (0..size.rows, 0..size.cols),
            None => within(lines.visible(size, canvas), self.part),
        };
        let cursor = state.cursor;
        let clicked = access::expose(
            ui,
            &response,
            self.source,
            &|cell| match &state.solid {
                Some(solid) => solid.bounds(&state.view, canvas, cell),
                None => lines.rect(cell),
            },
            &visible,
            cursor,
            self.naming,
        );
        for cell in clicked {
            state.cursor = cell;
            events.push(CanvasEvent::Activate { cell });
        }

        let place = response
            .hover_pos()
            .filter(|_| response.hovered())
            .map(|point| state.place_at(canvas, point));
        let seen = |place: &Place| self.part.is_none_or(|part| part.holds(*place));
        let hovered = place.filter(seen).and_then(|place| place.on(size));
        self.paint(ui, &response, state, lines, hovered, &notes);
        if !self.companion {
            zoom_bar::show(ui, canvas, state);
        }
        self.set_icon(&response, state, hovered.is_some());
        if !events.is_empty() {
            // The next frame shows their effect.
            ui.ctx().request_repaint();
        }
        CanvasOutput {
            response,
            events,
            hovered,
            lines,
            part: self.part.unwrap_or(whole),
        }
    }

    fn paint(
        &self,
        ui: &Ui,
        response: &Response,
        state: &mut CanvasState,
        lines: Lines,
        hovered: Option<Cell>,
        notes: &[LineNote],
    ) {
        let canvas = response.rect;
        let size = self.source.info().size;
        let visible = within(lines.visible(size, canvas), self.part);
        let board = Span {
            corner: Place::new(0, 0),
            size,
        };
        let shown = self.part.unwrap_or(board);
        // Hides everything beyond a part, except a frame around it.
        let clip = self.part.map_or(canvas, |part| {
            lines.span(part.corner, part.size).expand(FRAME)
        });
        let (painter, beside) = (ui.painter_at(canvas.intersect(clip)), ui.painter_at(canvas));
        let paint = Paint {
            painter: &painter,
            lines,
            canvas,
            colors: theme::colors(ui),
            dark: ui.visuals().dark_mode,
            letters: sprites::letters(ui.ctx()),
        };
        state
            .motion
            .update(ui, self.source, lines.cell(), self.animate, self.moving);
        if let Some(solid) = &state.solid {
            let hovered = hovered.filter(|_| self.hover && state.held == Held::Nothing);
            let cursor = (response.has_focus() && state.at_work).then_some(state.cursor);
            let scene = Scene::new(solid, &state.view, &paint, &state.motion);
            scene.paint(self.source, &self.overlays, hovered, cursor);
            return;
        }
        if as_picture(lines.cell(), &visible) {
            state.tiny.show(&paint, self.source);
            paint.path(self.overlays.path);
        } else {
            state.tiny.forget();
            paint.cells(self.source, &visible, &state.motion, || {
                paint.path(self.overlays.path);
            });
        }
        let frame = self.step_frame(ui, &mut state.motion, lines);
        let ants = march(ui, state, self.overlays.selection);
        if let Some(parts) = self.source.parts() {
            paint.parts(parts, size);
        }
        paint.overlays(&self.overlays, shown, frame, ants);
        if let Some(cell) = hovered.filter(|_| self.hover && state.held == Held::Nothing) {
            paint.hover(cell);
        }
        let focused = response.has_focus() && state.at_work;
        if focused {
            paint.cursor(state.cursor);
        }
        let cursor = focused.then_some(state.cursor);
        let paint = Paint {
            painter: &beside,
            ..paint
        };
        if !self.companion {
            paint.coordinates(&visible, hovered.map(Place::from), cursor, shown);
        }
        paint.notes(notes, size);
    }

    /// Frame of the current step while it is animated: it moves with the piece, or between the cells of the last and
    /// the current step.
    fn step_frame(&self, ui: &Ui, motion: &mut Motion, lines: Lines) -> Option<Rect> {
        let step = self.overlays.step?;
        let to = step.cells.first().copied();
        let progress = motion.step(ui, step.index, to);
        let piece = motion
            .gliding()
            .next()
            .map(|(_, from, to, part)| (from, to, part));
        let (from, to, part) = piece.or((progress < 1.0).then_some((step.from?, to?, progress)))?;
        let [from, to] = [from, to].map(|cell| lines.rect(cell));
        Some(Rect::from_min_max(
            from.min.lerp(to.min, part),
            from.max.lerp(to.max, part),
        ))
    }

    fn set_icon(&self, response: &Response, state: &CanvasState, on_board: bool) {
        let icon = match state.held {
            Held::Pan => CursorIcon::Grabbing,
            _ if response.ctx.input(|input| input.key_down(egui::Key::Space)) => CursorIcon::Grab,
            _ if on_board || matches!(state.held, Held::Button(_)) => self.icon,
            _ => CursorIcon::Default,
        };
        if response.hovered() || state.held != Held::Nothing {
            response.ctx.set_cursor_icon(icon);
        }
    }
}

/// Visible rows and columns within a part.
fn within((rows, cols): Visible, part: Option<Span>) -> Visible {
    let Some(Span { corner, size }) = part else {
        return (rows, cols);
    };
    let cut = |all: Range<usize>, first: isize, count: usize| {
        let first = first.max(0).unsigned_abs();
        let start = all.start.max(first);
        start..all.end.min(first + count).max(start)
    };
    (
        cut(rows, corner.row, size.rows),
        cut(cols, corner.col, size.cols),
    )
}

/// Space to the right of a board for the notes next to its rows, in points.
fn note_room(notes: &[LineNote]) -> egui::Vec2 {
    let longest = notes.iter().filter(|note| !note.column);
    let longest = longest.map(|note| note.text.chars().count()).max();
    egui::vec2(
        longest.map_or(0.0, |letters| 12.0 + 8.0 * letters as f32),
        0.0,
    )
}

/// Offset of the selection's dashes, in points. They move for a moment after each change, so that a static board is not
/// redrawn.
fn march(ui: &Ui, state: &mut CanvasState, selection: Option<Span>) -> f32 {
    let now = ui.input(|input| input.time);
    if state.selection_seen.0 != selection {
        state.selection_seen = (selection, now);
    }
    let since = now - state.selection_seen.1;
    if selection.is_none() || ui.style().animation_time <= 0.0 {
        return 0.0;
    }
    if since < MARCH_SECONDS {
        ui.ctx().request_repaint_after_secs(0.05);
    }
    (since.min(MARCH_SECONDS) * 24.0) as f32
}
