//! Variables by their part in recent conflicts (VSIDS), in a binary heap.

#[derive(Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// Position of each variable in the heap, or `OUT`.
    place: Vec<u32>,
    step: f64,
}

const OUT: u32 = u32::MAX;
const DECAY: f64 = 0.95;

impl Order {
    /// Starts with these activities; negative ones never come up.
    pub(super) fn start(&mut self, activity: Vec<f64>) {
        self.place = vec![OUT; activity.len()];
        self.activity = activity;
        self.step = 1.0;
        for variable in 0..self.activity.len() {
            self.put_back(variable as u32);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.activity.is_empty()
    }

    pub(super) fn put_back(&mut self, variable: u32) {
        let known = self
            .activity
            .get(variable as usize)
            .is_some_and(|a| *a >= 0.0);
        if known && self.place[variable as usize] == OUT {
            self.place[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.up(self.heap.len() - 1);
        }
    }

    /// Removes variables up to the first open one, and returns that.
    pub(super) fn next(&mut self, open: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let first = *self.heap.first()?;
            let last = self.heap.pop()?;
            self.place[first as usize] = OUT;
            if !self.heap.is_empty() {
                self.heap[0] = last;
                self.place[last as usize] = 0;
                self.down(0);
            }
            if open(first) {
                return Some(first);
            }
        }
    }

    pub(super) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.step;
        if *activity > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.step *= 1e-100;
        }
        let place = self.place[variable as usize];
        if place != OUT {
            self.up(place as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.step /= DECAY;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.set(at, self.heap[parent]);
            at = parent;
        }
        self.set(at, variable);
    }

    fn down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.set(at, self.heap[child]);
            at = child;
        }
        self.set(at, variable);
    }

    fn set(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}
