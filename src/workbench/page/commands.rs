//! Every command of the workbench in one table: menu bar, shortcuts, command palette and the page
//! of shortcuts are all made from it.

use egui::{Key, KeyboardShortcut, Modifiers};

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Menu {
    /// Levels and files.
    File,
    /// The level at hand.
    Edit,
    /// Play by hand.
    Play,
    /// Solvers.
    Solve,
    /// The timeline.
    Plan,
    /// Programs, where they are the solution.
    Program,
    /// A game in a window.
    Live,
    /// What is on screen.
    View,
    /// What the program can do.
    Help,
}

impl Menu {
    /// All menus in the order of the menu bar.
    pub const ALL: [Self; 9] = [
        Self::File,
        Self::Edit,
        Self::Play,
        Self::Solve,
        Self::Plan,
        Self::Program,
        Self::Live,
        Self::View,
        Self::Help,
    ];

    /// Its name in the menu bar.
    pub fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Play => "Play",
            Self::Solve => "Solve",
            Self::Plan => "Plan",
            Self::Program => "Program",
            Self::Live => "Live",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// What is known about a command.
#[derive(Debug)]
pub struct CommandInfo {
    /// Which one.
    pub id: Command,
    /// Where it stands in the menu bar.
    pub menu: Menu,
    /// A line is drawn between entries of different groups.
    pub group: u8,
    /// Its name in menus and in the palette; ends in `…` if it asks for more first.
    pub text: &'static str,
    /// One line on what it does.
    pub tooltip: &'static str,
    /// Its keys, the one shown in menus first.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Whether the keys mean something else while a text field has the focus (Ctrl+Z, Home …).
    pub yields_to_text: bool,
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Defines the enum and the table at once, so that no command can lack its row.
macro_rules! commands {
    ($( $menu:ident { $( [$($group:tt)*] )* } )*) => {
        commands!(@rows [] $( $( ($menu) [$($group)*] )* )*);
    };
    (@rows [$($done:tt)*]) => {
        commands!(@emit $($done)*);
    };
    (@rows [$($done:tt)*] ($menu:ident) [$group:literal; $( $id:ident $text:literal $tip:literal ($($key:expr),*) $yields:literal )*] $($rest:tt)*) => {
        commands!(@rows [$($done)* $( {$id, $menu, $group, $text, $tip, [$($key),*], $yields} )*] $($rest)*);
    };
    (@emit $( {$id:ident, $menu:ident, $group:literal, $text:literal, $tip:literal, [$($key:expr),*], $yields:literal} )*) => {
        /// Something a person can tell the workbench to do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Command {
            $( #[doc = $tip] $id, )*
        }

        static TABLE: &[CommandInfo] = &[
            $( CommandInfo {
                id: Command::$id,
                menu: Menu::$menu,
                group: $group,
                text: $text,
                tooltip: $tip,
                shortcuts: &[$($key),*],
                yields_to_text: $yields,
            }, )*
        ];
    };
}

commands! {
    File {
        [0;
            New "New…" "Start an empty level of any game and size" (ctrl(Key::N)) false
            Generate "Generate…" "Let chance make a level that can be solved, as hard as you like" (ctrl(Key::G)) false
            AnotherLike "Another one like this" "Let chance make a level like the open one, and open it" (ctrl_shift(Key::G)) false
            Open "Open…" "Open a level file" (ctrl(Key::O)) false
            OpenPath "Open path or URL…" "Open a level by typing its path or its address on the web" (ctrl_shift(Key::O)) false
            ImportPicture "Import picture…" "Read a level from a screenshot" (ctrl(Key::I)) false
        ]
        [1;
            Save "Save" "Save the level to its file" (ctrl(Key::S)) false
            SaveAs "Save as…" "Save the level to another file, as plain text or RON" (ctrl_shift(Key::S)) false
            Export "Export…" "Write the plan or the level as a picture, an animation or a text" (ctrl_shift(Key::E)) false
        ]
        [2;
            CopyText "Copy level as text" "Put the level's plain text on the clipboard, to share it" () false
            CopyLine "Copy level as game ID" "Put the level on the clipboard as one line, to send it in a message" () false
            CopyPicture "Copy level as picture" "Put a picture of the level on the clipboard" () false
            CopyPath "Copy path of file" "Put the path of the level's file on the clipboard" () false
            PasteText "Paste level from text…" "Open a level from its text or its game ID; Ctrl+V does so at once, and reads pictures" () false
        ]
        [3;
            RestoreRecovered "Restore unsaved levels…" "Look at levels kept from an earlier run" () false
            Settings "Settings…" "Theme, folders, saving, solving" (ctrl(Key::Comma)) false
            Quit "Quit" "Close the workbench" (ctrl(Key::Q)) false
        ]
    }
    Edit {
        [0;
            Undo "Undo" "Take the last step back; New, Open and Solve are steps, too" (ctrl(Key::Z)) true
            Redo "Redo" "Do the last undone step again" (ctrl_shift(Key::Z), ctrl(Key::Y)) true
        ]
        [1;
            Cut "Cut" "Copy the selected cells and clear them" (ctrl(Key::X)) true
            Copy "Copy" "Copy the selected cells" (ctrl(Key::C)) true
            Paste "Paste" "Paste cells at the selection or the cursor" (ctrl(Key::V)) true
            SelectAll "Select all" "Select the whole board" (ctrl(Key::A)) true
            Deselect "Deselect" "Select nothing" (ctrl_shift(Key::A)) false
        ]
        [2;
            FlipHorizontal "Flip left to right" "Mirror the selection or the board" () false
            FlipVertical "Flip top to bottom" "Mirror the selection or the board upside down" () false
            RotateRight "Rotate right" "Turn the board a quarter clockwise" (ctrl(Key::R)) false
            RotateLeft "Rotate left" "Turn the board a quarter counter-clockwise" (ctrl_shift(Key::R)) false
            Resize "Resize board…" "Change the number of rows and columns: see it first, then take it" () false
            Clear "Clear" "Empty the selection or the board" (ctrl(Key::Delete)) true
            LostBlanks "Put lost blanks back…" "List what this board may have been before a web page took its blanks, and solve each" () false
        ]
    }
    Play {
        [0;
            ModeEdit "Edit mode" "Draw the level" (ctrl(Key::Num1)) false
            ModePlay "Play mode" "Play the level by hand" (ctrl(Key::Num2)) false
            ModePlan "Plan mode" "Watch the plan step by step" (ctrl(Key::Num3)) false
            ModeStates "States mode" "Look at the graph of states and moves, and at the search for them" (ctrl(Key::Num5)) false
        ]
        [1;
            Hint "Hint" "Where to look; asked again, what to do; and again, why" (ctrl(Key::H)) false
            TakeBack "Take move back" "Take the last move back" (ctrl(Key::Backspace)) true
            Restart "Start over" "Take all moves back" () false
        ]
    }
    Solve {
        [0;
            Solve "Solve" "Run the chosen solver on the level as it is now" (key(Key::F5)) false
            SolveOptimal "Solve for the best" "Run the chosen solver until its plan is proved to be the best" (ctrl(Key::F5)) false
            Stop "Stop" "Stop the solver and keep what it has" (shift(Key::F5)) false
        ]
        [1;
            SolveMany "Solve many levels…" "Solve all levels that the library shows, in the background" (ctrl_shift(Key::F5)) false
            NextSolver "Next solver" "Choose the next solver of this game" () false
            Tune "Tune options…" "Let options of a solver evolve on generated levels" (ctrl_shift(Key::T)) false
        ]
    }
    Plan {
        [0;
            PlayPause "Play or pause" "Let the plan run, or stop it" (ctrl(Key::Space)) false
            StepForward "Step forward" "One move on" (ctrl(Key::Period), alt(Key::ArrowRight)) false
            StepBack "Step back" "One move back" (ctrl_shift(Key::Period), alt(Key::ArrowLeft)) false
            PlanStart "Go to start" "Before the first move" (ctrl(Key::Home)) true
            PlanEnd "Go to end" "After the last move" (ctrl(Key::End)) true
        ]
        [1;
            Faster "Faster" "Twice the speed, up to 32×" (ctrl(Key::ArrowUp)) true
            Slower "Slower" "Half the speed, down to 0.25×" (ctrl(Key::ArrowDown)) true
            Loop "Repeat" "Begin again at the end" (ctrl(Key::L)) false
        ]
        [2;
            UseMoves "Use my moves as plan" "Take what was played by hand as the plan: to watch, to save, to export, to play in a window" () false
            OpenPlan "Open plan…" "Open a plan for this level from a text file" () false
            PastePlan "Paste plan…" "Read a plan for this level from text" () false
            SavePlan "Save plan…" "Save the plan as text, one move a line" () false
        ]
        [3;
            ContinueByHand "Play on by hand from here" "Take the plan's moves up to this step as your own" () false
            CopyPlan "Copy plan as text" "Put the plan on the clipboard, one move a line" () false
        ]
    }
    Program {
        [0;
            ProgramRun "Run or pause program" "Let the program run at the chosen speed, or stop it; a breakpoint stops it, too" (key(Key::F8)) false
            ProgramEnd "Run program to its end" "At once, without stopping at breakpoints" (shift(Key::F8)) false
            ProgramReset "Go to program's start" "The robot where it begins, and nothing done" (ctrl(Key::F8)) false
        ]
        [1;
            ProgramInto "Step into" "Carry out one command" (key(Key::F11)) false
            ProgramOver "Step over" "Carry out one command, a call as a whole" (key(Key::F10)) false
            ProgramOut "Step out" "Go on until the procedure has come back" (shift(Key::F11)) false
            ProgramBack "Step program back" "Take the last command's doings back" (shift(Key::F10)) false
        ]
        [2;
            ProgramBreakpoint "Breakpoint" "Set or clear a breakpoint on the command behind the caret" (key(Key::F9)) false
            ClearBreakpoints "Clear breakpoints" "Take all breakpoints away" () false
        ]
        [3;
            RunPlan "Take the plan's program" "Put the program that the solver found into the slots, to run it there" () false
            TryOnAll "Try on all levels" "Run the program on every level of this game" () false
        ]
    }
    Live {
        [0;
            LivePanel "Play in a window" "Let the game be read and played in its own window" (ctrl(Key::Num4)) false
            NewProfile "New screen profile…" "Teach the program to read and play a game in a window, step by step" () false
            Practice "Open practice window" "Open a stand-in of the game to play against" () false
            PracticeLevel "Practise this level" "Open a stand-in of the game that shows the open level" () false
        ]
        [1;
            History "History of play" "What was played in windows, when and how it went, with pictures of what went wrong" (ctrl(Key::Num6)) false
        ]
    }
    View {
        [0;
            Palette "Command palette…" "Find a command by typing a part of its name" (ctrl_shift(Key::P)) false
            FindLevel "Find level" "Go to the search field of the library" (ctrl(Key::F)) false
        ]
        [1;
            ZoomIn "Zoom in" "Show the board larger" (ctrl(Key::Plus), ctrl(Key::Equals)) false
            ZoomOut "Zoom out" "Show the board smaller" (ctrl(Key::Minus)) false
            ZoomFit "Fit board" "Show the whole board" (ctrl(Key::Num0)) false
            ToggleIsometric "Isometric view" "Show cells as blocks of their height, or flat from above" (ctrl(Key::E)) false
        ]
        [2;
            ToggleLibrary "Library" "Show or hide the library" (ctrl(Key::B)) false
            ToggleInspector "Inspector" "Show or hide level facts and solver" (ctrl(Key::J)) false
            ToggleTimeline "Timeline" "Show or hide the timeline" (ctrl(Key::T)) false
        ]
        [6;
            BrowsePatterns "Patterns of the level" "Show or hide patterns on the board, such as presses that change nothing" (ctrl(Key::K)) false
            NextPattern "Next pattern" "Show the next pattern" (ctrl(Key::PageDown)) false
            PreviousPattern "Previous pattern" "Show the pattern before" (ctrl(Key::PageUp)) false
        ]
        [3;
            NextPane "Next pane" "Move the keyboard to the next part of the window" (key(Key::F6)) false
            PreviousPane "Previous pane" "Move the keyboard to the previous part of the window" (shift(Key::F6)) false
        ]
        [4;
            ThemeSystem "System theme" "Light or dark as the system says" () false
            ThemeLight "Light theme" "Always light" () false
            ThemeDark "Dark theme" "Always dark" () false
        ]
        [5;
            LargerInterface "Larger interface" "Make text and controls larger" () false
            SmallerInterface "Smaller interface" "Make text and controls smaller" () false
            NormalInterface "Normal interface size" "Back to the size the system asks for" () false
        ]
    }
    Help {
        [0;
            StartPage "Start page" "What was opened lately, a sample of each game, and what can be done" () false
            Shortcuts "Keyboard shortcuts" "All keys on one page" (key(Key::F1)) false
            Rules "Rules of the game" "What the player has to do" (shift(Key::F1)) false
            About "About" "Version and licence" () false
        ]
    }
}

impl Command {
    /// All commands in menu order.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|info| info.id)
    }

    /// The command's row of the table.
    pub fn info(self) -> &'static CommandInfo {
        // The macro writes enum and table in the same order, so this is the right row.
        &TABLE[self as usize]
    }

    /// The commands of one menu.
    pub fn of_menu(menu: Menu) -> impl Iterator<Item = &'static CommandInfo> {
        TABLE.iter().filter(move |info| info.menu == menu)
    }
}

/// The commands whose keys were pressed in this frame; the keys are taken out of the input.
/// `typing` says that a text field has the focus.
pub fn pressed(ctx: &egui::Context, typing: bool) -> Vec<Command> {
    // Keys with more modifiers first: Ctrl+S would otherwise take Ctrl+Shift+S.
    let mut order: Vec<(&KeyboardShortcut, &CommandInfo)> = TABLE
        .iter()
        .filter(|info| !(typing && info.yields_to_text))
        .flat_map(|info| info.shortcuts.iter().map(move |keys| (keys, info)))
        .collect();
    order.sort_by_key(|(keys, _)| std::cmp::Reverse(weight(keys)));
    ctx.input_mut(|input| {
        order
            .into_iter()
            .filter(|(keys, info)| !is_clipboard(info.id) && input.consume_shortcut(keys))
            .map(|(_, info)| info.id)
            .collect()
    })
}

/// Cut, copy and paste reach the program as events of their own, not as keys; the board takes
/// them from there when it has the focus.
fn is_clipboard(command: Command) -> bool {
    matches!(command, Command::Cut | Command::Copy | Command::Paste)
}

fn weight(keys: &KeyboardShortcut) -> u32 {
    let Modifiers {
        alt,
        ctrl,
        shift,
        mac_cmd,
        command,
    } = keys.modifiers;
    [alt, ctrl, shift, mac_cmd, command]
        .into_iter()
        .map(u32::from)
        .sum()
}

/// The command's first shortcut as text, e.g. `Ctrl+Shift+P`.
pub fn shortcut_text(ctx: &egui::Context, command: Command) -> Option<String> {
    command
        .info()
        .shortcuts
        .first()
        .map(|keys| ctx.format_shortcut(keys))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn each_row_is_found_by_its_id() {
        for (index, info) in TABLE.iter().enumerate() {
            assert_eq!(info.id as usize, index);
            assert_eq!(info.id.info().text, info.text);
        }
    }

    #[test]
    fn no_shortcut_means_two_commands() {
        let mut seen = BTreeMap::new();
        for info in TABLE {
            for keys in info.shortcuts {
                let text = format!("{:?} {:?}", keys.modifiers, keys.logical_key);
                if let Some(other) = seen.insert(text.clone(), info.text) {
                    panic!("{text} means ‘{other}’ and ‘{}’", info.text);
                }
            }
        }
    }

    #[test]
    fn each_command_stands_in_a_menu() {
        let in_menus: BTreeSet<_> = Menu::ALL
            .into_iter()
            .flat_map(Command::of_menu)
            .map(|info| info.id)
            .collect();
        assert_eq!(in_menus.len(), TABLE.len());
    }

    #[test]
    fn names_are_sentence_case_and_unlike_each_other() {
        let mut names = BTreeSet::new();
        for info in TABLE {
            assert!(names.insert(info.text), "‘{}’ twice", info.text);
            let second = info.text.split(' ').nth(1).unwrap_or_default();
            assert!(!second.starts_with(char::is_uppercase), "‘{}’", info.text);
            assert!(!info.text.contains("..."), "‘{}’", info.text);
            assert!(!info.tooltip.ends_with('.'), "‘{}’", info.tooltip);
        }
    }

    fn press(key: Key, modifiers: Modifiers, typing: bool) -> Vec<Command> {
        let ctx = egui::Context::default();
        let mut input = egui::RawInput::default();
        input.events.push(egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: modifiers | Modifiers::CTRL,
        });
        let mut seen = Vec::new();
        let mut output = ctx.run_ui(input, |ui| seen = pressed(ui.ctx(), typing));
        output.textures_delta.clear();
        seen
    }

    #[test]
    fn keys_with_more_modifiers_win() {
        let modifiers = Modifiers::COMMAND | Modifiers::SHIFT;
        assert_eq!(press(Key::S, modifiers, false), [Command::SaveAs]);
        assert_eq!(press(Key::S, Modifiers::COMMAND, false), [Command::Save]);
    }

    #[test]
    fn undo_is_the_text_fields_while_typing() {
        assert_eq!(press(Key::Z, Modifiers::COMMAND, false), [Command::Undo]);
        assert_eq!(press(Key::Z, Modifiers::COMMAND, true), []);
    }
}
