//! Position: a program being written. Each move sets the commands of one procedure.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use crate::game::programs::slots::{self, PROGRAM};
use crate::game::programs::world::{World as _, WorldPosition};
use crate::game::typed::Play;
use crate::game::{
    BoardInfo, Button, Cell, CellStyle, CommandTile, Execution, Gesture, Intent, Launch, Move,
    Position, Procedure, ProgramError, Programmed, Size, StepInfo, Tone,
};

use super::program::{BotCommand, BotProgram, ProgramLine, name, read};
use super::puzzle::{BOARD, BotPuzzle};
use super::run::BotRun;
use super::slots::REPEATS;
use super::style::tile_style;
use super::world::BotWorld;
use super::{live, live_repeats};

#[derive(Clone, Debug)]
pub struct BotPosition {
    pub(super) puzzle: Arc<BotPuzzle>,
    pub(super) program: BotProgram,
    /// Board after the run of the program, computed on demand.
    after: OnceLock<BotWorld>,
}

impl BotPosition {
    pub(super) fn start(puzzle: Arc<BotPuzzle>) -> Self {
        Self {
            program: BotProgram::empty(&puzzle.slots),
            after: OnceLock::new(),
            puzzle,
        }
    }

    fn after(&self) -> &BotWorld {
        let run = || BotRun::to_end(&self.puzzle, &self.program).world;
        self.after.get_or_init(run)
    }

    /// Commands that the level allows, in the order of the palette.
    pub(super) fn commands(&self) -> impl Iterator<Item = BotCommand> {
        let calls = (1..).take(self.puzzle.slots.procedures());
        let calls = calls.map(BotCommand::Call);
        let max = self.puzzle.slots.repeats();
        // Counts above 9 are entered in the text.
        let repeats = *REPEATS.start()..=max.unwrap_or(0).min(9);
        let repeats = repeats.map(BotCommand::Repeat);
        let end = max.map(|_| BotCommand::End);
        let actions = BotCommand::ACTIONS.into_iter();
        actions.chain(calls).chain(repeats).chain(end)
    }

    /// Command of a key: digits are calls, or repeats if the level has them.
    fn command_for_key(&self, key: char) -> Option<BotCommand> {
        let command = BotCommand::from_letter(key.to_ascii_uppercase());
        match (self.puzzle.slots.repeats(), key.to_digit(10)) {
            (None, _) => command.filter(|command| *command != BotCommand::End),
            (Some(_), None) => command,
            (Some(max), Some(count)) => {
                let counts = *REPEATS.start()..=max;
                let count = counts.into_iter().find(|it| u32::from(*it) == count);
                count.map(BotCommand::Repeat)
            }
        }
    }

    /// Appearance of a slot; procedures are rows.
    fn slot_style(&self, cell: Cell) -> CellStyle {
        if cell.col >= self.puzzle.slots.capacity(cell.row) {
            return CellStyle::new("#", Tone::Hole, "no slot").glyph("");
        }
        match self.program.body(cell.row).get(cell.col) {
            Some(command) => slots::tile_style(&command.tile()),
            None => CellStyle::new("_", Tone::Empty, "empty").glyph(""),
        }
    }
}

impl Play for BotPosition {
    type Move = ProgramLine;

    const MOVE_SYNTAX: &'static str = "a move is ‘main: FJ1’ or ‘f1: LRX2’, with F forward, J jump, \
                                 L and R turn, X light, digits call; where there are repeats ‘main: 3{FJ}X’";

    fn parse(text: &str) -> Option<ProgramLine> {
        ProgramLine::read(text)
    }

    fn make(&mut self, line: &ProgramLine) -> Result<(), String> {
        line.fits(&self.puzzle.slots)?;
        self.program.set(line.clone());
        self.after = OnceLock::new();
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.after().is_won()
    }

    /// Appends a command to a procedure, or removes its last one.
    fn moves(&self) -> impl Iterator<Item = ProgramLine> {
        let procedures = 0..self.puzzle.slots.as_slice().len();
        procedures.flat_map(|procedure| {
            let body = self.program.body(procedure);
            let has_slot = body.len() < self.puzzle.slots.capacity(procedure);
            let more = self.commands().filter(move |_| has_slot);
            let longer = more.map(move |command| [body, &[command]].concat());
            let bodies = longer.chain(body.split_last().map(|(_, rest)| rest.to_vec()));
            bodies.map(move |body| ProgramLine { procedure, body })
        })
    }

    fn encode(&self) -> Vec<u8> {
        self.program.to_string().into_bytes()
    }

    fn boards(&self) -> Vec<BoardInfo> {
        let slots = self.puzzle.slots.as_slice();
        let cols = slots.iter().copied().max().unwrap_or(0).max(1);
        let program = Size::new(slots.len(), cols);
        vec![
            BoardInfo::new(BOARD, "Board after the run", self.puzzle.size()),
            BoardInfo::new(PROGRAM, "Program: main and procedures", program),
        ]
    }

    fn style(&self, board: &str, cell: Cell) -> CellStyle {
        if board == PROGRAM {
            return self.slot_style(cell);
        }
        if board != BOARD {
            return tile_style(None, false, None);
        }
        self.after().style(cell)
    }

    /// Typing puts a command into a slot; `-`, `.` or a secondary click removes it.
    fn interpret(&self, gesture: &Gesture) -> Option<ProgramLine> {
        use Gesture::{Click, Type};
        let (board, cell, command) = match gesture {
            Type {
                board,
                cell,
                character,
            } => match self.command_for_key(*character) {
                None if !['-', '.'].contains(character) => return None,
                command => (board, cell, command),
            },
            Click {
                board,
                cell,
                button,
            } if *button == Button::Secondary => (board, cell, None),
            _ => return None,
        };
        if board != PROGRAM {
            return None;
        }
        let mut line = self.program.line(cell.row);
        match (command, line.body.get_mut(cell.col)) {
            (Some(command), Some(there)) => *there = command,
            (Some(command), None) => line.body.push(command),
            (None, Some(_)) => drop(line.body.remove(cell.col)),
            (None, None) => return None,
        }
        Some(line)
    }

    fn describe(&self, ProgramLine { procedure, body }: &ProgramLine) -> StepInfo {
        let commands = BotCommand::text_of(body);
        let name = name(*procedure);
        let cols = 0..body.len();
        StepInfo {
            text: match body.is_empty() {
                true => format!("Clear {name}"),
                false => format!("Set {name} to {commands}"),
            },
            board: PROGRAM.into(),
            cells: cols.map(|col| Cell::new(*procedure, col)).collect(),
            ..StepInfo::default()
        }
    }

    fn intents(&self, ProgramLine { procedure, body }: &ProgramLine) -> Vec<Intent> {
        let before = self.program.body(*procedure);
        if self.puzzle.slots.repeats().is_some() {
            return Vec::from_iter(live_repeats::intent(before, body));
        }
        slots::intents(*procedure, before, body, |it| it.tile().name)
    }

    fn as_program(&self) -> Option<&dyn Programmed> {
        Some(self)
    }

    fn path_to(&self, encoded: &[u8]) -> Option<Vec<Move>> {
        live::path(&self.puzzle, &self.program, encoded)
    }

    fn launch(&self) -> Option<Launch> {
        Some(live::finish(&self.puzzle, self.after()))
    }
}

/// Program as an editor shows it: main and procedures with their slots.
impl Programmed for BotPosition {
    fn palette(&self) -> Vec<CommandTile> {
        self.commands().map(BotCommand::tile).collect()
    }

    fn procedures(&self) -> Vec<Procedure> {
        let tiles = |body: &[BotCommand]| body.iter().map(|command| command.tile()).collect();
        let sizes = self.puzzle.slots.as_slice().iter().enumerate();
        let procedure = |(index, capacity): (usize, &usize)| Procedure {
            name: name(index).into(),
            commands: tiles(self.program.body(index)),
            capacity: Some(*capacity),
        };
        sizes.map(procedure).collect()
    }

    fn source(&self) -> String {
        self.program.to_string()
    }

    fn text_of(&self, procedures: &[Vec<Cow<'static, str>>]) -> String {
        let used = procedures.iter().enumerate();
        let used = used.filter(|(_, commands)| !commands.is_empty());
        let line = |(index, commands): (usize, &Vec<Cow<'static, str>>)| {
            let known = BotCommand::parse_all(&commands.join(" "));
            let text = known.map_or_else(|| commands.concat(), |it| BotCommand::text_of(&it));
            format!("{}: {text}\n", name(index))
        };
        used.map(line).collect()
    }

    fn rewrite(&self, source: &str) -> Result<Vec<Move>, Vec<ProgramError>> {
        Ok(read(source, &self.puzzle.slots)?.changes(&self.program))
    }

    fn execution(&self) -> Box<dyn Execution> {
        Box::new(BotRun::new(&self.puzzle, Arc::new(self.program.clone())))
    }

    fn world(&self) -> Box<dyn Position> {
        Box::new(WorldPosition(BotWorld::new(&self.puzzle)))
    }
}
