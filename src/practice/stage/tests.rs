//! Tests of the stage with the smallest game.

use std::time::Duration;

use planwright_null::NULL;

use crate::drawing::Pen;
use crate::game::{Game, LevelRef, Move, Practice as _, PracticeError, PracticeKey};
use crate::{Moves, Show, Stage, read_levels};

const PAUSE: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Page {
    Playing,
    Won,
    End,
}

struct Lamps;

impl Show for Lamps {
    const GAME: &'static dyn Game = &NULL;
    const SIZE: (u32, u32) = (4, 2);
    const END: Page = Page::End;
    type Page = Page;
    type Board = Moves;

    fn levels(_: u64) -> Result<Vec<LevelRef>, PracticeError> {
        read_levels(&NULL, "null\n\n.\nnull\ntitle Two\n\n..\n")
    }

    fn board(level: &LevelRef) -> Result<Moves, String> {
        match level.meta().title.as_str() {
            "odd" => Err("it is odd".to_owned()),
            _ => Ok(Moves::new(level)),
        }
    }

    fn begin(_: &[Moves], _: u64) -> Result<(Self, Page), PracticeError> {
        Ok((Self, Page::Playing))
    }

    fn stays(page: Page) -> Option<Duration> {
        (page == Page::Won).then_some(PAUSE)
    }

    fn turn(stage: &mut Stage<Self>) {
        stage.open_next(Page::Playing);
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match key {
            PracticeKey::Char(lamp) => drop(stage.board.make(Move::new(format!("1 {lamp}")))),
            _ => drop(stage.board.take_back()),
        }
        if stage.board.position().is_solved() {
            stage.go(Page::Won);
        }
    }

    fn draw(stage: &Stage<Self>, mut pen: Pen<'_>) {
        pen.fill(0, 0, stage.number() as i32, 1, [9; 3]);
    }
}

fn level(text: &str) -> LevelRef {
    NULL.parse_text(text).expect("is a level")
}

#[test]
fn levels_follow_each_other_after_a_pause_up_to_the_end() {
    let mut game = Stage::<Lamps>::new(&[], 1).expect("has levels of its own");
    assert_eq!(game.title(), "Null practice – Level 01");
    assert_eq!((game.heading().as_str(), game.count()), ("Level 1", 2));
    assert_eq!(game.next_change(), None);
    game.type_text("1");
    assert_eq!(game.page(), Page::Won);
    game.tick(PAUSE / 2);
    assert_eq!(game.next_change(), Some(PAUSE / 2));
    assert_eq!(game.picture()[..6], [9, 9, 9, 0, 0, 0]);
    game.tick(PAUSE / 2);
    assert_eq!(
        (game.page(), game.heading().as_str()),
        (Page::Playing, "Level 2: Two")
    );
    assert_eq!(game.picture()[..6], [9; 6]);
    game.type_text("12");
    game.tick(PAUSE);
    assert!(game.finished());
    assert_eq!(game.title(), "Null practice – finished");
}

#[test]
fn moves_are_made_refused_and_taken_back() {
    let mut moves = Moves::new(&level("null\n\n...\n"));
    let mut make = |lamp: &str| moves.make(Move::new(format!("1 {lamp}")));
    assert_eq!(
        [make("1"), make("1"), make("3"), make("7")],
        [true, false, true, false]
    );
    assert_eq!(moves.count(), 2);
    let both = moves.position().encode();
    assert!(moves.make(Move::new("1 2")) && moves.position().is_solved());
    moves.take_back();
    assert_eq!(moves.position().encode(), both);
    moves.back_to(0);
    assert_eq!(moves.position().encode(), moves.level().start().encode());
    assert!(moves.take_back(), "there is nothing left to take back");
}

#[test]
fn a_level_that_cannot_be_played_is_named() {
    let levels = [level("null\n\n.\n"), level("null\ntitle odd\n\n.\n")];
    match Stage::<Lamps>::new(&levels, 1).err() {
        Some(PracticeError::Level { index, reason }) => {
            assert_eq!((index, reason.as_str()), (1, "it is odd"));
        }
        other => panic!("{other:?}"),
    }
    let damaged = read_levels(&NULL, "null\n\n.\nnull\n\n?\n").expect_err("is damaged");
    assert_eq!(damaged.level(), Some(1));
}
