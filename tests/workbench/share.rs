//! Levels and plans for others: exported, copied, pasted.

use std::fs;
use std::io::Cursor;
use std::sync::Arc;

use egui::{Event, Key, Modifiers, OutputCommand};
use egui_kittest::Harness;
use image::AnimationDecoder as _;
use planwright::workbench::Workbench;

use testkit::workbench::*;

/// What was put on the clipboard in the last frame.
fn copied(harness: &Harness<'_, Workbench>) -> Vec<OutputCommand> {
    harness.output().platform_output.commands.clone()
}

/// Runs a command and gives what came onto the clipboard at once.
fn copy(harness: &mut Harness<'_, Workbench>, command: &str) -> String {
    let ctx = harness.ctx.clone();
    assert!(harness.state_mut().command(&ctx, command));
    harness.step();
    let text = copied(harness)
        .into_iter()
        .find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text),
            _ => None,
        });
    text.expect("something was copied")
}

#[test]
fn a_plan_is_exported_in_the_background_and_shown_in_its_folder() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, CTRL_SHIFT, Key::E);
    assert!(
        !says(&harness, "Solve the level first"),
        "begins with the level"
    );
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL_SHIFT, Key::E);
    assert!(says(&harness, "6 pictures"), "five stamps and the end");
    let out = bench.home.path().join("cross.gif");
    bench
        .dialogs
        .answers
        .lock()
        .expect("is fine")
        .push_back(Some(out.clone()));
    click(&mut harness, "Save as…");
    assert!(
        harness
            .state()
            .messages()
            .toasts()
            .any(|it| it.contains("cross.gif"))
    );
    let asked = bench.dialogs.asked.lock().expect("is fine");
    assert_eq!(asked[0].name.as_deref(), Some("cross-plan.gif"));
    assert_eq!(asked[0].kinds, [("GIF", vec!["gif"])]);
    let bytes = fs::read(&out).expect("was written");
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(bytes)).expect("is a GIF");
    let frames = decoder.into_frames().collect_frames().expect("decodes");
    assert_eq!(frames.len(), 6);
    assert!(!says(&harness, "6 pictures"), "the dialog has closed");
    click(&mut harness, "Show in folder");
    let shown = bench.dialogs.shown.lock().expect("is fine").clone();
    assert_eq!(shown, [bench.home.path()]);
}

#[test]
fn a_level_without_a_plan_is_exported_as_a_drawing() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    run(&mut harness, "Export…");
    click(&mut harness, "Format");
    click(&mut harness, "Plan as text");
    assert!(says(&harness, "Solve the level first"));
    click(&mut harness, "Format");
    click(&mut harness, "Level as SVG");
    let out = bench.home.path().join("level.svg");
    let mut answers = bench.dialogs.answers.lock().expect("is fine");
    answers.push_back(Some(out.clone()));
    drop(answers);
    click(&mut harness, "Save as…");
    let asked = bench.dialogs.asked.lock().expect("is fine");
    assert_eq!(asked[0].kinds, [("SVG", vec!["svg"])]);
    let text = fs::read_to_string(&out).expect("was written");
    assert!(text.starts_with("<svg"));
}

#[test]
fn without_a_file_dialog_the_path_is_typed_and_nothing_is_replaced_unasked() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    press(&mut harness, Modifiers::NONE, Key::F5);
    press(&mut harness, CTRL_SHIFT, Key::E);
    click(&mut harness, "Save as…");
    assert!(says(&harness, "has no file dialog"));
    let out = bench.home.path().join("there.gif");
    fs::write(&out, "precious").expect("is writable");
    press(&mut harness, CTRL, Key::A);
    harness.event(Event::Text(out.display().to_string()));
    harness.run_steps(2);
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(says(&harness, "exists already"));
    assert_eq!(fs::read(&out).expect("is there"), b"precious");
    click(&mut harness, "Replace");
    assert!(fs::read(&out).expect("is there").starts_with(b"GIF"));
}

#[test]
fn a_level_goes_out_and_comes_back_as_text_and_as_one_line() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    let text = copy(&mut harness, "Copy level as text");
    assert_eq!(text, CROSS);
    let line = copy(&mut harness, "Copy level as game ID");
    assert!(
        line.starts_with("planwright:logo/") && !line.contains(['\n', ' ']),
        "{line}"
    );
    let place = copy(&mut harness, "Copy path of file");
    assert_eq!(place, path.display().to_string());
    for shared in [text, line] {
        run(&mut harness, "New…");
        click(&mut harness, "Create");
        assert_eq!(harness.state().document().name(), "Untitled");
        harness.event(Event::Paste(shared));
        settle(&mut harness);
        assert_eq!(harness.state().document().name(), "Cross");
        assert_eq!(harness.state().document().level().to_text(), CROSS);
    }
}

#[test]
fn a_broken_line_says_where_and_cells_are_no_level() {
    let bench = Bench::default();
    let mut harness = bench.start();
    harness.event(Event::Paste("planwright:logo//..%Z1".to_owned()));
    settle(&mut harness);
    assert!(says(&harness, "damaged at character 20"));
    assert_eq!(harness.state().document().history().depth(), 0);
    harness.event(Event::Paste("..1\n.1.\n".to_owned()));
    settle(&mut harness);
    assert!(!harness.state().document().name().contains("level"));
    let level = harness.state().document().level().clone();
    assert_eq!(
        level.board().size.rows,
        6,
        "the board stays, cells may be pasted on it"
    );
}

#[test]
fn a_picture_of_the_level_goes_to_the_clipboard_and_a_pasted_one_through_a_profile() {
    let bench = Bench::default();
    let path = bench.write("a.txt", CROSS);
    let mut harness = bench.open(&[&path]);
    let ctx = harness.ctx.clone();
    assert!(harness.state_mut().command(&ctx, "Copy level as picture"));
    let picture = wait_until(&mut harness, "a picture is copied", |harness| {
        harness.step();
        copied(harness)
            .into_iter()
            .find_map(|command| match command {
                OutputCommand::CopyImage(picture) => Some(picture),
                _ => None,
            })
    });
    // Five cells of 40 pixels, and a margin.
    assert_eq!(picture.size, [232, 232]);
    harness.event(Event::PasteImage(Arc::new(picture)));
    settle(&mut harness);
    wait_for(&mut harness, "1 cell is unclear");
    assert!(bench.places().data.join("pasted.png").exists());
}
