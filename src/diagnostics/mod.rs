//! What the library says about itself: the text of recent errors, and the log.

mod files;
pub mod log;
pub mod recent;
pub mod text;
