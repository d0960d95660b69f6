//! Screen profiles, picture files and game windows of this machine.

mod captures;
mod live;
mod pictures;

pub use live::RealLive;
pub use pictures::RealPictures;
