//! Commands offered outside the page that declares them.

use super::Command;

/// Goes to the search field of the library.
pub const FIND_LEVEL: Command = Command("Find level");
/// Played windows, with time and result.
pub const HISTORY: Command = Command("History of play");
/// Generates a random solvable level.
pub const GENERATE: Command = Command("Generate…");
/// Recognizes and plays a game in its own window.
pub const LIVE: Command = Command("Play in a window");
/// Teaches the program to recognize and play a game in a window.
pub const NEW_PROFILE: Command = Command("New screen profile…");
/// Opens a practice window of this game.
pub const PRACTICE: Command = Command("Open practice window");
/// Opens a practice window that shows the open level.
pub const PRACTICE_LEVEL: Command = Command("Practise this level");
/// Closes the practice window and opens it again; a paused run can resume there.
pub const RESTART_PRACTICE: Command = Command("Restart game window");
/// Reads a level from a screenshot.
pub const IMPORT_PICTURE: Command = Command("Import picture…");
/// Runs the chosen solver on the level.
pub const SOLVE: Command = Command("Solve");
/// Solves all levels that the library shows.
pub const SOLVE_MANY: Command = Command("Solve many levels…");
/// Writes the plan or the level to a file.
pub const EXPORT: Command = Command("Export…");
/// Shows the graph of states and moves.
pub const STATES: Command = Command("States mode");
/// Draws the level.
pub const EDIT: Command = Command("Edit mode");
/// Text of a level that also has a board.
pub const RULES: Command = Command("Rules");
/// Opens the level after this one in the library.
pub const NEXT_LEVEL: Command = Command("Next level");
/// Undoes the last step.
pub const UNDO: Command = Command("Undo");
/// Redoes the last undone step.
pub const REDO: Command = Command("Redo");
/// Plays the level by hand.
pub const PLAY: Command = Command("Play mode");
/// Watches the plan step by step.
pub const PLAN: Command = Command("Plan mode");
/// Creates an empty level of any game and size.
pub const NEW: Command = Command("New…");
/// Opens a level file.
pub const OPEN: Command = Command("Open…");
/// Opens a level from its text or game ID; Ctrl+V does this directly, with pictures, too.
pub const PASTE_TEXT: Command = Command("Paste level from text…");
/// Closes the level in front.
pub const CLOSE_TAB: Command = Command("Close tab");
/// Closes the workbench.
pub const QUIT: Command = Command("Quit");
/// Restores unsaved levels of an earlier session.
pub const RESTORE_RECOVERED: Command = Command("Restore unsaved levels…");
/// Stops the solver and keeps its best plan so far.
pub const STOP: Command = Command("Stop");
/// Shows cells as blocks of their height, or flat from above.
pub const TOGGLE_ISOMETRIC: Command = Command("Isometric view");
/// Saves the level to its file.
pub const SAVE: Command = Command("Save");
/// Saves the level to another file.
pub const SAVE_AS: Command = Command("Save as…");
/// Finds a command or level by part of its name.
pub const PALETTE: Command = Command("Command palette…");
/// Searches until the plan is proved optimal.
pub const SOLVE_OPTIMAL: Command = Command("Solve for the best");
