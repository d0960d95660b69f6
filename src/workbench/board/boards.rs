//! The boards of a position side by side: a main board to play on, and companions to look at.

use std::borrow::Cow;

use egui::{CursorIcon, Pos2, Rect, RichText, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::game::{BoardInfo, Button, Cell, Gesture, Heading, Position, Size, Tone};
use crate::kit::theme::{self, space};

use super::canvas::{Canvas, CanvasOutput};
use super::hand::{At, Hand, meant};
use super::input::CanvasEvent;
use super::marks::Mark;
use super::motion::Moving;
use super::overlay::Overlays;
use super::part;
use super::source::PositionBoard;
use super::state::CanvasState;
use super::view::{COMPANION_MARGIN, FAR_MARGIN, Lines, MARGIN, whole_points};

const TITLE: f32 = 24.0;

/// Largest side of a companion's cells, in points.
const COMPANION_CELL: f32 = 48.0;

/// Minimum width of a companion, for its title, in points.
const COMPANION_NAME: f32 = 72.0;

/// Usual share of the boards in the window's height.
const USUAL: f32 = 0.65;

/// State of the boards between frames.
#[derive(Default)]
pub struct Boards {
    canvases: Vec<CanvasState>,
    pressed: Option<(At, Button)>,
    hand: Hand,
    /// Key events of the last frame after the first that made a move, with their boards. Their meaning depends on that
    /// move.
    pending: Vec<(usize, CanvasEvent)>,
}

/// Overlays and state of the displayed boards.
pub struct Scene<'a> {
    /// Returns the overlays of the board with the given id.
    pub overlays: &'a dyn Fn(&str) -> Overlays<'a>,
    /// Position displayed instead of the current one, while the steps of a move are animated.
    pub shown: Option<&'a dyn Position>,
    /// Time between automatic changes, in seconds.
    pub pace: Option<f32>,
    /// True if the puzzle is solved.
    pub solved: bool,
    /// True if gestures make moves.
    pub playable: bool,
    /// Ids of boards displayed elsewhere.
    pub hidden: &'a [&'a str],
    /// Animation of the last step, and its board.
    pub moving: Option<(&'a str, Moving<'a>)>,
}

/// Events of the boards in a frame.
#[derive(Debug, Default)]
pub struct BoardsAnswer {
    /// Gestures in order, each with its cell.
    pub gestures: Vec<(Gesture, Cell)>,
    /// Board id and cell under the pointer.
    pub hovered: Option<(&'static str, Cell)>,
    /// Canvas and grid lines of each board, by board id.
    pub places: Vec<(&'static str, Rect, Lines)>,
}

impl Boards {
    /// Canvas of the main board.
    pub fn canvas(&mut self) -> &mut CanvasState {
        if self.canvases.is_empty() {
            self.canvases.push(CanvasState::default());
        }
        &mut self.canvases[0]
    }

    /// Zooms the main board by a factor; `None` fits it to the canvas.
    pub fn zoom(&mut self, factor: Option<f32>) {
        let middle = self
            .canvas()
            .rect()
            .map_or(vec2(200.0, 150.0), |rect| rect.size() / 2.0);
        let view = &mut self.canvas().view;
        match factor {
            Some(factor) => view.zoom_about(factor, middle),
            None => view.fit(),
        }
    }

    /// Shows the boards of a position, filling the rest of `ui`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        position: &dyn Position,
        scene: &Scene<'_>,
    ) -> BoardsAnswer {
        let mut boards = position.boards();
        boards.retain(|board| !scene.hidden.contains(&board.id));
        self.canvases
            .resize_with(boards.len(), CanvasState::default);
        let whole = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(whole);
        let places = arrange(whole, ui.ctx().content_rect().height(), &boards);
        let mut answer = BoardsAnswer::default();
        let mut outputs: Vec<CanvasOutput> = Vec::new();
        for (index, (board, rect)) in boards.iter().zip(places).enumerate() {
            let builder = UiBuilder::new().id_salt(board.id).max_rect(rect);
            let mut child = ui.new_child(builder);
            child.set_clip_rect(rect.intersect(ui.clip_rect()));
            // An empty companion is invisible but keeps its place, so that nothing moves when it gets content.
            if scene.moving.is_none() && index > 0 && is_blank(position, board) {
                child.set_opacity(0.0);
            }
            let output = self.one(&mut child, position, &boards, index, scene);
            if let Some(cell) = output.hovered {
                answer.hovered = Some((board.id, cell));
            }
            outputs.push(output);
        }
        answer.places = boards
            .iter()
            .zip(&outputs)
            .map(|(board, output)| (board.id, output.response.rect, output.lines))
            .collect();
        if scene.playable {
            let drags = ui.input(|input| input.pointer.is_decidedly_dragging());
            if let Some((from, Button::Primary)) = self.pressed.filter(|_| drags) {
                self.hand.take(position, &boards, from);
            }
            let mut events = std::mem::take(&mut self.pending);
            for (index, output) in outputs.iter().enumerate() {
                events.extend(output.events.iter().map(|event| (index, event.clone())));
            }
            for (index, event) in events {
                if !answer.gestures.is_empty() && event.is_key() {
                    self.pending.push((index, event));
                    continue;
                }
                let place = (index, &boards[..], &outputs[..]);
                let gesture = self.gesture(ui, position, &event, place);
                answer.gestures.extend(gesture);
            }
            if !self.pending.is_empty() {
                ui.ctx().request_repaint();
            }
            self.hand.paint(ui, &outputs);
        }
        for output in &outputs {
            if output.events.contains(&CanvasEvent::Escape) {
                output.response.surrender_focus();
            }
        }
        answer
    }

    /// Shows the boards with these marks, without interaction.
    pub fn look_at(
        &mut self,
        ui: &mut Ui,
        position: &dyn Position,
        marks: &[BoardMark],
        hidden: &[&str],
    ) -> BoardsAnswer {
        let marked = Marked::new(position, marks);
        let scene = Scene {
            overlays: &|board| marked.overlays(board),
            shown: None,
            pace: None,
            solved: false,
            playable: false,
            hidden,
            moving: None,
        };
        self.show(ui, position, &scene)
    }

    fn one(
        &mut self,
        ui: &mut Ui,
        position: &dyn Position,
        boards: &[BoardInfo],
        index: usize,
        scene: &Scene<'_>,
    ) -> CanvasOutput {
        let board = &boards[index];
        let room = ui.available_rect_before_wrap();
        // The title is placed next to the board after its layout.
        ui.add_space(TITLE);
        let shown = scene.shown.unwrap_or(position);
        let source = PositionBoard {
            position: shown,
            board: board.clone(),
        };
        let mut overlays = (scene.overlays)(board.id);
        overlays.finished = index == 0 && scene.solved;
        (overlays.lifted, overlays.targets) = self.hand.marks(index);
        let moving = scene.moving.filter(|(id, _)| *id == board.id);
        let moving = moving.map(|(_, moving)| moving);
        let playable = scene.playable && index == 0;
        let letters = |letter: char| {
            let cell = Cell::new(0, 0);
            playable && position.interpret(&typed(board, cell, letter)).is_some()
        };
        let canvas = Canvas::new(&source)
            .overlays(overlays)
            .animate(true)
            .pace(scene.pace)
            .moving(moving)
            .part(part::of(ui.ctx(), shown, board.id))
            .prefix((index > 0).then_some(board.title))
            .letters(&letters)
            .companion(index > 0)
            .icon(match playable {
                _ if self.hand.is_full() => CursorIcon::Grabbing,
                true => CursorIcon::PointingHand,
                false => CursorIcon::Default,
            })
            .help(match playable {
                true if steers(position) => {
                    "Arrow keys move the piece, with Shift the cursor; Enter makes a move."
                }
                true => "Arrow keys move the cursor, Enter makes a move.",
                false => "Arrow keys move the cursor.",
            });
        let state = &mut self.canvases[index];
        let output = canvas.show(ui, state);
        let solved = index == 0 && scene.solved;
        let above = if index == 0 { MARGIN.y } else { 0.0 };
        title(ui, board.title, solved, (room, above), &output);
        output
    }

    fn cell_at(&self, at: Pos2, boards: &[BoardInfo], outputs: &[CanvasOutput]) -> Option<At> {
        let on = |output: &CanvasOutput| output.response.rect.contains(at);
        let index = outputs.iter().position(on)?;
        let rect = outputs[index].response.rect;
        let place = self.canvases.get(index)?.place_at(rect, at);
        Some((index, place.on(boards[index].size)?))
    }

    fn gesture(
        &mut self,
        ui: &Ui,
        position: &dyn Position,
        event: &CanvasEvent,
        (index, boards, outputs): (usize, &[BoardInfo], &[CanvasOutput]),
    ) -> Option<(Gesture, Cell)> {
        let board = boards.get(index)?;
        let click = |cell: Cell, button: Button| Gesture::Click {
            board: board.id.to_owned(),
            cell,
            button,
        };
        match event {
            CanvasEvent::Press { place, button, .. } => {
                let cell = place.on(board.size);
                self.pressed = cell.map(|cell| ((index, cell), *button));
                None
            }
            CanvasEvent::Release(_) => {
                let end = ui
                    .input(|input| input.pointer.interact_pos())
                    .and_then(|at| self.cell_at(at, boards, outputs));
                let carried = self.hand.open(ui, end);
                let ((from, button), to) = (self.pressed.take()?, end?);
                if from == to {
                    // A piece picked up and put back is not a click.
                    return (!carried).then(|| (click(to.1, button), to.1));
                }
                Some((meant(position, boards, from, to), to.1))
            }
            CanvasEvent::Cancel => {
                self.pressed = None;
                self.hand.open(ui, None);
                None
            }
            CanvasEvent::Moved {
                from,
                arrow: Some(heading),
                extend: false,
                ..
            } if index == 0 => {
                let gesture = Gesture::Steer(*heading);
                let mv = position.interpret(&gesture)?;
                // The cursor follows the moved piece.
                let glides = position.describe(&mv).glides;
                let mover = glides.first();
                let state = self.canvases.get_mut(index)?;
                let (begin, end) = mover.map_or((*from, *from), |glide| {
                    let ends = glide.path.first().zip(glide.path.last());
                    ends.map_or((*from, *from), |(begin, end)| (*begin, *end))
                });
                state.go_to(end, board.size);
                state.at_work = false;
                Some((gesture, begin))
            }
            CanvasEvent::Activate { cell } => Some((click(*cell, Button::Primary), *cell)),
            CanvasEvent::Typed(letter) => {
                let cell = self.canvases.get(index)?.cursor;
                Some((typed(board, cell, *letter), cell))
            }
            _ => None,
        }
    }
}

/// Returns whether arrow keys move a piece on the board instead of the cursor.
fn steers(position: &dyn Position) -> bool {
    let steers = |heading: &Heading| position.interpret(&Gesture::Steer(*heading)).is_some();
    Heading::ALL.iter().any(steers)
}

/// Draws the title above the board's coordinates, which are `above` points high, or at the upper edge if these are
/// outside.
fn title(ui: &mut Ui, name: &str, solved: bool, (room, above): (Rect, f32), output: &CanvasOutput) {
    let board = output.lines.span(output.part.corner, Size::new(1, 1)).min;
    let least = match above > 0.0 {
        true => room.min + vec2(space::MEDIUM, 0.0),
        false => room.min,
    };
    let corner = (board - vec2(0.0, above + TITLE)).max(least);
    let corner = corner.min(room.max - vec2(60.0, TITLE));
    let builder = UiBuilder::new()
        .id_salt("name")
        .max_rect(Rect::from_min_max(
            corner,
            pos2(room.right(), corner.y + TITLE),
        ))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        let colors = theme::colors(ui);
        ui.label(RichText::new(name).color(colors.weak));
        if solved {
            ui.label(RichText::new("Solved").color(colors.good).strong());
        }
    });
}

fn typed(board: &BoardInfo, cell: Cell, character: char) -> Gesture {
    Gesture::Type {
        board: board.id.to_owned(),
        cell,
        character,
    }
}

/// Arranges the boards. Companions are smaller than the main board and to its right or below, whichever allows larger
/// cells. The choice depends on the height of the window, so that a panel or a line above the boards does not change
/// it.
fn arrange(whole: Rect, window: f32, boards: &[BoardInfo]) -> Vec<Rect> {
    let Some((main, companions)) = boards.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return vec![whole; boards.len()];
    };
    let usual = vec2(whole.width(), USUAL * window);
    let best = [false, true].map(|below| {
        let (main, companion) = cells(usual, below, main.size, companions);
        main + companion
    });
    let below = best[1] > best[0];
    let (_, cell) = cells(whole.size(), below, main.size, companions);
    let sizes: Vec<Vec2> = companions
        .iter()
        .map(|board| framed(board.size, cell))
        .collect();
    let widest = sizes.iter().map(|size| size.x).fold(0.0, f32::max);
    let highest = sizes.iter().map(|size| size.y).fold(0.0, f32::max);
    let mut places = Vec::with_capacity(boards.len());
    if below {
        let split = whole.bottom() - highest;
        places.push(whole.with_max_y(split));
        let all: f32 = sizes.iter().map(|size| size.x).sum();
        let gap = (whole.width() - all) / (sizes.len() + 1) as f32;
        let mut left = whole.left() + gap;
        for size in sizes {
            places.push(Rect::from_min_size(pos2(left, split), size));
            left += size.x + gap;
        }
        return places;
    }
    // The companions are aligned with the top of the board.
    let split = whole.right() - widest - space::MEDIUM;
    let room = vec2(split - whole.left(), whole.height() - TITLE) - MARGIN - FAR_MARGIN;
    let board = along(room, main.size) * main.size.rows as f32;
    let top = whole.top() + MARGIN.y - COMPANION_MARGIN + ((room.y - board) / 2.0).max(0.0);
    let all: f32 = sizes.iter().map(|size| size.y).sum();
    let mut top = top.min(whole.bottom() - all).max(whole.top());
    places.push(whole.with_max_x(split));
    for size in sizes {
        places.push(Rect::from_min_size(pos2(split, top), size));
        top += size.y;
    }
    places
}

/// Side of the cells of a board that fits into `room`.
fn along(room: Vec2, size: Size) -> f32 {
    let side = (room.x / size.cols.max(1) as f32).min(room.y / size.rows.max(1) as f32);
    whole_points(side.max(1.0))
}

fn is_blank(position: &dyn Position, board: &BoardInfo) -> bool {
    board.size.cells().all(|cell| {
        let look = position.look(board.id, cell);
        look.tone == Tone::Empty && look.glyph.is_empty() && look.actor.is_none()
    })
}

/// Size of a companion with its title, for cells of this side.
fn framed(size: Size, cell: f32) -> Vec2 {
    let board = vec2(size.cols as f32, size.rows as f32) * cell;
    let size = board + vec2(2.0, 2.0) * COMPANION_MARGIN + vec2(0.0, TITLE);
    size.max(vec2(COMPANION_NAME, 0.0))
}

/// Sides of the cells of the main board and of its companions, which are below it or at its right. The companions get
/// the rest of the space, between 20 % and 40 %.
fn cells(room: Vec2, below: bool, main: Size, companions: &[BoardInfo]) -> (f32, f32) {
    let frame = MARGIN + FAR_MARGIN + vec2(0.0, TITLE);
    let alone = along(room - frame, main);
    let (whole, needed) = match below {
        true => (room.y, alone * main.rows as f32 + frame.y),
        false => (room.x, alone * main.cols as f32 + frame.x),
    };
    let theirs = (whole - needed).clamp(0.2 * whole, 0.4 * whole);
    let count = companions.len() as f32;
    let each = match below {
        true => vec2(room.x / count, theirs),
        false => vec2(theirs - space::MEDIUM, room.y / count),
    };
    let each = each - vec2(2.0, 2.0) * COMPANION_MARGIN - vec2(0.0, TITLE);
    let sides = companions.iter().map(|board| along(each, board.size));
    let companion = sides.fold(COMPANION_CELL, f32::min).min(0.6 * alone);
    let taken = companions.iter().map(|board| framed(board.size, companion));
    let taken = taken.reduce(Vec2::max).unwrap_or_default();
    let left = match below {
        true => room - frame - vec2(0.0, taken.y),
        false => room - frame - vec2(taken.x + space::MEDIUM, 0.0),
    };
    (along(left, main), companion.floor().max(1.0))
}

/// A mark with the id of its board.
pub type BoardMark = (Cow<'static, str>, Mark);

/// Marks by board.
pub struct Marked(Vec<(&'static str, Vec<Mark>)>);

impl Marked {
    /// Groups marks by board.
    pub fn new(position: &dyn Position, marks: &[BoardMark]) -> Self {
        let boards = position.boards();
        let of = |board: &BoardInfo| {
            let mine = marks.iter().filter(|(id, _)| id == board.id);
            (board.id, mine.map(|(_, mark)| *mark).collect())
        };
        Self(boards.iter().map(of).collect())
    }

    /// Overlays of a board.
    pub fn overlays(&self, board: &str) -> Overlays<'_> {
        let mine = self.0.iter().find(|(id, _)| *id == board);
        Overlays {
            marks: mine.map_or(&[], |(_, marks)| marks),
            ..Overlays::default()
        }
    }
}
