//! Operators of the category `matmul` that take several steps of their own.

#![forbid(unsafe_code)]

pub mod addmv;
pub mod convert_weight_to_int4_pack;
pub mod dequant;
pub mod fused_matmul;
pub mod matmul_emu_split_weight;
pub mod sparse4to2;
pub mod transpose_batch_mat_mul;
