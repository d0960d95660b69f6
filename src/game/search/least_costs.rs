//! Dijkstra's algorithm with a bucket per cost, for small integer costs.

/// Minimum cost of reaching each of the nodes 0 to `nodes` - 1 from `starts`, pairs of a node and its cost;
/// `usize::MAX` for unreached ones. `next` is called once with each reached node and its cost, in ascending order of
/// costs; it appends successors with their total costs, at least the node's own, and returns whether to continue. If it
/// returns `false`, costs above the current one are only upper bounds. Successors from `nodes` on are ignored. Memory
/// grows with the largest cost.
///
/// ```
/// use planwright_game::search::least_costs;
/// let costs = least_costs(4, [(0, 0)], |node, cost, next| {
///     next.push((2 * node + 1, cost + 2));
///     next.push((node + 1, cost + 1));
///     true
/// });
/// assert_eq!(costs, [0, 1, 2, 3]);
/// ```
pub fn least_costs(
    nodes: usize,
    starts: impl IntoIterator<Item = (usize, usize)>,
    mut next: impl FnMut(usize, usize, &mut Vec<(usize, usize)>) -> bool,
) -> Vec<usize> {
    let mut costs = vec![usize::MAX; nodes];
    let mut buckets: Vec<Vec<usize>> = Vec::new();
    let mut reached: Vec<_> = starts.into_iter().collect();
    let mut cost = 0;
    loop {
        for (node, cost) in reached.drain(..) {
            if node < nodes && cost < costs[node] {
                costs[node] = cost;
                if buckets.len() <= cost {
                    buckets.resize(cost + 1, Vec::new());
                }
                buckets[cost].push(node);
            }
        }
        let Some(bucket) = buckets.get_mut(cost) else {
            return costs;
        };
        match bucket.pop() {
            None => cost += 1,
            Some(node) if costs[node] < cost => {}
            Some(node) => {
                if !next(node, cost, &mut reached) {
                    return costs;
                }
            }
        }
    }
}
