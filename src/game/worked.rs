//! How long the processor has been at work, for tests and benches that share it with others, and what benches are asked.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Processor time of this process over all threads, in steps of 10 ms, or wall-clock time where the
/// system is not Linux: under Wine the same file is there, and tells the time of Wine's server.
#[must_use]
pub fn computing_time() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let used = || {
        if !cfg!(target_os = "linux") {
            return None;
        }
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // Skip the name, which is in parentheses and may contain blanks.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis((ticks()? + ticks()?) * 10))
    };
    used().unwrap_or_else(|| BEGUN.elapsed())
}

/// Processor time of the main thread, on Linux.
#[must_use]
pub fn main_thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

/// The words that a bench is given after `--`; nothing if it is only to be listed or tested, as Cargo does with all targets.
#[must_use]
pub fn bench_words() -> Option<Vec<String>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_only_listed = |word: &String| ["--list", "--test"].contains(&word.as_str());
    (!words.iter().any(is_only_listed)).then_some(words)
}
