//! Reasons for a press: the lights are linear equations whose solutions differ by quiet patterns only.

use crate::game::typed::Play as _;
use crate::game::{Cell, MoveReason, PlanStep};
use crate::search::Budget;

use super::position::{LightsPosition, Press};
use super::puzzle::{Goal, Puzzle};
use super::quiet;

/// Limit of the quiet patterns examined.
const MAX_PATTERNS: usize = 200;

pub(super) fn reason(puzzle: &Puzzle, step: &PlanStep<'_>, budget: &Budget) -> Option<MoveReason> {
    let Press { cell, times } = LightsPosition::parse(step.plan.first()?.as_str())?;
    let patterns = quiet::patterns(puzzle, MAX_PATTERNS, budget).ok()?;
    let states = puzzle.states;
    let mut lines = vec![format!(
        "The order of presses does not matter, and {states} presses of a cell cancel out. So each light \
         is an equation, modulo {states}, on how often the cells that switch it are pressed."
    )];
    let times = match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    let ending = match puzzle.goal {
        Goal::Same => ", if the lights are to end the same in this way",
        _ => "",
    };
    let touches = |pattern: &&Vec<(Cell, u32)>| pattern.iter().any(|(other, _)| *other == cell);
    let touching = patterns.first.iter().find(touches);
    let all_known = patterns.first.len() == patterns.total;
    let (technique, cells) = if patterns.total == 0 {
        // Lights that must be equal may reach another common state by other presses.
        lines.push(format!(
            "On this board the equations have one solution; it presses {cell} {times}{ending}."
        ));
        ("only solution", Vec::new())
    } else if touching.is_none() && all_known {
        lines.push(format!(
            "Solutions differ by quiet patterns: presses that change nothing. None of these presses \
             {cell}, so every solution from here presses it {times}{ending}."
        ));
        ("same in every solution", Vec::new())
    } else {
        let count = match patterns.total {
            1 => "one quiet pattern".to_owned(),
            n => format!("{n} quiet patterns and their sums"),
        };
        let differ = format!("Solutions differ by {count}: presses that change nothing.");
        let others = touching.map_or_else(Vec::new, |pattern| {
            let cells = pattern.iter().map(|(other, _)| *other);
            cells.filter(|other| *other != cell).collect()
        });
        lines.push(match touching {
            Some(_) => format!(
                "{differ} Some of these press {cell}, so there are solutions with and without it; the \
                 one followed here presses it {times}. Together with {cell}, the marked cells form such a \
                 pattern: added to these presses, it gives another solution."
            ),
            None => format!(
                "{differ} None of the first {MAX_PATTERNS} presses {cell}, but others may. The solution \
                 followed here presses it {times}."
            ),
        });
        ("one solution of several", others)
    };
    Some(MoveReason {
        technique,
        text: lines.join("\n"),
        cells,
        needs_search: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LIGHTS_OUT;
    use crate::game::{Game as _, Move};

    fn reason_for(text: &str, press: &str) -> MoveReason {
        let level = LIGHTS_OUT.parse_text(text).expect("is a level");
        let step = PlanStep {
            level: level.as_ref(),
            done: &[],
            plan: &[Move::new(press)],
        };
        let reason = LIGHTS_OUT.reason(&step, &Budget::default());
        reason.expect("is a press")
    }

    #[test]
    fn the_technique_says_if_there_are_other_solutions() {
        // Three by three has no quiet patterns, five by five has two.
        let three = reason_for("lights-out\n\n##.\n#..\n...\n", "1 1");
        assert_eq!(three.technique, "only solution");
        let five = "lights-out\n\n##...\n#....\n.....\n.....\n.....\n";
        let corner = reason_for(five, "1 1");
        assert_eq!(corner.technique, "one solution of several");
        assert!(corner.text.contains("2 quiet patterns"), "{}", corner.text);
        assert!(!corner.cells.contains(&Cell::new(0, 0)) && !corner.cells.is_empty());
        // The middle is in no quiet pattern of this board.
        let middle = reason_for(five, "3 3");
        assert_eq!(middle.technique, "same in every solution");
        let states = reason_for("lights-out\nstates 3\n\n11.\n1..\n...\n", "1 1 x2");
        assert!(states.text.contains("twice"), "{}", states.text);
    }
}
