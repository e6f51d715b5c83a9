//! `acl/acl_mdl.h`: of models what model instances need, and dumps.

pub mod dump;
pub mod flags;
