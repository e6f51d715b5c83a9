//! All that an entry point of AscendCL names: its types under their C names (enums open to any integer), flags, status codes.

pub use super::base_rt::open_enums::*;
pub use super::base_rt::status::*;
pub use super::base_rt::types::*;
pub use super::error_codes::rt::*;
pub use super::mdl::flags::*;
pub use super::op::open_enums::*;
pub use super::op::types::*;
pub use super::op_compiler::open_enums::*;
pub use super::rt::flags::*;
pub use super::rt::memory_types::*;
pub use super::rt::open_enums::*;
pub use super::rt::task_types::*;
pub use super::rt::types::*;
