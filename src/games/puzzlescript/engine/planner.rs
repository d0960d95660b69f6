//! Compiles rules into board lists.

use std::sync::Arc;

use super::super::compile::{
    CellPattern, Change, Direction, MOVEMENTS, Mask, Program, Rule, all_of,
};
use super::layout::Layout;
use super::rules::{
    CellPlan, ChangePlan, GroupPlan, HalfPlan, MovesPlan, PartPlan, RowPlan, RulePlan, Start,
};

/// Compiles rules.
pub struct Planner<'a> {
    pub layout: &'a Layout,
    pub layers: &'a [Mask],
    /// Indices of the groups with rigid rules.
    pub rigid_groups: &'a [usize],
    /// `true` if no cell ever has two objects of one layer.
    pub exclusive: bool,
    /// Start sets required so far.
    pub starts: Vec<Start>,
}

impl Planner<'_> {
    /// Compiles a half of a turn; `first` is the number of its first rule.
    pub fn half(&mut self, program: &Program, first: usize) -> HalfPlan {
        let mut half = HalfPlan {
            first,
            ..HalfPlan::default()
        };
        for (index, group) in program.groups.iter().enumerate() {
            let rigid = self
                .rigid_groups
                .iter()
                .position(|rigid| *rigid == index)
                .map_or(0, |at| at as u8 + 1);
            half.groups.push(GroupPlan {
                rules: group.iter().map(|rule| self.rule(rule, rigid)).collect(),
                first: first + half.group_of.len(),
                random: group.first().is_some_and(|rule| rule.random),
                jump: program.jumps.get(&index).copied(),
                next_jump: 0,
            });
            half.group_of.extend(group.iter().map(|_| index as u32));
        }
        let mut next = half.groups.len();
        for (index, group) in half.groups.iter_mut().enumerate().rev() {
            if group.jump.is_some() {
                next = index;
            }
            group.next_jump = next;
        }
        half
    }

    fn rule(&mut self, rule: &Rule, rigid: u8) -> RulePlan {
        let mut plan = RulePlan {
            line: rule.line,
            direction: rule.direction,
            rows: self.rows(rule, !rule.rigid),
            replaces: rule.replaces,
            certain: false,
            acting: None,
            once: false,
            commands: Arc::clone(&rule.commands),
            rigid: if rule.rigid { rigid } else { 0 },
            size: (0, 0),
        };
        let by_chance = |cell: &CellPlan| {
            cell.change
                .as_ref()
                .is_some_and(|change| change.is_by_chance())
        };
        plan.certain = plan.rigid == 0 && !plan.cells().any(by_chance);
        plan.acting = acting(&plan);
        if plan.acting.is_none() && plan.rows.len() > 1 {
            // What matched one row may have been changed by another in the meantime.
            plan.rows = self.rows(rule, false);
        }
        plan.once = plan.is_once();
        let looks = |cell: &CellPlan| {
            let any = cell.any.iter().map(|boards| boards.len());
            1 + cell.all.len() + cell.none.len() + any.sum::<usize>()
        };
        plan.size = (plan.cells().count(), plan.cells().map(looks).sum());
        plan
    }

    /// Compiles the rows of a rule. With `brief`, changes implied by the match are left out.
    fn rows(&mut self, rule: &Rule, brief: bool) -> Vec<RowPlan> {
        let rows = rule.rows.iter();
        rows.map(|row| self.row(row, rule.direction, brief))
            .collect()
    }

    fn row(&mut self, row: &[Vec<CellPattern>], direction: Direction, brief: bool) -> RowPlan {
        let length = row.iter().map(Vec::len).sum();
        let parts = row.iter().enumerate().map(|(index, part)| {
            let starts = self.starts((direction, if index == 0 { length } else { part.len() }));
            let mut order: Vec<u16> = (0..part.len() as u16).collect();
            order.sort_by_key(|index| {
                let cell = &part[usize::from(*index)];
                (
                    cell.moving.is_empty(),
                    cell.present.is_empty(),
                    cell.any.is_empty(),
                )
            });
            let cells: Vec<CellPlan> = part.iter().map(|cell| self.cell(cell, brief)).collect();
            PartPlan {
                apart: are_apart(&cells),
                cells,
                starts,
                order,
            }
        });
        let parts = parts.collect();
        RowPlan { parts, length }
    }

    /// Index of a start set.
    fn starts(&mut self, start: Start) -> usize {
        let known = self.starts.iter().position(|known| *known == start);
        known.unwrap_or_else(|| {
            self.starts.push(start);
            self.starts.len() - 1
        })
    }

    fn cell(&self, cell: &CellPattern, brief: bool) -> CellPlan {
        let layout = self.layout;
        let change = match brief {
            true => cell
                .change
                .as_ref()
                .and_then(|change| self.news(cell, change)),
            false => cell.change.clone(),
        };
        CellPlan {
            all: layout
                .movements(&cell.moving)
                .chain(layout.objects(&cell.present))
                .collect(),
            any: cell
                .any
                .iter()
                .map(|objects| layout.objects(objects).collect())
                .collect(),
            none: layout
                .objects(&cell.missing)
                .chain(layout.movements(&cell.still))
                .collect(),
            change: change.map(|change| Box::new(self.change(&change))),
        }
    }

    /// The part of a change that its match does not imply.
    fn news(&self, cell: &CellPattern, change: &Change) -> Option<Change> {
        if !change.random.is_empty() || !change.random_layers.is_empty() {
            return Some(change.clone());
        }
        let (mut absent, mut still) = (cell.missing.clone(), cell.still.clone());
        for (layer, objects) in self.layers.iter().enumerate() {
            if self.exclusive && objects.meets(&cell.present) {
                absent.add(objects);
            }
            // A movement given to a layer replaces its other movements.
            let movements = all_of(layer);
            if movements.meets(&cell.moving) {
                still.add(&movements);
            }
        }
        absent.remove(&cell.present);
        still.remove(&cell.moving);
        let mut news = change.clone();
        news.clear.remove(&absent);
        news.clear.remove(&change.set);
        news.set.remove(&cell.present);
        news.stop.add(&std::mem::take(&mut news.layers));
        news.stop.remove(&still);
        news.stop.remove(&change.go);
        news.go.remove(&cell.moving);
        (!news.is_nothing()).then_some(news)
    }

    fn change(&self, change: &Change) -> ChangePlan {
        let layout = self.layout;
        let mut clear = change.clear.clone();
        clear.remove(&change.set);
        let of = |object: u16| (object, layout.layer_of[usize::from(object)]);
        let mut plan = ChangePlan {
            set: layout.objects(&change.set).map(of).collect(),
            random: layout.objects(&change.random).collect(),
            ..ChangePlan::default()
        };
        for (object, layer) in layout.objects(&clear).map(of) {
            match plan.clear.iter_mut().find(|(known, _)| *known == layer) {
                Some((_, objects)) => objects.push(object),
                None => plan.clear.push((layer, vec![object])),
            }
        }
        let mut stop = change.stop.clone();
        stop.add(&change.layers);
        stop.remove(&change.go);
        let (mut gives, mut takes) = (Vec::new(), Vec::new());
        for layer in 0..layout.layers.len() {
            let kinds = || MOVEMENTS * layer..MOVEMENTS * (layer + 1);
            let within = |mask: &Mask| {
                let has = kinds().map(|kind| u8::from(mask.has(kind)));
                has.rev().fold(0, |bits, has| 2 * bits + has)
            };
            let boards = |mask: &Mask| -> Vec<u16> {
                let kinds = kinds().filter(|kind| mask.has(*kind));
                kinds.map(|kind| layout.movement(kind) as u16).collect()
            };
            if within(&change.layers) != 0 {
                plan.layers.push(layer as u16);
            }
            takes.extend(boards(&stop));
            gives.extend(boards(&change.go));
            let moves = MovesPlan {
                layer: layer as u16,
                stop: within(&stop),
                go: within(&change.go),
            };
            if change.random_layers.contains(&layer) {
                plan.random_moves.push(moves);
            } else if moves.stop | moves.go != 0 {
                plan.moves.push(moves);
            }
        }
        let set = plan.set.iter().map(|(board, _)| *board);
        let clear = plan.clear.iter().flat_map(|(_, boards)| boards).copied();
        plan.gives = set.chain(gives).collect();
        plan.takes = clear.chain(takes).collect();
        plan
    }
}

/// Returns whether matches of a part are independent: no change of one cell prevents the match of another, or undoes
/// its change.
fn are_apart(cells: &[CellPlan]) -> bool {
    cells.iter().enumerate().all(|(index, cell)| {
        let Some(change) = &cell.change else {
            return true;
        };
        let others = cells
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index);
        let undoes = |other: &ChangePlan| {
            change.gives.iter().any(|board| other.takes.contains(board))
                || change.takes.iter().any(|board| other.gives.contains(board))
        };
        others
            .map(|(_, other)| other)
            .all(|other| !other.minds(change) && !other.change.as_deref().is_some_and(undoes))
    })
}

/// Computes [`RulePlan::acting`].
fn acting(rule: &RulePlan) -> Option<usize> {
    let index = match rule.rows.as_slice() {
        [_] => 0,
        rows => rows
            .iter()
            .position(|row| row.changes().next().is_some())
            .filter(|_| rule.certain)?,
    };
    let row = &rule.rows[index];
    let is_free = |(other, cells): (usize, &RowPlan)| {
        let sees = || {
            row.changes()
                .any(|change| cells.cells().any(|cell| cell.sees(change)))
        };
        other == index || cells.changes().next().is_none() && !sees()
    };
    (row.parts.len() == 1 && rule.rows.iter().enumerate().all(is_free)).then_some(index)
}
