use super::*;
use crate::session::disk::RealDisk;

#[test]
fn settings_survive_the_file() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let path = home.path().join("settings.ron");
    let mut settings = Settings {
        theme: ThemeChoice::Dark,
        zoom: 1.25,
        ..Settings::default()
    };
    settings.add_recent(Path::new("/tmp/a.txt"));
    let solvers = &mut settings.solving.solvers;
    solvers.insert("null".to_owned(), "some".to_owned());
    settings.save(&RealDisk, &path).expect("is writable");
    assert_eq!(Settings::load(&RealDisk, &path), (settings, None));
}

#[test]
fn a_broken_file_is_backed_up_and_named() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let path = home.path().join("settings.ron");
    std::fs::write(&path, "(theme: Purple)").expect("is writable");
    let (settings, message) = Settings::load(&RealDisk, &path);
    assert_eq!(settings, Settings::default());
    let message = message.expect("says so");
    assert!(message.contains("settings.ron.broken"), "{message}");
    let backup = std::fs::read_to_string(home.path().join("settings.ron.broken"));
    assert_eq!(backup.expect("was kept"), "(theme: Purple)");
}

#[test]
fn what_a_file_lacks_takes_its_default() {
    let home = tempfile::tempdir().expect("has a temporary folder");
    let path = home.path().join("settings.ron");
    std::fs::write(&path, "(zoom: 99.0)").expect("is writable");
    let (settings, message) = Settings::load(&RealDisk, &path);
    assert_eq!(message, None);
    assert_eq!(settings.zoom, *ZOOM_RANGE.end());
    assert_eq!(settings.theme, ThemeChoice::System);
}

#[test]
fn an_unknown_field_is_an_error_that_names_it() {
    for text in ["(colour: 1)", "(solving: (colour: 1))"] {
        let error = from_ron_text::<Settings>(text).expect_err("is no setting");
        assert!(error.to_string().contains("colour"), "{error}");
    }
}

#[test]
fn a_file_opened_again_is_remembered_once() {
    let mut settings = Settings::default();
    for name in ["a", "b", "a"] {
        settings.add_recent(Path::new(name));
    }
    assert_eq!(settings.recent, [PathBuf::from("a"), PathBuf::from("b")]);
}
