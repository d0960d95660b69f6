//! Progress and cancellation of an export.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ExportError;
use crate::game::search::{Budget, CancelFlag};

/// Called on the exporting thread with the number of steps done and the total; must return quickly.
type Observer = Arc<dyn Fn(usize, usize) + Send + Sync>;

/// Progress and cancel flag, shared between the exporting and the waiting thread.
#[derive(Clone, Default)]
pub struct Ticket {
    done: Arc<AtomicUsize>,
    total: Arc<AtomicUsize>,
    stop: CancelFlag,
    observer: Option<Observer>,
}

impl Ticket {
    /// Ticket with a cancel flag of the caller.
    pub fn with_cancel(stop: CancelFlag) -> Self {
        Self {
            stop,
            ..Self::default()
        }
    }

    /// Calls `observer` with the number of steps done and the total at each step.
    #[must_use]
    pub fn on_step(mut self, observer: impl Fn(usize, usize) + Send + Sync + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Sets the number of steps and restarts counting.
    pub fn start(&self, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts a step. Fails with [`ExportError::Stopped`] if the export was cancelled.
    pub fn step(&self) -> Result<(), ExportError> {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(observer) = &self.observer {
            observer(done, self.total.load(Ordering::Relaxed));
        }
        self.check()
    }

    /// Checks for cancellation. Fails with [`ExportError::Stopped`] if the export was cancelled.
    pub fn check(&self) -> Result<(), ExportError> {
        if self.stop.is_cancelled() {
            return Err(ExportError::Stopped);
        }
        Ok(())
    }

    /// Unlimited budget that ends when the export is cancelled.
    pub fn budget(&self) -> Budget {
        Budget::default().with_cancel(self.stop.clone())
    }

    pub fn cancel_flag(&self) -> &CancelFlag {
        &self.stop
    }

    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Progress from 0 to 1; `None` before [`Ticket::start`].
    pub fn fraction(&self) -> Option<f32> {
        let total = self.total.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed);
        (total > 0).then(|| (done as f32 / total as f32).min(1.0))
    }

    /// Counts drawings as they are consumed; fails once the export is cancelled.
    pub fn count_steps<T>(
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
