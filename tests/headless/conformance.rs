//! Rules that every registered game follows, tested with the levels of its conformance row.

mod solvers;

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use image::RgbaImage;
use planwright::drawing::BoardRenderer;
use planwright::game::{
    Cell, Cost, EditError, Game, Grid, GridLevel, LevelRef, Meta, Move, Objective, Outcome, Plan,
    Size, SolveReport, SolveRequest, Solver, Transform, generate, play, replay, solve,
};
use planwright::games::line::{is_line, to_line};
use planwright::games::{self, load::load};
use planwright::search::{Budget, NoProgress, ProgressSink, Snapshot, Stop};
use planwright::session::{Document, Hint, HintRegion, explain_move, hint, library};
use testkit::conformance::{Conformance, conformance};
use testkit_game::{STOP_PROMISE, time_to_stop};

/// Time limit for solvers on the levels in the `small` and `unsolvable` lists.
const PATIENCE: Duration = Duration::from_secs(120);

fn rows() -> impl Iterator<Item = (&'static dyn Game, Conformance)> {
    games::all().iter().map(|game| (*game, conformance(*game)))
}

fn parse(game: &dyn Game, text: &str) -> LevelRef {
    game.parse_text(text)
        .unwrap_or_else(|error| panic!("{}: {error}\n{text}", game.info().id))
}

fn levels(game: &dyn Game, row: &Conformance) -> Vec<LevelRef> {
    let known = row.known.iter().map(|(text, ..)| text);
    let texts = row.small.iter().chain(&row.unsolvable).chain(known);
    texts.map(|text| parse(game, text)).collect()
}

fn patient() -> Budget {
    Budget::default().with_time(PATIENCE)
}

fn run(solver: &dyn Solver, level: &LevelRef, budget: &Budget) -> SolveReport {
    ask(solver, &SolveRequest::new(level.as_ref()), budget)
}

fn ask(solver: &dyn Solver, request: &SolveRequest<'_>, budget: &Budget) -> SolveReport {
    solve(solver, request, budget, &NoProgress).unwrap_or_else(|error| {
        panic!("{}: {error}\n{}", solver.info().id, request.level.to_text())
    })
}

fn solver_named(game: &dyn Game, id: &str) -> &'static dyn Solver {
    let found = game.solvers().iter().find(|solver| solver.info().id == id);
    *found.unwrap_or_else(|| panic!("{}: no solver {id}", game.info().id))
}

fn reference(game: &dyn Game) -> &'static dyn Solver {
    let mut references = game.solvers().iter().filter(|s| s.info().reference);
    let reference = references
        .next()
        .expect("every game has a reference solver");
    assert!(references.next().is_none(), "{}", game.info().id);
    *reference
}

#[test]
fn ids_are_unique_and_typable() {
    let typable =
        |id: &str| !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let mut seen = BTreeSet::new();
    for game in games::all() {
        let id = game.info().id;
        assert!(typable(id) && seen.insert(id), "{id}");
        let mut solvers = BTreeSet::new();
        for solver in game.solvers() {
            let solver = solver.info().id;
            assert!(typable(solver) && solvers.insert(solver), "{id}: {solver}");
        }
    }
}

#[test]
fn rows_are_not_empty() {
    for (game, row) in rows() {
        assert!(row.small.len() >= 3, "{}", game.info().id);
        assert!(
            !row.known.is_empty() && !row.broken.is_empty(),
            "{}",
            game.info().id
        );
    }
}

#[test]
fn levels_round_trip_in_both_forms_and_are_recognized() {
    let meta = Meta {
        title: "A “title”".to_owned(),
        author: "Ånne \\ \"O'Neil\"".to_owned(),
        notes: "First line\nsecond: line; with marks".to_owned(),
    };
    for (game, row) in rows() {
        for level in levels(game, &row) {
            for level in [level.clone(), level.with_meta(meta.clone())] {
                let (text, ron) = (level.to_text(), level.to_ron().expect("has a RON form"));
                let crlf = text.replace('\n', "\r\n");
                for form in [&text, &ron, &crlf] {
                    let back = load(form.as_bytes(), None, None)
                        .unwrap_or_else(|error| panic!("{error}\n{form}"));
                    assert_eq!(back.game_id(), game.info().id);
                    assert_eq!(back.to_text(), text);
                    assert_eq!(back.meta(), level.meta());
                    assert_eq!(back.to_ron().expect("has a RON form"), ron);
                }
            }
        }
    }
}

#[test]
fn broken_texts_are_refused_with_their_place() {
    for (game, row) in rows() {
        for (text, fragment) in &row.broken {
            let error = match game.parse_text(text) {
                Ok(level) => panic!("accepted:\n{text}\nas\n{}", level.to_text()),
                Err(error) => error.to_string(),
            };
            assert!(
                error.contains(fragment),
                "‘{error}’ does not say ‘{fragment}’\n{text}"
            );
        }
    }
}

/// Truncated and slightly changed levels are a level or an error, never a panic.
#[test]
fn damaged_levels_never_panic() {
    for (game, row) in rows() {
        for level in levels(game, &row).iter().take(4) {
            for form in [level.to_text(), level.to_ron().expect("has a RON form")] {
                let bytes = form.as_bytes();
                for at in 0..bytes.len().min(400) {
                    let _ = load(&bytes[..at], None, Some(game.info().id));
                    for byte in [b'x', b'-', b'9', b'\n', b' ', 0xff] {
                        let mut damaged = bytes.to_vec();
                        damaged[at] = byte;
                        let _ = load(&damaged, None, None);
                    }
                }
            }
        }
    }
}

/// How much two cells differ for somebody who sees no colours, as the share of grey.
fn difference(a: &RgbaImage, b: &RgbaImage) -> f64 {
    let [a, b] = [a, b].map(image::imageops::grayscale);
    let pixels = a.pixels().zip(b.pixels());
    let sum: u64 = pixels
        .map(|(a, b)| u64::from(a.0[0].abs_diff(b.0[0])))
        .sum();
    sum as f64 / (255.0 * f64::from(a.width() * a.height()))
}

#[test]
fn what_differs_looks_different_without_colours_too() {
    for (game, row) in rows() {
        let Some(level) = levels(game, &row).into_iter().next() else {
            continue;
        };
        let brushes = level.as_grid().map_or_else(Vec::new, GridLevel::brushes);
        for (dark, side) in [(false, 48), (true, 48), (false, 20), (true, 20)] {
            let mut sheet = BoardRenderer::new(dark, false);
            for (index, brush) in brushes.iter().enumerate() {
                let picture = sheet.cell(&brush.style, side);
                for other in &brushes[..index] {
                    let difference = difference(&picture, &sheet.cell(&other.style, side));
                    let (game, name) = (game.info().id, brush.name());
                    let pair = format!("{game}: {name} and {}, dark {dark}", other.name());
                    assert!(difference > 0.005, "{pair}, {side} pixels: {difference}");
                }
            }
        }
    }
}

#[test]
fn every_brush_paints_its_value() {
    for (game, row) in rows() {
        for level in levels(game, &row).iter().take(5) {
            let Some(grid) = level.as_grid() else {
                continue;
            };
            let size = grid.grid().size();
            assert_eq!(level.board().size, size);
            for brush in grid.brushes() {
                let painted = grid
                    .with_grid(Grid::filled(size, brush.value))
                    .unwrap_or_else(|error| panic!("{}: {error}", brush.name()));
                let look = painted.style(Cell::new(0, 0));
                assert_eq!(
                    (&look.value, look.tone),
                    (&brush.style.value, brush.style.tone)
                );
                let again = parse(game, &painted.to_text());
                assert_eq!(again.to_text(), painted.to_text());
            }
            let (smallest, largest) = grid.size_limits();
            for transform in [Transform::RotateLeft, Transform::FlipHorizontal] {
                let turned = grid.grid().transformed(transform);
                let size = turned.size();
                let fits = (smallest.rows..=largest.rows).contains(&size.rows)
                    && (smallest.cols..=largest.cols).contains(&size.cols);
                assert_eq!(
                    grid.transformed(transform).is_ok(),
                    fits,
                    "{}",
                    game.info().id
                );
            }
        }
    }
}

#[test]
fn opposite_edits_restore_the_level() {
    /// The level after one edit, if the game accepts it.
    fn edited(
        level: &LevelRef,
        edit: impl FnOnce(&dyn GridLevel) -> Result<LevelRef, EditError>,
    ) -> Option<LevelRef> {
        edit(level.as_grid()?).ok()
    }
    let pairs = [
        (Transform::RotateRight, Transform::RotateLeft),
        (Transform::FlipHorizontal, Transform::FlipHorizontal),
        (Transform::FlipVertical, Transform::FlipVertical),
    ];
    for (game, row) in rows() {
        for level in levels(game, &row).iter().take(8) {
            let id = game.info().id;
            let size = level.board().size;
            for (there, back) in pairs {
                let Some(turned) = edited(level, |grid| grid.transformed(there)) else {
                    continue;
                };
                let again = edited(&turned, |grid| grid.transformed(back)).expect("is taken");
                // The lines of sums may have changed their order.
                assert_eq!(sorted(&again), sorted(level), "{id}");
                let figure = |level: &LevelRef| Some(level.as_grid()?.actor()?.cell);
                let expected = figure(level).map(|cell| there.cell(cell, size));
                assert_eq!(figure(&turned), expected, "{id}");
            }
            let larger = Size::new(size.rows + 1, size.cols + 2);
            if let Some(wider) = edited(level, |grid| grid.reframed(larger, 1, 2)) {
                let again = edited(&wider, |grid| grid.reframed(size, -1, -2)).expect("is taken");
                assert_eq!(sorted(&again), sorted(level), "{id}");
            }
            if let Some(figure) = level.as_grid().and_then(GridLevel::actor) {
                let turned = (0..4).fold(level.clone(), |level, _| {
                    edited(&level, |grid| grid.with_actor(figure.cell)).expect("stands there")
                });
                assert_eq!(turned.to_text(), level.to_text(), "{id}: turned once round");
            }
        }
    }
}

/// The sorted lines of a level.
fn sorted(level: &LevelRef) -> Vec<String> {
    let mut lines: Vec<String> = level.to_text().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn an_illegal_move_changes_nothing_and_is_explained() {
    for (game, row) in rows() {
        for level in levels(game, &row) {
            let mut position = level.start();
            let before = position.encode();
            for nonsense in [
                "",
                "?",
                "0 0",
                "999999 999999",
                "-1",
                "18446744073709551616 1",
            ] {
                let error = position
                    .apply(&Move::new(nonsense))
                    .expect_err("is nonsense");
                assert!(error.to_string().len() > nonsense.len() + 5, "{error}");
                assert_eq!(position.encode(), before);
            }
        }
    }
}

/// Undo is replay: the state after n moves does not depend on how it was reached.
#[test]
fn undo_restores_the_position() {
    for (game, row) in rows() {
        for level in levels(game, &row) {
            let mut document = Document::new(level.clone());
            let mut states = vec![document.position().encode()];
            for turn in 0..6 {
                let moves = document.position().legal_moves(50);
                let Some(mv) = moves.get(turn * 7 % moves.len().max(1)) else {
                    break;
                };
                document.make_move(mv).expect("is listed as legal");
                states.push(document.position().encode());
            }
            for state in states.iter().rev().skip(1) {
                document.undo().expect("has a step to undo");
                assert_eq!(&document.position().encode(), state, "{}", game.info().id);
            }
        }
    }
}

#[test]
fn positions_describe_every_cell() {
    for (game, row) in rows() {
        for level in levels(game, &row) {
            let position = level.start();
            let boards = position.boards();
            assert!(!boards.is_empty(), "{}", game.info().id);
            for board in &boards {
                for cell in board.size.cells() {
                    assert!(!position.style(board.id, cell).name.is_empty());
                }
                position.style(board.id, Cell::new(board.size.rows, 0));
            }
            for mv in position.legal_moves(5) {
                let step = position.describe(&mv);
                assert!(
                    boards.iter().any(|board| board.id == step.board),
                    "{step:?}"
                );
                assert!(!step.text.is_empty());
            }
        }
    }
}

#[test]
fn shipped_levels_are_numbered_titled_and_solvable() {
    let mut last = (String::new(), 0, String::new());
    let mut seen = BTreeSet::new();
    for entry in library::shipped() {
        let path = entry.origin.path().to_string_lossy().into_owned();
        let level = entry
            .level
            .unwrap_or_else(|error| panic!("{path}: {error}"));
        let (folder, file) = path
            .split_once('/')
            .expect("lies in the folder of its game");
        // All levels of a file have its number.
        let file = file.split('#').next().unwrap_or_default();
        let number = match &last {
            (of, number, name) if of == folder => number + usize::from(name != file),
            _ => 1,
        };
        assert!(
            file.starts_with(&format!("{number:02}-")),
            "{path} is number {number}"
        );
        last = (folder.to_owned(), number, file.to_owned());
        assert_eq!(level.game_id(), folder, "{path}");
        assert!(!level.meta().title.is_empty(), "{path} has no title");
        assert!(seen.insert(level.identity()), "{path} is there twice");
        let game = games::by_id(folder).expect("is registered");
        let request = SolveRequest {
            first: true,
            ..SolveRequest::new(level.as_ref())
        };
        let report = ask(game.solvers()[0], &request, &patient());
        assert!(
            report.outcome.solution().is_some(),
            "{path}: {}",
            report.outcome.word()
        );
    }
}

#[test]
fn generated_levels_are_reproducible_and_solvable() {
    let none = std::collections::BTreeMap::new();
    for game in games::all() {
        let Some(generator) = game.generator() else {
            continue;
        };
        let mut boards = BTreeSet::new();
        for seed in 0..20 {
            let make =
                || generate(generator, &none, seed, &Budget::default()).expect("the defaults fit");
            let level = make();
            assert_eq!(level.to_text(), make().to_text());
            let solver = game.solvers().first().expect("has one");
            let outcome = run(*solver, &level, &patient()).outcome;
            assert!(matches!(outcome, Outcome::Solved(_)), "{}", level.to_text());
            boards.insert(level.with_meta(Meta::default()).to_text());
        }
        assert!(boards.len() > 10, "{}", game.info().id);
        let wrong = [("no-such-option".to_owned(), "1".to_owned())].into();
        assert!(generate(generator, &wrong, 1, &Budget::default()).is_err());
        // It accepts its own values and refuses others.
        for option in generator.options() {
            let values = option.choices.values();
            assert!(values.is_empty() || values.contains(&option.default));
            for value in values {
                let set = [(option.key.to_owned(), (*value).to_owned())].into();
                if let Err(error) = generate(generator, &set, 1, &Budget::default()) {
                    assert!(!error.to_string().contains(option.key), "{error}");
                }
            }
            let wrong = [(option.key.to_owned(), "\u{0}?".to_owned())].into();
            let error = generate(generator, &wrong, 1, &Budget::default())
                .err()
                .map(|error| error.to_string());
            assert!(
                error.is_some_and(|e| e.contains(option.key)),
                "{}",
                option.key
            );
        }
    }
}

#[test]
fn every_game_comes_back_from_its_line() {
    for game in games::all() {
        let mut texts = conformance(*game).small;
        texts.push(game.blank(None).to_text());
        for text in texts {
            let level = game.parse_text(&text).expect("is a level");
            let line = to_line(&level);
            assert!(!line.contains(char::is_whitespace), "{line}");
            assert!(is_line(&line));
            let back = load(line.as_bytes(), None, None).expect("loads");
            let bare = |level: &LevelRef| level.with_meta(Meta::default()).to_text();
            assert_eq!(bare(&back), bare(&level), "{line}");
            // Blanks around it and line ends that a mail program put in do no harm.
            let (left, right) = line.split_at((line.len() / 2).max("planwright:".len()));
            if !left.ends_with('%') && !left[..left.len() - 1].ends_with('%') {
                let broken = format!("  {left}\r\n{right}\n");
                let back = load(broken.as_bytes(), None, None).expect("loads");
                assert_eq!(bare(&back), bare(&level));
            }
        }
    }
}

#[test]
fn every_game_gives_hints_in_three_strengths_up_to_the_end() {
    for game in games::all() {
        let mut solvers = game.solvers().iter().copied();
        let any = || solvers.find(|solver| solver.info().continues);
        let Some(solver) = game.explainer().or_else(any) else {
            continue;
        };
        let budget = Budget::default().with_time(Duration::from_secs(20));
        let text = &conformance(*game).small[0];
        let level = game.parse_text(text).expect("is a level");
        let mut done = Vec::new();
        for _ in 0..60 {
            let found = hint(level.as_ref(), &done, solver, &budget).expect("works");
            let id = game.info().id;
            match found {
                Hint::Next {
                    mv,
                    step,
                    plan,
                    reason,
                    ..
                } => {
                    let position = play(level.as_ref(), &done).expect("is legal");
                    let region = HintRegion::around_move(position.as_ref(), &mv, &step);
                    // Lists of facts have no places to look at.
                    let is_list = position.listing().is_some();
                    assert!(
                        is_list || region.description().is_some(),
                        "{id}: nowhere to look for {mv}"
                    );
                    assert!(!step.text.is_empty());
                    assert_eq!(plan[0], mv);
                    let reason = reason
                        .unwrap_or_else(|| explain_move(&level, &done, &plan, solver, &budget));
                    assert!(
                        !reason.text.is_empty() && !reason.technique.is_empty(),
                        "{id}"
                    );
                    let size = level.board().size;
                    let inside = |cell: &Cell| cell.row < size.rows && cell.col < size.cols;
                    assert!(reason.cells.iter().all(inside), "{id}: {reason:?}");
                    done.push(mv);
                }
                Hint::Command(command) => {
                    assert!(!command.reason().text.is_empty());
                    let position = play(level.as_ref(), &done).expect("is legal");
                    let mut position = position.boxed_clone();
                    for mv in command.moves {
                        position.apply(&mv).expect("is legal");
                        done.push(mv);
                    }
                }
                Hint::Solved => break,
                other => panic!("{id}: {other:?}"),
            }
        }
        let end = play(level.as_ref(), &done).expect("is legal");
        assert!(end.is_solved(), "{}: {text}", game.info().id);
    }
}
