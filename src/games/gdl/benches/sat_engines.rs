//! What the program asks its SAT solver, put to BatSat and to CaDiCaL in one run.
//!
//! `cargo bench -p planwright-gdl --bench sat_engines` prints a table: for each level what `sat` asks for a first plan and for a
//! shortest one, and what is asked to prove tokens, the engine being kept from one question to the next. Words after `--` pick
//! levels by name; with `alone` among them, the last question of each script is put to fresh engines. Seconds are of the
//! processor. CaDiCaL is measured where a C++ compiler and libcadical-dev are there.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use batsat::{Callbacks, Lit, Solver, SolverInterface as _, lbool};
use planwright_game::search::{Budget, NoProgress};
use planwright_game::{
    Game as _, LevelRef, SolveRequest, bench_words, generate, main_thread_time, solve,
};
use planwright_gdl::{Gdl, scripts};

/// Time to ask questions in.
const ASK: Duration = Duration::from_secs(15);
/// Seconds for each engine and script.
const LIMIT: f64 = 60.0;

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let alone = words.iter().any(|word| word == "alone");
    let parts = words
        .iter()
        .filter(|word| !word.starts_with("--") && *word != "alone");
    let parts: Vec<&String> = parts.collect();
    let cadical = cadical();
    println!("| level | asked | questions | clauses | BatSat | BatSat, last phases | CaDiCaL |");
    println!("|---|---|---:|---:|---:|---:|---:|");
    let mut sums = [0.0; 3];
    for (name, level) in shipped().into_iter().chain(made()) {
        if !parts.is_empty() && !parts.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        for (asked, scripts) in asked(&level) {
            for script in scripts {
                let mut script = script;
                if alone {
                    script = last(&script);
                }
                let questions = script.lines().filter(|line| line.starts_with('a')).count();
                let lines = script.lines().count();
                if questions == 0 {
                    continue;
                }
                let own = [lbool::FALSE, lbool::UNDEF].map(|phase| batsat(&script, phase));
                let [first, second] = own;
                let all = [
                    Some(first),
                    Some(second),
                    cadical
                        .as_deref()
                        .and_then(|program| by_cadical(program, &script)),
                ];
                let known: Vec<&(String, f64)> = all.iter().flatten().collect();
                for pair in known.windows(2) {
                    let mut both = pair[0].0.chars().zip(pair[1].0.chars());
                    assert!(
                        both.all(|(one, other)| one == other || one == '?' || other == '?'),
                        "{name}, {asked}: {all:?}"
                    );
                }
                // What takes no time tells nothing.
                if known.iter().all(|(_, seconds)| *seconds < 0.05) {
                    continue;
                }
                let mut row = format!("| {name} | {asked} | {questions} | {} |", lines - questions);
                for (sum, told) in sums.iter_mut().zip(&all) {
                    *sum += told.as_ref().map_or(0.0, |(_, seconds)| *seconds);
                    let _ = match told {
                        Some((answers, _)) if answers.ends_with('?') => {
                            write!(row, " {} of them |", answers.len() - 1)
                        }
                        Some((_, seconds)) => write!(row, " {seconds:.2} |"),
                        None => write!(row, " |"),
                    };
                }
                println!("{row}");
            }
        }
    }
    println!(
        "| all | | | | {:.1} | {:.1} | {:.1} |",
        sums[0], sums[1], sums[2]
    );
}

fn level(text: &str) -> LevelRef {
    Gdl.parse_text(text)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn shipped() -> Vec<(String, LevelRef)> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/gdl"));
    let files = std::fs::read_dir(folder).expect("levels are shipped");
    let mut paths: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let name = |path: &Path| {
        path.file_stem()
            .map(|name| name.to_string_lossy().into_owned())
    };
    paths
        .iter()
        .map(|path| (name(path).unwrap_or_default(), level(&text(path))))
        .collect()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).expect("can be read")
}

/// A shipped level, and the lines of it that tell no facts by which levels differ.
fn rules(file: &str, facts: &[&str]) -> String {
    let path = format!(
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/gdl/{}"),
        file
    );
    let text = text(Path::new(&path));
    let own = |line: &&str| !facts.iter().any(|fact| line.starts_with(fact));
    text.lines().filter(own).collect::<Vec<_>>().join("\n")
}

fn made() -> Vec<(String, LevelRef)> {
    let mut all = Vec::new();
    for side in [12, 20, 32] {
        all.push((format!("queens {side}"), level(&queens(side))));
    }
    let mut random = fastrand::Rng::with_seed(1);
    for given in [26, 22, 18] {
        all.push((
            format!("sudoku, {given} given"),
            level(&sudoku(given, &mut random)),
        ));
    }
    for (number, rows) in (1..).zip(WAREHOUSES) {
        all.push((format!("boxes {number}"), level(&warehouse(rows))));
    }
    for seed in 1..=3 {
        let options = [
            ("kind", "sliding"),
            ("rows", "3"),
            ("columns", "3"),
            ("steps", "20-24"),
        ];
        let options = options
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into();
        let made = generate(
            Gdl.generator().expect("makes levels"),
            &options,
            seed,
            &Budget::default(),
        );
        all.push((format!("tiles {seed}"), made.expect("there are some")));
    }
    for blocks in [6, 8, 10] {
        all.push((
            format!("blocks {blocks}"),
            level(&tower(blocks, &mut random)),
        ));
    }
    all
}

fn queens(side: usize) -> String {
    let mut text = rules("10-queens.kif", &["(succ", "(index", "(<= terminal"]);
    for n in 1..=side {
        let _ = writeln!(text, "(index {n}) (succ {n} {})", n + 1);
    }
    text + &format!("(<= terminal (true (column {})))", side + 1)
}

/// Some digits of a grid that is a well-known one but for the names of lines and digits.
fn sudoku(given: usize, random: &mut fastrand::Rng) -> String {
    let mut text = rules("15-sudoku.kif", &["(init"]);
    let mut shuffled = |thirds: usize| {
        let mut bands = [0, 1, 2];
        random.shuffle(&mut bands);
        let line = |band: usize| (0..thirds).map(move |line| band * thirds + line);
        bands.into_iter().flat_map(line).collect::<Vec<usize>>()
    };
    let (rows, columns) = (shuffled(3), shuffled(3));
    let mut cells: Vec<usize> = (0..81).collect();
    random.shuffle(&mut cells);
    for cell in &cells[..given] {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let digit = (row * 3 + row / 3 + column) % 9 + 1;
        let _ = writeln!(
            text,
            "(init (cell {} {} {digit}))",
            cell / 9 + 1,
            cell % 9 + 1
        );
    }
    text
}

/// `#` walls, `@` the keeper, `$` boxes, `.` aims.
const WAREHOUSES: [&[&str]; 3] = [
    &["  #  ", " $   ", "@ $. ", "  .  "],
    &["@  #  ", " $ $. ", "   $. ", "# .   "],
    &["@   #   ", " $ $  . ", " # $  . ", "   #  . ", "        "],
];

fn warehouse(rows: &[&str]) -> String {
    let mut text = rules("14-sokoban.gdl", &["floor(", "aim(", "init(", "next_to("]);
    for n in 0..9 {
        let _ = writeln!(text, "next_to({n}, {}).", n + 1);
    }
    for (row, line) in rows.iter().enumerate() {
        for (column, at) in line.chars().enumerate().filter(|(_, at)| *at != '#') {
            let _ = writeln!(text, "floor({row}, {column}).");
            let _ = match at {
                '@' => writeln!(text, "init(keeper({row}, {column}))."),
                '$' => writeln!(text, "init(box({row}, {column}))."),
                '.' => writeln!(text, "aim({row}, {column})."),
                _ => Ok(()),
            };
        }
    }
    text
}

/// Blocks on each other and on a table, to be put on each other in another way.
fn tower(blocks: usize, random: &mut fastrand::Rng) -> String {
    let mut text = String::from(
        "(role robot)\n(<= (covered ?y) (true (on ?x ?y)))\n(<= (clear ?x) (block ?x) (not (covered ?x)))\n\
         (<= (legal robot (put ?x ?y)) (clear ?x) (clear ?y) (distinct ?x ?y))\n\
         (<= (legal robot (put ?x table)) (true (on ?x ?y)) (block ?y) (clear ?x))\n\
         (<= (next (on ?x ?y)) (does robot (put ?x ?y)))\n\
         (<= (next (on ?x ?y)) (true (on ?x ?y)) (does robot (put ?z ?w)) (distinct ?x ?z))\n\
         (<= terminal done)\n(<= (goal robot 100) done)\n(<= (goal robot 0) (not done))\n",
    );
    for block in 0..blocks {
        let _ = writeln!(text, "(block {block})");
    }
    let mut towers = |text: &mut String, fact: &str| {
        let mut order: Vec<usize> = (0..blocks).collect();
        random.shuffle(&mut order);
        let mut below = None;
        for block in order {
            let _ = match below.filter(|_| random.usize(..3) > 0) {
                Some(below) => writeln!(text, "({fact} (on {block} {below}))"),
                None => writeln!(text, "({fact} (on {block} table))"),
            };
            below = Some(block);
        }
    };
    towers(&mut text, "init");
    text += "(<= done\n";
    towers(&mut text, "true");
    text + ")"
}

/// What is asked about a level, by different ways to solve it.
fn asked(level: &LevelRef) -> Vec<(&'static str, Vec<String>)> {
    let ways = [
        ("a plan", "sat", false),
        ("a shortest plan", "sat", true),
        ("tokens", "search", true),
    ];
    let ask = |(name, id, optimal): (&'static str, &str, bool)| {
        let solver = Gdl.solvers().iter().find(|solver| solver.info().id == id);
        let mut request = SolveRequest {
            optimal,
            first: true,
            ..SolveRequest::new(level.as_ref())
        };
        if id == "search" {
            request
                .options
                .insert("method".to_owned(), "a-star".to_owned());
        }
        let budget = Budget::default().with_time(ASK);
        let all = scripts(|| {
            drop(solve(
                *solver.expect("is there"),
                &request,
                &budget,
                &NoProgress,
            ))
        });
        (name, all)
    };
    ways.map(ask).into()
}

/// The last question and all clauses before it.
fn last(script: &str) -> String {
    let at = script.rfind("\na ").unwrap_or(0);
    let (before, after) = script.split_at(at + 1);
    let clauses = before.lines().filter(|line| !line.starts_with('a'));
    let question = after.lines().take(1);
    clauses
        .chain(question)
        .fold(String::new(), |text, line| text + line + "\n")
}

/// Stops when time is up.
struct Watch(f64);

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        worked() > self.0
    }
}

/// Seconds the main thread has been at work.
fn worked() -> f64 {
    main_thread_time()
        .expect("the system tells processor time")
        .as_secs_f64()
}

/// Answers, and seconds in all.
fn batsat(script: &str, phase: lbool) -> (String, f64) {
    let read = |line: &str| -> (bool, Vec<i32>) {
        let (asked, lits) = line
            .strip_prefix("a ")
            .map_or((false, line), |lits| (true, lits));
        let lits = lits
            .split_whitespace()
            .map(|lit| lit.parse().expect("is a number"));
        (asked, lits.filter(|lit| *lit != 0).collect())
    };
    let lines: Vec<(bool, Vec<i32>)> = script.lines().map(read).collect();
    let begin = worked();
    let mut engine = Solver::new(batsat::SolverOpts::default(), Watch(begin + LIMIT));
    let (mut variables, mut answers) = (Vec::new(), String::new());
    for (asked, lits) in lines {
        let mut all: Vec<Lit> = Vec::new();
        for lit in lits {
            let at = lit.unsigned_abs() as usize;
            while variables.len() < at {
                variables.push(engine.new_var(phase, true));
            }
            all.push(Lit::new(variables[at - 1], lit > 0));
        }
        if !asked {
            engine.add_clause_reuse(&mut all);
            continue;
        }
        let answer = engine.solve_limited(&all);
        if answer != lbool::TRUE && answer != lbool::FALSE {
            answers.push('?');
            break;
        }
        answers.push(if answer == lbool::TRUE { 'y' } else { 'n' });
    }
    (answers, worked() - begin)
}

/// The program that runs CaDiCaL, if it can be built.
fn cadical() -> Option<PathBuf> {
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/benches/sat_engines/cadical.cpp"
    );
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cadical");
    let built = Command::new("c++")
        .args(["-O2", "-std=c++17", source, "-o"])
        .arg(&program)
        .arg("-lcadical")
        .status();
    let built = built.is_ok_and(|status| status.success());
    if !built {
        println!("without CaDiCaL: it needs a C++ compiler and libcadical-dev");
    }
    built.then_some(program)
}

fn by_cadical(program: &Path, script: &str) -> Option<(String, f64)> {
    let mut child = Command::new(program)
        .arg(LIMIT.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(script.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (answers, seconds) = text.trim().split_once(' ')?;
    Some((answers.to_owned(), seconds.parse().ok()?))
}
