//! Commands offered outside the page that declares them.

use super::CommandId;

/// Goes to the search field of the library.
pub const FIND_LEVEL: CommandId = CommandId("Find level");
/// Played windows, with time and result.
pub const HISTORY: CommandId = CommandId("History of play");
/// Generates a random solvable level.
pub const GENERATE: CommandId = CommandId("Generate…");
/// Recognizes and plays a game in its own window.
pub const LIVE: CommandId = CommandId("Play in a window");
/// Teaches the program to recognize and play a game in a window.
pub const NEW_PROFILE: CommandId = CommandId("New screen profile…");
/// Opens a practice window of this game.
pub const PRACTICE: CommandId = CommandId("Open practice window");
/// Opens a practice window that shows the open level.
pub const PRACTICE_LEVEL: CommandId = CommandId("Practise this level");
/// Closes the practice window and opens it again; a paused run can resume there.
pub const RESTART_PRACTICE: CommandId = CommandId("Restart game window");
/// Reads a level from a screenshot.
pub const IMPORT_PICTURE: CommandId = CommandId("Import picture…");
/// Runs the chosen solver on the level.
pub const SOLVE: CommandId = CommandId("Solve");
/// Solves all levels that the library shows.
pub const SOLVE_MANY: CommandId = CommandId("Solve many levels…");
/// Writes the plan or the level to a file.
pub const EXPORT: CommandId = CommandId("Export…");
/// Shows the graph of states and moves.
pub const STATES: CommandId = CommandId("States mode");
/// Draws the level.
pub const EDIT: CommandId = CommandId("Edit mode");
/// Text of a level that also has a board.
pub const RULES: CommandId = CommandId("Rules");
/// Opens the level after this one in the library.
pub const NEXT_LEVEL: CommandId = CommandId("Next level");
/// Undoes the last step.
pub const UNDO: CommandId = CommandId("Undo");
/// Redoes the last undone step.
pub const REDO: CommandId = CommandId("Redo");
/// Plays the level by hand.
pub const PLAY: CommandId = CommandId("Play mode");
/// Watches the plan step by step.
pub const PLAN: CommandId = CommandId("Plan mode");
/// Creates an empty level of any game and size.
pub const NEW: CommandId = CommandId("New…");
/// Opens a level file.
pub const OPEN: CommandId = CommandId("Open…");
/// Opens a level from its text or game ID; Ctrl+V does this directly, with pictures, too.
pub const PASTE_TEXT: CommandId = CommandId("Paste level from text…");
/// Closes the level in front.
pub const CLOSE_TAB: CommandId = CommandId("Close tab");
/// Closes the workbench.
pub const QUIT: CommandId = CommandId("Quit");
/// Restores unsaved levels of an earlier session.
pub const RESTORE_RECOVERED: CommandId = CommandId("Restore unsaved levels…");
/// Stops the solver and keeps its best plan so far.
pub const STOP: CommandId = CommandId("Stop");
/// Shows cells as blocks of their height, or flat from above.
pub const TOGGLE_ISOMETRIC: CommandId = CommandId("Isometric view");
/// Saves the level to its file.
pub const SAVE: CommandId = CommandId("Save");
/// Saves the level to another file.
pub const SAVE_AS: CommandId = CommandId("Save as…");
/// Finds a command or level by part of its name.
pub const PALETTE: CommandId = CommandId("Command palette…");
/// Searches until the plan is proved optimal.
pub const SOLVE_OPTIMAL: CommandId = CommandId("Solve for the best");
