//! Minimum-cost assignment by the Hungarian method, as a lower bound for games in which objects have targets.
//!
//! Rows are assigned one at a time along shortest augmenting paths. Dual prices keep every reduced cost (the cost minus
//! the prices of row and column) nonnegative, and zero for assigned pairs; so the assignment of the first rows is always
//! a cheapest one. Takes O(rows² × columns).

/// Minimum total cost of assigning each row a column of its own; `None` if that is impossible or the cost exceeds
/// `u32`. `cost(row, column)`, both from 0, is `None` if the row cannot take the column.
///
/// ```
/// use planwright_game::search::assignment;
/// let costs = [[Some(1), Some(2)], [Some(1), None]];
/// assert_eq!(assignment(2, 2, |row, column| costs[row][column]), Some(3));
/// assert_eq!(assignment(2, 1, |_, _| Some(1)), None);
/// ```
pub fn assignment(
    rows: usize,
    columns: usize,
    cost: impl Fn(usize, usize) -> Option<u32>,
) -> Option<u32> {
    /// Cost of a forbidden pair; more than any sum of allowed ones for up to 256 rows, far more than games have.
    const NEVER: i64 = 1 << 40;
    if rows > columns {
        return None;
    }
    let cost = |row: usize, column: usize| cost(row, column).map_or(NEVER, i64::from);
    // Dual prices. All indices count from 1; column 0 represents the row being assigned.
    let (mut row_prices, mut column_prices) = (vec![0; rows + 1], vec![0; columns + 1]);
    // Row of each column; 0 if it has none.
    let mut assigned = vec![0; columns + 1];
    // Reduced cost of the shortest path to each column, and the column before on it.
    let (mut least, mut before) = (vec![0; columns + 1], vec![0; columns + 1]);
    let mut visited = vec![false; columns + 1];
    for row in 1..=rows {
        assigned[0] = row;
        least.fill(i64::MAX);
        visited.fill(false);
        let mut column = 0;
        while assigned[column] != 0 {
            visited[column] = true;
            let (here, mut step, mut next) = (assigned[column], i64::MAX, 0);
            for other in (1..=columns).filter(|other| !visited[*other]) {
                let reduced = cost(here - 1, other - 1) - row_prices[here] - column_prices[other];
                if reduced < least[other] {
                    (least[other], before[other]) = (reduced, column);
                }
                if least[other] < step {
                    (step, next) = (least[other], other);
                }
            }
            // Makes the reduced cost of the nearest unvisited column 0, and none negative.
            for other in 0..=columns {
                if visited[other] {
                    row_prices[assigned[other]] += step;
                    column_prices[other] -= step;
                } else {
                    least[other] = least[other].saturating_sub(step);
                }
            }
            column = next;
        }
        // The column reached is free: every row on the path takes the next column.
        while column != 0 {
            assigned[column] = assigned[before[column]];
            column = before[column];
        }
    }
    let pairs = (1..=columns).filter(|column| assigned[*column] != 0);
    let sum: i64 = pairs.map(|it| cost(assigned[it] - 1, it - 1)).sum();
    u32::try_from(sum).ok().filter(|_| sum < NEVER)
}

#[cfg(test)]
mod tests {
    use super::assignment;

    fn brute_force(rows: &[Vec<Option<u32>>], used: u32) -> Option<u32> {
        let Some((row, rest)) = rows.split_first() else {
            return Some(0);
        };
        let takes = row.iter().enumerate();
        let takes = takes.filter(|(column, _)| used >> column & 1 == 0);
        let sums = takes
            .filter_map(|(column, cost)| Some((*cost)? + brute_force(rest, used | 1 << column)?));
        sums.min()
    }

    #[test]
    fn it_is_the_least_of_all() {
        let mut seed = 7_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 24
        };
        for round in 0..300 {
            let (rows, columns) = (round % 5, round % 7);
            let costs: Vec<Vec<Option<u32>>> = (0..rows)
                .map(|_| {
                    (0..columns)
                        .map(|_| Some(number() % 20).filter(|cost| *cost > 3))
                        .collect()
                })
                .collect();
            let found = assignment(rows, columns, |row, column| costs[row][column]);
            assert_eq!(found, brute_force(&costs, 0), "{costs:?}");
        }
    }
}
