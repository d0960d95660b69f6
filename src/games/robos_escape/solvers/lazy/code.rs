//! Partly decided program of the search: main commands and the bodies of labels, each open until
//! its continuation is chosen.
//!
//! A part is a list of tokens: 0 to 4 are the commands that act (`world`), the others are those below.
//! Labels are numbered by first use; one whose body is *fallen into* follows another part.

use super::world::{FORWARD, SHOOT};
use crate::program::{RoboCommand, RoboProgram};

/// Call without a label: the rest up to the return runs twice.
pub(super) const TWICE: u8 = 5;
pub(super) const RETURN: u8 = 6;
/// Head of a loop in the main commands.
pub(super) const HEAD: u8 = 7;
/// `CALL + label`: call of a label.
pub(super) const CALL: u8 = 8;
/// `FALL + label`: the label's body follows here and is fallen into.
pub(super) const FALL: u8 = 16;
/// Call of the loop's head, at the end of main.
pub(super) const JUMP: u8 = 24;
/// Number of labels: their digits are 1 to 5.
pub(super) const LABELS: usize = 5;
/// Maximum number of commands of an enumerated program, far beyond what time allows.
pub(super) const MAX_LENGTH: usize = 36;
/// More calls than any program has.
const NEVER: u8 = 100;

/// Sequence of tokens. Index 0 of the program's parts is main, label `q` is `q + 1`.
#[derive(Clone, Copy)]
pub(super) struct CodePart {
    /// Tokens, of which `end.length` count.
    pub(super) text: [u8; MAX_LENGTH + 2],
    pub(super) end: PartEnd,
    /// Number of written calls of the label.
    pub(super) calls: u8,
    /// True if another part falls into it.
    pub(super) fallen_into: bool,
}

pub(super) const EMPTY_PART: CodePart = CodePart {
    text: [0; MAX_LENGTH + 2],
    end: PartEnd {
        length: 0,
        closed: false,
        needed_calls: [0; 2],
        twice: 0,
    },
    calls: 0,
    fallen_into: false,
};

/// State that appending to a part changes.
#[derive(Clone, Copy)]
pub(super) struct PartEnd {
    /// Number of tokens.
    pub(super) length: u8,
    /// True if its last token is a return, a fall or a jump back.
    pub(super) closed: bool,
    /// Once closed: number of calls that make it worth its label, if nothing falls into it and if something does.
    needed_calls: [u8; 2],
    /// Number of calls without a label in it.
    pub(super) twice: u8,
}

impl CodePart {
    /// Number of calls, up to the number that makes a difference.
    pub(super) fn relevant_calls(&self) -> u8 {
        let needed = self.end.needed_calls[usize::from(self.fallen_into)];
        match self.end.closed {
            true => self.calls.min(needed),
            false => self.calls,
        }
    }

    /// The last token; `None` if the text is empty.
    pub(super) fn last(&self) -> Option<u8> {
        let at = usize::from(self.end.length).checked_sub(1)?;
        Some(self.text[at])
    }

    pub(super) fn push(&mut self, token: u8) {
        self.text[usize::from(self.end.length)] = token;
        self.end.length += 1;
    }

    pub(super) fn tokens(&self) -> &[u8] {
        &self.text[..usize::from(self.end.length)]
    }

    /// Computes how many calls make a closed body worth its label.
    ///
    /// Inlining the body at each call saves the label, the calls and, if nothing falls into it, the
    /// body and its return. If that costs no more, the label is not needed.
    pub(super) fn close(&mut self) {
        self.end.closed = true;
        let Some((last, body)) = self.tokens().split_last() else {
            return;
        };
        let falls = *last >= FALL;
        let mut times = 1u32;
        let mut written = 0u32;
        for token in body {
            if *token == TWICE {
                // The limit is far beyond the number of commands of any program, and prevents an overflow.
                times = (times * 2).min(1 << 12);
            } else {
                written += times;
            }
        }
        if falls {
            // An inlined copy cannot fall into the other body: it has to call it.
            written += times;
        }
        let own_cost = body.len() as u32 + u32::from(!falls);
        for (fallen_into, needed) in [false, true].into_iter().zip(&mut self.end.needed_calls) {
            let body_cost = if fallen_into { 0 } else { own_cost };
            let saved = written.saturating_sub(1);
            // The least number of calls n with n · saved > 1 + body_cost.
            *needed = (1 + body_cost)
                .checked_div(saved)
                .and_then(|calls| u8::try_from(calls + 1).ok())
                .map_or(NEVER, |calls| calls.min(NEVER));
        }
    }
}

/// Counts over all parts.
#[derive(Clone, Copy, Default)]
pub(super) struct ProgramTotals {
    /// Number of used labels, in order of first use.
    pub(super) labels: usize,
    /// Number of commands, with labels.
    pub(super) cost: usize,
    /// Index of a loop's head in main, if there is one.
    pub(super) head: Option<u8>,
    /// Number of calls without a label.
    pub(super) twice: u8,
    /// Number of grabs in commands that may run again.
    pub(super) grabs: u8,
}

#[derive(Clone)]
pub(super) struct PartialProgram {
    /// Main, then the body of each label.
    pub(super) parts: [CodePart; LABELS + 1],
    pub(super) totals: ProgramTotals,
    /// True if calls without a label are allowed.
    pub(super) allow_twice: bool,
}

impl PartialProgram {
    pub(super) fn new(allow_twice: bool) -> Self {
        Self {
            allow_twice,
            parts: [EMPTY_PART; LABELS + 1],
            totals: ProgramTotals::default(),
        }
    }

    /// Returns whether this label's text, following falls, is still open, which means that it is running.
    pub(super) fn is_running(&self, label: usize) -> bool {
        let mut part = &self.parts[label + 1];
        while let Some(last) = part.last().filter(|_| part.end.closed) {
            if !(FALL..JUMP).contains(&last) {
                return false;
            }
            part = &self.parts[usize::from(last - FALL) + 1];
        }
        !part.end.closed
    }

    /// Returns whether a part may fall into this label's body: no other does, and it would not fall into itself.
    pub(super) fn can_be_fallen_into(&self, label: usize) -> bool {
        !self.parts[label + 1].fallen_into && !self.is_running(label)
    }

    /// Lower bound on the number of further commands such that every label is worth its cost, every body ends, and
    /// coins can be taken. `left` commands may follow; with `loops`, main must end too; with `grab`, too few coins were
    /// taken so far, so that a grab must run later.
    pub(super) fn min_remaining(&self, left: usize, loops: bool, grab: bool) -> usize {
        if self.totals.labels == 0 {
            return usize::from(loops && !self.parts[0].end.closed)
                + usize::from(grab && self.totals.grabs == 0);
        }
        // Bodies without an end, and ended ones that may still be fallen into.
        let (mut open, mut free) = (0, 0);
        for label in 0..self.totals.labels {
            if !self.parts[label + 1].end.closed {
                open += 1;
            } else if self.can_be_fallen_into(label) {
                free += 1;
            }
        }
        let main_falls = !self.parts[0].end.closed && self.totals.head.is_none();
        // Maximum number of further falls: a new label with a body takes at least four commands.
        let falls = open + usize::from(main_falls) + left / 4;
        // Calls that labels need if none is fallen into, and the most that a single open body needs.
        let mut calls = 0;
        let mut alone = 0;
        // Calls that each label needs less if it is fallen into.
        let mut savings = [0u8; LABELS];
        for (part, saving) in self.parts[1..=self.totals.labels].iter().zip(&mut savings) {
            let (plain, fallen) = if part.end.closed {
                let plain = part.end.needed_calls[usize::from(part.fallen_into)];
                (plain, part.end.needed_calls[1])
            } else if part.end.twice > 0 {
                (1, 1)
            } else {
                // Instead of a second call, a call without a label in it may do.
                let plain = if part.fallen_into { 1 } else { 2 };
                if !self.allow_twice {
                    alone = alone.max(min_completion(part, free > 0, falls > 0));
                }
                (plain, 1)
            };
            let plain = plain.saturating_sub(part.calls);
            let fallen = fallen.saturating_sub(part.calls);
            calls += usize::from(plain);
            if !part.fallen_into {
                *saving = plain.saturating_sub(fallen);
            }
        }
        if falls < self.totals.labels {
            savings.sort_unstable_by(|a, b| b.cmp(a));
        }
        let saved = savings.iter().take(falls);
        calls -= saved.map(|saving| usize::from(*saving)).sum::<usize>();
        let end = usize::from(free == 0 && (open > 0 || (loops && !self.parts[0].end.closed)));
        (calls + end + usize::from(grab && self.totals.grabs == 0)).max(alone)
    }

    /// Program of these parts: main, and each body behind the part that falls into it, or at the end.
    pub(super) fn program(&self) -> RoboProgram {
        let digit = |label: usize| u8::try_from(label + 1).unwrap_or(1);
        // Labels come first, then the head of the loop; calls without a label use the last digit.
        let head = digit(self.totals.labels);
        let unused = digit(LABELS - 1);
        let mut commands = Vec::new();
        let mut write = |start: usize| {
            let mut part = start;
            loop {
                if part > 0 {
                    commands.push(RoboCommand::Label(digit(part - 1)));
                }
                let mut next = None;
                for token in self.parts[part].tokens() {
                    let command = match *token {
                        token @ FORWARD..=SHOOT => RoboCommand::SIMPLE[usize::from(token)],
                        TWICE => RoboCommand::Call(unused),
                        RETURN => RoboCommand::Return,
                        HEAD => RoboCommand::Label(head),
                        JUMP => RoboCommand::Call(head),
                        token if token >= FALL => {
                            next = Some(usize::from(token - FALL) + 1);
                            continue;
                        }
                        token => RoboCommand::Call(digit(usize::from(token - CALL))),
                    };
                    commands.push(command);
                }
                match next {
                    Some(other) => part = other,
                    None => break,
                }
            }
        };
        write(0);
        for label in 0..self.totals.labels {
            if !self.parts[label + 1].fallen_into {
                write(label + 1);
            }
        }
        RoboProgram::new(commands)
    }
}

/// Minimum number of further commands of an open body and calls of it, considered alone. `can_fall`: there
/// is a body that it may fall into; `may_be_fallen_into`: another part may fall into it.
fn min_completion(part: &CodePart, can_fall: bool, may_be_fallen_into: bool) -> usize {
    let (length, calls) = (usize::from(part.end.length), usize::from(part.calls));
    let fallen_into = part.fallen_into || may_be_fallen_into;
    let mut min_commands = usize::MAX;
    // From five commands on, a longer body needs no fewer calls.
    for more in 0..8 {
        let length = length + more;
        // Ends with a return.
        if length > 1 {
            let body_cost = if fallen_into { 0 } else { length + 1 };
            let needed = (1 + body_cost) / (length - 1) + 1;
            min_commands = min_commands.min(more + needed.saturating_sub(calls) + 1);
        }
        // Falls into another body; a new one costs at least six, of which two may be calls in this one.
        if length > 0 {
            let body_cost = if fallen_into { 0 } else { length };
            let needed = (1 + body_cost) / length + 1;
            let other = if can_fall { 0 } else { 6 - more.min(2) };
            min_commands = min_commands.min(more + needed.saturating_sub(calls) + other);
        }
    }
    min_commands
}
