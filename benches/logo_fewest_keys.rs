//! How soon `fewest-keys` proves the best plan, on a hundred boards of the original's size: fifty
//! full ones stamped in random order and fifty patterned ones in the style of the published first
//! level. Besides, what the plans of the other solvers cost in keys on the same boards.
//!
//! `cargo bench --bench logo_fewest_keys`, or with words after `--`: `full`, `patterned`, a range
//! of boards such as `0..10`, options such as `edges=wrap`, `show` for the boards themselves.
//! Times are processor time of the solver's thread, so that other work on the machine does not
//! count; 10 s a board. `docs/performance.md` has the figures.

#[path = "logo_fewest_keys/patterned.rs"]
mod patterned;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use planwright::game::{Cell, Level, Meta, Plan, Size, Solution, SolveRequest, Solver, replay};
use planwright::games::logo::generate::Family;
use planwright::games::logo::{LogoLevel, Target};
use planwright::search::{Budget, CancelFlag, NoProgress, Progress, ProgressSink, Snapshot};
use testkit_game::{bench_words, main_thread_time};

const SIZE: Size = Size::new(6, 10);
const LIMIT: Duration = Duration::from_secs(10);

/// A key of the published bot, and one of our own player with the emulator, in milliseconds.
const BOT_KEY: f64 = 350.0;
const OWN_KEY: f64 = 78.0;

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let has = |word: &str| words.iter().any(|own| own == word);
    let range = words.iter().find_map(|word| {
        let (from, to) = word.split_once("..")?;
        Some(from.parse().ok()?..to.parse().ok()?)
    });
    let range: Range<u64> = range.unwrap_or(0..50);
    let options: Vec<(&str, &str)> = words.iter().filter_map(|w| w.split_once('=')).collect();
    for (name, board) in [
        (
            "full",
            (|seed| Family::Full.board(SIZE, seed)) as fn(u64) -> Target,
        ),
        ("patterned", |seed| patterned::board(SIZE, seed)),
    ] {
        let other = if name == "full" { "patterned" } else { "full" };
        if has(name) || !has(other) {
            series(name, board, range.clone(), &options, has("show"));
        }
    }
}

fn series(
    name: &str,
    board: fn(u64) -> Target,
    range: Range<u64>,
    options: &[(&str, &str)],
    show: bool,
) {
    println!("\n{name}: board, stamps, cost, bound, seconds; within 2 %, best plan; others' keys");
    let mut sums = Sums::default();
    let level =
        |seed| planwright::games::logo::level(&board(seed), Meta::default()).expect("is in range");
    // All of one solver first: what another did with gigabytes of memory costs the next one time.
    let rows: Vec<Row> = range
        .clone()
        .map(|seed| measure(&level(seed), options))
        .collect();
    for (seed, row) in range.zip(rows) {
        let level = level(seed);
        if show {
            println!("{}", level.to_text());
        }
        let others = ["peel", "backward"].map(|id| keys_of(id, &level));
        println!(
            "{seed:3} {:3} {:4} {:4} {:6.2}  {:.3} {:.3}  {}",
            row.stamps,
            row.cost,
            row.bound,
            row.seconds,
            row.good,
            row.best,
            others
                .map(|keys| keys.map_or("–".to_owned(), |keys| keys.to_string()))
                .join(" "),
        );
        sums.add(&row, others);
    }
    sums.print(name);
}

struct Row {
    stamps: usize,
    cost: i64,
    bound: i64,
    seconds: f64,
    good: f64,
    best: f64,
}

/// Seconds the main thread, which all solvers run on here, has been at work.
fn worked() -> f64 {
    let time = main_thread_time();
    time.expect("the system tells processor time").as_secs_f64()
}

/// Says stop when the main thread has worked for long enough.
fn limited<T>(flag: &CancelFlag, run: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    let until = worked() + LIMIT.as_secs_f64();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
                if worked() > until {
                    flag.cancel();
                }
            }
        });
        let result = run();
        over.store(true, Ordering::Relaxed);
        result
    })
}

/// Remembers when plans were found.
struct Finds {
    began: f64,
    finds: Mutex<Vec<(f64, i64)>>,
}

impl ProgressSink for Finds {
    fn snapshot(&self, _snapshot: Snapshot) {}

    fn improved(&self, solution: &Solution<Plan>) {
        if let Ok(mut finds) = self.finds.lock() {
            finds.push((worked() - self.began, solution.cost));
        }
    }
}

fn solver(id: &str) -> &'static dyn Solver {
    let game = planwright::games::by_id("logo").expect("is registered");
    let found = game.solvers().iter().find(|solver| solver.info().id == id);
    *found.expect("is a solver")
}

fn measure(level: &LogoLevel, options: &[(&str, &str)]) -> Row {
    let budget = Budget::default();
    let mut request = SolveRequest::new(level);
    request.optimal = true;
    for (key, value) in options {
        request
            .options
            .insert((*key).to_owned(), (*value).to_owned());
    }
    let finds = Finds {
        began: worked(),
        finds: Mutex::default(),
    };
    let progress = Progress::new(&finds);
    let outcome = limited(budget.cancel_flag(), || {
        solver("fewest-keys").run(&request, &budget, &progress)
    });
    let seconds = worked() - finds.began;
    let outcome = outcome.expect("takes the level");
    let solution = outcome.solution().expect("has a plan");
    replay(level, &[], solution.plan.clone()).expect("leads to the target");
    let finds = finds.finds.into_inner().expect("nobody panicked");
    let first = |cost: f64| finds.iter().find(|(_, own)| *own as f64 <= cost);
    Row {
        stamps: solution.plan.0.len(),
        cost: solution.cost,
        bound: solution.lower_bound.unwrap_or(0),
        seconds,
        good: first(solution.cost as f64 * 1.02).map_or(0.0, |find| find.0),
        best: first(solution.cost as f64).map_or(0.0, |find| find.0),
    }
}

/// What another solver's plan costs in keys, if it comes to one.
fn keys_of(id: &str, level: &LogoLevel) -> Option<i64> {
    let budget = Budget::default();
    let request = SolveRequest::new(level);
    let outcome = limited(budget.cancel_flag(), || {
        solver(id).run(&request, &budget, &Progress::new(&NoProgress))
    });
    let outcome = outcome.expect("takes the level");
    let plan = &outcome.solution()?.plan;
    let mut cursor = Cell::new(0, 0);
    let mut keys = 0;
    for mv in &plan.0 {
        let place: Vec<usize> = mv
            .as_str()
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let cell = Cell::new(place[0] - 1, place[1] - 1);
        keys += cursor.distance(cell) as i64 + 1;
        cursor = cell;
    }
    Some(keys)
}

#[derive(Default)]
struct Sums {
    rows: usize,
    proved: usize,
    widest: f64,
    seconds: Vec<f64>,
    good: Vec<f64>,
    /// Of boards where each solver has a plan: fewest keys, peel, backward.
    keys: [i64; 3],
    compared: usize,
}

impl Sums {
    fn add(&mut self, row: &Row, others: [Option<i64>; 2]) {
        self.rows += 1;
        if row.cost == row.bound {
            self.proved += 1;
        } else {
            let gap = (row.cost - row.bound) as f64 / row.bound as f64;
            self.widest = self.widest.max(gap);
        }
        self.seconds.push(row.seconds);
        self.good.push(row.good);
        if let [Some(peel), Some(backward)] = others {
            self.compared += 1;
            for (sum, keys) in self.keys.iter_mut().zip([row.cost, peel, backward]) {
                *sum += keys;
            }
        }
    }

    fn print(mut self, name: &str) {
        self.seconds.sort_by(f64::total_cmp);
        self.good.sort_by(f64::total_cmp);
        let at = |times: &[f64], share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{name}: {} of {} proved, the others within {:.1} %; median {:.2} s, nine in ten {:.2} s, \
             slowest {:.2} s; within 2 %: median {:.3} s, slowest {:.3} s",
            self.proved,
            self.rows,
            100.0 * self.widest,
            at(&self.seconds, 0.5),
            at(&self.seconds, 0.9),
            at(&self.seconds, 1.0),
            at(&self.good, 0.5),
            at(&self.good, 1.0),
        );
        let boards = self.compared.max(1) as f64;
        for (name, keys) in ["fewest-keys", "peel", "backward"].iter().zip(self.keys) {
            let keys = keys as f64 / boards;
            println!(
                "  {name:12} {keys:6.1} keys a board, {:5.1} s at {BOT_KEY} ms a key, {:4.1} s at {OWN_KEY} ms",
                keys * BOT_KEY / 1000.0,
                keys * OWN_KEY / 1000.0,
            );
        }
        println!("  ({} boards where each has a plan)", self.compared);
    }
}
