use super::draw::SIZE;
use super::*;
use crate::Puzlogic;
use crate::game::{Cell, Game, SolveRequest, solve};
use crate::position::parts;
use crate::search::{Budget, NoProgress};

fn game(texts: &[&str]) -> PuzlogicPractice {
    let levels: Vec<LevelRef> = texts
        .iter()
        .map(|text| Puzlogic.parse_text(text).expect("is a level"))
        .collect();
    PuzlogicPractice::new(&levels, 1).expect("can be shown")
}

fn picture(game: &PuzlogicPractice) -> Vec<u8> {
    let mut rgb = vec![0; 3 * (SIZE.0 * SIZE.1) as usize];
    game.draw(&mut rgb);
    rgb
}

fn click(game: &mut PuzlogicPractice, area: areas::Area) {
    let (x, y) = (area.x + area.width / 2, area.y + area.height / 2);
    game.input(PracticeInput::PointerDown(x, y));
    game.input(PracticeInput::PointerUp(x, y));
}

fn drag(game: &mut PuzlogicPractice, from: (i32, i32), to: (i32, i32)) {
    game.input(PracticeInput::PointerMoved(from.0, from.1));
    game.input(PracticeInput::PointerDown(from.0, from.1));
    game.tick(Duration::from_millis(200));
    game.input(PracticeInput::PointerMoved(to.0, to.1));
    game.tick(Duration::from_millis(200));
    game.input(PracticeInput::PointerUp(to.0, to.1));
}

/// The middle of a cell.
fn cell(game: &PuzlogicPractice, row: usize, col: usize) -> (i32, i32) {
    let (x, y) = game.table.layout.cell(Cell::new(row, col));
    (x + 22, y + 22)
}

/// The middle of a piece where it is.
fn piece(game: &PuzlogicPractice, index: usize) -> (i32, i32) {
    let (x, y) = game.table.corner(index);
    (x + 20, y + 25)
}

fn seats(game: &PuzlogicPractice) -> Vec<Option<(usize, usize)>> {
    let pieces = 0..game.table.puzzle.pieces.len();
    let seats = pieces.map(|piece| game.table.seat(piece));
    seats.map(|seat| seat.map(|c| (c.row, c.col))).collect()
}

/// Cells with the numbers of the only solution.
fn solution(level: &LevelRef) -> Vec<(Cell, u8)> {
    let request = SolveRequest::new(level.as_ref());
    let solver = Puzlogic.solvers()[0];
    let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("is solved");
    let solution = report.outcome.solution().expect("has a solution");
    let moves = solution.plan.moves().iter();
    moves.map(|mv| parts(mv).expect("is a move")).collect()
}

/// Plays the level that is on the screen.
fn play(game: &mut PuzlogicPractice) {
    let steps = solution(&game.levels[game.current]);
    let mut position = game.levels[game.current].start();
    for (at, number) in steps {
        assert_eq!(game.page, Page::Playing);
        let pieces = game.table.puzzle.pieces.clone();
        let free = (0..pieces.len())
            .find(|index| pieces[*index] == number && game.table.seat(*index).is_none())
            .expect("a piece is left");
        let (from, to) = (piece(game, free), cell(game, at.row, at.col));
        drag(game, from, to);
        position
            .apply(&crate::position::put(at, number))
            .expect("the rules allow it");
    }
    assert!(position.is_solved());
}

#[test]
fn all_its_levels_are_played_by_drags_to_the_end() {
    let mut game = PuzlogicPractice::new(&[], 1).expect("has levels of its own");
    assert_eq!(game.title(), "Puzlogic practice – menu");
    click(&mut game, Control::Play.area());
    for level in 1..=15 {
        assert_eq!(
            game.title(),
            format!("Puzlogic practice – Level {level:02}")
        );
        assert!(!game.finished());
        let before = picture(&game);
        play(&mut game);
        assert_eq!(game.page, Page::Completed, "level {level}");
        assert!(game.title().ends_with("completed"));
        let light = |rgb: &[u8]| rgb.iter().map(|c| u64::from(*c)).sum::<u64>();
        assert!(light(&picture(&game)) < light(&before) / 2, "it gets dark");
        click(&mut game, Control::Next.area());
    }
    assert!(game.finished());
    assert_eq!(game.title(), "Puzlogic practice – finished");
    assert!(game.done.iter().all(|done| *done));
    // Any level can be played again.
    click(&mut game, menu_square(11, 15));
    assert_eq!(game.title(), "Puzlogic practice – Level 12");
    assert!(!game.finished());
}

const ROW: &str = "puzlogic\nnotes Help.\n\n_ _ 3 _ . _\npieces 1 2 4 5\nrow 1 sum 15\n";

#[test]
fn pieces_are_put_swapped_and_taken_back() {
    let mut game = game(&[ROW]);
    click(&mut game, Control::Play.area());
    let at = |game: &PuzlogicPractice, col: usize| cell(game, 0, col);
    let mut step = |from: (i32, i32), to: (i32, i32)| {
        drag(&mut game, from, to);
        seats(&game)
    };
    let fresh = self::game(&[ROW]);
    let to = |col: usize| at(&fresh, col);
    let own = |index: usize| piece(&fresh, index);
    // Into a free cell, onto a taken one, a given number, a gap, and beside everything.
    assert_eq!(step(own(0), to(0)), [Some((0, 0)), None, None, None]);
    for target in [to(0), to(2), to(4), (700, 300), (-40, 900)] {
        assert_eq!(step(own(1), target), [Some((0, 0)), None, None, None]);
    }
    assert_eq!(
        step(own(1), to(1)),
        [Some((0, 0)), Some((0, 1)), None, None]
    );
    // Two change places; onto itself it stays; to another cell; and back.
    assert_eq!(step(to(0), to(1)), [Some((0, 1)), Some((0, 0)), None, None]);
    assert_eq!(step(to(1), to(1)), [Some((0, 1)), Some((0, 0)), None, None]);
    assert_eq!(step(to(1), to(5)), [Some((0, 5)), Some((0, 0)), None, None]);
    assert_eq!(step(to(0), (700, 300)), [Some((0, 5)), None, None, None]);
    assert_eq!(step(to(5), own(3)), [None; 4]);
    // Nothing in the hand, nothing moves.
    assert_eq!(step((5, 5), to(0)), [None; 4]);
}

#[test]
fn a_doubled_press_does_no_harm() {
    let mut game = game(&[ROW]);
    click(&mut game, Control::Play.area());
    let (from, to) = (piece(&game, 2), cell(&game, 0, 3));
    game.input(PracticeInput::PointerDown(from.0, from.1));
    game.input(PracticeInput::PointerUp(from.0, from.1));
    drag(&mut game, from, to);
    assert_eq!(seats(&game), [None, None, Some((0, 3)), None]);
}

/// Whether a place of the board shows red.
fn red(game: &PuzlogicPractice, (x, y): (i32, i32)) -> bool {
    let rgb = picture(game);
    let pixels = (y - 20..y + 20).flat_map(|y| (x - 20..x + 20).map(move |x| (x, y)));
    let red = pixels.filter(|(x, y)| {
        let at = 3 * (y * SIZE.0 as i32 + x) as usize;
        rgb[at] > 200 && rgb[at + 1] < 60 && rgb[at + 2] < 60
    });
    red.count() > 10
}

#[test]
fn numbers_and_sums_that_break_a_rule_turn_red() {
    let text = "puzlogic\n\n1 _ _\npieces 1 4\nrow 1 sum 9\n";
    let mut game = game(&[text]);
    click(&mut game, Control::Play.area());
    let places = [cell(&game, 0, 0), cell(&game, 0, 1), cell(&game, 0, 2)];
    let ((x, y), _) = game.table.layout.sum(0);
    let sum = (x + 22, y + 22);
    let reds = |game: &PuzlogicPractice| {
        let places = places.iter().chain([&sum]);
        places.map(|place| red(game, *place)).collect::<Vec<_>>()
    };
    assert_eq!(reds(&game), [false; 4]);
    let one = piece(&game, 0);
    drag(&mut game, one, places[1]);
    assert_eq!(reds(&game), [true, true, false, false]);
    let four = piece(&game, 1);
    drag(&mut game, four, places[2]);
    assert_eq!(reds(&game), [true, true, false, true]);
    assert_eq!(game.page, Page::Playing);
    click(&mut game, Control::Restart.area());
    assert_eq!(reds(&game), [false; 4]);
}

#[test]
fn the_menu_opens_levels_one_by_one() {
    let mut game = game(&[ROW, ROW, ROW]);
    click(&mut game, menu_square(1, 3));
    assert_eq!(game.page, Page::Menu, "it is locked");
    click(&mut game, menu_square(0, 3));
    play(&mut game);
    click(&mut game, Control::Menu.area());
    click(&mut game, menu_square(2, 3));
    assert_eq!(game.page, Page::Menu, "it is locked");
    click(&mut game, Control::Play.area());
    assert_eq!((game.page, game.current), (Page::Playing, 1));
    click(&mut game, Control::Quit.area());
    assert_eq!(game.page, Page::Menu);
    assert!(!game.finished());
}

#[test]
fn the_picture_moves_by_itself_but_the_board_stays() {
    let mut game = PuzlogicPractice::new(&[], 3).expect("has levels of its own");
    click(&mut game, Control::Play.area());
    let before = picture(&game);
    game.tick(Duration::from_secs(2));
    let after = picture(&game);
    assert_ne!(before, after);
    assert!(game.next_change().is_some());
    let (x, y) = game.table.layout.cell(Cell::new(0, 0));
    let corner = 3 * (y * SIZE.0 as i32 + x) as usize;
    assert_eq!(after[corner..corner + 3], [66, 66, 66]);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    let huge = format!(
        "puzlogic\n\n{}pieces {}\n",
        "_ _ _ _\n".repeat(25),
        "1 ".repeat(100)
    );
    for (text, reason) in [
        ("puzlogic\n\n_ _\npieces 1\n", "1 pieces for 2 empty cells"),
        ("puzlogic\n\n5 6\n", "no empty cell"),
        (huge.as_str(), "too large"),
    ] {
        let levels: Vec<LevelRef> = [ROW, text]
            .iter()
            .map(|text| Puzlogic.parse_text(text).expect("is a level"))
            .collect();
        match PuzlogicPractice::new(&levels, 1) {
            Err(PracticeError::Level {
                index: 1,
                reason: told,
            }) => {
                assert!(told.contains(reason), "{told}");
            }
            other => panic!("{reason}: {:?}", other.err()),
        }
    }
    let level = Puzlogic.parse_text(ROW).expect("is a level");
    let many = vec![level; MOST_LEVELS + 1];
    assert!(PuzlogicPractice::new(&many, 1).is_err());
}
