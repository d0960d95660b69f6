use std::sync::atomic::{AtomicBool, AtomicU64};

use super::*;
use crate::game::search::{
    BestFirst, Budget, NoProgress, Progress, ProgressSink, Snapshot, StateSpace,
};
use crate::game::{
    Button, Cell, Game as _, Gesture, Heading, LevelRef, Move, SolveRequest, play, solve,
};
use testkit_game::{answer, keyed};

fn level(text: &str) -> LevelRef {
    SOKOBAN.parse_text(text).expect("is a level")
}

#[test]
fn walks_and_pushes_are_read_in_the_usual_notation() {
    let level = level("#######\n#@ $ .#\n#     #\n#######\n");
    for plan in [
        &["rRR"][..],
        &["r", "R", "R"],
        &["2 3", "RR"],
        &["dr", "2 3", "RR"],
        &["r2R"],
        &["2(rl)2(1r)", "R"],
    ] {
        let moves: Vec<_> = plan.iter().map(Move::new).collect();
        let end = play(level.as_ref(), &moves).expect("is legal");
        assert!(end.is_solved(), "{plan:?}");
    }
    for (refused, why) in [
        ("R", "push right: there is no box"),
        ("u", "wall"),
        ("2 4", "no path"),
        ("rRRR", "step 4"),
        ("x", "capitals"),
        ("r2", "capitals"),
        ("9999999(9999999r)", "capitals"),
    ] {
        let played = play(level.as_ref(), &[Move::new(refused)]);
        let error = played.err().expect("is refused");
        assert!(error.to_string().contains(why), "{error}");
    }
}

#[test]
fn clicks_drags_and_letters_are_moves() {
    let level = level("#######\n#@$  .#\n#     #\n#######\n");
    let position = level.start();
    let board = || "store".to_owned();
    let click = |row, col| Gesture::Click {
        board: board(),
        cell: Cell::new(row, col),
        button: Button::Primary,
    };
    let drag = Gesture::Drag {
        from_board: board(),
        from: Cell::new(1, 2),
        to_board: board(),
        to: Cell::new(1, 5),
    };
    let typed = Gesture::Type {
        board: board(),
        cell: Cell::new(0, 0),
        character: 'r',
    };
    for (gesture, mv) in [
        (click(1, 2), "R"),
        (click(2, 5), "3 6"),
        (drag, "RRR"),
        (typed, "R"),
    ] {
        let meant = position.interpret(&gesture);
        assert_eq!(meant, Some(Move::new(mv)), "{gesture:?}");
    }
}

#[test]
fn shared_forms_are_one_level() {
    let board = "#####\n#@$.#\n#####";
    let plain = format!("; comment\nTitle: A store\n\n{board}\nAuthor: Somebody\n\n#####\n#@$ #\n");
    let plain = level(&plain);
    assert_eq!(plain.meta().title, "A store");
    assert_eq!(plain.meta().author, "Somebody");
    let own = level(&format!("sokoban\n\n{board}\n")).to_text();
    for other in [
        "5#\n#@$.#\n5#\n",
        "5#|#@$.#|5#",
        board,
        "2(2#)#|#@$.#|5(#)|",
        "#####\n#pb.#\n#####\n",
        "#####\t\n#@$o#  \t\n#####\u{a0}\n",
    ] {
        assert_eq!(level(other).to_text(), own);
    }
    // Floor at the rim stays.
    let wide = "sokoban\n\n  ###\n-\n@  $\n  ###\n";
    for text in [wide, "sokoban\n\n  ##   -\n@\n"] {
        assert_eq!(level(text).to_text(), text);
    }
}

#[test]
fn the_pusher_is_moved_as_a_whole() {
    let level = level("sokoban\n\n#####\n#@$.#\n#####\n");
    let grid = level.as_grid().expect("is a grid");
    let moved = grid.with_actor(Cell::new(1, 3)).expect("is free");
    assert_eq!(moved.to_text(), "sokoban\n\n#####\n# $+#\n#####\n");
    assert!(grid.with_actor(Cell::new(0, 0)).is_err(), "a wall");
    assert_eq!(level.unplayable(), None);
    let none = SOKOBAN.blank(None).unplayable();
    assert!(none.expect("cannot be played").contains("no pusher"));
}

/// Solves with `optimal` and returns the cost and whether it is proved.
fn best(solver: &dyn Solver, level: &LevelRef) -> Option<(i64, bool)> {
    let request = SolveRequest {
        optimal: true,
        ..SolveRequest::new(level.as_ref())
    };
    let outcome = answer(solver, &request).outcome;
    let solution = outcome.solution()?;
    Some((solution.cost, solution.optimal))
}

#[test]
fn shipped_levels_are_solved_and_the_fast_solver_is_right() {
    let levels = planwright_stage::read_levels(&SOKOBAN, Screen::LEVELS).expect("are well formed");
    for (level, pushes) in levels.iter().zip([4, 8, 20, 7, 57]) {
        let found = best(SOKOBAN.solvers[0], level);
        assert_eq!(found, Some((pushes, true)), "{}", level.to_text());
    }
}

#[test]
fn all_solvers_agree_on_random_levels() {
    let mut unsolvable = 0;
    for seed in 0..20 {
        let options = keyed(&[("rows", "6"), ("columns", "7"), ("boxes", "2")]);
        let budget = Budget::default();
        let generated = crate::game::generate(&generate::PullGenerator, &options, seed, &budget);
        let generated = generated.expect("is made");
        let moved = level(&generated.to_text().replacen("$ ", " $", 1));
        for level in [generated, moved] {
            let solvers = SOKOBAN.solvers.iter();
            let found: Vec<_> = solvers.map(|solver| best(*solver, &level)).collect();
            let same = found.iter().all(|one| *one == found[0]);
            assert!(same, "{found:?}\n{}", level.to_text());
            unsolvable += usize::from(found[0].is_none());
        }
    }
    assert!(unsolvable > 3, "{unsolvable}");
}

#[test]
fn a_collection_is_read_level_by_level() {
    let behind =
        "Two rooms, by hand\n\n####\n#@$.#\n####\nTitle: One\n\n####\n#.$@#\n####\nTitle: Two\n";
    let above = "Set: small\n\nTitle: One\n####\n#@$.#\n####\n\nTitle: Two\n####\n#.$@#\n####\n";
    let named = "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n#####\n#.$@#\n#####\n";
    let titles = |source: &str| -> Vec<String> {
        let titles = boards(source).into_iter().map(|(_, title)| title);
        titles.collect()
    };
    assert_eq!(titles(behind), ["One", "Two"]);
    assert_eq!(titles(above), ["One", "Two"]);
    assert_eq!(titles(named), ["1", "2"]);
    assert!(!SOKOBAN.sniffs("A text\nwith # in it\n", None));
}

/// The board and the title of each level of a text.
fn boards(source: &str) -> Vec<(String, String)> {
    assert!(SOKOBAN.sniffs(source, None), "{source}");
    let levels = SOKOBAN.parse_several(source).into_iter();
    let boards = levels.map(|level| {
        let level = level.expect("is a level");
        let text = level.to_text();
        let (_, board) = text.split_once("\n\n").expect("has a board");
        (board.to_owned(), level.meta().title.clone())
    });
    boards.collect()
}

#[test]
fn no_row_is_taken_for_prose() {
    let whole = "#####\n#@$.#\n#####\n";
    for (board, read) in [
        (
            " # #\n-\n#####\n#@$.#\n#####\n",
            " # #\n-\n#####\n#@$.#\n#####\n",
        ),
        (
            "#####\n#@$.#\n#####\n _\n# #\n",
            "#####\n#@$.#\n#####\n-\n# #\n",
        ),
        (
            "\t####\n######### #\n#  @   $ .#\n###########\n",
            "        ####\n######### #\n#  @   $ .#\n###########\n",
        ),
        ("##  ##\n @ $.\n######\n", "##  ##\n @ $.\n######\n"),
        ("@ $.\n####\n", "@ $.\n####\n"),
        ("####\n@ $.\n", "####\n@ $.\n"),
    ] {
        for blanks in ["", "\t", " \t ", "\u{a0}"] {
            let board = board.replace('\n', &format!("{blanks}\n"));
            let text = format!("; 1\n{board}\n; 2\n\n{whole}");
            let expected = [(read, "1"), (whole, "2")];
            let expected = expected.map(|(b, t)| (b.to_owned(), t.to_owned()));
            assert_eq!(boards(&text), expected);
        }
    }
}

#[test]
fn prose_made_of_signs_is_no_row() {
    let whole = "#####\n#@$.#\n#####\n";
    for (first, line, name) in [
        ("# 1", "# 2", "2"),
        ("# 1.", "# 2.", "2."),
        ("12", "12", "12"),
        ("", "Bob", "Bob"),
        ("#######", "'Bob'\n-----", "'Bob'"),
    ] {
        for gap in ["", "\n"] {
            let text = format!("{first}\n\n{whole}{gap}{line}\n\n{whole}");
            let read = boards(&text);
            let only: Vec<_> = read.iter().map(|(board, _)| board.as_str()).collect();
            assert_eq!(only, [whole, whole], "{text}");
            assert_eq!(read[1].1, name, "{text}");
        }
    }
}

#[test]
fn an_open_warehouse_is_warned_of_where_it_is_open() {
    let warned = |source: &str| -> Vec<Option<(usize, usize)>> {
        let levels = SOKOBAN.parse_several(source).into_iter();
        let warnings = levels.map(|level| {
            let complaint = level.expect("is a level").complaints().pop()?;
            assert!(!complaint.severe && complaint.error.message.contains("open"));
            Some((complaint.error.line, complaint.error.column))
        });
        warnings.collect()
    };
    let whole = "#####\n#@$.#\n#####\n";
    assert_eq!(warned(whole), [None]);
    let hole = "; a hole\n\n######\n#@$. \n######\n";
    assert_eq!(warned(hole), [Some((4, 6))]);
    assert_eq!(warned("sokoban\n\n##-##\n#@$.#\n#####\n"), [Some((3, 3))]);
    // A blank line inside the board is an empty row.
    let torn = format!("1\n\n{whole}\n2\n\n#####\n#@$.#\n\n#####\n\n3\n\n{whole}");
    assert_eq!(warned(&torn), [None, Some((11, 1)), None]);
    // Rows that share a line have no line number of their own.
    assert_eq!(warned("2#-2#|#@$.#|5#"), [Some((1, 1))]);
}

#[test]
fn collections_in_xml_are_read() {
    let text = "\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE SokobanLevels SYSTEM \"SokobanLev.dtd\">
<SokobanLevels xmlns:xsi=\"x\"><Title>T</Title>\n<LevelCollection Copyright=\"A &amp; B\">
<Level Id=\"One\" Width=\"5\" Height=\"3\">\n  <L>  ###</L>\n  <L>###.#</L>\n  <L>#@$ #</L>\n  <L>#####</L>\n</Level>
<Level Id=\"2\" Copyright=\"C\">\n  <L>#####</L>\n  <L>#@x.#</L>\n</Level>\n</LevelCollection></SokobanLevels>\n";
    assert!(SOKOBAN.sniffs(text, None));
    let levels = SOKOBAN.parse_several(text);
    let [Ok(first), Err(broken)] = &levels[..] else {
        panic!("{levels:?}");
    };
    let expected = "sokoban\ntitle One\nauthor A & B\n\n  ###\n###.#\n#@$ #\n#####\n";
    assert_eq!(first.to_text(), expected);
    assert_eq!((broken.line, broken.column), (14, 8));
    let cut = SOKOBAN.parse_several(&text[..text.len() - 20]);
    assert!(matches!(&cut[..], [Err(error)] if error.message.contains("XML")));
}

#[test]
fn the_levels_of_a_collection_know_each_other() {
    let broken = "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n####\n#9999999-#\n####\n\n; 3\n\n#####\n#.$@#\n#####\n";
    let levels = SOKOBAN.parse_several(broken);
    let first = levels[0].as_ref().expect("is a level");
    assert_eq!(first.number(), Some(1));
    assert!(levels[1].is_err() && first.sibling(2).is_none());
    let third = first.sibling(3).expect("is there");
    assert_eq!((third.number(), &*third.meta().title), (Some(3), "3"));
    assert!(third.sibling(0).is_none() && third.sibling(4).is_none());
    let back = third.with_meta(Default::default()).sibling(1);
    assert_eq!(back.map(|back| back.to_text()), Some(first.to_text()));
    assert!(third.facts().contains(&("Entry".into(), "3 of 3".into())));
    // Saving one of them does not save the others.
    assert!(!third.holds_siblings() && level(&third.to_text()).number().is_none());
}

#[test]
fn a_walk_goes_round_a_box_and_a_push_takes_it_along() {
    let level = SOKOBAN.parse_text("sokoban\n\n#####\n#   #\n#@$.#\n#   #\n#####\n");
    let position = level.expect("is a level").start();
    let describe = |mv: &str| position.describe(&Move::new(mv));
    let walk = describe("3 4");
    assert_eq!(walk.counts, [("steps", 4), ("pushes", 0)]);
    let [walker] = &walk.motions[..] else {
        panic!("only the pusher goes");
    };
    assert_eq!((walker.path.len(), walker.piece.value.as_ref()), (5, "@"));
    assert!(!walker.path.contains(&Cell::new(2, 2)), "{walker:?}");
    // One step aside and back, then the push: the box waits.
    let push = describe("udR");
    assert_eq!(push.counts, [("steps", 3), ("pushes", 1)]);
    let [pusher, pushed] = &push.motions[..] else {
        panic!("the pusher and the box go");
    };
    for (motion, cols, floor) in [
        (pusher, [1, 1, 1, 2], "floor"),
        (pushed, [2, 2, 2, 3], "goal"),
    ] {
        let path: Vec<usize> = motion.path.iter().map(|cell| cell.col).collect();
        assert_eq!((&path[..], &*motion.under[1].name), (&cols[..], floor));
    }
}

#[test]
fn a_screen_is_steered_even_where_no_step_can_be_made() {
    for level in [SOKOBAN.blank(None), level("###\n#@#\n###\n")] {
        let board = level.screen_board().expect("is a board of cells");
        assert_eq!(board.controls, ["up", "right", "down", "left"]);
    }
}

/// Position of a level drawn as text.
fn position(text: &str) -> play::SokobanPosition {
    let level = level(text);
    let level: &BoxBoard = Sokoban::downcast(level.as_ref()).expect("is of this game");
    play::SokobanPosition::new(level.clone())
}

#[test]
fn a_plan_is_shortened_piece_by_piece() {
    let text = "########\n#      #\n# $ .  #\n# @$ . #\n#      #\n########\n";
    let (house, start) = board::warehouse(&position(text)).expect("is closed");
    let square = |row, col| house.floor.square(Cell::new(row, col)).expect("is floor");
    // The upper box goes down and up again on its way.
    let upper = square(2, 2);
    let pushes = [
        (square(3, 3), Heading::Right),
        (square(3, 4), Heading::Right),
        (upper, Heading::Right),
        (square(2, 3), Heading::Down),
        (square(3, 3), Heading::Up),
        (square(2, 3), Heading::Right),
    ];
    let (budget, silent) = (Budget::default(), Progress::new(&NoProgress));
    let (better, explored) = windows::shorten(&house, &start, pushes.to_vec(), 1, &budget, &silent);
    assert!(better.len() == 4 && explored > 0, "{better:?}");
}

fn with_run<T>(work: impl FnOnce(&run::PackingRun<'_>) -> T) -> T {
    work(&run::PackingRun {
        budget: &Budget::default(),
        progress: &Progress::new(&NoProgress),
        bound: 0,
        best: None,
        threads: 1,
        max_states: u64::MAX,
        explored: AtomicU64::new(0),
        is_over: AtomicBool::new(false),
    })
}

#[test]
fn goals_between_two_halves_are_filled_from_both() {
    let text =
        "############\n#   ####   #\n# $ .... $ #\n#@$ #### $ #\n#   ####   #\n############\n";
    let (house, start) = board::warehouse(&position(text)).expect("is closed");
    for seed in 0..6 {
        let plan =
            with_run(|run| order::PackingPlan::new(&house, &start[1..], 0.0, seed, 300, run));
        let plan = plan.expect("is not stopped");
        // A box from one side has to be parked, so that the pusher gets to the other.
        assert!(plan.targets.len() > house.goals.len(), "{seed}");
        assert!(house.are_on_goals(&plan.filled[plan.targets.len()]));
        assert_eq!(plan.late(start[1..].iter().copied(), 0), 0);
    }
}

/// Takes the moves of an attempt.
#[derive(Default)]
struct Attempts(std::sync::Mutex<Vec<Move>>);

impl ProgressSink for Attempts {
    fn snapshot(&self, _: Snapshot) {}

    fn attempted(&self, moves: &game::Plan) {
        *self.0.lock().expect("is fine") = moves.0.clone();
    }
}

#[test]
fn a_stopped_search_reports_the_moves_that_came_furthest() {
    let text = "##############\n#@           #\n# $ $ $ $ $  #\n#            #\n#   ......   #\n#     $      \
        #\n#            #\n##############\n";
    let level = level(text);
    let request = SolveRequest {
        first: true,
        ..SolveRequest::new(level.as_ref())
    };
    let attempts = Attempts::default();
    let budget = Budget::default().with_nodes(4);
    let report = solve(&solver::AUTO, &request, &budget, &attempts).expect("takes the level");
    assert!(report.outcome.solution().is_none());
    let moves = attempts.0.into_inner().expect("is fine");
    let end = play(level.as_ref(), &moves).expect("is legal");
    let on_goals = moves
        .iter()
        .filter(|it| it.as_str().contains(char::is_uppercase));
    assert!(on_goals.count() > 0 && !end.is_solved(), "{moves:?}");
}

#[test]
fn spare_goals_stay_empty() {
    let text = "##########\n#@ $ .. .#\n#  $ .. .#\n##########\n";
    let (house, start) = board::warehouse(&position(text)).expect("is closed");
    let search = unpacking::Unpacking::new(&house, &start[1..], 0.0, 0);
    let mut rng = fastrand::Rng::with_seed(1);
    let found = with_run(|run| search.unpack(300, &mut rng, run));
    let (left_over, steps) = found.expect("is not stopped");
    assert_eq!((left_over, steps.len()), (0, 2));
}

#[test]
fn boxes_are_removed_in_an_order_that_does_not_lock_the_pusher_out() {
    // Read backwards, the pusher who takes away the box on the right is locked in behind the other.
    let text = "\
        ##################\n\
        #           ######\n\
        # $          ..$@#\n\
        #           ######\n\
        ##################\n";
    let (house, start) = board::warehouse(&position(text)).expect("is closed");
    for clearing_weight in 0..3 {
        let search = unpacking::Unpacking::new(&house, &start[1..], 0.0, clearing_weight);
        let mut rng = fastrand::Rng::with_seed(1);
        let found = with_run(|run| search.unpack(300, &mut rng, run));
        let (left_over, _) = found.expect("is not stopped");
        assert_eq!(left_over, 0);
    }
    let level = level(text);
    let request = SolveRequest::new(level.as_ref());
    let outcome = answer(&solver::AUTO, &request).outcome;
    assert!(outcome.solution().is_some(), "{outcome:?}");
}

#[test]
fn boxes_are_parked_only_where_some_box_gets() {
    let text = "#######\n#@$ . #\n#### ##\n####  #\n####  #\n#######\n";
    let (house, start) = board::warehouse(&position(text)).expect("is closed");
    let removable = unpacking::removable(&house, &start[1..]);
    // A box can be pushed out of the room below, but never into it.
    for (row, col, expected) in [(1, 3, true), (1, 4, true), (2, 4, false), (3, 4, false)] {
        let square = house.floor.square(Cell::new(row, col)).expect("is floor");
        assert!(!house.is_dead(square));
        assert_eq!(removable[usize::from(square)], expected, "{row} {col}");
    }
}

#[test]
fn plans_searched_backwards_have_the_fewest_pushes() {
    let mut found = 0;
    for seed in 0..20 {
        let options = keyed(&[("rows", "7"), ("columns", "7"), ("boxes", "2")]);
        let budget = Budget::default();
        let generated = crate::game::generate(&generate::PullGenerator, &options, seed, &budget);
        let level = generated.expect("is generated");
        let expected = answer(&REFERENCE, &SolveRequest::new(level.as_ref())).outcome;
        let (house, start) = board::warehouse(&position(&level.to_text())).expect("is closed");
        let (space, begins) = space::BoxSpace::pulls(&house, &start);
        let silent = Progress::new(&NoProgress);
        let paths = begins.into_iter().filter_map(|begin| {
            BestFirst::default()
                .search(&space, begin.into(), &budget, &silent)
                .path
        });
        let best = paths.map(|(_, cost)| cost).min();
        assert_eq!(
            best,
            expected.solution().map(|it| it.cost),
            "{}",
            level.to_text()
        );
        found += usize::from(best.is_some());
    }
    assert!(found > 10, "{found}");
}

/// Steps of the pusher, of which pushes cost the most.
struct Steps(warehouse::Warehouse);

impl StateSpace for Steps {
    type State = warehouse::State;
    type Move = Heading;

    fn is_goal(&self, state: &Self::State) -> bool {
        self.0.are_on_goals(&state[1..])
    }

    fn bound(&self, _state: &Self::State) -> Option<i64> {
        Some(0)
    }

    fn expand(&self, state: &Self::State, next: &mut Vec<(Heading, i64, Self::State)>) {
        let floor = &self.0.floor;
        let is_free = |square| square != floor.wall() && !state[1..].contains(&square);
        for heading in Heading::ALL {
            let to = floor.neighbour(state[0], heading);
            let beyond = floor.neighbour(to, heading);
            let is_push = state[1..].contains(&to);
            if is_free(to) || is_push && is_free(beyond) {
                let mut moved = warehouse::with_move(state, to, beyond);
                moved[0] = to;
                let cost = if is_push { space::PUSH_COST } else { 1 };
                next.push((heading, cost, moved));
            }
        }
    }

    fn bytes(&self, _state: &Self::State) -> usize {
        0
    }
}

#[test]
fn of_plans_with_the_fewest_pushes_the_shortest_is_found() {
    for seed in 0..20 {
        let options = keyed(&[("rows", "7"), ("columns", "7"), ("boxes", "3")]);
        let budget = Budget::default();
        let generated = crate::game::generate(&generate::PullGenerator, &options, seed, &budget);
        let level = generated.expect("is generated");
        let (house, start) = board::warehouse(&position(&level.to_text())).expect("is closed");
        let silent = Progress::new(&NoProgress);
        let expected = BestFirst::default().search(&Steps(house), start, &budget, &silent);
        for solver in [&solver::AUTO, &solver::FEWEST] {
            let outcome = answer(solver, &SolveRequest::new(level.as_ref())).outcome;
            let plan = outcome.solution().map(|solution| {
                let pushes = solution.cost;
                assert!(solution.optimal);
                pushes * space::PUSH_COST + solution.plan.moves().len() as i64 - pushes
            });
            let expected = expected.path.as_ref().map(|(_, cost)| *cost);
            assert_eq!(plan, expected, "{}", level.to_text());
        }
    }
}

#[test]
fn no_solvable_state_is_taken_for_dead() {
    let mut unsolvable = 0;
    for seed in 0..60 {
        let options = keyed(&[("rows", "7"), ("columns", "7"), ("boxes", "3")]);
        let budget = Budget::default();
        let generated = crate::game::generate(&generate::PullGenerator, &options, seed, &budget);
        let text = generated.expect("is generated").to_text();
        let moved = text
            .replacen("$ ", " $", 1)
            .replacen(" $", "$ ", (seed % 3) as usize);
        let level = level(&moved);
        let request = SolveRequest::new(level.as_ref());
        // The reference knows no deadlocks.
        let plain = answer(&REFERENCE, &request).outcome;
        let (house, start) = match board::warehouse(&position(&moved)) {
            Ok(house) => house,
            Err(_) => continue,
        };
        let is_dead = deadlocks::Deadlocks::new(&house, 300).is_dead(&start, None);
        let has_bound = house.lower_bound(&start[1..]);
        if let Some(solution) = plain.solution() {
            let is_bound = has_bound.is_some_and(|bound| bound <= solution.cost);
            assert!(!is_dead && is_bound, "{moved}");
        }
        unsolvable += usize::from(is_dead || has_bound.is_none());
    }
    assert!(unsolvable > 3, "{unsolvable}");
}

#[test]
fn a_plan_in_any_notation_is_improved() {
    let level = level("########\n#      #\n#      #\n#@ $ . #\n#      #\n########\n");
    for detour in [&["drrUluRRurD"][..], &["5 4", "U", "3 3", "RR", "2 6", "D"]] {
        let known: Vec<_> = detour.iter().map(Move::new).collect();
        let request = SolveRequest {
            known: &known,
            first: true,
            ..SolveRequest::new(level.as_ref())
        };
        let unchanged = answer(&solver::AUTO, &request);
        assert_eq!(unchanged.outcome.solution().map(|it| it.cost), Some(4));
        let request = SolveRequest {
            first: false,
            ..request
        };
        let improved = answer(&solver::AUTO, &request);
        assert_eq!(improved.outcome.solution().map(|it| it.cost), Some(2));
    }
}
