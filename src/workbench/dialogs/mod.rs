//! Dialogs that belong to no page: new level, path, settings, help, unsaved work.

mod help;
mod new;
mod path;
mod settings;
mod unsaved;

pub use help::{AboutDialog, RulesDialog, ShortcutsDialog};
pub use new::NewDialog;
pub use path::{PathDialog, ReplaceDialog};
pub use settings::SettingsDialog;
pub use unsaved::{DISCARD, RESTORE, RESTORE_ALL, RecoveredDialog, SAVE, UnsavedDialog};
