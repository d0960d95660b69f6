//! Variables by their part in recent conflicts (VSIDS), in a binary heap.

#[derive(Default)]
pub(super) struct ActivityHeap {
    activity: Vec<f64>,
    heap: Vec<u32>,
    /// Position of each variable in the heap, or `NOT_IN_HEAP`.
    position: Vec<u32>,
    increment: f64,
}

const NOT_IN_HEAP: u32 = u32::MAX;
const DECAY: f64 = 0.95;

impl ActivityHeap {
    /// Starts with these activities; negative ones never come up.
    pub(super) fn init(&mut self, activity: Vec<f64>) {
        self.position = vec![NOT_IN_HEAP; activity.len()];
        self.activity = activity;
        self.increment = 1.0;
        for variable in 0..self.activity.len() {
            self.insert(variable as u32);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.activity.is_empty()
    }

    pub(super) fn insert(&mut self, variable: u32) {
        let known = self.activity.get(variable as usize);
        let known = known.is_some_and(|activity| *activity >= 0.0);
        if known && self.position[variable as usize] == NOT_IN_HEAP {
            self.position[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Removes variables up to the first open one, and returns that.
    pub(super) fn pop_open(&mut self, open: impl Fn(u32) -> bool) -> Option<u32> {
        loop {
            let first = *self.heap.first()?;
            let last = self.heap.pop()?;
            self.position[first as usize] = NOT_IN_HEAP;
            if !self.heap.is_empty() {
                self.heap[0] = last;
                self.position[last as usize] = 0;
                self.sift_down(0);
            }
            if open(first) {
                return Some(first);
            }
        }
    }

    pub(super) fn bump(&mut self, variable: u32) {
        let activity = &mut self.activity[variable as usize];
        *activity += self.increment;
        if *activity > 1e100 {
            for activity in &mut self.activity {
                *activity *= 1e-100;
            }
            self.increment *= 1e-100;
        }
        let position = self.position[variable as usize];
        if position != NOT_IN_HEAP {
            self.sift_up(position as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn precedes(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sift_up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.precedes(variable, self.heap[parent]) {
                break;
            }
            self.set(at, self.heap[parent]);
            at = parent;
        }
        self.set(at, variable);
    }

    fn sift_down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.precedes(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.precedes(self.heap[child], variable) {
                break;
            }
            self.set(at, self.heap[child]);
            at = child;
        }
        self.set(at, variable);
    }

    fn set(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.position[variable as usize] = at as u32;
    }
}
