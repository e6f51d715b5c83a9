//! Operators of the category `conversion`, a file for each with its versions.

mod cat;
mod channel_shuffle;
mod chunk_cat;
mod circular_pad2d;
mod circular_pad2d_backward;
mod circular_pad3d;
mod circular_pad3d_backward;
mod clamp;
mod coalesce_sparse;
mod confusion_transpose;
mod constant_pad_nd;
mod copy;
mod diag;
mod diag_flat;
mod fill_diagonal;
mod fill_scalar;
mod fill_tensor;
mod flatten;
mod hardtanh;
mod im2col;
mod im2col_backward;
mod masked_fill_scalar;
mod masked_fill_tensor;
mod masked_select;
pub mod npu_format_cast;
mod pad2d_backward;
mod permute;
mod reflection_pad1d;
mod reflection_pad1d_backward;
mod reflection_pad2d;
mod reflection_pad3d;
mod reflection_pad3d_backward;
mod replication_pad1d;
mod replication_pad1d_backward;
mod replication_pad2d;
mod replication_pad3d;
mod replication_pad3d_backward;
mod roll;
mod slice;
mod split_tensor;
mod split_with_size;
mod stack;
mod strided_slice;
mod strided_slice_assign_v2;
mod trans_convolution_weight;
mod trans_matmul_weight;
mod tril;
mod triu;
mod unfold_grad;
mod weight_quant_preprocess;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        cat::rows(),
        channel_shuffle::rows(),
        chunk_cat::rows(),
        circular_pad2d::rows(),
        circular_pad2d_backward::rows(),
        circular_pad3d::rows(),
        circular_pad3d_backward::rows(),
        clamp::rows(),
        coalesce_sparse::rows(),
        confusion_transpose::rows(),
        constant_pad_nd::rows(),
        copy::rows(),
        diag::rows(),
        diag_flat::rows(),
        fill_diagonal::rows(),
        fill_scalar::rows(),
        fill_tensor::rows(),
        flatten::rows(),
        hardtanh::rows(),
        im2col::rows(),
        im2col_backward::rows(),
        masked_fill_scalar::rows(),
        masked_fill_tensor::rows(),
        masked_select::rows(),
        npu_format_cast::rows(),
        pad2d_backward::rows(),
        permute::rows(),
        reflection_pad1d::rows(),
        reflection_pad1d_backward::rows(),
        reflection_pad2d::rows(),
        reflection_pad3d::rows(),
        reflection_pad3d_backward::rows(),
        replication_pad1d::rows(),
        replication_pad1d_backward::rows(),
        replication_pad2d::rows(),
        replication_pad3d::rows(),
        replication_pad3d_backward::rows(),
        roll::rows(),
        slice::rows(),
        split_tensor::rows(),
        split_with_size::rows(),
        stack::rows(),
        strided_slice::rows(),
        strided_slice_assign_v2::rows(),
        trans_convolution_weight::rows(),
        trans_matmul_weight::rows(),
        tril::rows(),
        triu::rows(),
        unfold_grad::rows(),
        weight_quant_preprocess::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
