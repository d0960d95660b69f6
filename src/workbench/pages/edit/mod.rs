//! Drawing of levels. Levels written as text have another page with the same tab.

use egui::{Align, Context, Layout, Rect, Ui, UiBuilder, ViewportCommand, vec2};

use crate::board::Editor;
use crate::game::Transform;
use crate::kit::answer;
use crate::kit::theme::space;
use crate::level_view::{level_marks, view_switch};
use crate::page::command::commands;
use crate::page::{
    CommandId, CommandState, Cx, Dock, LevelSource, Notice, Page, PageLayout, Request, known,
};

commands! {
    Edit {
        0 UNDO "Undo" "Undo the last step" [ctrl(Key::Z)] yields;
        5 REDO "Redo" "Redo the last undone step" [ctrl_shift(Key::Z), ctrl(Key::Y)] yields;
        100 CUT "Cut" "Copy the selected cells and clear them" [ctrl(Key::X)] yields;
        105 COPY "Copy" "Copy the selected cells" [ctrl(Key::C)] yields;
        110 PASTE "Paste" "Paste cells at the selection or the cursor" [ctrl(Key::V)] yields;
        115 SELECT_ALL "Select all" "Select the whole board" [ctrl(Key::A)] yields;
        120 DESELECT "Deselect" "Select nothing" [ctrl_shift(Key::A)];
        200 FLIP_HORIZONTAL "Flip left to right" "Mirror the selection or the board left to right" [];
        205 FLIP_VERTICAL "Flip top to bottom" "Mirror the selection or the board top to bottom" [];
        210 ROTATE_RIGHT "Rotate right" "Turn the selection or the board a quarter clockwise" [ctrl(Key::R)];
        215 ROTATE_LEFT "Rotate left" "Turn the selection or the board a quarter counter-clockwise" [ctrl_shift(Key::R)];
        220 RESIZE "Resize board…" "Change the number of rows and columns, with a preview" [];
        225 CLEAR "Clear" "Empty the selection or the board" [ctrl(Key::Delete)] yields;
    }
    Play {
        0 EDIT "Edit mode" "Draw the level" [ctrl(Key::Num1)];
    }
}

#[derive(Default)]
pub struct EditPage {
    editor: Editor,
}

impl Page for EditPage {
    fn layout(&self, cx: &Cx) -> PageLayout {
        match cx.language() {
            Some(language) if !language.has_boards() => PageLayout::default(),
            _ => PageLayout::tab("Edit", EDIT),
        }
    }

    fn state(&self, command: CommandId, cx: &Cx) -> CommandState {
        let history = cx.document.history();
        match command {
            // The tab may be that of the text editor.
            EDIT => CommandState::toggle(cx.tab == EDIT),
            UNDO | REDO if cx.tab == known::NEW_PROFILE => {
                CommandState::from(Err(known::LEVEL_IS_COVERED))
            }
            UNDO => history_state(history.undo_name(), "There is nothing to undo"),
            REDO => history_state(history.redo_name(), "There is nothing to redo"),
            _ if cx.document.draft().is_some() => CommandState::from(Err(known::TEXT_ERRORS)),
            _ if cx.document.level().as_grid().is_none() => {
                CommandState::from(Err("This level is not a board of cells"))
            }
            _ => CommandState::when(cx.tab == EDIT, "Switch to edit mode first"),
        }
    }

    fn run(&mut self, command: CommandId, ctx: &Context, cx: &mut Cx) {
        let (editor, document) = (&mut self.editor, &mut cx.document);
        match command {
            EDIT => cx.show_tab(EDIT),
            UNDO => self.undo(cx),
            REDO => {
                if let Some(name) = document.redo() {
                    let name = answer::mid_sentence(&name);
                    cx.messages.status(format!("Redone: {name}."));
                }
            }
            CUT => editor.cut(ctx, document),
            COPY => editor.copy(ctx, document),
            PASTE => {
                // The clipboard's text arrives as an event in a later frame, at the widget that has the focus then.
                editor.canvas.focus();
                ctx.send_viewport_cmd(ViewportCommand::RequestPaste);
            }
            SELECT_ALL => editor.select_all(document),
            DESELECT => editor.deselect(),
            FLIP_HORIZONTAL => editor.transform(document, Transform::FlipHorizontal),
            FLIP_VERTICAL => editor.transform(document, Transform::FlipVertical),
            ROTATE_LEFT => editor.transform(document, Transform::RotateLeft),
            ROTATE_RIGHT => editor.transform(document, Transform::RotateRight),
            RESIZE => editor.toggle_resize(document),
            CLEAR => editor.clear(document),
            _ => {}
        }
    }

    fn on_notice(&mut self, notice: &Notice, cx: &mut Cx) {
        match notice {
            Notice::Replaced => {
                self.editor.deselect();
                self.editor.canvas.zoom(None);
            }
            Notice::BeforeUse => self.editor.commit(&mut cx.document),
            Notice::Zoom(factor) => self.editor.canvas.zoom(*factor),
            _ => {}
        }
    }

    fn ui(&mut self, _dock: Option<Dock>, ui: &mut Ui, cx: &mut Cx) {
        let marks = level_marks(cx);
        self.editor.solid = cx.settings.boards.isometric;
        cx.facts.level.hovered = self.editor.show(ui, &mut cx.document, &marks);
        if let Some(message) = self.editor.message.take() {
            cx.messages.status(message);
        }
        if let Some(canvas) = self.editor.canvas.rect() {
            view_switch(ui, cx, canvas);
            start_hint(ui, cx, canvas);
        }
    }
}

impl EditPage {
    /// Cancels a floating paste, otherwise undoes the last step.
    fn undo(&mut self, cx: &mut Cx) {
        if self.editor.cancel_floating() {
            cx.messages.status("The paste was cancelled.");
        } else if let Some(name) = cx.document.undo() {
            let name = answer::mid_sentence(&name);
            cx.messages.status(format!("Undone: {name}."));
        }
    }
}

/// State of Undo or Redo for the step with this name.
fn history_state(name: Option<&str>, reason: &'static str) -> CommandState {
    CommandState {
        detail: name.map(str::to_owned),
        ..CommandState::when(name.is_some(), reason)
    }
}

/// Height of the hint, and width reserved for the zoom bar at its right, in points.
const HINT_HEIGHT: f32 = 30.0;
const ZOOM_BAR_WIDTH: f32 = 190.0;

/// Shows how to begin on a new, empty level, over the canvas's lower margin: the board must not move when the
/// first stroke removes it.
fn start_hint(ui: &mut Ui, cx: &mut Cx, canvas: Rect) {
    if !cx.document.is_untouched() || !cx.document.is_empty() {
        return;
    }
    let corner = canvas.left_bottom() + vec2(10.0, -6.0);
    let rect = Rect::from_min_max(
        corner - vec2(0.0, HINT_HEIGHT),
        corner + vec2(canvas.width() - ZOOM_BAR_WIDTH, 0.0),
    );
    let builder = UiBuilder::new()
        .id_salt("where to begin")
        .max_rect(rect)
        .layout(Layout::left_to_right(Align::Center));
    let mut ui = ui.new_child(builder);
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.x = space::SMALL;
    if rect.width() > 460.0 {
        ui.label("Draw, or start with");
    }
    let game = cx.document.level().game_id();
    if let Some(sample) = cx.catalogue.first_shipped(game)
        && ui.button("A sample level").clicked()
    {
        cx.send(Request::Open(LevelSource::Origin(sample)));
    }
    cx.button(&mut ui, known::OPEN);
    if rect.width() > 330.0 {
        cx.button(&mut ui, known::IMPORT_PICTURE);
    }
}
