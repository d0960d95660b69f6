use std::collections::VecDeque;

use super::{COIN, EXIT, PIT, RobotState, SearchWorld, WALL};

impl SearchWorld {
    /// Number of coins that can be reached with an exit still reachable, by steps in these headings only (a bit
    /// each); `None` if no exit is reachable.
    pub(in super::super) fn reachable_coins(
        &self,
        robot: RobotState,
        headings: usize,
    ) -> Option<u16> {
        let reachable = self.flood(vec![robot.at()], headings, false);
        let exits = reachable
            .iter()
            .filter(|at| self.cells[usize::from(**at)] == EXIT);
        let exits: Vec<u16> = exits.copied().collect();
        if exits.is_empty() {
            return None;
        }
        let returning = self.flood(exits, headings, true);
        let coins = reachable
            .iter()
            .filter(|at| self.cells[usize::from(**at)] == COIN);
        u16::try_from(coins.filter(|at| returning.contains(at)).count()).ok()
    }

    /// Cells reachable from these, or from which these are reachable; blocks count as floor.
    fn flood(&self, mut cells: Vec<u16>, headings: usize, backwards: bool) -> Vec<u16> {
        let mut next = 0;
        while let Some(at) = cells.get(next).copied() {
            next += 1;
            // The run ends at an exit.
            if self.cells[usize::from(at)] == EXIT && !backwards {
                continue;
            }
            for (heading, step) in self.offsets.iter().enumerate() {
                let other = at.wrapping_add_signed(if backwards { -step } else { *step });
                let stops = matches!(self.cells[usize::from(other)], WALL | PIT)
                    || (backwards && self.cells[usize::from(other)] == EXIT);
                if headings >> heading & 1 == 1 && !stops && !cells.contains(&other) {
                    cells.push(other);
                }
            }
        }
        cells
    }

    /// Distance from each cell to the nearest exit; blocks count as floor.
    pub(in super::super) fn exit_distances(&self) -> Vec<u16> {
        let mut distance = vec![u16::MAX; self.cells.len()];
        let exits = (0..self.cells.len()).filter(|at| self.cells[*at] == EXIT);
        let mut queue: VecDeque<usize> = exits.collect();
        for at in &queue {
            distance[*at] = 0;
        }
        while let Some(at) = queue.pop_front() {
            for step in self.offsets {
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
