//! How the time of Lights Out grows with the board, beside a dense elimination by M4RI.
//!
//! `cargo bench --bench lights_out_growth` prints tables; with `-- --plot FILE.svg` it draws
//! them, too. M4RI is measured where a C compiler, pkg-config and libm4ri-dev are there.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use planwright::game::{LevelRef, SolveRequest, solve};
use planwright::games;
use planwright::search::{Budget, NoProgress};

/// Sides for two states, and for three and four.
const TWO: [usize; 19] = [
    10, 14, 20, 28, 40, 56, 80, 100, 140, 200, 280, 400, 560, 700, 800, 1000, 1250, 1600, 2000,
];
const MORE: [usize; 12] = [10, 14, 20, 28, 40, 56, 80, 112, 160, 224, 300, 450];
/// Sides whose matrix of side⁴ bits a dense elimination gets through in reasonable time.
const DENSE: [usize; 8] = [10, 20, 30, 50, 70, 100, 140, 200];
/// Each size is solved at least so often, and for at least so long; the quickest run counts.
const RUNS: usize = 3;
const LEAST: Duration = Duration::from_millis(60);

/// Points of a line: side and seconds.
type Points = Vec<(usize, f64)>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut plot: Option<PathBuf> = None;
    while let Some(argument) = arguments.next() {
        if argument == "--plot" {
            plot = arguments.next().map(PathBuf::from);
        }
    }
    let dense = m4ri();
    let mut lines: Vec<(&str, Points)> = Vec::new();
    println!("side  linear, 2 states   M4RI, dense");
    let (mut two, mut by_m4ri) = (Points::new(), Points::new());
    for side in TWO
        .into_iter()
        .chain(DENSE)
        .collect::<std::collections::BTreeSet<_>>()
    {
        let level = board(side, 2);
        let own = quickest(&level);
        two.push((side, own));
        let other = dense.as_ref().filter(|_| DENSE.contains(&side));
        let other = other.and_then(|(program, _)| measured(program, &level, side));
        by_m4ri.extend(other.map(|seconds| (side, seconds)));
        let other = other.map_or(String::new(), |s| {
            format!("{:>12} ({:.0}×)", time(s), s / own)
        });
        println!("{side:>4}  {:>16} {other}", time(own));
    }
    lines.push(("linear, 2 states", two));
    for (states, name) in [(3, "linear, 3 states"), (4, "linear, 4 states")] {
        println!("side  {name}");
        let points: Points = MORE
            .into_iter()
            .map(|side| {
                let seconds = quickest(&board(side, states));
                println!("{side:>4}  {:>16}", time(seconds));
                (side, seconds)
            })
            .collect();
        lines.push((name, points));
    }
    if !by_m4ri.is_empty() {
        lines.push(("M4RI, dense, 2 states", by_m4ri));
    }
    if let Some(path) = plot {
        match std::fs::write(&path, drawn(&lines)) {
            Ok(()) => println!("drawn in {}", path.display()),
            Err(error) => println!("{}: {error}", path.display()),
        }
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} µs", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// A square board after presses by chance, so that it can be solved.
fn board(side: usize, states: u8) -> LevelRef {
    let game = games::by_id("lights-out").expect("is registered");
    let generator = game.generator().expect("makes levels");
    let options = [("rows", side), ("columns", side), ("states", states.into())];
    let options = options.map(|(key, value)| (key.to_owned(), value.to_string()));
    let made = planwright::game::generate(generator, &options.into(), 1, &Budget::default());
    made.expect("the options are good")
}

/// Seconds of the quickest of some runs of `linear`, replay of the plan included.
fn quickest(level: &LevelRef) -> f64 {
    let game = games::by_id("lights-out").expect("is registered");
    let solver = game.solvers().iter().find(|s| s.info().id == "linear");
    let solver = *solver.expect("is one of its solvers");
    let mut best = f64::INFINITY;
    let (begin, mut runs) = (Instant::now(), 0);
    while runs < RUNS || begin.elapsed() < LEAST {
        let request = SolveRequest::new(level.as_ref());
        let report = solve(solver, &request, &Budget::default(), &NoProgress).expect("takes it");
        assert!(report.outcome.solution().is_some());
        best = best.min(report.elapsed.as_secs_f64());
        runs += 1;
    }
    best
}

/// The program that uses M4RI, built now; says why if that cannot be done.
fn m4ri() -> Option<(PathBuf, tempfile::TempDir)> {
    let built = || -> Result<(PathBuf, tempfile::TempDir), String> {
        let flags = Command::new("pkg-config")
            .args(["--cflags", "--libs", "m4ri"])
            .output()
            .map_err(|error| format!("pkg-config: {error}"))?;
        if !flags.status.success() {
            return Err("libm4ri-dev is not installed".to_owned());
        }
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = folder.path().join("dense");
        let flags = String::from_utf8_lossy(&flags.stdout).into_owned();
        let compiled = Command::new("cc")
            .args(["-O3", "-march=native", "-o"])
            .arg(&program)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/m4ri/dense.c"))
            .args(flags.split_whitespace())
            .status()
            .map_err(|error| format!("cc: {error}"))?;
        if compiled.success() {
            Ok((program, folder))
        } else {
            Err("benches/m4ri/dense.c could not be compiled".to_owned())
        }
    };
    built()
        .inspect_err(|why| println!("without M4RI: {why}"))
        .ok()
}

/// Seconds of the elimination by M4RI, the quicker of two; the matrix is built before.
fn measured(program: &PathBuf, level: &LevelRef, side: usize) -> Option<f64> {
    let mut input = format!("{side}\n");
    for cell in level.board().size.cells() {
        input.push(if level.style(cell).value == "#" {
            '1'
        } else {
            '0'
        });
    }
    let run = || {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(input.as_bytes()).ok()?;
        let output = child.wait_with_output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let (seconds, word) = text.trim().split_once(' ')?;
        assert_eq!(word, "solved", "M4RI and the generator disagree");
        seconds.parse::<f64>().ok()
    };
    Some(run()?.min(run()?))
}

/// A log-log diagram, with a line that grows with the cube of the side as the mark.
fn drawn(lines: &[(&str, Points)]) -> String {
    const SIZE: (f64, f64) = (760.0, 500.0);
    const LEFT: f64 = 70.0;
    const RIGHT: f64 = 740.0;
    const TOP: f64 = 20.0;
    const BOTTOM: f64 = 445.0;
    let colours = ["#1f5fbf", "#c2571a", "#3a7d34", "#7a3e9d"];
    let (sides, seconds) = ((1.0, 3.4), (-5.5, 1.7));
    let x = |side: f64| LEFT + (side.log10() - sides.0) / (sides.1 - sides.0) * (RIGHT - LEFT);
    let y =
        |time: f64| BOTTOM - (time.log10() - seconds.0) / (seconds.1 - seconds.0) * (BOTTOM - TOP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        SIZE.0, SIZE.1
    );
    let mut put = |text: String| {
        // Writing to a string does not fail.
        let _ = writeln!(svg, "{text}");
    };
    for side in [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0] {
        put(format!(
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\" stroke=\"#dddddd\"/>\
             <text x=\"{0:.1}\" y=\"{1}\" text-anchor=\"middle\" fill=\"#333333\">{side}</text>",
            x(side),
            BOTTOM + 20.0
        ));
    }
    for (time, name) in [
        (1e-5, "10 µs"),
        (1e-4, "0.1 ms"),
        (1e-3, "1 ms"),
        (1e-2, "10 ms"),
        (0.1, "0.1 s"),
        (1.0, "1 s"),
        (10.0, "10 s"),
    ] {
        put(format!(
            "<line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{1}\" y=\"{2:.1}\" text-anchor=\"end\" fill=\"#333333\">{name}</text>",
            y(time),
            LEFT - 8.0,
            y(time) + 4.0
        ));
    }
    put(format!(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#333333\">side of the board, cells</text>",
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 42.0
    ));
    // Through the largest board of the first line.
    if let Some((_, points)) = lines.first()
        && let Some(&(side, time)) = points.last()
    {
        let cubic = |other: f64| time * (other / side as f64).powi(3);
        let from = side as f64 / 30.0;
        put(format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#888888\" \
             stroke-dasharray=\"6 5\"/>",
            x(from),
            y(cubic(from)),
            x(side as f64),
            y(time)
        ));
    }
    for ((name, points), colour) in lines.iter().zip(colours) {
        let path: Vec<String> = points
            .iter()
            .map(|(side, time)| format!("{:.1},{:.1}", x(*side as f64), y(*time)))
            .collect();
        put(format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            path.join(" ")
        ));
        for at in &path {
            if let Some((cx, cy)) = at.split_once(',') {
                put(format!(
                    "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"{colour}\"/>"
                ));
            }
        }
        let row = lines
            .iter()
            .position(|(other, _)| other == name)
            .unwrap_or(0) as f64;
        let top = TOP + 18.0 + 20.0 * row;
        put(format!(
            "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"#222222\">{name}</text>",
            LEFT + 14.0,
            top - 6.0,
            LEFT + 36.0,
            top
        ));
    }
    let top = TOP + 18.0 + 20.0 * lines.len() as f64;
    put(format!(
        "<text x=\"{}\" y=\"{top}\" fill=\"#666666\">dashed: the cube of the side</text>",
        LEFT + 36.0
    ));
    svg.push_str("</svg>\n");
    svg
}
