//! Draws positions: boards side by side, with marks and the cells of a step.

use crate::game::{
    BoardInfo, Cell, CellLook, Heading, Level, LineNote, Marks, Position, Size, StepInfo, Tone,
};

use super::Style;
use crate::drawing::palette::{self, Colors};
use crate::drawing::{Anchor, Drawing};

/// Distances in cell sides.
const MARGIN: f32 = 0.4;
const TITLE: f32 = 0.7;

/// Width of the margin around boards in pixels.
pub fn margin(style: Style) -> f32 {
    MARGIN * style.cell
}

/// Height of the caption line in pixels.
pub fn caption_height(style: Style) -> f32 {
    TITLE * style.cell
}

pub(super) struct Board<'a> {
    /// Shown above the board; empty for none.
    pub(super) title: &'static str,
    pub(super) size: Size,
    pub(super) look: &'a dyn Fn(Cell) -> CellLook,
    pub(super) notes: Vec<LineNote>,
    /// Cells with a frame.
    pub(super) step: &'a [Cell],
}

/// Boards of a position. Boards that its list of facts and moves repeats are left out, unless there are no others.
fn boards(position: &dyn Position) -> Vec<BoardInfo> {
    let mut boards = position.boards();
    let lists = position.listing().map_or(&[][..], |listing| listing.boards);
    if boards.iter().any(|board| !lists.contains(&board.id)) {
        boards.retain(|board| !lists.contains(&board.id));
    }
    boards
}

/// Width and height in pixels of a position's drawing without caption.
pub fn extent(position: &dyn Position, style: Style) -> (f32, f32) {
    let infos = boards(position);
    let parts = infos.iter().map(|info| {
        let title = title(info, &infos);
        board_extent(title, info.size, &position.notes(info.id), style)
    });
    let margin = MARGIN * style.cell;
    let (width, height) = parts.fold((margin, 0.0), |(sum, most): (f32, f32), (width, height)| {
        (sum + width + margin, most.max(height))
    });
    // Wide enough for a caption.
    (width.max(6.0 * style.cell), height + 2.0 * margin)
}

/// Title above a board; empty if it is the only one.
fn title(info: &BoardInfo, all: &[BoardInfo]) -> &'static str {
    if all.len() > 1 { info.title } else { "" }
}

fn board_extent(title: &str, size: Size, notes: &[LineNote], style: Style) -> (f32, f32) {
    let line = |column: bool| f32::from(u8::from(notes.iter().any(|note| note.column == column)));
    let top = if title.is_empty() {
        0.0
    } else {
        TITLE * style.cell
    };
    (
        style.cell * (size.cols as f32 + line(false)),
        top + style.cell * (size.rows as f32 + line(true)),
    )
}

/// Draws a position. `step` is the next or last step, `caption` a line below.
pub fn draw(
    position: &dyn Position,
    step: Option<&StepInfo>,
    caption: &str,
    style: Style,
) -> Drawing {
    let colors = palette::of(style.dark);
    let infos = boards(position);
    let margin = MARGIN * style.cell;
    let (width, mut height) = extent(position, style);
    if !caption.is_empty() {
        height += caption_height(style);
    }
    let mut drawing = Drawing::new(width, height, colors.panel);
    let mut x = margin;
    for info in &infos {
        let step = step.filter(|step| step.board == info.id);
        let cells = step.map_or(&[][..], |step| &step.cells);
        let part = of_position(position, info, title(info, &infos), cells, style);
        drawing.insert((x, margin), &part);
        x += part.width + margin;
    }
    let size = fitting(caption, width - 2.0 * margin, 0.4 * style.cell);
    let at = (margin, height - margin - 0.3 * caption_height(style));
    drawing.text(at, caption, size, Anchor::Start, colors.text);
    drawing
}

/// Draws a level as in the editor: its level board if it is a grid, else its first position.
pub fn draw_level(level: &dyn Level, style: Style) -> Drawing {
    let position = level.start();
    let info = level.board();
    let boards = position.boards();
    let mut boards = boards.iter().filter(|_| level.as_grid().is_some());
    let Some(board) = boards.find(|board| board.id == info.id) else {
        return draw(position.as_ref(), None, "", style);
    };
    let part = of_position(position.as_ref(), board, "", &[], style);
    let margin = MARGIN * style.cell;
    let ground = palette::of(style.dark).panel;
    let room = (part.width + 2.0 * margin, part.height + 2.0 * margin);
    let mut drawing = Drawing::new(room.0, room.1, ground);
    drawing.insert((margin, margin), &part);
    drawing
}

/// Text size, at most `most`, at which a text is about `width` wide.
pub(super) fn fitting(text: &str, width: f32, most: f32) -> f32 {
    let letters = text.chars().count().max(1) as f32;
    most.min(width / (0.55 * letters))
}

fn of_position(
    position: &dyn Position,
    info: &BoardInfo,
    title: &'static str,
    step: &[Cell],
    style: Style,
) -> Drawing {
    let board = Board {
        title,
        size: info.size,
        look: &|cell| position.look(info.id, cell),
        notes: position.notes(info.id),
        step,
    };
    one_board(&board, style)
}

pub(super) fn one_board(board: &Board<'_>, style: Style) -> Drawing {
    let colors = palette::of(style.dark);
    let Size { rows, cols } = board.size;
    let (width, height) = board_extent(board.title, board.size, &board.notes, style);
    let mut drawing = Drawing::new(width, height, colors.panel);
    let mut top = 0.0;
    if !board.title.is_empty() {
        top = TITLE * style.cell;
        let size = fitting(board.title, width, 0.36 * style.cell);
        let at = (0.0, 0.35 * top);
        drawing.text(at, board.title, size, Anchor::Start, colors.weak);
    }
    let corner = |cell: Cell| {
        (
            style.cell * cell.col as f32,
            top + style.cell * cell.row as f32,
        )
    };
    for row in 0..rows {
        for col in 0..cols {
            let cell = Cell { row, col };
            draw_cell(&mut drawing, corner(cell), &(board.look)(cell), style);
        }
    }
    for note in &board.notes {
        let at = if note.column {
            (
                style.cell * (note.index as f32 + 0.5),
                top + style.cell * (rows as f32 + 0.5),
            )
        } else {
            (
                style.cell * (cols as f32 + 0.5),
                top + style.cell * (note.index as f32 + 0.5),
            )
        };
        let ink = match note.holds {
            Some(true) => colors.good,
            Some(false) => colors.bad,
            None => colors.weak,
        };
        let size = fitting(&note.text, 0.9 * style.cell, 0.45 * style.cell);
        drawing.text(at, &note.text, size, Anchor::Middle, ink);
    }
    let line = 0.08 * style.cell;
    for cell in board.step {
        let (x, y) = corner(*cell);
        let side = style.cell - line;
        let at = (x + 0.5 * line, y + 0.5 * line);
        drawing.frame(at, (side, side), 0.06 * style.cell, (line, colors.step));
    }
    drawing
}

fn draw_cell(drawing: &mut Drawing, at: (f32, f32), look: &CellLook, style: Style) {
    let colors = palette::of(style.dark);
    let art = look.picture(style.letters);
    let ground = art.map_or(look.tone, |art| art.ground);
    if ground != Tone::Hole {
        let gap = 0.025 * style.cell;
        let side = style.cell - 2.0 * gap;
        drawing.rect(at, (style.cell, style.cell), 0.0, colors.line);
        let fill = palette::tone(ground, style.dark).fill;
        drawing.rect((at.0 + gap, at.1 + gap), (side, side), 0.0, fill);
    }
    let colored = (look.tone, style.dark);
    for (sprite, quarters) in look.layers(style.letters).into_iter().flatten() {
        drawing.sprite(at, style.cell, sprite, colored, quarters);
    }
    let ink = palette::tone(look.tone, style.dark).ink;
    let middle = (at.0 + 0.5 * style.cell, at.1 + 0.5 * style.cell);
    if art.is_none_or(|art| art.glyph) {
        let size = fitting(&look.glyph, 0.9 * style.cell, 0.55 * style.cell);
        drawing.text(middle, &look.glyph, size, Anchor::Middle, ink);
    }
    if let (Some(height), Some(_)) = (look.height, art) {
        let corner = (at.0 + 0.17 * style.cell, at.1 + 0.17 * style.cell);
        let size = 0.26 * style.cell;
        drawing.text(corner, &height.to_string(), size, Anchor::Middle, ink);
    }
    signs(drawing, at, look.marks, style.cell, colors);
    if let Some(actor) = look
        .actor
        .filter(|_| art.is_none_or(|art| art.piece.is_none()))
    {
        draw_actor(drawing, middle, style.cell, actor, colors);
    }
}

fn draw_actor(
    drawing: &mut Drawing,
    middle: (f32, f32),
    cell: f32,
    actor: Heading,
    colors: &Colors,
) {
    let (x, y) = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][actor.index()];
    let edge = (0.04 * cell, colors.on_accent);
    drawing.disc(middle, 0.34 * cell, colors.accent, edge);
    let tip = (middle.0 + 0.29 * cell * x, middle.1 + 0.29 * cell * y);
    drawing.arrow_head(middle, tip, 0.44 * cell, colors.on_accent);
}

fn signs(drawing: &mut Drawing, at: (f32, f32), marks: Marks, cell: f32, colors: &Colors) {
    let place = |x: f32, y: f32| (at.0 + x * cell, at.1 + y * cell);
    let width = 0.05 * cell;
    if marks.given {
        drawing.line(
            &[place(0.08, 0.22), place(0.08, 0.08), place(0.22, 0.08)],
            (width, colors.weak),
        );
    }
    if marks.right {
        let tick = [place(0.74, 0.16), place(0.81, 0.24), place(0.93, 0.08)];
        drawing.line(&tick, (width, colors.good));
    }
    if marks.wrong {
        drawing.line(&[place(0.77, 0.08), place(0.92, 0.23)], (width, colors.bad));
        drawing.line(&[place(0.92, 0.08), place(0.77, 0.23)], (width, colors.bad));
    }
}
