//! Reads the text on a thread, a moment after it was changed; a further change cancels that.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::{Complaint, FormError, Language, Read};
use crate::kit::answer;
use crate::page::Cx;
use crate::page::messages::Weight;
use crate::search::Budget;
use crate::session::Task;

use super::WritingPage;

/// Quiet time after a change before the text is read.
const QUIET: Duration = Duration::from_millis(250);

/// What was read last, and what is being read.
#[derive(Default)]
pub(super) struct Reading {
    running: Option<(Arc<str>, Task<Read>)>,
    /// A text that waits to be read, since when.
    waiting: Option<(Arc<str>, Instant)>,
    /// The text that was read last.
    read: Option<Arc<str>>,
    complaints: Arc<Vec<Complaint>>,
    /// Whether no level could be made of that text.
    is_broken: bool,
    names: Vec<Arc<str>>,
}

/// A text that is being written in another notation.
pub(super) struct Conversion {
    text: Arc<str>,
    name: &'static str,
    task: Task<Result<String, FormError>>,
}

impl Reading {
    /// Whether a text is being read or waits to be.
    pub(super) fn is_busy(&self) -> bool {
        self.running.is_some() || self.waiting.is_some()
    }

    /// Errors and warnings about the last text that was read.
    pub(super) fn complaints(&self) -> Arc<Vec<Complaint>> {
        Arc::clone(&self.complaints)
    }

    /// Whether no level could be made of the last text that was read.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Names that the text uses.
    pub(super) fn names(&self) -> &[Arc<str>] {
        &self.names
    }
}

impl WritingPage {
    /// Reads the text if it has changed, and takes over the result.
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
        let reading = &mut self.reading;
        let is = |other: &Arc<str>| Arc::ptr_eq(other, &text) || *other == text;
        if reading.running.as_ref().is_some_and(|(of, _)| !is(of)) {
            reading.running = None;
        }
        if let Some((_, task)) = &reading.running {
            if let Some(end) = task.end() {
                reading.running = None;
                reading.read = Some(text);
                match end {
                    Ok(read) => self.take_read(read, cx),
                    Err(broken) => {
                        let text = answer::sentence(&broken.to_string());
                        cx.messages.toast(Weight::Bad, text);
                    }
                }
            }
            return;
        }
        // A text that was read before and comes back by undo may need its level to be put in place.
        if reading.read.as_ref().is_some_and(is) && cx.document.draft().is_none() {
            reading.waiting = None;
            return;
        }
        if reading.read.as_ref().is_some_and(is) && reading.is_broken {
            reading.waiting = None;
            return;
        }
        let now = Instant::now();
        let since = match &reading.waiting {
            Some((of, since)) if is(of) => *since,
            _ => {
                reading.waiting = Some((text.clone(), now));
                now
            }
        };
        let waited = now.duration_since(since);
        // Wait for a pause in the typing, but read a level at once that was just opened.
        if cx.document.draft().is_some() && waited < QUIET {
            ctx.request_repaint_after(QUIET - waited);
            return;
        }
        reading.waiting = None;
        let source = text.clone();
        let task = Task::start("reader of the text", &cx.wake, move |cancel| {
            language.read(&source, &Budget::default().with_cancel(cancel.clone()))
        });
        self.reading.running = Some((text, task));
    }

    fn take_read(&mut self, read: Read, cx: &mut Cx) {
        let reading = &mut self.reading;
        reading.complaints = Arc::new(read.complaints);
        reading.is_broken = read.level.is_none();
        // Names of the last text that could be read are better than none.
        if !read.names.is_empty() {
            reading.names = read.names;
        }
        self.field.painted = None;
        if let Some(level) = read.level {
            cx.document.take_written(level);
        }
    }

    /// Starts to write the text in another notation.
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
        let Some(end) = conversion.and_then(|conversion| conversion.task.end()) else {
            return;
        };
        let Some(Conversion { text, name, .. }) = self.conversion.take() else {
            return;
        };
        let unchanged = cx.document.text().is_some_and(|now| now == text);
        let result = match end {
            Ok(converted) => converted.map_err(|error| format!("{error}.")),
            Err(broken) => Err(answer::sentence(&broken.to_string())),
        };
        match result {
            Ok(converted) if unchanged => {
                let step = format!("Convert to {name}");
                cx.document.set_text(step, &converted, false);
                cx.messages.status(format!("Converted to {name}."));
            }
            Ok(_) => {
                let text = "The text has changed and was not converted.";
                cx.messages.status(text);
            }
            Err(error) => cx.messages.toast(Weight::Bad, error),
        }
    }
}
