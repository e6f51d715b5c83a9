//! Tensors: element types, layouts, views, loop nests over them, and the threads that do it.

mod algebra;
pub mod cuts;
mod dtype;
mod layout;
mod nest;
mod overlap;
pub mod parallel;
mod promote;
pub mod scratch;
pub mod streaming;
pub mod table;
mod value;
mod view;

pub use dtype::{Dtype, Element};
pub use layout::{Dims, Layout, Reach, contiguous_strides, numel, position};
pub use nest::{Block, LoopNest, MAX_OPERANDS, PerOperand};
pub use overlap::{overlaps_itself, share_memory, share_memory_at};
pub use promote::{Category, broadcast, castable, promote, promote_by_category};
pub use value::Value;
pub use view::View;
