//! The doors: every `extern "C"` function of the crate, and nothing but doors. C names are spelt here and nowhere below.

pub mod acl;
pub mod aclnn;
pub mod c_enum;
