//! The commands about play by hand and about programs.

use crate::page::command::commands;

commands! {
    Play {
        5 PLAY "Play mode" "Play the level by hand" [ctrl(Key::Num2)];
        100 HINT "Hint" "Where to look; asked again, what to do; and again, why" [ctrl(Key::H)];
        105 TAKE_BACK "Take move back" "Take the last move back" [ctrl(Key::Backspace)] yields;
        110 RESTART "Start over" "Take all moves back" [];
    }
    Program {
        0 PROGRAM_RUN "Run or pause program" "Let the program run at the chosen speed, or stop it; a breakpoint stops it, too" [key(Key::F8)];
        5 PROGRAM_END "Run program to its end" "At once, without stopping at breakpoints" [shift(Key::F8)];
        10 PROGRAM_RESET "Go to program's start" "The robot where it begins, and nothing done" [ctrl(Key::F8)];
        100 PROGRAM_INTO "Step into" "Carry out one command" [key(Key::F11)];
        105 PROGRAM_OVER "Step over" "Carry out one command, a call as a whole" [key(Key::F10)];
        110 PROGRAM_OUT "Step out" "Go on until the procedure has come back" [shift(Key::F11)];
        115 PROGRAM_BACK "Step program back" "Take back what the last command did" [shift(Key::F10)];
        200 PROGRAM_BREAKPOINT "Breakpoint" "Set or clear a breakpoint on the command behind the caret" [key(Key::F9)];
        205 CLEAR_BREAKPOINTS "Clear breakpoints" "Take all breakpoints away" [];
    }
}
