//! The C headers of hostnpu, and, with the feature `derive`, their derivation by cbindgen in the build scripts of its packages.
//!
//! A build writes nothing into the source tree; `HOSTNPU_WRITE_HEADERS=1 cargo build` refreshes the committed copies in `include/`. A
//! header is derived again only if what it is derived from has changed.

#[cfg(feature = "derive")]
mod entry_points;
#[cfg(feature = "derive")]
mod open_enums;
#[cfg(feature = "derive")]
mod operator_headers;
mod operators;
#[cfg(feature = "derive")]
mod output;
mod table;

#[cfg(feature = "derive")]
pub use entry_points::derive_entry_points;
#[cfg(feature = "derive")]
pub use operator_headers::derive_operators;
pub use operators::{INCLUDES, Operator, Package, packages};
pub use table::{Header, headers};

/// The folder of the texts that headers begin and end with, below the folder of the workspace.
pub const TEXTS: &str = "crates/headers/text";
