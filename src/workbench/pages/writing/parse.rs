//! Parses the text in the background shortly after each change; a further change cancels that.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::WritingPage;
use crate::game::{Complaint, Language, ParsedText, TextError};
use crate::page::Cx;
use crate::search::Budget;
use crate::session::Task;

/// Delay after a change before the text is parsed.
const PARSE_DELAY: Duration = Duration::from_millis(250);

/// Result of the last parse, and the running one.
#[derive(Default)]
pub(super) struct ParseState {
    running: Option<(Arc<str>, Task<ParsedText>)>,
    /// A text waiting to be parsed, and since when.
    waiting: Option<(Arc<str>, Instant)>,
    /// Text of the last parse.
    parsed: Option<Arc<str>>,
    complaints: Arc<Vec<Complaint>>,
    /// That text contains no valid level.
    is_broken: bool,
    /// Names for completion, sorted.
    names: Vec<Arc<str>>,
}

pub(super) struct Conversion {
    text: Arc<str>,
    name: &'static str,
    task: Task<Result<String, TextError>>,
}

impl ParseState {
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || self.waiting.is_some()
    }

    /// Errors and warnings of the last parse.
    pub(super) fn complaints(&self) -> Arc<Vec<Complaint>> {
        Arc::clone(&self.complaints)
    }

    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    pub(super) fn names(&self) -> &[Arc<str>] {
        &self.names
    }
}

impl WritingPage {
    /// Parses a changed text, and takes over the result.
    pub(super) fn poll_text(&mut self, ctx: &egui::Context, cx: &mut Cx) {
        self.poll_conversion(cx);
        let Some(language) = cx.language() else {
            if self.field.is_open() {
                *self = Self::default();
            }
            return;
        };
        let Some(text) = cx.document.text() else {
            return;
        };
        let parse = &mut self.parse;
        let is_same = |other: &Arc<str>| Arc::ptr_eq(other, &text) || *other == text;
        if parse.running.as_ref().is_some_and(|(of, _)| !is_same(of)) {
            parse.running = None;
        }
        if let Some((_, task)) = &parse.running {
            if let Some(end) = task.result() {
                parse.running = None;
                parse.parsed = Some(text);
                match end {
                    Ok(read) => self.apply_parse(read, cx),
                    Err(broken) => cx.messages.fail(broken),
                }
            }
            return;
        }
        // A text that was parsed before and returns by undo may still need its level to be set.
        let is_set = parse.is_broken || cx.document.draft().is_none();
        if is_set && parse.parsed.as_ref().is_some_and(is_same) {
            parse.waiting = None;
            return;
        }
        let now = Instant::now();
        parse.waiting.take_if(|(of, _)| !is_same(of));
        let (_, since) = parse.waiting.get_or_insert_with(|| (text.clone(), now));
        let waited = now.duration_since(*since);
        // Wait for a pause in typing, but parse a newly opened level at once.
        if cx.document.draft().is_some() && waited < PARSE_DELAY {
            ctx.request_repaint_after(PARSE_DELAY - waited);
            return;
        }
        parse.waiting = None;
        let source = text.clone();
        let task = Task::start("reader of the text", &cx.wake, move |cancel| {
            language.parse(&source, &Budget::default().with_cancel(cancel.clone()))
        });
        self.parse.running = Some((text, task));
    }

    fn apply_parse(&mut self, read: ParsedText, cx: &mut Cx) {
        let parse = &mut self.parse;
        parse.complaints = Arc::new(read.complaints);
        parse.is_broken = read.level.is_none();
        // Retain the names of the last valid text.
        if !read.names.is_empty() {
            parse.names = read.names;
        }
        self.field.layout = None;
        if let Some(level) = read.level {
            cx.document.accept_parsed(level);
        }
    }

    pub(super) fn convert(
        &mut self,
        language: &'static dyn Language,
        notation: usize,
        cx: &mut Cx,
    ) {
        let Some(text) = cx.document.text() else {
            return;
        };
        let source = text.clone();
        let work = move |_: &_| language.in_notation(&source, notation);
        self.conversion = Some(Conversion {
            text,
            name: language.notations()[notation].name,
            task: Task::start("conversion", &cx.wake, work),
        });
    }

    fn poll_conversion(&mut self, cx: &mut Cx) {
        let conversion = self.conversion.as_ref();
        let Some(end) = conversion.and_then(|conversion| conversion.task.result()) else {
            return;
        };
        let Some(Conversion { text, name, .. }) = self.conversion.take() else {
            return;
        };
        let unchanged = cx.document.text().is_some_and(|now| now == text);
        match end {
            Ok(Ok(converted)) if unchanged => {
                let step = format!("Convert to {name}");
                let merge = false;
                cx.document.set_text(step, &converted, merge);
                cx.messages.status(format!("Converted to {name}."));
            }
            Ok(Ok(_)) => cx
                .messages
                .status("The text has changed and was not converted."),
            Ok(Err(error)) => cx.messages.fail(error),
            Err(broken) => cx.messages.fail(broken),
        }
    }
}
