//! Boards drawn with known sprites: every shipped PuzzleScript level, drawn by the program, in a window with other things
//! around it.

use std::sync::Arc;

use image::{Rgba, RgbaImage, imageops};
use planwright::autoplay::shows;
use planwright::drawing::raster;
use planwright::game::{Level, LevelRef, Reading, Region};
use planwright::games;
use planwright::vision::{ProfileStore, read};
use testkit::project;

pub(super) fn levels(text: &str) -> Vec<LevelRef> {
    let game = games::by_id("puzzlescript").expect("is registered");
    let levels = game.parse_several(text).into_iter();
    let levels = levels.map(|level| level.expect("is an entry"));
    levels.filter(|level| level.message().is_none()).collect()
}

/// What is seen of a level at this scale and place in a window of 1000 by 700 pixels with noise at its upper edge.
pub(super) fn window(
    level: &dyn Level,
    behind: [u8; 3],
    scale: u32,
    (left, top): (u32, u32),
) -> RgbaImage {
    let [red, green, blue] = behind;
    let mut image = RgbaImage::from_pixel(1000, 700, Rgba([red, green, blue, 255]));
    let mut random = fastrand::Rng::with_seed(scale.into());
    for (x, y) in (0..1000).flat_map(|x| (0..60).map(move |y| (x, y))) {
        let grey = if random.u32(0..5) == 0 {
            random.u8(..)
        } else {
            235
        };
        image.put_pixel(x, y, Rgba([grey, grey, grey, 255]));
    }
    let board = level.board();
    let start = level.start();
    let part = start.viewport(board.id);
    let part = part.unwrap_or_else(|| Region::full(board.size));
    for cell in part.size.cells() {
        let look = start.style(board.id, part.cell(cell));
        let sprite = look.art.and_then(|art| art.fixed).expect("has a sprite");
        let side = 5 * scale;
        let picture = raster::sprite(sprite, look.tone, false, side).expect("can be drawn");
        let (x, y) = (left + side * cell.col as u32, top + side * cell.row as u32);
        imageops::replace(&mut image, &picture, x.into(), y.into());
    }
    image
}

#[test]
fn every_level_is_told_from_its_picture_at_any_scale_and_place() {
    let store = ProfileStore::load(None);
    let any = store.get("puzzlescript").expect("is shipped");
    let mut count = 0;
    for entry in std::fs::read_dir(project("levels/puzzlescript")).expect("is there") {
        let path = entry.expect("can be read").path();
        let text = std::fs::read_to_string(&path).expect("is a text");
        let levels = levels(&text);
        let profile = any.for_level(levels[0].as_ref()).expect("has sprites");
        let sheet = profile.unseen.sprites.clone().expect("are there");
        for level in &levels {
            count += 1;
            let size = level.board().size;
            let room = (980 / size.cols).min(630 / size.rows) as u32 / 5;
            let scale = 1 + count % room.min(9);
            let free = |all: u32, cells: usize| all - 5 * scale * cells as u32;
            let (across, down) = (free(1000, size.cols), free(640, size.rows));
            let at = (count * 37 % across, 60 + count * 23 % down);
            let image = window(level.as_ref(), sheet.background, scale, at);
            let told = format!(
                "{}, level {:?}, scale {scale}",
                path.display(),
                level.number()
            );
            let seen =
                read(&profile, &image, None).unwrap_or_else(|error| panic!("{told}: {error}"));
            assert!(shows(level.start().as_ref(), &seen), "{told}");
            let read = games::by_id("puzzlescript").expect("is registered");
            let found = read.level_from_reading(&seen.reading).expect("is a level");
            assert_eq!(found.number(), level.number(), "{told}");
        }
    }
    assert_eq!(count, 40);
}

#[test]
fn every_level_of_a_game_that_shows_a_part_is_told_from_that() {
    let store = ProfileStore::load(None);
    let any = store.get("puzzlescript").expect("is shipped");
    let game = games::by_id("puzzlescript").expect("is registered");
    for name in ["02-curling-club", "05-bear-and-mouse"] {
        let path = project(&format!("levels/puzzlescript/{name}.puzzlescript"));
        let text = std::fs::read_to_string(path).expect("is there");
        for line in ["flickscreen 5x4", "zoomscreen 5x5"] {
            let text = text.replacen("author", &format!("{line}\nauthor"), 1);
            let levels = levels(&text);
            let profile = any.for_level(levels[0].as_ref()).expect("has sprites");
            let sheet = profile.unseen.sprites.clone().expect("are there");
            for level in &levels {
                let told = format!("{name}, {line}, level {:?}", level.number());
                let image = window(level.as_ref(), sheet.background, 8, (311, 147));
                let seen = read(&profile, &image, None);
                let seen = seen.unwrap_or_else(|error| panic!("{told}: {error}"));
                assert!(shows(level.start().as_ref(), &seen), "{told}");
                let found = game.level_from_reading(&seen.reading);
                let found = found.unwrap_or_else(|error| panic!("{told}: {error}"));
                // Of several that begin alike it is the first.
                assert!(found.number() <= level.number(), "{told}");
                assert!(shows(found.start().as_ref(), &seen), "{told}");
            }
        }
    }
}

#[test]
fn games_that_go_on_in_real_time_are_refused_with_the_remedy() {
    let path = project("levels/puzzlescript/05-bear-and-mouse.puzzlescript");
    let text = std::fs::read_to_string(path).expect("is there");
    let store = ProfileStore::load(None);
    let any = store.get("puzzlescript").expect("is shipped");
    let text = text.replacen("author", "realtime_interval 0.5\nauthor", 1);
    let refused = any.for_level(levels(&text)[0].as_ref());
    let error = refused.expect_err("cannot be played");
    assert!(error.contains("every 0.5 s"), "{error}");
    assert!(
        error.contains("remove the line realtime_interval from its text"),
        "{error}"
    );
    let game = games::by_id("puzzlescript").expect("is registered");
    let error = game.level_from_reading(&Reading::default());
    assert!(error.is_err(), "without its text");
    let logo = games::by_id("logo").expect("is registered").blank(None);
    assert!(any.for_level(logo.as_ref()).is_err());
    assert!(Arc::new(any.clone()).needs_level());
}
