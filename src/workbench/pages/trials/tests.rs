use super::*;
use crate::page::alone::{Alone, Show, click, run, says, settle, tell};
use crate::session::Kept;

const LEVEL: &str = "light-bot\nrobot 1 1 E\nslots 4 2\n\n0 0 0*\n";

#[test]
fn alone_it_opens_the_level_that_is_clicked_and_writes_the_program_into_it() {
    let mut harness = Alone::open(TrialsPage::default(), LEVEL, Show::Window);
    let alone = harness.state_mut();
    alone.cx.reload_catalogue();
    let begun = std::time::Instant::now();
    while !alone.cx.catalogue.is_ready() {
        assert!(begun.elapsed().as_secs() < 120, "the library is not read");
        alone.cx.catalogue.poll();
        std::thread::yield_now();
    }
    let written = alone.cx.write_program("Write the program", "main: FFX");
    assert!(written.is_ok());
    run(&mut harness, TRY_ON_ALL);
    assert!(says(&harness, "levels won. Click one to open it."));
    let alone = harness.state();
    let rows = alone.page.trials.as_ref().map(|trials| &trials.rows);
    let fits = |row: &&Row| matches!(row.trial, Trial::Ran(_));
    let row = rows.and_then(|rows| rows.iter().find(fits));
    let (title, origin) = row
        .map(|row| (row.title.clone(), row.origin.clone()))
        .expect("one fits");
    click(&mut harness, &title);
    let alone = harness.state_mut();
    let asked = alone.requests.last();
    assert!(matches!(asked, Some(Request::Open(Source::Origin(asked))) if *asked == origin));
    let level = crate::session::library::shipped_level(&origin.path().to_string_lossy());
    let level = level.expect("is shipped");
    alone
        .cx
        .document
        .open_copy(origin.path(), Kept::Shipped, level);
    tell(&mut harness, &Notice::Replaced);
    settle(&mut harness);
    let program = harness.state().cx.document.position().as_program();
    assert!(program.is_some_and(|program| program.source().contains("FFX")));
}
