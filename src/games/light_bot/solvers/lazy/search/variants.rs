//! Equivalent programs that differ in notation only, needed when programs are counted.
//!
//! Skeletons have turns in normal form, X before adjacent turns, and bodies that fill a procedure
//! before they continue in the next. This generates all other notations of the same length.

use super::Worker;
use crate::program::{BotCommand, BotProgram};
use crate::solvers::lazy::place::{FilledGap, ProgramSkeleton};

impl Worker<'_> {
    /// Calls `each` with all notations of a skeleton with a placement of lights commands.
    pub(super) fn variants(
        &self,
        skeleton: &ProgramSkeleton,
        gaps: &[FilledGap],
        chain: &[usize],
        tops: &[usize],
        each: &mut dyn FnMut(BotProgram),
    ) {
        let slots = self.pass.slots;
        let helpers: Vec<usize> = self.helpers.iter().map(|h| h.procedure).collect();
        let (main, before) = chain.split_at(1);
        for before in orders(before) {
            for tops in orders(tops) {
                let first_top = tops.first().copied();
                let then = first_top.filter(|_| skeleton.endless);
                let mut pieces = vec![([main, &before].concat(), then)];
                pieces.extend(first_top.map(|_| (tops.clone(), then)));
                pieces.extend(helpers.iter().map(|procedure| (vec![*procedure], None)));
                let bodies = self.filled(skeleton, gaps, first_top);
                let bodies = bodies.iter().zip(&pieces);
                let forms = bodies.map(|(body, (over, then))| forms(body, over, *then, slots));
                let forms: Vec<Vec<Bodies>> = forms.collect();
                let mut program = vec![Vec::new(); slots.len()];
                combine(&forms, &mut program, each);
            }
        }
    }
}

/// Procedures with their commands.
type Bodies = Vec<(usize, Vec<BotCommand>)>;

/// Calls `each` with every program that has one form of each piece.
fn combine(
    forms: &[Vec<Bodies>],
    program: &mut Vec<Vec<BotCommand>>,
    each: &mut dyn FnMut(BotProgram),
) {
    let Some((first, rest)) = forms.split_first() else {
        return each(BotProgram::new(program.clone()));
    };
    for form in first {
        for (procedure, body) in form {
            program[*procedure].clone_from(body);
        }
        combine(rest, program, each);
    }
}

/// All divisions of a body among the procedures `over`. Each ends in a call of the next, the last in a call of `then`,
/// if there is one.
fn forms(body: &[BotCommand], over: &[usize], then: Option<usize>, slots: &[usize]) -> Vec<Bodies> {
    let mut forms = Vec::new();
    for body in notations(body) {
        divide(&body, over, then, slots, &mut Vec::new(), &mut forms);
    }
    forms
}

/// Appends to `forms` the divisions of a body that begin with `parts`.
fn divide(
    body: &[BotCommand],
    over: &[usize],
    then: Option<usize>,
    slots: &[usize],
    parts: &mut Bodies,
    forms: &mut Vec<Bodies>,
) {
    let Some((procedure, others)) = over.split_first() else {
        if body.is_empty() {
            forms.push(parts.clone());
        }
        return;
    };
    let next = others.first().copied().or(then);
    let capacity = slots[*procedure].saturating_sub(usize::from(next.is_some()));
    for length in 0..=capacity.min(body.len()) {
        let (here, rest) = body.split_at(length);
        let call = next.map(|next| BotCommand::Call(next as u8));
        parts.push((*procedure, here.iter().copied().chain(call).collect()));
        divide(rest, others, then, slots, parts, forms);
        parts.pop();
    }
}

/// All orders of these procedures.
fn orders(procedures: &[usize]) -> Vec<Vec<usize>> {
    if procedures.is_empty() {
        return vec![Vec::new()];
    }
    let starting_at = |index: usize| {
        let mut rest = procedures.to_vec();
        let first = rest.remove(index);
        let rests = orders(&rest).into_iter();
        rests.map(move |rest| [&[first], &rest[..]].concat())
    };
    (0..procedures.len()).flat_map(starting_at).collect()
}

/// All notations of a body: two left turns equal two right turns, and an X may stand anywhere among turns.
fn notations(body: &[BotCommand]) -> Vec<Vec<BotCommand>> {
    use BotCommand::{Left, Light, Right};
    let in_place = |command: &BotCommand| matches!(command, Left | Right | Light);
    let mut all: Vec<Vec<BotCommand>> = vec![Vec::new()];
    for commands in body.chunk_by(|a, b| in_place(a) && in_place(b)) {
        let replacements = notations_in_place(commands);
        let longer = all.iter().flat_map(|prefix| {
            let longer = replacements.iter().map(|more| [&prefix[..], more].concat());
            longer.collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all
}

/// The same for one command, or several that do not move the robot.
fn notations_in_place(commands: &[BotCommand]) -> Vec<Vec<BotCommand>> {
    let mut turns = commands.to_vec();
    turns.retain(|command| *command != BotCommand::Light);
    let lights = commands.len() - turns.len();
    let mut turn_forms = vec![turns.clone()];
    if turns == [BotCommand::Left; 2] {
        turn_forms.push(vec![BotCommand::Right; 2]);
    }
    // Positions of the X commands among the turns, in ascending order.
    let mut positions = vec![Vec::new()];
    for _ in 0..lights {
        let longer = positions.iter().flat_map(|chosen: &Vec<usize>| {
            let min = chosen.last().copied().unwrap_or(0);
            (min..=turns.len()).map(move |position| [&chosen[..], &[position]].concat())
        });
        positions = longer.collect();
    }
    let mut all = Vec::new();
    for turns in &turn_forms {
        for positions in &positions {
            let mut form = turns.clone();
            for position in positions.iter().rev() {
                form.insert(*position, BotCommand::Light);
            }
            all.push(form);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Vec<BotCommand> {
        BotCommand::parse_all(text).expect("are commands")
    }

    #[test]
    fn turns_have_all_notations() {
        let forms = |body: &str| {
            let forms = notations(&commands(body)).into_iter();
            let mut forms: Vec<_> = forms.map(|form| BotCommand::text_of(&form)).collect();
            forms.sort();
            forms.join(" ")
        };
        assert_eq!(forms("F1J"), "F1J");
        assert_eq!(forms("XRF"), "RXF XRF");
        assert_eq!(forms("XLLF"), "LLXF LXLF RRXF RXRF XLLF XRRF");
        assert_eq!(forms("XXL"), "LXX XLX XXL");
        assert_eq!(forms("LLFLL"), "LLFLL LLFRR RRFLL RRFRR");
    }

    #[test]
    fn long_bodies_are_divided_at_all_positions() {
        let slots = [12, 3, 4];
        let forms = forms(&commands("FJFJ"), &[1, 2], Some(1), &slots);
        let written = forms.iter().map(|form| {
            let bodies = form.iter().map(|(_, body)| BotCommand::text_of(body));
            bodies.collect::<Vec<_>>().join(" ")
        });
        assert!(written.eq(["F2 JFJ1", "FJ2 FJ1"]), "{forms:?}");
        assert_eq!(orders(&[1, 2, 3]).len(), 6);
    }
}
