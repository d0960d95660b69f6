//! Formatting of numbers, costs and times for users.

use std::io;
use std::time::Duration;

use super::Cost;

/// Number with its digits in groups of three: `1,234,567`.
pub fn number(number: impl TryInto<u64>) -> String {
    group_digits(&number.try_into().unwrap_or(u64::MAX).to_string())
}

/// Digits in groups of three.
pub fn group_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Count of something, `noun` in the plural: `1 press`, `28,000 stamps`.
pub fn count(count: impl TryInto<Cost>, noun: &str) -> String {
    cost(count.try_into().unwrap_or(Cost::MAX), noun)
}

/// Cost with its unit in the singular or plural: `1 stamp`, `5 stamps`.
pub fn cost(cost: Cost, unit: &str) -> String {
    // ‘presses’, ‘pushes’ and ‘boxes’ lose two letters, ‘moves’ one.
    let has_two = ["sses", "shes", "xes"].iter().any(|it| unit.ends_with(it));
    let unit = match cost {
        1 | -1 if has_two => &unit[..unit.len() - 2],
        1 | -1 => unit.strip_suffix('s').unwrap_or(unit),
        _ => unit,
    };
    let sign = if cost < 0 { "−" } else { "" };
    format!("{sign}{} {unit}", number(cost.unsigned_abs()))
}

/// Time in a unit that suits its length: `12 ms`, `9.5 s`, `2:05 min`, `2:36:26 h`.
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let total = time.as_secs();
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 0.1 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else if total < 3600 {
        format!("{}:{:02} min", total / 60, total % 60)
    } else {
        let (hours, minutes) = (number(total / 3600), total / 60 % 60);
        format!("{hours}:{minutes:02}:{:02} h", total % 60)
    }
}

/// Time in seconds, formatted like [`time`], with a minus sign below 0.
pub fn seconds(seconds: f64) -> String {
    let sign = if seconds < 0.0 { "−" } else { "" };
    let length = Duration::try_from_secs_f64(seconds.abs()).unwrap_or_default();
    format!("{sign}{}", time(length))
}

/// The text with a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Progress in a count: `12 of 31,896`.
pub fn progress(done: impl TryInto<u64>, all: impl TryInto<u64>) -> String {
    format!("{} of {}", number(done), number(all))
}

/// Text for use inside a sentence: without its capital letter, unless it begins with a name such as `F1`.
pub fn mid_sentence(text: &str) -> String {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            let rest = &text[first.len_utf8()..];
            first.to_lowercase().chain(rest.chars()).collect()
        }
        _ => text.to_owned(),
    }
}

/// The text as a sentence, with a capital letter and a full stop, and without an error number of the system.
pub fn sentence(text: &str) -> String {
    let mut result = capitalized(without_number(text.trim()));
    if !result.ends_with(['.', '!', '?']) {
        result.push('.');
    }
    result
}

/// Reason of a failed file access for users, in words that are the same on all systems and without an error number.
pub fn io_error(error: &io::Error) -> String {
    use io::ErrorKind;
    // An error of this program has its own text.
    if error.get_ref().is_some() {
        return error.to_string();
    }
    let text = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => "permission denied",
        ErrorKind::AlreadyExists => "it exists already",
        ErrorKind::IsADirectory => "this is a folder",
        ErrorKind::NotADirectory => "a part of its path is not a folder",
        ErrorKind::DirectoryNotEmpty => "the folder is not empty",
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your quota on this disk is used up",
        ErrorKind::InvalidFilename => "this is not a valid file name",
        ErrorKind::InvalidData => "this is not text",
        ErrorKind::TimedOut => "no answer in time",
        _ => return without_number(&error.to_string()).to_owned(),
    };
    text.to_owned()
}

/// The text of a library's error without the line of its source, of no use to users: `os error at a/b.rs:7: refused`.
pub fn without_source_line(text: &str) -> &str {
    let behind = text.rsplit_once(".rs:").map(|(_, rest)| rest);
    let parts = behind.and_then(|rest| rest.split_once(": "));
    let is_line = |(line, _): &(&str, &str)| line.bytes().all(|byte| byte.is_ascii_digit());
    parts.filter(is_line).map_or(text, |(_, reason)| reason)
}

/// The text of a system error without its number: `(os error 2)`.
fn without_number(text: &str) -> &str {
    match text.rsplit_once(" (os error ") {
        Some((words, number)) if number.trim_end_matches('.').ends_with(')') => words,
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_times_and_counts_are_easy_to_read() {
        assert_eq!(
            [9386.2, 125.0, -9.46, 0.012].map(seconds),
            ["2:36:26 h", "2:05 min", "−9.5 s", "12 ms"]
        );
        assert_eq!([7_u64, 999, 28_000].map(number), ["7", "999", "28,000"]);
        assert_eq!(count(1, "presses"), "1 press");
        assert_eq!(count(1, "pushes"), "1 push");
        assert_eq!(count(1, "boxes"), "1 box");
        assert_eq!(cost(-1234, "points"), "−1,234 points");
        assert_eq!(sentence("no such file (os error 2)."), "No such file.");
        let missing = io::Error::from_raw_os_error(2);
        assert_eq!(io_error(&missing), "there is no such file or folder");
        let own = io::Error::new(io::ErrorKind::NotFound, "the run was deleted");
        assert_eq!(io_error(&own), "the run was deleted");
    }
}
