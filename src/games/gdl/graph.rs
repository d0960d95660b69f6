//! Strongly connected components, without recursion.

/// Components of a graph, each after all components it points to (`edges[v]` are the targets of
/// `v`). Tarjan's algorithm with a stack of its own.
pub fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut index = vec![NEW; edges.len()];
    let mut low = vec![0u32; edges.len()];
    let mut on_stack = vec![false; edges.len()];
    let mut stack: Vec<u32> = Vec::new();
    let mut work: Vec<(u32, usize)> = Vec::new();
    let mut found = Vec::new();
    let mut next = 0;
    for root in 0..edges.len() {
        if index[root] != NEW {
            continue;
        }
        work.push((root as u32, 0));
        while let Some((v, edge)) = work.pop() {
            let at = v as usize;
            if edge == 0 {
                index[at] = next;
                low[at] = next;
                next += 1;
                stack.push(v);
                on_stack[at] = true;
            } else {
                let child = edges[at][edge - 1] as usize;
                low[at] = low[at].min(low[child]);
            }
            let mut descended = false;
            for (offset, &target) in edges[at][edge..].iter().enumerate() {
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
            let mut component = Vec::new();
            while let Some(member) = stack.pop() {
                on_stack[member as usize] = false;
                component.push(member);
                if member == v {
                    break;
                }
            }
            found.push(component);
        }
    }
    found
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
