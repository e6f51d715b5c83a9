//! Operators in plain terms: they check what their mathematics needs and plan what to run. They know no vendor.

#![forbid(unsafe_code)]

pub mod abs;
pub mod activations;
pub mod adapters;
pub mod advance_step;
pub mod affine_grid;
pub mod arange;
pub mod arithmetic;
pub mod blocked;
pub mod cache;
pub mod cast;
pub mod coalesce;
pub mod coded_copy;
pub mod comparison;
pub mod complex_parts;
pub mod compression;
pub mod convolution;
mod counted;
pub mod counting;
pub mod creation;
pub mod cross;
pub mod cumulative;
pub mod deformable;
pub mod distances;
pub mod division;
pub mod draws;
pub mod exponent_codes;
pub mod floyd_attention;
pub mod foreach;
pub mod functions_of_two;
pub mod gated;
pub mod gradients;
pub mod grid_sampling;
pub mod grouped_filters;
pub mod groups;
pub mod hyper_connections;
pub mod indexing;
pub mod integers;
pub mod lgamma;
pub mod limits;
pub mod linear_algebra;
pub mod linspace;
pub mod lists;
pub mod logspace;
pub mod losses;
pub mod lstm_cell;
pub mod math;
pub mod matmul;
pub mod median;
pub mod merged_attention;
pub mod mla_prolog;
pub mod moe;
pub mod movement;
pub mod multinomial;
pub mod mx;
pub mod objdetect;
pub mod optimizers;
pub mod packing;
pub mod piecewise;
pub mod poly_nms;
pub mod posembedding;
pub mod prelu;
pub mod prepared_weight;
pub mod products;
pub mod quant;
pub mod quantised_adam;
pub mod quantised_attention;
pub mod quantised_convolution;
pub mod random;
pub mod random_task;
mod range;
pub mod recurrences;
mod reduce;
pub mod reductions;
pub mod repeat;
pub mod rows;
pub mod rrelu;
pub mod sampling;
pub mod scale_update;
pub mod search;
pub mod search_sorted;
pub mod segments;
pub mod select;
pub mod selection;
pub mod signs;
pub mod silent_faults;
pub mod sin;
pub mod sort;
pub mod stored;
pub mod tables;
pub mod unary;
pub mod unique;
pub mod unpool;
pub mod unscale;
pub mod upsampling;
pub mod weighted;

pub use hostnpu_engine::{
    Addresses, Arg, Args, Call, ImplMode, OfRanks, Plan, ReadableBytes, Resize, Role,
    WritableBytes, copy, fill, impl_mode, set_impl_mode,
};
pub use hostnpu_engine::{
    attention, convertible, grouped, pointwise, recurrent, sequence, value_as, window,
};
pub use reduce::{Reduced, Reduction, reduce};
