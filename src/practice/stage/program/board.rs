//! Editor of a level's program: commands in slots, and one being dragged.

use std::borrow::Cow;
use std::time::Duration;

use super::{ProgramLayout, ProgramRun, RobotGame};
use crate::content_of;
use crate::drawing::Area;
use crate::game::{
    CommandTile, LevelRef, Move, Position, Procedure, Programmed, Slot, commands_of,
};

/// Maximum movement of a click in pixels.
const MAX_CLICK_MOVE: i32 = 5;
/// Side of a slot, in pixels.
pub(super) const SLOT: i32 = 36;
/// Distance from one slot to the next, in pixels.
const PITCH: i32 = 42;
/// Slots per row.
const COLUMNS: usize = 6;
/// Left edge of the first slot of each row, in pixels.
const LEFT: i32 = 674;

type Text = Cow<'static, str>;

impl ProgramLayout {
    pub fn run(&self) -> Area {
        Area::new(496, self.buttons, 68, 48)
    }

    pub fn reset(&self) -> Area {
        Area::new(572, self.buttons, 68, 48)
    }

    /// Area of a command in the palette.
    pub fn command(&self, index: usize) -> Area {
        let (first, pitch, columns) = self.palette;
        let (row, column) = ((index / columns) as i32, (index % columns) as i32);
        Area {
            x: first.x + pitch * column,
            y: first.y + pitch * row,
            ..first
        }
    }

    fn top(&self, procedure: usize) -> i32 {
        self.slots.get(procedure).map_or(0, |(top, _)| *top)
    }

    pub fn slot(&self, at: Slot) -> Area {
        let (row, column) = ((at.index / COLUMNS) as i32, (at.index % COLUMNS) as i32);
        let top = self.top(at.procedure);
        Area::square(LEFT + PITCH * column, top + PITCH * row, SLOT)
    }

    /// Area of a procedure with all its slots.
    pub fn procedure(&self, index: usize, slots: usize) -> Area {
        let rows = slots.div_ceil(COLUMNS).max(1) as i32;
        let (x, width) = (LEFT - 10, PITCH * COLUMNS as i32 + 14);
        Area::new(x, self.top(index) - 23, width, 25 + PITCH * rows)
    }

    pub(super) fn heading_position(&self, index: usize) -> (i32, i32) {
        (LEFT, self.top(index) - self.heading)
    }
}

/// Position of a command: in the palette (`None`), or in a slot.
type CommandPlace = Option<Slot>;

struct CommandDrag {
    command: Text,
    from: CommandPlace,
    /// Pixel where the pointer was pressed.
    start: (i32, i32),
    /// Pixel where the pointer is.
    at: (i32, i32),
}

impl CommandDrag {
    fn is_dragged(&self) -> bool {
        (self.at.0 - self.start.0).abs() > MAX_CLICK_MOVE
            || (self.at.1 - self.start.1).abs() > MAX_CLICK_MOVE
    }
}

/// Level and the program written for it.
pub struct ProgramBoard<R> {
    pub robot: R,
    /// Run; at its start while the program is being written.
    pub run: ProgramRun,
    /// Position of the game, whose moves change the program.
    position: Box<dyn Position>,
    procedures: Vec<Procedure>,
    palette: Vec<CommandTile>,
    /// Index of the procedure that receives clicked commands.
    selected: usize,
    dragged: Option<CommandDrag>,
}

impl<R: RobotGame> ProgramBoard<R> {
    pub(super) fn new(level: &LevelRef) -> Result<Self, String> {
        let position = level.start();
        let Some(program) = position.as_program() else {
            return Err(format!("it is a level of ‘{}’", level.game_id()));
        };
        let run = ProgramRun::new(program);
        let procedures = program.procedures();
        for (procedure, (_, max)) in procedures.iter().zip(R::LAYOUT.slots) {
            if let Some(room) = procedure.capacity.filter(|room| room > max) {
                let name = &procedure.name;
                return Err(format!(
                    "{name} has {room} slots; the screen has room for {max}"
                ));
            }
        }
        Ok(Self {
            robot: R::new(content_of::<R::Game>(level)?, run.execution())?,
            run,
            procedures,
            palette: program.palette(),
            selected: 0,
            dragged: None,
            position,
        })
    }

    pub fn procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    pub fn palette(&self) -> &[CommandTile] {
        &self.palette
    }

    pub(super) fn selected(&self) -> usize {
        self.selected
    }

    pub fn source(&self) -> String {
        let program = self.position.as_program();
        program.map_or_else(String::new, Programmed::source)
    }

    /// Slots of a procedure: its capacity, or all that the screen has if it is not limited.
    pub fn slot_count(&self, procedure: usize) -> usize {
        let max = R::LAYOUT.slots.get(procedure).map_or(0, |(_, most)| *most);
        let procedure = self.procedures.get(procedure);
        procedure.map_or(0, |it| it.capacity.unwrap_or(max))
    }

    /// Command being dragged, and the position of its middle.
    pub(super) fn dragged_tile(&self) -> Option<(&CommandTile, (i32, i32))> {
        let dragged = self.dragged.as_ref().filter(|it| it.is_dragged())?;
        let mut palette = self.palette.iter();
        let tile = palette.find(|tile| tile.text == dragged.command)?;
        Some((tile, dragged.at))
    }

    /// Makes moves that change the program, and prepares a run of the result, also if there are none.
    fn apply(&mut self, moves: Option<Vec<Move>>) {
        for mv in moves.into_iter().flatten() {
            // Refused moves change nothing.
            drop(self.position.apply(&mv));
        }
        if let Some(program) = self.position.as_program() {
            self.procedures = program.procedures();
            self.run = ProgramRun::new(program);
        }
    }

    /// Moves that make a change to the program; `None` if the result is not a program.
    fn moves(&self, change: impl FnOnce(&mut Vec<Vec<Text>>) -> Option<()>) -> Option<Vec<Move>> {
        let program = self.position.as_program()?;
        let mut bodies = commands_of(program);
        change(&mut bodies)?;
        program.rewrite(&program.text_of(&bodies)).ok()
    }

    /// Moves that insert a command before a slot, or append it to the selected procedure; `None` if that is full.
    fn insertion(&self, place: CommandPlace, command: &Text) -> Option<Vec<Move>> {
        let at = place.unwrap_or(Slot::new(self.selected, usize::MAX));
        self.moves(|bodies| {
            let body = bodies.get_mut(at.procedure)?;
            let room = body.len() < self.slot_count(at.procedure);
            room.then(|| body.insert(at.index.min(body.len()), command.clone()))
        })
    }

    pub(super) fn has_room_for(&self, command: &CommandTile) -> bool {
        self.insertion(None, &command.text).is_some()
    }

    pub(super) fn remove_last(&mut self) {
        self.apply(self.moves(|bodies| bodies.get_mut(self.selected)?.pop().map(drop)));
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> {
        (0..self.procedures.len()).flat_map(|procedure| {
            (0..self.slot_count(procedure)).map(move |index| Slot::new(procedure, index))
        })
    }

    pub(super) fn command(&self, at: Slot) -> Option<&CommandTile> {
        self.procedures.get(at.procedure)?.commands.get(at.index)
    }

    fn slot_at(&self, at: (i32, i32)) -> Option<Slot> {
        self.slots().find(|slot| R::LAYOUT.slot(*slot).contains(at))
    }

    fn command_at(&self, at: (i32, i32)) -> Option<(Text, CommandPlace)> {
        let mut palette = (0..).zip(&self.palette);
        let new = palette.find(|(index, _)| R::LAYOUT.command(*index).contains(at));
        let in_slot = || {
            let slot = self.slot_at(at)?;
            Some((self.command(slot)?.text.clone(), Some(slot)))
        };
        new.map(|(_, tile)| (tile.text.clone(), None))
            .or_else(in_slot)
    }

    /// Picks up the command at a pixel, or selects the procedure there.
    pub(super) fn pick_up(&mut self, at: (i32, i32)) {
        if self.dragged.is_some() {
            return;
        }
        self.dragged = self.command_at(at).map(|(command, from)| CommandDrag {
            command,
            from,
            start: at,
            at,
        });
        if self.dragged.is_none() {
            let mut procedures = 0..self.procedures.len();
            let procedure = procedures.find(|index| {
                let slots = self.slot_count(*index);
                R::LAYOUT.procedure(*index, slots).contains(at)
            });
            self.selected = procedure.unwrap_or(self.selected);
        }
    }

    pub(super) fn drag_to(&mut self, at: (i32, i32)) {
        if let Some(dragged) = &mut self.dragged {
            dragged.at = at;
        }
    }

    /// Drops a dragged command into the slot at a pixel; if none is there, one from a slot is removed. A click appends
    /// a command of the palette, and removes one in a slot.
    pub(super) fn drop_at(&mut self, at: (i32, i32)) {
        self.drag_to(at);
        let Some(dragged) = self.dragged.take() else {
            return;
        };
        if let Some(slot) = dragged.from {
            let moves = self.moves(|bodies| {
                let body = bodies.get_mut(slot.procedure)?;
                (slot.index < body.len()).then(|| drop(body.remove(slot.index)))
            });
            self.apply(moves);
        }
        let is_dragged = dragged.is_dragged();
        let place = self.slot_at(at).filter(|_| is_dragged);
        if place.is_some() || (!is_dragged && dragged.from.is_none()) {
            self.apply(self.insertion(place, &dragged.command));
        }
    }

    /// Resets robot and board; the program stays.
    pub(super) fn reset(&mut self) {
        self.dragged = None;
        self.apply(None);
    }

    /// Starts the run. If it ends at once, returns whether the level is won.
    pub(super) fn start(&mut self) -> Option<bool> {
        self.reset();
        let main = self.procedures.first();
        let refusal = main.and_then(|main| self.robot.refusal(&main.commands));
        self.run.set_refusal(refusal);
        self.run.next_command::<R>()
    }

    /// Continues the run for this time. If it ends, returns whether the level is won.
    pub(super) fn advance(&mut self, elapsed: Duration) -> Option<bool> {
        self.run.advance::<R>(elapsed)
    }
}
