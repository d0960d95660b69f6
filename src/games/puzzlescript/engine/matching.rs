//! Matches rules and applies them.

use super::super::compile::Direction;
use super::board::{Board, cells, has, is_empty, only};
use super::changing::Spot;
use super::machine::{Endless, Machine};
use super::plan::Plan;
use super::rules::{GroupPlan, HalfPlan, PartPlan, RowPlan, RulePlan};

/// A match of a row: its first cell, and the widths of its gaps.
pub type Place = [u32; 3];

/// Limit of the repetitions of a group or loop.
const MOST_ROUNDS: usize = 200;

/// Limit of the combinations of matches of a rule.
const MOST_WAYS: usize = 10_000_000;

impl<const N: usize> Machine<N> {
    /// Applies groups in order, with their loops.
    pub(super) fn apply(
        &mut self,
        plan: &Plan,
        half: &HalfPlan,
        bans: bool,
    ) -> Result<(), Endless> {
        let (mut index, mut changed, mut rounds) = (0, false, 0);
        while let Some(group) = half.groups.get(index) {
            // Skips to the next group with a rule that may apply, or where a loop ends.
            let rule = self
                .watch
                .next(group.first, half.first + half.group_of.len());
            let next = rule.map_or(usize::MAX, |rule| half.group_of[rule - half.first] as usize);
            index = next.min(group.next_jump);
            let Some(group) = half.groups.get(index) else {
                break;
            };
            let banned = bans && self.rigid.as_ref().is_some_and(|rigid| rigid.banned[index]);
            if !banned {
                changed |= self.apply_group(plan, group)?;
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

    fn apply_group(&mut self, plan: &Plan, group: &GroupPlan) -> Result<bool, Endless> {
        if group.random {
            return self.apply_one_of(plan, group);
        }
        let end = group.first + group.rules.len();
        let mut changed = false;
        for _ in 0..MOST_ROUNDS {
            let mut again = false;
            let mut from = group.first;
            while let Some(rule) = self.watch.next(from, end) {
                again |= self.try_rule(plan, &group.rules[rule - group.first], rule)?;
                from = rule + 1;
            }
            if !again {
                break;
            }
            changed = true;
        }
        Ok(changed)
    }

    /// Applies a rule wherever it matches; returns whether anything is different.
    fn try_rule(&mut self, plan: &Plan, rule: &RulePlan, number: usize) -> Result<bool, Endless> {
        self.spend(self.effort(rule.size.1))?;
        let changed = match rule.acting {
            Some(row) => self.try_row(plan, rule, row)?,
            None => self.try_ways(plan, rule)?,
        };
        let Some(changed) = changed else {
            self.watch.settle(number);
            return Ok(false);
        };
        if changed {
            self.notice(plan);
        }
        if changed && rule.once || !changed && rule.settles() {
            self.watch.settle(number);
        }
        // A rule that only gives commands is recorded once.
        if self.queue.add(&rule.commands) && !changed && self.told.is_some() {
            self.tell(Some(rule.line), Some(rule.direction));
        }
        Ok(changed)
    }

    /// Applies a rule of several rows, or with gaps; returns whether anything is different, or `None` without a
    /// match.
    fn try_ways(&mut self, plan: &Plan, rule: &RulePlan) -> Result<Option<bool>, Endless> {
        let Some(ways) = self.find(rule)? else {
            return Ok(None);
        };
        let mut changed = false;
        if rule.replaces {
            let mut places: [Place; 8] = [[0; 3]; 8];
            let mut more = Vec::new();
            for way in 0..ways {
                let places = self.way(rule, way, &mut places, &mut more);
                if !changed || self.still_fit(&rule.rows, rule.direction, places) {
                    changed |= self.apply_at(plan, rule, &rule.rows, places)?;
                }
            }
        }
        Ok(Some(changed))
    }

    /// Applies a rule with only one changing row, without gaps; returns whether anything is different, or `None`
    /// without a match.
    fn try_row(
        &mut self,
        plan: &Plan,
        rule: &RulePlan,
        index: usize,
    ) -> Result<Option<bool>, Endless> {
        let row = &rule.rows[index];
        let part = &row.parts[0];
        let begins = self.part(part, rule.direction);
        if is_empty(&begins) {
            return Ok(None);
        }
        for (other, row) in rule.rows.iter().enumerate() {
            if other != index && !self.fits_somewhere(row, rule.direction)? {
                return Ok(None);
            }
        }
        if !rule.replaces {
            return Ok(Some(false));
        }
        let rows = std::slice::from_ref(row);
        if let Some(cell) = only(&begins) {
            let places = [[cell as u32, 0, 0]];
            return self.apply_at(plan, rule, rows, &places).map(Some);
        }
        if rule.certain
            && self.told.is_none()
            && (part.apart || self.are_apart(&begins, rule.direction, part))
        {
            return self.change_all(plan, rule, part, &begins).map(Some);
        }
        let mut found = self.found.pop().unwrap_or_default();
        found.clear();
        found.extend(cells(&begins).map(|cell| [cell as u32, 0, 0]));
        self.order(rule.direction, &mut found);
        self.spend((found.len() * part.cells.len()) as u64)?;
        let mut changed = false;
        for place in &found {
            let place = std::slice::from_ref(place);
            if !changed || self.still_fit(rows, rule.direction, place) {
                changed |= self.apply_at(plan, rule, rows, place)?;
            }
        }
        self.found.push(found);
        Ok(Some(changed))
    }

    fn fits_somewhere(&mut self, row: &RowPlan, direction: Direction) -> Result<bool, Endless> {
        if let [part] = row.parts.as_slice() {
            let begins = self.part(part, direction);
            return Ok(!is_empty(&begins));
        }
        let mut found = self.found.pop().unwrap_or_default();
        found.clear();
        self.find_row(row, direction, &mut found)?;
        let fits = !found.is_empty();
        self.found.push(found);
        Ok(fits)
    }

    /// Returns whether no two matches of a part share a cell.
    fn are_apart(&self, begins: &Board<N>, direction: Direction, part: &PartPlan) -> bool {
        (1..part.cells.len()).all(|steps| {
            let ahead = self.field.ahead(begins, direction, steps);
            begins
                .iter()
                .zip(&ahead)
                .all(|(one, other)| one & other == 0)
        })
    }

    /// Applies a part at all its matches at once; returns whether anything is different.
    fn change_all(
        &mut self,
        plan: &Plan,
        rule: &RulePlan,
        part: &PartPlan,
        begins: &Board<N>,
    ) -> Result<bool, Endless> {
        self.spend(self.effort(part.cells.len()))?;
        let mut changed = false;
        for (steps, cell) in part.cells.iter().enumerate() {
            if let Some(change) = &cell.change {
                let cells = self.field.ahead(begins, rule.direction, steps);
                for (word, bits) in cells.into_iter().enumerate().filter(|(_, bits)| *bits != 0) {
                    changed |= self.change(plan, Spot { word, bits }, change, 0);
                }
            }
        }
        Ok(changed)
    }

    /// Applies one random match of the rules of a group.
    fn apply_one_of(&mut self, plan: &Plan, group: &GroupPlan) -> Result<bool, Endless> {
        let (mut all, mut ways) = (0, Vec::new());
        let mut from = group.first;
        while let Some(number) = self.watch.next(from, group.first + group.rules.len()) {
            from = number + 1;
            let index = number - group.first;
            match self.find(&group.rules[index])? {
                Some(more) => {
                    all += more;
                    ways.push((index, more));
                }
                None => self.watch.settle(number),
            }
        }
        if all == 0 {
            return Ok(false);
        }
        let mut chosen = self.rng.below(all);
        let of = |(_, ways): &&(usize, usize)| {
            let is_of = chosen < *ways;
            chosen -= if is_of { 0 } else { *ways };
            is_of
        };
        let Some((index, _)) = ways.iter().find(of) else {
            return Ok(false);
        };
        let rule = &group.rules[*index];
        // The buffers may hold matches of another rule.
        self.find(rule)?;
        let mut places = vec![[0; 3]; rule.rows.len()];
        self.place(rule, chosen, &mut places);
        let changed = self.apply_at(plan, rule, &rule.rows, &places)?;
        self.notice(plan);
        self.queue.add(&rule.commands);
        Ok(changed)
    }

    /// Finds the matches of each row; returns the number of combinations, or `None` if there are none.
    fn find(&mut self, rule: &RulePlan) -> Result<Option<usize>, Endless> {
        self.spend(self.effort(rule.size.1))?;
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
        self.spend((ways * rule.size.0) as u64)?;
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

    /// Matches of combination `way`; those of the first row change fastest.
    fn place(&self, rule: &RulePlan, mut way: usize, places: &mut [Place]) {
        for (index, place) in places.iter_mut().enumerate().take(rule.rows.len()) {
            let found = &self.found[index];
            *place = found[way % found.len()];
            way /= found.len();
        }
    }

    fn find_row(
        &mut self,
        row: &RowPlan,
        direction: Direction,
        found: &mut Vec<Place>,
    ) -> Result<(), Endless> {
        let Some(first) = row.parts.first() else {
            return Ok(());
        };
        let begins = self.part(first, direction);
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

    /// Sorts matches into the original's order: row by row if the rule is horizontal.
    fn order(&self, direction: Direction, found: &mut [Place]) {
        if found.len() > 1 && matches!(direction, Direction::Left | Direction::Right) {
            let height = self.field.height as u32;
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
        let part = |index: usize| {
            let part = row.parts.get(index);
            part.map(|part| self.part(part, direction))
        };
        let (Some(second), third) = (part(1), part(2)) else {
            return Ok(());
        };
        if is_empty(&second) || third.as_ref().is_some_and(is_empty) || row.parts.len() > 3 {
            return Ok(());
        }
        let mut starts: Vec<Place> = cells(begins).map(|cell| [cell as u32, 0, 0]).collect();
        self.order(direction, &mut starts);
        let step = self.field.step(direction);
        let (first, middle) = (row.parts[0].cells.len(), row.parts[1].cells.len());
        let mut work = 0;
        for [start, ..] in starts {
            let (col, line) = (
                start as usize / self.field.height,
                start as usize % self.field.height,
            );
            let room = match direction {
                Direction::Up => line + 1,
                Direction::Down => self.field.height - line,
                Direction::Left => col + 1,
                Direction::Right => self.field.width - col,
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

    /// Returns whether rows still match after other changes.
    fn still_fit(&self, rows: &[RowPlan], direction: Direction, places: &[Place]) -> bool {
        let step = self.field.step(direction);
        rows.iter().zip(places).all(|(row, place)| {
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

    /// Applies rows at their matches; returns whether anything is different.
    fn apply_at(
        &mut self,
        plan: &Plan,
        rule: &RulePlan,
        rows: &[RowPlan],
        places: &[Place],
    ) -> Result<bool, Endless> {
        let step = self.field.step(rule.direction);
        let mut different = false;
        for (row, place) in rows.iter().zip(places) {
            let mut at = i64::from(place[0]);
            for (index, part) in row.parts.iter().enumerate() {
                if index > 0 {
                    at += step * i64::from(place[index.min(2)]);
                }
                for cell in &part.cells {
                    if let Some(change) = &cell.change {
                        different |= self.change(plan, Spot::of(at as usize), change, rule.rigid);
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
