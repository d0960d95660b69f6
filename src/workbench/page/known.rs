//! Commands that pages offer on behalf of others.

use super::command::commands;

commands! {
    File {
        0 NEW "New…" "Start an empty level of any game and size" [ctrl(Key::N)];
        5 GENERATE "Generate…" "Let chance make a level that can be solved, as hard as you like" [ctrl(Key::G)];
        10 ANOTHER_LIKE "Another one like this" "Let chance make a level like the open one, and open it" [ctrl_shift(Key::G)];
        15 OPEN "Open…" "Open a level file" [ctrl(Key::O)];
        20 OPEN_PATH "Open path or URL…" "Open a level by typing its path or its address on the web" [ctrl_shift(Key::O)];
        25 IMPORT_PICTURE "Import picture…" "Read a level from a screenshot" [ctrl(Key::I)];
        100 SAVE "Save" "Save the level to its file" [ctrl(Key::S)];
        105 SAVE_AS "Save as…" "Save the level to another file, as plain text or RON" [ctrl_shift(Key::S)];
        110 EXPORT "Export…" "Write the plan or the level as a picture, an animation or a text" [ctrl_shift(Key::E)];
        200 COPY_TEXT "Copy level as text" "Put the level's plain text on the clipboard, to share it" [];
        205 COPY_LINE "Copy level as game ID" "Put the level on the clipboard as one line, to send it in a message" [];
        210 COPY_PICTURE "Copy level as picture" "Put a picture of the level on the clipboard" [];
        215 COPY_PATH "Copy path of file" "Put the path of the level's file on the clipboard" [];
        220 PASTE_TEXT "Paste level from text…" "Open a level from its text or its game ID; Ctrl+V does so at once, and reads pictures" [];
        300 RESTORE_RECOVERED "Restore unsaved levels…" "Look at levels kept from an earlier run" [];
        305 SETTINGS "Settings…" "Theme, folders, saving, solving" [ctrl(Key::Comma)];
        310 QUIT "Quit" "Close the workbench" [ctrl(Key::Q)];
    }
    Edit {
        230 LOST_BLANKS "Put lost blanks back…" "List what this board may have been before a web page took its blanks, and solve each" [];
    }
    Play {
        15 STATES "States mode" "Look at the graph of states and moves, and at the search for them" [ctrl(Key::Num5)];
    }
    Solve {
        0 SOLVE "Solve" "Run the chosen solver on the level as it is now" [key(Key::F5)];
        5 SOLVE_OPTIMAL "Solve for the best" "Run the chosen solver until its plan is proved to be the best" [ctrl(Key::F5)];
        10 STOP "Stop" "Stop the solver and keep what it has" [shift(Key::F5)];
        100 SOLVE_MANY "Solve many levels…" "Solve all levels that the library shows, in the background" [ctrl_shift(Key::F5)];
        105 NEXT_SOLVER "Next solver" "Choose the next solver of this game" [];
        110 TUNE "Tune options…" "Let options of a solver evolve on generated levels" [ctrl_shift(Key::T)];
    }
    Live {
        0 LIVE "Play in a window" "Let the game be read and played in its own window" [ctrl(Key::Num4)];
        5 NEW_PROFILE "New screen profile…" "Teach the program to read and play a game in a window, step by step" [];
        10 PRACTICE "Open practice window" "Open a stand-in of the game to play against" [];
        15 PRACTICE_LEVEL "Practise this level" "Open a stand-in of the game that shows the open level" [];
    }
    View {
        0 PALETTE "Command palette…" "Find a command by typing a part of its name" [ctrl_shift(Key::P)];
        100 ZOOM_IN "Zoom in" "Show the board larger" [ctrl(Key::Plus), ctrl(Key::Equals)];
        105 ZOOM_OUT "Zoom out" "Show the board smaller" [ctrl(Key::Minus)];
        110 ZOOM_FIT "Fit board" "Show the whole board" [ctrl(Key::Num0)];
        115 TOGGLE_ISOMETRIC "Isometric view" "Show cells as blocks of their height, or flat from above" [ctrl(Key::E)];
        200 TOGGLE_LIBRARY "Library" "Show or hide the library" [ctrl(Key::B)];
        205 TOGGLE_INSPECTOR "Inspector" "Show or hide level facts and solver" [ctrl(Key::J)];
        210 TOGGLE_TIMELINE "Timeline" "Show or hide the timeline" [ctrl(Key::T)];
        300 BROWSE_PATTERNS "Patterns of the level" "Show or hide patterns on the board, such as presses that change nothing" [ctrl(Key::K)];
        305 NEXT_PATTERN "Next pattern" "Show the next pattern" [ctrl(Key::PageDown)];
        310 PREVIOUS_PATTERN "Previous pattern" "Show the pattern before" [ctrl(Key::PageUp)];
        400 NEXT_PANE "Next pane" "Move the keyboard to the next part of the window" [key(Key::F6)];
        405 PREVIOUS_PANE "Previous pane" "Move the keyboard to the previous part of the window" [shift(Key::F6)];
        500 THEME_SYSTEM "System theme" "Light or dark as the system says" [];
        505 THEME_LIGHT "Light theme" "Always light" [];
        510 THEME_DARK "Dark theme" "Always dark" [];
        600 LARGER_INTERFACE "Larger interface" "Make text and controls larger" [];
        605 SMALLER_INTERFACE "Smaller interface" "Make text and controls smaller" [];
        610 NORMAL_INTERFACE "Normal interface size" "Back to the size the system asks for" [];
    }
    Help {
        0 START_PAGE "Start page" "What was opened lately, a sample of each game, and what can be done" [];
        5 SHORTCUTS "Keyboard shortcuts" "All keys on one page" [key(Key::F1)];
        10 RULES "Rules of the game" "What the player has to do" [shift(Key::F1)];
        15 ABOUT "About" "Version and licence" [];
    }
}

/// Go to the search field of the library.
pub const FIND_LEVEL: super::Command = super::Command("Find level");
/// What was played in windows, when and how it went.
pub const HISTORY: super::Command = super::Command("History of play");
/// Draw the level.
pub const EDIT: super::Command = super::Command("Edit mode");
/// Take the last step back.
pub const UNDO: super::Command = super::Command("Undo");
/// Do the last undone step again.
pub const REDO: super::Command = super::Command("Redo");
/// Play the level by hand.
pub const PLAY: super::Command = super::Command("Play mode");
/// Watch the plan step by step.
pub const PLAN: super::Command = super::Command("Plan mode");
/// Run the program on every level of its game.
pub const TRY_ON_ALL: super::Command = super::Command("Try on all levels");
