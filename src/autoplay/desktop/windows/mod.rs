//! Desktop of Windows: pictures through `PrintWindow`, input through `SendInput`.
//!
//! | module | contents |
//! |---|---|
//! | `api` | safe wrappers of system functions; the only place with `unsafe` |
//! | `desktop` | connection, windows and focus |
//! | `picture` | pictures of client areas |
//! | `keys` | scan codes |
//! | `input` | keys and clicks, each checked right before it is sent |
//! | `emergency` | emergency stop |

#[expect(
    unsafe_code,
    reason = "the system's functions are foreign ones; nothing else in this program calls them"
)]
pub mod api;
mod desktop;
mod emergency;
mod input;
mod keys;
mod picture;

pub use self::desktop::Windows;
