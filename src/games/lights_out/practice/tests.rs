use planwright_stage::squares::{SOLVED, SquaresGame, SquaresPage};
use planwright_stage::{Stage, StageScreen as _};

use super::*;
use crate::game::{Cell, Practice as _, PracticeKey, Size, SolveRequest};
use testkit_game::answer;

type LightsBoard = SquaresGame<LightsScreen>;
type LightsStage = Stage<LightsBoard>;

const MS: fn(u64) -> Duration = Duration::from_millis;

fn level(text: &str) -> LevelRef {
    LIGHTS_OUT.parse_text(text).expect("is a level")
}

fn game(texts: &[&str]) -> LightsStage {
    let levels: Vec<_> = texts.iter().map(|text| level(text)).collect();
    LightsStage::new(&levels, 1).expect("can be shown")
}

/// Colour near the corner of a cell, away from cursor and map.
fn cell_color(game: &LightsStage, cell: Cell) -> Colour {
    let Area { x, y, .. } = game.board.tiling.area(cell);
    let at = 3 * ((y + 1) * LightsBoard::SIZE.0 as i32 + x + 1) as usize;
    let rgb = game.picture();
    [rgb[at], rgb[at + 1], rgb[at + 2]]
}

/// The lights, row by row, once they have faded.
fn lit(game: &mut LightsStage) -> String {
    game.tick(MS(200));
    let cells = game.board.tiling.size.cells();
    let is_off = cells.map(|cell| cell_color(game, cell) == OFF);
    is_off.map(|off| if off { '.' } else { '#' }).collect()
}

fn click(game: &mut LightsStage, row: usize, col: usize) {
    game.click(game.board.tiling.area(Cell { row, col }).middle());
}

const CORNER: &str = "lights-out\n\n##.\n#..\n..#\n";

#[test]
fn a_click_switches_the_cell_and_its_neighbours_and_fades() {
    let mut game = game(&[CORNER]);
    assert_eq!(lit(&mut game), "##.#....#");
    click(&mut game, 0, 0);
    // Immediately afterwards the image is unchanged.
    assert_eq!(cell_color(&game, Cell::new(0, 0)), ON);
    game.tick(MS(60));
    let half = cell_color(&game, Cell::new(0, 0));
    assert!(half[0] > 0x50 && half[0] < 0xE0, "{half:?}");
    assert_eq!(game.next_change(), Some(Duration::ZERO));
    game.tick(MS(61));
    assert_eq!(game.next_change(), None);
    assert_eq!(lit(&mut game), "........#");
    // Presses during the animation count.
    for _ in 0..2 {
        click(&mut game, 2, 2);
        game.tick(MS(10));
    }
    assert_eq!(game.board.moves.count(), 3);
    assert_eq!(lit(&mut game), "........#");
}

#[test]
fn clicks_outside_the_cells_do_nothing() {
    let mut game = game(&[CORNER]);
    let Area { x, y, width, .. } = game.board.tiling.area(Cell::new(0, 0));
    let between = (x + width + 1, y + 5);
    for at in [(0, 0), (-5, 100), (479, 531), (5000, 5000), between] {
        game.click(at);
    }
    assert_eq!(game.board.moves.count(), 0);
}

#[test]
fn arrow_keys_show_and_move_a_cursor_and_space_presses_there() {
    use PracticeKey::{Down, Enter, Left, Right, Space, Up};
    let mut game = game(&[CORNER]);
    game.type_key(Space);
    assert_eq!(game.board.moves.count(), 0, "there is no cursor yet");
    let before = game.picture();
    game.type_key(Down);
    assert_eq!(game.board.cursor, Some(Cell::new(0, 0)));
    assert_ne!(game.picture(), before);
    for key in [Up, Left, Right, Down] {
        game.type_key(key);
    }
    assert_eq!(game.board.cursor, Some(Cell::new(1, 1)));
    game.type_key(Enter);
    assert_eq!(lit(&mut game), "#...##.##");
    click(&mut game, 0, 0);
    assert_eq!(game.board.cursor, None, "the pointer hides it");
}

#[test]
fn presses_are_taken_back_one_by_one_or_all() {
    let mut game = game(&[CORNER]);
    let start = lit(&mut game);
    click(&mut game, 0, 1);
    let one = lit(&mut game);
    click(&mut game, 1, 1);
    game.type_text("r");
    assert_eq!(lit(&mut game), one);
    click(&mut game, 1, 1);
    game.type_key(PracticeKey::Escape);
    assert_eq!(lit(&mut game), start);
    game.type_text("r");
    assert_eq!(game.board.moves.count(), 0);
}

#[test]
fn solved_levels_are_followed_by_the_next_and_the_last_by_the_end() {
    let mut game = game(&["lights-out\n\n##\n#.\n", CORNER, "lights-out\n\n###\n"]);
    click(&mut game, 0, 0);
    assert_eq!(game.page(), SquaresPage::Solved);
    click(&mut game, 1, 1);
    assert_eq!(game.board.moves.count(), 1, "nothing is pressed any more");
    game.tick(SOLVED);
    assert_eq!((game.page(), game.number()), (SquaresPage::Playing, 2));
    game.type_text("n");
    assert_eq!(game.board.tiling.size, Size::new(1, 3), "one is left out");
    click(&mut game, 0, 1);
    game.tick(SOLVED);
    assert!(game.finished());
    let end = game.picture();
    click(&mut game, 0, 0);
    game.type_text("n");
    assert_eq!(game.picture(), end);
}

#[test]
fn what_the_screen_cannot_show_is_refused_with_the_reason() {
    let big = format!("lights-out\n\n{}\n", "#".repeat(60));
    let cells = (1..=20).flat_map(|r| (1..=20).map(move |c| (r, c)));
    let opposite = cells.map(|(r, c)| format!("{r} {c}: {r} {c}, {} {}\n", 21 - r, 21 - c));
    let dark = "....................\n".repeat(20);
    let far: String = opposite.collect();
    let far = format!("lights-out\n\n{dark}switches:\n{far}");
    let unmarked = "lights-out\npattern 010/101/010\n\n#.#\n...\n";
    for (text, reason) in [
        ("lights-out\nstates 3\n\n12\n", "two states"),
        ("lights-out\ngoal on\n\n.#\n", "goal"),
        (big.as_str(), "room for"),
        (far.as_str(), "too far away"),
        (unmarked, "does not switch itself"),
    ] {
        let told = LightsBoard::board(&level(text)).err().expect("is refused");
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn its_own_levels_can_all_be_shown_and_solved() {
    for seed in [1, 2, 77] {
        let levels = levels::levels(seed);
        assert_eq!(levels.len(), 30);
        LightsStage::new(&levels, seed).expect("can be shown");
        for level in &levels {
            assert!(!level.start().is_solved());
            let request = SolveRequest::new(level.as_ref());
            let outcome = answer(LIGHTS_OUT.solvers()[0], &request).outcome;
            assert!(outcome.solution().is_some());
        }
    }
}
