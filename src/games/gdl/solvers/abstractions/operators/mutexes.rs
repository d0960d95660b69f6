//! Mutexes: pairs of facts that never hold together, such as two pieces on one cell. No effect brings both about (A.
//! Blum and M. Furst, “Fast Planning Through Planning Graph Analysis”, 1997; this is the end of the graph).

use super::MoveEffect;

/// For any two bits, whether they never hold together: not at first, and no effect changes that.
pub(super) fn find(start: &[bool], effects: &[MoveEffect]) -> Vec<Vec<bool>> {
    let bits = start.len();
    let mut mutexes: Vec<Vec<bool>> = (0..bits)
        .map(|one| {
            let both = |other: usize| start[one] && start[other];
            (0..bits)
                .map(|other| one != other && !both(other))
                .collect()
        })
        .collect();
    loop {
        let mut changed = false;
        for effect in effects {
            let needs = needs(effect);
            if !is_consistent(&needs, &mutexes) {
                continue;
            }
            let may_hold = |bit: usize| match effect.sets[bit].or(effect.known[bit]) {
                Some(holds) => holds,
                None => needs.iter().all(|need| !mutexes[bit][*need]),
            };
            let after: Vec<usize> = (0..bits).filter(|bit| may_hold(*bit)).collect();
            let added = (0..bits).filter(|bit| effect.sets[*bit] == Some(true));
            for bit in added {
                for other in &after {
                    changed |= mutexes[bit][*other];
                    mutexes[bit][*other] = false;
                    mutexes[*other][bit] = false;
                }
            }
        }
        if !changed {
            return mutexes;
        }
    }
}

/// Marks bits as known to be off where they exclude a bit that is needed. Returns whether the effect can be legal at
/// all.
pub(super) fn complete(effect: &mut MoveEffect, mutexes: &[Vec<bool>]) -> bool {
    let needs = needs(effect);
    for (bit, known) in effect.known.iter_mut().enumerate() {
        if known.is_none() && needs.iter().any(|need| mutexes[bit][*need]) {
            *known = Some(false);
        }
    }
    is_consistent(&needs, mutexes)
}

fn needs(effect: &MoveEffect) -> Vec<usize> {
    let known = effect.known.iter().enumerate();
    known
        .filter(|(_, known)| **known == Some(true))
        .map(|(bit, _)| bit)
        .collect()
}

fn is_consistent(needs: &[usize], mutexes: &[Vec<bool>]) -> bool {
    needs
        .iter()
        .all(|one| needs.iter().all(|other| !mutexes[*one][*other]))
}
