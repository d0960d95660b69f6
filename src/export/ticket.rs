//! How far an export has come, told from one thread to another.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::game::search::{Budget, CancelFlag};

use super::ExportError;

/// Shared between the thread that draws and whoever waits for it: the one counts, the other looks,
/// and can call it off.
#[derive(Clone, Debug, Default)]
pub struct Ticket {
    done: Arc<AtomicUsize>,
    total: Arc<AtomicUsize>,
    stop: CancelFlag,
}

impl Ticket {
    /// A ticket that somebody else can call off, too.
    pub fn with_cancel(stop: CancelFlag) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Says how many steps there are, and begins to count them.
    pub fn begin(&self, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts a step.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if it was called off.
    pub fn step(&self) -> Result<(), ExportError> {
        self.done.fetch_add(1, Ordering::Relaxed);
        self.go_on()
    }

    /// Whether it is still wanted, without counting.
    ///
    /// # Errors
    /// [`ExportError::Stopped`] if it was called off.
    pub fn go_on(&self) -> Result<(), ExportError> {
        if self.stop.is_cancelled() {
            return Err(ExportError::Stopped);
        }
        Ok(())
    }

    /// The time that there is: until it is called off.
    pub fn budget(&self) -> Budget {
        Budget::default().with_cancel(self.stop.clone())
    }

    /// The flag by which it is called off.
    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.stop
    }

    /// Calls it off.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// From 0 to 1; `None` as long as nobody knows.
    pub fn fraction(&self) -> Option<f32> {
        let total = self.total.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed);
        (total > 0).then(|| (done as f32 / total as f32).min(1.0))
    }

    /// Drawings that are counted as they are taken, until it is called off.
    pub fn watch<T>(
        &self,
        drawings: impl Iterator<Item = Result<T, ExportError>>,
    ) -> impl Iterator<Item = Result<T, ExportError>> {
        let ticket = self.clone();
        drawings.map(move |drawing| {
            ticket.step()?;
            drawing
        })
    }
}
