//! A board under search: lights that are pressed and pressed back, with what is wrong counted along.

use crate::game::Size;
use crate::puzzle::{Goal, HOLE, MAX_STATES, Puzzle};
use crate::search::{Budget, Stop};
use crate::wiring::Wiring;

/// Presses that are listed between two looks at the budget.
const BETWEEN_LOOKS: usize = 1 << 14;

/// All presses of a level and what they switch; shared by the threads of a search.
pub(super) struct Presses {
    /// The cell of each press, in raster order.
    pub cells: Vec<u32>,
    /// Steps from each of these cells to the nearest edge of the board, 0 at the edge.
    pub edges: Vec<u32>,
    /// Where each press begins in `lights`, and the end.
    starts: Vec<usize>,
    /// The lights that a press switches, each once, with by how many states.
    lights: Vec<(u32, u8)>,
}

impl Presses {
    /// Lists the presses of a level; those that change nothing are left out.
    ///
    /// # Errors
    /// When the budget is spent, or the list is larger than its memory.
    pub fn of(puzzle: &Puzzle, budget: &Budget) -> Result<Self, Stop> {
        let size = puzzle.size();
        let mut all = Self {
            cells: Vec::new(),
            edges: Vec::new(),
            starts: vec![0],
            lights: Vec::new(),
        };
        let mut touched: Vec<u32> = Vec::new();
        for cell in 0..size.area() {
            if cell % BETWEEN_LOOKS == 0 {
                budget.check()?;
                budget.check_memory(8 * (all.lights.len() + 3 * all.cells.len()) as u64)?;
            }
            // A list may be there for a hole, too.
            if matches!(puzzle.wiring, Wiring::Pattern { .. }) && !puzzle.is_cell(cell) {
                continue;
            }
            touched.clear();
            puzzle.wiring.switched(size, cell, |light| {
                if puzzle.is_cell(light) {
                    touched.push(light as u32);
                }
            });
            touched.sort_unstable();
            let before = all.lights.len();
            for same in touched.chunk_by(|a, b| a == b) {
                let times = same.len() % usize::from(puzzle.states);
                if times > 0 {
                    all.lights.push((same[0], times as u8));
                }
            }
            if all.lights.len() > before {
                all.cells.push(cell as u32);
                all.edges.push(to_edge(size, cell));
                all.starts.push(all.lights.len());
            }
        }
        Ok(all)
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    fn lights(&self, press: usize) -> &[(u32, u8)] {
        &self.lights[self.starts[press]..self.starts[press + 1]]
    }
}

fn to_edge(size: Size, cell: usize) -> u32 {
    let (row, col) = (cell / size.cols, cell % size.cols);
    let down = size.rows - 1 - row;
    let right = size.cols - 1 - col;
    row.min(col).min(down).min(right) as u32
}

/// The lights of one thread.
#[derive(Clone)]
pub(super) struct Board<'a> {
    puzzle: &'a Puzzle,
    presses: &'a Presses,
    lights: Vec<u8>,
    /// The lights as one number, where there is room for them in one.
    code: Option<u128>,
    /// Bits of a light in `code`.
    bits: u32,
    /// How many lights are in each state.
    counts: [u32; MAX_STATES as usize],
    /// Lights that are not what the goal wants; `None` where all have to be alike.
    wrong: Option<u32>,
    all: u32,
}

impl<'a> Board<'a> {
    /// A level with these lights, as in [`Puzzle::lights`].
    pub fn new(puzzle: &'a Puzzle, presses: &'a Presses, lights: &[u8]) -> Self {
        let bits = u8::BITS - (puzzle.states - 1).leading_zeros();
        let short = lights.len() * bits as usize <= u128::BITS as usize;
        let mut board = Self {
            puzzle,
            presses,
            lights: lights.to_vec(),
            code: short.then_some(0),
            bits,
            counts: [0; MAX_STATES as usize],
            wrong: (puzzle.goal != Goal::Same).then_some(0),
            all: 0,
        };
        for (index, light) in lights.iter().enumerate() {
            if *light == HOLE {
                continue;
            }
            board.all += 1;
            board.counts[usize::from(*light)] += 1;
            if let Some(code) = &mut board.code {
                *code |= u128::from(*light) << (bits as usize * index);
            }
            if let Some(wrong) = &mut board.wrong {
                *wrong += u32::from(*light != puzzle.wanted(index, 0));
            }
        }
        board
    }

    /// The lights as bytes, and as a number where there is room for them in one. Either tells
    /// positions of one level apart.
    pub fn codes(&self) -> (Option<u128>, &[u8]) {
        (self.code, &self.lights)
    }

    pub fn wrong(&self) -> u32 {
        self.wrong.unwrap_or_else(|| self.unlike(&self.counts))
    }

    /// Lights that are not in the most frequent state.
    fn unlike(&self, counts: &[u32; MAX_STATES as usize]) -> u32 {
        self.all - counts.iter().max().copied().unwrap_or(0)
    }

    /// Lights that would be wrong after a press, and whether it switches one that is wrong now.
    pub fn after(&self, press: usize) -> (u32, bool) {
        let states = self.puzzle.states;
        let lights = self.presses.lights(press);
        let Some(wrong) = self.wrong else {
            let mut counts = self.counts;
            let most = self.counts.iter().max().copied().unwrap_or(0);
            let mut helps = false;
            for (light, times) in lights {
                let now = self.lights[*light as usize];
                helps |= self.counts[usize::from(now)] < most;
                counts[usize::from(now)] -= 1;
                counts[usize::from(turned(now, *times, states))] += 1;
            }
            return (self.unlike(&counts), helps);
        };
        let (mut wrong, mut helps) = (wrong, false);
        for (light, times) in lights {
            let now = self.lights[*light as usize];
            let wanted = self.puzzle.wanted(*light as usize, 0);
            helps |= now != wanted;
            wrong -= u32::from(now != wanted);
            wrong += u32::from(turned(now, *times, states) != wanted);
        }
        (wrong, helps)
    }

    /// Presses once.
    pub fn press(&mut self, press: usize) {
        self.turn(press, |times, _| times);
    }

    pub fn take_back(&mut self, press: usize) {
        self.turn(press, |times, states| states - times);
    }

    fn turn(&mut self, press: usize, by: impl Fn(u8, u8) -> u8) {
        let states = self.puzzle.states;
        for (light, times) in self.presses.lights(press) {
            let index = *light as usize;
            let now = self.lights[index];
            let then = turned(now, by(*times, states), states);
            self.lights[index] = then;
            self.counts[usize::from(now)] -= 1;
            self.counts[usize::from(then)] += 1;
            if let Some(code) = &mut self.code {
                *code ^= u128::from(now ^ then) << (self.bits as usize * index);
            }
            if let Some(wrong) = &mut self.wrong {
                let wanted = self.puzzle.wanted(index, 0);
                *wrong -= u32::from(now != wanted);
                *wrong += u32::from(then != wanted);
            }
        }
    }
}

/// A light some states on.
fn turned(light: u8, by: u8, states: u8) -> u8 {
    let sum = light + by;
    if sum >= states { sum - states } else { sum }
}
