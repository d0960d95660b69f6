//! Compiles rules into board lists.

use std::sync::Arc;

use super::super::compile::{
    CellChange, CellPattern, MOVEMENTS, Mask, Phase, RowPattern, Rule, all_of,
};
use super::layout::BoardLayout;
use super::rules::{
    CellPlan, ChangePlan, GroupPlan, MovesPlan, PartPlan, PatternStart, PhasePlan, RowPlan,
    RulePlan,
};
use crate::game::Heading;

pub struct RulePlanner<'a> {
    pub layout: &'a BoardLayout,
    pub layers: &'a [Mask],
    pub rigid_groups: &'a [usize],
    /// `true` if no cell ever has two objects of one layer, as no change puts two there.
    pub exclusive: bool,
    /// Start sets that parts refer to by index.
    pub starts: Vec<PatternStart>,
}

impl RulePlanner<'_> {
    /// Compiles a half of a turn; `first` is the number of its first rule.
    pub fn phase(&mut self, phase: &Phase, first: usize) -> PhasePlan {
        let mut plan = PhasePlan {
            first,
            ..PhasePlan::default()
        };
        for (index, group) in phase.groups.iter().enumerate() {
            let rigid = self.rigid_groups.iter().position(|rigid| *rigid == index);
            let rigid = rigid.map_or(0, |at| at as u8 + 1);
            plan.groups.push(GroupPlan {
                rules: group.iter().map(|rule| self.rule(rule, rigid)).collect(),
                first: first + plan.group_of.len(),
                random: group.first().is_some_and(|rule| rule.head.random),
                jump: phase.jumps.get(&index).copied(),
                next_jump: 0,
            });
            plan.group_of.extend(group.iter().map(|_| index as u32));
        }
        let mut next = plan.groups.len();
        for (index, group) in plan.groups.iter_mut().enumerate().rev() {
            if group.jump.is_some() {
                next = index;
            }
            group.next_jump = next;
        }
        plan
    }

    /// Compiles a rule; `rigid` is the number of its group among the rigid ones, from 1.
    fn rule(&mut self, rule: &Rule, rigid: u8) -> RulePlan {
        let mut plan = RulePlan {
            line: rule.head.line,
            direction: rule.direction,
            // A rigid rule marks the layers of its changes, which `brief` plans leave out.
            rows: self.rows(rule, !rule.head.rigid),
            replaces: rule.replaces,
            deterministic: false,
            changing_row: None,
            applies_once: false,
            commands: Arc::clone(&rule.commands),
            rigid: if rule.head.rigid { rigid } else { 0 },
            pattern_cells: 0,
            tested_boards: 0,
        };
        let is_random = |row: &RowPlan| row.changes().any(ChangePlan::is_random);
        plan.deterministic = plan.rigid == 0 && !plan.rows.iter().any(is_random);
        plan.changing_row = changing_row(&plan);
        if plan.changing_row.is_none() && plan.rows.len() > 1 {
            // What matched one row may have been changed by another in the meantime.
            plan.rows = self.rows(rule, false);
        }
        // It reads the fields and the rows above.
        plan.applies_once = plan.is_once();
        let tests = |cell: &CellPlan| {
            let any = cell.any.iter().map(|boards| boards.len());
            1 + cell.all.len() + cell.none.len() + any.sum::<usize>()
        };
        plan.pattern_cells = plan.cells().count();
        plan.tested_boards = plan.cells().map(tests).sum();
        plan
    }

    /// Compiles the rows of a rule. With `brief`, changes implied by the match are left out.
    fn rows(&mut self, rule: &Rule, brief: bool) -> Vec<RowPlan> {
        let row = |row: &RowPattern| self.row(row, rule.direction, brief);
        rule.rows.iter().map(row).collect()
    }

    fn row(&mut self, row: &[Vec<CellPattern>], direction: Heading, brief: bool) -> RowPlan {
        let length = row.iter().map(Vec::len).sum();
        let parts = row.iter().enumerate().map(|(index, part)| {
            // The first part must leave space for the others.
            let starts = self.starts((direction, if index == 0 { length } else { part.len() }));
            // Movements are rarer than objects, and single objects rarer than one of several; `false` sorts first.
            let mut order: Vec<u16> = (0..part.len() as u16).collect();
            order.sort_by_key(|index| {
                let cell = &part[usize::from(*index)];
                let (moving, present) = (cell.moving.is_empty(), cell.present.is_empty());
                (moving, present, cell.any.is_empty())
            });
            let cells: Vec<CellPlan> = part.iter().map(|cell| self.cell(cell, brief)).collect();
            PartPlan {
                cells,
                starts,
                order,
            }
        });
        let parts = parts.collect();
        RowPlan { parts, length }
    }

    /// Index of a start set, which is added if necessary.
    fn starts(&mut self, start: PatternStart) -> usize {
        let known = self.starts.iter().position(|known| *known == start);
        known.unwrap_or_else(|| {
            self.starts.push(start);
            self.starts.len() - 1
        })
    }

    fn cell(&self, cell: &CellPattern, brief: bool) -> CellPlan {
        let layout = self.layout;
        let mut change = cell.change.clone();
        if brief {
            change = change.and_then(|change| self.unimplied(cell, change));
        }
        let present = layout.objects(&cell.present);
        let stationary = layout.movements(&cell.stationary);
        let any = cell.any.iter();
        CellPlan {
            all: layout.movements(&cell.moving).chain(present).collect(),
            any: any.map(|mask| layout.objects(mask).collect()).collect(),
            none: layout.objects(&cell.missing).chain(stationary).collect(),
            change: change.map(|change| Box::new(self.change(&change))),
        }
    }

    /// The part of a change that its match does not imply; `None` if the match implies all of it.
    fn unimplied(&self, cell: &CellPattern, change: CellChange) -> Option<CellChange> {
        if !change.random.is_empty() || !change.random_layers.is_empty() {
            return Some(change);
        }
        // Objects and movements that a matching cell surely lacks.
        let (mut absent, mut stationary) = (cell.missing.clone(), cell.stationary.clone());
        for (layer, objects) in self.layers.iter().enumerate() {
            if self.exclusive && objects.intersects(&cell.present) {
                absent.add(objects);
            }
            // A layer has one movement: one that is given replaces the others.
            let movements = all_of(layer);
            if movements.intersects(&cell.moving) {
                stationary.add(&movements);
            }
        }
        absent.remove(&cell.present);
        stationary.remove(&cell.moving);
        let mut rest = change.clone();
        rest.clear.remove(&absent);
        rest.clear.remove(&change.set);
        rest.set.remove(&cell.present);
        rest.stop.add(&std::mem::take(&mut rest.layers));
        rest.stop.remove(&stationary);
        rest.stop.remove(&change.go);
        rest.go.remove(&cell.moving);
        (!rest.is_empty()).then_some(rest)
    }

    /// Compiles a change, by layer.
    fn change(&self, change: &CellChange) -> ChangePlan {
        let layout = self.layout;
        let mut clear = change.clear.clone();
        clear.remove(&change.set);
        let with_layer = |object: u16| (object, layout.layer_of[usize::from(object)]);
        let mut plan = ChangePlan {
            set: layout.objects(&change.set).map(with_layer).collect(),
            random: layout.objects(&change.random).collect(),
            ..ChangePlan::default()
        };
        for (object, layer) in layout.objects(&clear).map(with_layer) {
            match plan.clear.iter_mut().find(|(known, _)| *known == layer) {
                Some((_, objects)) => objects.push(object),
                None => plan.clear.push((layer, vec![object])),
            }
        }
        let mut stop = change.stop.clone();
        stop.add(&change.layers);
        stop.remove(&change.go);
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        for layer in 0..layout.layers.len() {
            let kinds = || MOVEMENTS * layer..MOVEMENTS * (layer + 1);
            let bits_of = |mask: &Mask| {
                let has = kinds().map(|kind| u8::from(mask.has(kind)));
                has.rev().fold(0, |bits, has| 2 * bits + has)
            };
            let boards = |mask: &Mask| -> Vec<u16> {
                let kinds = kinds().filter(|kind| mask.has(*kind));
                kinds.map(|kind| layout.movement(kind) as u16).collect()
            };
            if bits_of(&change.layers) != 0 {
                plan.layers.push(layer as u16);
            }
            removed.extend(boards(&stop));
            added.extend(boards(&change.go));
            let moves = MovesPlan {
                layer: layer as u16,
                stop: bits_of(&stop),
                go: bits_of(&change.go),
            };
            if change.random_layers.contains(&layer) {
                plan.random_moves.push(moves);
            } else if moves.stop | moves.go != 0 {
                plan.moves.push(moves);
            }
        }
        let set = plan.set.iter().map(|(board, _)| *board);
        let clear = plan.clear.iter().flat_map(|(_, boards)| boards).copied();
        plan.added = set.chain(added).collect();
        plan.removed = clear.chain(removed).collect();
        plan
    }
}

/// Computes [`RulePlan::changing_row`]. Of several rows, a row with random changes must be tested again at each match.
fn changing_row(rule: &RulePlan) -> Option<usize> {
    let index = match rule.rows.as_slice() {
        [_] => 0,
        _ if !rule.deterministic => return None,
        rows => rows.iter().position(|row| row.changes().next().is_some())?,
    };
    let row = &rule.rows[index];
    let is_free = |(other, cells): (usize, &RowPlan)| {
        let tests = |change| cells.cells().any(|cell| cell.tests(change));
        let sees = || row.changes().any(tests);
        other == index || cells.changes().next().is_none() && !sees()
    };
    (row.parts.len() == 1 && rule.rows.iter().enumerate().all(is_free)).then_some(index)
}
