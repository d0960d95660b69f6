//! In which order should the published search of Logo try cells? How many boards `backward` looks at
//! with each of its orders, on boards of the original's size by family, and how many `forward` does
//! on small ones. Numbers of boards do not depend on the machine.
//!
//! `cargo bench --bench logo_orders`, or with a number of boards a family after `--` (40 by default).
//! `docs/performance.md` has the figures.

#[path = "logo_fewest_keys/patterned.rs"]
mod patterned;

use planwright::game::{Meta, Outcome, Size, SolveRequest, Solver};
use planwright::games::logo::generate::Family;
use planwright::games::logo::{Target, level};
use planwright::search::{Budget, NoProgress, Progress};
use testkit_game::bench_words;

const ORDERS: [&str; 5] = ["rows", "columns", "spiral", "inside-out", "random"];
/// Memory for the boards seen: about 150 000 of them.
const MEMORY: u64 = 8 << 20;

fn main() {
    let Some(words) = bench_words() else {
        return;
    };
    let boards = words.iter().find_map(|word| word.parse().ok());
    let boards = boards.unwrap_or(40);
    let solvable = Family::SOLVABLE.map(|family| (format!("{family:?}"), Some(family)));
    println!("backward, 6×10; median, nine in ten, most; of {boards} boards so many at the limit");
    let patterned = ("Patterned".to_owned(), None);
    for (name, family) in solvable.iter().chain([&patterned]) {
        series("backward", name, *family, Size::new(6, 10), boards);
    }
    println!("backward, 6×10, mostly without a solution");
    for family in Family::DOUBTFUL {
        let name = format!("{family:?}");
        series("backward", &name, Some(family), Size::new(6, 10), boards);
    }
    for (id, size) in [("forward", Size::new(4, 4)), ("backward", Size::new(4, 4))] {
        println!("{id}, {size}");
        for (name, family) in &solvable {
            series(id, name, *family, size, boards);
        }
    }
}

fn solver(id: &str) -> &'static dyn Solver {
    let game = planwright::games::by_id("logo").expect("is registered");
    let found = game.solvers().iter().find(|solver| solver.info().id == id);
    *found.expect("is a solver")
}

fn board(family: Option<Family>, size: Size, seed: u64) -> Target {
    match family {
        Some(family) => family.board(size, seed),
        None => patterned::board(size, seed),
    }
}

/// Boards looked at by order, in a line each.
fn series(id: &str, name: &str, family: Option<Family>, size: Size, boards: u64) {
    for order in ORDERS {
        let mut looked = Vec::new();
        let mut at_limit = 0;
        for seed in 0..boards {
            let target = board(family, size, seed);
            let level = level(&target, Meta::default()).expect("is in range");
            let mut request = SolveRequest::new(&level);
            request.options.insert("order".to_owned(), order.to_owned());
            let progress = Progress::new(&NoProgress);
            let budget = Budget::default().with_memory(MEMORY);
            let outcome = solver(id).run(&request, &budget, &progress);
            let outcome = outcome.expect("takes the level");
            at_limit += u64::from(matches!(outcome, Outcome::Stopped { .. }));
            looked.push(progress.explored());
        }
        looked.sort_unstable();
        let place = |share: usize| looked[(looked.len() - 1) * share / 100];
        println!(
            "{name:16} {order:10} {:>9} {:>9} {:>9} {at_limit:>4}",
            place(50),
            place(90),
            place(100),
        );
    }
}
