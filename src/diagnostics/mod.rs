//! What the library says about itself: the text of recent errors, and the log.

pub mod log;
pub mod recent;
