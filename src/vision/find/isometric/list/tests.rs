//! Lists as pages draw them, whole and scrolled.

use ab_glyph::{Font as _, FontRef, PxScale, point};
use image::{Rgba, RgbaImage, imageops};

use super::*;
use crate::profile::{ListKind, Rgb, ScrollRule};

/// List longer than its area, with repeated entries.
const LONG: &str = "F F F F 12{ J 2{ X F F } L 3{ } F F F } F F 4{ R R R 5{ R F } }";
const KINDS: [&str; 6] = ["F", "R", "L", "J", "X", "{"];
const VISIBLE: u32 = 300;
const WIDTH: u32 = 200;
const ENTRY: u32 = 30;
const HEAD: u32 = 34;
const END: u32 = 28;
const MARGIN: u32 = 5;
const BELOW: u32 = 20;
/// Extra height of a two-line placeholder in an empty list.
const LINE: u32 = 15;
const GAP: u32 = 2;
const FILL: Rgb = Rgb([92, 92, 92]);
const RIM: Rgb = Rgb([124, 166, 186]);
const WHITE: Rgb = Rgb([255, 255, 255]);
const BAR: Rgb = Rgb([240, 240, 240]);
const THUMB: Rgb = Rgb([193, 193, 193]);

fn area(x: u32, y: u32, width: u32, height: u32) -> Area {
    Area {
        x,
        y,
        width,
        height,
    }
}

fn rule() -> ListRule {
    let kinds = KINDS.iter().zip(0..);
    ListRule {
        board: "program".to_owned(),
        cells: 40,
        area: area(10, 40, WIDTH, VISIBLE),
        left: MARGIN,
        indent: 12,
        rims: vec![RIM],
        tolerance: 8,
        sign: area(6, 5, 17, 18),
        kinds: kinds
            .map(|(value, index)| ListKind {
                value: (*value).to_owned(),
                at: (220, 10 + 40 * index),
            })
            .collect(),
        nested: "{".to_owned(),
        field: WHITE,
        field_width: 40,
        end: "}".to_owned(),
        empty: "_".to_owned(),
        scroll: Some(ScrollRule {
            bar: area(196, 50, 10, VISIBLE - 20),
            colour: BAR,
            before: MARGIN as f32,
            entry: ENTRY as f32,
            head: HEAD as f32,
            blank: (ENTRY as f32, (ENTRY + LINE) as f32),
            end: END as f32,
            after: BELOW as f32,
        }),
    }
}

fn fill(image: &mut RgbaImage, area: Area, colour: Rgb) {
    let [r, g, b] = colour.0;
    for (x, y) in area.points() {
        image.put_pixel(x, y, Rgba([r, g, b, 255]));
    }
}

fn draw_entry(image: &mut RgbaImage, place: Area, kind: &str) {
    fill(image, place, RIM);
    let inside = area(place.x + 1, place.y + 1, place.width - 2, place.height - 2);
    fill(image, inside, FILL);
    if let Some(index) = KINDS.iter().position(|known| *known == kind) {
        let (x, y) = (place.x + 7, place.y + 7);
        for bit in (0..3).filter(|bit| (index + 1) >> bit & 1 == 1) {
            fill(image, area(x + 5 * bit, y, 4, 14), WHITE);
        }
    }
}

fn draw_count(image: &mut RgbaImage, (x, y): (u32, u32), count: &str) {
    fill(image, area(x, y, 40, 18), WHITE);
    let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).expect("is a font");
    for (index, digit) in count.chars().enumerate() {
        let at = point(x as f32 + 3.0 + 9.0 * index as f32, y as f32 + 14.0);
        let scale = PxScale::from(15.0);
        let glyph = font.glyph_id(digit).with_scale_and_position(scale, at);
        let outline = font.outline_glyph(glyph).expect("is drawn");
        let corner = outline.px_bounds().min;
        outline.draw(|dx, dy, cover| {
            let grey = 255 - (cover * 255.0) as u8;
            let (x, y) = (corner.x as u32 + dx, corner.y as u32 + dy);
            image.put_pixel(x, y, Rgba([grey, grey, grey, 255]));
        });
    }
}

/// Draws the whole list; returns its length.
fn draw_list(values: &[&str]) -> (RgbaImage, u32) {
    let mut image = RgbaImage::from_pixel(WIDTH, 2000, Rgba([75, 70, 70, 255]));
    let mut entries = Vec::new();
    let (mut y, mut open) = (MARGIN, Vec::new());
    for (index, value) in values.iter().enumerate() {
        let left = MARGIN + 12 * open.len() as u32;
        if value.ends_with('{') {
            open.push((index, y));
            y += HEAD;
            if values.get(index + 1) == Some(&"}") {
                // Placeholder text of an empty list: one line, or two where it is narrow.
                let lines = if open.len() > 1 { LINE } else { 0 };
                entries.push((index + 1, left + 12, (y, y + ENTRY + lines)));
                y += ENTRY + lines;
            }
        } else if *value == "}" {
            let (head, top) = open.pop().expect("is open");
            y += END;
            entries.push((head, left - 12, (top, y)));
        } else {
            entries.push((index, left, (y, y + ENTRY)));
            y += ENTRY;
        }
    }
    entries.sort_unstable();
    for (index, left, (top, bottom)) in entries {
        let place = area(left, top, WIDTH - 20 - 2 * left, bottom - GAP - top);
        let count = values[index].strip_suffix('{');
        draw_entry(&mut image, place, count.map_or(values[index], |_| "{"));
        if let Some(count) = count {
            draw_count(&mut image, (left + 60, top + 7), count);
        }
    }
    (image, y + BELOW)
}

/// Draws a list scrolled by `hidden` pixels, with a scroll bar if it is too long.
fn draw_page(values: &[&str], hidden: u32) -> RgbaImage {
    let rule = rule();
    let (list, total) = draw_list(values);
    let mut image = RgbaImage::from_pixel(300, 400, Rgba([75, 70, 70, 255]));
    for kind in &rule.kinds {
        let place = area(kind.at.0, kind.at.1, 70, ENTRY - GAP);
        draw_entry(&mut image, place, &kind.value);
    }
    let visible = imageops::crop_imm(&list, 0, hidden, WIDTH, VISIBLE).to_image();
    imageops::replace(&mut image, &visible, rule.area.x.into(), rule.area.y.into());
    if total > VISIBLE {
        let bar = rule.scroll.expect("is scrolled").bar;
        fill(&mut image, bar, BAR);
        let share = |length: u32| (length * bar.height + total / 2) / total;
        let thumb = area(bar.x, bar.y + share(hidden), bar.width, share(VISIBLE));
        fill(&mut image, thumb, THUMB);
    }
    image
}

fn values(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// Values read, and the part of the list if it is scrolled.
fn read_page(values: &[&str], hidden: u32) -> (Vec<String>, Option<ListPart>) {
    let rule = rule();
    let image = draw_page(values, hidden);
    let (board, part) = read_list(&rule, &image, Placement::new(0.0, 0.0, 1.0));
    let cells = board.cells.as_slice();
    assert_eq!(cells.len(), board.rects.len());
    assert!(cells.iter().all(|cell| cell.confidence >= 0.5), "{cells:?}");
    (cells.iter().map(|cell| cell.value.clone()).collect(), part)
}

#[test]
fn a_list_that_is_not_scrolled_is_read_as_a_whole() {
    let list = values("F 12{ J 2{ } X }");
    let (read, part) = read_page(&list, 0);
    assert_eq!(part, None);
    assert_eq!(read.len(), 40);
    assert_eq!(read[..list.len()], list);
    assert!(read[list.len()..].iter().all(|value| value == "_"));
}

#[test]
fn the_part_that_is_seen_of_a_scrolled_list_has_its_place_among_what_it_should_be() {
    let list = values(LONG);
    let all: Vec<&str> = list.iter().copied().chain(["_"; 5]).collect();
    let longest = draw_list(&list).1 - VISIBLE;
    let mut read = vec![false; list.len() + 1];
    for hidden in (0..=longest).step_by(3) {
        let (cells, part) = read_page(&list, hidden);
        let part = part.expect("is a part");
        let first = part.first_of(&all).expect("has a place");
        assert_eq!(cells, all[first..first + cells.len()], "{hidden} hidden");
        assert!(cells.len() >= 5, "{hidden} hidden: {cells:?}");
        read[first..first + cells.len()].fill(true);
        // One entry more or less, hidden or not, makes it another list.
        for at in [0, list.len() - 1] {
            let (mut more, mut less) = (all.clone(), all.clone());
            more.insert(at, "F");
            less.remove(at);
            assert_eq!(part.first_of(&more), None, "{hidden} hidden");
            assert_eq!(part.first_of(&less), None, "{hidden} hidden");
        }
    }
    assert!(read.iter().all(|read| *read), "{read:?}");
}

#[test]
fn the_thumb_is_dragged_to_where_an_entry_is_seen() {
    let list = values(LONG);
    let longest = (draw_list(&list).1 - VISIBLE) as f32;
    for hidden in [0, 100, longest as u32] {
        let part = read_page(&list, hidden).1.expect("is a part");
        for index in 0..=list.len() {
            let (from, to) = part.drag_to(&list, index).expect("is in the list");
            assert_eq!(from.0, to.0);
            let there = hidden as f32 + (to.1 - from.1) / part.rate;
            assert!((-10.0..longest + 10.0).contains(&there), "{index}: {there}");
            let (cells, part) = read_page(&list, there.clamp(0.0, longest) as u32);
            let first = part.and_then(|it| it.first_of(&list)).expect("has a place");
            assert!((first..first + cells.len()).contains(&index), "{index}");
        }
        assert_eq!(part.drag_to(&list, list.len() + 1), None);
    }
}
