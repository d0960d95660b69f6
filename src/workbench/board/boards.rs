//! The boards of a position side by side: a main board to play on, companions to look at, and dragged pieces.

use std::borrow::Cow;

use egui::{CursorIcon, Id, LayerId, Order, Pos2, Rect, RichText, Ui, UiBuilder, Vec2, pos2, vec2};

use super::canvas::{Canvas, CanvasOutput};
use super::input::{CanvasEvent, CanvasState};
use super::marks::Mark;
use super::motion::{AnimatedStep, BY_HAND};
use super::overlay::Overlays;
use super::paint::{self, Paint};
use super::source::BoardSource;
use super::view::{COMPANION_MARGIN, FAR_MARGIN, Lines, MARGIN, whole_points};
use crate::game::{BoardInfo, Button, Cell, CellStyle, Gesture, Heading, Position, Size, Tone};
use crate::kit::theme::{self, space};

/// Height of a board's title, in points.
const TITLE_HEIGHT: f32 = 24.0;
/// Largest side of a companion's cells, in points.
const MAX_COMPANION_CELL: f32 = 48.0;
/// Largest side of a companion's cells, as a share of the side that the main board's cells have without companions.
const MAX_COMPANION_SHARE: f32 = 0.6;
/// Minimum width of a companion, for its title, in points.
const MIN_COMPANION_WIDTH: f32 = 72.0;
/// Share of the window's height that the boards usually have.
const HEIGHT_SHARE: f32 = 0.65;

/// State of the boards between frames.
#[derive(Default)]
pub struct Boards {
    /// Canvases of the displayed boards, the main one first.
    canvases: Vec<CanvasState>,
    /// Cell and button of a press until its release.
    pressed: Option<(BoardCell, Button)>,
    /// Drag with the primary button.
    drag: Option<PieceDrag>,
    /// Key events after the first that made a move in the last frame, with their boards. Their meaning depends on it.
    pending: Vec<(usize, CanvasEvent)>,
}

/// A cell with the id of its board.
pub type BoardCell = (&'static str, Cell);

/// Display of the boards for one frame.
#[derive(Clone, Copy, Default)]
pub struct BoardScene<'a> {
    pub marks: &'a [BoardMark],
    /// Path of the cursor, with the id of its board.
    pub path: (&'a str, &'a [Cell]),
    /// Cells of the current step, with the id of their board.
    pub step: (&'a str, &'a [Cell]),
    /// Position displayed instead of the current one, while the steps of a move are animated.
    pub displayed: Option<&'a dyn Position>,
    /// Time between two moves, in seconds, if they are made automatically.
    pub pace: Option<f32>,
    /// True if title and main board are drawn as those of a solved level.
    pub solved: bool,
    /// True if gestures are reported and pieces can be dragged.
    pub playable: bool,
    /// Ids of boards displayed elsewhere.
    pub hidden: &'a [&'a str],
    /// Animation of the last step, and its board.
    pub animated_step: Option<(&'a str, AnimatedStep<'a>)>,
}

#[derive(Debug, Default)]
pub struct BoardsOutput {
    /// Gestures in order, each with its board and cell.
    pub gestures: Vec<(Gesture, BoardCell)>,
    pub hovered: Option<BoardCell>,
    /// Canvas and grid lines of each board, by board id.
    pub layouts: Vec<(&'static str, Rect, Lines)>,
}

impl Boards {
    /// Canvas of the main board, also before the first frame.
    pub fn canvas(&mut self) -> &mut CanvasState {
        if self.canvases.is_empty() {
            self.canvases.push(CanvasState::default());
        }
        &mut self.canvases[0]
    }

    /// Shows the boards of a position, filling the rest of `ui`.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        position: &dyn Position,
        scene: &BoardScene<'_>,
    ) -> BoardsOutput {
        let mut boards = position.boards();
        boards.retain(|board| !scene.hidden.contains(&board.id));
        let count = boards.len();
        self.canvases.resize_with(count, CanvasState::default);
        let area = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(area);
        let rects = arrange(area, ui.ctx().content_rect().height(), &boards);
        let mut result = BoardsOutput::default();
        let mut outputs: Vec<CanvasOutput> = Vec::new();
        for (index, (board, rect)) in boards.iter().zip(rects).enumerate() {
            let mut child = ui.new_child(UiBuilder::new().id_salt(board.id).max_rect(rect));
            child.set_clip_rect(rect.intersect(ui.clip_rect()));
            // An empty companion is invisible but keeps its place, so that nothing moves when it gets content.
            if scene.animated_step.is_none() && index > 0 && is_blank(position, board) {
                child.set_opacity(0.0);
            }
            // Companions of the main board's size mark the cell that is pointed at there.
            let main = outputs.first().filter(|_| board.size == boards[0].size);
            let pointed = main.and_then(|main| {
                main.hovered
                    .or(self.canvases[0].shown_cursor(&main.response))
            });
            let output = self.show_board(&mut child, position, &boards, index, (scene, pointed));
            if let Some(cell) = output.hovered {
                result.hovered = Some((board.id, cell));
            }
            outputs.push(output);
        }
        let layout = |(board, output): (&BoardInfo, &CanvasOutput)| {
            (board.id, output.response.rect, output.lines)
        };
        result.layouts = boards.iter().zip(&outputs).map(layout).collect();
        if scene.playable {
            // Before the events, one of which may be the release that drops the piece.
            let dragging = ui.input(|input| input.pointer.is_decidedly_dragging());
            if let Some((from, Button::Primary)) = self.pressed.filter(|_| dragging) {
                self.drag
                    .get_or_insert_with(|| PieceDrag::new(position, &boards, from));
            }
            let mut events = std::mem::take(&mut self.pending);
            for (index, output) in outputs.iter().enumerate() {
                events.extend(output.events.iter().map(|event| (index, event.clone())));
            }
            for (index, event) in events {
                if !result.gestures.is_empty() && event.is_key() {
                    self.pending.push((index, event));
                    continue;
                }
                let layout = (index, &boards[..], &outputs[..]);
                let gesture = self.gesture(ui, position, event, layout);
                result.gestures.extend(gesture);
            }
            if !self.pending.is_empty() {
                ui.ctx().request_repaint();
            }
            if let Some(piece) = self.carried() {
                piece.paint(ui, &result.layouts);
            }
        }
        for output in &outputs {
            if output.events.contains(&CanvasEvent::Escape) {
                output.response.surrender_focus();
            }
        }
        result
    }

    fn show_board(
        &mut self,
        ui: &mut Ui,
        position: &dyn Position,
        boards: &[BoardInfo],
        index: usize,
        (scene, pointed): (&BoardScene<'_>, Option<Cell>),
    ) -> CanvasOutput {
        let board = &boards[index];
        let is_main = index == 0;
        let solved = is_main && scene.solved;
        let area = ui.available_rect_before_wrap();
        // The title is placed next to the board after its layout.
        ui.add_space(TITLE_HEIGHT);
        let displayed = scene.displayed.unwrap_or(position);
        let source = BoardSource::from_position(displayed, board);
        let marks = scene.marks.iter().filter(|(id, _)| id == board.id);
        let marks: Vec<Mark> = marks.map(|(_, mark)| *mark).collect();
        let cells_here = |(id, cells)| if id == board.id { cells } else { &[][..] };
        let on_board = |at: &BoardCell| (at.0 == board.id).then_some(at.1);
        let carried = self.carried();
        let overlays = Overlays {
            marks: &marks,
            path: cells_here(scene.path),
            step: cells_here(scene.step),
            finished: solved,
            lifted: carried.and_then(|piece| on_board(&piece.from)),
            targets: carried.map_or(Vec::new(), |piece| {
                piece.targets.iter().filter_map(on_board).collect()
            }),
            ..Overlays::default()
        };
        let step = scene.animated_step.filter(|(id, _)| *id == board.id);
        let playable = scene.playable && is_main;
        let letters = |letter: char| {
            let gesture = type_gesture(board, Cell::new(0, 0), letter);
            playable && position.interpret(&gesture).is_some()
        };
        let canvas = Canvas {
            overlays,
            pace: scene.pace.or(Some(BY_HAND)),
            animated_step: step.map(|(_, step)| step),
            part: paint::part_of(ui.ctx(), displayed, board.id),
            letters: &letters,
            companion: !is_main,
            pointed,
            icon: match playable {
                _ if carried.is_some() => CursorIcon::Grabbing,
                true => CursorIcon::PointingHand,
                false => CursorIcon::Default,
            },
            prefix: (!is_main).then_some(board.title),
            help: match playable {
                true if moves_by_arrows(position) => {
                    "Arrow keys move the piece, Shift+arrow keys the cursor. Enter makes a move."
                }
                true => "Arrow keys move the cursor. Enter makes a move.",
                false => "Arrow keys move the cursor.",
            },
            ..Canvas::new(&source)
        };
        let output = canvas.show(ui, &mut self.canvases[index]);
        let above = if is_main { MARGIN.y } else { 0.0 };
        title(ui, board.title, solved, (area, above), &output);
        output
    }

    /// The dragged piece, if there is one that can be dropped anywhere.
    fn carried(&self) -> Option<&PieceDrag> {
        let drag = self.drag.as_ref();
        drag.filter(|piece| !piece.targets.is_empty())
    }

    /// Cell of any board at a point on screen.
    fn cell_at(
        &self,
        at: Pos2,
        boards: &[BoardInfo],
        outputs: &[CanvasOutput],
    ) -> Option<BoardCell> {
        let on = |output: &CanvasOutput| output.response.rect.contains(at);
        let index = outputs.iter().position(on)?;
        let rect = outputs[index].response.rect;
        let pos = self.canvases.get(index)?.pos_at(rect, at);
        let BoardInfo { id, size, .. } = boards[index];
        Some((id, pos.to_cell(size)?))
    }

    /// Converts an event of the board `index` to a gesture with its cell. A press alone is none.
    fn gesture(
        &mut self,
        ui: &Ui,
        position: &dyn Position,
        event: CanvasEvent,
        (index, boards, outputs): (usize, &[BoardInfo], &[CanvasOutput]),
    ) -> Option<(Gesture, BoardCell)> {
        let board = boards.get(index)?;
        match event {
            CanvasEvent::Press { at, button, .. } => {
                let cell = at.to_cell(board.size);
                self.pressed = cell.map(|cell| ((board.id, cell), button));
                None
            }
            CanvasEvent::Release(_) => {
                let at = ui.input(|input| input.pointer.interact_pos());
                let end = at.and_then(|at| self.cell_at(at, boards, outputs));
                let carried = self.carried().is_some();
                self.drag = None;
                let ((from, button), to) = (self.pressed.take()?, end?);
                if from == to {
                    // A piece picked up and put back is not a click.
                    return (!carried).then(|| (click(to, button), to));
                }
                Some((drag_gesture(position, from, to), to))
            }
            CanvasEvent::Cancel => {
                self.pressed = None;
                self.drag = None;
                None
            }
            CanvasEvent::Moved {
                from,
                arrow: Some(heading),
                extend: false,
                ..
            } if index == 0 => {
                let gesture = Gesture::Steer(heading);
                let mv = position.interpret(&gesture)?;
                // The cursor follows the moved piece, hidden, as the piece shows where it is; if none moved, it stays.
                let motions = position.describe(&mv).motions;
                let path = motions.first().map_or(&[][..], |motion| &motion.path);
                let (start, end) = path.first().zip(path.last()).unwrap_or((&from, &from));
                let state = self.canvases.get_mut(index)?;
                state.go_to(*end, board.size);
                state.show_cursor = false;
                Some((gesture, (board.id, *start)))
            }
            CanvasEvent::Activate { cell } => {
                let at = (board.id, cell);
                Some((click(at, Button::Primary), at))
            }
            CanvasEvent::Typed(letter) => {
                let cell = self.canvases.get(index)?.cursor;
                Some((type_gesture(board, cell, letter), (board.id, cell)))
            }
            _ => None,
        }
    }
}

/// Returns whether arrow keys move a piece on the board instead of the cursor.
fn moves_by_arrows(position: &dyn Position) -> bool {
    let is_move = |heading: &Heading| position.interpret(&Gesture::Steer(*heading)).is_some();
    Heading::ALL.iter().any(is_move)
}

/// Draws the title above the board's coordinates (`above` points high), or at the upper edge if these are outside.
fn title(ui: &mut Ui, name: &str, solved: bool, (area, above): (Rect, f32), output: &CanvasOutput) {
    let board = output.lines.span(output.part.corner, Size::new(1, 1)).min;
    let indent = if above > 0.0 { space::MEDIUM } else { 0.0 };
    let corner = (board - vec2(0.0, above + TITLE_HEIGHT)).max(area.min + vec2(indent, 0.0));
    // The beginning of the title remains visible.
    let corner = corner.min(area.max - vec2(60.0, TITLE_HEIGHT));
    let end = pos2(area.right(), corner.y + TITLE_HEIGHT);
    let builder = UiBuilder::new()
        .id_salt("name")
        .max_rect(Rect::from_min_max(corner, end))
        .layout(egui::Layout::left_to_right(egui::Align::Center));
    ui.scope_builder(builder, |ui| {
        let colors = theme::colors(ui);
        ui.label(RichText::new(name).color(colors.weak));
        if solved {
            ui.label(RichText::new("Solved").color(colors.good).strong());
        }
    });
}

fn type_gesture(board: &BoardInfo, cell: Cell, character: char) -> Gesture {
    Gesture::Type {
        board: board.id.to_owned(),
        cell,
        character,
    }
}

/// Arranges the boards. Companions are smaller than the main board and to its right or below, whichever allows larger
/// cells. This depends on the height of the window, so that a panel or a line above the boards does not change it.
fn arrange(area: Rect, window_height: f32, boards: &[BoardInfo]) -> Vec<Rect> {
    let Some((main, companions)) = boards.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return vec![area; boards.len()];
    };
    let cells = |space, below| cells(space, below, main.size, companions);
    let default = vec2(area.width(), HEIGHT_SHARE * window_height);
    let [right, below] = [false, true].map(|below| {
        let (main, companion) = cells(default, below);
        main + companion
    });
    let below = below > right;
    let (_, cell) = cells(area.size(), below);
    let framed = companions.iter().map(|board| framed_size(board.size, cell));
    let sizes: Vec<Vec2> = framed.collect();
    let (largest, total) = sizes
        .iter()
        .fold((Vec2::ZERO, Vec2::ZERO), |(largest, total), size| {
            (largest.max(*size), total + *size)
        });
    let mut rects = Vec::with_capacity(boards.len());
    if below {
        let split = area.bottom() - largest.y;
        rects.push(area.with_max_y(split));
        let gap = (area.width() - total.x) / (sizes.len() + 1) as f32;
        let mut left = area.left() + gap;
        for size in sizes {
            rects.push(Rect::from_min_size(pos2(left, split), size));
            left += size.x + gap;
        }
        return rects;
    }
    // The companions are aligned with the top of the board.
    let split = area.right() - largest.x - space::MEDIUM;
    let space = vec2(split - area.left(), area.height() - TITLE_HEIGHT) - MARGIN - FAR_MARGIN;
    let height = cell_side(space, main.size) * main.size.rows as f32;
    let top = area.top() + MARGIN.y - COMPANION_MARGIN + ((space.y - height) / 2.0).max(0.0);
    let mut top = top.min(area.bottom() - total.y).max(area.top());
    rects.push(area.with_max_x(split));
    for size in sizes {
        rects.push(Rect::from_min_size(pos2(split, top), size));
        top += size.y;
    }
    rects
}

fn cell_side(space: Vec2, size: Size) -> f32 {
    let side = (space.x / size.cols.max(1) as f32).min(space.y / size.rows.max(1) as f32);
    whole_points(side.max(1.0))
}

fn is_blank(position: &dyn Position, board: &BoardInfo) -> bool {
    board.size.cells().all(|cell| {
        let style = position.style(board.id, cell);
        style.tone == Tone::Empty && style.glyph.is_empty() && style.actor.is_none()
    })
}

/// Size of a companion with its title, for cells of this side.
fn framed_size(size: Size, cell: f32) -> Vec2 {
    let board = vec2(size.cols as f32, size.rows as f32) * cell;
    let size = board + vec2(2.0, 2.0) * COMPANION_MARGIN + vec2(0.0, TITLE_HEIGHT);
    size.max(vec2(MIN_COMPANION_WIDTH, 0.0))
}

/// Sides of the cells of the main board and of its companions, which are below it or at its right. The companions get
/// the rest of the space, between 20 % and 40 %.
fn cells(space: Vec2, below: bool, main: Size, companions: &[BoardInfo]) -> (f32, f32) {
    let frame = MARGIN + FAR_MARGIN + vec2(0.0, TITLE_HEIGHT);
    // Of the main board if it were alone.
    let alone = cell_side(space - frame, main);
    let (total, needed) = match below {
        true => (space.y, alone * main.rows as f32 + frame.y),
        false => (space.x, alone * main.cols as f32 + frame.x),
    };
    let share = (total - needed).clamp(0.2 * total, 0.4 * total);
    let count = companions.len() as f32;
    let each = match below {
        true => vec2(space.x / count, share),
        false => vec2(share - space::MEDIUM, space.y / count),
    };
    let each = each - vec2(2.0, 2.0) * COMPANION_MARGIN - vec2(0.0, TITLE_HEIGHT);
    let sides = companions.iter().map(|board| cell_side(each, board.size));
    let max = MAX_COMPANION_CELL.min(MAX_COMPANION_SHARE * alone);
    let companion = sides.fold(max, f32::min);
    let framed = companions.iter();
    let framed = framed.map(|board| framed_size(board.size, companion));
    let used = framed.reduce(Vec2::max).unwrap_or_default();
    let rest = match below {
        true => space - frame - vec2(0.0, used.y),
        false => space - frame - vec2(used.x + space::MEDIUM, 0.0),
    };
    (cell_side(rest, main), companion.floor().max(1.0))
}

/// A mark with the id of its board.
pub type BoardMark = (Cow<'static, str>, Mark);

/// Limit of cells above which pieces are not drawn while they are dragged, as their targets are found by trying all.
const MAX_CELLS: usize = 2_500;

/// A piece that follows the pointer.
struct PieceDrag {
    from: BoardCell,
    style: CellStyle,
    /// Cells where it can be dropped; none if the cell has no piece to carry.
    targets: Vec<BoardCell>,
}

impl PieceDrag {
    fn new(position: &dyn Position, boards: &[BoardInfo], from: BoardCell) -> Self {
        Self {
            from,
            style: position.style(from.0, from.1),
            targets: targets(position, boards, from),
        }
    }

    /// Draws the piece at the pointer.
    fn paint(&self, ui: &Ui, layouts: &[(&str, Rect, Lines)]) {
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let mut layouts = layouts.iter();
        let layout = layouts.find(|(id, ..)| *id == self.from.0);
        let Some(((.., lines), middle)) = layout.zip(pointer) else {
            return;
        };
        let layer = LayerId::new(Order::Tooltip, Id::unique("piece in the hand"));
        let painter = ui.ctx().layer_painter(layer);
        let paint = Paint::new(ui, &painter, *lines, ui.ctx().content_rect());
        paint.piece(middle, &self.style);
    }
}

fn targets(position: &dyn Position, boards: &[BoardInfo], from: BoardCell) -> Vec<BoardCell> {
    let cells: usize = boards.iter().map(|board| board.size.area()).sum();
    if cells > MAX_CELLS {
        return Vec::new();
    }
    let everywhere = boards.iter();
    let everywhere =
        everywhere.flat_map(|board| board.size.cells().map(move |cell| (board.id, cell)));
    let is_legal = |to: &BoardCell| {
        let mv = position.interpret(&drag(from, *to));
        *to != from && mv.is_some_and(|mv| position.boxed_clone().apply(&mv).is_ok())
    };
    let mut targets: Vec<BoardCell> = everywhere.filter(is_legal).collect();
    // A drag to where a click would move the piece counts as that click, see `drag_gesture`.
    let click = position.interpret(&click(from, Button::Primary));
    let click = click.filter(|mv| position.boxed_clone().apply(mv).is_ok());
    let motions = click.map_or(Vec::new(), |mv| position.describe(&mv).motions);
    let own = motions
        .iter()
        .filter(|motion| motion.path.first() == Some(&from.1));
    let ends = own.filter_map(|motion| Some((from.0, *motion.path.last()?)));
    targets.extend(ends.filter(|to| *to != from));
    targets
}

/// Gesture for a drag between two cells: a click if the game knows no such drag and a click on `from` moves the piece
/// to `to`; otherwise a drag, even if it is illegal.
fn drag_gesture(position: &dyn Position, from: BoardCell, to: BoardCell) -> Gesture {
    let drag = drag(from, to);
    let click = click(from, Button::Primary);
    let ends = (Some(&from.1), Some(&to.1));
    let reaches = |mv| {
        let motions = position.describe(&mv).motions;
        motions
            .iter()
            .any(|motion| (motion.path.first(), motion.path.last()) == ends)
    };
    let is_drag = from.0 != to.0 || position.interpret(&drag).is_some();
    match !is_drag && position.interpret(&click).is_some_and(reaches) {
        true => click,
        false => drag,
    }
}

fn drag(from: BoardCell, to: BoardCell) -> Gesture {
    Gesture::Drag {
        from_board: from.0.to_owned(),
        from: from.1,
        to_board: to.0.to_owned(),
        to: to.1,
    }
}

fn click(at: BoardCell, button: Button) -> Gesture {
    Gesture::Click {
        board: at.0.to_owned(),
        cell: at.1,
        button,
    }
}
