//! What the library says about itself: the text of recent errors, the log, and what watches calls and tasks.

pub mod check;
mod files;
pub mod hooks;
pub mod log;
pub mod recent;
pub mod text;
