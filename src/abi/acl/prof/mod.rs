//! `acl/acl_prof.h` and `mstx/ms_tools_ext.h`: profiles of a part of a run, marks and ranges.

pub mod config;
pub mod enums;
pub mod flags;
mod injection;
pub mod mstx;
pub mod open_enums;
pub mod session;
pub mod stamp;
pub mod step;
pub mod types;
