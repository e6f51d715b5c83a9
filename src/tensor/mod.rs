//! Tensors: element types, layouts, views, walking them, and the threads that do it.

mod dtype;
mod layout;
pub mod parallel;
pub mod streaming;
mod view;
mod walk;

pub use dtype::{Dtype, Element};
pub use layout::{Dims, Layout, Reach, contiguous_strides};
pub use view::View;
pub use walk::{Run, Walk};
