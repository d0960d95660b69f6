//! What the pages say at rest, as recorded in `tests/record/pages` for the first level of each game.
//!
//! `UPDATE_EXPECT=1 ./test` rewrites the record, here as in `tests/headless/record.rs`.

use std::fs;
use std::path::Path;

use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};
use planwright::workbench::Workbench;
use testkit::workbench::*;

/// Commands that bring a tab to the front.
const TABS: [&str; 6] = [
    "Edit mode",
    "Play mode",
    "Plan mode",
    "States mode",
    "Play in a window",
    "History of play",
];

#[test]
fn pages_say_what_is_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for game in planwright::games::all() {
        let id = game.info().id;
        let files = fs::read_dir(root.join("levels").join(id)).expect("is there");
        let first = files.map(|file| file.expect("is read").path()).min();
        let bench = Bench::default();
        let mut harness = bench.open(&[&first.expect("has a level")]);
        harness.set_size(vec2(1280.0, 800.0));
        // Closes it: its list would be the same each time.
        run(&mut harness, "Library");
        let pages = TABS.map(|tab| {
            run(&mut harness, tab);
            harness.run_steps(4);
            format!("[{tab}]\n{}", words(&harness, root))
        });
        let record = root.join(format!("tests/record/pages/{id}.txt"));
        expect_test::expect_file![record].assert_eq(&pages.join("\n"));
    }
}

/// All words on the screen but those of the board, a line each.
fn words(harness: &Harness<'_, Workbench>, root: &Path) -> String {
    let roles = [
        Role::Label,
        Role::Button,
        Role::CheckBox,
        Role::RadioButton,
        Role::ComboBox,
        Role::Tab,
    ];
    let nodes = harness.query_all(by().predicate(move |node| roles.contains(&node.role())));
    let root = root.to_string_lossy().into_owned();
    let line = |node: egui_kittest::Node<'_>| {
        let node = node.accesskit_node();
        let text = node.label().or_else(|| node.value()).unwrap_or_default();
        let text = text.replace(&root, "…").replace('\n', " / ");
        let is_board = text.starts_with("row ");
        (!text.is_empty() && !is_board).then(|| text + "\n")
    };
    nodes.filter_map(line).collect()
}
