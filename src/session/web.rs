//! Files from the web: one function, with limits on all that a server could do to us.

use std::path::{Path, PathBuf};
use std::time::Duration;

use percent_encoding::percent_decode_str;
use thiserror::Error;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use crate::game::LevelRef;
use crate::games::load::{LoadError, MAX_BYTES, load_alone};

/// What a server is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time to be found and to answer the call.
    pub connect: Duration,
    /// Time for all of it.
    pub total: Duration,
    /// Largest file, in bytes.
    pub bytes: usize,
    /// How often it may send us elsewhere.
    pub redirects: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            total: Duration::from_secs(30),
            bytes: MAX_BYTES,
            redirects: 5,
        }
    }
}

/// Why there is no file.
#[derive(Debug, Error)]
pub enum FetchError {
    /// Not the address of a file on the web.
    #[error("{url} is no address on the web: {reason}")]
    Address {
        /// What was given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The server has no such file, or does not give it.
    #[error("{url} cannot be fetched: the server says {status}{}", reason(*status))]
    Status {
        /// What was asked for.
        url: String,
        /// The status of its answer, such as 404.
        status: u16,
    },
    /// Too many bytes.
    #[error("{url} is too large: at most {} are fetched", size(*limit))]
    TooLarge {
        /// What was asked for.
        url: String,
        /// The limit, in bytes.
        limit: usize,
    },
    /// One address leads to the next, without end as it seems.
    #[error("{url} cannot be fetched: it leads from address to address, more than {limit} times")]
    Redirects {
        /// What was asked for.
        url: String,
        /// The limit.
        limit: u32,
    },
    /// Too slow.
    #[error("{url} cannot be fetched: the server did not answer in full within {} s", limit.as_secs_f64())]
    Slow {
        /// What was asked for.
        url: String,
        /// The time it had.
        limit: Duration,
    },
    /// A page to be looked at in a browser.
    #[error(
        "{url} is a web page, not a level file; give the address of the file itself (often called “raw”)"
    )]
    Page {
        /// What was asked for.
        url: String,
    },
    /// No such server, no network, a certificate that is not trusted.
    #[error("{url} cannot be fetched: {reason}")]
    Failed {
        /// What was asked for.
        url: String,
        /// Why.
        reason: String,
    },
}

/// The usual words for a status.
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

/// The address that is given in the place of a path, if it is one: `http://…` or `https://…`.
pub fn url_of(path: &Path) -> Option<&str> {
    let text = path.to_str()?.trim();
    let (scheme, _) = text.split_once("://")?;
    let web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
    web.then_some(text)
}

/// What the file at an address is called: the end of its path, without what is asked of the server.
pub fn file_name(url: &str) -> PathBuf {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let path = url[..end].split_once("://").map_or("", |(_, rest)| rest);
    let name = path.split_once('/').map_or("", |(_, path)| path);
    let name = name.trim_end_matches('/').rsplit('/').next();
    let name = percent_decode_str(name.unwrap_or_default()).decode_utf8_lossy();
    // A name only, whatever was encoded in it.
    let name = Path::new(name.as_ref()).file_name();
    name.map_or_else(PathBuf::new, PathBuf::from)
}

/// A file that was fetched, and the level in it.
#[derive(Debug)]
pub struct Fetched {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its level, or why there is none.
    pub level: Result<LevelRef, LoadError>,
}

/// Fetches a level, as [`fetch`]. `game` settles which game it is of. Other files that it names are not
/// looked for, neither there nor here.
///
/// # Errors
/// [`FetchError`], which names the address.
pub fn fetch_level(url: &str, limits: &Limits, game: Option<&str>) -> Result<Fetched, FetchError> {
    let bytes = fetch(url, limits)?;
    let level = load_alone(&bytes, &file_name(url), game);
    Ok(Fetched { bytes, level })
}

/// Fetches a file and waits for it; call it on a thread where somebody looks on. It is asked for once, and
/// nothing is sent but the address.
///
/// # Errors
/// [`FetchError`], which names the address.
pub fn fetch(url: &str, limits: &Limits) -> Result<Vec<u8>, FetchError> {
    let own = || url.to_owned();
    let uri: Uri = url.parse().map_err(|error| FetchError::Address {
        url: own(),
        reason: format!("{error}"),
    })?;
    let told = |error: ureq::Error| told(url, limits, error);
    let mut config = ureq::Agent::config_builder()
        .timeout_connect(Some(limits.connect))
        .timeout_global(Some(limits.total))
        .max_redirects(limits.redirects)
        .tls_config(TlsConfig::builder().root_certs(authorities()).build())
        .user_agent(concat!("planwright/", env!("CARGO_PKG_VERSION")));
    // This computer is asked without going through a proxy.
    if matches!(uri.host(), Some("localhost" | "127.0.0.1" | "[::1]")) {
        config = config.proxy(None);
    }
    let agent: ureq::Agent = config.build().into();
    let mut answer = agent.get(uri).call().map_err(told)?;
    let too_large = || FetchError::TooLarge {
        url: own(),
        limit: limits.bytes,
    };
    let announced = answer.body().content_length();
    if announced.is_some_and(|length| length > limits.bytes as u64) {
        return Err(too_large());
    }
    let body = answer.body_mut().with_config().limit(limits.bytes as u64);
    let bytes = body.read_to_vec().map_err(told)?;
    if is_page(&bytes) {
        return Err(FetchError::Page { url: own() });
    }
    Ok(bytes)
}

/// The certificate authorities that this computer trusts, a company's own among them; where it has no list,
/// Mozilla's.
fn authorities() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    let certificates = found
        .iter()
        .map(|one| Certificate::from_der(one).to_owned());
    RootCerts::new_with_certs(&certificates.collect::<Vec<_>>())
}

fn told(url: &str, limits: &Limits, error: ureq::Error) -> FetchError {
    let url = url.to_owned();
    match error {
        ureq::Error::StatusCode(status) => FetchError::Status { url, status },
        ureq::Error::BodyExceedsLimit(_) => FetchError::TooLarge {
            url,
            limit: limits.bytes,
        },
        ureq::Error::TooManyRedirects => FetchError::Redirects {
            url,
            limit: limits.redirects,
        },
        ureq::Error::Timeout(ureq::Timeout::Connect) => FetchError::Slow {
            url,
            limit: limits.connect,
        },
        ureq::Error::Timeout(_) => FetchError::Slow {
            url,
            limit: limits.total,
        },
        ureq::Error::HostNotFound => FetchError::Failed {
            url,
            reason: "there is no such server, or no network".to_owned(),
        },
        ureq::Error::Io(error) => FetchError::Failed {
            url,
            reason: error.to_string(),
        },
        ureq::Error::BadUri(reason) => FetchError::Address { url, reason },
        other => FetchError::Failed {
            url,
            reason: other.to_string(),
        },
    }
}

/// Whether this is HTML, which no level begins like.
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
    fn addresses_are_told_from_paths_and_have_file_names() {
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
        // Calls wait to be taken, and nobody takes them.
        let server = TcpListener::bind("127.0.0.1:0").expect("has a port");
        let url = format!("http://{}/x", server.local_addr().expect("is bound"));
        let limits = Limits {
            total: Duration::from_millis(200),
            ..Limits::default()
        };
        let error = fetch(&url, &limits).expect_err("has no answer");
        let says =
            format!("{url} cannot be fetched: the server did not answer in full within 0.2 s");
        assert_eq!(error.to_string(), says);
    }

    #[test]
    fn no_more_is_taken_than_the_limit() {
        let server = TcpListener::bind("127.0.0.1:0").expect("has a port");
        let url = format!("http://{}/x", server.local_addr().expect("is bound"));
        std::thread::spawn(move || {
            for stream in server.incoming().flatten() {
                // Without saying how much there is, as long as it is taken.
                let mut stream = stream;
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
                while stream.write_all(&[b'.'; 1024]).is_ok() {}
            }
        });
        let limits = Limits {
            bytes: 5000,
            ..Limits::default()
        };
        let error = fetch(&url, &limits).expect_err("has no end");
        assert!(
            matches!(error, FetchError::TooLarge { limit: 5000, .. }),
            "{error}"
        );
        assert!(error.to_string().contains("at most 5000 bytes"), "{error}");
    }
}
