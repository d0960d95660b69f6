//! How a person says what is done in a game.

use egui::{PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use testkit::wait::try_wait_for;
use testkit::workbench::{button, says};

use crate::page;

use super::place::Place;
use super::{PICTURE, Page};

/// Clicks a pixel of the picture.
fn point(page: &mut Page, (x, y): (f32, f32), width: f32) {
    let area = page.get_by_label(PICTURE).rect();
    let at: Pos2 = area.min + vec2(x, y) * (area.width() / width);
    page.hover_at(at);
    page.step();
    button(page, at, PointerButton::Primary, true);
    button(page, at, PointerButton::Primary, false);
    page.run_steps(3);
}

/// Which control is to be given a place now.
fn place_asked(page: &Page) -> Option<String> {
    let asked = page.query_by_label_contains("Click the position of")?;
    asked
        .accesskit_node()
        .value()
        .or(asked.accesskit_node().label())
}

/// Twelve arrows around the board get their places a side at a time.
pub fn arrows_around(page: &mut Page, place: &Place) {
    let Place {
        corner: (left, top),
        size: (side, _),
        pitch: (pitch, _),
    } = *place;
    for index in 0..4 {
        let all: Vec<_> = page.get_all_by_label("Place in a row…").collect();
        all[index].click_accesskit();
        page.run_steps(3);
        let from_to = |way: &str| {
            let asked = format!("Click the position of ‘{way}");
            says(page, &asked)
        };
        let (near, far) = (pitch / 2.0, side - pitch / 2.0);
        let (first, last) = match () {
            () if from_to("left") => ((-near, near), (-near, far)),
            () if from_to("right") => ((side + near, near), (side + near, far)),
            () if from_to("up") => ((near, -near), (far, -near)),
            () => ((near, side + near), (far, side + near)),
        };
        for (x, y) in [first, last] {
            let asked = place_asked(page);
            // The window is as far away from the board at the right as at the left.
            point(page, (left + x, top + y), 2.0 * left + side);
            let taken = try_wait_for(60, || {
                page.step();
                (place_asked(page) != asked).then_some(())
            });
            assert!(taken.is_some(), "the place is taken: {asked:?}");
        }
    }
}

/// Each corner of a board of three by three tiles turns at a letter, the other way with the shift key.
pub fn letters(page: &mut Page, _: &Place) {
    for (way, letters) in [("anticlockwise", "abcd"), ("clockwise", "ABCD")] {
        for (index, letter) in letters.chars().enumerate() {
            let field = format!("Key for {way} {}", index + 1);
            page::type_into(page, &field, &letter.to_string());
        }
    }
}

pub fn clicks_until(page: &mut Page, _: &Place) {
    for action in ["paint black", "paint white"] {
        page::is_done_by(page, action, "click until the cell shows it");
    }
}

pub fn right_clicks(page: &mut Page, _: &Place) {
    page::is_done_by(page, "paint white", "right click on the cell");
}
