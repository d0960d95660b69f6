//! What every solver answers to the shipped levels of its game, and to some that are generated.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use planwright::game::Game;
use testkit::cli::Dir;

use super::{compare, file, is_rewritten};

/// Said of a level that a solver does not settle in the time of a rewriting, or not always alike.
const OPEN: &str = "open";

/// Seconds a level takes at most when the record is rewritten. Only what is alike for both is compared.
const REWRITING: [&str; 2] = ["1", "3"];
/// The same in a comparison, where the machine may be busy.
const COMPARING: &str = "120";
/// Seconds after which an answer may depend on how fast the machine is: solvers look for a better plan, or its proof, for a
/// while.
const AT_ONCE: f64 = 0.15;

/// Writes the tests of games, and the options their generated levels are made with: three seeds each.
macro_rules! games {
    ($($test:ident $game:literal: $($options:literal),*;)*) => {$(
        #[test]
        fn $test() {
            let dir = levels($game, &[$($options),*]);
            compare(&format!("solvers/{}.txt", $game), &answers($game, &dir));
        }
    )*};
}

games! {
    logo_is_solved_as_recorded "logo":
        "--set rows=4 --set columns=4", "--set rows=3 --set columns=6 --set family=checkerboard",
        "--set rows=12 --set columns=9";
    lights_out_is_solved_as_recorded "lights-out":
        "--set rows=4", "--set states=3", "--set rows=9 --set columns=9 --set holes=15";
    puzlogic_is_solved_as_recorded "puzlogic":
        "--set rows=3 --set columns=3", "", "--set rows=6 --set columns=6 --set sums=all";
    light_bot_is_solved_as_recorded "light-bot": "", "--difficulty easy", "--difficulty hard";
    robos_escape_is_solved_as_recorded "robos-escape": "", "--difficulty easy";
    gdl_is_solved_as_recorded "gdl": "", "--set rows=8 --set columns=8";
    puzzlescript_is_solved_as_recorded "puzzlescript": "";
    sokoban_is_solved_as_recorded "sokoban": "", "--difficulty easy";
    rush_hour_is_solved_as_recorded "rush-hour": "", "--difficulty easy";
}

/// A folder with the shipped levels of a game and the generated ones.
fn levels(game: &str, options: &[&str]) -> Dir {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("levels")
        .join(game);
    let mut dir = Dir::default();
    for file in fs::read_dir(shipped).expect("is there") {
        let file = file.expect("is read");
        let name = file.file_name().into_string().expect("is text");
        let text = fs::read(file.path()).expect("is read");
        dir = dir.with(&format!("levels/{name}"), text);
    }
    for (index, options) in options.iter().enumerate() {
        for seed in 1..=3 {
            let line = format!("generate {game} {options} --seed {seed}");
            dir = dir.with_printed(&format!("levels/made-{}-{seed}.txt", index + 1), &line);
        }
    }
    dir
}

/// A section for each solver, with a line for each level.
fn answers(game: &str, dir: &Dir) -> String {
    let recorded = fs::read_to_string(file(&format!("solvers/{game}.txt"))).unwrap_or_default();
    let game: &dyn Game = planwright::games::by_id(game).expect("is there");
    let mut sections = Vec::new();
    for solver in game.solvers() {
        let id = solver.info().id;
        let lines = if is_rewritten() {
            let [one, other] = REWRITING.map(|limit| answers_of(dir, id, "levels", limit));
            let alike = |(level, answer): (String, String)| {
                let is_alike = other.get(&level) == Some(&answer);
                let answer = if is_alike { answer } else { OPEN.to_owned() };
                (level, answer)
            };
            one.into_iter().map(alike).collect()
        } else {
            let mut lines = section(&recorded, id);
            let settled = lines.iter().filter(|(_, answer)| *answer != OPEN);
            let settled: Vec<_> = settled
                .map(|(level, _)| format!("levels/{level}"))
                .collect();
            if !settled.is_empty() {
                lines.extend(answers_of(dir, id, &settled.join(" "), COMPARING));
            }
            lines
        };
        let lines = lines
            .iter()
            .map(|(level, answer)| format!("{level}: {answer}\n"));
        sections.push(format!("[{id}]\n{}", lines.collect::<String>()));
    }
    sections.join("\n")
}

/// What was recorded of a solver, by level.
fn section(recorded: &str, solver: &str) -> BTreeMap<String, String> {
    let heading = format!("[{solver}]");
    let lines = recorded.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let entry = |line: &str| {
        let (level, answer) = line.split_once(": ").expect("has an answer");
        (level.to_owned(), answer.to_owned())
    };
    lines.map(entry).collect()
}

/// A solver's answers, by level.
fn answers_of(dir: &Dir, solver: &str, levels: &str, limit: &str) -> BTreeMap<String, String> {
    let line = format!("batch --quiet --solver {solver} --time-limit {limit} {levels}");
    let output = dir.command(&line).output().expect("runs");
    let table = String::from_utf8(output.stdout).expect("is text");
    let row = |row: &str| {
        let fields: Vec<_> = row.split(',').collect();
        let [
            level,
            _,
            _,
            result,
            cost,
            unit,
            optimal,
            bound,
            _,
            seconds,
            ..,
        ] = fields[..]
        else {
            panic!("{row}");
        };
        let seconds: f64 = seconds.parse().expect("is a number");
        let answer = match (result, optimal) {
            ("solved", _) if is_rewritten() && seconds > AT_ONCE => OPEN.to_owned(),
            ("solved", "yes") => format!("{cost} {unit}, proved"),
            ("solved", _) if bound.is_empty() => format!("{cost} {unit}"),
            ("solved", _) => format!("{cost} {unit}, bound {bound}"),
            ("time limit" | "memory limit" | "limit", _) => OPEN.to_owned(),
            (other, _) => other.to_owned(),
        };
        let level = level.strip_prefix("levels/").unwrap_or(level);
        (level.to_owned(), answer)
    };
    table.lines().skip(1).map(row).collect()
}
