//! Imports between files, read from paths that begin with `crate`, `super` or `self`.

use std::collections::{BTreeMap, BTreeSet};

use regex_lite::Regex;

use super::Source;

/// Rooms of the workbench, the highest first.
const FLOORS: [&[&str]; 7] = [
    &["shell"],
    &["pages"],
    &["import", "live_panel", "level_view"],
    &["dialogs"],
    &["page"],
    &["catalogue", "world"],
    &["board", "kit"],
];

/// Files by path, with the files that they import.
pub type Files = BTreeMap<String, BTreeSet<String>>;

/// Crate folder of a file, from `src`.
fn crate_of(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let count = match parts[..] {
        ["games", _, _, ..] | ["practice", "stage", ..] => 2,
        // The command line is a module of the workspace's own crate.
        ["cli", ..] | [] | [_] => 0,
        _ => 1,
    };
    parts[..count].join("/")
}

/// Module path of a file within its crate.
fn module_of(path: &str, folder: &str) -> Vec<String> {
    let inside = path[folder.len()..].trim_start_matches('/');
    let inside = inside
        .trim_end_matches(".rs")
        .trim_end_matches("mod")
        .trim_end_matches('/');
    let inside = if inside == "lib" { "" } else { inside };
    inside
        .split('/')
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// All paths of a text after `crate`, `super` or `self`, with the groups of `use` statements written out.
fn paths(text: &str) -> Vec<Vec<String>> {
    let token = Regex::new(r"\w+|::|[{},;*]|.").expect("is a pattern");
    let statement = Regex::new(r"(?s)\buse ([^;]*);").expect("is a pattern");
    let inline = Regex::new(r"\b(?:crate|super|self)(?:::\w+)+").expect("is a pattern");
    let mut paths = Vec::new();
    for captures in statement.captures_iter(text) {
        let (mut prefix, mut stack): (Vec<String>, Vec<Vec<String>>) = (Vec::new(), Vec::new());
        for token in token.find_iter(&captures[1]) {
            match token.as_str() {
                "{" => stack.push(prefix.clone()),
                "}" | "," => {
                    paths.push(std::mem::take(&mut prefix));
                    if token.as_str() == "}" {
                        stack.pop();
                    }
                    prefix = stack.last().cloned().unwrap_or_default();
                }
                word if word
                    .starts_with(|letter: char| letter.is_alphanumeric() || letter == '_') =>
                {
                    prefix.push(word.to_owned());
                }
                _ => {}
            }
        }
        paths.push(prefix);
    }
    let rest = statement.replace_all(text, "");
    paths.extend(
        inline
            .find_iter(&rest)
            .map(|it| it.as_str().split("::").map(str::to_owned).collect()),
    );
    paths
}

/// Reads the imports of all files. Faces of folders (`mod.rs`) and tests are left out.
pub fn files(sources: &[Source]) -> Files {
    let modules: BTreeMap<(String, Vec<String>), &str> = sources
        .iter()
        .map(|source| {
            let folder = crate_of(&source.path);
            let module = module_of(&source.path, &folder);
            ((folder, module), source.path.as_str())
        })
        .collect();
    let mut files = Files::new();
    for source in sources {
        let is_test = source.path.ends_with("tests.rs") || source.path.contains("/tests/");
        if is_test || source.path.ends_with("mod.rs") {
            continue;
        }
        let folder = crate_of(&source.path);
        let module = module_of(&source.path, &folder);
        let code = source
            .text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        let code: String = code
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n")
            .collect();
        let mut imported = BTreeSet::new();
        for path in paths(&code) {
            let mut base = match path.first().map(String::as_str) {
                Some("crate") => Vec::new(),
                Some("super" | "self") => module.clone(),
                _ => continue,
            };
            for part in &path {
                match part.as_str() {
                    "crate" | "self" => {}
                    "super" => _ = base.pop(),
                    name => base.push(name.to_owned()),
                }
            }
            let file = (1..=base.len())
                .rev()
                .find_map(|length| modules.get(&(folder.clone(), base[..length].to_vec())));
            if let Some(file) =
                file.filter(|file| !file.ends_with("mod.rs") && **file != source.path)
            {
                imported.insert((*file).to_owned());
            }
        }
        files.insert(source.path.clone(), imported);
    }
    files
}

/// Sets of files that all lead to each other, smallest names first.
pub fn circles(files: &Files) -> Vec<Vec<String>> {
    let reach = |start: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(next) = open.pop().and_then(|path| files.get(path)) {
            open.extend(next.iter().filter(|path| seen.insert((*path).clone())));
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> =
        files.keys().map(|path| (path, reach(path))).collect();
    let mut circles = BTreeSet::new();
    for (path, to) in &reached {
        let circle: Vec<String> = to
            .iter()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(*path)))
            .cloned()
            .collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// Imports from a lower room of the workbench to a higher one.
pub fn upward(files: &Files) -> Vec<String> {
    let floor = |path: &str| {
        let room = path.strip_prefix("workbench/")?.split('/').next()?;
        FLOORS.iter().position(|rooms| rooms.contains(&room))
    };
    let all = files
        .iter()
        .flat_map(|(from, to)| to.iter().map(move |to| (from, to)));
    all.filter(|(from, to)| {
        floor(from)
            .zip(floor(to))
            .is_some_and(|(low, high)| high < low)
    })
    .map(|(from, to)| format!("{from} → {to}"))
    .collect()
}
