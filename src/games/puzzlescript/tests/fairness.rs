//! Reports on small games with known plans, dead ends and unneeded objects.

use super::*;
use crate::game::search::{Budget, NoProgress, ProgressSink, Snapshot};
use crate::game::{Effect, Fairness, Outcome};
use testkit_game::{STOP_PROMISE, time_to_stop};

const PUSH: &str = "[ > Player | Crate ] -> [ > Player | > Crate ]";

fn report(rules: &str, win: &str, board: &str) -> Fairness {
    let level = level(&text("", rules, win, board));
    let designer = PuzzleScript.designer().expect("has the ability");
    let found = designer.look_into(level.as_ref(), &Budget::default(), &NoProgress);
    found.expect("can be played")
}

/// Number of shortest plans, of those with different effects, and their length.
fn ways(rules: &str, win: &str, board: &str) -> (u64, u64, i64) {
    let fairness = report(rules, win, board);
    let ways = fairness.ways.expect("can be won");
    assert!(ways.all.exact && ways.different.exact);
    assert_eq!(ways.examples.len() as u64, ways.different.number);
    let solution = fairness.report.outcome.solution().expect("has a plan");
    assert!(solution.optimal);
    (ways.all.number, ways.different.number, solution.cost)
}

#[test]
fn plans_are_counted_up_to_what_they_do_to_everything_but_the_player() {
    // The player can go round the corner in two ways, which makes no difference.
    assert_eq!(ways("", "Some Player on Target", "p./.o"), (2, 1, 2));
    // Two crates, in one order or the other.
    assert_eq!(ways(PUSH, "All Target on Crate", "o*p*o"), (2, 1, 3));
    // One crate or the other.
    assert_eq!(ways(PUSH, "Some Crate on Target", "o*p*o"), (2, 2, 1));
    assert_eq!(ways(PUSH, "All Target on Crate", "p*.o"), (1, 1, 2));
}

#[test]
fn dead_ends_are_told_by_how_near_they_lie_to_the_shortest_way() {
    let trap = "late [ Player Mark ] -> [ Mark ]";
    let found = report(trap, "Some Player on Target", "p.o/.m.");
    let dead_ends = found.dead_ends.expect("was found out");
    assert_eq!((dead_ends.by_distance, dead_ends.undecided), (vec![1], 0));
    let [end] = dead_ends.nearest.as_slice() else {
        panic!("{:?}", dead_ends.nearest);
    };
    let way: Vec<&str> = end.way.iter().map(crate::game::Move::as_str).collect();
    assert_eq!((way, end.wrong.as_str()), (vec!["right"], "down"));
    assert_eq!((end.positions.number, end.moves), (1, 0));

    // The crate is pushed from above or below after two moves that lead away, from the other side after four.
    let room = "#####/#...#/#p*o#/#...#/#####";
    let found = report(PUSH, "All Target on Crate", room);
    let dead_ends = found.dead_ends.expect("was found out");
    assert_eq!(dead_ends.by_distance, [0, 0, 2, 0, 1]);
    assert!(dead_ends.nearest.is_empty());
}

#[test]
fn what_is_not_needed_is_named() {
    let rules = "[ > Player | Gem ] -> [ > Player | > Gem ]\n[ > Player | Crate ] -> [ > Player | > Crate ]";
    let found = report(rules, "All Target on Crate", "#####/#p*.o/#.g../#####");
    let idle = found.idle.expect("there is a plan");
    let idle: Vec<&str> = idle.iter().map(|idle| idle.text.as_str()).collect();
    assert_eq!(idle, ["[ > Player | Gem ] -> [ > Player | > Gem ]"]);
    assert_eq!(found.unneeded.expect("was found out"), ["wall", "gem"]);
}

#[test]
fn a_rule_that_only_gives_a_command_is_used() {
    let found = report("late [ Player Target ] -> win", "", "p.o");
    assert_eq!(found.idle, Some(Vec::new()));
}

#[test]
fn each_cell_tells_what_emptying_it_does() {
    let found = report("", "Some Player on Target", "p#o/...");
    let effects: Vec<(usize, usize, Effect)> = found
        .emptied
        .iter()
        .map(|(cell, effect)| (cell.row, cell.col, *effect))
        .collect();
    assert_eq!(effects, [(0, 1, Effect::Shorter(2)), (0, 2, Effect::Lost)]);
    let found = report("", "Some Player on Target", "p#o");
    assert!(matches!(found.report.outcome, Outcome::Unsolvable(_)));
    assert!(found.ways.is_none() && found.dead_ends.is_none());
    let effects: Vec<Effect> = found.emptied.iter().map(|(_, effect)| *effect).collect();
    assert_eq!(effects, [Effect::Opened(2), Effect::Same]);
    // On the path of a crate there is one more way to lose.
    let found = report(PUSH, "All Target on Crate", "p*.o/..#.");
    assert!(found.effects().all(|(_, effect)| effect != Effect::Unknown));
}

#[test]
fn each_empty_cell_tells_what_a_wall_there_does() {
    let found = report("", "Some Player on Target", "p..o/#...");
    let blocked = found.blocked.expect("there is a wall");
    assert_eq!(blocked.by, "wall");
    let effects: Vec<(usize, usize, Effect)> = blocked
        .cells
        .iter()
        .map(|(cell, effect)| (cell.row, cell.col, *effect))
        .collect();
    assert_eq!(
        effects,
        [
            (0, 1, Effect::Lost),
            (0, 2, Effect::Longer(5)),
            (1, 1, Effect::Same),
            (1, 2, Effect::Same),
            (1, 3, Effect::Same),
        ]
    );
    let found = report("", "Some Player on Target", "p.o");
    assert_eq!(found.blocked, None);
}

#[test]
fn a_report_ends_soon_after_it_is_told_to() {
    let board =
        "##########/#p.......#/#.*.*..*.#/#........#/#..*..*..#/#.o.oo.o.#/#...o....#/##########";
    let level = level(&text("", PUSH, "All Target on Crate", board));
    let designer = PuzzleScript.designer().expect("has the ability");
    let late = time_to_stop(|budget| {
        let found = designer.look_into(level.as_ref(), budget, &NoProgress);
        let outcome = found.expect("can be played").report.outcome;
        assert!(
            matches!(outcome, Outcome::Interrupted { .. }),
            "{outcome:?}"
        );
    });
    assert!(late < STOP_PROMISE, "{late:?}");
}

/// Cancels as soon as a phase starts.
struct CancelAt<'a>(&'static str, &'a Budget);

impl ProgressSink for CancelAt<'_> {
    fn snapshot(&self, snapshot: Snapshot) {
        if snapshot.phase == self.0 {
            self.1.cancel_flag().cancel();
        }
    }
}

#[test]
fn a_report_that_is_cancelled_holds_what_was_found_before() {
    let level = level(&text("", PUSH, "All Target on Crate", "o*p*o/......"));
    let designer = PuzzleScript.designer().expect("has the ability");
    for (phase, counted) in [
        ("all positions", false),
        ("dead ends", true),
        ("levels with a cell emptied", true),
    ] {
        let budget = Budget::default();
        let found = designer.look_into(level.as_ref(), &budget, &CancelAt(phase, &budget));
        let found = found.expect("can be played");
        assert!(found.report.outcome.solution().is_some(), "{phase}");
        assert_eq!(found.ways.is_some(), counted, "{phase}");
        assert!(
            found.effects().all(|(_, effect)| effect == Effect::Unknown),
            "{phase}"
        );
    }
}

#[test]
fn generated_levels_have_the_dead_ends_that_are_wanted() {
    let generator = PuzzleScript.generator().expect("has the ability");
    let board = "########/#......#/#.p*.o.#/#..*..o#/#......#/########";
    let base = level(&text("", PUSH, "All Target on Crate", board));
    for (wanted, least, most) in [("0", 0, 0), ("3-9", 3, 9)] {
        let options = [("moves", "4-20"), ("dead-ends", wanted)];
        let options = options.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let made = crate::game::generate_from(
            generator,
            Some(base.as_ref()),
            &options.into_iter().collect(),
            7,
            &Budget::default(),
        );
        let made = made.expect("can be made");
        let designer = PuzzleScript.designer().expect("has the ability");
        let found = designer.look_into(made.as_ref(), &Budget::default(), &NoProgress);
        let dead_ends = found.expect("can be played").dead_ends;
        let dead_ends = dead_ends.expect("was found out").by_distance;
        let beside = dead_ends.first().copied().unwrap_or(0);
        assert!((least..=most).contains(&beside), "{wanted}: {dead_ends:?}");
    }
}
