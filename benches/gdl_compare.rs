//! The same shipped games by other means: the plain interpreter, SWI-Prolog on our own export (iterative
//! deepening as published, and breadth first), clingo on the rules laid out in time, and the network.
//! States a second in games by chance, and seconds to a plan, both of processor time where the system tells it:
//! other work on the machine does not count.
//!
//! `cargo bench --bench gdl_compare [-- [--rates|--plans] SECONDS [PART…]]`; SECONDS is the most for each plan (20), PART
//! picks levels by name. What is not installed (`swipl`, `clingo`) is left out with a message.

#[path = "gdl_compare/asp.rs"]
mod asp;
#[path = "gdl_compare/playout.rs"]
mod playout;
#[path = "gdl_compare/prolog.rs"]
mod prolog;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use planwright::game::{Game as _, Outcome, SolveRequest, solve};
use planwright::games::gdl::interpret::Interpreter;
use planwright::games::gdl::net::machine::Machine;
use planwright::games::gdl::{Gdl, GdlLevel};
use planwright::search::{Budget, NoProgress};

use playout::measure_rate;

/// Seconds of play by chance with each engine.
const PLAY: f64 = 0.25;

/// Processor time of a process, and of the children it has waited for.
fn processor(process: &str) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks = fields.get(11..15)?.iter();
    let ticks: Option<u64> = ticks.map(|ticks| ticks.parse::<u64>().ok()).sum();
    // A tick is a hundredth of a second wherever Linux runs.
    Some(ticks? as f64 / 100.0)
}

/// Measures processor time; what is over in no time is measured by the clock.
struct Watch(Instant, Option<f64>);

impl Watch {
    fn start() -> Self {
        Self(Instant::now(), processor("self"))
    }

    fn seconds(&self) -> f64 {
        let clock = self.0.elapsed().as_secs_f64();
        match (self.1, processor("self")) {
            (Some(before), Some(now)) if clock > 0.05 => (now - before).max(0.01),
            _ => clock,
        }
    }
}

/// What one way of solving came to.
enum Plan {
    /// Steps, seconds.
    Found(usize, f64),
    /// Not in time.
    Late,
    /// The tool is missing or said something unexpected.
    None(String),
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = match self {
            Self::Found(steps, seconds) if *seconds < 0.1 => {
                format!("{steps} in {:.1} ms", seconds * 1e3)
            }
            Self::Found(steps, seconds) => format!("{steps} in {seconds:.2} s"),
            Self::Late => "–".to_owned(),
            Self::None(why) => why.clone(),
        };
        f.pad(&text)
    }
}

/// Whether a tool is there.
fn have(tool: &str) -> bool {
    let asked = Command::new(tool)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let there = asked.is_ok_and(|status| status.success());
    if !there {
        println!("{tool} is not installed; its columns stay empty");
    }
    there
}

/// What a program writes, if it ends in time.
fn output(command: &mut Command, input: &str, time: Duration) -> Option<String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).ok()?;
    }
    let stdout = child.stdout.take()?;
    let reader = std::thread::spawn(move || std::io::read_to_string(stdout));
    let ended = in_time(&mut child, time);
    let text = reader.join().ok()?.ok()?;
    ended.then_some(text)
}

/// Waits for a program of ours and ends it when its time is over.
fn in_time(child: &mut Child, time: Duration) -> bool {
    let begun = Instant::now();
    let process = child.id().to_string();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return true,
            Ok(None) => {
                let clock = begun.elapsed().as_secs_f64();
                if processor(&process).unwrap_or(clock) < time.as_secs_f64() {
                    std::thread::sleep(Duration::from_millis(2));
                    continue;
                }
            }
            Err(_) => {}
        }
        let _ = child.kill();
        let _ = child.wait();
        return false;
    }
}

/// States a second of the plain interpreter in games by chance.
fn plain_rate(level: &GdlLevel) -> f64 {
    let source = level.source();
    let mut slow = Interpreter::new(source.rules.clone(), source.checked.clone());
    let budget = Budget::default();
    slow.prepare(&budget).expect("there is no limit");
    let mut random = fastrand::Rng::with_seed(1);
    let (watch, mut states) = (Watch::start(), 0u64);
    let mut state = slow.start();
    while !states.is_multiple_of(64) || states == 0 || watch.seconds() < PLAY {
        let holds = slow
            .derive(&state, None, &budget)
            .expect("there is no limit");
        states += 1;
        let legal = slow.legal(&holds);
        if slow.terminal(&holds) || legal.is_empty() {
            state = slow.start();
            continue;
        }
        let mv = legal[random.usize(0..legal.len())];
        let holds = slow.derive(&state, Some(mv), &budget);
        state = slow.next(&holds.expect("there is no limit"));
    }
    states as f64 / watch.seconds()
}

fn network_rate(level: &GdlLevel) -> f64 {
    let model = level.model().expect("has a network");
    let mut machine = Machine::<4>::new(&model.code);
    let mut random = fastrand::Rng::with_seed(1);
    let (watch, mut states) = (Watch::start(), 0);
    while states == 0 || watch.seconds() < PLAY {
        states += measure_rate(&mut machine, &mut random, PLAY / 4.0).0;
    }
    states as f64 / watch.seconds()
}

/// One of our own solvers, the making of the network included.
fn own(text: &str, id: &str, optimal: bool, time: Duration) -> Plan {
    let watch = Watch::start();
    let level = Gdl.parse_text(text).expect("is a level");
    let solver = Gdl.solvers().iter().find(|solver| solver.info().id == id);
    let request = SolveRequest {
        optimal,
        first: true,
        ..SolveRequest::new(level.as_ref())
    };
    let budget = Budget::default().with_time(time);
    let report = solve(*solver.expect("is there"), &request, &budget, &NoProgress);
    match report.map(|report| report.outcome) {
        Ok(Outcome::Solved(plan)) => Plan::Found(plan.cost as usize, watch.seconds()),
        Ok(_) => Plan::Late,
        Err(error) => Plan::None(error.to_string()),
    }
}

fn levels(parts: &[String]) -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/gdl"));
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("levels are shipped")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|end| end == "kif" || end == "gdl")
        })
        .filter(|path| {
            let name = path.to_string_lossy();
            parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()))
        })
        .collect();
    files.sort();
    files
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let only = |what: &str| args.iter().any(|arg| arg == what);
    let (rates, plans) = (!only("--plans"), !only("--rates"));
    let mut parts: Vec<String> = args
        .into_iter()
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    let seconds = parts.first().and_then(|first| first.parse().ok());
    if seconds.is_some() {
        parts.remove(0);
    }
    let time = Duration::from_secs(seconds.unwrap_or(20));
    let (swipl, clingo) = (have("swipl"), have("clingo"));
    let files = levels(&parts);
    if rates {
        play(&files, swipl);
    }
    if plans {
        solve_all(&files, time, swipl, clingo);
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("is text")
}

/// States a second.
fn play(files: &[PathBuf], swipl: bool) {
    println!("states a second in games by chance:");
    println!(
        "{:24} {:>12} {:>12} {:>12}",
        "", "interpreter", "SWI-Prolog", "network"
    );
    for path in files {
        let level = Gdl.parse_text(&read(path)).expect("is a level");
        let level = level.as_any().downcast_ref::<GdlLevel>().expect("is GDL");
        let other = swipl.then(|| prolog::rate(level, PLAY)).flatten();
        println!(
            "{:24} {:>12.0} {:>12} {:>12.0}",
            path.file_stem().unwrap_or_default().to_string_lossy(),
            plain_rate(level),
            other.map_or("–".to_owned(), |rate| format!("{rate:.0}")),
            network_rate(level)
        );
    }
}

/// Seconds to a plan.
fn solve_all(files: &[PathBuf], time: Duration, swipl: bool, clingo: bool) {
    println!(
        "steps of the plan and time to it, at most {} s:",
        time.as_secs()
    );
    println!(
        "{:24} {:>16} {:>16} {:>16} {:>16} {:>16} {:>16}",
        "", "auto", "auto, shortest", "on the rules", "Prolog, depth", "Prolog, breadth", "clingo"
    );
    for path in files {
        let text = read(path);
        let level = Gdl.parse_text(&text).expect("is a level");
        let level = level.as_any().downcast_ref::<GdlLevel>().expect("is GDL");
        let missing = || Plan::None(String::new());
        let deep = if swipl {
            prolog::plan(level, prolog::Search::Depth, time)
        } else {
            missing()
        };
        let broad = if swipl {
            prolog::plan(level, prolog::Search::Breadth, time)
        } else {
            missing()
        };
        let asp = if clingo {
            asp::plan(level, time)
        } else {
            missing()
        };
        println!(
            "{:24} {:>16} {:>16} {:>16} {deep:>16} {broad:>16} {asp:>16}",
            path.file_stem().unwrap_or_default().to_string_lossy(),
            own(&text, "auto", false, time),
            own(&text, "auto", true, time),
            own(&text, "iterative-deepening", true, time),
        );
    }
}
