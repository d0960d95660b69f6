//! Parses the text in the background shortly after each change; a further change cancels that.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::WritingPage;
use crate::game::{Complaint, Language, ParsedText, TextError};
use crate::page::Cx;
use crate::search::Budget;
use crate::session::{LatestTask, Task};

/// Delay after a change before the text is parsed.
const PARSE_DELAY: Duration = Duration::from_millis(250);

/// Result of the last parse, and the running one.
#[derive(Default)]
pub(super) struct ParseState {
    /// By the parsed text.
    job: LatestTask<Arc<str>, ParsedText>,
    /// A text waiting to be parsed, and since when.
    waiting: Option<(Arc<str>, Instant)>,
    /// Errors and warnings of the last parse.
    pub(super) complaints: Arc<Vec<Complaint>>,
    /// That text contains no valid level.
    pub(super) is_broken: bool,
    /// Names for completion, sorted.
    pub(super) names: Vec<Arc<str>>,
}

/// Gives the converted text, the name of the notation, and the result.
pub(super) type Conversion = Task<(Arc<str>, &'static str, Result<String, TextError>)>;

impl ParseState {
    pub(super) fn is_busy(&self) -> bool {
        self.job.is_busy() || self.waiting.is_some()
    }
}

impl WritingPage {
    /// Parses a changed text, and takes over the result.
    pub(super) fn poll_text(&mut self, ctx: &egui::Context, cx: &mut Cx) {
        self.poll_conversion(cx);
        let Some((language, text)) = cx.language().zip(cx.document.text()) else {
            // The text is gone.
            if self.parse.job.key().is_some() {
                *self = Self::default();
            }
            return;
        };
        let parse = &mut self.parse;
        if parse.job.is_busy() && !parse.job.is_for(&text) {
            parse.job = LatestTask::default();
        }
        if parse.job.poll()
            && let Some(end) = parse.job.take()
        {
            match end {
                Ok(read) => self.apply_parse(read, cx),
                Err(broken) => cx.messages.fail(broken),
            }
        }
        let parse = &mut self.parse;
        if parse.job.is_busy() {
            return;
        }
        // A text that was parsed before and returns by undo may still need its level to be set.
        let is_set = parse.is_broken || cx.document.draft().is_none();
        if is_set && parse.job.is_for(&text) {
            parse.waiting = None;
            return;
        }
        let now = Instant::now();
        parse.waiting.take_if(|(of, _)| *of != text);
        let (_, since) = parse.waiting.get_or_insert_with(|| (text.clone(), now));
        let waited = now.duration_since(*since);
        // Wait for a pause in typing, but parse a newly opened level at once.
        if cx.document.draft().is_some() && waited < PARSE_DELAY {
            ctx.request_repaint_after(PARSE_DELAY - waited);
            return;
        }
        parse.waiting = None;
        parse.job = LatestTask::default();
        parse.job.request(text, |text| {
            let text = text.clone();
            Task::start("reader of the text", &cx.wake, move |cancel| {
                language.parse(&text, &Budget::default().with_cancel(cancel.clone()))
            })
        });
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
        self.conversion = Some(Task::start("conversion", &cx.wake, move |_| {
            let converted = language.in_notation(&text, notation);
            (text, language.notations()[notation].name, converted)
        }));
    }

    fn poll_conversion(&mut self, cx: &mut Cx) {
        let (text, name, converted) = match Task::result_of(&mut self.conversion) {
            None => return,
            Some(Err(broken)) => return cx.messages.fail(broken),
            Some(Ok(end)) => end,
        };
        match converted {
            Ok(converted) if cx.document.text().is_some_and(|now| now == text) => {
                let step = format!("Convert to {name}");
                let merge = false;
                cx.document.set_text(step, &converted, merge);
                cx.messages.status(format!("Converted to {name}."));
            }
            Ok(_) => {
                let text = "The text has changed and was not converted.";
                cx.messages.status(text);
            }
            Err(error) => cx.messages.fail(error),
        }
    }
}
