//! `acl/acl_mdl.h`: of models only what model instances need.

pub mod flags;
