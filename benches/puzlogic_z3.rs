//! `propagate` beside Z3 on the same levels of Puzlogic, in one run:
//! `cargo bench --bench puzlogic_z3`.
//!
//! Both find the solution and prove that there is no other. Z3 is measured where python3 has the
//! package z3-solver; the time it takes to start is not counted.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use planwright::game::{LevelRef, SolveRequest, generate, solve};
use planwright::games;
use planwright::search::{Budget, NoProgress};

/// Classes of boards by chance: rows and columns, percent of given numbers, how many of them.
const CLASSES: [(&str, &str, u64); 4] = [
    ("6", "10", 5),
    ("9", "20", 5),
    ("16", "45", 3),
    ("25", "60", 2),
];

fn main() {
    let z3 = z3("puzlogic\n\n_\npieces 1\n").is_some();
    if !z3 {
        println!("without Z3: python3 has no package z3-solver");
    }
    println!(
        "{:<34} {:>12} {:>12} {:>8}",
        "level", "propagate", "Z3", "times"
    );
    for (name, level) in shipped().into_iter().chain(by_chance()) {
        let own = quickest(&level);
        let other = if z3 { self::z3(&level.to_text()) } else { None };
        let (other, times) = match other {
            Some((seconds, 1)) => (time(seconds), format!("{:.0}", seconds / own)),
            Some((seconds, _)) => (format!("> {}", time(seconds)), String::new()),
            None => (String::new(), String::new()),
        };
        println!("{name:<34} {:>12} {other:>12} {times:>8}", time(own));
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn shipped() -> Vec<(String, LevelRef)> {
    let game = games::by_id("puzlogic").expect("is registered");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/puzlogic");
    let files = std::fs::read_dir(folder).expect("is there");
    let mut paths: Vec<_> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("can be read");
            let level = game.parse_text(&text).expect("is a level");
            (level.meta().title.clone(), level)
        })
        .collect()
}

fn by_chance() -> Vec<(String, LevelRef)> {
    let game = games::by_id("puzlogic").expect("is registered");
    let generator = game.generator().expect("makes levels");
    let mut levels = Vec::new();
    for (side, given, count) in CLASSES {
        for seed in 1..=count {
            let options = [
                ("rows", side),
                ("columns", side),
                ("given", given),
                ("cells", "80"),
                ("shape", "random"),
            ];
            let options: BTreeMap<_, _> = options
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into();
            match generate(generator, &options, seed, &Budget::default()) {
                Ok(level) => levels.push((format!("{side}×{side}, seed {seed}"), level)),
                Err(error) => println!("{side}×{side}, seed {seed}: {error}"),
            }
        }
    }
    levels
}

/// Seconds of the quickest of several runs that look for a second solution.
fn quickest(level: &LevelRef) -> f64 {
    let game = games::by_id("puzlogic").expect("is registered");
    let solver = *game.solvers().first().expect("has solvers");
    let begin = Instant::now();
    let mut best = f64::INFINITY;
    for run in 0.. {
        if run >= 3 && begin.elapsed() > Duration::from_millis(50) {
            break;
        }
        let request = SolveRequest {
            count: 2,
            ..SolveRequest::new(level.as_ref())
        };
        let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("takes it");
        let solution = report.outcome.solution().expect("can be solved");
        assert_eq!(solution.solutions, Some(1));
        best = best.min(report.elapsed.as_secs_f64());
    }
    best
}

/// Seconds of Z3 for the solution and the proof, and how many there are: 2 for more than one or
/// no answer in time.
fn z3(text: &str) -> Option<(f64, u32)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/z3/puzlogic.py");
    let mut child = Command::new("python3")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut words = text.split_whitespace().skip(1);
    let seconds = words.next()?.parse().ok()?;
    let count = words.next()?.parse().ok()?;
    Some((
        seconds,
        if words.next() == Some("unsat") {
            count
        } else {
            2
        },
    ))
}
