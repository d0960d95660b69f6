//! Tests of changes, undo and files.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::super::disk::{Disk, RealDisk};
use super::*;
use crate::game::{Cell, Meta, Move, Size, Transform};
use proptest::prelude::*;

struct FullDisk;

impl Disk for FullDisk {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        RealDisk.read(path, limit)
    }

    fn write_atomic(&self, _path: &Path, _bytes: &[u8]) -> io::Result<()> {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    }

    fn modified(&self, path: &Path) -> io::Result<Option<SystemTime>> {
        RealDisk.modified(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        RealDisk.list(folder)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove(path)
    }
}

fn logo(rows: usize, cols: usize) -> Document {
    Document::blank("logo", Some(Size::new(rows, cols))).expect("is a game")
}

fn paint(document: &mut Document, cell: Cell, value: u16) {
    let painted = document.paint("Paint", &[(cell, value)]);
    painted.expect("accepts the value");
}

fn save_as(document: &mut Document, path: &Path) {
    let saved = document.save_as(&RealDisk, path, false);
    saved.expect("is writable");
}

fn state(document: &Document) -> (String, Vec<Move>, bool, Vec<u8>) {
    (
        document.level().to_text(),
        document.moves().to_vec(),
        document.is_dirty(),
        document.position().encode(),
    )
}

#[derive(Clone, Debug)]
enum Act {
    Paint(usize, usize, u16),
    Turn,
    Move(usize, usize),
    TakeBack(usize),
    Title(String),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        (0usize..4, 0usize..4, 0u16..5).prop_map(|(r, c, v)| Act::Paint(r, c, v)),
        Just(Act::Turn),
        (1usize..4, 1usize..4).prop_map(|(r, c)| Act::Move(r, c)),
        (0usize..4).prop_map(Act::TakeBack),
        "[a-c]{0,2}".prop_map(Act::Title),
    ];
    prop::collection::vec(act, 0..25)
}

proptest! {
    #[test]
    fn undo_goes_back_to_every_state_and_redo_forth(acts in acts()) {
        let mut document = logo(3, 4);
        let mut states = vec![state(&document)];
        for act in acts {
            let depth = document.history().depth();
            match act {
                Act::Paint(row, col, value) => {
                    let _ = document.paint("Paint", &[(Cell { row, col }, value)]);
                }
                Act::Turn => {
                    let level = document.level().as_grid().expect("is a grid");
                    let turned = level.transformed(Transform::RotateRight).expect("fits");
                    document.change_level("Turn", turned).expect("has no text");
                }
                Act::Move(row, col) => {
                    let _ = document.make_move(&Move::new(format!("{row} {col}")));
                }
                Act::TakeBack(count) => document.take_back_to(count),
                Act::Title(title) => {
                    document.set_meta(Meta { title, ..Meta::default() });
                }
            }
            prop_assert!(document.history().depth() <= depth + 1, "one act, one step");
            if document.history().depth() > depth {
                states.push(state(&document));
            }
        }
        for expected in states.iter().rev().skip(1) {
            prop_assert!(document.undo().is_some());
            prop_assert_eq!(&state(&document), expected);
        }
        prop_assert!(document.undo().is_none());
        for expected in states.iter().skip(1) {
            prop_assert!(document.redo().is_some());
            prop_assert_eq!(&state(&document), expected);
        }
        prop_assert!(document.redo().is_none());
    }
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut document = logo(2, 2);
    document.make_move(&Move::new("1 1")).expect("is legal");
    assert!(document.make_move(&Move::new("1 1")).is_err());
    assert_eq!((document.moves().len(), document.history().depth()), (1, 1));
}

#[test]
fn undo_goes_on_before_a_move_that_was_undone() {
    let mut document = Document::blank("lights-out", None).expect("is a game");
    let [a, b, c] = ["1 1", "2 2", "3 3"].map(Move::new);
    document.make_move(&a).expect("is legal");
    let two = [b.clone(), c.clone()];
    document.make_moves("Take a hint", &two).expect("is legal");
    let plan = document.store_attempt("Use", Vec::new(), PlanSource::User);
    plan.expect("is legal");
    let full = state(&document);
    document.undo_move();
    assert_eq!(document.moves(), [a.clone(), b]);
    document.undo_move();
    assert_eq!(document.moves(), std::slice::from_ref(&a));
    assert!(document.plan().is_some(), "it was made later");
    document.redo();
    document.redo();
    assert_eq!(state(&document), full);
    document.undo_move();
    document.undo();
    assert_eq!(document.moves(), [a]);
    document.undo();
    document.undo();
    assert!(document.moves().is_empty() && document.undo().is_none());
    // Moves dropped at once come back at once.
    document.make_moves("Play", &two).expect("is legal");
    document.take_back_to(1);
    document.undo_move();
    assert!(document.moves().is_empty());
}

#[test]
fn a_new_title_is_to_be_saved_but_no_new_puzzle() {
    let mut document = logo(2, 2);
    let puzzle = document.revision();
    document.set_meta(Meta {
        title: "T".into(),
        ..Meta::default()
    });
    assert!(document.is_dirty());
    assert_eq!(document.revision(), puzzle);
    document.undo();
    assert!(!document.is_dirty());
}

#[test]
fn undoing_back_to_what_was_saved_is_not_dirty() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let path = folder.path().join("a.ron");
    let mut document = logo(2, 2);
    paint(&mut document, Cell::new(0, 0), 1);
    assert!(matches!(document.save(&RealDisk), Err(SaveError::NoPath)));
    save_as(&mut document, &path);
    paint(&mut document, Cell::new(0, 1), 1);
    assert!(document.is_dirty());
    document.undo();
    assert!(!document.is_dirty());
    document.undo();
    assert!(document.is_dirty(), "the file holds something else now");
}

#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let path = folder.path().join("a.txt");
    let mut document = logo(2, 2);
    save_as(&mut document, &path);
    let before = std::fs::read(&path).expect("exists");
    paint(&mut document, Cell::new(0, 0), 2);
    let saved = document.save(&FullDisk);
    assert!(matches!(saved, Err(SaveError::Write { .. })));
    assert!(document.is_dirty());
    assert_eq!(std::fs::read(&path).expect("exists"), before);
}

#[test]
fn opening_begins_a_history_of_its_own() {
    let folder = tempfile::tempdir().expect("has a temporary folder");
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "logo\ntitle T\n\n1\n").expect("is writable");
    let mut document = logo(2, 2);
    paint(&mut document, Cell::new(0, 0), 3);
    document.open(&RealDisk, &path).expect("is a level");
    assert!(document.name() == "T" && !document.is_dirty());
    assert!(document.undo().is_none());
    assert!(!document.is_untouched(), "it has a file");
    let missing = folder.path().join("b.txt");
    assert!(document.open(&RealDisk, &missing).is_err());
}

#[test]
fn new_levels_are_empty_unless_they_are_complete() {
    for game in crate::games::all() {
        let id = game.info().id;
        let document = Document::blank(id, None).expect("is a game");
        let complete = matches!(id, "robos-escape" | "puzzlescript" | "gdl");
        assert_eq!(document.is_empty(), !complete, "{id}");
    }
    // All lights are off, but have to be switched on.
    let level = crate::games::load::load(b"lights-out\ngoal on\n\n...\n...\n", None, None);
    assert!(!Document::new(level.expect("is a level")).is_empty());
}
