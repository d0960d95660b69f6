//! Groups of facts that read each other.

use crate::net::Net;
use planwright_game::search::{Budget, Stop, UnionFind};

pub(crate) fn read_groups(net: &Net, budget: &Budget) -> Result<UnionFind, Stop> {
    let bits = net.facts.len();
    let mut groups = UnionFind::new(bits);
    for (bit, next) in net.next.iter().enumerate() {
        budget.check()?;
        let cone = net.cone([*next]);
        let mut together: Vec<usize> = (0..bits).filter(|bit| cone[bit + 1]).collect();
        together.push(bit);
        groups.join(&together);
    }
    Ok(groups)
}
