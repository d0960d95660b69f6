use super::*;
use crate::disk::{RealDisk, load_ron, save_ron};
use crate::games;

fn solved(cost: Cost, optimal: bool) -> SolverResult {
    SolverResult {
        ending: SolverEnding::Solved,
        cost: Some(cost),
        unit: "keys".to_owned(),
        optimal,
        seconds: 0.25,
        ..SolverResult::default()
    }
}

fn level() -> LevelRef {
    let lights = games::by_id("lights-out").expect("is registered");
    lights
        .parse_text("lights-out\n\n.#.\n")
        .expect("is a level")
}

#[test]
fn totals_distinguish_solved_levels_from_plans() {
    let limit = SolverResult {
        ending: SolverEnding::Time,
        explored: 10,
        seconds: 1.0,
        ..solved(9, false)
    };
    let none = SolverResult {
        ending: SolverEnding::Unsolvable,
        ..SolverResult::default()
    };
    let all = [
        solved(2, true),
        solved(3, false),
        limit,
        none,
        SolverResult::default(),
    ];
    let text = Totals::new(&all).to_string();
    let expected = "2 of 5 solved, 1 proved optimal, 1 proved unsolvable, 2 time limit (1 of them with a \
         plan); 14 keys in all; ";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with(" solving time"), "{text}");
}

#[test]
fn results_survive_the_file_and_are_known_by_content() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let path = home.path().join("results.ron");
    let level = level();
    let mut results = Results::default();
    results.insert(&level, "walk", solved(2, true));
    save_ron(&results, &RealDisk, &path).expect("is writable");
    let read: Results = load_ron(&RealDisk, &path).expect("is readable");
    assert_eq!(read, results);
    let renamed = level.with_meta(crate::game::Meta {
        title: "Another name".to_owned(),
        ..Default::default()
    });
    let result = read.get("lights-out", content_id(&renamed), "walk");
    assert_eq!(result, Some(&solved(2, true)));
    std::fs::write(&path, "what?").expect("is writable");
    assert!(load_ron::<Results>(&RealDisk, &path).is_err());
}

#[test]
fn a_proof_is_not_forgotten_for_a_quicker_answer() {
    let level = level();
    let mut results = Results::default();
    results.insert(&level, "walk", solved(3, false));
    results.insert(&level, "walk", solved(2, true));
    results.insert(&level, "walk", SolverResult::default());
    let result = results.get("lights-out", content_id(&level), "walk");
    assert_eq!(result.map(|result| result.cost), Some(Some(2)));
    assert!(solved(3, false).is_final(false) && !solved(3, false).is_final(true));
    assert!(!SolverResult::default().is_final(false));
}

#[test]
fn a_table_can_be_read_by_spreadsheets() {
    let result = SolverResult {
        note: "no,\n\"never\"".to_owned(),
        ending: SolverEnding::Unsolvable,
        ..SolverResult::default()
    };
    let row = |level: &str| ResultRow {
        level: level.to_owned(),
        game: "lights-out".to_owned(),
        solver: "walk".to_owned(),
        result: result.clone(),
    };
    let rows = [row("=SUM(A1)"), row("Plain")];
    let text = to_csv(&rows);
    let mut lines = text.split("\r\n");
    let names = lines.next().expect("has names");
    assert_eq!(names.split(',').count(), 11);
    let first = lines.next().expect("has a line");
    assert!(first.starts_with("'=SUM(A1),lights-out,walk,unsolvable,,"));
    for part in ["Plain,lights-out", "\"no,\n\"\"never\"\"\""] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(read_csv(&text), Ok(rows.to_vec()));
    let torn = read_csv(&text.replace("unsolvable", "lost"));
    let error = torn.expect_err("has no such result");
    assert!(error.starts_with("row 2"), "{error}");
}
