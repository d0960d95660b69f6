//! Programs from *skeletons* (programs without lights commands) whose walk visits all lights. Commands that do not fit
//! a procedure are spread over a *chain* of them, each of which ends in a call of the next.

use super::Worker;
use crate::program::{BotCommand, BotProgram};
use crate::solvers::kinds::LoopFilter;
use crate::solvers::lazy::graph::{Body, CALL};
use crate::solvers::lazy::place::{FilledGap, ProgramSkeleton, place, place_all};

impl Worker<'_> {
    /// Renumbers the calls in the order of [`ProgramSkeleton::bodies`], where the top procedure comes before the
    /// helpers; in the search it comes after them.
    fn renumbered(&self, body: &[u8], has_top: bool) -> Body {
        let helpers = self.helpers.len() as u8;
        let renamed = body.iter().map(|command| match *command {
            action if action < CALL => action,
            call if call - CALL == helpers => CALL,
            call => call + u8::from(has_top),
        });
        renamed.collect()
    }

    /// Offers the programs of a skeleton: the procedures of `chain` hold main, those of `tops` the top body, which
    /// repeats for ever if `endless`. Otherwise each list has at most one procedure, so that none needs a slot for a call
    /// of the next.
    #[cold]
    pub(super) fn emit(&mut self, main: Body, endless: bool, chain: &[usize], tops: &[usize]) {
        let shared = self.pass.shared;
        let has_top = !tops.is_empty();
        let mut bodies = vec![self.renumbered(&main, has_top)];
        if has_top {
            bodies.push(self.renumbered(&self.top, has_top));
        }
        let helpers = self.helpers.iter();
        bodies.extend(helpers.map(|helper| self.renumbered(&helper.body, has_top)));
        let first = CALL + u8::from(has_top);
        let mut calls = (first..).take(self.helpers.len());
        // With a helper that nothing calls, the program is no shorter than one of another pass.
        if !calls.all(|call| bodies.iter().any(|body| body.contains(&call))) {
            return;
        }
        let capacity = |list: &[usize]| -> usize {
            let capacities = list.iter().map(|p| self.pass.slots[*p]);
            // Around a cycle each procedure ends in a call.
            capacities.map(|slots| slots - usize::from(endless)).sum()
        };
        let mut sizes = vec![capacity(chain)];
        if has_top {
            sizes.push(capacity(tops));
        }
        sizes.extend(self.helpers.iter().map(|h| self.pass.slots[h.procedure]));
        let free = sizes.iter().zip(&bodies);
        let free = free.map(|(slots, body)| slots.saturating_sub(body.len()));
        let skeleton = ProgramSkeleton {
            free_slots: free.collect(),
            bodies,
            endless,
        };
        let max = self.max_lights();
        let Some((lights, gaps)) = place(self.pass.graph, &skeleton, max) else {
            return;
        };
        debug_assert!(lights <= max);
        if shared.keeps_equivalents() {
            self.emit_all(&skeleton, lights, chain, tops);
        } else {
            shared.offer(self.program(&skeleton, &gaps, chain, tops));
        }
    }

    /// Offers all programs of a skeleton with the fewest lights commands, at least `min`, with which one wins.
    fn emit_all(&self, skeleton: &ProgramSkeleton, min: usize, chain: &[usize], tops: &[usize]) {
        let shared = self.pass.shared;
        // With loops only, the win must follow the recursive call, so more commands may be needed.
        let looped = shared.loops == LoopFilter::With;
        let lights = min..=self.max_lights();
        place_all(self.pass.graph, skeleton, lights, looped, &mut |gaps| {
            let mut one_won = false;
            self.variants(skeleton, gaps, chain, tops, &mut |program| {
                if shared.loops.is_won_by(&program, self.pass.puzzle) {
                    one_won = true;
                    shared.offer(program);
                }
            });
            one_won
        });
    }

    /// Program of a skeleton with a placement of lights commands; a body fills each procedure before the next.
    fn program(
        &self,
        skeleton: &ProgramSkeleton,
        gaps: &[FilledGap],
        chain: &[usize],
        tops: &[usize],
    ) -> BotProgram {
        let endless = skeleton.endless;
        let first_top = tops.first().copied();
        let named = |procedure: usize| BotCommand::Call(procedure as u8);
        let mut filled = self.filled(skeleton, gaps, first_top).into_iter();
        let mut procedures = vec![Vec::new(); self.pass.slots.len()];
        // Distributes commands over several procedures, each ending in a call of the next, the last of `then`.
        let mut spread = |commands: Vec<BotCommand>, over: &[usize], then: Option<usize>| {
            let mut commands = commands.into_iter();
            for (index, procedure) in over.iter().enumerate() {
                let next = over.get(index + 1).copied().or(then);
                let length = self.pass.slots[*procedure] - usize::from(next.is_some());
                let mut body: Vec<BotCommand> = commands.by_ref().take(length).collect();
                body.extend(next.map(named));
                procedures[*procedure] = body;
            }
        };
        let mut next = || filled.next().unwrap_or_default();
        spread(next(), chain, first_top.filter(|_| endless));
        if first_top.is_some() {
            spread(next(), tops, first_top.filter(|_| endless));
        }
        for helper in &self.helpers {
            spread(next(), &[helper.procedure], None);
        }
        BotProgram::new(procedures)
    }

    /// Bodies of a skeleton with a placement of lights commands; `first_top` is the procedure of the top body.
    pub(super) fn filled(
        &self,
        skeleton: &ProgramSkeleton,
        gaps: &[FilledGap],
        first_top: Option<usize>,
    ) -> Vec<Vec<BotCommand>> {
        // Procedures that calls refer to: the top one, then the helpers.
        let helpers = self.helpers.iter().map(|helper| helper.procedure);
        let names: Vec<usize> = first_top.into_iter().chain(helpers).collect();
        let command = |command: u8| match command.checked_sub(CALL) {
            Some(call) => BotCommand::Call(names[usize::from(call)] as u8),
            None => BotCommand::ACTIONS[usize::from(command)],
        };
        let filled = |(index, body): (usize, &Body)| {
            let mut out = Vec::new();
            for at in 0..=body.len() {
                let is_here = |gap: &&FilledGap| (gap.body, gap.before) == (index, at);
                let times = gaps.iter().filter(is_here).map(|gap| gap.times).sum();
                out.extend(std::iter::repeat_n(BotCommand::Light, times));
                out.extend(body.get(at).map(|number| command(*number)));
            }
            out
        };
        skeleton.bodies.iter().enumerate().map(filled).collect()
    }
}
