//! A first plan: always on to the nearest cell that may be stamped next.

use crate::search::{Budget, Stop};

use super::super::problem::{Problem, Vertex};
use super::cost::CostModel;

/// Stamps the nearest cell whose earlier neighbours are all stamped, again and again; among
/// equally near ones the one with the fewest neighbours to come. The orientation is that of
/// `order`.
pub(super) fn nearest(
    problem: &Problem,
    cost: &CostModel,
    order: &[Vertex],
    budget: &Budget,
) -> Result<Vec<Vertex>, Stop> {
    let mut rank = vec![0_u32; problem.len()];
    for (place, vertex) in (0..).zip(order) {
        rank[*vertex as usize] = place;
    }
    // Neighbours that come earlier and are not stamped yet; all neighbours not stamped yet.
    let mut before: Vec<u8> = (0..problem.len() as Vertex)
        .map(|v| {
            let earlier = |other: &Vertex| rank[*other as usize] < rank[v as usize];
            problem.beside(v).filter(earlier).count() as u8
        })
        .collect();
    let mut beside: Vec<u8> = (0..problem.len() as Vertex)
        .map(|v| problem.beside(v).count() as u8)
        .collect();
    let (rows, cols) = (problem.size.rows as isize, problem.size.cols as isize);
    let mut at = vec![None; problem.size.area()];
    for (vertex, cell) in (0..).zip(&problem.cells) {
        at[cell.row * problem.size.cols + cell.col] = Some(vertex);
    }
    let mut done = vec![false; problem.len()];
    let mut path = Vec::with_capacity(problem.len());
    let mut cursor = cost.start;
    let mut ticker = budget.ticker(64);
    while path.len() < problem.len() {
        ticker.tick()?;
        let (row, col) = (cursor.row as isize, cursor.col as isize);
        let mut best: Option<(u8, Vertex)> = None;
        // Diamonds of growing radius around the cursor.
        for radius in 0..rows + cols {
            for down in -radius..=radius {
                let across = radius - down.abs();
                for right in [-across, across] {
                    let (r, c) = (row + down, col + right);
                    if !(0..rows).contains(&r) || !(0..cols).contains(&c) {
                        continue;
                    }
                    let Some(vertex) = at[(r * cols + c) as usize] else {
                        continue;
                    };
                    let v = vertex as usize;
                    let free = !done[v] && before[v] == 0;
                    if free && best.is_none_or(|(most, _)| beside[v] < most) {
                        best = Some((beside[v], vertex));
                    }
                }
            }
            if best.is_some() {
                break;
            }
        }
        let Some((_, vertex)) = best else {
            // Cannot happen with an acyclic orientation; the order given is a plan all the same.
            return Ok(order.to_vec());
        };
        done[vertex as usize] = true;
        path.push(vertex);
        cursor = problem.cells[vertex as usize];
        for other in problem.beside(vertex) {
            let o = other as usize;
            beside[o] -= 1;
            if rank[o] > rank[vertex as usize] {
                before[o] -= 1;
            }
        }
    }
    Ok(path)
}
