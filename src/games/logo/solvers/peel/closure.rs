//! Whether a part could be emptied if every open vertex were chosen as it suits.

use super::super::problem::{Problem, Vertex};
use super::orient::Orientation;

/// The order in which a part is emptied from the end (`back`) or filled from the front, as far as
/// it can be at all.
///
/// From the end: an open vertex is taken back at once, any other as soon as all neighbours known
/// to come later are gone and in all at least as many neighbours as its number asks for. What is
/// left over in the end has no last vertex. The more is gone, the more can go, so any order of
/// taking back shows the same.
pub(super) struct Closure {
    back: bool,
    inside: Vec<bool>,
    part: Vec<Vertex>,
    /// Vertices of the part that are not gone.
    stays: Vec<bool>,
    /// When a vertex went: after all vertices that it waited for.
    moment: Vec<u32>,
    now: u32,
}

impl Closure {
    pub fn new(problem: &Problem, back: bool) -> Self {
        let n = problem.len();
        Self {
            back,
            inside: vec![false; n],
            part: Vec::new(),
            stays: vec![false; n],
            moment: vec![0; n],
            now: 0,
        }
    }

    /// Takes up a part and tells whether all of it goes.
    pub fn take_up(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        part: &[Vertex],
    ) -> bool {
        for vertex in self.part.drain(..) {
            self.inside[vertex as usize] = false;
            self.stays[vertex as usize] = false;
        }
        self.part.extend_from_slice(part);
        self.now = 0;
        for vertex in part {
            self.inside[*vertex as usize] = true;
            self.stays[*vertex as usize] = true;
        }
        self.go(problem, orientation, part) == part.len()
    }

    /// Whether all still goes after edges between these vertices were oriented. What has changed
    /// is remembered if `keep`, forgotten if not.
    pub fn survives(
        &mut self,
        problem: &Problem,
        orientation: &Orientation<'_>,
        changed: impl Iterator<Item = Vertex>,
        keep: bool,
    ) -> bool {
        // Take out whatever no longer has what it waited for, and what had waited for that.
        let mut doubtful: Vec<Vertex> = changed.filter(|v| self.inside[*v as usize]).collect();
        let mut out: Vec<Vertex> = Vec::new();
        let mut moments = Vec::new();
        while let Some(vertex) = doubtful.pop() {
            let moment = self.moment[vertex as usize];
            if self.stays[vertex as usize] || self.may_go(orientation, vertex, moment) {
                continue;
            }
            self.stays[vertex as usize] = true;
            out.push(vertex);
            moments.push(moment);
            // Only what may have waited for it, and nothing outside the part.
            let later = |v: &Vertex| {
                let v = *v as usize;
                self.inside[v] && !self.stays[v] && self.moment[v] > moment
            };
            doubtful.extend(problem.beside(vertex).filter(later));
        }
        let survives = self.go(problem, orientation, &out) == out.len();
        if !keep {
            for (vertex, moment) in out.iter().zip(moments) {
                self.stays[*vertex as usize] = false;
                self.moment[*vertex as usize] = moment;
            }
        }
        survives
    }

    /// Lets go what can of these vertices and returns how many did.
    fn go(&mut self, problem: &Problem, orientation: &Orientation<'_>, from: &[Vertex]) -> usize {
        let mut gone: Vec<Vertex> = Vec::with_capacity(from.len());
        for &vertex in from {
            self.try_to_go(orientation, vertex, &mut gone);
        }
        let mut done = 0;
        while let Some(&vertex) = gone.get(done) {
            done += 1;
            for other in problem.beside(vertex) {
                self.try_to_go(orientation, other, &mut gone);
            }
        }
        gone.len()
    }

    fn try_to_go(&mut self, orientation: &Orientation<'_>, vertex: Vertex, gone: &mut Vec<Vertex>) {
        if self.stays[vertex as usize] && self.may_go(orientation, vertex, u32::MAX) {
            self.stays[vertex as usize] = false;
            self.now += 1;
            self.moment[vertex as usize] = self.now;
            gone.push(vertex);
        }
    }

    /// Whether enough has gone before a moment.
    fn may_go(&self, orientation: &Orientation<'_>, vertex: Vertex, moment: u32) -> bool {
        orientation.has_enough(vertex, self.back, |other| {
            let other = other as usize;
            !self.inside[other] || !self.stays[other] && self.moment[other] < moment
        })
    }
}
