//! Commands to which code outside their page refers, and texts of several pages. A command is identified by its text,
//! which must be that in the `commands!` of the page that declares it.

use super::CommandId;

pub const FIND_LEVEL: CommandId = CommandId("Find level");
pub const HISTORY: CommandId = CommandId("History of play");
pub const GENERATE: CommandId = CommandId("Generate…");
pub const LIVE: CommandId = CommandId("Play in a window");
pub const NEW_PROFILE: CommandId = CommandId("New screen profile…");
pub const PRACTICE: CommandId = CommandId("Open practice window");
pub const PRACTICE_LEVEL: CommandId = CommandId("Practise this level");
pub const IMPORT_PICTURE: CommandId = CommandId("Import picture…");
pub const SOLVE: CommandId = CommandId("Solve");
pub const SOLVE_MANY: CommandId = CommandId("Solve many levels…");
pub const EXPORT: CommandId = CommandId("Export…");
pub const STATES: CommandId = CommandId("States mode");
pub const EDIT: CommandId = CommandId("Edit mode");
pub const RULES: CommandId = CommandId("Rules");
pub const NEXT_LEVEL: CommandId = CommandId("Next level");
pub const UNDO: CommandId = CommandId("Undo");
pub const REDO: CommandId = CommandId("Redo");
pub const PLAY: CommandId = CommandId("Play mode");
pub const PLAN: CommandId = CommandId("Plan mode");
pub const NEW: CommandId = CommandId("New…");
pub const OPEN: CommandId = CommandId("Open…");
pub const PASTE_LEVEL: CommandId = CommandId("Paste level");
pub const CLOSE_TAB: CommandId = CommandId("Close tab");
pub const QUIT: CommandId = CommandId("Quit");
pub const RESTORE_RECOVERED: CommandId = CommandId("Restore unsaved levels…");
pub const STOP: CommandId = CommandId("Stop");
pub const TOGGLE_ISOMETRIC: CommandId = CommandId("Isometric view");
pub const SAVE: CommandId = CommandId("Save");
pub const SAVE_AS: CommandId = CommandId("Save as…");
pub const PALETTE: CommandId = CommandId("Command palette…");
pub const START_PAGE: CommandId = CommandId("Start page");
pub const IMPROVE: CommandId = CommandId("Improve plan");
pub const SOLVE_OPTIMAL: CommandId = CommandId("Solve until proved optimal");
/// Reason why nothing can be done with a level whose text has errors, without a full stop.
pub const TEXT_ERRORS: &str = "The text of this level has errors";
/// Reason why a level behind another page is not changed, without a full stop.
pub const LEVEL_IS_COVERED: &str = "The level is not shown here";
/// Reason why an empty level is neither played nor solved.
pub const EMPTY_LEVEL: &str = "This level is empty. Draw it first.";
/// Reason why no further file dialog is opened.
pub const DIALOG_IS_OPEN: &str = "A file dialog is already open.";
/// Notice that the last text without errors is played and solved.
pub const LAST_VALID_TEXT: &str = "The text has errors. This is its last version without errors.";
