//! Commands as tiles: their pictures, and their layout in lines.

use egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use crate::game::{CommandKind, CommandTile, Procedure};
use crate::kit::sprites::{self, pictogram};
use crate::kit::theme::{self, Colors};

/// Side of a tile, in points.
pub const SIDE: f32 = 32.0;
/// Space between two tiles, in points.
pub const GAP: f32 = 4.0;

/// Everything but the command that decides how its tile is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TileState {
    /// The run is at this command.
    pub current: bool,
    pub breakpoint: bool,
    pub selected: bool,
    pub hovered: bool,
    /// A hint proposes it for an empty slot.
    pub proposed: bool,
    /// It is being dragged elsewhere.
    pub dragged: bool,
}

pub fn paint(painter: &Painter, rect: Rect, tile: &CommandTile, state: TileState, dark: bool) {
    let colors = theme::scheme(dark);
    let tone = theme::tone(tile.kind.tone(), dark);
    let faint = state.dragged || state.proposed;
    let opacity = if faint { 0.4 } else { 1.0 };
    let corner = f32::from(theme::CORNER);
    let outline = match () {
        () if state.current => Stroke::new(3.0, colors.step),
        () if state.selected || state.proposed => Stroke::new(2.0, colors.accent),
        () if state.hovered => Stroke::new(1.5, colors.text),
        () => Stroke::new(1.0, colors.line),
    };
    let fill = tone.fill.gamma_multiply(opacity);
    // A label also has another shape, as it is a jump target.
    if tile.kind == CommandKind::Label {
        painter.rect(rect, corner, colors.raised, outline, StrokeKind::Inside);
        let flag = Rect::from_min_max(rect.min, pos2(rect.left() + 5.0, rect.bottom()));
        painter.rect_filled(flag, 2.0, fill);
        sprites::text(painter, rect.center(), 15.0, &tile.text, colors.text);
    } else {
        painter.rect(rect, corner, fill, outline, StrokeKind::Inside);
        let ink = tone.ink.gamma_multiply(opacity.max(0.7));
        picture(painter, rect, tile, ink);
    }
    if state.breakpoint {
        let at = rect.left_top() + Vec2::splat(5.0);
        painter.circle(at, 5.0, colors.bad, Stroke::new(1.5, colors.raised));
    }
    if state.current {
        let tip = rect.center_top() + vec2(0.0, 1.0);
        let points = vec![tip, tip + vec2(-5.0, -6.0), tip + vec2(5.0, -6.0)];
        painter.add(Shape::convex_polygon(points, colors.step, Stroke::NONE));
    }
}

pub fn paint_empty(painter: &Painter, rect: Rect, hovered: bool, colors: &Colors) {
    let line = Stroke::new(1.0, if hovered { colors.text } else { colors.line });
    let (rect, corner) = (rect.shrink(1.0), f32::from(theme::CORNER));
    painter.rect(rect, corner, colors.canvas, line, StrokeKind::Inside);
}

macro_rules! sign {
    ($strokes:literal, $areas:literal) => {
        pictogram!(6, $strokes, $areas)
    };
}

/// Draws the picture of a command, with its letter in the corner.
fn picture(painter: &Painter, rect: Rect, tile: &CommandTile, ink: Color32) {
    let sprite = match tile.kind {
        CommandKind::Forward => sign!("M50 72V30", "M50 16L64 33H36z"),
        CommandKind::Jump => sign!("M23 62A25 25 0 0 1 73 62", "M73 76L87 59H59z"),
        CommandKind::Left => sign!("M70 75V42L64 33H38", "M20 33L37 47V19z"),
        CommandKind::Right => sign!("M30 75V42L36 33H62", "M80 33L63 47V19z"),
        CommandKind::Switch => sign!(
            "M33 42a17 17 0 1 0 34 0a17 17 0 1 0-34 0M43 68H57M46 76H54",
            ""
        ),
        CommandKind::Take => sign!(
            "M37 36a13 13 0 1 0 26 0a13 13 0 1 0-26 0M28 50L34 74H66L72 50",
            ""
        ),
        CommandKind::Shoot => sign!(
            "M33 46a17 17 0 1 0 34 0a17 17 0 1 0-34 0M50 36V17M60 46H79M50 56V75M40 46H21",
            ""
        ),
        CommandKind::Return => sign!("M74 30V60H36", "M22 60L39 46V74z"),
        CommandKind::Call | CommandKind::Label | CommandKind::Repeat => {
            return sprites::text(painter, rect.center(), 17.0, &tile.text, ink);
        }
    };
    sprites::tinted(painter, rect, sprite, ink);
    let corner = rect.right_bottom() - vec2(3.0, 1.0);
    let font = FontId::proportional(9.5);
    painter.text(corner, Align2::RIGHT_BOTTOM, &tile.text, font, ink);
}

/// Divides the first `count` slots of a procedure into lines that fit. Without a size limit, each label starts a line.
pub fn wrap_slots(procedure: &Procedure, count: usize, width: f32) -> Vec<Vec<usize>> {
    let max = ((width + GAP) / (SIDE + GAP)).floor().max(1.0) as usize;
    let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
    for at in 0..count {
        let command = procedure.commands.get(at);
        let is_label = command.is_some_and(|command| command.kind == CommandKind::Label);
        let starts_line = is_label && procedure.capacity.is_none();
        let line = lines.last().map_or(0, Vec::len);
        if line == max || (starts_line && line > 0) {
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push(at);
        }
    }
    lines
}
