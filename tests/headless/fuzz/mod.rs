//! Feeds damaged files to every reader: it must return a value or an error with a message, and
//! never panic or hang. `PLANWRIGHT_FUZZ=N` tries N inputs per reader; the inputs are random, but
//! the same in each run.

mod mutate;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use image::{DynamicImage, ImageFormat, RgbaImage};
use planwright::game::{Plan, SolveError, SolveRequest, from_ron_text, replay, set_program, solve};
use planwright::games::{self, load::load};
use planwright::search::{Budget, NoProgress};
use planwright::session::disk::RealDisk;
use planwright::session::recovery::leftovers;
use planwright::vision::{ProfileStore, import_image};
use testkit::conformance::conformance;

use mutate::damaged;

/// Default number of inputs per reader.
const USUAL: usize = 400;
/// Time limit per input on a busy machine; readers have much lower limits of their own.
const PATIENCE: Duration = Duration::from_secs(60);

fn inputs() -> usize {
    let told = std::env::var("PLANWRIGHT_FUZZ").ok();
    told.and_then(|text| text.parse().ok()).unwrap_or(USUAL)
}

/// The files below a folder of the project.
fn corpus(folder: &str, endings: &[&str]) -> Vec<Vec<u8>> {
    fn below(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("is there") {
            let path = entry.expect("can be read").path();
            if path.is_dir() {
                below(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut paths = Vec::new();
    below(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(folder),
        &mut paths,
    );
    paths.sort();
    let ends = |path: &Path| {
        endings
            .iter()
            .any(|end| path.to_string_lossy().ends_with(end))
    };
    let files: Vec<Vec<u8>> = paths
        .iter()
        .filter(|path| ends(path))
        .map(|path| std::fs::read(path).expect("can be read"))
        // In a large file, most damage would only hit the board.
        .filter(|bytes| bytes.len() < 20_000)
        .collect();
    assert!(!files.is_empty(), "{folder}");
    files
}

/// Feeds damaged files to a reader and reports the first that it fails on.
fn feed(what: &str, seed: u64, corpus: &[Vec<u8>], read: impl Fn(&[u8])) {
    // One at a time, because other tests would catch a panic's message.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut rng = fastrand::Rng::with_seed(seed);
    for number in 0..inputs() {
        let original = &corpus[rng.usize(..corpus.len())];
        let other = &corpus[rng.usize(..corpus.len())];
        let input = damaged(original, other, &mut rng);
        let began = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| read(&input)));
        let shown = || String::from_utf8_lossy(&input).into_owned();
        assert!(
            outcome.is_ok(),
            "{what}, input {number} makes it panic:\n{}",
            shown()
        );
        let took = began.elapsed();
        assert!(
            took < PATIENCE,
            "{what}, input {number} takes {took:?}:\n{}",
            shown()
        );
    }
}

/// Opens a level as the workbench does.
fn open_level(bytes: &[u8], path: Option<&Path>, game: Option<&str>) {
    match load(bytes, path, game) {
        Ok(level) => {
            let _ = (
                level.to_text(),
                level.to_ron(),
                level.facts(),
                level.properties(),
            );
            for cell in level.board().size.cells().take(2000) {
                let _ = level.style(cell);
            }
            let mut position = level.start();
            for _ in 0..3 {
                let moves = position.legal_moves(20);
                let Some(mv) = moves.first() else { break };
                assert!(position.apply(mv).is_ok(), "a legal move is refused: {mv}");
            }
            let _ = (position.is_solved(), position.encode());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

#[test]
fn levels_as_text() {
    let corpus = corpus("levels", &[".txt", ".puzzlescript"]);
    feed("a level", 1, &corpus, |bytes| open_level(bytes, None, None));
    for (seed, game) in (10..).zip(games::all().iter().copied()) {
        let id = game.info().id;
        feed(id, seed, &corpus, |bytes| open_level(bytes, None, Some(id)));
    }
}

#[test]
fn levels_in_ron() {
    let ron = corpus("levels", &[".txt", ".kif"])
        .into_iter()
        .filter_map(|bytes| {
            let level = load(&bytes, None, None).ok()?;
            Some(level.to_ron().ok()?.into_bytes())
        });
    let ron: Vec<_> = ron.collect();
    feed("a level in RON", 2, &ron, |bytes| {
        open_level(bytes, None, None)
    });
}

#[test]
fn rules_in_kif_and_infix() {
    let rules = corpus("levels/gdl", &[".kif", ".gdl"]);
    feed("KIF", 3, &rules, |bytes| {
        open_level(bytes, Some(Path::new("rules.kif")), Some("gdl"));
    });
    feed("infix", 4, &rules, |bytes| {
        open_level(bytes, Some(Path::new("rules.gdl")), Some("gdl"));
    });
}

#[test]
fn profiles() {
    let files = corpus("assets/profiles", &[".ron"]);
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let path = folder.path().join("damaged.ron");
    let noise = picture(&mut fastrand::Rng::with_seed(9));
    feed("a profile", 5, &files, |bytes| {
        std::fs::write(&path, bytes).expect("can be written");
        let store = ProfileStore::load(Some(folder.path()));
        match store.get("damaged") {
            Ok(profile) => {
                let _ = profile.to_ron();
                let _ = profile.check(&[]);
                let _ = import_image(profile, &DynamicImage::ImageRgba8(noise.clone()));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

/// A picture with random patches in a few colours; some look almost like a board.
fn picture(rng: &mut fastrand::Rng) -> RgbaImage {
    let side = |rng: &mut fastrand::Rng| match rng.u8(..8) {
        0 => rng.u32(1..4),
        1 => rng.u32(4..60),
        _ => rng.u32(60..700),
    };
    let (width, height) = (side(rng), side(rng));
    let colour = |rng: &mut fastrand::Rng| image::Rgba([rng.u8(..), rng.u8(..), rng.u8(..), 255]);
    let mut image = RgbaImage::from_pixel(width, height, colour(rng));
    let colours: Vec<_> = (0..rng.usize(1..6)).map(|_| colour(rng)).collect();
    let pitch = rng.u32(3..60);
    for _ in 0..rng.usize(..160) {
        let (x, y) = (
            rng.u32(..width) / pitch * pitch,
            rng.u32(..height) / pitch * pitch,
        );
        let patch = pitch - rng.u32(..pitch.min(4));
        let colour = colours[rng.usize(..colours.len())];
        for (x, y) in (y..(y + patch).min(height)).flat_map(|y| (x..x + patch).map(move |x| (x, y)))
        {
            if x < width {
                image.put_pixel(x, y, colour);
            }
        }
    }
    image
}

#[test]
fn unrelated_pictures() {
    let store = ProfileStore::load(None);
    let mut rng = fastrand::Rng::with_seed(6);
    for _ in 0..inputs() / 8 {
        let image = DynamicImage::ImageRgba8(picture(&mut rng));
        for profile in store.usable() {
            let began = Instant::now();
            if let Ok(seen) = import_image(profile, &image)
                && let Some(game) = games::by_id(&profile.game)
                && let Ok(level) = game.level_from_reading(&seen.reading)
            {
                open_level(level.to_text().as_bytes(), None, Some(&profile.game));
            }
            assert!(began.elapsed() < PATIENCE, "{}", profile.id);
        }
    }
}

#[test]
fn picture_files() {
    let mut rng = fastrand::Rng::with_seed(7);
    let forms = [
        ImageFormat::Png,
        ImageFormat::Bmp,
        ImageFormat::Jpeg,
        ImageFormat::Gif,
    ];
    let files = forms.iter().filter_map(|form| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let image = DynamicImage::ImageRgba8(picture(&mut rng)).to_rgb8();
        image.write_to(&mut bytes, *form).ok()?;
        Some(bytes.into_inner())
    });
    let files: Vec<_> = files.collect();
    feed("a picture file", 7, &files, |bytes| {
        if let Err(error) = planwright::vision::decode(bytes) {
            assert!(!error.to_string().is_empty());
        }
    });
}

#[test]
fn plans_and_programs() {
    for (seed, game) in (20..).zip(games::all().iter().copied()) {
        let row = conformance(game);
        let levels: Vec<_> = row
            .small
            .iter()
            .filter_map(|text| game.parse_text(text).ok())
            .collect();
        let Some(level) = levels.first() else {
            continue;
        };
        let mut position = level.start();
        let mut plan = String::new();
        while let Some(mv) = position.legal_moves(1).pop().filter(|_| plan.len() < 400) {
            plan.push_str(&format!("{mv}\n"));
            if position.apply(&mv).is_err() {
                break;
            }
        }
        feed("a plan", seed, &[plan.into_bytes()], |bytes| {
            let text = String::from_utf8_lossy(bytes);
            if let Err(error) = replay(level.as_ref(), &[], Plan::parse(&text)) {
                assert!(!error.to_string().is_empty());
            }
            let mut position = level.start();
            if position.as_program().is_some()
                && let Err(errors) = set_program(position.as_mut(), &text)
            {
                assert!(!errors.is_empty());
            }
        });
    }
}

#[test]
fn saved_files() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let kept =
        r#"(game: "logo", path: Some("a.txt"), level: "logo\n\n1 2\n. .\n", moves: ["1 1"])"#;
    feed(
        "a level kept for recovery",
        31,
        &[kept.as_bytes().to_vec()],
        |bytes| {
            std::fs::write(folder.path().join("1.ron"), bytes).expect("can be written");
            let found = leftovers(&RealDisk, folder.path()).expect("can be listed");
            assert_eq!(found.found.len() + found.broken.len(), 1);
        },
    );
    feed("RON", 32, &[kept.as_bytes().to_vec()], |bytes| {
        let _ = from_ron_text::<Vec<String>>(&String::from_utf8_lossy(bytes));
    });
}

/// Every solver works for a moment on damaged levels that are still levels.
#[test]
fn solvers_on_damaged_levels() {
    let all = corpus("levels", &[".txt", ".kif", ".gdl", ".puzzlescript"]);
    for (seed, game) in (40..).zip(games::all().iter().copied()) {
        let id = game.info().id;
        let of_game = |bytes: &&Vec<u8>| load(bytes, None, None).is_ok_and(|l| l.game_id() == id);
        let corpus: Vec<_> = all.iter().filter(of_game).cloned().collect();
        let tried = AtomicUsize::new(0);
        feed(id, seed, &corpus, |bytes| {
            let Ok(level) = load(bytes, None, Some(id)) else {
                return;
            };
            let number = tried.fetch_add(1, Ordering::Relaxed);
            if !number.is_multiple_of(8) {
                return;
            }
            let solvers = game.solvers();
            let solver = solvers[number / 8 % solvers.len()];
            let budget = Budget::default()
                .with_time(Duration::from_millis(60))
                .with_memory(256 << 20);
            let request = SolveRequest::new(level.as_ref());
            match solve(solver, &request, &budget, &NoProgress) {
                Ok(_) => {}
                Err(error @ SolveError::WrongPlan { .. }) => {
                    panic!("{}: {error}", solver.info().id)
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        });
        assert!(tried.into_inner() > 0, "{id}: all damage was too much");
    }
}
