//! Annealing of many texts at once. At each temperature the ones that are worth much are copied, and
//! others go, so that what has come to a dead end while it was hot does not take the rest of the time.

use super::{Annealer, COLD, HOT, Member};
use crate::program::Command;
use crate::search::Stop;

/// Texts at once.
const MEMBERS: u32 = 16;
/// Temperatures.
const STEPS: u32 = 60;

impl Annealer<'_> {
    /// One cooling of many texts, from nothing, over so many programs in all; gives back the best
    /// program of it.
    pub(super) fn population(&mut self, tries: u32) -> Result<Option<(i64, Vec<Command>)>, Stop> {
        let cooling = (COLD / HOT).powf(1.0 / f64::from(STEPS));
        let mut members = vec![Member::new(self.nothing()); MEMBERS as usize];
        let mut top = None;
        let mut heat = HOT;
        for _ in 0..STEPS {
            for member in &mut members {
                for tried in 0..tries / (MEMBERS * STEPS) {
                    if tried % 256 == 0 {
                        self.budget.check()?;
                    }
                    self.try_change(member, heat, &mut top);
                    if self.goal >= self.bound {
                        return Ok(top);
                    }
                }
            }
            let cooler = heat * cooling;
            members = chosen(&members, 1.0 / cooler - 1.0 / heat, self.chance.f64());
            heat = cooler;
        }
        Ok(top)
    }
}

/// As many members again, each as often as its worth makes it likelier when it becomes colder by so
/// much; `at` from 0 to 1 is left to chance.
fn chosen(members: &[Member], colder: f64, mut at: f64) -> Vec<Member> {
    let worths = members.iter().map(|member| member.worth);
    let best = worths.fold(f64::NEG_INFINITY, f64::max);
    let weight = |member: &Member| ((member.worth - best) * colder).exp();
    let sum: f64 = members.iter().map(weight).sum();
    // As long as nothing has been tried there is nothing to choose by.
    if !sum.is_finite() {
        return members.to_vec();
    }
    let mut chosen = Vec::with_capacity(members.len());
    for member in members {
        at += weight(member) / sum * members.len() as f64;
        while at >= 1.0 && chosen.len() < members.len() {
            chosen.push(member.clone());
            at -= 1.0;
        }
    }
    // Rounding may leave one out.
    while let Some(last) = chosen.last().filter(|_| chosen.len() < members.len()) {
        chosen.push(Member::clone(last));
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Members are chosen in proportion to their weights, and there are as many as before.
    #[test]
    fn the_better_ones_are_copied() {
        let member = |worth: f64, length: usize| Member {
            worth,
            text: vec![Command::Forward; length],
        };
        let members = [member(3.0, 1), member(3.0 + 3f64.ln(), 2), member(-50.0, 3)];
        let mut counts = [0; 4];
        for part in 0..100 {
            let chosen = chosen(&members, 1.0, f64::from(part) / 100.0);
            assert_eq!(chosen.len(), 3);
            for member in chosen {
                counts[member.text.len()] += 1;
            }
        }
        // Of 300 a quarter and three quarters.
        assert!(
            counts[1].abs_diff(75) <= 1 && counts[2].abs_diff(225) <= 1,
            "{counts:?}"
        );
        assert_eq!(counts[3], 0);
        let none = [Member::new(Vec::new()), Member::new(vec![Command::Left])];
        assert_eq!(chosen(&none, 0.1, 0.5).len(), 2);
    }
}
