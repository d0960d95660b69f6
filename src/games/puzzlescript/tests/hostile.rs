//! Texts made to keep the parser or the engine busy forever end with a message or a level.

use super::*;
use crate::game::search::{Budget, CancelFlag, NoProgress, ProgressSink, Snapshot, Stop};
use crate::game::{Move, Outcome, SolveRequest, solve};
use crate::solvers::ALL;

/// Message about a text, or about an action in its first level.
fn message(text: &str) -> String {
    match parse(text) {
        Err(error) => error.to_string(),
        Ok(level) => level.unplayable().unwrap_or_else(|| {
            play(text, None, "x").map_or_else(|error| error.to_string(), |_| "played".to_owned())
        }),
    }
}

fn check(text: &str, expected: &str) {
    let said = message(text);
    let start: String = text.chars().take(2_000).collect();
    assert!(said.contains(expected), "{said}\n{start}");
}

#[test]
fn rules_without_end() {
    let rules = |rules: &str, level: &str| text("", &rules.replace("; ", "\n"), "", level);
    let blink = "late [ Fire ] -> [ Gem Mark ] again; late [ Gem no Mark ] -> [ Fire ] again; [ Mark ] -> [ ]";
    check(&rules(blink, "pf"), "the rules never finish");
    let lines = blink.replace("; ", "\n");
    let at_start = text("run_rules_on_level_start", &lines, "", "pf");
    check(&at_start, "the rules never finish");
    // Loops end after a limit, as in the original.
    let in_loop = "startloop; [ Fire ] -> [ Gem ]; [ Gem ] -> [ Fire ]; endloop";
    let in_group = "[ Fire ] -> [ Gem ]; + [ Gem ] -> [ Fire ]";
    for loops in [in_loop, in_group] {
        check(&rules(loops, "pf"), "played");
    }
    // On a board of any size it is noticed that a state returns.
    let wide = vec!["f".repeat(180); 179].join("/");
    let wide = format!("{wide}/p{}", "f".repeat(179));
    check(&rules(blink, &wide), "the rules never finish");
    let many_rows = format!("{} -> {}", "[ Fire ] ".repeat(12), "[ Gem ] ".repeat(12));
    let long = format!("p{}", "f".repeat(100));
    check(&rules(&many_rows, &long), "its rules need too much work");
}

#[test]
fn a_spent_budget_ends_a_move() {
    let level = level(&text("", "", "", "p."));
    let budget = Budget::default();
    let mut start = level.start_within(&budget).expect("has time");
    budget.cancel_flag().cancel();
    let error = start.apply(&Move::new("right"));
    let error = error.expect_err("has no result");
    let text = error.to_string();
    assert_eq!(text, "cannot tell what ‘right’ does: it was cancelled");
    assert!(level.start_within(&budget).is_err());
    // The same in the moves already made, and at the start, is no error of the request.
    for done in [&[Move::new("right")][..], &[]] {
        for solver in ALL {
            let level = level.as_ref();
            let request = SolveRequest {
                done,
                ..SolveRequest::new(level)
            };
            let report = solve(*solver, &request, &budget, &NoProgress).expect("fits");
            assert_eq!(report.outcome.stop(), Some(Stop::Cancelled));
        }
    }
}

/// Cancels a search once it has proved a bound.
struct StopAtBound(CancelFlag);

impl ProgressSink for StopAtBound {
    fn snapshot(&self, snapshot: Snapshot) {
        if snapshot.lower_bound >= Some(3) {
            self.0.cancel();
        }
    }
}

#[test]
fn a_stop_within_a_move_leaves_the_bound() {
    let level = level(&text("", "", "No Player", "..../..p./...."));
    let budget = Budget::default();
    let sink = StopAtBound(budget.cancel_flag().clone());
    // The reference, which prunes nothing.
    let request = SolveRequest::new(level.as_ref());
    let report = solve(ALL[2], &request, &budget, &sink).expect("fits");
    let Outcome::Stopped { lower_bound, .. } = report.outcome else {
        panic!("{:?}", report.outcome);
    };
    assert!(lower_bound >= Some(3), "{lower_bound:?}");
}

#[test]
fn rules_of_millions_of_variants_or_parts() {
    let rules = |rules: &str| text("", rules, "", "p");
    let cells = |cell: &str, count: usize| vec![cell; count].join(" | ");
    for cells in [cells("moving Solid", 12), cells("Either", 30)] {
        check(&rules(&format!("[ {cells} ] -> [ {cells} ]")), "variants");
    }
    let push = "[ > Player | Crate ] -> [ > Player | > Crate ]\n";
    check(&rules(&push.repeat(20_000)), "variants");
    let long = cells("Player", 60_000);
    let long = format!("[ {long} ] -> [ {long} ]");
    check(&rules(&long), "more than 200,000 cells");
    let (left, right) = (cells("no Mark", 500), cells("", 500));
    let loops = "startloop\n[ Player ] -> [ Player ]\nendloop\n".repeat(10_000);
    let names = "no Crate ".repeat(100_000);
    for played in [
        format!("right [ {left} ] -> [ {right} ]\n{loops}"),
        "[".repeat(1_000_000),
        format!("[ {names} ] -> [ Player ]"),
    ] {
        check(&rules(&played), "played");
    }
}

#[test]
fn large_texts() {
    let row = ".".repeat(10_000);
    let rows = |count: usize| vec![row.as_str(); count].join("/");
    for (levels, expected) in [
        (rows(10_000), "too long"),
        (rows(200), "too large"),
        ("[".repeat(1_000_000), "too large"),
        (vec!["p*o"; 100_000].join("\n\n"), "played"),
    ] {
        check(&text("", "", "", &levels), expected);
    }
    check(&"(".repeat(1_000_000), "no PLAYER");
    check(&")".repeat(1_000_000), "no PLAYER");
    check(&text("(", "", "", "p"), "no PLAYER");
    check(&text("", "", "", &"(\n".repeat(300_000)), "no levels");
}

#[test]
fn large_legends() {
    let legend =
        |lines: &str| text("", "", "", "p").replace("Stack = ", &format!("{lines}\nStack = "));
    check(&legend("A = B\nB = C\nC = A"), "played");
    check(&legend("A = B or Crate\nB = A or Gem"), "played");
    let long = format!("A = {} Crate", "Crate or ".repeat(90_000));
    check(&legend(&long), "played");
    let chain = |word: &str| {
        let line = |index| format!("A{} = A{index} {word} A{index}\n", index + 1);
        let lines: String = (0..60).map(line).collect();
        format!("A0 = Crate {word} Gem\n{lines}")
    };
    check(&legend(&chain("or")), "too many names");
    check(&legend(&chain("and")), "too many names");
    // Each object has a mask.
    let objects = |count: usize| {
        let names: Vec<String> = (0..count).map(|index| format!("{index:x}z")).collect();
        let objects = names.iter().map(|name| format!("{name}\nred\n\n"));
        let objects: String = objects.collect();
        let many = text("", "", "", "p").replace("LEGEND", &format!("{objects}LEGEND"));
        let layer = format!("\nMark,{}\n\nRULES", names.join(","));
        many.replace("\nMark\n\nRULES", &layer)
    };
    check(&objects(100_000), "too many objects");
    check(&objects(3_000), "played");
}
