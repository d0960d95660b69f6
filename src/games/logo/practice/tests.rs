//! Reads the image back by the rules of the published bot for the original's screen, and plays the game by its keys.

use super::*;
use crate::game::{Practice as _, SolveRequest};
use testkit_game::answer;

type Standin = Stage<LogoShow>;

const WIDTH: usize = 320;

struct LogoScreen(Vec<u8>);

impl LogoScreen {
    fn new(game: &Standin) -> Self {
        Self(game.picture())
    }

    fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        let index = 3 * (y * WIDTH + x);
        [self.0[index], self.0[index + 1], self.0[index + 2]]
    }

    fn is_between(&self) -> bool {
        let first = self.pixel(48, 200);
        (0..64).all(|i| self.pixel(48 + i % 8, 200 + i / 8) == first)
    }

    fn target(&self) -> String {
        let mut text = String::from("logo\n\n");
        for row in 0..6 {
            for col in 0..10 {
                let (x, y) = (54 + 8 * col, 160 + 8 * row);
                text.push(match self.pixel(x, y) {
                    colour if colour == self.pixel(x - 3, y + 6) => '.',
                    [248, 0, 0] => '1',
                    [0, 252, 0] => '2',
                    [248, 0, 248] => '3',
                    [248, 252, 0] => '4',
                    _ => '.',
                });
            }
            text.push('\n');
        }
        text
    }

    /// All cells that look as if the cursor were on them.
    fn cursors(&self) -> Vec<(usize, usize)> {
        let cells = (0..60).map(|i| (i / 10, i % 10));
        let uniform = |(row, col): &(usize, usize)| {
            let (x, y) = (48 + 16 * col, 40 + 16 * row);
            let first = self.pixel(x, y + 2);
            let mut rows = [2, 3, 4, 6, 7, 8].into_iter();
            rows.all(|dy| [x, x + 1].map(|x| self.pixel(x, y + dy)) == [first; 2])
        };
        cells.filter(uniform).collect()
    }
}

fn level(text: &str) -> LevelRef {
    LOGO.parse_text(text).expect("is well formed")
}

/// Passes the title pages; the first level is on the screen.
fn started(levels: &[LevelRef]) -> Standin {
    let mut game = Standin::new(levels, 1).expect("fits");
    game.type_text(" 25\n7planwright\n");
    assert!(LogoScreen::new(&game).is_between());
    game.tick(BETWEEN_TIME);
    assert_eq!(game.page(), LogoPage::Playing);
    game
}

const ALL: &str =
    "logo\n\n1234123412\n..........\n4.3.2.1.4.\n1111111111\n.2222.3333\n4444444441\n";

#[test]
fn the_target_is_read_back_from_the_picture() {
    let own = super::levels().expect("are well formed");
    for level in own.into_iter().chain([level(ALL)]) {
        let game = started(std::slice::from_ref(&level));
        let screen = LogoScreen::new(&game);
        assert!(!screen.is_between());
        let actual = self::level(&screen.target());
        let bare = level.with_meta(Default::default());
        assert_eq!(actual.to_text(), bare.to_text());
    }
}

#[test]
fn the_cursor_is_on_one_cell_whatever_is_stamped() {
    let mut game = started(&[level(ALL)]);
    // A snake over the whole board, stamping every cell; numbers of all kinds occur.
    for row in 0..6 {
        for step in 0..10 {
            let col = if row % 2 == 0 { step } else { 9 - step };
            assert_eq!(LogoScreen::new(&game).cursors(), [(row, col)]);
            game.type_text(" ");
            assert_eq!(LogoScreen::new(&game).cursors(), [(row, col)]);
            game.type_text(if row % 2 == 0 { "p" } else { "o" });
        }
        game.type_text("a");
    }
    assert_eq!(game.board.moves.count(), 60);
    let cells = ORIGINAL_SIZE.cells();
    let values: Vec<u8> = cells.map(|cell| game.board.stamped(cell)).collect();
    assert!((1..=3).all(|value| values.contains(&value)));
}

#[test]
fn values_differ_without_their_colours() {
    // Compares the bright pixels of the target's first cell.
    let shapes = [".", "1", "2", "3", "4"].map(|value| {
        let rest = "..........\n".repeat(5);
        let text = format!("logo\n\n{value}.........\n{rest}");
        let mut game = Standin::new(&[level(&text)], 1).expect("fits");
        game.set_page(LogoPage::Playing);
        let screen = LogoScreen::new(&game);
        let bright = |i: usize| screen.pixel(48 + i % 8, 160 + i / 8) != [0, 0, 0];
        (0..64).map(bright).collect::<Vec<bool>>()
    });
    for (index, shape) in shapes.iter().enumerate() {
        assert!(!shapes[..index].contains(shape), "{index}");
    }
}

#[test]
fn the_cursor_stops_at_the_edges() {
    let mut game = started(&[]);
    game.type_text("oq");
    assert_eq!(game.board.cursor, Cell::new(0, 0));
    game.type_text(&("p".repeat(20) + &"a".repeat(20)));
    assert_eq!(game.board.cursor, Cell::new(5, 9));
}

#[test]
fn a_stamp_counts_once_and_can_be_taken_back() {
    let mut game = started(&[level(ALL)]);
    game.type_text(" p a oq");
    let cell = Cell::new;
    let values = |game: &Standin| {
        [cell(0, 0), cell(0, 1), cell(1, 1), cell(1, 0)].map(|c| game.board.stamped(c))
    };
    assert_eq!(values(&game), [2, 2, 1, 0]);
    game.type_text(" ");
    assert_eq!(values(&game), [2, 2, 1, 0], "a stamped cell stays");
    game.type_text("r");
    assert_eq!(values(&game), [2, 1, 0, 0]);
    game.type_text("rrr");
    assert_eq!(values(&game), [0, 0, 0, 0]);
}

#[test]
fn pages_take_only_their_own_keys() {
    let mut game = Standin::new(&[], 1).expect("has levels");
    for (wrong, right, page) in [
        ("2\n", " ", LogoPage::Controls),
        (" 5\n", "2", LogoPage::Speed),
        ("2 \n", "5", LogoPage::Ready),
        ("5 2", "\n", LogoPage::Players),
        ("\n ", "7", LogoPage::Name),
    ] {
        let before = game.page();
        game.type_text(wrong);
        assert_eq!(game.page(), before);
        game.type_text(right);
        assert_eq!(game.page(), page);
        assert!(LogoScreen::new(&game).is_between(), "{page:?} has no board");
    }
    game.type_text("\n");
    assert_eq!(game.page(), LogoPage::Name, "a player has a name");
    game.type_text("abcdefghijklmnop");
    game.type_key(PracticeKey::Backspace);
    assert_eq!(game.screen.name, "abcdefghijk");
    game.type_text("\n");
    assert_eq!((game.page(), game.number()), (LogoPage::Between, 1));
    game.type_text(" qaop");
    assert_eq!(game.board.moves.count(), 0, "no keys between levels");
}

#[test]
fn played_by_its_keys_it_comes_to_its_end() {
    let mut game = started(&[]);
    let solver = LOGO.solvers()[0];
    let count = game.count();
    assert_eq!(count, 100);
    for index in 0..count {
        assert_eq!((game.page(), game.number()), (LogoPage::Playing, index + 1));
        let target = level(&LogoScreen::new(&game).target());
        let outcome = answer(solver, &SolveRequest::new(target.as_ref())).outcome;
        for mv in outcome.solution().expect("can be solved").plan.moves() {
            let goal = super::super::position::stamped_cell(mv).expect("is a stamp");
            let [(row, col)] = LogoScreen::new(&game).cursors()[..] else {
                panic!("one cursor");
            };
            for (from, to, less, more) in [(row, goal.row, "q", "a"), (col, goal.col, "o", "p")] {
                let key = if to < from { less } else { more };
                game.type_text(&key.repeat(to.abs_diff(from)));
            }
            game.type_text(" ");
            game.tick(Duration::from_millis(20));
        }
        assert_eq!(game.page(), LogoPage::Solved);
        game.tick(SOLVED_TIME);
        if index + 1 < count {
            assert!(LogoScreen::new(&game).is_between());
            game.tick(BETWEEN_TIME);
        }
    }
    assert!(game.finished());
    assert!(LogoScreen::new(&game).is_between());
    assert_eq!(game.next_change(), None, "the end stands still");
}

#[test]
fn a_level_restarts_when_its_time_is_up() {
    let mut game = started(&[level(ALL)]);
    game.type_text(" p ");
    game.tick(LEVEL_TIME - Duration::from_millis(1));
    let status = (game.page(), game.board.moves.count());
    assert_eq!(status, (LogoPage::Playing, 2));
    game.tick(Duration::from_millis(1));
    assert_eq!(game.page(), LogoPage::TimeUp);
    assert!(LogoScreen::new(&game).is_between());
    assert_eq!(game.next_change(), Some(TIME_UP));
    game.type_text("a ");
    game.tick(TIME_UP);
    game.tick(BETWEEN_TIME);
    assert_eq!((game.page(), game.number()), (LogoPage::Playing, 1));
    assert_eq!(game.board.moves.count(), 0);
    assert_eq!(game.board.cursor, Cell::default());
}

#[test]
fn levels_of_another_size_or_game_are_refused() {
    let small = Standin::new(&[level(ALL), level("logo\n\n1\n")], 1);
    let error = small.err().expect("too small");
    assert_eq!(error.level(), Some(1));
    assert!(error.to_string().contains("6×10"), "{error}");
    assert!(Standin::new(&[planwright_null::NULL.blank(None)], 1).is_err());
}

#[test]
fn it_says_when_the_picture_changes_by_itself() {
    let mut game = Standin::new(&[], 1).expect("has levels");
    assert_eq!(game.next_change(), None);
    game.type_text(" 25\n7x\n");
    assert_eq!(game.next_change(), Some(Duration::ZERO));
    game.tick(BETWEEN_TIME);
    assert_eq!(game.next_change(), Some(Duration::from_secs(1)));
    game.tick(Duration::from_millis(400));
    assert_eq!(game.next_change(), Some(Duration::from_millis(600)));
    let before = LogoScreen::new(&game).0;
    game.tick(Duration::from_millis(599));
    assert_eq!(LogoScreen::new(&game).0, before);
    game.tick(Duration::from_millis(1));
    assert_ne!(LogoScreen::new(&game).0, before);
}

#[test]
fn a_damaged_file_names_the_level() {
    let rows = "..........\n".repeat(6);
    let reason = |text: &str| {
        let error = parse(text).expect_err("is damaged");
        (error.level(), error.to_string())
    };
    let good = format!("; 01 One\n{rows}\n; 02 Two words\n{rows}");
    let levels = parse(&good).expect("is well formed");
    assert_eq!(levels[1].meta().title, "Two words");
    let (level, text) = reason(&good.replace("; 02", "; 03"));
    assert_eq!(level, Some(1));
    assert!(text.contains("; 02 title"), "{text}");
    let (level, text) = reason(&good.replacen("..........", ".....5....", 1));
    assert_eq!(level, Some(0));
    assert!(text.contains('5'), "{text}");
}
