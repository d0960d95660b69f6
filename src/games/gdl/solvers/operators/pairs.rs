//! Mutexes: pairs of facts that never hold together, such as two pieces on one cell. No effect brings both about (A.
//! Blum and M. Furst, “Fast Planning Through Planning Graph Analysis”, 1997; this is the end of the graph).

use super::Effect;

/// For any two bits, whether they never hold together: not at first, and no effect changes that.
pub(super) fn never_together(start: &[bool], effects: &[Effect]) -> Vec<Vec<bool>> {
    let bits = start.len();
    let mut never: Vec<Vec<bool>> = (0..bits)
        .map(|one| {
            let both = |other: usize| start[one] && start[other];
            (0..bits)
                .map(|other| one != other && !both(other))
                .collect()
        })
        .collect();
    loop {
        let mut parted = false;
        for effect in effects {
            let needs = needs(effect);
            if !can_be(&needs, &never) {
                continue;
            }
            let may_hold = |bit: usize| match effect.made[bit].or(effect.known[bit]) {
                Some(holds) => holds,
                None => needs.iter().all(|need| !never[bit][*need]),
            };
            let after: Vec<usize> = (0..bits).filter(|bit| may_hold(*bit)).collect();
            let added = (0..bits).filter(|bit| effect.made[*bit] == Some(true));
            for bit in added {
                for other in &after {
                    parted |= never[bit][*other];
                    never[bit][*other] = false;
                    never[*other][bit] = false;
                }
            }
        }
        if !parted {
            return never;
        }
    }
}

/// Marks bits as known to be off where they exclude a bit that is needed. Returns whether the effect can be legal at
/// all.
pub(super) fn complete(effect: &mut Effect, never: &[Vec<bool>]) -> bool {
    let needs = needs(effect);
    for (bit, known) in effect.known.iter_mut().enumerate() {
        if known.is_none() && needs.iter().any(|need| never[bit][*need]) {
            *known = Some(false);
        }
    }
    can_be(&needs, never)
}

fn needs(effect: &Effect) -> Vec<usize> {
    let known = effect.known.iter().enumerate();
    known
        .filter(|(_, known)| **known == Some(true))
        .map(|(bit, _)| bit)
        .collect()
}

fn can_be(needs: &[usize], never: &[Vec<bool>]) -> bool {
    needs
        .iter()
        .all(|one| needs.iter().all(|other| !never[*one][*other]))
}
