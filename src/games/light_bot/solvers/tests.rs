use super::*;
use crate::game::{Game, LevelRef, Move, Outcome, Plan, SolveRequest, replay, solve};
use crate::games::light_bot::LightBot;
use crate::search::{Budget, NoProgress};

fn level(text: &str) -> LevelRef {
    LightBot.parse_text(text).expect("is a level")
}

fn run(solver: &dyn Solver, level: &LevelRef) -> Outcome {
    let request = SolveRequest::new(level.as_ref());
    let report = solve(solver, &request, &Budget::default(), &NoProgress);
    report.expect("takes it").outcome
}

/// The shipped levels in order, with their file names.
fn shipped() -> Vec<(String, LevelRef)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/light-bot");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("is there")
        .map(|entry| entry.expect("can be listed").path())
        .collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("can be read");
        let name = path.file_name().expect("has one").to_string_lossy();
        (name.into_owned(), level(&text))
    };
    paths.into_iter().map(read).collect()
}

/// Programs published or found before for the twelve original levels.
const PROGRAMS: [&str; 12] = [
    "main: FFX",
    "main: FL1\nf1: FXFR1",
    "main: FJJFL1\nf1: XF1",
    "main: FJJFR1\nf1: XF1",
    "main: 1\nf1: 22XL21\nf2: JF",
    "main: F1\nf1: JXJL22J1\nf2: FFFR",
    "main: 1\nf1: F221\nf2: XRFR",
    "main: 1\nf1: JXFJJL1",
    "main: 1\nf1: 2X2L1\nf2: JXF",
    "main: 11JFX\nf1: 2L2FRJ\nf2: FFXFJLJJ",
    "main: 1\nf1: 2X22X2F1\nf2: JXJJJLJ",
    "main: FJ1\nf1: X2XR22R1\nf2: JXJXJ",
];

#[test]
fn known_programs_solve_the_original_levels() {
    let levels = shipped();
    let mut cost = 0;
    for ((name, level), program) in levels.iter().zip(PROGRAMS) {
        let plan = Plan::parse(program);
        let solved = replay(level.as_ref(), &[], plan);
        assert!(solved.is_ok(), "{name}: {solved:?}");
        cost += program.lines().map(|line| line.len()).sum::<usize>()
            - program
                .lines()
                .map(|line| line.find(' ').unwrap_or(0) + 1)
                .sum::<usize>();
        // No command can be spared at the end of main.
        let shorter = program.lines().next().expect("has main");
        let shorter = &shorter[..shorter.len() - 1];
        let rest = program.lines().skip(1).map(Move::new);
        let plan = Plan([Move::new(shorter)].into_iter().chain(rest).collect());
        assert!(replay(level.as_ref(), &[], plan).is_err(), "{name}");
    }
    assert_eq!(cost, 129);
    assert!(
        levels
            .iter()
            .all(|(_, level)| !level.meta().title.is_empty())
    );
}

#[test]
fn the_reference_finds_the_shortest_of_the_first_levels() {
    let (_, first) = &shipped()[0];
    let outcome = run(&brute_force::BruteForce, first);
    let solution = outcome.solution().expect("has one");
    assert!(solution.optimal && solution.cost == 3, "{solution:?}");
    assert_eq!(solution.plan.to_string(), "main: FFX\n");
}

/// Only f1 has room for what has to be done, and f2 is of no use.
#[test]
fn an_empty_second_procedure_is_tried() {
    let level = level("light-bot\nrobot 1 1 E\nslots 1 3 2\n\n0 0* 0* 0*\n");
    let outcome = run(&brute_force::BruteForce, &level);
    let solution = outcome.solution().expect("has one");
    assert_eq!(solution.plan.to_string(), "main: 1\nf1: FX1\n");
}
