//! The screen profiles, picture files and windows of this machine.

mod live;
mod pictures;
mod profiles;
mod sights;

pub use live::RealLive;
pub use pictures::RealPictures;
