//! Boards of blocks seen from aside: drawn by the practice window at any place and scale, with
//! noise, and read exactly or doubted, never read wrongly for sure.

use std::fmt::Write as _;
use std::time::Duration;

use fastrand::Rng;
use image::codecs::jpeg::JpegEncoder;
use image::imageops::{self, FilterType};
use image::{DynamicImage, Rgba, RgbaImage};
use planwright::game::{Cell, Game, LevelRef, Move, Practice, PracticeInput, play};
use planwright::games;
use planwright::vision::{
    GameInput, Profile, ProfileStore, ScreenReading, VisionError, import_image, read,
};
use testkit::practice::picture;

fn profile() -> Profile {
    let store = ProfileStore::load(None);
    store.get("light-bot-practice").expect("is shipped").clone()
}

fn game() -> &'static dyn Game {
    games::by_id("light-bot").expect("is registered")
}

fn level(text: &str) -> LevelRef {
    game().parse_text(text).expect("is a level")
}

fn practice(level: &LevelRef) -> Option<Box<dyn Practice>> {
    game().practice(std::slice::from_ref(level), 1).ok()
}

/// A board with tiles in each row and column, as its sides cannot be seen otherwise.
fn random(chance: &mut Rng, longest: usize) -> LevelRef {
    let (rows, cols) = (chance.usize(1..=longest), chance.usize(1..=longest));
    let (highest, holes) = (chance.u8(0..6), chance.f32() * 0.3);
    let mut tokens = vec![vec![String::new(); cols]; rows];
    for token in tokens.iter_mut().flatten() {
        let light = if chance.f32() < 0.3 { "*" } else { "" };
        *token = if chance.f32() < holes {
            ".".to_owned()
        } else {
            format!("{}{light}", chance.u8(0..=highest))
        };
    }
    for row in &mut tokens {
        if row.iter().all(|token| token == ".") {
            row[chance.usize(0..cols)] = "0".to_owned();
        }
    }
    for col in 0..cols {
        if tokens.iter().all(|row| row[col] == ".") {
            tokens[chance.usize(0..rows)][col] = "1".to_owned();
        }
    }
    // Nothing is behind a highest tile that hides it whole: so the sides at the back are seen.
    tokens[0][chance.usize(0..cols)] = highest.to_string();
    tokens[chance.usize(0..rows)][0] = highest.to_string();
    let (row, col) = loop {
        let (row, col) = (chance.usize(0..rows), chance.usize(0..cols));
        if tokens[row][col] != "." {
            break (row, col);
        }
    };
    if !tokens.iter().flatten().any(|token| token.ends_with('*')) {
        tokens[row][col].push('*');
    }
    let facing = chance.choice(['N', 'E', 'S', 'W']).expect("is one");
    let slots = [18, 12, 12].map(|most| chance.usize(1..=most).to_string());
    let mut text = format!(
        "light-bot\nrobot {} {} {facing}\nslots {}\n\n",
        row + 1,
        col + 1,
        slots.join(" ")
    );
    for row in &tokens {
        writeln!(text, "{}", row.join(" ")).expect("is written");
    }
    level(&text)
}

/// The picture enlarged, somewhere in a larger one, with noise, as a JPEG.
fn spoilt(chance: &mut Rng, picture: RgbaImage) -> RgbaImage {
    let scale = match chance.u8(0..4) {
        0 => 1.0,
        1 => 2.0,
        _ => 1.0 + chance.f32(),
    };
    let filter = chance.choice([FilterType::Nearest, FilterType::Triangle]);
    let side = |side: u32| (side as f32 * scale).round() as u32;
    let (width, height) = (side(picture.width()), side(picture.height()));
    let large = imageops::resize(&picture, width, height, filter.expect("is one"));
    let (left, top) = if chance.bool() {
        (chance.u32(0..150), chance.u32(0..100))
    } else {
        (0, 0)
    };
    let around = Rgba([chance.u8(..), chance.u8(..), chance.u8(..), 255]);
    let mut whole = RgbaImage::from_pixel(width + 2 * left, height + 2 * top, around);
    imageops::replace(&mut whole, &large, left.into(), top.into());
    if chance.bool() {
        for channel in whole.pixels_mut().flat_map(|pixel| &mut pixel.0[..3]) {
            *channel = (i16::from(*channel) + chance.i16(-8..=8)).clamp(0, 255) as u8;
        }
    }
    if chance.bool() {
        let mut bytes = Vec::new();
        let quality = chance.u8(80..=95);
        let rgb = DynamicImage::ImageRgba8(whole).to_rgb8();
        let coded = JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&rgb);
        coded.expect("is coded");
        let read = image::load_from_memory(&bytes).expect("is a JPEG");
        return read.to_rgba8();
    }
    whole
}

/// Cells that are read for sure but wrongly.
fn wrong(seen: &ScreenReading, level: &LevelRef) -> Vec<(Cell, String)> {
    let board = seen.reading.board("board").expect("is read");
    assert_eq!(board.size(), level.board().size, "{}", level.to_text());
    let cells = board.cells.iter();
    let wrong = cells.filter(|(cell, read)| {
        read.confidence >= seen.doubtful_below && read.value != level.style(*cell).value
    });
    wrong
        .map(|(cell, read)| (cell, read.value.clone()))
        .collect()
}

/// Board, robot and slots of a level.
fn essence(level: &LevelRef) -> String {
    let text = level.to_text();
    let lines = text.lines();
    let told = ["title", "notes", "author"];
    let lines = lines.filter(|line| !told.iter().any(|word| line.starts_with(word)));
    lines.collect::<Vec<_>>().join("\n")
}

fn imported(seen: &ScreenReading) -> String {
    let level = game().level_from_reading(&seen.reading);
    essence(&level.expect("is a level"))
}

#[test]
fn shipped_levels_are_read_exactly_at_several_scales() {
    let profile = profile();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/light-bot");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("is there") {
        let path = entry.expect("can be read").path();
        let text = std::fs::read_to_string(&path).expect("can be read");
        let level = level(&text);
        let picture = picture(practice(&level).expect("fits").as_ref());
        for scale in [1.0, 1.5, 2.0, 3.0] {
            let side = |side: u32| (side as f32 * scale) as u32;
            let (width, height) = (side(picture.width()), side(picture.height()));
            let large = imageops::resize(&picture, width, height, FilterType::Nearest);
            let seen = import_image(&profile, &large.into()).expect("is read");
            assert_eq!(imported(&seen), essence(&level));
            assert_eq!(seen.doubtful(), [], "{}", path.display());
        }
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn random_boards_are_read_exactly_or_doubted() {
    let profile = profile();
    let (mut exact, mut all, mut refused) = (0, 0, 0);
    for seed in 0..50 {
        let mut chance = Rng::with_seed(seed);
        let longest = if seed % 5 == 0 { 12 } else { 8 };
        let level = random(&mut chance, longest);
        let Some(practice) = practice(&level) else {
            continue;
        };
        all += 1;
        let image = spoilt(&mut chance, picture(practice.as_ref()));
        let seen = match import_image(&profile, &image.into()) {
            Ok(seen) => seen,
            Err(_) => {
                refused += 1;
                continue;
            }
        };
        let wrong = wrong(&seen, &level);
        assert_eq!(wrong, [], "seed {seed}:\n{}", level.to_text());
        if seen.doubtful().is_empty() {
            assert_eq!(imported(&seen), essence(&level), "seed {seed}");
            exact += 1;
        }
    }
    assert!(all >= 44, "{all}");
    // What is hidden is doubted; of flatter boards nothing is.
    assert!(4 * exact >= all, "{exact} of {all}");
    assert!(5 * refused <= all, "{refused} of {all}");
}

#[test]
fn a_tile_that_is_hidden_is_doubted_not_guessed() {
    let profile = profile();
    let hidden = level("light-bot\nrobot 2 1 E\n\n0 0 0\n0 9* 0\n0 0 0\n");
    let image = picture(practice(&hidden).expect("fits").as_ref());
    let seen = import_image(&profile, &image.into()).expect("is read");
    let doubtful: Vec<Cell> = seen
        .doubtful()
        .into_iter()
        .filter(|(board, _)| *board == "board")
        .map(|(_, cell)| cell)
        .collect();
    assert_eq!(doubtful, [Cell::new(0, 0)]);
    assert_eq!(wrong(&seen, &hidden), []);
}

#[test]
fn what_covers_a_tile_makes_it_doubtful_or_nothing_at_all() {
    let profile = profile();
    let flat = level("light-bot\nrobot 1 1 S\n\n0 0 1\n0 2* 0\n1 0 0\n");
    let clean = picture(practice(&flat).expect("fits").as_ref());
    let whole = import_image(&profile, &clean.clone().into()).expect("is read");
    let mut doubted = 0;
    for cell in flat.board().size.cells() {
        let spot = whole.cell_rect(&profile, "board", cell).expect("is known");
        let mut image = clean.clone();
        // Something in a colour that the game does not have.
        let (x, y) = spot.centre();
        for row in -14..=14 {
            for column in -20..=20 {
                let (x, y) = (x as i32 + column, y as i32 + row);
                image.put_pixel(x as u32, y as u32, Rgba([200, 20, 220, 255]));
            }
        }
        match import_image(&profile, &image.into()) {
            Ok(seen) => {
                assert_eq!(wrong(&seen, &flat), [], "{cell}");
                doubted += usize::from(!seen.doubtful().is_empty());
            }
            Err(VisionError::NoBoards { .. }) => doubted += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(doubted, 9);
}

/// Drags a command from where the profile says into a slot.
fn put(
    practice: &mut dyn Practice,
    profile: &Profile,
    seen: &ScreenReading,
    action: &str,
    to: Cell,
) {
    let controls = profile.controls.as_ref().expect("has controls");
    let Some(GameInput::DragFrom((x, y))) = controls.action(action) else {
        panic!("‘{action}’ is dragged");
    };
    let rect = seen.cell_rect(profile, "program", to).expect("is known");
    let (to_x, to_y) = rect.centre();
    practice.input(PracticeInput::PointerDown(*x as i32, *y as i32));
    practice.input(PracticeInput::PointerMoved(to_x as i32, to_y as i32));
    practice.input(PracticeInput::PointerUp(to_x as i32, to_y as i32));
}

#[test]
fn programs_lights_and_robot_are_read_before_and_after_a_run() {
    let profile = profile();
    let run = match profile.controls.as_ref().expect("is there").control("run") {
        Some(GameInput::ClickAt((x, y))) => (*x as i32, *y as i32),
        other => panic!("{other:?}"),
    };
    let (mut lit, mut won, mut refused) = (0, 0, 0);
    for seed in 0..25 {
        let mut chance = Rng::with_seed(1000 + seed);
        // Flat enough for nothing to be hidden.
        let level = loop {
            let level = random(&mut chance, 6);
            let heights = level.to_text();
            let board = heights.split("\n\n").nth(1).unwrap_or_default();
            if !board.contains(['4', '5']) && practice(&level).is_some() {
                break level;
            }
        };
        let mut practice = practice(&level).expect("fits");
        let size = level.start().boards()[1].size;
        let length = chance.usize(1..=6);
        let letters: String = (0..length)
            .filter_map(|_| chance.choice(['F', 'F', 'J', 'L', 'R', 'X', 'X']))
            .collect();
        let mv = Move::new(format!("main: {letters}"));
        let Ok(position) = play(level.as_ref(), &[mv]) else {
            continue;
        };
        let seen = read(&profile, &picture(practice.as_ref()), None).expect("is read");
        let Some(program) = seen.reading.board("program") else {
            // No top is whole: there is nothing to tell the scale by.
            refused += 1;
            continue;
        };
        assert_eq!(program.size(), size);
        for (index, letter) in letters.chars().enumerate() {
            let action = match letter {
                'F' => "forward",
                'J' => "jump",
                'L' => "turn left",
                'R' => "turn right",
                _ => "light",
            };
            put(
                practice.as_mut(),
                &profile,
                &seen,
                action,
                Cell::new(0, index),
            );
        }
        let seen = read(&profile, &picture(practice.as_ref()), None).expect("is read");
        let program = seen.reading.board("program").expect("is read");
        for (cell, read) in program.cells.iter() {
            assert_eq!(read.value, position.style("program", cell).value, "{cell}");
        }
        practice.input(PracticeInput::PointerDown(run.0, run.1));
        practice.input(PracticeInput::PointerUp(run.0, run.1));
        let mut phases = Vec::new();
        for _ in 0..160 {
            practice.tick(Duration::from_millis(50));
            let seen = read(&profile, &picture(practice.as_ref()), None).expect("is read");
            let ended = seen.phase == "ended";
            phases.push(seen.phase.clone());
            if ended {
                break;
            }
        }
        assert!(
            phases
                .iter()
                .all(|phase| phase == "running" || phase == "ended"),
            "{phases:?}"
        );
        let seen = read(&profile, &picture(practice.as_ref()), None).expect("is read");
        let told = position.launch().expect("has to be started");
        for board in &told.after {
            let read = seen.reading.board(board.id).expect("is read");
            for (cell, wanted) in board.cells.iter() {
                let there = read.cells.get(cell).expect("is there");
                if there.confidence >= seen.doubtful_below {
                    assert_eq!(
                        there.value,
                        *wanted,
                        "{} {cell} seed {seed}\n{}",
                        board.id,
                        level.to_text()
                    );
                    lit += usize::from(wanted == "on");
                }
            }
        }
        won += usize::from(position.is_solved());
    }
    assert!(refused <= 5, "{refused} of 25");
    assert!(lit > 2 && won > 0, "{lit} lit, {won} won");
}
