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
    next: impl FnMut(usize, usize, &mut Vec<(usize, usize)>) -> bool,
) -> Vec<usize> {
    let mut search = LeastCosts::default();
    search.search(nodes, starts, next);
    search.costs
}

/// Costs and paths found by the last search; its memory serves the next.
#[derive(Default)]
pub struct LeastCosts {
    /// Minimum cost of each node, as [`least_costs`] gives it.
    pub costs: Vec<usize>,
    /// Node before each reached one on a cheapest path; `usize::MAX` for a start.
    before: Vec<usize>,
    /// Nodes by cost; one is in several if it was reached again more cheaply, and counts in the first.
    buckets: Vec<Vec<usize>>,
}

impl LeastCosts {
    /// Searches as [`least_costs`] does.
    pub fn search(
        &mut self,
        nodes: usize,
        starts: impl IntoIterator<Item = (usize, usize)>,
        mut next: impl FnMut(usize, usize, &mut Vec<(usize, usize)>) -> bool,
    ) {
        self.costs.clear();
        self.costs.resize(nodes, usize::MAX);
        self.before.resize(nodes, usize::MAX);
        self.buckets.iter_mut().for_each(Vec::clear);
        let mut reached: Vec<_> = starts.into_iter().collect();
        let (mut cost, mut before) = (0, usize::MAX);
        loop {
            for (node, cost) in reached.drain(..) {
                if node < nodes && cost < self.costs[node] {
                    self.costs[node] = cost;
                    self.before[node] = before;
                    if self.buckets.len() <= cost {
                        self.buckets.resize(cost + 1, Vec::new());
                    }
                    self.buckets[cost].push(node);
                }
            }
            let Some(bucket) = self.buckets.get_mut(cost) else {
                return;
            };
            match bucket.pop() {
                None => cost += 1,
                Some(node) if self.costs[node] < cost => {}
                Some(node) => {
                    before = node;
                    if !next(node, cost, &mut reached) {
                        return;
                    }
                }
            }
        }
    }

    /// Nodes of a cheapest path to a reached node, backwards.
    pub fn path_back(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(node), |at| {
            Some(self.before[*at]).filter(|before| *before != usize::MAX)
        })
    }
}
