//! Named solver options: those shipped with solvers, and the user's own in a file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::{Disk, load_ron, save_ron};
use crate::game::Solver;

/// Most characters of a preset's name.
const MAX_NAME: usize = 60;

pub type OptionValues = BTreeMap<String, String>;

/// User's presets, by game, solver and name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Presets(BTreeMap<String, BTreeMap<String, BTreeMap<String, OptionValues>>>);

impl Presets {
    /// Reads the file; empty if there is none.
    pub fn load(disk: &dyn Disk, path: &Path) -> Result<Self, String> {
        let loaded = load_ron(disk, path);
        loaded.map_err(|error| format!("the presets in {} cannot be read: {error}", path.display()))
    }

    /// Reads the file, applies `change` and writes it. On an error, the file is untouched.
    pub fn change(
        disk: &dyn Disk,
        path: &Path,
        change: impl FnOnce(&mut Self),
    ) -> Result<Self, String> {
        let mut presets = Self::load(disk, path)?;
        change(&mut presets);
        let saved = save_ron(&presets, disk, path);
        saved.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        Ok(presets)
    }

    pub fn insert(&mut self, game: &str, solver: &str, name: &str, options: OptionValues) {
        let solvers = self.0.entry(game.to_owned()).or_default();
        let named = solvers.entry(solver.to_owned()).or_default();
        named.insert(name.to_owned(), options);
    }

    pub fn remove(&mut self, game: &str, solver: &str, name: &str) {
        let solvers = self.0.get_mut(game);
        if let Some(named) = solvers.and_then(|solvers| solvers.get_mut(solver)) {
            named.remove(name);
        }
    }

    fn for_solver(&self, game: &str, solver: &str) -> impl Iterator<Item = (&str, &OptionValues)> {
        let named = self.0.get(game).and_then(|solvers| solvers.get(solver));
        let named = named.into_iter().flatten();
        named.map(|(name, options)| (name.as_str(), options))
    }

    /// All presets of a solver, shipped ones first.
    pub fn all(&self, game: &str, solver: &dyn Solver) -> Vec<(String, OptionValues)> {
        let text = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let shipped = solver.presets().iter().map(|preset| {
            let options = preset.options.iter().map(text).collect();
            (preset.name.to_owned(), options)
        });
        let own = self.for_solver(game, solver.info().id);
        let own = own.map(|(name, options)| (name.to_owned(), options.clone()));
        shipped.chain(own).collect()
    }
}

/// Trims and checks the name of a preset. The error is a message for the user, if the name is too long or taken.
pub fn checked_name(name: &str, solver: &dyn Solver) -> Result<String, String> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        let error = format!("a preset needs a name of 1 to {MAX_NAME} characters in one line");
        return Err(error);
    }
    if solver.presets().iter().any(|preset| preset.name == name) {
        return Err(format!(
            "‘{}’ already has a built-in preset ‘{name}’; choose another name",
            solver.info().id
        ));
    }
    Ok(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::RealDisk;

    #[test]
    fn presets_are_saved_without_losing_others() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("presets.ron");
        let options = OptionValues::from([("depth".to_owned(), "9".to_owned())]);
        for name in ["quick", "deep"] {
            let insert =
                |presets: &mut Presets| presets.insert("a-game", "a-solver", name, options.clone());
            Presets::change(&RealDisk, &path, insert).expect("is writable");
        }
        let remove = |presets: &mut Presets| presets.remove("a-game", "a-solver", "deep");
        Presets::change(&RealDisk, &path, remove).expect("is writable");
        let presets = Presets::load(&RealDisk, &path).expect("is readable");
        let own: Vec<_> = presets.for_solver("a-game", "a-solver").collect();
        assert_eq!(own, [("quick", &options)]);
        assert_eq!(presets.for_solver("another-game", "a-solver").count(), 0);
    }

    #[test]
    fn a_damaged_file_is_named_and_left_alone() {
        let home = tempfile::tempdir().expect("has a temporary folder");
        let path = home.path().join("presets.ron");
        std::fs::write(&path, "{oh").expect("is writable");
        let error = Presets::change(&RealDisk, &path, |_| {}).expect_err("is damaged");
        assert!(error.contains("presets.ron"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).expect("is there"), "{oh");
    }
}
