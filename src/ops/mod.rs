//! Operators in plain terms: they check what their mathematics needs and plan what to run. They know no vendor.

pub mod abs;
pub mod activations;
pub mod arange;
mod arg;
pub mod arithmetic;
pub mod cast;
pub mod comparison;
mod copy;
pub mod cumulative;
pub mod division;
pub mod engine;
pub mod functions_of_two;
pub mod lgamma;
pub mod limits;
pub mod linspace;
pub mod logspace;
mod mode;
pub mod mx;
pub mod piecewise;
mod plan;
pub mod poly_nms;
mod range;
mod reduce;
pub mod search;
pub mod sin;
mod tables;
pub mod unary;
pub mod weighted;

pub use arg::{Arg, Role};
pub use copy::{copy, copy_rows, fill};
pub use mode::{ImplMode, impl_mode, set_impl_mode};
pub use plan::{Addresses, Args, Call, Plan};
pub use reduce::{Reduced, Reduction, reduce};
