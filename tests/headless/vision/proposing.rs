//! Proposals for a new profile: rows and columns of a box drawn by hand, and cells that look alike.

use image::RgbaImage;
use planwright::game::Size;
use planwright::vision::{ImageRect, Tiling, cell_templates, groups, propose_cells, snap};

use testkit::draw::{Enlarge, enlarge, fill, noisy, opaque, peg, pegs};

fn rect(x: f32, y: f32, width: f32, height: f32) -> ImageRect {
    ImageRect {
        x,
        y,
        width,
        height,
    }
}

#[track_caller]
fn assert_near(found: f32, wanted: f32, by: f32, what: &str) {
    assert!(
        (found - wanted).abs() <= by,
        "{what}: {found} instead of {wanted}"
    );
}

#[test]
fn rows_and_columns_are_found_in_a_box_drawn_by_hand() {
    for (size, pitch) in [
        (Size::new(7, 7), 33),
        (Size::new(4, 9), 48),
        (Size::new(12, 8), 20),
        (Size::new(3, 3), 70),
    ] {
        let picture = pegs(size, pitch, (31, 40));
        let (width, height) = (
            size.cols as f32 * pitch as f32,
            size.rows as f32 * pitch as f32,
        );
        for (scale, noise) in [(1.0_f32, 0), (1.0, 8), (2.0, 5), (1.5, 0)] {
            let mut picture = if scale > 1.0 {
                enlarge(&picture, scale, Enlarge::Squares)
            } else {
                picture.clone()
            };
            if noise > 0 {
                noisy(&mut picture, noise, 11);
            }
            // A few pixels off on each side.
            let drawn = rect(
                31.0 * scale - 3.0,
                40.0 * scale + 2.0,
                width * scale + 5.0,
                height * scale - 4.0,
            );
            let what = format!("{size} cells of {pitch} pixels, {scale} times, noise {noise}");
            let (found, seen) = propose_cells(&picture, drawn, |_| true).expect("repeats itself");
            assert_eq!(seen, size, "{what}");
            let by = 0.16 * pitch as f32 * scale;
            assert_near(found.x, 31.0 * scale, by, &what);
            assert_near(found.y, 40.0 * scale, by, &what);
            assert_near(found.width, width * scale, by, &what);
            assert_near(found.height, height * scale, by, &what);
        }
    }
}

/// A box drawn in a hurry cuts cells at one side and takes in more at another; its sides go to the lines between cells.
#[test]
fn a_box_drawn_in_a_hurry_goes_to_the_lines() {
    let board = rect(30.0, 40.0, 7.0 * 60.0, 5.0 * 60.0);
    let mut picture = RgbaImage::from_pixel(490, 400, opaque([230, 230, 230]));
    for col in 0..=7 {
        fill(&mut picture, 30 + 60 * col, 40, 2, 302, [150, 150, 150]);
    }
    for row in 0..=5 {
        fill(&mut picture, 30, 40 + 60 * row, 422, 2, [150, 150, 150]);
    }
    for (col, row) in [(1, 1), (1, 2), (4, 1), (5, 1), (5, 3), (2, 4)] {
        fill(
            &mut picture,
            30 + 60 * col,
            40 + 60 * row,
            60,
            60,
            [0, 0, 0],
        );
        fill(
            &mut picture,
            54 + 60 * col,
            58 + 60 * row,
            9,
            26,
            [250, 250, 250],
        );
    }
    let off = [-13.0, -7.0, 0.0, 6.0, 13.0];
    let sides = off.iter().flat_map(|a| off.map(|b| (*a, b)));
    for ((left, right), (top, bottom)) in sides.clone().zip(sides.rev()) {
        let drawn = rect(
            board.x + left,
            board.y + top,
            board.width - left + right,
            board.height - top + bottom,
        );
        let (found, size) = propose_cells(&picture, drawn, |_| true).expect("repeats itself");
        assert_eq!(size, Size::new(5, 7), "{drawn:?}");
        assert!(found.is_near(&board, (3.0, 3.0)), "{drawn:?}: {found:?}");
    }
}

#[test]
fn where_nothing_repeats_itself_nothing_is_proposed() {
    let plain = RgbaImage::from_pixel(300, 200, opaque([90, 120, 60]));
    assert!(propose_cells(&plain, rect(20.0, 20.0, 200.0, 150.0), |_| true).is_none());
    // Not outside the picture either, nor in a box without extent.
    for odd in [
        rect(5_000.0, 20.0, 200.0, 150.0),
        rect(20.0, 20.0, 0.0, 0.0),
        rect(-50.0, -50.0, 20.0, 20.0),
    ] {
        assert!(propose_cells(&plain, odd, |_| true).is_none());
    }
}

#[test]
fn edges_go_to_the_clearest_line_near_them() {
    let mut picture = RgbaImage::from_pixel(320, 260, opaque([230, 230, 230]));
    fill(&mut picture, 60, 50, 180, 140, [40, 60, 90]);
    noisy(&mut picture, 6, 5);
    let found = snap(&picture, rect(56.0, 53.0, 187.0, 134.0));
    assert_near(found.x, 60.0, 1.0, "left");
    assert_near(found.y, 50.0, 1.0, "top");
    assert_near(found.x + found.width, 240.0, 1.0, "right");
    assert_near(found.y + found.height, 190.0, 1.0, "bottom");
    // Where there is no line the edge stays.
    let far = rect(100.0, 90.0, 60.0, 50.0);
    assert_eq!(snap(&picture, far), far);
}

#[test]
fn cells_that_look_alike_are_put_together() {
    let size = Size::new(6, 8);
    for (scale, noise) in [(1.0_f32, 0), (1.0, 10), (2.0, 6)] {
        let picture = pegs(size, 40, (20, 20));
        let mut picture = if scale > 1.0 {
            enlarge(&picture, scale, Enlarge::Squares)
        } else {
            picture
        };
        noisy(&mut picture, noise, 3);
        let board = rect(20.0 * scale, 20.0 * scale, 320.0 * scale, 240.0 * scale);
        let board = Tiling::even(board, size);
        let groups = groups(&cell_templates(&picture, board));
        assert_eq!(groups.len(), 3, "{scale} times, noise {noise}");
        for group in &groups {
            let first = peg(group[0]);
            assert!(group.iter().all(|cell| peg(*cell) == first), "{group:?}");
        }
        let all: usize = groups.iter().map(Vec::len).sum();
        assert_eq!(all, size.area());
        assert!(groups.windows(2).all(|pair| pair[0].len() >= pair[1].len()));
    }
    let nothing = Tiling::even(rect(0.0, 0.0, 9.0, 9.0), size);
    assert!(cell_templates(&RgbaImage::new(0, 0), nothing).is_empty());
}
