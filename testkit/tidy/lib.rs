//! Checks that no compiler makes: names, comments, sizes, imports, commit subjects, the program's libraries. `words.txt`
//! lists private words with what to say instead, and exceptions with their reasons. `docs/style.md` has the rules.
#![cfg(test)]

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex_lite::Regex;

/// Most lines of a file.
const MAX_LINES: usize = 700;

/// Most characters of a commit's subject, and the number of commits that are checked.
const MAX_SUBJECT: usize = 72;
const COMMITS: usize = 20;

/// A source file below `src`: path from there, and text.
struct Source {
    path: String,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("is a folder") {
            let path = entry.expect("is readable").path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("is text");
                let path = path.strip_prefix(root().join("src")).expect("is below");
                let path = path.to_string_lossy().replace('\\', "/");
                sources.push(Source { path, text });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() > 100, "src has its files");
    sources
}

#[track_caller]
fn refuse(faults: &[String], rule: &str) {
    assert!(faults.is_empty(), "{rule}\n  {}", faults.join("\n  "));
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let sources = sources();
    let long = sources.iter().filter_map(|source| {
        let lines = source.text.lines().count();
        (lines > MAX_LINES).then(|| format!("{}: {lines} lines", source.path))
    });
    let rule = format!("Split these files by subject: at most {MAX_LINES} lines.");
    refuse(&long.collect::<Vec<_>>(), &rule);
}

#[test]
fn doc_comments_begin_with_a_noun_phrase_or_a_verb() {
    let headless = Regex::new(r"^\s*//[/!] (What|Whether|How|Who|Whoever|Which|Where|So many|Of) ");
    let headless = headless.expect("is a pattern");
    let mut faults = Vec::new();
    for source in sources() {
        let mut before = "";
        for (number, line) in (1..).zip(source.text.lines()) {
            let is_doc = |line: &str| line.trim_start().starts_with("//");
            if headless.is_match(line) && !is_doc(before) {
                faults.push(format!("{}:{number}: {}", source.path, line.trim()));
            }
            before = line;
        }
    }
    let rule = "Begin with a noun phrase or a verb in the third person: ‘Returns whether …’, ‘Position of …’.";
    refuse(&faults, rule);
}

/// Private words with what to say instead, and exceptions as (path prefix, word).
fn word_list() -> (BTreeMap<String, String>, BTreeSet<(String, String)>) {
    let list = fs::read_to_string(root().join("testkit/tidy/words.txt")).expect("is there");
    let (mut words, mut exceptions) = (BTreeMap::new(), BTreeSet::new());
    for line in list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (head, reason) = line.split_once(": ").expect("has a colon");
        assert!(!reason.trim().is_empty(), "{line}: give a reason");
        match head.split_once(' ') {
            Some((path, word)) => {
                exceptions.insert((path.to_owned(), word.to_owned()));
            }
            None => {
                words.insert(head.to_owned(), reason.to_owned());
            }
        }
    }
    (words, exceptions)
}

#[test]
fn names_and_sentences_use_the_words_of_the_field() {
    let (private, exceptions) = word_list();
    let capital = Regex::new(r"([a-z])([A-Z])").expect("is a pattern");
    let (mut faults, mut used) = (Vec::new(), BTreeSet::new());
    for source in sources() {
        for (number, line) in (1..).zip(source.text.lines()) {
            let split = capital.replace_all(line, "$1 $2").to_lowercase();
            for word in split.split(|letter: char| !letter.is_ascii_lowercase()) {
                let Some(instead) = private.get(word) else {
                    continue;
                };
                let mut known = exceptions.iter();
                let known = known.find(|(path, it)| it == word && source.path.starts_with(path));
                match known {
                    Some(exception) => _ = used.insert(exception),
                    None => faults.push(format!("{}:{number}: ‘{word}’: {instead}", source.path)),
                }
            }
        }
    }
    refuse(
        &faults,
        "Say these words in standard terms, or name an exception in testkit/tidy/words.txt:",
    );
    let stale: Vec<String> = exceptions
        .iter()
        .filter(|exception| !used.contains(exception))
        .map(|(path, word)| format!("{path} {word}"))
        .collect();
    refuse(
        &stale,
        "These exceptions in testkit/tidy/words.txt are no longer needed:",
    );
}

#[test]
fn a_type_name_stands_for_one_or_two_types() {
    let definition = Regex::new(r"^\s*(?:pub(?:\([a-z]+\))? )?(?:struct|enum|trait) ([A-Z]\w*)");
    let definition = definition.expect("is a pattern");
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for source in sources() {
        for captures in source
            .text
            .lines()
            .filter_map(|line| definition.captures(line))
        {
            let of_name = files.entry(captures[1].to_owned()).or_default();
            of_name.insert(source.path.clone());
        }
    }
    files.retain(|_, files| files.len() > 2);
    let faults: Vec<String> = files
        .iter()
        .map(|(name, files)| format!("{name}: {files:?}"))
        .collect();
    refuse(&faults, "Name these types by what each of them is:");
}

#[test]
fn product_crates_hold_no_test_doubles() {
    let double = Regex::new(r"(?:struct|enum|trait) \w*(?:Mock|Fake|Stub|Scripted)");
    let double = double.expect("is a pattern");
    let test_module = Regex::new(r"#\[cfg\(test\)\]\s+(?:pub )?mod (\w+);").expect("is a pattern");
    let sources = sources();
    let modules = sources.iter().flat_map(|source| {
        let folder = source
            .path
            .rsplit_once('/')
            .map_or("", |(folder, _)| folder);
        let names = test_module.captures_iter(&source.text);
        names.map(move |captures| format!("{folder}/{}", &captures[1]))
    });
    let modules: Vec<String> = modules.collect();
    let mut faults = Vec::new();
    for source in &sources {
        let is_test = modules.iter().any(|module| source.path.starts_with(module));
        let code = source
            .text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        if let Some(found) = double.find(code).filter(|_| !is_test) {
            faults.push(format!("{}: {}", source.path, found.as_str()));
        }
    }
    refuse(
        &faults,
        "Move test doubles to testkit/, or compile them for tests only:",
    );
}

#[test]
fn no_import_leads_round_or_upward() {
    let files = imports::files(&sources());
    let known = fs::read_to_string(root().join("testkit/tidy/circles.txt")).expect("is there");
    let known: BTreeSet<&str> = known
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let circles = imports::circles(&files).into_iter();
    let circles: BTreeSet<String> = circles.map(|circle| circle.join(" ↔ ")).collect();
    let new = circles
        .iter()
        .filter(|circle| !known.contains(circle.as_str()));
    let rule =
        "These files import each other; move what they share into one of them or below them:";
    refuse(&new.cloned().collect::<Vec<_>>(), rule);
    let gone = known.iter().filter(|circle| !circles.contains(**circle));
    let gone: Vec<String> = gone.map(|circle| (*circle).to_owned()).collect();
    refuse(
        &gone,
        "These circles are broken; take their lines out of testkit/tidy/circles.txt:",
    );
    refuse(
        &imports::upward(&files),
        "A lower room of the workbench imports a higher one:",
    );
}

/// Tests use more features of libraries than the program, so none of them would notice that it lacks the clipboard.
#[test]
fn the_program_reaches_the_clipboard_of_the_desktop() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "planwright"])
        .args(["--edges", "normal", "--prefix", "none"])
        .current_dir(root())
        .output()
        .expect("starts");
    let crates = String::from_utf8_lossy(&tree.stdout);
    for name in ["arboard ", "smithay-clipboard "] {
        let is_used = crates.lines().any(|line| line.starts_with(name));
        assert!(is_used, "{name}{}", String::from_utf8_lossy(&tree.stderr));
    }
}

#[test]
fn commit_subjects_are_short() {
    let count = format!("-{COMMITS}");
    let git = Command::new("git")
        .current_dir(root())
        .args(["log", "--no-merges", "--format=%s", &count])
        .output();
    // A source archive has no history.
    let Ok(log) = git else { return };
    let log = String::from_utf8_lossy(&log.stdout).into_owned();
    let long = log
        .lines()
        .filter(|line| line.chars().count() > MAX_SUBJECT);
    refuse(
        &long.map(str::to_owned).collect::<Vec<_>>(),
        "Shorten these subjects to 72 characters:",
    );
}
