//! Finds where rules apply, and applies them.


use super::super::compile::Direction;
use super::board::{Board, cells, has, is_empty};
use super::machine::{Endless, Machine};
use super::plan::{CellPlan, GroupPlan, HalfPlan, PartPlan, RowPlan, RulePlan};

/// Where a row of a rule fits: its first cell, and how wide its gaps are.
pub type Place = [u32; 3];

/// How often a group is tried again, and a loop goes round.
const MOST_ROUNDS: usize = 200;

/// How many ways a rule can fit at once.
const MOST_WAYS: usize = 10_000_000;

impl<const N: usize> Machine<N> {
    /// Applies groups of rules in their order, with their loops.
    pub(super) fn apply(&mut self, half: &HalfPlan, bans: bool) -> Result<(), Endless> {
        let (mut index, mut changed, mut rounds) = (0, false, 0);
        while let Some(group) = half.get(index) {
            let banned = bans && self.rigid.as_ref().is_some_and(|rigid| rigid.banned[index]);
            if !banned {
                changed |= self.apply_group(group)?;
            }
            match group.jump.filter(|_| changed) {
                Some(start) => {
                    index = start;
                    changed = false;
                    rounds += 1;
                    if rounds > MOST_ROUNDS {
                        break;
                    }
                }
                None => index += 1,
            }
        }
        Ok(())
    }

    fn apply_group(&mut self, group: &GroupPlan) -> Result<bool, Endless> {
        if group.random {
            return self.apply_one_of(group);
        }
        let mut changed = false;
        for _ in 0..MOST_ROUNDS {
            let mut again = false;
            let mut failures = 0;
            for rule in &group.rules {
                if self.may_apply(rule) && self.try_rule(rule)? {
                    again = true;
                    failures = 0;
                } else {
                    failures += 1;
                    if failures == group.rules.len() {
                        break;
                    }
                }
            }
            if !again {
                break;
            }
            changed = true;
        }
        Ok(changed)
    }

    /// Whether there is anything of all that a rule looks for.
    #[inline]
    fn may_apply(&self, rule: &RulePlan) -> bool {
        let within = |needs: &[u64], there: &[u64]| needs.iter().zip(there).all(|(needs, there)| needs & !there == 0);
        within(&rule.needs_moves, &self.there_moves) && within(&rule.needs, &self.there)
    }

    fn try_rule(&mut self, rule: &RulePlan) -> Result<bool, Endless> {
        let Some(ways) = self.find(rule)? else {
            return Ok(false);
        };
        let mut changed = false;
        if rule.replaces {
            let mut places: [Place; 8] = [[0; 3]; 8];
            let mut more = Vec::new();
            for way in 0..ways {
                let places = self.way(rule, way, &mut places, &mut more);
                if way == 0 || self.still_fits(rule, places) {
                    changed |= self.apply_at(rule, places)?;
                }
            }
        }
        self.queue.add(&rule.commands);
        Ok(changed)
    }

    /// Of all ways in which the rules of a group apply, one by chance.
    fn apply_one_of(&mut self, group: &GroupPlan) -> Result<bool, Endless> {
        let mut all = Vec::new();
        for (index, rule) in group.rules.iter().enumerate() {
            if !self.may_apply(rule) {
                continue;
            }
            let Some(ways) = self.find(rule)? else {
                continue;
            };
            for way in 0..ways {
                let mut places = vec![[0; 3]; rule.rows.len()];
                self.place(rule, way, &mut places);
                all.push((index, places));
            }
        }
        if all.is_empty() {
            return Ok(false);
        }
        let (index, places) = &all[self.rng.below(all.len())];
        let rule = &group.rules[*index];
        let changed = self.apply_at(rule, places)?;
        self.queue.add(&rule.commands);
        Ok(changed)
    }

    /// Finds where each row of a rule fits. The number of ways to choose one place for each; nothing if there is none.
    fn find(&mut self, rule: &RulePlan) -> Result<Option<usize>, Endless> {
        let mut ways = 1_usize;
        while self.found.len() < rule.rows.len() {
            self.found.push(Vec::new());
        }
        for (index, row) in rule.rows.iter().enumerate() {
            let mut found = std::mem::take(&mut self.found[index]);
            found.clear();
            self.find_row(row, rule.direction, &mut found)?;
            let count = found.len();
            self.found[index] = found;
            if count == 0 {
                return Ok(None);
            }
            ways = ways.saturating_mul(count);
        }
        if ways > MOST_WAYS {
            return Err(Endless);
        }
        self.spend(ways as u64)?;
        Ok(Some(ways))
    }

    fn way<'a>(
        &self,
        rule: &RulePlan,
        way: usize,
        places: &'a mut [Place; 8],
        more: &'a mut Vec<Place>,
    ) -> &'a [Place] {
        let rows = rule.rows.len();
        let places = match rows <= places.len() {
            true => &mut places[..rows],
            false => {
                more.resize(rows, [0; 3]);
                more.as_mut_slice()
            }
        };
        self.place(rule, way, places);
        places
    }

    /// The places of one way; those of the first row change fastest.
    fn place(&self, rule: &RulePlan, mut way: usize, places: &mut [Place]) {
        for (index, place) in places.iter_mut().enumerate().take(rule.rows.len()) {
            let found = &self.found[index];
            *place = found[way % found.len()];
            way /= found.len();
        }
    }

    fn find_row(&mut self, row: &RowPlan, direction: Direction, found: &mut Vec<Place>) -> Result<(), Endless> {
        let starts = self.starts[row.starts];
        let Some(first) = row.parts.first() else {
            return Ok(());
        };
        let begins = self.part(first, direction, starts);
        if is_empty(&begins) {
            return Ok(());
        }
        if let [_, rest @ ..] = row.parts.as_slice()
            && !rest.is_empty()
        {
            return self.find_gaps(row, direction, &begins, found);
        }
        found.extend(cells(&begins).map(|cell| [cell as u32, 0, 0]));
        self.order(direction, found);
        Ok(())
    }

    /// Puts places into the order in which they are tried: row by row if the rule goes along rows.
    fn order(&self, direction: Direction, found: &mut [Place]) {
        if found.len() > 1 && matches!(direction, Direction::Left | Direction::Right) {
            let height = self.height as u32;
            found.sort_by_key(|place| (place[0] % height, place[0] / height));
        }
    }

    fn find_gaps(
        &mut self,
        row: &RowPlan,
        direction: Direction,
        begins: &Board<N>,
        found: &mut Vec<Place>,
    ) -> Result<(), Endless> {
        let part = |index: usize| row.parts.get(index).map(|part| self.part(part, direction, self.all));
        let (Some(second), third) = (part(1), part(2)) else {
            return Ok(());
        };
        if is_empty(&second) || third.as_ref().is_some_and(is_empty) || row.parts.len() > 3 {
            return Ok(());
        }
        let mut starts: Vec<Place> = cells(begins).map(|cell| [cell as u32, 0, 0]).collect();
        self.order(direction, &mut starts);
        let step = self.step(direction);
        let (first, middle) = (row.parts[0].cells.len(), row.parts[1].cells.len());
        let mut work = 0;
        for [start, ..] in starts {
            let (col, line) = (start as usize / self.height, start as usize % self.height);
            let room = match direction {
                Direction::Up => line + 1,
                Direction::Down => self.height - line,
                Direction::Left => col + 1,
                Direction::Right => self.width - col,
            };
            let most = room - row.length + 1;
            let at = |steps: usize| (i64::from(start) + step * steps as i64) as usize;
            work += most as u64;
            for gap in 0..most {
                if !has(&second, at(gap + first)) {
                    continue;
                }
                let Some(third) = &third else {
                    found.push([start, gap as u32, 0]);
                    continue;
                };
                work += (most - gap) as u64;
                for other in 0..most - gap {
                    if has(third, at(gap + other + first + middle)) {
                        found.push([start, gap as u32, other as u32]);
                    }
                }
            }
        }
        self.spend(work)
    }

    fn step(&self, direction: Direction) -> i64 {
        match direction {
            Direction::Up => -1,
            Direction::Down => 1,
            Direction::Left => -(self.height as i64),
            Direction::Right => self.height as i64,
        }
    }

    /// The cells where a part of a row begins.
    #[inline]
    fn part(&self, part: &PartPlan, direction: Direction, within: Board<N>) -> Board<N> {
        let mut fits = within;
        for index in &part.order {
            let index = usize::from(*index);
            let board = self.cell(&part.cells[index]);
            let board = match index {
                0 => board,
                _ => self.behind(&board, direction, index),
            };
            for (fits, word) in fits.iter_mut().zip(&board) {
                *fits &= word;
            }
            if is_empty(&fits) {
                break;
            }
        }
        fits
    }

    /// The cells that a cell of a pattern fits.
    #[inline]
    fn cell(&self, cell: &CellPlan) -> Board<N> {
        let mut fits = self.all;
        for kind in &cell.moving {
            let board = &self.moves[usize::from(*kind)];
            fits.iter_mut().zip(board).for_each(|(fits, word)| *fits &= word);
        }
        for object in &cell.present {
            let board = &self.objects[usize::from(*object)];
            fits.iter_mut().zip(board).for_each(|(fits, word)| *fits &= word);
        }
        for objects in &cell.any {
            let mut any = [0; N];
            for object in objects {
                let board = &self.objects[usize::from(*object)];
                any.iter_mut().zip(board).for_each(|(any, word)| *any |= word);
            }
            fits.iter_mut().zip(&any).for_each(|(fits, word)| *fits &= word);
        }
        for object in &cell.missing {
            let board = &self.objects[usize::from(*object)];
            fits.iter_mut().zip(board).for_each(|(fits, word)| *fits &= !word);
        }
        for kind in &cell.still {
            let board = &self.moves[usize::from(*kind)];
            fits.iter_mut().zip(board).for_each(|(fits, word)| *fits &= !word);
        }
        fits
    }

    /// Whether a cell of a pattern fits a cell of the level.
    fn cell_fits(&self, cell: &CellPlan, at: usize) -> bool {
        let object = |object: &u16| has(&self.objects[usize::from(*object)], at);
        let moves = |kind: &u16| has(&self.moves[usize::from(*kind)], at);
        cell.present.iter().all(object)
            && cell.moving.iter().all(moves)
            && !cell.missing.iter().any(object)
            && !cell.still.iter().any(moves)
            && cell.any.iter().all(|objects| objects.iter().any(object))
    }

    /// Whether a rule fits where it was found, after other changes.
    fn still_fits(&self, rule: &RulePlan, places: &[Place]) -> bool {
        let step = self.step(rule.direction);
        rule.rows.iter().zip(places).all(|(row, place)| {
            let mut at = i64::from(place[0]);
            row.parts.iter().enumerate().all(|(index, part)| {
                if index > 0 {
                    at += step * i64::from(place[index.min(2)]);
                }
                part.cells.iter().all(|cell| {
                    let fits = self.cell_fits(cell, at as usize);
                    at += step;
                    fits
                })
            })
        })
    }

    /// Applies a rule. Whether anything is different then.
    fn apply_at(&mut self, rule: &RulePlan, places: &[Place]) -> Result<bool, Endless> {
        let step = self.step(rule.direction);
        let mut different = false;
        for (row, place) in rule.rows.iter().zip(places) {
            let mut at = i64::from(place[0]);
            for (index, part) in row.parts.iter().enumerate() {
                if index > 0 {
                    at += step * i64::from(place[index.min(2)]);
                }
                for cell in &part.cells {
                    if let Some(change) = &cell.change {
                        different |= self.change(at as usize, change, rule.rigid);
                    }
                    at += step;
                }
            }
        }
        self.spend(1)?;
        if different && self.told.is_some() {
            self.tell(Some(rule.line), Some(rule.direction));
        }
        Ok(different)
    }
}

