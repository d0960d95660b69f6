//! Random games written as rules: sliding tiles and mazes of a requested length. Distances are computed here by plain
//! search, so every game can be solved and its fewest moves are known.

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use fastrand::Rng;

use super::text;
use crate::game::{Difficulty, Field, GenerateError, Generator, LevelRef, OptionSet, Size, words};
use crate::search::Budget;

pub(super) struct GdlGenerator;

/// Most squares of sliding tiles: nine have 181,440 states, more have too many.
const MAX_TILES: usize = 9;
const MAX_SIDE: usize = 20;
/// Side of sliding tiles for `auto`.
const TILES_SIDE: usize = 3;
/// Side of a maze for `auto`.
const MAZE_SIDE: usize = 9;
/// Most mazes generated until one has an allowed length.
const MAX_TRIES: usize = 500;
/// States of sliding tiles explored between two checks of the budget.
const STATES_PER_CHECK: usize = 1024;
/// Squares of a maze for each one that is opened at random.
const SQUARES_PER_GAP: usize = 24;
const SIDE_HINT: &str = "2 to 20, or auto; sliding tiles: up to 9 squares in all";

static OPTIONS: &[Field] = &[
    Field::new("kind", "Game", "maze", "maze or sliding (tiles)")
        .one_of(&["maze", "sliding"])
        .named(&[("sliding", "sliding tiles")]),
    Field::new("rows", "Rows", "auto", SIDE_HINT),
    Field::new("columns", "Columns", "auto", SIDE_HINT),
    Field::new(
        "steps",
        "Shortest solution",
        "any",
        "moves: a number, a range such as 12-18, or any",
    ),
];

const KIND: (&str, &str) = ("kind", "sliding");
const ROWS: (&str, &str) = ("rows", "3");
const COLUMNS: (&str, &str) = ("columns", "3");

static DIFFICULTIES: &[Difficulty] = &[
    Difficulty::new("easy", &[KIND, ROWS, COLUMNS, ("steps", "4-8")]),
    Difficulty::new("medium", &[KIND, ROWS, COLUMNS, ("steps", "12-18")]),
    Difficulty::new("hard", &[KIND, ROWS, COLUMNS, ("steps", "26-31")]),
];

impl Generator for GdlGenerator {
    fn options(&self) -> &'static [Field] {
        OPTIONS
    }

    fn difficulties(&self) -> &'static [Difficulty] {
        DIFFICULTIES
    }

    fn generate(
        &self,
        options: &OptionSet<'_>,
        seed: u64,
        budget: &Budget,
    ) -> Result<LevelRef, GenerateError> {
        let kind = options.text("kind");
        let side = |key| {
            options.parsed(key, |text| match text {
                "auto" if kind == "sliding" => Ok(TILES_SIDE),
                "auto" => Ok(MAZE_SIDE),
                _ => {
                    let side = text.parse().ok().filter(|it| (2..=MAX_SIDE).contains(it));
                    side.ok_or_else(|| format!("expected auto, or a number from 2 to {MAX_SIDE}"))
                }
            })
        };
        let size = Size::new(side("rows")?, side("columns")?);
        let steps = options.range("steps")?;
        let mut random = Rng::with_seed(seed);
        let rules = match kind {
            "sliding" if size.area() > MAX_TILES => {
                let reason = format!("sliding tiles can have {MAX_TILES} squares at most");
                return Err(options.invalid("rows", reason));
            }
            "sliding" => sliding(size, steps, seed, &mut random, budget)?,
            _ => maze(size, steps, seed, &mut random, budget)?,
        };
        text::parse(&rules).map_err(|error| GenerateError::NotFound(error.to_string()))
    }
}

type StepRange = RangeInclusive<usize>;

/// Squares from the upper left, row by row; 0 is the gap.
type Tiles = [u8; MAX_TILES];

/// Sliding tiles: explores all states by distance from the end, and picks one at random.
fn sliding(
    size: Size,
    steps: Option<StepRange>,
    seed: u64,
    random: &mut Rng,
    budget: &Budget,
) -> Result<String, GenerateError> {
    let (area, Size { rows, cols }) = (size.area(), size);
    let mut end: Tiles = [0; MAX_TILES];
    for (number, tile) in (1..).zip(&mut end[..area - 1]) {
        *tile = number;
    }
    let mut states: Vec<(Tiles, usize)> = vec![(end, 0)];
    let mut visited = HashSet::from([end]);
    let mut next = 0;
    while let Some((tiles, dist)) = states.get(next).copied() {
        if next.is_multiple_of(STATES_PER_CHECK) {
            budget.check()?;
        }
        next += 1;
        let Some(gap) = tiles[..area].iter().position(|tile| *tile == 0) else {
            continue;
        };
        for other in neighbours(gap, size) {
            let mut tiles = tiles;
            tiles.swap(gap, other);
            if visited.insert(tiles) {
                states.push((tiles, dist + 1));
            }
        }
    }
    let longest = states.last().map_or(0, |(_, dist)| *dist);
    let steps = steps.unwrap_or(1..=longest);
    states.retain(|(_, dist)| *dist > 0 && steps.contains(dist));
    if states.is_empty() {
        return Err(GenerateError::NotFound(format!(
            "tiles on {size} squares take 1 to {longest} moves"
        )));
    }
    let (start, dist) = states[random.usize(0..states.len())];
    let name = |tile: u8| match tile {
        0 => "b".to_owned(),
        tile => tile.to_string(),
    };
    let squares = |tiles: &Tiles, word: &str| {
        let fact = |row: usize, col: usize| {
            let tile = name(tiles[row * cols + col]);
            format!("({word}(cell {} {} {tile}))", row + 1, col + 1)
        };
        let line = |row| (0..cols).map(|col| fact(row, col)).collect::<Vec<_>>();
        let lines: Vec<String> = (0..rows).map(|row| line(row).join(" ")).collect();
        lines.join("\n    ")
    };
    let longer = rows.max(cols);
    let after = (1..longer).map(|n| format!("(after {n} {})", n + 1));
    let after = after.collect::<Vec<_>>().join(" ");
    let moves = words::count(dist, "moves");
    Ok(format!(
        "; title: Random sliding tiles #{seed}\n; notes: Put the tiles in order; it takes {moves}.\n\n(role player)\n\n{}\n\n{after}\n(<= (near ?x ?y) (after ?x ?y))\n(<= (near ?x ?y) \
         (after ?y ?x))\n\n; A move names the square whose tile slides into the gap\n(<= (legal \
         player (slide ?row ?col)) (true (cell ?gap ?col b)) (near ?gap ?row) (true (cell ?row ?col \
         ?tile)))\n(<= (legal player (slide ?row ?col)) (true (cell ?row ?gap b)) (near ?gap ?col) \
         (true (cell ?row ?col ?tile)))\n\n(<= (next (cell ?row ?col \
         b)) (does player (slide ?row ?col)))\n(<= (next (cell ?gr ?gc ?tile)) (true (cell ?gr ?gc \
         b)) (does player (slide ?row ?col)) (true (cell ?row ?col ?tile)))\n(<= (next (cell ?r ?c \
         ?tile)) (true (cell ?r ?c ?tile)) (distinct ?tile b) (does player (slide ?row ?col)) (or \
         (distinct ?r ?row) (distinct ?c ?col)))\n\n(<= done\n    {})\n\n(<= terminal done)\n(<= (goal \
         player 100) done)\n(<= (goal player 0) (not done))\n",
        squares(&start, "init ").replace("    ", ""),
        squares(&end, "true "),
    ))
}

fn neighbours(square: usize, size: Size) -> impl Iterator<Item = usize> {
    let neighbours = size.cell(square).neighbours();
    let neighbours = neighbours.filter(move |cell| size.contains(*cell));
    neighbours.map(move |cell| size.index(cell))
}

/// Generates a maze of floor and wall cells whose shortest way out has an allowed number of moves; by default the way
/// to the farthest square of the first maze.
fn maze(
    size: Size,
    steps: Option<StepRange>,
    seed: u64,
    random: &mut Rng,
    budget: &Budget,
) -> Result<String, GenerateError> {
    let mut longest = 0;
    for _ in 0..MAX_TRIES {
        budget.check()?;
        let start = random.usize(0..size.area());
        let is_open = carve(size, start, random);
        let dist = distances(size, &is_open, start);
        let max = dist.iter().copied().flatten().max().unwrap_or(0);
        longest = longest.max(max);
        let steps = steps.clone().unwrap_or(max..=max);
        let is_end = |end: &usize| dist[*end].is_some_and(|it| it > 0 && steps.contains(&it));
        let ends: Vec<usize> = (0..size.area()).filter(is_end).collect();
        if !ends.is_empty() {
            let end = ends[random.usize(0..ends.len())];
            let moves = dist[end].unwrap_or_default();
            return Ok(maze_rules(size, &is_open, (start, end), moves, seed));
        }
    }
    Err(GenerateError::NotFound(format!(
        "none of {MAX_TRIES} mazes of {size} had this length; the longest took {}",
        words::count(longest, "moves")
    )))
}

/// Random maze, as whether each square is open: a depth-first walk opens squares that touch one open square only, so
/// that there is one path between any two. One random square in [`SQUARES_PER_GAP`] is then opened, too, for choices.
fn carve(size: Size, start: usize, random: &mut Rng) -> Vec<bool> {
    let mut is_open = vec![false; size.area()];
    is_open[start] = true;
    let mut trail = vec![start];
    while let Some(&here) = trail.last() {
        let can_open = |it: &usize| {
            !is_open[*it] && neighbours(*it, size).filter(|near| is_open[*near]).count() == 1
        };
        let next: Vec<usize> = neighbours(here, size).filter(can_open).collect();
        match random.choice(next) {
            Some(there) => {
                is_open[there] = true;
                trail.push(there);
            }
            None => drop(trail.pop()),
        }
    }
    for _ in 0..size.area() / SQUARES_PER_GAP {
        is_open[random.usize(0..size.area())] = true;
    }
    is_open
}

/// Moves from the start to each square; `None` where there is no way.
fn distances(size: Size, is_open: &[bool], start: usize) -> Vec<Option<usize>> {
    let mut dist = vec![None; size.area()];
    dist[start] = Some(0);
    let mut queue = VecDeque::from([start]);
    while let Some(here) = queue.pop_front() {
        for there in neighbours(here, size).filter(|it| is_open[*it]) {
            if dist[there].is_none() {
                dist[there] = dist[here].map(|moves| moves + 1);
                queue.push_back(there);
            }
        }
    }
    dist
}

fn maze_rules(
    size: Size,
    is_open: &[bool],
    (start, end): (usize, usize),
    moves: usize,
    seed: u64,
) -> String {
    let coords = |square: usize| size.cell(square).to_move();
    let walls = (0..size.area()).filter(|square| !is_open[*square]);
    let walls: Vec<String> = walls.map(|it| format!("(wall {})", coords(it))).collect();
    let chain = |word: &str, count: usize| {
        let pairs = (1..count).map(|n| format!("({word} {n} {})", n + 1));
        pairs.collect::<Vec<_>>().join(" ")
    };
    format!(
        "; title: Random maze #{seed}\n; notes: Find the way out; it takes {}.\n\n(role walker)\n\n(init (at {}))\n\n{}\n(exit {})\n\n{}\n{}\n(<= (near ?r ?s) (below ?r ?s))\n(<= \
         (near ?r ?s) (below ?s ?r))\n(<= (beside ?c ?d) (right ?c ?d))\n(<= (beside ?c ?d) (right ?d \
         ?c))\n\n(<= (legal walker (walk ?s ?c)) (true (at ?r ?c)) (near ?r ?s) (not (wall ?s \
         ?c)))\n(<= (legal walker (walk ?r ?d)) (true (at ?r ?c)) (beside ?c ?d) (not (wall ?r \
         ?d)))\n(<= (next (at ?r ?c)) (does walker (walk ?r ?c)))\n\n(<= out (true (at ?r ?c)) (exit \
         ?r ?c))\n(<= terminal out)\n(<= (goal walker 100) out)\n(<= (goal walker 0) (not out))\n",
        words::count(moves, "moves"),
        coords(start),
        walls.join(" "),
        coords(end),
        chain("below", size.rows),
        chain("right", size.cols),
    )
}

#[cfg(test)]
mod tests {
    use testkit_game::{answer, keyed};

    use super::*;
    use crate::Gdl;
    use crate::game::{Game, Outcome, SolveRequest, generate};

    /// Generates a level with kind, rows, columns and steps.
    fn generate_level(options: [&str; 4], seed: u64) -> Result<LevelRef, GenerateError> {
        let keys = ["kind", "rows", "columns", "steps"];
        let options: Vec<_> = keys.into_iter().zip(options).collect();
        generate(&GdlGenerator, &keyed(&options), seed, &Budget::default())
    }

    fn fewest(level: &LevelRef) -> usize {
        let mut request = SolveRequest::new(level.as_ref());
        request.optimal = true;
        let solver = Gdl.solvers().iter().find(|it| it.info().proves_optimal);
        match &answer(*solver.expect("there is one"), &request).outcome {
            Outcome::Solved(best) if best.optimal => best.plan.moves().len(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn solver_confirms_requested_lengths() {
        for seed in 0..3 {
            for (options, steps) in [
                (["sliding", "2", "3", "7-9"], 7..=9),
                // No move leads off the shorter side.
                (["sliding", "2", "3", "20-21"], 20..=21),
                (["sliding", "3", "2", "20-21"], 20..=21),
                (["maze", "5", "6", "8-10"], 8..=10),
            ] {
                let level = generate_level(options, seed).expect("is made");
                assert!(steps.contains(&fewest(&level)), "seed {seed}");
                assert!(level.meta().title.contains(&seed.to_string()));
                let again = generate_level(options, seed).expect("is made");
                assert_eq!(again.to_text(), level.to_text());
            }
        }
    }

    #[test]
    fn impossible_requests_are_refused() {
        for (options, part) in [
            (["chess", "auto", "auto", "any"], "maze or sliding"),
            (["sliding", "4", "auto", "any"], "9 squares at most"),
            (["sliding", "2", "2", "40"], "1 to 6 moves"),
            (["maze", "auto", "auto", "9-3"], "smaller number first"),
            (["maze", "2", "2", "9"], "had this length"),
        ] {
            let error = generate_level(options, 1).expect_err("cannot be");
            assert!(error.to_string().contains(part), "{error}");
        }
    }
}
