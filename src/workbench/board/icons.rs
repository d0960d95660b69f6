//! Icons that the fonts lack, and icon buttons.

use egui::{
    Button, Color32, Painter, Rect, Response, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::game::Sprite;
use crate::kit::sprites::{self, pictogram};

/// Size of a button with an icon, in points.
pub const BUTTON_SIZE: Vec2 = vec2(30.0, 26.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    RotateLeft,
    RotateRight,
    Play,
    Pause,
    Start,
    End,
    Back,
    Forward,
    Loop,
    Grid,
    Open,
    Path,
    Warn,
    Check,
    Cross,
}

macro_rules! icon {
    ($strokes:literal, $areas:literal) => {
        pictogram!(11, $strokes, $areas)
    };
}

impl Icon {
    fn sprite(self) -> Sprite {
        match self {
            Self::RotateLeft => icon!("M23 25A38 38 0 1 0 81 30", "M2 6V46L42 32z"),
            Self::RotateRight => icon!("M77 25A38 38 0 1 1 19 30", "M98 6V46L58 32z"),
            Self::Play => icon!("", "M18 8L92 50L18 92z"),
            Self::Pause => icon!("", "M18 10H40V90H18zM60 10H82V90H60z"),
            Self::Start => icon!("", "M10 15H24V85H10zM90 15V85L30 50z"),
            Self::End => icon!("", "M76 15H90V85H76zM10 15L70 50L10 85z"),
            Self::Back => icon!("M66 16L32 50L66 84", ""),
            Self::Forward => icon!("M34 16L68 50L34 84", ""),
            Self::Loop => icon!(
                "M9 42A42 32 0 0 1 87 35M91 58A42 32 0 0 1 13 65",
                "M100 22L94 54L68 30zM0 78L6 46L32 70z"
            ),
            Self::Grid => icon!(
                "",
                "M8 8H44V44H8zM56 8H92V44H56zM8 56H44V92H8zM56 56H92V92H56z"
            ),
            Self::Open => icon!("M8 60V92H92V60M50 70V8M26 34L50 8L74 34", ""),
            Self::Path => icon!(
                "M12 85L40 35L65 65L88 14",
                "M3 76H21V94H3zM31 26H49V44H31zM56 56H74V74H56zM79 5H97V23H79z"
            ),
            Self::Warn => icon!("M50 5V62", "M40 88a10 10 0 1 0 20 0a10 10 0 1 0-20 0"),
            Self::Check => icon!("M10 55L40 85L92 18", ""),
            Self::Cross => icon!("M15 15L85 85M85 15L15 85", ""),
        }
    }

    /// Draws the icon into a square in the middle of `rect`.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let side = rect.width().min(rect.height());
        let square = Rect::from_center_size(rect.center(), Vec2::splat(side));
        sprites::tinted(painter, square, self.sprite(), color);
    }
}

/// Shows an icon next to text, with the height of a line.
pub fn icon_label(ui: &mut Ui, icon: Icon, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
    icon.paint(ui.painter(), rect, color);
}

/// Shows an icon button with an accessible name and a tooltip. `on` is the state of a toggle, `None` for other buttons.
pub fn button(ui: &mut Ui, icon: Icon, name: &str, tip: &str, on: Option<bool>) -> Response {
    let button = Button::new("")
        .min_size(BUTTON_SIZE)
        .selected(on.unwrap_or(false));
    let response = ui.add(button);
    response.widget_info(|| match on {
        None => WidgetInfo::labeled(Role::Button, ui.is_enabled(), name),
        Some(on) => WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, name),
    });
    let color = match on {
        Some(true) => ui.visuals().selection.stroke.color,
        _ => ui.style().interact(&response).fg_stroke.color,
    };
    let opacity = if ui.is_enabled() { 1.0 } else { 0.45 };
    let center = response.rect.center();
    let square = Rect::from_center_size(pos2(center.x.round(), center.y.round()), vec2(14.0, 14.0));
    icon.paint(ui.painter(), square, color.gamma_multiply(opacity));
    response.on_hover_text(tip)
}
