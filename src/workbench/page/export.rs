//! Something to be written to a file that the person names.

use crate::export::{ExportError, Ticket};

/// What an export does on its thread: makes the bytes of the file. The ticket is told how far it is,
/// and says whether the file is still wanted.
pub type ExportWork = Box<dyn FnOnce(&Ticket) -> Result<Vec<u8>, ExportError> + Send>;

/// Something to be written to a file that the person names.
pub struct Export {
    /// What it is, in a few words: `the plan as GIF`.
    pub name: String,
    /// The file name that is offered.
    pub file_name: String,
    /// Name and extension of its kind of file.
    pub kind: (&'static str, &'static str),
    /// Makes it.
    pub work: ExportWork,
}
