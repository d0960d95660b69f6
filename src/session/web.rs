//! Downloads files from the web, with limits against misbehaving servers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::percent_decode_str;
use thiserror::Error;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::game::{LevelRef, words};
use crate::games::load::{LoadError, MAX_BYTES, load_alone};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchLimits {
    /// Maximum time until there is a connection.
    pub connect: Duration,
    /// Maximum time until the file is complete.
    pub total: Duration,
    /// Maximum size of the file.
    pub bytes: usize,
    /// Maximum number of redirects in a row.
    pub redirects: u32,
}

impl Default for FetchLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            total: Duration::from_secs(30),
            bytes: MAX_BYTES,
            redirects: 5,
        }
    }
}

#[derive(Debug, Error)]
#[error("{url} {problem}")]
pub struct FetchError {
    pub url: String,
    pub problem: FetchProblem,
}

#[derive(Debug, Error)]
pub enum FetchProblem {
    #[error("is not a web address: {0}")]
    Address(String),
    #[error("cannot be fetched: the server says {0}{words}", words = reason(*.0))]
    Status(u16),
    #[error("is too large: the limit is {}", size(*.0))]
    TooLarge(usize),
    #[error("cannot be fetched: it redirects more than {0} times")]
    Redirects(u32),
    #[error("cannot be fetched: the server did not answer in full within {} s", .0.as_secs_f64())]
    Slow(Duration),
    /// The address leads to a page for browsers, not to a file.
    #[error(
        "is a web page, not a level file; give the address of the file itself (often called “raw”)"
    )]
    Page,
    /// For example: unknown host, no network, an untrusted certificate.
    #[error("cannot be fetched: {0}")]
    Failed(String),
}

fn reason(status: u16) -> String {
    let status = ureq::http::StatusCode::from_u16(status).ok();
    let words = status.and_then(|status| status.canonical_reason());
    words.map_or_else(String::new, |words| format!(" ({words})"))
}

fn size(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        mib => format!("{mib} MiB"),
    }
}

/// Web address in `path`, if it is one: `http://…` or `https://…`.
pub fn url_of(path: &Path) -> Option<&str> {
    let text = path.to_str()?.trim();
    let (scheme, _) = text.split_once("://")?;
    let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    web.then_some(text)
}

/// File name in a web address: the last part of its path, without the query.
pub fn file_name(url: &str) -> PathBuf {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let path = url[..end].split_once("://").map_or("", |(_, rest)| rest);
    let name = path.split_once('/').map_or("", |(_, path)| path);
    let name = name.trim_end_matches('/').rsplit('/').next();
    let name = percent_decode_str(name.unwrap_or_default()).decode_utf8_lossy();
    // Drop folders that were percent-encoded in the name.
    let name = Path::new(name.as_ref()).file_name();
    name.map_or_else(PathBuf::new, PathBuf::from)
}

#[derive(Debug)]
pub struct Fetched {
    pub bytes: Vec<u8>,
    pub level: Result<LevelRef, LoadError>,
}

/// Downloads a level, of the given game if known. Other files that the level refers to are not loaded.
pub fn fetch_level(
    url: &str,
    limits: &FetchLimits,
    game: Option<&str>,
) -> Result<Fetched, FetchError> {
    let bytes = fetch(url, limits)?;
    let level = load_alone(&bytes, &file_name(url), game);
    Ok(Fetched { bytes, level })
}

/// Downloads a file and waits for it. The request contains only the address.
pub fn fetch(url: &str, limits: &FetchLimits) -> Result<Vec<u8>, FetchError> {
    download(url, limits).map_err(|problem| FetchError {
        url: url.to_owned(),
        problem,
    })
}

fn download(url: &str, limits: &FetchLimits) -> Result<Vec<u8>, FetchProblem> {
    let address = url.parse::<Uri>();
    let address = address.map_err(|error| FetchProblem::Address(error.to_string()))?;
    let failed = |error: ureq::Error| problem(limits, error);
    let mut config = ureq::Agent::config_builder()
        .timeout_connect(Some(limits.connect))
        .timeout_global(Some(limits.total))
        .max_redirects(limits.redirects)
        .tls_config(TlsConfig::builder().root_certs(authorities()).build())
        .user_agent(concat!("planwright/", env!("CARGO_PKG_VERSION")));
    // A proxy cannot reach the servers of this computer.
    if matches!(address.host(), Some("localhost" | "127.0.0.1" | "[::1]")) {
        config = config.proxy(None);
    }
    let agent: ureq::Agent = config.build().into();
    let mut answer = agent.get(address).call().map_err(failed)?;
    let announced = answer.body().content_length();
    if announced.is_some_and(|length| length > limits.bytes as u64) {
        return Err(FetchProblem::TooLarge(limits.bytes));
    }
    let body = answer.body_mut().with_config().limit(limits.bytes as u64);
    let bytes = body.read_to_vec().map_err(failed)?;
    match is_page(&bytes) {
        true => Err(FetchProblem::Page),
        false => Ok(bytes),
    }
}

/// Certificate authorities of this computer, or Mozilla's if it has none.
fn authorities() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    let found = found.iter();
    let certificates = found.map(|one| Certificate::from_der(one).to_owned());
    RootCerts::new_with_certs(&certificates.collect::<Vec<_>>())
}

fn problem(limits: &FetchLimits, error: ureq::Error) -> FetchProblem {
    match error {
        ureq::Error::StatusCode(status) => FetchProblem::Status(status),
        ureq::Error::BodyExceedsLimit(_) => FetchProblem::TooLarge(limits.bytes),
        ureq::Error::TooManyRedirects => FetchProblem::Redirects(limits.redirects),
        ureq::Error::Timeout(ureq::Timeout::Connect) => FetchProblem::Slow(limits.connect),
        ureq::Error::Timeout(_) => FetchProblem::Slow(limits.total),
        ureq::Error::HostNotFound => {
            FetchProblem::Failed("there is no such server, or no network".to_owned())
        }
        ureq::Error::Io(error) => FetchProblem::Failed(words::io_error(&error)),
        ureq::Error::BadUri(reason) => FetchProblem::Address(reason),
        other => FetchProblem::Failed(other.to_string()),
    }
}

/// Returns whether this is an HTML page; no level starts like one.
fn is_page(bytes: &[u8]) -> bool {
    let begin = bytes.trim_ascii_start();
    let begins = |word: &str| {
        let start = begin.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    begins("<!doctype html") || begins("<html")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn addresses_are_distinguished_from_paths() {
        for path in ["level.txt", "/a/b", "http:/a", "ftp://a/b", "-", ""] {
            assert_eq!(url_of(Path::new(path)), None, "{path}");
        }
        for (url, name) in [
            ("https://a.org/b/my%20level.kif?raw=1.2#x", "my level.kif"),
            ("HTTP://a.org/b/", "b"),
            ("http://a.org", ""),
            ("http://a.org/x%2F..%2Fpasswd", "passwd"),
        ] {
            assert_eq!(url_of(Path::new(url)), Some(url));
            assert_eq!(file_name(url), Path::new(name), "{url}");
        }
    }

    #[test]
    fn a_server_that_never_answers_is_given_up() {
        let server = TcpListener::bind("127.0.0.1:0").expect("has a port");
        let url = format!("http://{}/x", server.local_addr().expect("is bound"));
        let limits = FetchLimits {
            total: Duration::from_millis(200),
            ..FetchLimits::default()
        };
        let error = fetch(&url, &limits).expect_err("has no answer");
        let says =
            format!("{url} cannot be fetched: the server did not answer in full within 0.2 s");
        assert_eq!(error.to_string(), says);
    }

    #[test]
    fn downloads_end_at_the_size_limit() {
        let server = TcpListener::bind("127.0.0.1:0").expect("has a port");
        let url = format!("http://{}/x", server.local_addr().expect("is bound"));
        std::thread::spawn(move || {
            for mut stream in server.incoming().flatten() {
                // Without a content length, for as long as the client reads.
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
                while stream.write_all(&[b'.'; 1024]).is_ok() {}
            }
        });
        let limits = FetchLimits {
            bytes: 5000,
            ..FetchLimits::default()
        };
        let error = fetch(&url, &limits).expect_err("has no end");
        let says = format!("{url} is too large: the limit is 5000 bytes");
        assert_eq!(error.to_string(), says);
    }
}
