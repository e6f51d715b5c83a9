//! Functions of complex numbers with exact references.

pub mod exact;
pub mod functions;
pub mod samples;
