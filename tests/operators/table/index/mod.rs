//! Operators of the category `index`, a file for each with its versions.

mod apply_top_k_top_p;
mod apply_top_k_top_p_custom;
mod bucketize;
mod embedding;
mod embedding_bag;
mod embedding_dense_backward;
mod expand_into_jagged_permute;
mod flip;
mod gather;
mod gather_nd;
#[expect(
    clippy::module_inception,
    reason = "a category and one of its operators are named alike"
)]
mod index;
mod index_add;
mod index_copy;
mod index_fill;
mod index_fill_tensor;
mod index_put_impl;
mod index_select;
mod inverse;
mod kthvalue;
mod masked_scatter;
mod max_unpool2d;
mod max_unpool2d_backward;
mod max_unpool3d;
mod max_unpool3d_backward;
mod median;
mod nonzero;
mod put;
mod quant_scatter;
mod repeat_interleave;
mod repeat_interleave_grad;
mod scatter;
mod scatter_add;
mod scatter_div;
mod scatter_list;
mod scatter_max;
mod scatter_min;
mod scatter_mul;
mod scatter_nd;
mod scatter_nd_update;
mod scatter_reduce;
mod scatter_update;
mod take;
mod tf_scatter_add;
mod top_k_top_p_sample;
mod topk;
mod unique;
mod unique2;
mod unique_consecutive;
mod unique_dim;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        apply_top_k_top_p::rows(),
        apply_top_k_top_p_custom::rows(),
        bucketize::rows(),
        embedding::rows(),
        embedding_bag::rows(),
        embedding_dense_backward::rows(),
        expand_into_jagged_permute::rows(),
        flip::rows(),
        gather::rows(),
        gather_nd::rows(),
        index::rows(),
        index_add::rows(),
        index_copy::rows(),
        index_fill::rows(),
        index_fill_tensor::rows(),
        index_put_impl::rows(),
        index_select::rows(),
        inverse::rows(),
        kthvalue::rows(),
        masked_scatter::rows(),
        max_unpool2d::rows(),
        max_unpool2d_backward::rows(),
        max_unpool3d::rows(),
        max_unpool3d_backward::rows(),
        median::rows(),
        nonzero::rows(),
        put::rows(),
        quant_scatter::rows(),
        repeat_interleave::rows(),
        repeat_interleave_grad::rows(),
        scatter::rows(),
        scatter_add::rows(),
        scatter_div::rows(),
        scatter_list::rows(),
        scatter_max::rows(),
        scatter_min::rows(),
        scatter_mul::rows(),
        scatter_nd::rows(),
        scatter_nd_update::rows(),
        scatter_reduce::rows(),
        scatter_update::rows(),
        take::rows(),
        tf_scatter_add::rows(),
        top_k_top_p_sample::rows(),
        topk::rows(),
        unique::rows(),
        unique2::rows(),
        unique_consecutive::rows(),
        unique_dim::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
