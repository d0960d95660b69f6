//! Commands that pages offer on behalf of others.

use super::command::commands;

commands! {
    File {
        0 NEW "New…" "Start an empty level of any game and size" [ctrl(Key::N)];
        5 GENERATE "Generate…" "Let chance make a level that can be solved, as hard as you like" [ctrl(Key::G)];
        10 ANOTHER_LIKE "Another one like this" "Let chance make a level like the open one, and open it" [ctrl_shift(Key::G)];
        15 OPEN "Open…" "Open a level file" [ctrl(Key::O)];
        20 OPEN_PATH "Open path or URL…" "Open a level by typing its path or its address on the web" [ctrl_shift(Key::O)];
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
        0 UNDO "Undo" "Take the last step back; New, Open and Solve are steps, too" [ctrl(Key::Z)] yields;
        5 REDO "Redo" "Do the last undone step again" [ctrl_shift(Key::Z), ctrl(Key::Y)] yields;
        100 CUT "Cut" "Copy the selected cells and clear them" [ctrl(Key::X)] yields;
        105 COPY "Copy" "Copy the selected cells" [ctrl(Key::C)] yields;
        110 PASTE "Paste" "Paste cells at the selection or the cursor" [ctrl(Key::V)] yields;
        115 SELECT_ALL "Select all" "Select the whole board" [ctrl(Key::A)] yields;
        120 DESELECT "Deselect" "Select nothing" [ctrl_shift(Key::A)];
        200 FLIP_HORIZONTAL "Flip left to right" "Mirror the selection or the board" [];
        205 FLIP_VERTICAL "Flip top to bottom" "Mirror the selection or the board upside down" [];
        210 ROTATE_RIGHT "Rotate right" "Turn the board a quarter clockwise" [ctrl(Key::R)];
        215 ROTATE_LEFT "Rotate left" "Turn the board a quarter counter-clockwise" [ctrl_shift(Key::R)];
        220 RESIZE "Resize board…" "Change the number of rows and columns: see it first, then take it" [];
        225 CLEAR "Clear" "Empty the selection or the board" [ctrl(Key::Delete)] yields;
        230 LOST_BLANKS "Put lost blanks back…" "List what this board may have been before a web page took its blanks, and solve each" [];
    }
    Play {
        0 EDIT "Edit mode" "Draw the level" [ctrl(Key::Num1)];
        5 PLAY "Play mode" "Play the level by hand" [ctrl(Key::Num2)];
        10 PLAN "Plan mode" "Watch the plan step by step" [ctrl(Key::Num3)];
        15 STATES "States mode" "Look at the graph of states and moves, and at the search for them" [ctrl(Key::Num5)];
        100 HINT "Hint" "Where to look; asked again, what to do; and again, why" [ctrl(Key::H)];
        105 TAKE_BACK "Take move back" "Take the last move back" [ctrl(Key::Backspace)] yields;
        110 RESTART "Start over" "Take all moves back" [];
    }
    Solve {
        0 SOLVE "Solve" "Run the chosen solver on the level as it is now" [key(Key::F5)];
        5 SOLVE_OPTIMAL "Solve for the best" "Run the chosen solver until its plan is proved to be the best" [ctrl(Key::F5)];
        10 STOP "Stop" "Stop the solver and keep what it has" [shift(Key::F5)];
        100 SOLVE_MANY "Solve many levels…" "Solve all levels that the library shows, in the background" [ctrl_shift(Key::F5)];
        105 NEXT_SOLVER "Next solver" "Choose the next solver of this game" [];
        110 TUNE "Tune options…" "Let options of a solver evolve on generated levels" [ctrl_shift(Key::T)];
    }
    Plan {
        0 PLAY_PAUSE "Play or pause" "Let the plan run, or stop it" [ctrl(Key::Space)];
        5 STEP_FORWARD "Step forward" "One move on" [ctrl(Key::Period), alt(Key::ArrowRight)];
        10 STEP_BACK "Step back" "One move back" [ctrl_shift(Key::Period), alt(Key::ArrowLeft)];
        15 PLAN_START "Go to start" "Before the first move" [ctrl(Key::Home)] yields;
        20 PLAN_END "Go to end" "After the last move" [ctrl(Key::End)] yields;
        100 FASTER "Faster" "Twice the speed, up to 32×" [ctrl(Key::ArrowUp)] yields;
        105 SLOWER "Slower" "Half the speed, down to 0.25×" [ctrl(Key::ArrowDown)] yields;
        110 LOOP "Repeat" "Begin again at the end" [ctrl(Key::L)];
        200 USE_MOVES "Use my moves as plan" "Take what was played by hand as the plan: to watch, to save, to export, to play in a window" [];
        205 OPEN_PLAN "Open plan…" "Open a plan for this level from a text file" [];
        210 PASTE_PLAN "Paste plan…" "Read a plan for this level from text" [];
        215 SAVE_PLAN "Save plan…" "Save the plan as text, one move a line" [];
        300 CONTINUE_BY_HAND "Play on by hand from here" "Take the plan's moves up to this step as your own" [];
        305 COPY_PLAN "Copy plan as text" "Put the plan on the clipboard, one move a line" [];
    }
    Program {
        0 PROGRAM_RUN "Run or pause program" "Let the program run at the chosen speed, or stop it; a breakpoint stops it, too" [key(Key::F8)];
        5 PROGRAM_END "Run program to its end" "At once, without stopping at breakpoints" [shift(Key::F8)];
        10 PROGRAM_RESET "Go to program's start" "The robot where it begins, and nothing done" [ctrl(Key::F8)];
        100 PROGRAM_INTO "Step into" "Carry out one command" [key(Key::F11)];
        105 PROGRAM_OVER "Step over" "Carry out one command, a call as a whole" [key(Key::F10)];
        110 PROGRAM_OUT "Step out" "Go on until the procedure has come back" [shift(Key::F11)];
        115 PROGRAM_BACK "Step program back" "Take the last command's doings back" [shift(Key::F10)];
        200 PROGRAM_BREAKPOINT "Breakpoint" "Set or clear a breakpoint on the command behind the caret" [key(Key::F9)];
        205 CLEAR_BREAKPOINTS "Clear breakpoints" "Take all breakpoints away" [];
        300 RUN_PLAN "Take the plan's program" "Put the program that the solver found into the slots, to run it there" [];
        305 TRY_ON_ALL "Try on all levels" "Run the program on every level of this game" [];
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
/// Read the game in its own window and play it there.
pub const LIVE: super::Command = super::Command("Play in a window");
/// Teach the program to read and play a game in a window, step by step.
pub const NEW_PROFILE: super::Command = super::Command("New screen profile…");
/// Open a stand-in of the game to play against.
pub const PRACTICE: super::Command = super::Command("Open practice window");
/// Open a stand-in of the game that shows the open level.
pub const PRACTICE_LEVEL: super::Command = super::Command("Practise this level");
/// Read a level from a screenshot.
pub const IMPORT_PICTURE: super::Command = super::Command("Import picture…");
