//! Reading pictures: what is drawn is read, at any scale and place, and nothing else is.

mod draw;
mod profiles;
mod reading;
mod refusing;
