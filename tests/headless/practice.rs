//! The shipped screen profiles read practice screens like the real games.

use std::time::Duration;

use image::RgbaImage;
use image::imageops::{self, FilterType};
use planwright::game::{Game, Practice, PracticeInput, PracticeKey};
use planwright::games;
use planwright::games::load::load;
use planwright::vision::{
    CursorStart, FinderRule, OVER_PHASE, Profile, ProfileStore, StartRule, StartStep, read,
};
use testkit::practice::picture;

/// The practice profiles and their games.
pub fn rows() -> Vec<(Profile, &'static dyn Game)> {
    let store = ProfileStore::load(None);
    let rows = store.usable().filter_map(|profile| {
        let start = profile.start.as_ref()?;
        let ours = start.command.first().is_some_and(|c| c == "{planwright}");
        let game = games::by_id(&profile.game)?;
        ours.then(|| (profile.clone(), game))
    });
    rows.collect()
}

fn press(game: &mut dyn Practice, key: PracticeKey) {
    game.input(PracticeInput::KeyDown(key));
    game.tick(Duration::from_millis(40));
    game.input(PracticeInput::KeyUp(key));
    game.tick(Duration::from_millis(40));
}

fn type_text(game: &mut dyn Practice, text: &str) {
    for character in text.chars() {
        press(game, PracticeKey::Char(character));
    }
}

/// Goes from the title page to the first level as the profile says.
pub fn start(game: &mut dyn Practice, profile: &Profile) {
    let steps = profile.start.iter().flat_map(|start| &start.steps);
    for step in steps {
        match step {
            StartStep::Press(key) => match key.to_string().as_str() {
                "space" => press(game, PracticeKey::Space),
                "enter" => press(game, PracticeKey::Enter),
                other => type_text(game, other),
            },
            StartStep::Type(text) => type_text(game, text),
            StartStep::Pause(time) => game.tick(Duration::from_millis((*time).into())),
            StartStep::Await { .. } => game.tick(Duration::from_secs(5)),
            StartStep::ClickAt((x, y)) => {
                let at = (*x as i32, *y as i32);
                game.input(PracticeInput::PointerMoved(at.0, at.1));
                game.input(PracticeInput::PointerDown(at.0, at.1));
                game.tick(Duration::from_millis(40));
                game.input(PracticeInput::PointerUp(at.0, at.1));
                game.tick(Duration::from_millis(40));
            }
            StartStep::Change(_) => {}
        }
    }
}

#[test]
fn every_practice_screen_is_read_at_every_scale() {
    let rows = rows();
    assert!(!rows.is_empty());
    for (profile, game) in rows {
        let mut practice = game.practice(&[], 1).expect("has a practice window");
        let title = practice.title();
        assert!(profile.window.fits("planwright", &title), "{title}");
        let by_grid = profile.finder.grid().is_some();
        let largest = match &profile.finder {
            FinderRule::Squares(rule) => rule.scale.1,
            _ => 4.0,
        };
        let size = profile.finder.size();
        assert!(by_grid || Some(practice.size()) == size);
        if profile.start.iter().any(|start| !start.steps.is_empty()) {
            let seen = read(&profile, &picture(practice.as_ref()), None).expect("is the game's");
            assert!(!seen.is_playing(), "no boards on the title page");
        }
        start(practice.as_mut(), &profile);
        for scale in (1..=4).filter(|scale| *scale as f32 <= largest) {
            let image = picture(practice.as_ref());
            let (width, height) = (image.width() * scale, image.height() * scale);
            let image = imageops::resize(&image, width, height, FilterType::Nearest);
            let seen = read(&profile, &image, None).expect("is the game's");
            assert!(seen.is_playing(), "{scale}: {:?}", seen.why_no_boards);
            assert_eq!(seen.doubtful(), []);
            assert!(by_grid || (seen.place.scale - scale as f32).abs() < 0.01);
            let keys = profile.controls.as_ref().and_then(|c| c.cursor.as_ref());
            let shown = keys.is_some_and(|keys| keys.start != CursorStart::Hidden);
            assert_eq!(seen.reading.cursor.is_some(), shown);
            let level = game.level_from_reading(&seen.reading);
            level.expect("is a level");
        }
    }
}

/// The picture with so many steps of red and green, and of blue; levels between two steps are rounded, or cut.
fn with_few_colours(picture: &RgbaImage, steps: (u8, u8), rounded: bool) -> RgbaImage {
    let reduced = |level: u8, steps: u8| {
        let most = f32::from(steps - 1);
        let step = f32::from(level) / 255.0 * most;
        let step = if rounded { step.round() } else { step.floor() };
        (step / most * 255.0) as u8
    };
    let mut picture = picture.clone();
    for pixel in picture.pixels_mut() {
        let [red, green, blue, _] = &mut pixel.0;
        *red = reduced(*red, steps.0);
        *green = reduced(*green, steps.0);
        *blue = reduced(*blue, steps.1);
    }
    picture
}

#[test]
fn screens_of_few_colours_are_read_right_or_doubted() {
    for (profile, game) in rows() {
        let mut practice = game.practice(&[], 1).expect("has a practice window");
        start(practice.as_mut(), &profile);
        let image = picture(practice.as_ref());
        let whole = read(&profile, &image, None).expect("is the game's");
        for (steps, rounded) in [
            ((16, 16), false),
            ((8, 8), true),
            ((6, 6), true),
            ((8, 4), true),
            ((8, 4), false),
            ((4, 4), true),
        ] {
            let few = with_few_colours(&image, steps, rounded);
            let Ok(seen) = read(&profile, &few, None) else {
                continue;
            };
            let which = format!("{}, {steps:?}, {rounded}", profile.id);
            let doubtful = seen.doubtful();
            for board in &seen.reading.boards {
                let right = whole.reading.board(&board.id).expect("is there");
                let is_larger = right.size() != board.size();
                assert!(!is_larger || !doubtful.is_empty(), "{which}: {}", board.id);
                for (cell, read) in board.cells.iter() {
                    let right = right.cells.get(cell).map(|right| &right.value);
                    assert!(
                        read.confidence < seen.doubtful_below
                            || right.is_none_or(|it| *it == read.value),
                        "{which}: {} {cell} is {right:?}, was read as {read:?}",
                        board.id
                    );
                }
            }
            if steps.1 > 4 && doubtful.is_empty() && seen.is_playing() {
                let level = game.level_from_reading(&seen.reading).expect("is a level");
                let right = game.level_from_reading(&whole.reading).expect("is a level");
                assert_eq!(level.to_text(), right.to_text(), "{which}");
            }
        }
    }
}

#[test]
fn the_given_levels_are_shown() {
    let text = "logo\n\n1234123412\n..........\n4.3.2.1.4.\n1111111111\n.2222.3333\n4444444441\n";
    let level = load(text.as_bytes(), None, None).expect("is a level");
    let game = games::by_id(level.game_id()).expect("is there");
    let (profile, _) = rows()
        .into_iter()
        .find(|(profile, _)| profile.game == level.game_id())
        .expect("has a profile");
    let mut practice = game
        .practice(std::slice::from_ref(&level), 1)
        .expect("fits the screen");
    start(practice.as_mut(), &profile);
    // Some stamps, so that the field has numbers, too.
    for key in " p a o p".chars() {
        press(
            practice.as_mut(),
            match key {
                ' ' => PracticeKey::Space,
                key => PracticeKey::Char(key),
            },
        );
    }
    let seen = read(&profile, &picture(practice.as_ref()), None).expect("is the game's");
    assert_eq!(seen.doubtful(), []);
    let read = game.level_from_reading(&seen.reading).expect("is a level");
    assert_eq!(read.to_text(), text);
    let field = seen.reading.board("field").expect("is there");
    let numbers = field.cells.iter().filter(|(_, cell)| cell.value != ".");
    assert_eq!(numbers.count(), 4);
}

#[test]
fn only_the_page_after_the_last_level_is_the_end() {
    let level = load(
        b"logo\n\n1.........\n..........\n..........\n..........\n..........\n..........\n",
        None,
        None,
    );
    let level = level.expect("is a level");
    let game = games::by_id(level.game_id()).expect("is there");
    let (profile, _) = rows()
        .into_iter()
        .find(|(profile, _)| profile.game == level.game_id())
        .expect("has a profile");
    let new = || {
        game.practice(std::slice::from_ref(&level), 1)
            .expect("fits the screen")
    };
    let phase = |practice: &dyn Practice| {
        let seen = read(&profile, &picture(practice), None).expect("is the game's");
        seen.phase
    };
    let mut practice = new();
    // All pages from the title on; some of them have yellow letters, too.
    assert_ne!(phase(practice.as_ref()), OVER_PHASE);
    let steps = profile.start.as_ref().expect("is started").steps.clone();
    for step in &steps {
        let one = Profile {
            start: Some(StartRule {
                command: Vec::new(),
                file: None,
                steps: vec![step.clone()],
            }),
            ..profile.clone()
        };
        start(practice.as_mut(), &one);
        assert_ne!(phase(practice.as_ref()), OVER_PHASE, "{step:?}");
    }
    press(practice.as_mut(), PracticeKey::Space);
    for _ in 0..200 {
        if practice.finished() {
            break;
        }
        assert_ne!(phase(practice.as_ref()), OVER_PHASE);
        practice.tick(Duration::from_millis(100));
    }
    assert!(practice.finished());
    assert_eq!(phase(practice.as_ref()), OVER_PHASE);
    let image = picture(practice.as_ref());
    let image = imageops::resize(&image, 640, 480, FilterType::Nearest);
    assert_eq!(
        read(&profile, &image, None).expect("is the game's").phase,
        OVER_PHASE
    );
}
