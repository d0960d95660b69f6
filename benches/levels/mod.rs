//! The levels that come with the program.

/// Their texts in order.
pub(crate) fn texts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../levels/light-bot");
    let entries = std::fs::read_dir(folder).expect("is there");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("can be listed").path())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("can be read");
    paths.iter().map(read).collect()
}
