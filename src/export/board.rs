//! Draws positions: boards side by side, with marks and the cells of a step.

use super::BoardStyle;
use crate::drawing::palette::{self, Colors};
use crate::drawing::{Anchor, Drawing};
use crate::game::{
    BoardInfo, Cell, CellStyle, Level, LineNote, Marks, Position, Size, StepInfo, Tone,
};

/// Distances in cell sides.
const MARGIN: f32 = 0.4;
const TITLE_HEIGHT: f32 = 0.7;

/// Average width of a letter, as a share of the text size.
const LETTER_WIDTH: f32 = 0.55;

/// Width of the margin around boards in pixels.
pub fn margin(style: BoardStyle) -> f32 {
    MARGIN * style.cell
}

/// Height of the caption line in pixels.
pub fn caption_height(style: BoardStyle) -> f32 {
    TITLE_HEIGHT * style.cell
}

pub(super) struct BoardDrawing<'a> {
    /// Shown above the board; empty for none.
    pub(super) title: &'static str,
    pub(super) size: Size,
    pub(super) style_of: &'a dyn Fn(Cell) -> CellStyle,
    pub(super) notes: Vec<LineNote>,
    /// Cells with a frame.
    pub(super) framed: &'a [Cell],
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
pub fn extent(position: &dyn Position, style: BoardStyle) -> (f32, f32) {
    let infos = boards(position);
    let extents = infos.iter().map(|info| {
        let title = title(info, &infos);
        board_extent(title, info.size, &position.notes(info.id), style)
    });
    let margin = MARGIN * style.cell;
    let (width, height) = extents.fold((margin, 0.0), |(sum, max): (f32, f32), (width, height)| {
        (sum + width + margin, max.max(height))
    });
    // Wide enough for a caption.
    (width.max(6.0 * style.cell), height + 2.0 * margin)
}

/// Title above a board; empty if it is the only one.
fn title(info: &BoardInfo, all: &[BoardInfo]) -> &'static str {
    if all.len() > 1 { info.title } else { "" }
}

/// Width and height of a board in pixels, with its title and notes.
fn board_extent(title: &str, size: Size, notes: &[LineNote], style: BoardStyle) -> (f32, f32) {
    // In cells: notes on columns are below the board, notes on rows to its right.
    let space = |column: bool| f32::from(u8::from(notes.iter().any(|note| note.column == column)));
    let title_height = caption_height(style);
    let top = if title.is_empty() { 0.0 } else { title_height };
    (
        style.cell * (size.cols as f32 + space(false)),
        top + style.cell * (size.rows as f32 + space(true)),
    )
}

/// Draws a position, with frames around the cells of `step`, the next or the last one. `caption` is a line below.
pub fn draw(
    position: &dyn Position,
    step: Option<&StepInfo>,
    caption: &str,
    style: BoardStyle,
) -> Drawing {
    let colors = palette::scheme(style.dark);
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
        let part = draw_position(position, info, title(info, &infos), cells, style);
        drawing.insert((x, margin), &part);
        x += part.width + margin;
    }
    let size = text_size(caption, width - 2.0 * margin, 0.4 * style.cell);
    let at = (margin, height - margin - 0.3 * caption_height(style));
    drawing.text(at, caption, size, Anchor::Start, colors.text);
    drawing
}

/// Draws a level as in the editor: its level board if it is a grid, else its first position.
pub fn draw_level(level: &dyn Level, style: BoardStyle) -> Drawing {
    let position = level.start();
    let info = level.board();
    let boards = position.boards();
    let mut boards = boards.iter().filter(|_| level.as_grid().is_some());
    let Some(board) = boards.find(|board| board.id == info.id) else {
        let drawing = draw(position.as_ref(), None, "", style);
        return drawing.with_level(level);
    };
    let part = draw_position(position.as_ref(), board, "", &[], style);
    let margin = MARGIN * style.cell;
    let background = palette::scheme(style.dark).panel;
    let size = (part.width + 2.0 * margin, part.height + 2.0 * margin);
    let mut drawing = Drawing::new(size.0, size.1, background);
    drawing.insert((margin, margin), &part);
    drawing.with_level(level)
}

/// Text size, at most `max`, at which a text is about `width` wide.
pub(super) fn text_size(text: &str, width: f32, max: f32) -> f32 {
    let letters = text.chars().count().max(1) as f32;
    max.min(width / (LETTER_WIDTH * letters))
}

fn draw_position(
    position: &dyn Position,
    info: &BoardInfo,
    title: &'static str,
    framed: &[Cell],
    style: BoardStyle,
) -> Drawing {
    let board = BoardDrawing {
        title,
        size: info.size,
        style_of: &|cell| position.style(info.id, cell),
        notes: position.notes(info.id),
        framed,
    };
    draw_board(&board, style)
}

pub(super) fn draw_board(board: &BoardDrawing<'_>, style: BoardStyle) -> Drawing {
    let colors = palette::scheme(style.dark);
    let Size { rows, cols } = board.size;
    let (width, height) = board_extent(board.title, board.size, &board.notes, style);
    let mut drawing = Drawing::new(width, height, colors.panel);
    let mut top = 0.0;
    if !board.title.is_empty() {
        top = TITLE_HEIGHT * style.cell;
        let size = text_size(board.title, width, 0.36 * style.cell);
        let at = (0.0, 0.35 * top);
        drawing.text(at, board.title, size, Anchor::Start, colors.weak);
    }
    let corner = |cell: Cell| {
        let (x, y) = (cell.col as f32, cell.row as f32);
        (style.cell * x, top + style.cell * y)
    };
    for cell in board.size.cells() {
        draw_cell(&mut drawing, corner(cell), &(board.style_of)(cell), style);
    }
    for note in &board.notes {
        let (x, y) = match note.column {
            true => (note.index as f32, rows as f32),
            false => (cols as f32, note.index as f32),
        };
        let at = (style.cell * (x + 0.5), top + style.cell * (y + 0.5));
        let ink = match note.holds {
            Some(true) => colors.good,
            Some(false) => colors.bad,
            None => colors.weak,
        };
        let size = text_size(&note.text, 0.9 * style.cell, 0.45 * style.cell);
        drawing.text(at, &note.text, size, Anchor::Middle, ink);
    }
    let line = 0.08 * style.cell;
    for cell in board.framed {
        let (x, y) = corner(*cell);
        let side = style.cell - line;
        let at = (x + 0.5 * line, y + 0.5 * line);
        drawing.frame(at, (side, side), 0.06 * style.cell, (line, colors.step));
    }
    drawing
}

fn draw_cell(drawing: &mut Drawing, at: (f32, f32), appearance: &CellStyle, style: BoardStyle) {
    let colors = palette::scheme(style.dark);
    let art = appearance.picture(style.letters);
    let background = art.map_or(appearance.tone, |art| art.background);
    if background != Tone::Hole {
        let gap = 0.025 * style.cell;
        let side = style.cell - 2.0 * gap;
        drawing.rect(at, (style.cell, style.cell), 0.0, colors.line);
        let fill = palette::tone(background, style.dark).fill;
        drawing.rect((at.0 + gap, at.1 + gap), (side, side), 0.0, fill);
    }
    let colored = (appearance.tone, style.dark);
    let [fixed, _] = appearance.layers(style.letters);
    // An actor is no letter.
    let [_, piece] = appearance.layers(style.letters && appearance.actor.is_none());
    for (sprite, quarters) in [fixed, piece].into_iter().flatten() {
        drawing.sprite(at, style.cell, sprite, colored, quarters);
    }
    let ink = palette::tone(appearance.tone, style.dark).ink;
    if art.is_none_or(|art| art.glyph) {
        let size = text_size(&appearance.glyph, 0.9 * style.cell, 0.55 * style.cell);
        // Smaller, next to the actor.
        let (size, middle) = match appearance.actor.filter(|_| art.is_none()) {
            Some(_) => (0.55 * size, 0.2 * style.cell),
            None => (size, 0.5 * style.cell),
        };
        let middle = (at.0 + middle, at.1 + middle);
        drawing.text(middle, &appearance.glyph, size, Anchor::Middle, ink);
    }
    if let (Some(height), Some(_)) = (appearance.height, art) {
        let corner = (at.0 + 0.17 * style.cell, at.1 + 0.17 * style.cell);
        let size = 0.26 * style.cell;
        drawing.text(corner, &height.to_string(), size, Anchor::Middle, ink);
    }
    draw_marks(drawing, at, appearance.marks, style.cell, colors);
}

fn draw_marks(drawing: &mut Drawing, at: (f32, f32), marks: Marks, cell: f32, colors: &Colors) {
    let point = |x: f32, y: f32| (at.0 + x * cell, at.1 + y * cell);
    let width = 0.05 * cell;
    if marks.given {
        let corner = [point(0.08, 0.22), point(0.08, 0.08), point(0.22, 0.08)];
        drawing.line(&corner, (width, colors.weak));
    }
    if marks.right {
        let tick = [point(0.74, 0.16), point(0.81, 0.24), point(0.93, 0.08)];
        drawing.line(&tick, (width, colors.good));
    }
    if marks.wrong {
        drawing.line(&[point(0.77, 0.08), point(0.92, 0.23)], (width, colors.bad));
        drawing.line(&[point(0.92, 0.08), point(0.77, 0.23)], (width, colors.bad));
    }
}
