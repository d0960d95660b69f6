//! Orders in which the reference solvers try cells.

use fastrand::Rng;

use crate::game::{Cell, Field, Size, SolveError, SolveRequest};
use crate::generate::spiral;

use super::problem::{StampProblem, Vertex};

pub(super) const fn option(default: &'static str) -> Field {
    Field::new(
        "order",
        "Order",
        default,
        "order in which cells are tried: rows or columns (from the top left), spiral (from the rim \
         inwards), inside-out or random (the same every time)",
    )
    .one_of(&["rows", "columns", "spiral", "inside-out", "random"])
    .tunable()
}

/// The cells to stamp, in the requested order.
pub(super) fn order(
    request: &SolveRequest<'_>,
    default: &str,
    problem: &StampProblem,
) -> Result<Vec<Vertex>, SolveError> {
    let name = request.option("order").unwrap_or(default);
    let cells = cells(name, problem.size).ok_or_else(|| SolveError::Option {
        key: "order".to_owned(),
        reason: format!(
            "‘{name}’ is not an order; choose rows, columns, spiral, inside-out or random"
        ),
    })?;
    let vertex = |cell: &Cell| problem.cells.binary_search(cell).ok().map(|v| v as Vertex);
    Ok(cells.iter().filter_map(vertex).collect())
}

/// All cells of a board in the order with this name.
fn cells(name: &str, size: Size) -> Option<Vec<Cell>> {
    let mut cells: Vec<Cell> = size.cells().collect();
    match name {
        "rows" => {}
        "columns" => cells.sort_by_key(|cell| (cell.col, cell.row)),
        "spiral" => cells = spiral(size),
        "inside-out" => {
            cells = spiral(size);
            cells.reverse();
        }
        "random" => Rng::with_seed(0).shuffle(&mut cells),
        _ => return None,
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_every_cell_once() {
        let size = Size::new(3, 4);
        let values = option("spiral").choices.values();
        assert_eq!(values.len(), 5);
        for name in values {
            let mut cells = cells(name, size).expect("is an order");
            cells.sort();
            assert!(cells.into_iter().eq(size.cells()), "{name}");
        }
        let columns = cells("columns", size).expect("is an order");
        assert_eq!(
            columns[..4],
            [(0, 0), (1, 0), (2, 0), (0, 1)].map(|(r, c)| Cell::new(r, c))
        );
        assert_eq!(cells("sideways", size), None);
    }
}
