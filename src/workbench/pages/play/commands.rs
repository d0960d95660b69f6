//! Commands for playing by hand and for programs.

use crate::page::command::commands;

commands! {
    Play {
        5 PLAY "Play mode" "Play the level by hand" [ctrl(Key::Num2)];
        100 HINT "Hint" "See where to look; ask again for the move, and again for the reason" [ctrl(Key::H)];
        105 TAKE_BACK "Undo move" "Undo the last move" [ctrl(Key::Backspace)] yields;
        110 RESTART "Start over" "Undo all moves" [];
    }
    Program {
        0 PROGRAM_RUN "Run or pause program" "Run the program at the chosen speed, or pause it; breakpoints pause it, too" [key(Key::F8)];
        5 PROGRAM_END "Run program to its end" "Run to the end at once, ignoring breakpoints" [shift(Key::F8)];
        10 PROGRAM_RESET "Go to program's start" "Move the robot back to its start" [ctrl(Key::F8)];
        100 PROGRAM_INTO "Step into" "Run one command" [key(Key::F11)];
        105 PROGRAM_OVER "Step over" "Run one command; a call counts as one" [key(Key::F10)];
        110 PROGRAM_OUT "Step out" "Run until the procedure returns" [shift(Key::F11)];
        115 PROGRAM_BACK "Step program back" "Undo the last command" [shift(Key::F10)];
        200 PROGRAM_BREAKPOINT "Breakpoint" "Set or clear a breakpoint on the command behind the caret" [key(Key::F9)];
        205 CLEAR_BREAKPOINTS "Clear breakpoints" "Remove all breakpoints" [];
    }
}
