//! Dialogs that belong to no page: new level, path, text, settings, help, unsaved work.

mod help;
mod new;
mod paste;
mod path;
mod replace;
mod settings;
mod unsaved;

pub use help::{AboutDialog, RulesDialog, ShortcutsDialog};
pub use new::NewDialog;
pub use paste::{PasteDialog, PasteTexts};
pub use path::PathDialog;
pub use replace::ReplaceDialog;
pub use settings::SettingsDialog;
pub use unsaved::{DISCARD, RESTORE, RESTORE_ALL, RecoveredDialog, SAVE, UnsavedDialog};
