//! Matches rules and applies them.
//!
//! The original finds all matches of a rule first, then applies it at each in order if it still matches there. Here all
//! matches of a part are found at once, as a board of their first cells, and applied one by one in the original's
//! order, which random choices also follow.

use super::super::compile::ones;
use super::board::{Bitboard, add, empty, has, intersect, is_empty, single, subtract};
use super::changes::Spot;
use super::machine::{BoardMachine, Unfinished};
use super::plan::GamePlan;
use super::rules::{CellPlan, GroupPlan, PartPlan, PhasePlan, RowMatch, RowPlan, RulePlan};
use crate::game::Heading;

/// Limit of the repetitions of a group, and of the jumps of all loops in a half of a turn, as in the original.
const MAX_ROUNDS: usize = 200;
/// Limit of the combinations of the matches of a rule's rows; more would exceed the work of a move anyway.
const MAX_COMBINATIONS: usize = 10_000_000;

impl<const N: usize> BoardMachine<N> {
    /// Applies groups in order, with their loops. With `bans`, the groups that this turn bans are left out.
    pub(super) fn apply_groups(
        &mut self,
        plan: &GamePlan,
        half: &PhasePlan,
        bans: bool,
    ) -> Result<(), Unfinished> {
        // `changed`: anything, since the last jump.
        let (mut index, mut changed, mut rounds) = (0, false, 0);
        while let Some(group) = half.groups.get(index) {
            // Skips to the next group with a rule that may apply, or where a loop ends.
            let rule = self
                .tracker
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
                    if rounds > MAX_ROUNDS {
                        break;
                    }
                }
                None => index += 1,
            }
        }
        Ok(())
    }

    fn apply_group(&mut self, plan: &GamePlan, group: &GroupPlan) -> Result<bool, Unfinished> {
        if group.random {
            return self.apply_random(plan, group);
        }
        let end = group.first + group.rules.len();
        let mut changed = false;
        // As in the original, a group that never comes to rest is left after some rounds.
        for _ in 0..MAX_ROUNDS {
            let mut changed_in_round = false;
            let mut from = group.first;
            while let Some(rule) = self.tracker.next(from, end) {
                changed_in_round |= self.try_rule(plan, &group.rules[rule - group.first], rule)?;
                from = rule + 1;
            }
            if !changed_in_round {
                break;
            }
            changed = true;
        }
        Ok(changed)
    }

    /// Applies a rule wherever it matches; returns whether anything is different.
    fn try_rule(
        &mut self,
        plan: &GamePlan,
        rule: &RulePlan,
        id: usize,
    ) -> Result<bool, Unfinished> {
        self.spend(self.scan_work(rule.tested_boards))?;
        let changed = match rule.changing_row {
            Some(row) => self.try_row(plan, rule, row)?,
            None => self.try_rows(plan, rule)?,
        };
        let Some(changed) = changed else {
            self.tracker.clear_pending(id);
            return Ok(false);
        };
        if changed {
            self.update_tracker(plan);
        }
        // It would change nothing if it were tried again before one of its boards changes.
        if changed && rule.applies_once || !changed && rule.settles() {
            self.tracker.clear_pending(id);
        }
        // A rule that only gives commands is recorded once.
        if self.queue.add(&rule.commands) && !changed && self.trace.is_some() {
            self.record(Some(rule.line));
        }
        Ok(changed)
    }

    /// Applies a rule of several rows, or with gaps; returns whether anything is different, or `None` without a match.
    fn try_rows(&mut self, plan: &GamePlan, rule: &RulePlan) -> Result<Option<bool>, Unfinished> {
        let Some(count) = self.find_matches(rule)? else {
            return Ok(None);
        };
        let mut changed = false;
        if rule.replaces {
            let mut matches = vec![[0; 3]; rule.rows.len()];
            for number in 0..count {
                self.fill_combination(number, &mut matches);
                // What was applied so far may have ended this match.
                if !changed || self.still_match(&rule.rows, rule.direction, &matches) {
                    changed |= self.apply_at(plan, rule, &rule.rows, &matches)?;
                }
            }
        }
        Ok(Some(changed))
    }

    /// Applies a rule with only one changing row, without gaps; returns whether anything is different, or `None`
    /// without a match.
    fn try_row(
        &mut self,
        plan: &GamePlan,
        rule: &RulePlan,
        index: usize,
    ) -> Result<Option<bool>, Unfinished> {
        let row = &rule.rows[index];
        let part = &row.parts[0];
        let starts = self.match_part(part, rule.direction);
        if is_empty(&starts) {
            return Ok(None);
        }
        for (other, row) in rule.rows.iter().enumerate() {
            if other != index && !self.matches_anywhere(row, rule.direction)? {
                return Ok(None);
            }
        }
        if !rule.replaces {
            return Ok(Some(false));
        }
        // The other rows change nothing, so that only this one is applied.
        let rows = std::slice::from_ref(row);
        if let Some(cell) = single(&starts) {
            let found = [cell as u32, 0, 0];
            return self.apply_at(plan, rule, rows, &[found]).map(Some);
        }
        let mut matches = self.matches.pop().unwrap_or_default();
        matches.clear();
        matches.extend(ones(&starts).map(|cell| [cell as u32, 0, 0]));
        self.sort_matches(rule.direction, &mut matches);
        self.spend((matches.len() * part.cells.len()) as u64)?;
        let mut changed = false;
        for found in &matches {
            let found = std::slice::from_ref(found);
            if !changed || self.still_match(rows, rule.direction, found) {
                changed |= self.apply_at(plan, rule, rows, found)?;
            }
        }
        self.matches.push(matches);
        Ok(Some(changed))
    }

    /// Returns whether a row matches somewhere.
    fn matches_anywhere(&mut self, row: &RowPlan, direction: Heading) -> Result<bool, Unfinished> {
        if let [part] = row.parts.as_slice() {
            let starts = self.match_part(part, direction);
            return Ok(!is_empty(&starts));
        }
        let mut matches = self.matches.pop().unwrap_or_default();
        matches.clear();
        self.find_row(row, direction, &mut matches)?;
        let fits = !matches.is_empty();
        self.matches.push(matches);
        Ok(fits)
    }

    /// Applies one random match of the rules of a group.
    fn apply_random(&mut self, plan: &GamePlan, group: &GroupPlan) -> Result<bool, Unfinished> {
        let (mut all, mut counts) = (0, Vec::new());
        let mut from = group.first;
        while let Some(number) = self.tracker.next(from, group.first + group.rules.len()) {
            from = number + 1;
            let index = number - group.first;
            match self.find_matches(&group.rules[index])? {
                Some(more) => {
                    all += more;
                    counts.push((index, more));
                }
                None => self.tracker.clear_pending(number),
            }
        }
        if all == 0 {
            return Ok(false);
        }
        let mut chosen = self.rng.below(all);
        let is_chosen = |(_, count): &&(usize, usize)| {
            let is_here = chosen < *count;
            chosen -= if is_here { 0 } else { *count };
            is_here
        };
        let Some((index, _)) = counts.iter().find(is_chosen) else {
            return Ok(false);
        };
        let rule = &group.rules[*index];
        // `self.matches` may be those of another rule of the group.
        self.find_matches(rule)?;
        let mut matches = vec![[0; 3]; rule.rows.len()];
        self.fill_combination(chosen, &mut matches);
        let changed = self.apply_at(plan, rule, &rule.rows, &matches)?;
        self.update_tracker(plan);
        self.queue.add(&rule.commands);
        Ok(changed)
    }

    /// Finds the matches of each row, in `self.matches`; returns the number of combinations, or `None` without any.
    fn find_matches(&mut self, rule: &RulePlan) -> Result<Option<usize>, Unfinished> {
        self.spend(self.scan_work(rule.tested_boards))?;
        let mut count = 1_usize;
        let rows = self.matches.len().max(rule.rows.len());
        self.matches.resize(rows, Vec::new());
        for (index, row) in rule.rows.iter().enumerate() {
            let mut matches = std::mem::take(&mut self.matches[index]);
            matches.clear();
            self.find_row(row, rule.direction, &mut matches)?;
            let row_count = matches.len();
            self.matches[index] = matches;
            if row_count == 0 {
                return Ok(None);
            }
            count = count.saturating_mul(row_count);
        }
        if count > MAX_COMBINATIONS {
            return Err(Unfinished::Work);
        }
        self.spend((count * rule.pattern_cells) as u64)?;
        Ok(Some(count))
    }

    /// Chooses from `self.matches` combination `number`, one for each row; those of the first row change fastest.
    fn fill_combination(&self, mut number: usize, chosen: &mut [RowMatch]) {
        for (found, matches) in chosen.iter_mut().zip(&self.matches) {
            *found = matches[number % matches.len()];
            number /= matches.len();
        }
    }

    /// Appends the matches of a row, in the original's order.
    fn find_row(
        &mut self,
        row: &RowPlan,
        direction: Heading,
        matches: &mut Vec<RowMatch>,
    ) -> Result<(), Unfinished> {
        let Some(first) = row.parts.first() else {
            return Ok(());
        };
        let starts = self.match_part(first, direction);
        if is_empty(&starts) {
            return Ok(());
        }
        if row.parts.len() > 1 {
            return self.find_with_gaps(row, direction, &starts, matches);
        }
        matches.extend(ones(&starts).map(|cell| [cell as u32, 0, 0]));
        self.sort_matches(direction, matches);
        Ok(())
    }

    /// Sorts matches into the original's order: row by row if the rule is horizontal.
    fn sort_matches(&self, direction: Heading, matches: &mut [RowMatch]) {
        if matches.len() > 1 && matches!(direction, Heading::Left | Heading::Right) {
            let height = self.field.height as u32;
            matches.sort_by_key(|found| (found[0] % height, found[0] / height));
        }
    }

    /// Appends the matches of a row with one or two gaps, whose first part begins at `starts`.
    fn find_with_gaps(
        &mut self,
        row: &RowPlan,
        direction: Heading,
        starts: &Bitboard<N>,
        matches: &mut Vec<RowMatch>,
    ) -> Result<(), Unfinished> {
        let part = |part: &PartPlan| self.match_part(part, direction);
        let (second, third) = (row.parts.get(1).map(part), row.parts.get(2).map(part));
        let Some(second) = second else {
            return Ok(());
        };
        if is_empty(&second) || third.as_ref().is_some_and(is_empty) || row.parts.len() > 3 {
            return Ok(());
        }
        let mut sorted: Vec<RowMatch> = ones(starts).map(|cell| [cell as u32, 0, 0]).collect();
        self.sort_matches(direction, &mut sorted);
        let step = self.field.step(direction);
        let (first, middle) = (row.parts[0].cells.len(), row.parts[1].cells.len());
        let mut work = 0;
        for [start, ..] in sorted {
            let cell = start as usize;
            let (col, line) = (cell / self.field.height, cell % self.field.height);
            let cells_ahead = match direction {
                Heading::Up => line + 1,
                Heading::Down => self.field.height - line,
                Heading::Left => col + 1,
                Heading::Right => self.field.width - col,
            };
            // The gaps together have fewer cells than this. The first part begins where all parts have space without
            // gaps ([`PartPlan::starts`]), so this is at least 1.
            let width_limit = cells_ahead - row.length + 1;
            let cell_after = |steps: usize| (i64::from(start) + step * steps as i64) as usize;
            work += width_limit as u64;
            for gap in 0..width_limit {
                if !has(&second, cell_after(gap + first)) {
                    continue;
                }
                let Some(third) = &third else {
                    matches.push([start, gap as u32, 0]);
                    continue;
                };
                work += (width_limit - gap) as u64;
                for other in 0..width_limit - gap {
                    if has(third, cell_after(gap + other + first + middle)) {
                        matches.push([start, gap as u32, other as u32]);
                    }
                }
            }
        }
        self.spend(work)
    }

    /// Returns whether rows still match after other changes.
    fn still_match(&self, rows: &[RowPlan], direction: Heading, matches: &[RowMatch]) -> bool {
        let mut cells = matched_cells(rows, matches, self.field.step(direction));
        cells.all(|(cell, at)| self.cell_fits(cell, at))
    }

    /// Applies rows at their matches; returns whether anything is different.
    fn apply_at(
        &mut self,
        plan: &GamePlan,
        rule: &RulePlan,
        rows: &[RowPlan],
        matches: &[RowMatch],
    ) -> Result<bool, Unfinished> {
        let mut different = false;
        for (cell, at) in matched_cells(rows, matches, self.field.step(rule.direction)) {
            if let Some(change) = &cell.change {
                different |= self.change(plan, Spot::new(at), change, rule.rigid);
            }
        }
        self.spend(1)?;
        if different && self.trace.is_some() {
            self.record(Some(rule.line));
        }
        Ok(different)
    }

    /// Cells where a part of a row begins.
    #[inline]
    fn match_part(&self, part: &PartPlan, direction: Heading) -> Bitboard<N> {
        let mut fits = self.field.starts[part.starts];
        let mut rest = part.order.iter();
        while let Some(index) = rest.next() {
            let index = usize::from(*index);
            let board = self.match_cell(&part.cells[index]);
            let board = match index {
                0 => board,
                _ => self.field.behind(&board, direction, index),
            };
            intersect(&mut fits, &board);
            if is_empty(&fits) {
                break;
            }
            // If one candidate is left, the other cells are tested one by one.
            if let Some(first) = single(&fits) {
                let step = self.field.step(direction);
                let fits_at = |index: &u16| {
                    let at = first as i64 + step * i64::from(*index);
                    self.cell_fits(&part.cells[usize::from(*index)], at as usize)
                };
                return if rest.all(fits_at) { fits } else { empty() };
            }
        }
        fits
    }

    /// Cells of the level that match a cell of a pattern.
    #[inline]
    fn match_cell(&self, cell: &CellPlan) -> Bitboard<N> {
        let mut fits = self.field.all;
        for board in &cell.all {
            intersect(&mut fits, &self.boards[usize::from(*board)]);
        }
        for boards in &cell.any {
            let mut any = empty();
            for board in boards {
                add(&mut any, &self.boards[usize::from(*board)]);
            }
            intersect(&mut fits, &any);
        }
        for board in &cell.none {
            subtract(&mut fits, &self.boards[usize::from(*board)]);
        }
        fits
    }

    fn cell_fits(&self, cell: &CellPlan, at: usize) -> bool {
        let is_in = |board: &u16| has(&self.boards[usize::from(*board)], at);
        cell.all.iter().all(is_in)
            && !cell.none.iter().any(is_in)
            && cell.any.iter().all(|boards| boards.iter().any(is_in))
    }
}

/// Pattern cells of rows, each with the cell of the level it matches. `step` leads to the next cell.
fn matched_cells<'a>(
    rows: &'a [RowPlan],
    matches: &'a [RowMatch],
    step: i64,
) -> impl Iterator<Item = (&'a CellPlan, usize)> {
    rows.iter().zip(matches).flat_map(move |(row, found)| {
        let mut at = i64::from(found[0]);
        row.parts.iter().enumerate().flat_map(move |(index, part)| {
            if index > 0 {
                // The width of the gap before it; there are at most two.
                at += step * i64::from(found[index.min(2)]);
            }
            let start = at;
            at += step * part.cells.len() as i64;
            let cells = (0..).zip(&part.cells);
            cells.map(move |(steps, cell)| (cell, (start + step * steps) as usize))
        })
    })
}
