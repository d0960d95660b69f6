//! The desktop under Windows: windows from the system's list, pictures from `PrintWindow`, input through
//! `SendInput`.
//!
//! | file | what it holds |
//! |---|---|
//! | `api` | the system's functions made safe to call; the only place with `unsafe` |
//! | `desktop` | the connection, windows, focus and clock |
//! | `picture` | pictures of client areas |
//! | `keys` | which physical key types what |
//! | `input` | keys and clicks, each checked right before it is sent |
//! | `emergency` | the person's stop signals |

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
