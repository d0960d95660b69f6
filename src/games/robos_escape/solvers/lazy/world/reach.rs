use std::collections::VecDeque;

use super::{COIN, EXIT, PIT, Robot, WALL, World};

impl World {
    /// Number of coins that can be reached with an exit still reachable, by steps in these headings only (a bit
    /// each); `None` if no exit is reachable.
    pub(in super::super) fn reach(&self, robot: Robot, ways: usize) -> Option<u16> {
        let there = self.flood(vec![robot.at()], ways, false);
        let exits = there
            .iter()
            .filter(|at| self.cells[usize::from(**at)] == EXIT);
        let exits: Vec<u16> = exits.copied().collect();
        if exits.is_empty() {
            return None;
        }
        let back = self.flood(exits, ways, true);
        let coins = there
            .iter()
            .filter(|at| self.cells[usize::from(**at)] == COIN);
        u16::try_from(coins.filter(|at| back.contains(at)).count()).ok()
    }

    /// Cells reachable from these, or from which these are reachable; blocks count as floor.
    fn flood(&self, mut seen: Vec<u16>, ways: usize, backwards: bool) -> Vec<u16> {
        let mut next = 0;
        while let Some(at) = seen.get(next).copied() {
            next += 1;
            // The run ends at an exit.
            if self.cells[usize::from(at)] == EXIT && !backwards {
                continue;
            }
            for (heading, step) in self.steps.iter().enumerate() {
                let other = at.wrapping_add_signed(if backwards { -step } else { *step });
                let stops = matches!(self.cells[usize::from(other)], WALL | PIT)
                    || (backwards && self.cells[usize::from(other)] == EXIT);
                if ways >> heading & 1 == 1 && !stops && !seen.contains(&other) {
                    seen.push(other);
                }
            }
        }
        seen
    }

    /// Distance from each cell to the nearest exit; blocks count as floor.
    pub(in super::super) fn to_exit(&self) -> Vec<u16> {
        let mut distance = vec![u16::MAX; self.cells.len()];
        let exits = (0..self.cells.len()).filter(|at| self.cells[*at] == EXIT);
        let mut queue: VecDeque<usize> = exits.collect();
        for at in &queue {
            distance[*at] = 0;
        }
        while let Some(at) = queue.pop_front() {
            for step in self.steps {
                let next = at.wrapping_add_signed(isize::from(step));
                if !matches!(self.cells[next], WALL | PIT) && distance[next] == u16::MAX {
                    distance[next] = distance[at] + 1;
                    queue.push_back(next);
                }
            }
        }
        distance
    }
}
