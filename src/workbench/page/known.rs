//! Commands that pages and the shell offer on behalf of others. Each is declared in its owner's table.

use super::Command;

/// Go to the search field of the library.
pub const FIND_LEVEL: Command = Command("Find level");
/// What was played in windows, when and how it went.
pub const HISTORY: Command = Command("History of play");
/// Make a random level that can be solved.
pub const GENERATE: Command = Command("Generate…");
/// Let the game be read and played in its own window.
pub const LIVE: Command = Command("Play in a window");
/// Teach the program to read and play a game in a window, step by step.
pub const NEW_PROFILE: Command = Command("New screen profile…");
/// Open a practice window of this game.
pub const PRACTICE: Command = Command("Open practice window");
/// Open a practice window that shows the open level.
pub const PRACTICE_LEVEL: Command = Command("Practise this level");
/// Close the practice window and open it again; a paused run can resume there.
pub const RESTART_PRACTICE: Command = Command("Restart game window");
/// Read a level from a screenshot.
pub const IMPORT_PICTURE: Command = Command("Import picture…");
/// Run the chosen solver on the level.
pub const SOLVE: Command = Command("Solve");
/// Solve all levels that the library shows.
pub const SOLVE_MANY: Command = Command("Solve many levels…");
/// Write the plan or the level to a file.
pub const EXPORT: Command = Command("Export…");
/// Look at the graph of states and moves.
pub const STATES: Command = Command("States mode");
/// Draw the level.
pub const EDIT: Command = Command("Edit mode");
/// The text of a level that is written and has a board as well.
pub const RULES: Command = Command("Rules");
/// Open the level after this one in the library.
pub const NEXT_LEVEL: Command = Command("Next level");
/// Take the last step back.
pub const UNDO: Command = Command("Undo");
/// Redo the last undone step.
pub const REDO: Command = Command("Redo");
/// Play the level by hand.
pub const PLAY: Command = Command("Play mode");
/// Watch the plan step by step.
pub const PLAN: Command = Command("Plan mode");
/// Create an empty level of any game and size.
pub const NEW: Command = Command("New…");
/// Open a level file.
pub const OPEN: Command = Command("Open…");
/// Open a level from its text or game ID; Ctrl+V does this directly, with pictures, too.
pub const PASTE_TEXT: Command = Command("Paste level from text…");
/// Close the level in front.
pub const CLOSE_TAB: Command = Command("Close tab");
/// Close the workbench.
pub const QUIT: Command = Command("Quit");
/// Restore levels kept from an earlier session.
pub const RESTORE_RECOVERED: Command = Command("Restore unsaved levels…");
/// Stop the solver and keep its best plan so far.
pub const STOP: Command = Command("Stop");
/// Show cells as blocks of their height, or flat from above.
pub const TOGGLE_ISOMETRIC: Command = Command("Isometric view");
/// Save the level to its file.
pub const SAVE: Command = Command("Save");
/// Save the level to another file.
pub const SAVE_AS: Command = Command("Save as…");
/// Find a command or a level by typing a part of its name.
pub const PALETTE: Command = Command("Command palette…");
/// Search until the plan is proved to be the best.
pub const SOLVE_OPTIMAL: Command = Command("Solve for the best");
