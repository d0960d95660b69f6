use super::controls::Control;
use super::*;
use crate::game::typed::Play as _;
use crate::game::{Cell, Practice as _, SolveRequest};
use crate::position::{Put, PuzlogicPosition};
use crate::puzzle::SumPuzzle;
use testkit_game::answer;

type TestStage = Stage<PuzlogicShow>;

fn game(texts: &[&str]) -> TestStage {
    let levels = texts.iter().map(|text| PUZLOGIC.parse_text(text));
    let levels: Vec<LevelRef> = levels.collect::<Result<_, _>>().expect("are levels");
    TestStage::new(&levels, 1).expect("can be shown")
}

fn click(game: &mut TestStage, control: &Control) {
    game.click(control.area.middle());
}

fn cell(game: &TestStage, row: usize, col: usize) -> (i32, i32) {
    game.board.layout.cell(Cell::new(row, col)).middle()
}

fn piece(game: &TestStage, index: usize) -> (i32, i32) {
    game.board.area(index).middle()
}

fn seats(game: &TestStage) -> Vec<Option<(usize, usize)>> {
    let pieces = 0..game.board.puzzle.pieces.len();
    let seats = pieces.map(|piece| game.board.seat(piece));
    seats.map(|seat| seat.map(|c| (c.row, c.col))).collect()
}

fn solution(level: &LevelRef) -> Vec<(Cell, u8)> {
    let outcome = answer(PUZLOGIC.solvers()[0], &SolveRequest::new(level.as_ref())).outcome;
    let solution = outcome.solution().expect("has a solution");
    let moves = solution.plan.moves().iter();
    let read = moves.map(|mv| PuzlogicPosition::parse(mv.as_str()).expect("is a move"));
    read.map(|put| (put.cell, put.number)).collect()
}

fn play(game: &mut TestStage) {
    let level = LevelRef::clone(game.level().expect("is there"));
    let (steps, mut position) = (solution(&level), level.start());
    for (at, number) in steps {
        assert_eq!(game.page(), PuzlogicPage::Playing);
        let pieces = game.board.puzzle.pieces.clone();
        let free = (0..pieces.len())
            .find(|index| pieces[*index] == number && game.board.seat(*index).is_none())
            .expect("a piece is left");
        let (from, to) = (piece(game, free), cell(game, at.row, at.col));
        game.drag(from, to);
        position
            .apply(&Put { cell: at, number }.into())
            .expect("the rules allow it");
    }
    assert!(position.is_solved());
}

#[test]
fn all_its_levels_are_played_by_drags_to_the_end() {
    let mut game = TestStage::new(&[], 1).expect("has levels of its own");
    assert_eq!(game.title(), "Puzlogic practice – menu");
    click(&mut game, &PLAY);
    for level in 1..=15 {
        let title = format!("Puzlogic practice – Level {level:02}");
        assert_eq!(game.title(), title);
        assert!(!game.finished());
        let before = game.picture();
        play(&mut game);
        assert_eq!(game.page(), PuzlogicPage::Completed, "level {level}");
        assert!(game.title().ends_with("completed"));
        let light = |rgb: &[u8]| rgb.iter().map(|c| u64::from(*c)).sum::<u64>();
        assert!(light(&game.picture()) < light(&before) / 2, "it gets dark");
        click(&mut game, &NEXT);
    }
    assert!(game.finished());
    assert_eq!(game.title(), "Puzlogic practice – finished");
    assert!(game.screen.done.iter().all(|done| *done));
    // Any level can be played again.
    game.click(menu_square(11, 15).middle());
    assert_eq!(game.title(), "Puzlogic practice – Level 12");
    assert!(!game.finished());
}

const ROW: &str = "puzlogic\nnotes Help.\n\n_ _ 3 _ . _\npieces 1 2 4 5\nrow 1 sum 15\n";

#[test]
fn pieces_are_put_swapped_and_taken_back() {
    let mut game = game(&[ROW]);
    click(&mut game, &PLAY);
    let at = |game: &TestStage, col: usize| cell(game, 0, col);
    let mut step = |from: (i32, i32), to: (i32, i32)| {
        game.drag(from, to);
        seats(&game)
    };
    let fresh = self::game(&[ROW]);
    let to = |col: usize| at(&fresh, col);
    let own = |index: usize| piece(&fresh, index);
    // Into a free cell, onto a taken one, a given number, a gap, and outside the board.
    assert_eq!(step(own(0), to(0)), [Some((0, 0)), None, None, None]);
    for target in [to(0), to(2), to(4), (700, 300), (-40, 900)] {
        assert_eq!(step(own(1), target), [Some((0, 0)), None, None, None]);
    }
    let two = [Some((0, 0)), Some((0, 1)), None, None];
    assert_eq!(step(own(1), to(1)), two);
    // Two pieces swap; one is dropped onto itself; to another cell; and back.
    assert_eq!(step(to(0), to(1)), [Some((0, 1)), Some((0, 0)), None, None]);
    assert_eq!(step(to(1), to(1)), [Some((0, 1)), Some((0, 0)), None, None]);
    assert_eq!(step(to(1), to(5)), [Some((0, 5)), Some((0, 0)), None, None]);
    assert_eq!(step(to(0), (700, 300)), [Some((0, 5)), None, None, None]);
    assert_eq!(step(to(5), own(3)), [None; 4]);
    // Nothing is dragged, so nothing moves.
    assert_eq!(step((5, 5), to(0)), [None; 4]);
    // A doubled press does no harm.
    game.click(own(2));
    game.drag(own(2), to(3));
    assert_eq!(seats(&game), [None, None, Some((0, 3)), None]);
}

/// Returns whether an area of the board shows red.
fn is_red(game: &TestStage, (x, y): (i32, i32)) -> bool {
    let rgb = game.picture();
    let pixels = (y - 20..y + 20).flat_map(|y| (x - 20..x + 20).map(move |x| (x, y)));
    let red = pixels.filter(|(x, y)| {
        let at = 3 * (y * 800 + x) as usize;
        rgb[at] > 200 && rgb[at + 1] < 60 && rgb[at + 2] < 60
    });
    red.count() > 10
}

#[test]
fn numbers_and_sums_that_break_a_rule_turn_red() {
    let text = "puzlogic\n\n1 _ _\npieces 1 4\nrow 1 sum 9\n";
    let mut game = game(&[text]);
    click(&mut game, &PLAY);
    let points = [cell(&game, 0, 0), cell(&game, 0, 1), cell(&game, 0, 2)];
    let sum = game.board.layout.sum(0).0.middle();
    let reds = |game: &TestStage| {
        let points = points.iter().chain([&sum]);
        points.map(|point| is_red(game, *point)).collect::<Vec<_>>()
    };
    assert_eq!(reds(&game), [false; 4]);
    game.drag(piece(&game, 0), points[1]);
    assert_eq!(reds(&game), [true, true, false, false]);
    game.drag(piece(&game, 1), points[2]);
    assert_eq!(reds(&game), [true, true, false, true]);
    assert_eq!(game.page(), PuzlogicPage::Playing);
    click(&mut game, &RESTART);
    assert_eq!(reds(&game), [false; 4]);
}

#[test]
fn the_menu_opens_levels_one_by_one() {
    let mut game = game(&[ROW, ROW, ROW]);
    game.click(menu_square(1, 3).middle());
    assert_eq!(game.page(), PuzlogicPage::Menu, "it is locked");
    game.click(menu_square(0, 3).middle());
    play(&mut game);
    click(&mut game, &MENU);
    game.click(menu_square(2, 3).middle());
    assert_eq!(game.page(), PuzlogicPage::Menu, "it is locked");
    click(&mut game, &PLAY);
    assert_eq!((game.page(), game.number()), (PuzlogicPage::Playing, 2));
    click(&mut game, &QUIT);
    assert_eq!(game.page(), PuzlogicPage::Menu);
    assert!(!game.finished());
}

#[test]
fn the_picture_moves_by_itself_but_the_board_stays() {
    let mut game = TestStage::new(&[], 3).expect("has levels of its own");
    click(&mut game, &PLAY);
    let before = game.picture();
    game.tick(Duration::from_secs(2));
    let after = game.picture();
    assert_ne!(before, after);
    assert!(game.next_change().is_some());
    let area = game.board.layout.cell(Cell::new(0, 0));
    let corner = 3 * (area.y * 800 + area.x) as usize;
    assert_eq!(after[corner..corner + 3], [66, 66, 66]);
}

#[test]
fn what_cannot_be_played_is_refused_with_the_reason() {
    for (text, reason) in [
        ("puzlogic\n\n_ _\npieces 1\n", "1 piece for 2 empty cells"),
        ("puzlogic\n\n5 6\n", "no empty cell"),
    ] {
        let level = PUZLOGIC.parse_text(text).expect("is a level");
        let error = PracticeBoard::new(&level).err();
        let refused = error.is_some_and(|error| error.contains(reason));
        assert!(refused, "{reason}");
    }
    let level = PUZLOGIC.parse_text(ROW).expect("is a level");
    let many = vec![level; MAX_LEVELS + 1];
    assert!(TestStage::new(&many, 1).is_err());
}

#[test]
fn its_levels_have_one_solution_each_and_differ() {
    let levels = read_levels(&PUZLOGIC, LEVELS).expect("can be read");
    assert_eq!(levels.len(), 15);
    for level in &levels {
        PracticeBoard::new(level).expect("can be played");
        let request = SolveRequest {
            count: 2,
            ..SolveRequest::new(level.as_ref())
        };
        let outcome = answer(PUZLOGIC.solvers()[0], &request).outcome;
        let solution = outcome.solution().expect("has a solution");
        assert_eq!(solution.solutions, Some(1), "{}", level.meta().title);
        assert!(solution.others.is_empty());
    }
    // They differ in what they ask for.
    let boards: Vec<PracticeBoard> = levels.iter().flat_map(PracticeBoard::new).collect();
    let with =
        |matches: fn(&SumPuzzle) -> bool| boards.iter().filter(|it| matches(&it.puzzle)).count();
    assert!(with(|p| p.sums.is_empty()) >= 3);
    assert!(with(|p| p.sums.iter().any(|sum| sum.placed_only)) >= 3);
    assert!(with(|p| p.sums.iter().any(|sum| !sum.placed_only)) >= 3);
    assert!(with(|p| p.pieces.iter().any(|piece| *piece > 9)) >= 2);
    assert!(levels.iter().any(|level| !level.meta().notes.is_empty()));
}
