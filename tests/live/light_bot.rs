//! Light-Bot played in the practice window: programs dragged into the slots, with clicks that are
//! lost and count twice, and run.

use std::sync::Arc;
use std::time::Duration;

use planwright::autoplay::Config;
use planwright::vision::FinderRule;
use testkit::desktop::Desktop;
use testkit::play::{Next, Run, profile};
use testkit::practice::PracticeWindow;
use testkit::project;

/// Plays shipped levels, by their numbers, with clicks lost and doubled.
fn plays(numbers: &[u32]) {
    let desktop = Desktop::start();
    let mut arguments: Vec<String> = ["--lose", "6%", "--double", "6%", "--seed", "3"]
        .map(str::to_owned)
        .into();
    let folder = project("levels/light-bot");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("is there")
        .map(|entry| entry.expect("can be read").path().display().to_string())
        .collect();
    files.sort();
    arguments.extend(numbers.iter().map(|n| files[*n as usize - 1].clone()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let _game = PracticeWindow::open(&desktop, "light-bot", &arguments);
    let config = Config {
        levels: Some(numbers.len() as u32),
        solver_time: Some(Duration::from_secs(240)),
        ..Config::new(profile("light-bot-practice"))
    };
    let mut run = Run::start(&desktop.display, config);
    let summary = run.until_done(1500);
    assert_eq!(summary.levels.len(), numbers.len(), "{}", run.tail());
    let lost: u64 = summary.levels.iter().map(|level| level.lost).sum();
    let doubled: u64 = summary.levels.iter().map(|level| level.doubled).sum();
    assert!(lost + doubled > 0, "no click was lost or doubled");
    desktop.window("planwright", "Light-Bot practice – finished");
}

#[test]
fn early_levels_with_clicks_lost_and_doubled() {
    plays(&[1, 3, 6]);
}

#[test]
fn late_levels_with_clicks_lost_and_doubled() {
    plays(&[7, 9, 12]);
}

/// A level in which it matters where the robot looks at first.
const TURNED: &str = "light-bot\nrobot 1 1 E\n\n0 0 0*\n0 0 0\n";

#[test]
fn a_plan_that_comes_to_something_else_is_not_tried_again() {
    let desktop = Desktop::start();
    let file = desktop.home().join("turned.txt");
    std::fs::write(&file, TURNED).expect("is written");
    let path = file.to_str().expect("is a path");
    let _game = PracticeWindow::open(&desktop, "light-bot", &[path]);
    // A profile that is wrong about where the robot looks.
    let mut wrong = (*profile("light-bot-practice")).clone();
    let FinderRule::Isometric(rule) = &mut wrong.finder else {
        panic!("its boards are found by blocks");
    };
    let headings = &mut rule.figure.as_mut().expect("has a robot").headings;
    std::mem::swap(&mut headings.1, &mut headings.2);
    let mut run = Run::start(&desktop.display, Config::new(Arc::new(wrong)));
    match run.until_wait(60) {
        Next::Diverged(what) => {
            assert!(
                what.text.contains("the result differs from the simulation"),
                "{}",
                what.text
            );
            assert!(what.text.contains("lights"), "{}", what.text);
            assert!(what.picture.width() > 0, "the picture is kept");
        }
        other => panic!("{other:?}\n{}", run.tail()),
    }
    let started = run.lines.iter().filter(|line| line.contains("starting it"));
    assert_eq!(started.count(), 1, "{}", run.tail());
}
