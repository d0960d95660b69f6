//! The text is read a moment after it was changed, on a thread; a further change calls that off.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::game::{FormError, Language, Notice, Read};
use crate::kit::answer;
use crate::page::messages::Weight;
use crate::search::Budget;
use crate::session::Task;
use crate::shell::app::Workbench;

/// Quiet time after a change before the text is read.
const QUIET: Duration = Duration::from_millis(250);

/// The last reading and the one that goes on.
#[derive(Default)]
pub struct Reading {
    going: Option<(Arc<str>, Task<Read>)>,
    /// A text that waits to be read, since when.
    waiting: Option<(Arc<str>, Instant)>,
    /// The text that was read last.
    read: Option<Arc<str>>,
    notices: Arc<Vec<Notice>>,
    names: Vec<Arc<str>>,
}

/// A text on its way into another notation.
pub struct Conversion {
    text: Arc<str>,
    name: &'static str,
    task: Task<Result<String, FormError>>,
}

impl Reading {
    /// Whether a text is read or waits to be.
    pub fn is_busy(&self) -> bool {
        self.going.is_some() || self.waiting.is_some()
    }

    /// What was found in the last text that was read.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The same, to keep.
    pub fn notices_shared(&self) -> Arc<Vec<Notice>> {
        Arc::clone(&self.notices)
    }

    /// Names that the text uses.
    pub fn names(&self) -> &[Arc<str>] {
        &self.names
    }
}

impl Workbench {
    /// Has the text read if it has changed, and takes over what came of that.
    pub(crate) fn poll_writing(&mut self, ctx: &egui::Context) {
        self.poll_conversion();
        let Some(language) = self.cx.language() else {
            if self.writing.of.is_some() {
                self.writing = super::Writing::default();
            }
            return;
        };
        let Some(text) = self.cx.document.text() else {
            return;
        };
        let reading = &mut self.writing.reading;
        let is = |other: &Arc<str>| Arc::ptr_eq(other, &text) || *other == text;
        if reading.going.as_ref().is_some_and(|(of, _)| !is(of)) {
            reading.going = None;
        }
        if let Some((_, task)) = &reading.going {
            if let Some(end) = task.end() {
                reading.going = None;
                reading.read = Some(text);
                match end {
                    Ok(read) => self.take_read(read),
                    Err(broken) => {
                        let text = answer::sentence(&broken.to_string());
                        self.cx.messages.toast(Weight::Bad, text);
                    }
                }
            }
            return;
        }
        // A text that was read and has come back by undo may have a level to be put in place.
        if reading.read.as_ref().is_some_and(is) && self.cx.document.draft().is_none() {
            reading.waiting = None;
            return;
        }
        if reading.read.as_ref().is_some_and(is) && reading.notices.iter().any(|n| n.severe) {
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
        // Somebody who types is left alone; a level that was just opened is not waited for.
        if self.cx.document.draft().is_some() && waited < QUIET {
            ctx.request_repaint_after(QUIET - waited);
            return;
        }
        reading.waiting = None;
        let source = text.clone();
        let task = Task::start("reader of the text", &self.cx.wake, move |cancel| {
            language.read(&source, &Budget::default().with_cancel(cancel.clone()))
        });
        self.writing.reading.going = Some((text, task));
    }

    fn take_read(&mut self, read: Read) {
        let reading = &mut self.writing.reading;
        reading.notices = Arc::new(read.notices);
        // Names of the last text that could be read are better than none.
        if !read.names.is_empty() {
            reading.names = read.names;
        }
        self.writing.painted = None;
        if let Some(level) = read.level
            && self.cx.document.draft().is_some()
        {
            self.cx.document.take_written(level);
        }
    }

    /// Begins to write the text in another notation.
    pub(crate) fn convert(&mut self, language: &'static dyn Language, notation: usize) {
        let Some(text) = self.cx.document.text() else {
            return;
        };
        let source = text.clone();
        let work = move |_: &_| language.in_notation(&source, notation);
        self.writing.conversion = Some(Conversion {
            text,
            name: language.notations()[notation].name,
            task: Task::start("conversion", &self.cx.wake, work),
        });
    }

    fn poll_conversion(&mut self) {
        let conversion = self.writing.conversion.as_ref();
        let Some(end) = conversion.and_then(|conversion| conversion.task.end()) else {
            return;
        };
        let Some(Conversion { text, name, .. }) = self.writing.conversion.take() else {
            return;
        };
        let unchanged = self.cx.document.text().is_some_and(|now| now == text);
        let result = match end {
            Ok(converted) => converted.map_err(|error| format!("{error}.")),
            Err(broken) => Err(answer::sentence(&broken.to_string())),
        };
        match result {
            Ok(converted) if unchanged => {
                let step = format!("Convert to {name}");
                self.cx.document.set_text(step, &converted, false);
                self.cx.messages.status(format!("Converted to {name}."));
            }
            Ok(_) => {
                let text = "The text was changed meanwhile and is not converted.";
                self.cx.messages.status(text);
            }
            Err(error) => self.cx.messages.toast(Weight::Bad, error),
        }
    }
}
