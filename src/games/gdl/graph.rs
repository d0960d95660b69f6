//! Strongly connected components, without recursion.

use crate::search::{Budget, Stop};

/// Components of a graph, each after all components it points to (`edges[v]` are the targets of `v`).
pub fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let targets = |v: u32| edges[v as usize].as_slice();
    // Never ends early: this budget has no limits.
    let _ = each_component(edges.len(), targets, &Budget::default(), |component| {
        all.push(component.to_vec());
        Ok(())
    });
    all
}

/// Visits the components of a graph, each after all components it points to; `edges` are the targets of a node.
/// Tarjan's algorithm with an explicit stack.
pub fn each_component<'e>(
    nodes: usize,
    edges: impl Fn(u32) -> &'e [u32],
    budget: &Budget,
    mut visit: impl FnMut(&[u32]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    const NEW: u32 = u32::MAX;
    let mut ticker = budget.ticker(1 << 14);
    let mut index = vec![NEW; nodes];
    let mut low = vec![0u32; nodes];
    let mut on_stack = vec![false; nodes];
    let mut stack: Vec<u32> = Vec::new();
    // Nodes whose visit goes on later, each with the number of its edges done.
    let mut work: Vec<(u32, usize)> = Vec::new();
    let mut component = Vec::new();
    let mut next = 0;
    for root in 0..nodes {
        if index[root] != NEW {
            continue;
        }
        work.push((root as u32, 0));
        while let Some((v, edge)) = work.pop() {
            ticker.tick()?;
            let at = v as usize;
            let targets = edges(v);
            if edge == 0 {
                index[at] = next;
                low[at] = next;
                next += 1;
                stack.push(v);
                on_stack[at] = true;
            } else {
                let child = targets[edge - 1] as usize;
                low[at] = low[at].min(low[child]);
            }
            let mut descended = false;
            for (offset, &target) in targets[edge..].iter().enumerate() {
                let t = target as usize;
                if index[t] == NEW {
                    work.push((v, edge + offset + 1));
                    work.push((target, 0));
                    descended = true;
                    break;
                }
                if on_stack[t] {
                    low[at] = low[at].min(index[t]);
                }
            }
            if descended || low[at] != index[at] {
                continue;
            }
            component.clear();
            while let Some(member) = stack.pop() {
                on_stack[member as usize] = false;
                component.push(member);
                if member == v {
                    break;
                }
            }
            visit(&component)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_point_to() {
        let edges = vec![vec![1], vec![2, 3], vec![1], vec![4], vec![], vec![0]];
        let mut found = components(&edges);
        found.iter_mut().for_each(|part| part.sort_unstable());
        assert_eq!(found, [vec![4], vec![3], vec![1, 2], vec![0], vec![5]]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let many = 300_000;
        let edges: Vec<Vec<u32>> = (0..many).map(|v| vec![(v + 1) % many]).collect();
        assert_eq!(components(&edges).len(), 1);
    }
}
