//! Commands of the plan page.

use crate::page::command::commands;

commands! {
    Play {
        10 PLAN "Plan mode" "Watch the plan step by step" [ctrl(Key::Num3)];
    }
    Plan {
        0 PLAY_PAUSE "Play or pause" "Play or pause the plan (also the space bar)" [ctrl(Key::Space)];
        5 STEP_FORWARD "Step forward" "One move forward" [ctrl(Key::Period), alt(Key::ArrowRight)];
        10 STEP_BACK "Step back" "One move back" [ctrl_shift(Key::Period), alt(Key::ArrowLeft)];
        15 PLAN_START "Go to start" "Before the first move" [ctrl(Key::Home)] yields;
        20 PLAN_END "Go to end" "After the last move" [ctrl(Key::End)] yields;
        100 FASTER "Faster" "Twice the speed, up to 32×" [ctrl(Key::ArrowUp)] yields;
        105 SLOWER "Slower" "Half the speed, down to 0.25×" [ctrl(Key::ArrowDown)] yields;
        110 LOOP "Repeat" "Repeat from the start" [ctrl(Key::L)];
        200 USE_MOVES "Use my moves as plan" "Use your moves as the plan: watch, save, export or play it live" [];
        205 OPEN_PLAN "Open plan…" "Open a plan for this level from a text file" [];
        210 PASTE_PLAN "Paste plan…" "Read a plan for this level from text" [];
        215 SAVE_PLAN "Save plan…" "Save the plan as text, one move per line" [];
        300 CONTINUE_BY_HAND "Continue by hand" "Play on by hand from this step of the plan" [];
        305 COPY_PLAN "Copy plan as text" "Copy the plan, one move per line" [];
    }
    Program {
        300 RUN_PLAN "Use this program" "Put the program that the solver found into the slots to run it there" [];
    }
}
