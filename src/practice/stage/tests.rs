//! Tests of the stage with the smallest game.

use std::time::Duration;

use planwright_null::NULL;

use crate::drawing::Pen;
use crate::game::{Game, LevelRef, Move, Practice as _, PracticeError, PracticeKey};
use crate::{Moves, Stage, StageScreen, read_levels};

const WON_TIME: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq)]
enum LampPage {
    Playing,
    Won,
    End,
}

struct LampScreen;

impl StageScreen for LampScreen {
    const GAME: &'static dyn Game = &NULL;
    const SIZE: (u32, u32) = (4, 2);
    const END: LampPage = LampPage::End;
    type Page = LampPage;
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

    fn begin(_: &[Moves], _: u64) -> Result<(Self, LampPage), PracticeError> {
        Ok((Self, LampPage::Playing))
    }

    fn page_time(page: LampPage) -> Option<Duration> {
        (page == LampPage::Won).then_some(WON_TIME)
    }

    fn end_page(stage: &mut Stage<Self>) {
        stage.open_next(LampPage::Playing);
    }

    fn key(stage: &mut Stage<Self>, key: PracticeKey) {
        match key {
            PracticeKey::Char(lamp) => drop(stage.board.make(Move::new(format!("1 {lamp}")))),
            _ => drop(stage.board.undo()),
        }
        if stage.board.position().is_solved() {
            stage.set_page(LampPage::Won);
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
    let mut game = Stage::<LampScreen>::new(&[], 1).expect("has levels of its own");
    assert_eq!(game.title(), "Null practice – Level 01");
    assert_eq!((game.heading().as_str(), game.count()), ("Level 1", 2));
    assert_eq!(game.next_change(), None);
    game.type_text("1");
    assert_eq!(game.page(), LampPage::Won);
    game.tick(WON_TIME / 2);
    assert_eq!(game.next_change(), Some(WON_TIME / 2));
    assert_eq!(game.picture()[..6], [9, 9, 9, 0, 0, 0]);
    game.tick(WON_TIME / 2);
    assert_eq!(game.page(), LampPage::Playing);
    assert_eq!(game.heading(), "Level 2: Two");
    assert_eq!(game.picture()[..6], [9; 6]);
    game.type_text("12");
    game.tick(WON_TIME);
    assert!(game.finished());
    assert_eq!(game.title(), "Null practice – finished");
}

#[test]
fn moves_are_applied_refused_and_undone() {
    let mut moves = Moves::new(&level("null\n\n...\n"));
    let make = |lamp: &str| moves.make(Move::new(format!("1 {lamp}")));
    assert_eq!(["1", "1", "3", "7"].map(make), [true, false, true, false]);
    assert_eq!(moves.count(), 2);
    let after_two = moves.position().encode();
    assert!(moves.make(Move::new("1 2")) && moves.position().is_solved());
    moves.undo();
    assert_eq!(moves.position().encode(), after_two);
    moves.rewind(0);
    assert_eq!(moves.position().encode(), moves.level().start().encode());
    assert!(moves.undo(), "there is nothing left to take back");
}

#[test]
fn a_level_that_cannot_be_played_is_named() {
    let levels = [level("null\n\n.\n"), level("null\ntitle odd\n\n.\n")];
    match Stage::<LampScreen>::new(&levels, 1).err() {
        Some(PracticeError::Level { index, reason }) => {
            assert_eq!((index, reason.as_str()), (1, "it is odd"));
        }
        other => panic!("{other:?}"),
    }
    let error = read_levels(&NULL, "null\n\n.\nnull\n\n?\n").expect_err("is damaged");
    assert_eq!(error.level(), Some(1));
}
