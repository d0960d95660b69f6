//! Editing a level leaves the rest of the text as written.

use super::*;
use crate::game::{Grid, Meta, Size};

/// A game whose levels and comments say where they are.
fn game() -> String {
    let levels = "(first) p*o. (end)\n..Q* (row)\n\nmessage Between\n\n(second)\nP*O\n\np.\n.o";
    text(
        "(notes: %28Mine%29)\ntitle Two (of three)\nauthor Me",
        "[ > Player | Crate ] -> [ > Player | > Crate ] (push)",
        "All Target on Crate",
        levels,
    )
}

/// A level with some of its signs changed.
fn painted(level: &LevelRef, size: Size, signs: &[(usize, usize, char)]) -> LevelRef {
    let grid_level = level.as_grid().expect("is a grid");
    let (old, brushes) = (grid_level.grid(), grid_level.brushes());
    let mut grid = Grid::filled(size, grid_level.blank_value());
    for cell in size.cells() {
        if let Some(value) = old.get(cell) {
            grid.set(cell, *value);
        }
    }
    for (row, col, sign) in signs {
        let brush = brushes
            .iter()
            .find(|brush| brush.key == Some(*sign))
            .expect("is a brush");
        grid.set(Cell::new(*row, *col), brush.value);
    }
    grid_level.with_grid(grid).expect("can be painted")
}

#[test]
fn only_painted_rows_change() {
    let text = game();
    let first = level(&text);
    let same = painted(&first, Size::new(2, 4), &[]);
    assert_eq!(same.to_text(), text);
    for (size, signs, old, new) in [
        (
            Size::new(2, 4),
            &[(0, 3, '#')][..],
            "p*o. (end)",
            "p*o# (end)",
        ),
        (Size::new(2, 4), &[(1, 0, 'g')], "..Q* (row)", "g.Q* (row)"),
        (Size::new(1, 4), &[], "..Q* (row)\n", ""),
        (Size::new(3, 4), &[(2, 1, '#')], "(row)\n", "(row)\n.#..\n"),
        (
            Size::new(2, 5),
            &[],
            "p*o. (end)\n..Q* (row)",
            "p*o.. (end)\n..Q*. (row)",
        ),
        (
            Size::new(2, 3),
            &[],
            "p*o. (end)\n..Q* (row)",
            "p*o (end)\n..Q (row)",
        ),
    ] {
        let edited = painted(&first, size, signs);
        assert_eq!(edited.to_text(), text.replace(old, new));
        assert_eq!(edited.number(), Some(1));
        let again = level(&edited.to_text());
        assert_eq!(
            rows(&*again.playthrough(None)),
            rows(&*edited.playthrough(None))
        );
    }
}

#[test]
fn levels_are_edited_one_by_one() {
    let text = game();
    let third = level(&text).sibling(3).expect("is there");
    let edited = painted(&third, Size::new(2, 3), &[(1, 0, '#')]);
    assert_eq!(edited.to_text(), text.replace("P*O\n", "P*O\n#..\n"));
    let other = edited.sibling(4).expect("is there");
    assert_eq!(
        other.identity(),
        level(&text).sibling(4).expect("is there").identity()
    );
    assert_ne!(edited.identity(), third.identity());
    let meta = Meta {
        title: "Other".into(),
        ..third.meta().clone()
    };
    assert_eq!(third.with_meta(meta).identity(), third.identity());
    let levels = PuzzleScript.parse_several(&text);
    let messages: Vec<_> = levels
        .iter()
        .map(|level| level.as_ref().expect("is one").message().map(str::to_owned))
        .collect();
    assert_eq!(messages, [None, Some("Between".to_owned()), None, None]);
}

#[test]
fn title_author_and_notes_are_saved_in_the_text() {
    let first = level(&game());
    let meta = first.meta();
    assert_eq!(
        [&meta.title, &meta.author, &meta.notes],
        ["Two", "Me", "(Mine)"]
    );
    for meta in [
        Meta {
            title: "New\nname (1)".into(),
            author: "She".into(),
            notes: "100 % (all)\nand more".into(),
        },
        Meta::default(),
        Meta {
            notes: "Only %28".into(),
            ..Meta::default()
        },
    ] {
        let other = first.with_meta(meta.clone());
        let again = level(&other.to_text());
        assert_eq!(again.meta(), other.meta());
        assert_eq!(again.meta().notes, meta.notes);
        assert_eq!(
            rows(&*again.playthrough(None)),
            rows(&*first.playthrough(None))
        );
        let edited = painted(&other, Size::new(2, 4), &[(0, 3, '#')]);
        assert_eq!(
            edited.to_text(),
            other.to_text().replace("p*o. (end)", "p*o# (end)")
        );
    }
}

#[test]
fn ron_holds_the_text_and_the_number_of_the_level() {
    let third = level(&game()).sibling(3).expect("is there");
    let ron = third.to_ron().expect("is written");
    let again = PuzzleScript.parse_ron(&ron).expect("is read");
    assert_eq!(
        (again.number(), again.to_text()),
        (Some(3), third.to_text())
    );
    assert_eq!(again.meta(), third.meta());
    let error = PuzzleScript
        .parse_ron(&ron.replace("level: 3", "level: 9"))
        .expect_err("is refused");
    assert!(error.to_string().contains("no level 9"), "{error}");
}
