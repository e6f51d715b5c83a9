//! Engines: iteration schemes that many operators share. They do shapes, strides, types and threads; kernels see dense slices. Addresses become operands here, and nowhere
//! else: operators are safe code over this.

pub mod adjoint;
mod arg;
pub mod attention;
mod block;
mod bound_call;
pub mod codes;
mod convert;
pub mod copy;
mod dense;
mod elements;
pub mod floats;
mod fold;
pub mod foreach;
pub mod gemm;
pub mod grain;
pub mod grouped;
pub mod index;
pub mod likelihood;
mod loop_results;
mod loops;
pub mod memory;
mod mode;
pub mod operands;
mod overlaps;
mod packed;
mod parameters;
mod part;
pub mod plan;
pub mod pointwise;
pub mod recurrent;
pub mod reduce;
mod resize;
pub mod rows;
mod run;
pub mod sampled;
pub mod scan;
pub mod search;
pub mod sequence;
mod slices;
mod slot;
pub mod sort;
mod stage;
pub mod taps;
mod tile;
mod tiling;
pub mod top;
pub mod total;
mod triangle;
pub mod views;
pub mod window;

pub use arg::{Arg, Role};
pub use convert::{convertible, value_as};
pub use fold::{Reducer, Reduction, reducer, reducer_to_two};
pub use loops::{
    Binary, BinaryToTwo, Loop, MAX_SLICES, Quaternary, QuaternaryToTwo, Quinary, Table, Ternary,
    TernaryToTwo, Unary, binary, binary_to_two, binary_to_two_with, binary_with, quaternary,
    quaternary_to_two, quaternary_to_two_with, quaternary_with, quinary, quinary_with, ternary,
    ternary_to_two, ternary_to_two_with, ternary_with, unary, unary_with,
};

pub use bound_call::BoundCall;
pub use memory::{ReadableBytes, WritableBytes, copy, fill};
pub use mode::{ImplMode, impl_mode, set_impl_mode};
pub use plan::{Addresses, Args, Call, OfRanks, Plan};
pub use resize::Resize;

#[cfg(test)]
mod tests;
