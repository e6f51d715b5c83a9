//! Parts that the benchmarks and the measuring examples share: the device through its C interface, one list of workloads, the copy limit, and
//! how a time is taken.

pub mod criterion;
pub mod device;
pub mod indexing;
pub mod limits;
pub mod machine;
pub mod named;
pub mod pointwise;
pub mod pooling;
pub mod rates;
pub mod reductions;
pub mod rows;
pub mod sampling;
pub mod values;
pub mod workloads;
