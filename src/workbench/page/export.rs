//! Data to be written to a file that the user names.

use crate::export::{ExportError, Ticket};

/// Builds the file's bytes on the export thread. The ticket takes progress and signals cancellation.
pub type ExportWork = Box<dyn FnOnce(&Ticket) -> Result<Vec<u8>, ExportError> + Send>;

/// Data to be written to a file that the user names.
pub struct Export {
    /// Short description: `the plan as GIF`.
    pub name: String,
    /// Suggested file name.
    pub file_name: String,
    /// Name and extension of the file type.
    pub kind: (&'static str, &'static str),
    /// Builds the file's bytes.
    pub work: ExportWork,
}
