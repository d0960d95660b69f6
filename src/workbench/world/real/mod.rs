//! Screen profiles, picture files and game windows of this machine.

mod live;
mod pictures;
mod profiles;
mod sights;

pub use live::RealLive;
pub use pictures::RealPictures;
