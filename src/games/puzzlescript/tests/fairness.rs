//! Reports on small games with known plans, dead ends and unneeded objects.

use super::*;
use crate::game::search::{Budget, NoProgress, ProgressSink, Snapshot, Stop};
use crate::game::{EditEffect, Fairness, Outcome, generate_from};
use testkit_game::{STOP_PROMISE, keyed, time_to_stop};

const PUSH: &str = "[ > Player | Crate ] -> [ > Player | > Crate ]";

fn report(rules: &str, win: &str, board: &str) -> Fairness {
    let level = level(&text("", rules, win, board));
    analyze(&level, &Budget::default(), &NoProgress)
}

fn analyze(level: &LevelRef, budget: &Budget, sink: &dyn ProgressSink) -> Fairness {
    let analyzer = PuzzleScript.analyzer().expect("has the ability");
    let found = analyzer.analyze(level.as_ref(), budget, sink);
    found.expect("can be played")
}

/// Row, column and effect of a change to each cell.
fn rows_of(effects: &[(Cell, EditEffect)]) -> Vec<(usize, usize, EditEffect)> {
    let effects = effects.iter();
    let rows = effects.map(|(cell, effect)| (cell.row, cell.col, *effect));
    rows.collect()
}

/// Number of shortest plans, of those with different effects, and their length.
fn plan_counts(rules: &str, win: &str, board: &str) -> (u64, u64, i64) {
    let fairness = report(rules, win, board);
    let counts = fairness.shortest.expect("can be won");
    assert!(counts.all.exact && counts.different.exact);
    assert_eq!(counts.examples.len() as u64, counts.different.number);
    let solution = fairness.report.outcome.solution().expect("has a plan");
    assert!(solution.optimal);
    (counts.all.number, counts.different.number, solution.cost)
}

#[test]
fn plans_are_counted_up_to_what_they_do_to_everything_but_the_player() {
    // The player can go round the corner in two ways, which makes no difference.
    assert_eq!(plan_counts("", "Some Player on Target", "p./.o"), (2, 1, 2));
    // Two crates, in one order or the other.
    assert_eq!(plan_counts(PUSH, "All Target on Crate", "o*p*o"), (2, 1, 3));
    // One crate or the other.
    let some = plan_counts(PUSH, "Some Crate on Target", "o*p*o");
    assert_eq!(some, (2, 2, 1));
    assert_eq!(plan_counts(PUSH, "All Target on Crate", "p*.o"), (1, 1, 2));
}

#[test]
fn dead_ends_are_counted_by_distance() {
    let trap = "late [ Player Mark ] -> [ Mark ]";
    let found = report(trap, "Some Player on Target", "p.o/.m.");
    let dead_ends = found.dead_ends.expect("was found out");
    assert_eq!((dead_ends.by_distance, dead_ends.undecided), (vec![1], 0));
    let [end] = dead_ends.nearest.as_slice() else {
        panic!("{:?}", dead_ends.nearest);
    };
    let path: Vec<&str> = end.way.iter().map(crate::game::Move::as_str).collect();
    assert_eq!((path, end.wrong.as_str()), (vec!["right"], "down"));
    assert_eq!((end.positions.number, end.moves), (1, 0));

    // The crate is pushed from above or below after two moves that lead away, from the other side after four.
    let found = report(PUSH, "All Target on Crate", "#####/#...#/#p*o#/#...#/#####");
    let dead_ends = found.dead_ends.expect("was found out");
    assert_eq!(dead_ends.by_distance, [0, 0, 2, 0, 1]);
    assert!(dead_ends.nearest.is_empty());
}

#[test]
fn what_is_not_needed_is_named() {
    let rules = "[ > Player | Gem ] -> [ > Player | > Gem ]\n[ > Player | Crate ] -> [ > Player | > Crate ]";
    let found = report(rules, "All Target on Crate", "#####/#p*.o/#.g../#####");
    let idle = found.idle_rules.expect("there is a plan");
    let idle: Vec<&str> = idle.iter().map(|idle| idle.text.as_str()).collect();
    assert_eq!(idle, ["[ > Player | Gem ] -> [ > Player | > Gem ]"]);
    assert_eq!(found.unneeded.expect("was found out"), ["wall", "gem"]);
}

#[test]
fn a_rule_that_only_gives_a_command_is_used() {
    let found = report("late [ Player Target ] -> win", "", "p.o");
    assert_eq!(found.idle_rules, Some(Vec::new()));
}

#[test]
fn emptied_cells_have_effects() {
    let found = report("", "Some Player on Target", "p#o/...");
    let expected = [(0, 1, EditEffect::Shorter(2)), (0, 2, EditEffect::Lost)];
    assert_eq!(rows_of(&found.removals), expected);
    let found = report("", "Some Player on Target", "p#o");
    assert!(matches!(found.report.outcome, Outcome::Unsolvable(_)));
    assert!(found.shortest.is_none() && found.dead_ends.is_none());
    let expected = [(0, 1, EditEffect::Opened(2)), (0, 2, EditEffect::Same)];
    assert_eq!(rows_of(&found.removals), expected);
    // On the path of a crate there is one more way to lose.
    let found = report(PUSH, "All Target on Crate", "p*.o/..#.");
    let mut effects = found.effects();
    assert!(effects.all(|(_, effect)| effect != EditEffect::Unknown));
}

#[test]
fn blocked_cells_have_effects() {
    let found = report("", "Some Player on Target", "p..o/#...");
    let blocked = found.obstacles.expect("there is a wall");
    assert_eq!(blocked.by, "wall");
    let expected = [
        (0, 1, EditEffect::Lost),
        (0, 2, EditEffect::Longer(5)),
        (1, 1, EditEffect::Same),
        (1, 2, EditEffect::Same),
        (1, 3, EditEffect::Same),
    ];
    assert_eq!(rows_of(&blocked.cells), expected);
    assert_eq!(report("", "Some Player on Target", "p.o").obstacles, None);
}

#[test]
fn a_cancelled_report_ends_soon() {
    let board =
        "##########/#p.......#/#.*.*..*.#/#........#/#..*..*..#/#.o.oo.o.#/#...o....#/##########";
    let level = level(&text("", PUSH, "All Target on Crate", board));
    let late = time_to_stop(|budget| {
        let outcome = analyze(&level, budget, &NoProgress).report.outcome;
        assert!(outcome.stop() == Some(Stop::Cancelled), "{outcome:?}");
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
    for (phase, counted) in [
        ("all positions", false),
        ("dead ends", true),
        ("levels with a cell emptied", true),
    ] {
        let budget = Budget::default();
        let found = analyze(&level, &budget, &CancelAt(phase, &budget));
        assert!(found.report.outcome.solution().is_some(), "{phase}");
        assert_eq!(found.shortest.is_some(), counted, "{phase}");
        let mut effects = found.effects();
        assert!(
            effects.all(|(_, effect)| effect == EditEffect::Unknown),
            "{phase}"
        );
    }
}

#[test]
fn generated_levels_have_the_requested_dead_ends() {
    let generator = PuzzleScript.generator().expect("has the ability");
    let board = "########/#......#/#.p*.o.#/#..*..o#/#......#/########";
    let base = level(&text("", PUSH, "All Target on Crate", board));
    for (wanted, least, most) in [("0", 0, 0), ("3-9", 3, 9)] {
        let options = keyed(&[("moves", "4-20"), ("dead-ends", wanted)]);
        let (base, budget) = (Some(base.as_ref()), Budget::default());
        let generated = generate_from(generator, base, &options, 7, &budget);
        let found = analyze(&generated.expect("can be made"), &budget, &NoProgress);
        let dead_ends = found.dead_ends.expect("was found out").by_distance;
        let adjacent = dead_ends.first().copied().unwrap_or(0);
        assert!(
            (least..=most).contains(&adjacent),
            "{wanted}: {dead_ends:?}"
        );
    }
}
