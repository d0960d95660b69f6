use super::draw::SIZE;
use super::*;
use crate::LightsOut;
use crate::game::Game;

const MS: fn(u64) -> Duration = Duration::from_millis;

fn level(text: &str) -> LevelRef {
    LightsOut.parse_text(text).expect("is a level")
}

fn game(texts: &[&str]) -> LightsPractice {
    let levels: Vec<_> = texts.iter().map(|text| level(text)).collect();
    LightsPractice::new(&levels, 1).expect("can be shown")
}

fn picture(game: &LightsPractice) -> Vec<u8> {
    let mut rgb = vec![0; 3 * (SIZE.0 * SIZE.1) as usize];
    game.draw(&mut rgb);
    rgb
}

/// Colour near the corner of a cell's patch, beside cursor and map.
fn ground(game: &LightsPractice, row: usize, col: usize) -> [u8; 3] {
    let (x, y, _) = game.board.layout.patch(Cell { row, col });
    let at = 3 * ((y + 1) * SIZE.0 + x + 1) as usize;
    let rgb = picture(game);
    [rgb[at], rgb[at + 1], rgb[at + 2]]
}

fn lit(game: &LightsPractice) -> Vec<bool> {
    let off = [0x3C, 0x42, 0x4A];
    let size = game.board.layout.size;
    size.cells()
        .map(|cell| ground(game, cell.row, cell.col) != off)
        .collect()
}

fn click(game: &mut LightsPractice, row: usize, col: usize) {
    let (x, y, side) = game.board.layout.patch(Cell { row, col });
    let at = |from: u32| (from + side / 2) as i32;
    game.input(PracticeInput::PointerDown(at(x), at(y)));
    game.input(PracticeInput::PointerUp(at(x), at(y)));
}

fn key(game: &mut LightsPractice, key: PracticeKey) {
    game.input(PracticeInput::KeyDown(key));
    game.input(PracticeInput::KeyUp(key));
}

const CORNER: &str = "lights-out\n\n##.\n#..\n..#\n";

#[test]
fn a_click_switches_the_cell_and_its_neighbours_and_fades() {
    let mut game = game(&[CORNER]);
    assert_eq!(
        lit(&game),
        [true, true, false, true, false, false, false, false, true]
    );
    click(&mut game, 0, 0);
    // Right after it the picture is still the one before.
    assert_eq!(ground(&game, 0, 0), [0xF2, 0xC1, 0x4E]);
    game.tick(MS(60));
    let half = ground(&game, 0, 0);
    assert!(half[0] > 0x50 && half[0] < 0xE0, "{half:?}");
    assert_eq!(game.next_change(), Some(Duration::ZERO));
    game.tick(MS(61));
    assert_eq!(
        lit(&game),
        [false, false, false, false, false, false, false, false, true]
    );
    assert_eq!(game.next_change(), None);
}

#[test]
fn presses_during_the_animation_count() {
    let mut game = game(&[CORNER]);
    for cell in [(0, 0), (2, 2), (2, 2)] {
        click(&mut game, cell.0, cell.1);
        game.tick(MS(10));
    }
    assert_eq!(game.presses.len(), 3);
    game.tick(MS(200));
    assert_eq!(
        lit(&game),
        [false, false, false, false, false, false, false, false, true]
    );
}

#[test]
fn clicks_beside_the_cells_do_nothing() {
    let mut game = game(&[CORNER]);
    for (x, y) in [(0, 0), (-5, 100), (479, 531), (5000, 5000)] {
        game.input(PracticeInput::PointerDown(x, y));
    }
    // Between two cells.
    let (x, y, side) = game.board.layout.patch(Cell { row: 0, col: 0 });
    game.input(PracticeInput::PointerDown(
        (x + side + 1) as i32,
        (y + 5) as i32,
    ));
    assert!(game.presses.is_empty());
}

#[test]
fn arrow_keys_show_and_move_a_cursor_and_space_presses_there() {
    let mut game = game(&[CORNER]);
    key(&mut game, PracticeKey::Space);
    assert!(game.presses.is_empty(), "there is no cursor yet");
    let before = picture(&game);
    key(&mut game, PracticeKey::Down);
    assert_eq!(game.cursor, Some(Cell { row: 0, col: 0 }));
    assert_ne!(picture(&game), before);
    for to in [
        PracticeKey::Up,
        PracticeKey::Left,
        PracticeKey::Right,
        PracticeKey::Down,
    ] {
        key(&mut game, to);
    }
    assert_eq!(game.cursor, Some(Cell { row: 1, col: 1 }));
    key(&mut game, PracticeKey::Enter);
    assert_eq!(game.presses, [Cell { row: 1, col: 1 }]);
    click(&mut game, 0, 0);
    assert_eq!(game.cursor, None, "the pointer hides it");
}

#[test]
fn presses_are_taken_back_one_by_one_or_all() {
    let mut game = game(&[CORNER]);
    let start = lit(&game);
    click(&mut game, 0, 1);
    game.tick(MS(200));
    let one = lit(&game);
    click(&mut game, 1, 1);
    key(&mut game, PracticeKey::Char('r'));
    game.tick(MS(200));
    assert_eq!(lit(&game), one);
    click(&mut game, 1, 1);
    key(&mut game, PracticeKey::Escape);
    game.tick(MS(200));
    assert_eq!((lit(&game), game.presses.len()), (start, 0));
    key(&mut game, PracticeKey::Char('r'));
    assert!(game.presses.is_empty());
}

#[test]
fn solved_levels_are_followed_by_the_next_and_the_last_by_the_end() {
    let mut game = game(&["lights-out\n\n##\n#.\n", "lights-out\n\n###\n"]);
    click(&mut game, 0, 0);
    assert_eq!(game.page, Page::Solved(Duration::ZERO));
    click(&mut game, 1, 1);
    assert_eq!(game.presses.len(), 1, "nothing is pressed any more");
    game.tick(MS(1199));
    assert!(matches!(game.page, Page::Solved(_)));
    game.tick(MS(1));
    assert_eq!((game.page, game.current), (Page::Playing, 1));
    assert_eq!(game.board.layout.size, Size::new(1, 3));
    click(&mut game, 0, 1);
    game.tick(MS(1200));
    assert!(game.finished());
    let end = picture(&game);
    click(&mut game, 0, 0);
    key(&mut game, PracticeKey::Char('n'));
    assert_eq!(picture(&game), end);
}

#[test]
fn levels_can_be_skipped() {
    let mut game = game(&[CORNER, CORNER]);
    click(&mut game, 0, 1);
    key(&mut game, PracticeKey::Char('n'));
    assert_eq!((game.current, game.presses.len()), (1, 0));
    key(&mut game, PracticeKey::Char('n'));
    assert!(game.finished());
}

#[test]
fn what_the_screen_cannot_show_is_refused_with_the_reason() {
    let big = format!("lights-out\n\n{}", "#".repeat(60) + "\n");
    let far = "lights-out\n\n".to_owned()
        + &"....................\n".repeat(20)
        + "switches:\n"
        + &(1..=20)
            .flat_map(|r| (1..=20).map(move |c| (r, c)))
            .map(|(r, c)| format!("{r} {c}: {r} {c}, {} {}\n", 21 - r, 21 - c))
            .collect::<String>();
    for (text, reason) in [
        ("lights-out\nstates 3\n\n12\n", "two states"),
        ("lights-out\ngoal on\n\n.#\n", "goal"),
        (big.as_str(), "room for"),
        (far.as_str(), "too far away"),
        (
            "lights-out\npattern 010/101/010\n\n#.#\n...\n",
            "does not switch itself",
        ),
    ] {
        let levels = [level(CORNER), level(text)];
        match LightsPractice::new(&levels, 1) {
            Err(PracticeError::Level {
                index,
                reason: told,
            }) => {
                assert_eq!(index, 1);
                assert!(told.contains(reason), "{told}");
            }
            other => panic!("{reason}: {:?}", other.err()),
        }
    }
}

#[test]
fn its_own_levels_can_all_be_shown_and_solved() {
    for seed in [1, 2, 77] {
        let levels = levels::levels(seed);
        assert_eq!(levels.len(), 30);
        LightsPractice::new(&levels, seed).expect("can be shown");
        for level in &levels {
            assert!(!level.start().is_solved());
            let solver = LightsOut.solvers()[0];
            let request = crate::game::SolveRequest::new(level.as_ref());
            let report = crate::game::solve(
                solver,
                &request,
                &crate::search::Budget::default(),
                &crate::search::NoProgress,
            )
            .expect("is solved");
            assert!(report.outcome.solution().is_some());
        }
    }
}
