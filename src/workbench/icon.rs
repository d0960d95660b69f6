//! The window's icon, drawn by code.

use egui::{Color32, IconData};

use super::theme;
use crate::game::Tone;

/// Side of the icon in pixels.
const SIDE: usize = 64;

/// A board of nine cells with a plan through them.
const CELLS: [[Option<u8>; 3]; 3] = [
    [Some(0), Some(2), None],
    [None, Some(1), None],
    [None, Some(3), Some(0)],
];

/// The icon.
pub fn icon() -> IconData {
    let colors = theme::of(true);
    let mut rgba = Vec::with_capacity(SIDE * SIDE * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let color = if !inside(x, y, 0, SIDE, 12) {
                Color32::TRANSPARENT
            } else {
                let (row, col) = ((y.saturating_sub(6)) / 18, (x.saturating_sub(6)) / 18);
                let (top, left) = (6 + row * 18, 6 + col * 18);
                let cell = CELLS.get(row).and_then(|cells| cells.get(col));
                match cell {
                    Some(cell) if y >= top && x >= left && inside(x - left, y - top, 0, 16, 3) => {
                        match cell {
                            Some(index) => theme::tone(Tone::Palette(*index), false).fill,
                            None => colors.line,
                        }
                    }
                    _ => colors.panel,
                }
            };
            rgba.extend_from_slice(&color.to_array());
        }
    }
    IconData {
        rgba,
        width: SIDE as u32,
        height: SIDE as u32,
    }
}

/// Whether a pixel lies in a square from `from` to `to` with rounded corners.
fn inside(x: usize, y: usize, from: usize, to: usize, radius: usize) -> bool {
    if x < from || y < from || x >= to || y >= to {
        return false;
    }
    let beyond = |v: usize| {
        (from + radius)
            .saturating_sub(v)
            .max((v + 1 + radius).saturating_sub(to))
    };
    let (dx, dy) = (beyond(x), beyond(y));
    dx * dx + dy * dy <= radius * radius || dx == 0 || dy == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_has_clear_corners_and_a_filled_middle() {
        let IconData { rgba, width, .. } = icon();
        assert_eq!(rgba.len(), SIDE * SIDE * 4);
        assert_eq!(rgba[3], 0, "corner");
        let middle = (SIDE / 2 * width as usize + SIDE / 2) * 4;
        assert_eq!(rgba[middle + 3], 255);
    }
}
