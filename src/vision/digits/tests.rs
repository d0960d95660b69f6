//! Numbers in fonts outside the reference set, at screen sizes, with noise.

use ab_glyph::FontRef;
use fastrand::Rng;

use super::fonts::draw;
use super::*;

/// Fonts that are not in `assets/digits/`.
fn foreign() -> Vec<FontRef<'static>> {
    use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
    let font = |bytes| FontRef::try_from_slice(bytes).expect("is a font");
    [HACK_REGULAR, UBUNTU_LIGHT].map(font).to_vec()
}

/// Gap between digits, in pixels, and range of the noise.
const GAP: usize = 1;
const NOISE: f32 = 0.2;

/// Prints digits, degraded by noise.
fn printed(font: &FontRef<'_>, digits: &[u8], height: f32, rng: &mut Rng) -> Ink {
    let mut ink = |digit: &u8| draw(font, *digit, height, rng.f32()).expect("is drawn");
    let drawn: Vec<Ink> = digits.iter().map(&mut ink).collect();
    let highest = drawn.iter().map(|ink| ink.height).max();
    let lines = highest.expect("has digits") + 4;
    let width = drawn.iter().map(|ink| ink.width + GAP).sum::<usize>() + 4;
    let mut cover = vec![0.0; lines * width];
    let mut left = 2;
    for ink in &drawn {
        for y in 0..ink.height {
            for x in 0..ink.width {
                // Aligned to one baseline.
                let row = lines - 2 - ink.height + y;
                let pixel = &mut cover[row * width + left + x];
                *pixel = ink.cover[y * ink.width + x].max(*pixel);
            }
        }
        left += ink.width + GAP;
    }
    for pixel in &mut cover {
        *pixel = (*pixel + NOISE * (rng.f32() - 0.5)).clamp(0.0, 1.0);
    }
    Ink::from_contrasts(&cover, width, lines).0
}

fn read(ink: &Ink) -> Option<NumberRead> {
    number(ink, &ink.blobs())
}

#[test]
fn all_fonts_are_there() {
    assert_eq!(references().len(), 2 * 16 * 7 * 10);
}

#[test]
fn numbers_in_unknown_type_are_read_or_doubted() {
    let mut rng = Rng::with_seed(7);
    let (mut right, mut sure, mut wrong, mut all) = (0, 0, Vec::new(), 0);
    for font in &foreign() {
        for height in [9.0, 11.0, 13.0, 16.0, 20.0, 28.0, 40.0] {
            for value in 0..100_u32 {
                let digits: Vec<u8> = value.to_string().bytes().map(|b| b - b'0').collect();
                let ink = printed(font, &digits, height, &mut rng);
                let read = read(&ink).expect("has digits");
                all += 1;
                right += usize::from(read.value == value);
                sure += usize::from(read.confidence >= 0.6);
                if read.value != value && read.confidence >= 0.6 {
                    wrong.push((value, height, read));
                }
            }
        }
    }
    eprintln!("{right} right, {sure} sure of {all}; {wrong:?}");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(right * 100 >= all * 98, "{right} of {all}");
    assert!(sure * 100 >= all * 95, "{sure} of {all}");
}

#[test]
fn every_known_font_is_read_without_itself() {
    // Each digit of a reference font at another size than the references.
    let mut rng = Rng::with_seed(3);
    for bytes in fonts::FONTS {
        let font = FontRef::try_from_slice(bytes).expect("is a font");
        for digit in 0..10 {
            let ink = draw(&font, digit, 10.0 + 8.0 * rng.f32(), rng.f32()).expect("is drawn");
            assert_eq!(read(&ink).expect("is one").value, u32::from(digit));
        }
    }
}

#[test]
fn other_marks_are_no_digits_for_sure() {
    // A cross, a bar and a frame.
    let size = 15;
    let marks: [&dyn Fn(usize, usize) -> bool; 3] = [
        &|x, y| x.abs_diff(7) <= 1 || y.abs_diff(7) <= 1,
        &|_, y| y.abs_diff(7) <= 3,
        &|x, y| x < 2 || y < 2 || x > 12 || y > 12,
    ];
    for (index, mark) in marks.iter().enumerate() {
        let inked = |at: usize| mark(at % size, at / size);
        let cover = (0..size * size).map(|at| if inked(at) { 1.0 } else { 0.0 });
        let ink = Ink {
            width: size,
            height: size,
            cover: cover.collect(),
        };
        let read = read(&ink);
        assert!(
            read.as_ref().is_none_or(|read| read.confidence < 0.6),
            "{index}: {read:?}"
        );
    }
}
