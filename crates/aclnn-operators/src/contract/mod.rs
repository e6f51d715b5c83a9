//! Contracts: what operators check of their arguments, in the vendor's order. A family that many operators share is a file; checks of many families are in
//! `hostnpu-aclnn-arguments`.

mod activation;
pub mod activation_quant;
pub mod adaptive;
pub mod alignment;
pub mod attention;
pub mod batches;
pub mod batches_of_ranks;
pub mod bidirection;
pub mod bits;
pub mod block_choice;
pub mod block_scores;
pub mod block_sparse;
pub mod block_sparse_versions;
pub mod blocks;
pub mod boxes;
pub mod caches;
pub mod causal_convolution;
mod choice;
pub mod classes;
pub mod combinations;
pub mod comparison;
pub mod compression;
pub mod compressor;
pub mod convolution;
pub mod deformable;
pub mod deformable_attention;
pub mod delta_rule;
pub mod dense_schedules;
pub mod dequant;
pub mod dispatched;
mod distances;
mod division;
pub mod exponent_codes;
mod extremes;
mod factors;
pub mod fake_quant;
pub mod ffn;
pub mod flash_attn;
pub mod flat_quant;
pub mod floyd;
pub mod foreach;
pub mod formats;
pub mod fused_adam;
pub mod fused_caches;
mod gated;
pub mod gated_mx;
mod gradient;
pub mod grids;
pub mod group_sums;
pub mod grouped;
pub mod grouped_of_ranks;
pub mod groups;
pub mod hyper_connections;
pub mod indexer_training;
pub mod indexers;
pub mod indexing;
pub mod joined_heads;
mod joining;
pub mod layer_normed;
mod lists;
mod log_add_exp;
pub mod losses;
pub mod masks;
pub mod maxima;
pub mod mla_preprocess;
pub mod mla_prolog;
pub mod moe;
pub mod mx;
pub mod mx_normed;
pub mod native_sparse_attention;
pub mod norm;
pub mod normed;
pub mod optim;
pub mod order;
pub mod packed_caches;
mod pads;
pub mod pictures;
pub mod pooling;
pub mod products;
pub mod products_of_ranks;
pub mod quant;
pub mod quant_convolution;
pub mod quant_matmul;
pub mod quant_of_ranks;
pub mod random;
pub mod ranks;
pub mod recurrent;
mod reduction;
pub mod regions;
pub mod rms;
pub mod rotary;
mod rows;
pub mod sampling;
pub mod schedules;
pub mod sets;
mod shift;
pub mod sides;
pub mod single_products;
mod slices;
pub mod sparse;
pub mod sparse_attention;
pub mod sparse_gradients;
pub mod sparse_mla;
pub mod steps;
mod sums;
pub mod swiglu;
pub mod swiglu_group;
mod triangle;
mod unknown;
pub mod unpool;
pub mod upsampling;
mod views;
pub mod weight_quant;
mod weighted;
pub mod weights;
mod windows;
pub mod windows_of_workers;
pub mod workers;

pub use super::argument::STORED;
pub use crate::ops::movement::pads::Mode;
pub use activation::Activation;
pub use bits::logical;
pub use choice::published_or_toolkit;
pub use comparison::compared;
pub use distances::{norm_order, pairs_of_rows};
pub use division::{no_result_in, quotient_of};
pub use extremes::extreme;
pub use factors::orthogonal_factors;
pub use gated::{
    ClippedUnit, Halves, approximate, approximate_by_name, generated_unit, gradient_of_halves,
    halves_of_rows, int64, not_on_910,
};
pub use gradient::{
    Gradient, around_0, beta_or_1, broadcasts_exactly, generated_on_950, one_or_a_channel_each,
    with_one,
};
pub use hostnpu_aclnn_arguments::contract::*;
pub use joining::{concatenated, joined_type, pieces, stacked};
pub use lists::{chosen_of_list, first_of, read_all};
pub use log_add_exp::log_add_exp;
pub use losses::{PairBackward, PairLoss, combination, loss_of_nothing};
pub use pads::Pad;
pub use reduction::{
    SEGMENTED, Spread, both_extremes, both_up_to_rank_8, channel_axis, extreme_of_all,
    extreme_over_axes, extreme_with_index, extremes, fill, fill_real, norm_computes_in,
    order_of_norm, pooled, real_numbers, segments_on_chip, shape_if_axes, takes_indices, untouched,
};
pub use rows::{in_rows, splits_evenly};
pub use sets::*;
pub use shift::shift;
pub use slices::{Slice, slice, sliced, sliced_types, slices};
pub use sums::{sum_of_tensors, sum_with_scalar};
pub use triangle::{Keep, triangle};
pub use unknown::{Found, unknown_length};
pub use views::{
    at_least, axis, complex_as, distinct_axes, leaving_out, length_is, nothing, square,
};
pub use weighted::weighted_sum;
pub use windows::{counts, windows};
