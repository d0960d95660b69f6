//! Equivalent programs that differ in notation only, needed when programs are counted.
//!
//! Skeletons have turns in normal form, X before adjacent turns, and bodies that fill a procedure before they
//! continue in the next. This generates all other notations of the same length.

use super::Worker;
use crate::program::{Command, Program};
use crate::solvers::lazy::graph::Mask;
use crate::solvers::lazy::place::{Gaps, Skeleton};

impl<M: Mask> Worker<'_, M> {
    /// Calls `each` with all notations of a skeleton with a placement of lights commands.
    pub(super) fn variants(
        &self,
        skeleton: &Skeleton,
        gaps: &Gaps,
        chain: &[usize],
        tops: &[usize],
        each: &mut dyn FnMut(Program),
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
                let forms: Vec<Vec<Bodies>> = bodies
                    .iter()
                    .zip(&pieces)
                    .map(|(body, (over, then))| forms(body, over, *then, slots))
                    .collect();
                let mut program = vec![Vec::new(); slots.len()];
                all_of(&forms, &mut program, each);
            }
        }
    }
}

type Bodies = Vec<(usize, Vec<Command>)>;

fn all_of(forms: &[Vec<Bodies>], program: &mut Vec<Vec<Command>>, each: &mut dyn FnMut(Program)) {
    let Some((first, rest)) = forms.split_first() else {
        return each(Program::new(program.clone()));
    };
    for form in first {
        for (procedure, body) in form {
            program[*procedure].clone_from(body);
        }
        all_of(rest, program, each);
    }
}

/// All divisions of a body among these procedures, each of which ends in a call of the next, the last in a call of
/// `then`.
fn forms(body: &[Command], over: &[usize], then: Option<usize>, slots: &[usize]) -> Vec<Bodies> {
    let mut forms = Vec::new();
    for body in spellings(body) {
        cut(&body, over, then, slots, &mut Vec::new(), &mut forms);
    }
    forms
}

fn cut(
    body: &[Command],
    over: &[usize],
    then: Option<usize>,
    slots: &[usize],
    made: &mut Bodies,
    forms: &mut Vec<Bodies>,
) {
    let Some((procedure, others)) = over.split_first() else {
        if body.is_empty() {
            forms.push(made.clone());
        }
        return;
    };
    let next = others.first().copied().or(then);
    let room = slots[*procedure].saturating_sub(usize::from(next.is_some()));
    for length in 0..=room.min(body.len()) {
        let (here, rest) = body.split_at(length);
        let call = next.map(|next| Command::Call(next as u8));
        made.push((*procedure, here.iter().copied().chain(call).collect()));
        cut(rest, others, then, slots, made, forms);
        made.pop();
    }
}

fn orders(procedures: &[usize]) -> Vec<Vec<usize>> {
    if procedures.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (index, first) in procedures.iter().enumerate() {
        let mut rest = procedures.to_vec();
        rest.remove(index);
        for mut order in orders(&rest) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}

/// All notations of a body: two left turns equal two right turns, and an X may stand before, between or after
/// adjacent turns.
fn spellings(body: &[Command]) -> Vec<Vec<Command>> {
    let in_place =
        |command: &Command| matches!(command, Command::Left | Command::Right | Command::Light);
    let mut all: Vec<Vec<Command>> = vec![Vec::new()];
    let mut at = 0;
    while at < body.len() {
        let length = body[at..].iter().take_while(|c| in_place(c)).count();
        let here = if length > 0 {
            spellings_in_place(&body[at..at + length])
        } else {
            vec![vec![body[at]]]
        };
        at += length.max(1);
        let longer = all
            .iter()
            .flat_map(|begin| here.iter().map(move |more| [&begin[..], more].concat()));
        all = longer.collect();
    }
    all
}

/// The same for commands that do not move the robot.
fn spellings_in_place(commands: &[Command]) -> Vec<Vec<Command>> {
    let turns: Vec<Command> = commands
        .iter()
        .copied()
        .filter(|c| *c != Command::Light)
        .collect();
    let lights = commands.len() - turns.len();
    let mut sorts = vec![turns.clone()];
    if turns == [Command::Left; 2] {
        sorts.push(vec![Command::Right; 2]);
    }
    // Positions of the X commands among the turns, in ascending order.
    let mut places = vec![Vec::new()];
    for _ in 0..lights {
        let longer = places.iter().flat_map(|chosen: &Vec<usize>| {
            let least = chosen.last().copied().unwrap_or(0);
            (least..=turns.len()).map(move |place| [&chosen[..], &[place]].concat())
        });
        places = longer.collect();
    }
    let mut all = Vec::new();
    for turns in &sorts {
        for places in &places {
            let mut form = turns.clone();
            for place in places.iter().rev() {
                form.insert(*place, Command::Light);
            }
            all.push(form);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(text: &str) -> Vec<Command> {
        let letters = text.chars().map(Command::from_letter);
        letters.map(|command| command.expect("is one")).collect()
    }

    fn text(body: &[Command]) -> String {
        Command::text_of(body)
    }

    #[test]
    fn turns_are_written_in_all_ways() {
        let forms = |body: &str| {
            let mut forms: Vec<String> =
                spellings(&commands(body)).iter().map(|b| text(b)).collect();
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
    fn long_bodies_are_cut_at_all_places() {
        let slots = [12, 3, 4];
        let forms = forms(&commands("FJFJ"), &[1, 2], Some(1), &slots);
        let written: Vec<String> = forms
            .iter()
            .map(|form| {
                form.iter()
                    .map(|(_, body)| text(body))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!(written, ["F2 JFJ1", "FJ2 FJ1"]);
        assert_eq!(orders(&[1, 2, 3]).len(), 6);
    }
}
