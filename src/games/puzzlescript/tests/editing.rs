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
        let brush = brushes.iter().find(|brush| brush.key == Some(*sign));
        grid.set(Cell::new(*row, *col), brush.expect("is a brush").value);
    }
    grid_level.with_grid(grid).expect("can be painted")
}

fn start(level: &LevelRef) -> String {
    rows(&*level.playthrough(None))
}

#[test]
fn only_painted_rows_change() {
    let text = game();
    let first = level(&text);
    assert_eq!(painted(&first, Size::new(2, 4), &[]).to_text(), text);
    let both = "p*o. (end)\n..Q* (row)";
    for ((rows, cols), signs, old, new) in [
        ((2, 4), &[(0, 3, '#')][..], "p*o. (end)", "p*o# (end)"),
        ((2, 4), &[(1, 0, 'g')], "..Q* (row)", "g.Q* (row)"),
        ((1, 4), &[], "..Q* (row)\n", ""),
        ((3, 4), &[(2, 1, '#')], "(row)\n", "(row)\n.#..\n"),
        ((2, 5), &[], both, "p*o.. (end)\n..Q*. (row)"),
        ((2, 3), &[], both, "p*o (end)\n..Q (row)"),
    ] {
        let edited = painted(&first, Size::new(rows, cols), signs);
        assert_eq!(edited.to_text(), text.replace(old, new));
        assert_eq!(edited.number(), Some(1));
        assert_eq!(start(&level(&edited.to_text())), start(&edited));
    }
}

#[test]
fn levels_are_edited_one_by_one() {
    let text = game();
    let third = level(&text).sibling(3).expect("is there");
    let edited = painted(&third, Size::new(2, 3), &[(1, 0, '#')]);
    assert_eq!(edited.to_text(), text.replace("P*O\n", "P*O\n#..\n"));
    let other = edited.sibling(4).expect("is there");
    let unedited = level(&text).sibling(4).expect("is there");
    assert_eq!(other.identity(), unedited.identity());
    assert_ne!(edited.identity(), third.identity());
    let meta = Meta {
        title: "Other".into(),
        ..third.meta().clone()
    };
    assert_eq!(third.with_meta(meta).identity(), third.identity());
    let levels = PuzzleScript.parse_several(&text);
    let levels = levels.iter().map(|level| level.as_ref().expect("is one"));
    let messages: Vec<_> = levels.map(|level| level.message()).collect();
    assert_eq!(messages, [None, Some("Between"), None, None]);
}

#[test]
fn title_author_and_notes_are_saved_in_the_text() {
    let first = level(&game());
    let meta = first.meta();
    let [title, author, notes] = [&meta.title, &meta.author, &meta.notes];
    assert_eq!([title, author, notes], ["Two", "Me", "(Mine)"]);
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
        assert_eq!(start(&again), start(&first));
        let edited = painted(&other, Size::new(2, 4), &[(0, 3, '#')]);
        let expected = other.to_text().replace("p*o. (end)", "p*o# (end)");
        assert_eq!(edited.to_text(), expected);
    }
}

#[test]
fn ron_holds_the_text_and_the_number_of_the_level() {
    let third = level(&game()).sibling(3).expect("is there");
    let ron = third.to_ron().expect("is written");
    let again = PuzzleScript.parse_ron(&ron).expect("is read");
    assert_eq!(again.number(), Some(3));
    assert_eq!(again.to_text(), third.to_text());
    assert_eq!(again.meta(), third.meta());
    let error = PuzzleScript.parse_ron(&ron.replace("level: 3", "level: 9"));
    let error = error.expect_err("is refused");
    assert!(error.to_string().contains("no level 9"), "{error}");
}
