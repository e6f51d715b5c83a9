//! Reports of the library: the text of recent errors, the log, and observers of calls and tasks.

pub mod arguments;
pub mod check;
pub mod console;
mod demangle;
pub mod dump;
mod edge;
pub mod exit;
pub mod fault;
mod files;
mod folder;
pub mod hooks;
pub mod log;
mod npy;
pub mod profile;
pub mod recent;
mod session;
mod stack;
mod tasks;
pub mod text;
mod timeline;
pub mod trace;
